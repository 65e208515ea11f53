"""abut robot: configurations, edges, scenes, bad input."""

import json
import pathlib
import random
import unittest

from command import UNIT_BOX, CommandTest

ROBOTS = pathlib.Path(__file__).resolve().parents[2] / "robots"
ARM, ARM_SRDF = ROBOTS / "arm" / "arm.urdf", ROBOTS / "arm" / "arm.srdf"

# A pointer of one metre that turns about z, with a ball at its end.
POINTER = """<robot name="pointer">
  <link name="base"><collision><geometry><cylinder radius="0.1" length="0.2"/></geometry></collision></link>
  <link name="tip"><collision><origin xyz="1 0 0"/><geometry><sphere radius="0.1"/></geometry></collision></link>
  <joint name="turn" type="revolute"><parent link="base"/><child link="tip"/><axis xyz="0 0 1"/>
    <limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
</robot>
"""
SCENE = """# name shape sizes, where
post  cylinder 0.05 1   at 0 1 0
"the wall"  box 0.1 2 2  at -1.1 0 0  rpy 0 0 0
"""


class Answers(CommandTest):
    def setUp(self):
        super().setUp()
        self.file("pointer.urdf", POINTER)
        self.file("cell.txt", SCENE)

    def test_tells_which_configurations_are_free(self):
        self.file("q.csv", "turn\n0\n1.5708\n3 # at the wall\n")
        result = self.abut("robot", "pointer.urdf", "--scene", "cell.txt", "--configurations", "q.csv")
        self.assertEqual((result.out, result.err, result.status),
                         ("configuration 0: free\nconfiguration 1: tip touches post\n"
                          "configuration 2: tip touches the wall\n", "", 1))
        lines = self.abut("robot", "pointer.urdf", "--scene", "cell.txt", "--configurations", "q.csv", "--json").lines()
        self.assertEqual(lines[0], {"configuration": 0, "free": True, "contacts": []})
        self.assertEqual(lines[2], {"configuration": 2, "free": False, "contacts": [["tip", "the wall"]]})
        quiet = self.abut("robot", "pointer.urdf", "--scene", "cell.txt", "--configurations", "q.csv", "--quiet")
        self.assertEqual((quiet.out, quiet.err, quiet.status), ("", "", 1))
        result = self.abut("robot", "pointer.urdf", "--configurations", "q.csv")
        self.assertEqual(result.status, 0)

    def test_proves_the_ways_between_configurations(self):
        # From one side of the post to the other: both ends are free.
        self.file("q.csv", "0\n1\n2\n-2\n")
        result = self.abut("robot", "pointer.urdf", "--scene", "cell.txt", "--configurations", "q.csv", "--edges")
        edges = result.out.splitlines()
        self.assertEqual((edges[0], result.status), ("edge 0: clear", 1))
        self.assertRegex(edges[1], r"\Aedge 1: tip touches post at time (between 0\.4\d+ and )?0\.4")
        lines = self.abut("robot", "pointer.urdf", "--scene", "cell.txt", "--configurations", "q.csv", "--edges",
                          "--json").lines()
        self.assertEqual([line["verdict"] for line in lines], ["clear", "contact", "contact"])
        # The ball of radius 0.1 meets the post of radius 0.05 a chord of 0.15 before: 2 asin(0.075) before a quarter
        # turn. The prism around the post is wider by a thousandth of its radius at most.
        self.assertAlmostEqual(lines[1]["clear_until"], 1.5707963 - 0.1501409 - 1, delta=1e-4)
        self.assertLessEqual(lines[1]["clear_until"], lines[1]["contact_at"])

    def test_proves_the_pieces_of_a_spline(self):
        # Of two configurations: from 0 to 2 as 3 t^2 - 2 t^3, which passes the post's place (see above) at time t.
        self.file("q.csv", "turn\n0\n2\n")
        command = ["robot", "pointer.urdf", "--scene", "cell.txt", "--spline", "--configurations"]
        low, high = 0.0, 1.0
        while high - low > 1e-12:
            middle = (low + high) / 2
            low, high = (middle, high) if 3 * middle**2 - 2 * middle**3 < (1.5707963 - 0.1501409) / 2 else (low, middle)
        [line] = self.abut(*command, "q.csv", "--json").lines()
        self.assertEqual((line["piece"], line["verdict"], line["touching"]), (0, "contact", ["tip", "post"]))
        self.assertAlmostEqual(line["clear_until"], low, delta=1e-4)
        self.assertLessEqual(line["clear_until"], line["contact_at"])
        # The same later and slower, by the file's own times, the head in any order.
        self.file("timed.csv", "time,turn\n10,0\n14,2\n")
        [timed] = self.abut(*command, "timed.csv", "--json").lines()
        self.assertAlmostEqual(timed["clear_until"], 10 + 4 * line["clear_until"], delta=1e-4)
        # Straight ways do not ask when.
        self.assertEqual(self.abut(*command[:-2], "--edges", "--configurations", "timed.csv").out,
                         self.abut(*command[:-2], "--edges", "--configurations", "q.csv").out)
        # A spline swings beyond its configurations: to 1.46 here, where they end at 1.3.
        self.file("swing.csv", "0\n1.3\n1.3\n0.2\n")
        result = self.abut(*command, "swing.csv")
        self.assertRegex(result.out, r"\Apiece 0: clear\npiece 1: tip touches post at time .*\npiece 2: clear\n\Z")
        self.assertEqual((result.status, result.err), (1, ""))
        self.assertEqual(self.abut("robot", "pointer.urdf", "--scene", "cell.txt", "--edges", "--configurations",
                                   "swing.csv").status, 0)
        self.assertEqual(self.abut(*command, "swing.csv", "--quiet").status, 1)
        self.assertEqual(self.abut(*command, "swing.csv", "--threads", "2").out, result.out)

    def test_stats_tell_counts_and_times(self):
        self.file("q.csv", "0\n1\n2\n-2\n")
        command = ["robot", "pointer.urdf", "--scene", "cell.txt", "--configurations", "q.csv", "--quiet", "--stats"]
        for more, queries in ([], 4), (["--edges"], 3), (["--spline"], 3):
            result = self.abut(*command, *more)
            stats = json.loads(result.err)
            self.assertEqual((result.out, stats["queries"]), ("", queries))
            self.assertGreater(stats["prepare_ms"], 0)
            self.assertGreater(stats["query_us"], 0)

    def test_margins_and_paddings_count(self):
        # The gap between the ball and the wall is 0.36.
        self.file("q.csv", "2.2\n")
        command = ["robot", "pointer.urdf", "--scene", "cell.txt", "--configurations", "q.csv"]
        self.assertEqual(self.abut(*command).status, 0)
        self.assertEqual(self.abut(*command, "--margin", "0.6").status, 1)
        self.assertEqual(self.abut(*command, "--padding", "0.6").status, 1)

    def test_a_mesh_is_a_scene(self):
        self.file("block.obj", UNIT_BOX)
        self.file("q.csv", "0\n2\n")
        result = self.abut("robot", "pointer.urdf", "--scene", "block.obj", "--configurations", "q.csv")
        self.assertIn("configuration 0: base touches block, tip touches block", result.out)
        self.assertIn("configuration 1: base touches block\n", result.out)

    def test_reads_the_shipped_arm(self):
        rng = random.Random(3)
        self.file("q.txt", "".join(" ".join(repr(rng.uniform(-2, 2)) for _ in range(7)) + "\n" for _ in range(200)))
        result = self.abut("robot", ARM, "--srdf", ARM_SRDF, "--configurations", "q.txt", "--threads", "2")
        self.assertEqual(result.err, "")
        self.assertEqual(len(result.out.splitlines()), 200)
        self.assertEqual(result.out, self.abut("robot", ARM, "--srdf", ARM_SRDF, "--configurations", "q.txt",
                                               "--threads", "1").out)
        self.assertIn("free", result.out)

    def test_heads_name_columns_in_any_order(self):
        names = ",".join(f"joint{i}" for i in range(7, 0, -1))
        self.file("q.csv", f"{names}\n0,0,0,1.4,0,0.6,0\n")
        self.file("same.csv", "0,0.6,0,1.4,0,0,0\n")
        self.assertEqual(self.abut("robot", ARM, "--configurations", "q.csv").out,
                         self.abut("robot", ARM, "--configurations", "same.csv").out)


class BadInput(CommandTest):
    def refusal(self, urdf=POINTER, configurations="0\n", *more, scene=None):
        self.file("r.urdf", urdf)
        self.file("q.csv", configurations)
        if scene is not None:
            more += ("--scene", self.file("scene.txt", scene))
        result = self.abut("robot", "r.urdf", "--configurations", "q.csv", *more)
        self.assertEqual((result.out, result.status), ("", 2))
        self.assertEqual(result.err.count("\n"), 1, result.err)
        self.assertTrue(result.err.startswith("abut: "))
        return result.err

    def test_bad_robots_are_refused_in_a_sentence(self):
        self.assertIn("r.urdf: line 3: ", self.refusal(POINTER.replace('<sphere radius="0.1"/>', '<mesh filename="no.stl"/>')))
        self.assertIn("axis is zero", self.refusal(POINTER.replace("0 0 1", "0 0 0")))
        self.assertIn("'nan', which is not a number", self.refusal(POINTER.replace("0 0 1", "0 0 nan")))
        self.assertIn("has the type 'hinge'", self.refusal(POINTER.replace("revolute", "hinge")))
        self.assertIn("is above its upper limit", self.refusal(POINTER.replace('lower="-3"', 'lower="4"')))
        self.assertIn("two roots", self.refusal(POINTER.replace("</robot>", '<link name="c"/></robot>')))
        self.assertIn("cycle", self.refusal(POINTER.replace(
            "</robot>", '<joint name="b" type="fixed"><parent link="tip"/><child link="base"/></joint></robot>')))
        self.assertIn("is not of the form NAME=FOLDER", self.refusal(POINTER, "0\n", "--packages", "arm"))

    def test_bad_configurations_are_refused_in_a_sentence(self):
        self.assertIn("q.csv: line 2: has 2 numbers; a configuration of this robot has 1.", self.refusal(POINTER, "0\n1 2\n"))
        self.assertIn("q.csv: line 1: the configuration: joint number 1, 'turn', is 3.5, above its limit 3.",
                      self.refusal(POINTER, "3.5\n"))
        self.assertIn("not a number", self.refusal(POINTER, "0\nnan\n"))
        self.assertIn("has no configurations", self.refusal(POINTER, "# none\n"))
        self.assertIn("two configurations or more", self.refusal(POINTER, "0\n", "--edges"))
        self.assertIn("--edges or --spline with them", self.refusal(POINTER, "0\n", "--max-tests", "5"))
        self.assertIn("not both", self.refusal(POINTER, "0\n1\n", "--edges", "--spline"))
        self.assertIn("--spline needs two configurations or more", self.refusal(POINTER, "0\n", "--spline"))
        self.assertIn("q.csv: line 3: has 1 number; it needs 2, a configuration and its time, as the head says.",
                      self.refusal(POINTER, "turn,time\n0,1\n2\n"))
        self.assertIn("q.csv: line 2: its time is not a number from -2^300 to 2^300.",
                      self.refusal(POINTER, "turn,time\n0,nan\n"))
        self.assertIn("neither joints nor 'time'", self.refusal(POINTER, "turn,when\n0,1\n"))
        self.assertIn("q.csv: line 5: its time, 1.5, is not after that of the configuration before it, 2. ",
                      self.refusal(POINTER, "turn,time\n0,1\n# a note\n2,2\n1,1.5\n", "--spline"))
        self.assertIn("q.csv: line 3: its time, 1, is not after that of the configuration before it, 1. ",
                      self.refusal(POINTER, "time,turn\n1,0\n1,2\n", "--spline"))
        # Nothing is printed of the pieces before it.
        self.assertRegex(self.refusal(POINTER, "0\n0\n2.9\n2.9\n0\n", "--spline"),
                         r"q.csv: the curve at time [0-9.]+: joint number 1, 'turn', is 3\.\d+, above its limit 3\.")

    def test_bad_scenes_are_refused_in_a_sentence(self):
        for scene, sentence in [("a cube 1\n", "scene.txt: line 1: the shape 'cube' is not known"),
                                ("# no\n\na box 1 2\n", "line 3: the line ends before a size of the box"),
                                ("a box 1 2 -3\n", "is negative"),
                                ("a sphere 1 to 1 2 3\n", "'to' is not known here"),
                                ("a sphere 1 at 1 2\n", "ends before the three numbers of 'at'"),
                                ("a sphere 1 scale 1 1 1\n", "'scale' is not known here"),
                                ("a mesh no.stl\n", "line 1: "),
                                ("a sphere 1\na sphere 2\n", "'a'"),
                                ("# none\n", "has no bodies")]:
            self.assertIn(sentence, self.refusal(scene=scene))


if __name__ == "__main__":
    unittest.main()
