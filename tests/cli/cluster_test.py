"""The command on several ranks: the same bytes, and nothing lost. Ranks are processes of this machine that reach each
other through shared memory alone. Without mpirun, what one rank does is tested."""

import json
import os
import random
import resource
import shutil
import signal
import subprocess
import time
import unittest

from command import ABUT, IDENTITY, PATIENCE, CommandTest, Result, abut, obj, pose, torus, turned

MPIRUN = shutil.which("mpirun") if os.path.exists(os.path.join(os.path.dirname(ABUT), "abut-mpi.so")) or \
    "ABUT_MODULES" in os.environ else None
SLOWDOWN = int(os.environ.get("ABUT_SLOWDOWN", "1"))

URDF = """<robot name="two"><link name="base"><collision><geometry><box size="1 1 0.2"/></geometry></collision></link>
<link name="arm"><collision><origin xyz="0 0 0.5"/><geometry><box size="0.1 0.1 0.9"/></geometry></collision></link>
<link name="tip"><collision><origin xyz="0 0 0.4"/><geometry><sphere radius="0.3"/></geometry></collision></link>
<joint name="a" type="revolute"><parent link="base"/><child link="arm"/><origin xyz="0 0 0.2"/><axis xyz="0 1 0"/>
<limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
<joint name="b" type="revolute"><parent link="arm"/><child link="tip"/><origin xyz="0 0 1"/><axis xyz="1 0 0"/>
<limit lower="-3" upper="3" effort="1" velocity="1"/></joint></robot>"""


def poses_of(count):
    return "".join(pose(IDENTITY, turned(0.01 * i, 0.006 * (i % 500), 0.003 * (i % 700), 0.1)) for i in range(count))


def slow_poses_of(count):
    """Surfaces that are nearly parallel: of such and boxes along the axes, a distance takes some milliseconds."""
    return "".join(pose(IDENTITY, turned(0.0001 * i, 0, 0, 0)) for i in range(count))


def motions_of(count):
    def line(time, at):
        return "%d %s" % (time, pose(IDENTITY, at))
    return "\n".join(line(0, turned(0.1 * i, 3, 0.01 * i, 0)) + line(1, turned(0.1 * i + 1, -0.02 * i, 0, 0.1))
                     for i in range(count))


def parts_of(count):
    """Boxes in rows, in each other by different depths."""
    points, text = [], ""
    for i in range(count):
        x, y = 0.9 * (i // 3) + 0.013 * i, 0.95 * (i % 3)
        first = len(points)
        points += [(x + dx, y + dy, 0.01 * i + dz) for dx in (0, 1) for dy in (0, 1) for dz in (0, 1)]
        text += "o part%d\n" % i + "".join("v %r %r %r\n" % point for point in points[first:])
        for face in [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]:
            text += "f " + " ".join(str(first + corner + 1) for corner in face) + "\n"
    return text


def children_of(process):
    return [int(child) for child in subprocess.run(["pgrep", "-P", str(process)], capture_output=True).stdout.split()]


def environment_of(process):
    with open("/proc/%d/environ" % process, "rb") as file:
        return file.read()


def without_seconds(result):
    found = json.loads(result.out)
    del found["summary"]["seconds"]
    return found


class ClusterTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.file("torus.obj", torus(triangles=True))
        self.file("poses.txt", poses_of(300))
        self.file("motions.txt", motions_of(40))
        self.file("robot.urdf", URDF)
        self.file("path.csv", "".join("%r,%r\n" % (0.02 * i - 2, 0.013 * i) for i in range(200)))
        self.file("rays.txt", "".join("-3 %r 0.1 3 0 0\n" % (0.01 * i) for i in range(200)))
        self.file("points.csv", "".join("%r,0.1,0.2\n" % (0.01 * i) for i in range(200)))
        (self.folder / "cache").mkdir()

    def environment(self):
        return {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
                "OMPI_MCA_btl": "self,vader", "OMPI_MCA_btl_vader_single_copy_mechanism": "none",
                "OMPI_MCA_oob_tcp_if_include": "lo", "ABUT_CACHE": str(self.folder / "cache"),
                "TMPDIR": "/tmp"}

    def command(self, ranks, *arguments):
        if ranks == 1:
            return [ABUT, *map(str, arguments)]
        return [MPIRUN, "-n", str(ranks), "--oversubscribe", ABUT, *map(str, arguments)]

    def start(self, ranks, *arguments, **options):
        return subprocess.Popen(self.command(ranks, *arguments), cwd=self.folder, env=self.environment(),
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)

    def on(self, ranks, *arguments, **options):
        return Result(subprocess.run(self.command(ranks, *arguments), cwd=self.folder, env=self.environment(),
                                     capture_output=True, timeout=PATIENCE, **options))


COMMANDS = [["collide", "torus.obj", "torus.obj", "--poses", "poses.txt", "--first"],
            ["distance", "torus.obj", "torus.obj", "--poses", "poses.txt", "--json"],
            ["within", "torus.obj", "torus.obj", "0.3", "--poses", "poses.txt"],
            ["sweep", "torus.obj", "torus.obj", "--motion", "motions.txt", "--json"],
            ["robot", "robot.urdf", "--configurations", "path.csv"],
            ["robot", "robot.urdf", "--configurations", "path.csv", "--edges", "--json"],
            ["robot", "robot.urdf", "--configurations", "path.csv", "--spline", "--json"]]
OTHERS = [["depth", "torus.obj", "torus.obj", "--poses", "few.txt"],
          ["point", "torus.obj", "points.csv", "--csv"],
          ["ray", "torus.obj", "--rays", "rays.txt", "--csv"],
          ["region", "torus.obj", "segment", "--regions", "rays.txt", "--json"]]


@unittest.skipUnless(MPIRUN, "there is no mpirun, or abut was built without its module")
class Ranks(ClusterTest):
    def test_print_what_one_prints(self):
        for command in COMMANDS:
            expected = self.on(1, *command)
            self.assertIn(expected.status, [0, 1], expected.err)
            self.assertGreater(len(expected.out), 1000)
            for ranks in [2, 3, 8]:
                for threads in ["1", "2"] if ranks == 2 else ["1"]:
                    result = self.on(ranks, *command, "--threads", threads)
                    self.assertEqual(result.out, expected.out, (command, ranks, threads, result.err))
                    self.assertEqual(result.status, expected.status, (command, ranks, threads, result.err))

    def test_print_it_for_other_commands(self):
        self.file("few.txt", poses_of(5))
        for command in OTHERS:
            expected = self.on(1, *command)
            result = self.on(2, *command)
            self.assertEqual((result.out, result.status), (expected.out, expected.status), (command, result.err))

    def test_find_the_clashes_that_one_finds(self):
        self.file("parts.obj", parts_of(60))
        command = ["clash", "parts.obj", "--clearance", "0.05", "--json"]
        expected = without_seconds(self.on(1, *command))
        self.assertEqual(expected["complete"], True)
        self.assertGreater(len(expected["findings"]), 60)
        for ranks in [2, 3, 8]:
            result = self.on(ranks, *command, "--save", "saved.json", "--csv", "saved.csv")
            self.assertEqual((without_seconds(result), result.status), (expected, 1), result.err)
        lines = (self.folder / "saved.csv").read_text()
        self.on(1, *command, "--csv", "alone.csv")
        self.assertEqual(lines, (self.folder / "alone.csv").read_text())
        self.assertEqual(sorted(path.name for path in self.folder.glob("*saved*")), ["saved.csv", "saved.json"])

    def test_read_the_standard_input_once(self):
        command = ["distance", "torus.obj", "torus.obj", "--poses", "-", "--json"]
        given = poses_of(300).encode()
        self.assertEqual(self.on(2, *command, input=given).out, self.on(1, *command, input=given).out)

    def test_count_the_whole_run(self):
        command = ["distance", "torus.obj", "torus.obj", "--poses", "poses.txt", "--json", "--stats"]
        one, two = (json.loads([line for line in self.on(ranks, *command).err.splitlines() if "queries" in line][0])
                    for ranks in [1, 2])
        for name in ["queries", "volume_tests", "triangle_tests", "exact_tests", "bytes_a"]:
            self.assertEqual(one[name], two[name], name)

    def test_share_trees_that_the_first_has_made(self):
        command = ["distance", "torus.obj", "torus.obj", "--poses", "poses.txt"]
        expected = self.on(2, *command).out
        trees = list((self.folder / "cache" / "trees").glob("*.abut"))
        self.assertEqual(len(trees), 1)
        # One that is damaged at its head is made again; one without a folder is not made.
        trees[0].write_bytes(b"damaged")
        self.assertEqual(self.on(2, *command).out, expected)
        self.assertGreater(trees[0].stat().st_size, 10000)

    def test_say_the_first_thing_that_is_wrong_with_the_poses(self):
        good = poses_of(3000)
        for flaws, sentence in [({2500: "1 2 x\n", 2900: "1 2\n"}, "abut: bad.txt: line 2501: value 3 is 'x', which is not a"),
                                ({7: "1 2\n", 8: "z\n"}, "abut: bad.txt: line 8: has 2 values; a pose has 24"),
                                ({2999: "0 " * 23 + "0\n"}, "abut: bad.txt: line 3000: the placement of A is singular"),
                                ({1400: "1 2\n", 1500: "1 " * (1 << 20) + "\n"}, "abut: bad.txt: line 1401: has 2 values"),
                                ({1500: "1 " * (1 << 20) + "\n"}, "abut: bad.txt: has a line of more than 2^20 bytes")]:
            lines = good.splitlines(keepends=True)
            for line, text in flaws.items():
                lines[line] = text
            self.file("bad.txt", "".join(lines))
            command = ["distance", "torus.obj", "torus.obj", "--poses", "bad.txt"]
            one, three = self.on(1, *command), self.on(3, *command)
            self.assertEqual((one.status, three.status, three.out), (2, 2, ""), (one.err, three.err))
            self.assertIn(sentence, one.err)
            self.assertEqual(three.err.splitlines()[0], one.err.splitlines()[0])
        self.file("bad.txt", "\ufeff# none\n\n")
        self.assertIn("bad.txt: has no poses", self.on(2, *command).err)
        self.file("commented.txt", "\ufeff# some\n\n" + good.replace("\n", " # here\r\n", 1500))
        command[-1] = "commented.txt"
        self.assertEqual(self.on(2, *command).out, self.on(1, *command).out)

    def test_read_lines_that_are_longer_than_what_is_read_at_once(self):
        lines = poses_of(900).splitlines(keepends=True)
        for at, size in [(0, 1 << 16), (300, (1 << 16) - 1), (301, 1 << 18), (600, (1 << 16) + 1), (899, 200000)]:
            lines[at] = "#" + "x" * size + "\n" + lines[at]
        self.file("long.txt", "".join(lines)[:-1])
        command = ["distance", "torus.obj", "torus.obj", "--poses", "long.txt", "--json"]
        expected = self.on(1, *command)
        self.assertEqual(expected.out.count("\n"), 900)
        for ranks in [2, 3]:
            result = self.on(ranks, *command)
            self.assertEqual((result.out, result.status), (expected.out, 0), result.err)

    def test_share_experiments(self):
        if "bench" not in self.abut("--help").out:
            return
        # Two experiments, of which one adds lines to a table of all.
        command = ["bench", "peers", "--quick", "--filter", "ar"]
        files = ["sheared.csv", "hard_cases.csv", "goals.csv"]
        earlier = "experiment,work,measure,bound,required,aim,measured,verdict,table\nearlier,a,b,at most,1,0,0.5,met,first\n"
        for ranks, out in [(1, "one"), (2, "two")]:
            (self.folder / out).mkdir()
            (self.folder / out / "goals.csv").write_text(earlier)
            result = self.on(ranks, *command, "--out", out)
            self.assertEqual(result.status, 0, result.err)
            self.assertLess(result.out.index("peers    hard"), result.out.index("peers    sheared"))
            self.assertEqual(sorted(path.name for path in (self.folder / out).iterdir()), sorted(files))
        # But for times, and how many placements slow libraries had time for.
        for name in files:
            one, two = ([line.split(",")[:2] for line in (self.folder / out / name).read_text().splitlines()]
                        for out in ["one", "two"])
            self.assertEqual([cells[0] for cells in one], [cells[0] for cells in two])
        self.assertIn("earlier", [cells[0] for cells in two])

    def test_say_once_what_is_wrong(self):
        for arguments, sentence in [
                (["distance", "none.obj", "torus.obj"], "abut: none.obj: "),
                (["distance", "torus.obj", "torus.obj", "--poses", "none.txt"], "abut: none.txt: "),
                (["tree", "torus.obj"], "abut: abut tree does not run on several ranks"),
                (["nonsense"], "abut: 'nonsense' is not a command of abut")]:
            result = self.on(3, *arguments)
            self.assertEqual(result.status, 2, result.err)
            self.assertEqual(result.err.count(sentence), 1, result.err)
            self.assertEqual(result.out, "")

    def test_without_the_module_are_refused_and_may_work_alone(self):
        environment = {**os.environ, "OMPI_COMM_WORLD_SIZE": "2", "ABUT_MODULES": str(self.folder)}
        command = ["distance", "torus.obj", "torus.obj"]
        result = self.abut(*command, env=environment)
        self.assertEqual(result.status, 2)
        self.assertIn("Install the package abut-mpi", result.err)
        self.assertEqual(self.abut(*command, env={**environment, "ABUT_MPI": "off"}).out, self.abut(*command).out)


@unittest.skipUnless(MPIRUN, "there is no mpirun, or abut was built without its module")
class RanksThatDie(ClusterTest):
    def setUp(self):
        super().setUp()
        self.file("around.obj", torus(minor=0.36, triangles=True))
        self.file("slow.txt", slow_poses_of(400))
        self.query = ["distance", "torus.obj", "around.obj", "--poses", "slow.txt", "--volume", "aabb", "--json"]
        self.expected = self.on(1, *self.query).out

    def ranks_of(self, run, count):
        """The processes of the ranks, once they are there: those that work, and their guards."""
        while run.poll() is None:
            guards = children_of(run.pid)
            workers = [worker for guard in guards for worker in children_of(guard)]
            if len(workers) == count:
                return workers, guards
            time.sleep(0.01)
        return [], []

    def killed(self, which):
        """Status and messages of a run of which a rank, or its guard, was killed after a while."""
        with self.start(3, *self.query, "--out", "out.txt") as run:
            processes = self.ranks_of(run, 3)[which == "guard"]
            time.sleep(self.choose.uniform(0.1, 1.2))
            if processes:
                try:
                    os.kill(self.choose.choice(processes), signal.SIGKILL)
                except ProcessLookupError:
                    pass
            _, error = run.communicate(timeout=PATIENCE)
        return run.returncode, error.decode()

    def resumed(self, *journal):
        """Runs again until it ends by itself; gives the bytes of the file."""
        result = self.on(2, *self.query, "--out", "out.txt", "--resume")
        self.assertEqual(result.status, 0, result.err)
        self.assertFalse((self.folder / "out.txt.journal").exists())
        return (self.folder / "out.txt").read_text()

    def test_lose_nothing(self):
        self.choose = random.Random(19)
        for which in ["rank", "guard", "rank", "rank"]:
            status, error = self.killed(which)
            # A guard is what mpirun has started, which ends with 128 and the signal then.
            self.assertIn(status, [0, 2, 130, *([137] if which == "guard" else [])], error)
            if status == 2:
                self.assertRegex(error, r"abut: rank \d was ended by signal 9")
            # A rank may also have been killed after the file was complete.
            if status == 0 or (self.folder / "out.txt").exists():
                self.assertEqual((self.folder / "out.txt").read_text(), self.expected)
            self.assertEqual(self.resumed(), self.expected)
            (self.folder / "out.txt").unlink()

    def test_end_with_an_error_when_abut_has_started_them(self):
        command = [ABUT, "ranks", "3", "--mpirun", MPIRUN + " --oversubscribe", *self.query, "--out", "out.txt"]
        with subprocess.Popen(command, cwd=self.folder, env=self.environment(), stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
            while run.poll() is None and not (self.folder / "out.txt.journal").exists():
                time.sleep(0.01)
            time.sleep(0.2)
            os.kill(children_of(children_of(run.pid)[0])[-1], signal.SIGKILL)
            _, error = run.communicate(timeout=PATIENCE)
        self.assertEqual(run.returncode, 2, error)
        self.assertRegex(error.decode(), r"mpirun ended with status 137: a rank was killed, or a machine was lost; the answer "
                                         r"is not complete\. What is done is in out\.txt\.journal; --resume goes on")
        self.assertEqual(self.resumed(), self.expected)
        self.assertEqual(self.abut("ranks", "2", "--mpirun", "no-such", "distance").status, 2)
        self.assertEqual(self.abut("ranks", "2").status, 2)
        self.assertRegex(self.abut("ranks", "--help").out, r"Usage: .*ranks \[OPTIONS\] N COMMAND\.\.\.\n")

    def test_say_what_is_missing_when_the_first_is_killed(self):
        with self.start(2, *self.query, "--out", "out.txt") as run:
            ranks, guards = self.ranks_of(run, 2)
            while run.poll() is None and not (self.folder / "out.txt.journal").exists():
                time.sleep(0.01)
            time.sleep(0.2)
            first = [rank for rank in ranks if b"OMPI_COMM_WORLD_RANK=0\0" in environment_of(rank)]
            os.kill(first[0], signal.SIGKILL)
            _, error = run.communicate(timeout=PATIENCE)
        self.assertEqual(run.returncode, 2, error)
        self.assertRegex(error.decode(), r"abut: rank 0 was ended by signal 9 \(Killed\)\. stopped after \d+ of 400 poses; "
                                         r"the answer is not complete\. What is done is in out\.txt\.journal; --resume")
        self.assertEqual(self.resumed(), self.expected)

    def test_end_in_order_at_a_signal(self):
        with self.start(2, *self.query, "--out", "out.txt") as run:
            _, ranks = self.ranks_of(run, 2)
            while run.poll() is None and not (self.folder / "out.txt.journal").exists():
                time.sleep(0.01)
            time.sleep(0.2)
            os.kill(ranks[-1], signal.SIGTERM)
            _, error = run.communicate(timeout=PATIENCE)
        self.assertEqual(run.returncode, 130, error)
        self.assertRegex(error.decode(), r"abut: stopped after \d+ of 400 poses; the answer is not complete\. "
                                         r"What is done is in out\.txt\.journal; --resume goes on from there\.")
        self.assertEqual(self.resumed(), self.expected)


class Journals(ClusterTest):
    def setUp(self):
        super().setUp()
        self.query = ["distance", "torus.obj", "torus.obj", "--poses", "poses.txt", "--json"]
        self.expected = self.on(1, *self.query).out
        self.journal = self.folder / "out.txt.journal"

    def interrupted(self):
        """Leaves a journal behind, of some but not all poses."""
        self.file("around.obj", torus(minor=0.36, triangles=True))
        self.file("poses.txt", slow_poses_of(200))
        self.query = ["distance", "torus.obj", "around.obj", "--poses", "poses.txt", "--json", "--volume", "aabb"]
        self.expected = self.on(1, *self.query).out
        with self.start(1, *self.query, "--out", "out.txt", "--threads", "1") as run:
            while run.poll() is None and (not self.journal.exists() or self.journal.stat().st_size < 5000):
                time.sleep(0.002)
            run.send_signal(signal.SIGINT)
            _, error = run.communicate(timeout=PATIENCE)
        self.assertEqual(run.returncode, 130, error)
        self.assertIn(b"--resume goes on from there", error)
        self.assertFalse((self.folder / "out.txt").exists())

    def test_go_when_the_file_is_complete(self):
        result = self.abut(*self.query, "--out", "out.txt")
        self.assertEqual((result.status, result.out, result.err), (0, "", ""))
        self.assertEqual((self.folder / "out.txt").read_text(), self.expected)
        self.assertFalse(self.journal.exists())

    def test_are_resumed_after_an_interrupt_and_cut_anywhere(self):
        self.interrupted()
        whole = self.journal.read_bytes()
        for size in [len(whole), len(whole) - 1, len(whole) // 2, 45, 10, 0]:
            self.journal.write_bytes(whole[:size])
            result = self.abut(*self.query, "--out", "out.txt", "--resume")
            self.assertEqual((result.status, result.out), (0, ""), result.err)
            self.assertEqual((self.folder / "out.txt").read_text(), self.expected)
            if size == len(whole) - 1:
                self.assertRegex(result.err, r"abut: out\.txt\.journal: the last \d+ bytes are cut or damaged")

    def test_of_other_runs_are_refused(self):
        self.interrupted()
        before = self.journal.read_bytes()
        self.assert_refused("out.txt.journal: holds results of a run that has not ended. Give --resume to go on from "
                            "there, or remove the file.", *self.query, "--out", "out.txt")
        other = "out.txt.journal: is from a run with other options or inputs. Resume with the same ones, or remove the " \
                "file."
        self.assert_refused(other, *self.query, "--relative-error", "0.1", "--out", "out.txt", "--resume")
        self.file("poses.txt", slow_poses_of(201))
        self.assert_refused(other, *self.query, "--out", "out.txt", "--resume")
        self.file("poses.txt", slow_poses_of(199) + pose())
        self.assert_refused(other, *self.query, "--out", "out.txt", "--resume")
        self.file("poses.txt", slow_poses_of(200))
        self.file("around.obj", torus(minor=0.37, triangles=True))
        self.assert_refused(other, *self.query, "--out", "out.txt", "--resume")
        self.assertEqual(self.journal.read_bytes(), before)

    def test_are_good_after_a_full_disk(self):
        limit = 20000
        result = self.on(1, *self.query, "--out", "out.txt",
                         preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
        self.assertEqual(result.status, 2)
        self.assertRegex(result.err, r"\Aabut: out\.txt(\.journal)?: cannot be written: File too large\. stopped after "
                                     r"\d+ of 300 poses; .*--resume goes on from there\.\n\Z")
        self.assertGreater(self.journal.stat().st_size, 1000)
        result = self.abut(*self.query, "--out", "out.txt", "--resume")
        self.assertEqual((result.status, result.err), (0, ""))
        self.assertEqual((self.folder / "out.txt").read_text(), self.expected)

    def test_need_a_file_beside_which_they_are(self):
        self.assert_refused("--resume goes on with a file of results: give --out with it.", *self.query, "--resume")
        self.assert_refused("--out has nothing to write with --quiet alone: leave out --quiet, or give --json.",
                            "within", "torus.obj", "torus.obj", "1", "--quiet", "--out", "out.txt")
        self.assert_refused("--out: /dev/null is not a regular file. Beside it a journal is kept: name a file.",
                            *self.query, "--out", "/dev/null")
        self.assert_refused("--out: torus.obj is an input (this run reads it) and would be overwritten. Name another file.",
                            *self.query, "--out", "torus.obj")


if __name__ == "__main__":
    unittest.main()
