"""Signals under attack: what is interrupted is never clean (status 130), and leaves no half file."""

import csv
import json
import os
import pathlib
import pty
import signal
import subprocess
import time
import unittest

from command import (ABUT, IDENTITY, PATIENCE, CommandTest, abut, pose, shifted, torus, turned, wait_until_it_catches)
from outputs_test import Pipe

SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]
NOT_COMPLETE = "abut: stopped before the end; the answer is not complete.\n"


def two_rings():
    """A ring twice, as two parts; parts of 20,000 quadrangles each."""
    ring = torus(200, 100).splitlines()
    points = [line for line in ring if line.startswith("v")]
    faces = [line for line in ring if line.startswith("f")]
    text = ["g still"] + points + faces + ["g moving"] + points
    for face in faces:
        text.append("f " + " ".join(str(int(corner) + len(points)) for corner in face.split()[1:]))
    return "\n".join(text) + "\n"


def drift(steps, y):
    """The second ring moves to and fro, apart from the first when y is 3, through it when y is 0.3; so far at each step
    that no step is spared by what the last one found out."""
    lines = []
    for i in range(steps):
        placement = shifted(0.4 * (i * 7919 % steps) / steps, y, 0.1)
        lines.append('step %d\n"moving" %s\n' % (i, " ".join(repr(number) for number in placement)))
    return "".join(lines)


class SignalTest(CommandTest):
    def start(self, *arguments, **options):
        streams = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
        process = subprocess.Popen([ABUT, *map(str, arguments)], cwd=self.folder, **streams)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        wait_until_it_catches(process, signal.SIGHUP)
        return process

    def stop(self, process, *numbers):
        """Sends the signals, far enough apart to count, and gives status, output, error."""
        for index, number in enumerate(numbers):
            if index > 0:
                time.sleep(0.4)
            if process.poll() is None:
                process.send_signal(number)
        # Its input stays open until it has ended.
        stdin, process.stdin = process.stdin, None
        out, err = process.communicate(timeout=PATIENCE)
        if stdin:
            stdin.close()
        return process.returncode, out.decode(), err.decode()

    def names(self):
        return sorted(str(path.relative_to(self.folder)) for path in self.folder.rglob("*"))

    def wait_for(self, condition):
        end = time.monotonic() + PATIENCE
        while not condition():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.01)


class Clash(SignalTest):
    def setUp(self):
        super().setUp()
        self.file("rings.obj", two_rings())
        self.outputs = ["--save", "out.json", "--csv", "out.csv"]
        self.clash = ["clash", "rings.obj", "--motion", "long.txt", "--threads", "1"]

    def until_it_works(self, process):
        """Its processor time grows by its work; reading these files takes less than a second."""
        ticks = os.sysconf("SC_CLK_TCK")
        stat = pathlib.Path("/proc/%d/stat" % process.pid)
        self.wait_for(lambda: int(stat.read_text().rsplit(")", 1)[1].split()[11]) > 2 * ticks)

    def test_that_has_found_nothing_yet_is_not_clean(self):
        """It exited with 0 and said that nothing was found."""
        self.file("long.txt", drift(100000, 3))
        for number in SIGNALS:
            process = self.start(*self.clash, "--clearance", "1.5", "--only", "still:moving", *self.outputs)
            self.until_it_works(process)
            status, out, err = self.stop(process, number)
            self.assertEqual((status, err),
                             (130, "abut: stopped before the end; what was found so far is not complete.\n"))
            self.assertRegex(out.splitlines()[-1], r"\Anot complete: (nothing found|1 clearance); 2 parts")
            self.assertFalse(json.loads((self.folder / "out.json").read_text())["complete"])
            self.assertEqual(self.names(), ["long.txt", "out.csv", "out.json", "rings.obj"])

    def test_that_has_found_something_marks_everything_as_not_complete(self):
        self.file("long.txt", drift(100000, 0.3))
        for more in [[], ["--json"], ["--quiet"]]:
            process = self.start(*self.clash, *self.outputs, *more)
            self.until_it_works(process)
            status, out, err = self.stop(process, signal.SIGTERM)
            self.assertEqual(status, 130)
            self.assertIn("is not complete.", err)
            report = json.loads((self.folder / "out.json").read_text())
            self.assertEqual((report["complete"], len(report["findings"])), (False, 1))
            if more == ["--json"]:
                self.assertEqual(json.loads(out), report)
            with open(self.folder / "out.csv", newline="") as file:
                head, finding, last = list(csv.reader(file))
            self.assertEqual(last, ["", "not complete"] + [""] * (len(head) - 2))
            self.assertEqual(len(finding), len(head))

    def test_that_is_done_is_not_marked(self):
        self.file("long.txt", drift(2, 0.3))
        self.assertEqual(self.abut(*self.clash, *self.outputs).status, 1)
        self.assertNotIn("not complete", (self.folder / "out.csv").read_text())

    def test_ends_while_it_loads(self):
        """A pipe in place of the motion would be refused; a large file takes its time."""
        self.file("long.txt", drift(400000, 3))
        for number in SIGNALS:
            process = self.start(*self.clash, *self.outputs)
            self.assertEqual(self.stop(process, number), (130, "", NOT_COMPLETE))
            self.assertEqual(self.names(), ["long.txt", "rings.obj"])

    def test_ends_at_once_at_the_second_signal(self):
        """The first one waits here for somebody who reads the report."""
        self.file("long.txt", drift(100000, 0.3))
        with Pipe(self.folder / "pipe") as pipe:
            process = self.start(*self.clash, "--save", "pipe", "--csv", "out.csv")
            self.until_it_works(process)
            process.send_signal(signal.SIGINT)
            self.assertEqual(pipe.read_byte(), b"{")  # the report is being written, more than the pipe holds
            self.wait_for(lambda: any(name.endswith(".part") for name in self.names()))
            time.sleep(0.4)
            self.assertIsNone(process.poll())
            process.send_signal(signal.SIGINT)
            status = process.wait(PATIENCE)
        self.assertEqual(status, 130)
        self.assertTrue(process.communicate()[1].decode().endswith(NOT_COMPLETE))
        self.assertEqual(self.names(), ["long.txt", "pipe", "rings.obj"])

    def test_takes_a_signal_that_comes_twice_at_once_for_one(self):
        """As the command timeout and closing a terminal send it."""
        self.file("long.txt", drift(100000, 0.3))
        process = self.start(*self.clash, *self.outputs)
        self.until_it_works(process)
        process.send_signal(signal.SIGHUP)
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(PATIENCE), 130)
        self.assertFalse(json.loads((self.folder / "out.json").read_text())["complete"])

    def test_does_not_heed_what_was_ignored_before(self):
        """As under nohup."""
        self.file("long.txt", drift(300, 0.3))
        process = subprocess.Popen(["sh", "-c", 'trap "" HUP; exec "$0" "$@"', ABUT, *self.clash, *self.outputs],
                                   cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        wait_until_it_catches(process, signal.SIGINT)
        process.send_signal(signal.SIGHUP)
        process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 1)

    def test_that_was_killed_leaves_files_that_the_next_one_clears(self):
        self.file("long.txt", drift(100000, 0.3))
        self.file("out.json.12345-1.part.txt", "of somebody else")
        self.file("other.json.999999999-0.part", "of another file")
        process = self.start(*self.clash, *self.outputs)
        self.wait_for(lambda: sum(name.endswith(".part") for name in self.names()) == 3)
        alive = self.start(*self.clash, *self.outputs)
        self.wait_for(lambda: sum(name.endswith(".part") for name in self.names()) == 5)
        process.kill()
        process.communicate()
        self.file("few.txt", drift(2, 0.3))
        self.assertEqual(self.abut("clash", "rings.obj", "--motion", "few.txt", *self.outputs).status, 1)
        parts = [name for name in self.names() if name.endswith(".part")]
        self.assertEqual(len(parts), 3, parts)
        self.assertEqual([name for name in parts if ".%d-" % alive.pid not in name], ["other.json.999999999-0.part"])
        self.assertIn("out.json.12345-1.part.txt", self.names())


class OtherCommands(SignalTest):
    def setUp(self):
        super().setUp()
        self.file("torus.obj", torus())

    def test_about_poses_end_after_a_whole_line(self):
        self.file("many.txt", 60000 * pose(IDENTITY, turned(1.2, 2.9, 0.1, 0.2)))
        for command in [["collide", "torus.obj", "torus.obj"], ["distance", "torus.obj", "torus.obj"],
                        ["within", "torus.obj", "torus.obj", "0.1"]]:
            for number in SIGNALS:
                process = self.start(*command, "--poses", "many.txt", "--json", "--threads", "1")
                lines = [process.stdout.readline()]
                process.send_signal(number)
                lines += process.stdout.readlines()
                self.assertEqual([json.loads(line)["pose"] for line in lines], list(range(len(lines))))
                self.assertEqual(process.stderr.read().decode(),
                                 "abut: stopped after %d of 60000 poses; the answer is not complete.\n" % len(lines))
                self.assertEqual(process.wait(PATIENCE), 130)

    def test_end_while_they_read(self):
        """Poses from a pipe that never ends."""
        for command in [["collide", "torus.obj", "torus.obj"], ["distance", "torus.obj", "torus.obj"],
                        ["within", "torus.obj", "torus.obj", "0.1"]]:
            for number in SIGNALS:
                process = self.start(*command, "--poses", "-")
                self.assertEqual(self.stop(process, number), (130, "", NOT_COMPLETE))

    def test_end_while_they_build(self):
        self.file("large.obj", torus(1000, 400))
        for command in [["tree", "large.obj", "--quality", "--volume", "obb"], ["self", "large.obj"],
                        ["self", "large.obj", "--volume", "rss"], ["tree", "large.obj"]]:
            process = self.start(*command)
            self.assertEqual(self.stop(process, signal.SIGTERM), (130, "", NOT_COMPLETE))

    def test_clear_the_line_of_progress(self):
        self.file("many.txt", 60000 * pose(IDENTITY, turned(1.2, 0.9, 0.1, 0.2)))
        leader, follower = pty.openpty()
        process = subprocess.Popen([ABUT, "collide", "torus.obj", "torus.obj", "--poses", "many.txt", "--volume",
                                    "sphere", "--threads", "1"], cwd=self.folder, stdout=subprocess.DEVNULL,
                                   stderr=follower)
        os.close(follower)
        seen = b""
        while b" left" not in seen:
            seen += os.read(leader, 1000)
        process.send_signal(signal.SIGINT)
        try:
            while b"complete." not in seen:
                seen += os.read(leader, 1000)
        except OSError:
            pass
        self.assertEqual(process.wait(PATIENCE), 130)
        os.close(leader)
        self.assertRegex(seen.decode(), r"left\r\x1b\[Kabut: stopped after \d+ of 60000 poses; the answer is not complete")


@unittest.skipUnless("demo" in abut("--help").out, "this command has no demo and no bench")
class Folders(SignalTest):
    def test_of_demo_and_bench_are_left_as_they_were(self):
        for command in [["demo", "--out", "new/folder"], ["bench", "--export", "new/folder"],
                        ["bench", "papers", "--out", "new/folder"]]:
            for number in SIGNALS:
                process = self.start(*command)
                self.wait_for(lambda: any("unfinished" in name for name in self.names()))
                time.sleep(0.2)
                status, out, err = self.stop(process, number)
                self.assertEqual((status, out), (130, ""), command)
                self.assertRegex(err, r"\Aabut: (stopped before the end; the answer is not complete|the demo was stopped; "
                                      r"nothing was written)\.\n\Z")
                self.assertEqual(self.names(), [])


if __name__ == "__main__":
    unittest.main()
