"""abut clash with --memory and with --out: the findings are those of an ordinary run."""

import json
import signal
import time
import unittest

from cluster_test import MPIRUN, ClusterTest, parts_of, torus, without_seconds
from command import HOUSING, PATIENCE, PIN, UNIT_BOX, gltf, obj


def rings_of(count):
    """Tori in a row, each a part of its own, some in each other."""
    text, first = "", 0
    for i in range(count):
        lines = torus(around=30, across=16, major=1 + 0.01 * i, triangles=True).splitlines()
        points = [line.split() for line in lines if line.startswith("v")]
        text += "o ring%d\n" % i
        for _, x, y, z in points:
            text += "v %r %r %r\n" % (float(x) + 1.1 * (i % 7), float(y) + 1.9 * (i // 7), float(z) + 0.07 * (i % 3))
        for line in lines:
            if line.startswith("f"):
                text += "f " + " ".join(str(int(corner) + first) for corner in line.split()[1:]) + "\n"
        first += len(points)
    return text


class ClashTest(ClusterTest):
    def setUp(self):
        super().setUp()
        self.file("rings.obj", rings_of(40))
        self.command_line = ["clash", "rings.obj", "--clearance", "0.05", "--json"]

    def expected(self):
        return without_seconds(self.on(1, *self.command_line))


class Memory(ClashTest):
    def test_does_not_change_the_findings(self):
        expected = self.expected()
        self.assertGreater(len(expected["findings"]), 30)
        # 40 MB hold some of the rings, 2 GB all of them.
        for memory in ["45MB", "2GB"]:
            for threads in ["1", "2"]:
                result = self.on(1, *self.command_line, "--memory", memory, "--threads", threads)
                self.assertEqual(without_seconds(result), expected, result.err)

    def test_keeps_parts_in_tree_files_once(self):
        self.on(1, *self.command_line, "--memory", "1GB")
        trees = self.folder / "cache" / "trees"
        times = {path.name: path.stat().st_mtime_ns for path in trees.iterdir()}
        self.assertEqual(len([name for name in times if name.endswith(".abut")]), 40)
        self.assertEqual(len([name for name in times if name.endswith(".parts")]), 1)
        self.on(1, *self.command_line, "--memory", "1GB")
        self.assertEqual({path.name: path.stat().st_mtime_ns for path in trees.iterdir()}, times)
        # What is damaged or gone is made again.
        expected = self.expected()
        next(trees.glob("*.parts")).write_bytes(b"damaged, but not short")
        next(trees.glob("*.abut")).unlink()
        self.assertEqual(without_seconds(self.on(1, *self.command_line, "--memory", "1GB")), expected)

    def test_counts_instances_once(self):
        for name in ["one.obj", "two.obj", "three.obj"]:
            self.file(name, UNIT_BOX)
        command = ["clash", "one.obj", "two.obj", "three.obj", "--json"]
        expected = without_seconds(self.on(1, *command))
        self.assertEqual(len(expected["findings"]), 3)
        self.assertEqual(without_seconds(self.on(1, *command, "--memory", "1GB")), expected)
        self.assertEqual(len(list((self.folder / "cache" / "trees").glob("*-part-*.abut"))), 1)

    def test_reads_files_that_name_others(self):
        points, faces = HOUSING
        moved = [(x + 0.5, y, z) for x, y, z in points]
        text, data = gltf({"a": (points, faces), "b": (moved, faces)}, "boxes.bin")
        self.file("boxes.gltf", text)
        (self.folder / "boxes.bin").write_bytes(data)
        command = ["clash", "boxes.gltf", "--json"]
        expected = without_seconds(self.on(1, *command))
        self.assertEqual(len(expected["findings"]), 1)
        for _ in range(2):
            self.assertEqual(without_seconds(self.on(1, *command, "--memory", "1GB")), expected)

    def test_says_what_it_cannot_do(self):
        result = self.on(1, *self.command_line, "--memory", "2MB")
        self.assertEqual(result.status, 2)
        self.assertRegex(result.err, r"\Aabut: 'ring\d+' and 'ring\d+' take about .* of memory together, and of the 2 MB "
                                     r"that are allowed 0 MB are left for them\.\n\Z")
        result = self.on(1, *self.command_line, "--memory", "1kB")
        self.assertRegex(result.err, r"\Aabut: rings\.obj: has \d+ bytes, more than --memory, and is read as a whole\.")
        result = self.on(1, *self.command_line, "--memory", "1GB", "--estimate-strays")
        self.assertEqual(result.err, "abut: --estimate-strays looks at all parts at once: leave out --memory.\n")
        self.assertEqual(self.on(1, *self.command_line, "--memory", "much").status, 2)

    def test_leaves_parts_without_findings_off_the_page(self):
        self.file("far.obj", "".join(line if not line.startswith("v") else "v %r %s %s\n" % (
            float(line.split()[1]) + 1000, *line.split()[2:]) for line in UNIT_BOX.splitlines(keepends=True)))
        result = self.on(1, "clash", "rings.obj", "far.obj", "--memory", "1GB", "--report", "page.html")
        if "without the report page" in result.err:
            self.skipTest("no page")
        self.assertIn("not drawn on the page, which would not fit into the memory allowed: 1 part.",
                      (self.folder / "page.html").read_text() + result.out + result.err)


@unittest.skipUnless(MPIRUN, "there is no mpirun, or abut was built without its module")
class MemoryOfRanks(ClashTest):
    def test_does_not_change_the_findings(self):
        expected = self.expected()
        for ranks in [2, 3, 8]:
            for threads in ["1", "2"] if ranks == 2 else ["1"]:
                result = self.on(ranks, *self.command_line, "--memory", "60MB", "--threads", threads)
                self.assertEqual(without_seconds(result), expected, result.err)


class ClashJournals(ClashTest):
    def without_seconds_in(self, name):
        found = json.loads((self.folder / name).read_text())
        del found["summary"]["seconds"]
        return found

    def test_go_when_the_file_is_complete(self):
        for more in [[], ["--memory", "60MB"]]:
            result = self.on(1, *self.command_line, *more, "--out", "out.json")
            self.assertEqual((result.out, result.err, result.status), ("", "", 1))
            self.assertEqual(self.without_seconds_in("out.json"), self.expected())
            self.assertEqual([path.name for path in self.folder.glob("out.json*")], ["out.json"])
        self.on(1, "clash", "rings.obj", "--out", "out.txt")
        self.assertIn("clash", (self.folder / "out.txt").read_text())

    def test_are_resumed_after_an_interrupt_and_cut_anywhere(self):
        self.file("rings.obj", rings_of(150))
        expected = self.expected()
        journal = self.folder / "out.json.journal"
        with self.start(1, *self.command_line, "--out", "out.json", "--threads", "1") as run:
            while run.poll() is None and (not journal.exists() or journal.stat().st_size < 20000):
                time.sleep(0.002)
            run.send_signal(signal.SIGINT)
            _, error = run.communicate(timeout=PATIENCE)
        self.assertEqual(run.returncode, 130, error)
        self.assertEqual(error.decode(), "abut: stopped before the end; the answer is not complete. What is done is in "
                                         "out.json.journal; --resume goes on from there.\n")
        self.assertFalse((self.folder / "out.json").exists())
        whole = journal.read_bytes()
        for size in [len(whole), len(whole) - 1, len(whole) // 2, 10]:
            for ranks in [1, 2] if MPIRUN and size == len(whole) else [1]:
                journal.write_bytes(whole[:size])
                result = self.on(ranks, *self.command_line, "--out", "out.json", "--resume")
                self.assertEqual((result.status, result.out), (1, ""), result.err)
                self.assertEqual(self.without_seconds_in("out.json"), expected)
        journal.write_bytes(whole)
        self.file("rings.obj", rings_of(149))
        self.assert_refused("out.json.journal: is from a run with other options or inputs. Resume with the same ones, or "
                            "remove the file.", *self.command_line, "--out", "out.json", "--resume")


class RobotJournals(ClusterTest):
    def test_see_meshes_that_the_robot_names(self):
        self.file("arm.obj", obj(*PIN))
        self.file("mesh.urdf", """<robot name="r"><link name="base"/><link name="arm"><collision><geometry>
<mesh filename="arm.obj"/></geometry></collision></link><joint name="a" type="revolute"><parent link="base"/>
<child link="arm"/><axis xyz="0 1 0"/><limit lower="-3" upper="3" effort="1" velocity="1"/></joint></robot>""")
        self.file("world.txt", "wall mesh wall.obj at 0.5 0 0\n")
        self.file("wall.obj", UNIT_BOX)
        self.file("path.csv", "0.1\n" * 20000)
        command = ["robot", "mesh.urdf", "--scene", "world.txt", "--configurations", "path.csv", "--out", "out.txt"]
        journal = self.folder / "out.txt.journal"
        for changed in ["arm.obj", "wall.obj"]:
            with self.start(1, *command) as run:
                while run.poll() is None and not journal.exists():
                    time.sleep(0.001)
                run.kill()
                run.communicate(timeout=PATIENCE)
            before = (self.folder / changed).read_text()
            self.file(changed, before.replace("f 1 ", "f 1  ", 1))
            # What the killed run has left of its file goes.
            result = self.abut(*command, "--resume")
            self.assertEqual((result.status, result.err), (2, "abut: out.txt.journal: is from a run with other options or "
                                                              "inputs. Resume with the same ones, or remove the file.\n"))
            self.file(changed, before)
            self.assertIn(self.abut(*command, "--resume").status, [0, 1])


if __name__ == "__main__":
    unittest.main()
