"""Commands about many poses: they ask in pieces and print after each. Answers, promptness, interrupts, times."""

import json
import os
import pathlib
import signal
import subprocess
import time
import unittest

from command import ABUT, IDENTITY, PATIENCE, CommandTest, pose, torus, turned

SLOWDOWN = int(os.environ.get("ABUT_SLOWDOWN", "1"))
COMMANDS = [["collide", "torus.obj", "torus.obj"], ["collide", "torus.obj", "torus.obj", "--first"],
            ["distance", "torus.obj", "torus.obj"], ["within", "torus.obj", "torus.obj", "0.3"]]


def seconds_worked(process):
    """On all threads, so far."""
    fields = pathlib.Path("/proc/%d/stat" % process.pid).read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Pieces(CommandTest):
    def setUp(self):
        super().setUp()
        self.file("torus.obj", torus(triangles=True))

    def test_do_not_change_answers(self):
        poses = [pose(IDENTITY, turned(0.01 * i, 0.006 * i, 0.003 * i, 0.1)) for i in range(500)]
        self.file("all.txt", "".join(poses))
        parts = [(0, 1), (1, 3), (3, 140), (140, 500)]
        for first, last in parts:
            self.file("%d.txt" % first, "".join(poses[first:last]))
        for command in COMMANDS:
            expected = []
            for first, _ in parts:
                expected += self.abut(*command, "--json", "--threads", "1", "--poses", "%d.txt" % first).lines()
            for i, line in enumerate(expected):
                line["pose"] = i
            for threads in ["1", "2"]:
                lines = self.abut(*command, "--json", "--threads", threads, "--poses", "all.txt").lines()
                self.assertEqual(lines, expected, (command, threads))

    def test_do_not_count_printing_as_queries(self):
        """Tori that nearly coincide have thousands of contacts to print."""
        self.file("poses.txt", 200 * pose(IDENTITY, turned(0.02, 0.001, 0.002, 0.003)))
        command = ["collide", "torus.obj", "torus.obj", "--poses", "poses.txt", "--stats"]
        quiet, printed = (min(json.loads(self.abut(*command, voice).err)["query_us"] for _ in range(5))
                          for voice in ["--quiet", "--json"])
        self.assertLess(printed, 1.5 * quiet)


class SlowQueries(CommandTest):
    """Parallel surfaces and boxes along the axes: tens of milliseconds each."""

    def setUp(self):
        super().setUp()
        self.file("torus.obj", torus(60, 30, triangles=True))
        self.file("around.obj", torus(60, 30, minor=0.36, triangles=True))
        self.file("poses.txt", 24 * pose())

    def start(self, threads):
        return subprocess.Popen([ABUT, "distance", "torus.obj", "around.obj", "--poses", "poses.txt", "--volume", "aabb",
                                 "--json", "--threads", threads], cwd=self.folder, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE)

    def test_are_printed_as_they_come(self):
        for threads in ["1", "2"]:
            start = time.monotonic()
            with self.start(threads) as process:
                line = process.stdout.readline()
                first = time.monotonic()
                lines = [line] + process.stdout.readlines()
                self.assertEqual(process.wait(PATIENCE), 0)
            self.assertEqual(len(lines), 24)
            self.assertLess(first - start, 0.4 * (time.monotonic() - start))

    def test_end_at_an_interrupt_with_all_that_was_found(self):
        for threads in ["1", "2"]:
            with self.start(threads) as process:
                lines = [process.stdout.readline() for _ in range(3)]
                before = seconds_worked(process)
                process.send_signal(signal.SIGINT)
                lines += process.stdout.readlines()
                self.assertEqual(process.stderr.read().decode(),
                                 "abut: stopped after %d of 24 poses; the answer is not complete.\n" % len(lines))
                _, status, used = os.wait4(process.pid, 0)
                process.returncode = os.waitstatus_to_exitcode(status)
            self.assertEqual(process.returncode, 130)
            self.assertEqual([json.loads(line)["pose"] for line in lines], list(range(len(lines))))
            self.assertLess(len(lines), 24)
            self.assertLess(used.ru_utime + used.ru_stime - before, 0.2 * int(threads) * SLOWDOWN)


if __name__ == "__main__":
    unittest.main()
