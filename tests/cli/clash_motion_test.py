"""abut clash of parts that move, and what is left when it is interrupted."""

import csv
import json
import os
import pty
import signal
import subprocess
import time
import unittest

from clash_support import ClashTest, motion
from command import ABUT, PATIENCE, shifted, torus, wait_until_it_catches


class MovingAssemblies(ClashTest):
    def setUp(self):
        super().setUp()
        # Comes along x, 0.5 a step, until it stands in the middle of `right` (2 to 3).
        self.file("m.txt", motion([(5 * i, {"far away": shifted(-0.5 * i, 0, 0)}) for i in range(14)]))
        self.arguments = ["a.obj", "--motion", "m.txt", "--clearance", "0.75", "--only", "far away:right"]

    def test_follows_a_pair_over_time(self):
        report = self.report(*self.arguments)
        self.assertEqual(report["times"], [5 * i for i in range(14)])
        self.assertEqual(report["time_name"], "angle [deg]")
        [finding] = report["findings"]
        self.assertEqual(finding["kind"], "clash")
        self.assertEqual(finding["spans"], [{"kind": "clearance", "first": 11, "last": 11},
                                            {"kind": "touch", "first": 12, "last": 12},
                                            {"kind": "clash", "first": 13, "last": 13}])
        self.assertEqual(finding["curve"][:11], [None] * 11)
        self.assertAlmostEqual(finding["curve"][11], 0.5)
        self.assertEqual(finding["curve"][12:], [0, 0])
        self.assertEqual(finding["worst_step"], 13)

    def test_measures_every_step_when_asked(self):
        [finding] = self.report(*self.arguments, "--curves")["findings"]
        for step, distance in enumerate(finding["curve"][:12]):
            self.assertAlmostEqual(distance, 6 - 0.5 * step)

    def test_says_when(self):
        result = self.abut("clash", *self.arguments)
        self.assertRegex(result.out, r"\Aclash  right  far away  .* deep, volume \S+, \d+ contacts  from 60 to 65, worst at 6[05]\n")
        self.assertIn(" at 14 steps and between, ", result.out)
        result = self.abut("clash", *self.arguments, "--steps-only")
        self.assertRegex(result.out, r"\Aclash  right  far away  .* deep, volume \S+, \d+ contacts  from 55 to 65, worst at 6[05]\n")
        self.assertIn(" at 14 steps, ", result.out)

    def test_finds_what_passes_between_steps(self):
        # `far away` jumps from one side of `right` (2 to 3) to the other: from 9 to -9 along x, in y and z beside left.
        self.file("jump.txt", motion([(0, {}), (10, {"far away": shifted(-18, 0, 0)})]))
        arguments = ["a.obj", "--motion", "jump.txt", "--only", "far away:right"]
        self.assertEqual(self.report(*arguments, "--steps-only")["findings"], [])
        report = self.report(*arguments)
        [finding] = report["findings"]
        self.assertEqual((finding["kind"], finding["between_steps"], finding["spans"]), ("clash", True, []))
        [interval] = finding["intervals"]
        for bracket, time in [(interval["begin"], 10 * 6 / 18), (interval["end"], 10 * 8 / 18)]:
            self.assertLessEqual(bracket["lower"], time + 1e-9)
            self.assertGreaterEqual(bracket["upper"], time - 1e-9)
            self.assertLess(bracket["upper"] - bracket["lower"], 1e-4)
        self.assertLess(interval["begin"]["upper"], finding["worst_time"])
        self.assertEqual((report["undecided"], report["unknown_ways"]), ([], []))
        text = self.abut("clash", *arguments).out
        self.assertRegex(text, r"\Aclash  right  far away  .* deep, volume \S+, \d+ contacts  from 3\.33333 to 4\.44444, worst at 3\.88889\n")
        self.abut("clash", *arguments, "--csv", "jump.csv", "--quiet")
        with open(self.folder / "jump.csv") as table:
            [row] = csv.DictReader(table)
        self.assertRegex(row["intervals"], r"\Aclash 3\.333\d+-4\.444\d+\Z")

    def test_tells_the_least_clearance_with_its_time(self):
        self.file("pass.txt", motion([(0, {"far away": shifted(0, 1.625, 0)}), (10, {"far away": shifted(-18, 1.625, 0)})]))
        arguments = ["a.obj", "--motion", "pass.txt", "--only", "far away:right", "--clearance", "0.75"]
        [finding] = self.report(*arguments)["findings"]
        self.assertEqual((finding["kind"], finding["intervals"]), ("clearance", []))
        self.assertAlmostEqual(finding["least"]["upper"], 0.5, 12)
        self.assertGreater(finding["least"]["lower"], 0.499)
        self.assertLess(abs(finding["least"]["time"] - 10 * 7 / 18), 10 * 1.01 / 18)
        self.assertRegex(self.abut("clash", *arguments).out,
                         r"\Aclearance  right  far away  0\.5 apart, 0\.75 asked for  at [34]\.\d+, between steps\n")

    def test_tells_ways_that_placements_do_not_tell(self):
        self.file("turn.txt", motion([(0, {}), (10, {"far away": [-1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, 0]})]))
        arguments = ["a.obj", "--motion", "turn.txt", "--only", "far away:right"]
        result = self.abut("clash", *arguments)
        self.assertIn("not looked at between steps: 1 part, first 'far away' from 0 to 10: a motion turns by half a turn",
                      result.out)
        result = self.abut("clash", *arguments, "--json")
        self.assertIn("abut: not looked at between steps: 1 part", result.err)
        [way] = json.loads(result.out)["unknown_ways"]
        self.assertEqual((way["part"], way["begin"], way["end"]), (5, 0, 10))


class Interruption(ClashTest):
    def setUp(self):
        super().setUp()
        ring = torus(200, 100).splitlines()
        points = [line for line in ring if line.startswith("v")]
        faces = [line for line in ring if line.startswith("f")]
        text = ["g still"] + points + faces + ["g moving"] + points
        for face in faces:
            text.append("f " + " ".join(str(int(corner) + len(points)) for corner in face.split()[1:]))
        self.file("rings.obj", "\n".join(text) + "\n")
        self.write_motion(4000)
        self.command = [ABUT, "clash", "rings.obj", "--motion", "long.txt", "--save", "out.json", "--threads", "1"]

    def write_motion(self, steps):
        self.file("long.txt", motion([(i, {"moving": shifted(0.4 * i / steps, 0.3, 0.1)}) for i in range(steps)]))

    def test_keeps_what_was_found(self):
        self.write_motion(100000)
        process = subprocess.Popen(self.command, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        wait_until_it_catches(process, signal.SIGINT)
        # Long enough to find something; were it done by then, the report would be complete.
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
        self.assertEqual(err.decode(), "abut: stopped before the end; what was found so far is not complete.\n")
        self.assertEqual(process.returncode, 130)
        report = json.loads((self.folder / "out.json").read_text())
        self.assertFalse(report["complete"])
        [finding] = report["findings"]
        self.assertEqual(finding["kind"], "clash")
        self.assertLess(finding["spans"][-1]["last"], 99999)

    def test_shows_progress_to_a_terminal(self):
        leader, follower = pty.openpty()
        process = subprocess.Popen(self.command, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=follower)
        os.close(follower)
        seen, end = b"", time.monotonic() + 100
        while b" left" not in seen and time.monotonic() < end:
            seen += os.read(leader, 1000)
        process.send_signal(signal.SIGINT)
        process.wait(timeout=PATIENCE)
        os.close(leader)
        self.assertRegex(seen.decode(), r"\d+ of \d+ checks, (\d+ h )?(\d+ min )?(\d+ s )?left")


if __name__ == "__main__":
    unittest.main()
