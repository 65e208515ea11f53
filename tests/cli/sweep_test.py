"""abut sweep: answers, formats, options, motions that are none. Boxes of side 1 make every time known by hand."""

import math
import unittest

from command import IDENTITY, UNIT_BOX, CommandTest, pose, shifted, torus, turned


def knot(time, at_a=IDENTITY, at_b=IDENTITY):
    return "%r " % time + pose(at_a, at_b)


def turned_about_z(angle, x=0, y=0, z=0):
    c, s = math.cos(angle), math.sin(angle)
    return [c, -s, 0, x, s, c, 0, y, 0, 0, 1, z]


# B comes along x from 5 to 0 in 10 units of time: it touches at x = 1, after 8.
HEAD_ON = knot(0, IDENTITY, shifted(5, 0, 0)) + knot(10, IDENTITY, shifted(0, 0, 0))
# B passes 0.25 above A, nearest while x is from 1 to -1.
PASSING = knot(0, IDENTITY, shifted(5, 0, 1.25)) + knot(10, IDENTITY, shifted(-5, 0, 1.25))
# Through A and out on the other side: in contact from x = 1 to -1. It jumps if only the ends are looked at.
THROUGH = knot(0, IDENTITY, shifted(5, .5, .5)) + knot(10, IDENTITY, shifted(-5, .5, .5))


class Sweeps(CommandTest):
    def setUp(self):
        super().setUp()
        self.file("box.obj", UNIT_BOX)
        self.file("moves.txt", "# two motions\n" + HEAD_ON + "\n\n" + PASSING)

    def sweep(self, motions, *more, models=("box.obj", "box.obj")):
        return self.abut("sweep", *models, "--motion", self.file("given.txt", motions), *more)

    def one(self, motion, *more):
        """The only line of JSON, and the exit status."""
        result = self.sweep(motion, "--json", *more)
        self.assertEqual(result.err, "")
        line, = result.lines()
        return line, result.status


class Answers(Sweeps):
    def test_tells_when_models_first_touch(self):
        result = self.abut("sweep", "box.obj", "box.obj", "--motion", "moves.txt")
        first, second = result.out.splitlines()
        self.assertRegex(first, r"\Asweep 0: contact at time .*8.*, triangle \d+ of A and \d+ of B at \(1, .*\)\Z")
        self.assertEqual(second, "sweep 1: no contact")
        self.assertEqual((result.err, result.status), ("", 1))
        result = self.sweep(PASSING)
        self.assertEqual((result.out, result.err, result.status), ("sweep 0: no contact\n", "", 0))

    def test_prints_json(self):
        first, second = self.abut("sweep", "box.obj", "box.obj", "--motion", "moves.txt", "--json").lines()
        self.assertEqual(list(first), ["sweep", "verdict", "lower", "upper", "point", "point_b", "triangle_a", "triangle_b",
                                       "distance", "normal", "velocity", "feature_a", "feature_b"])
        self.assertEqual((first["sweep"], first["verdict"]), (0, "contact"))
        # The tolerance of the distance is 2^-40 of the sizes, the speed 0.5.
        self.assertLess(8 - 1e-9, first["upper"])
        self.assertLessEqual(first["lower"], 8)
        self.assertLessEqual(first["upper"] - first["lower"], 1e-5)
        for entry, expected in zip(first["normal"], [1, 0, 0]):
            self.assertAlmostEqual(entry, expected, 9)
        self.assertEqual(second, {"sweep": 1, "verdict": "clear", "lower": 10, "upper": None})

    def test_nothing_tunnels(self):
        line, status = self.one(THROUGH)
        self.assertEqual((line["verdict"], status), ("contact", 1))
        self.assertAlmostEqual(line["upper"], 4, 4)

    def test_both_models_move(self):
        line, _ = self.one(knot(-1, shifted(-5, 0, 0), shifted(5, 0, 0)) + knot(1, shifted(5, 0, 0), shifted(-5, 0, 0)))
        self.assertAlmostEqual(line["upper"], -.1, 5)  # A is at -0.5, B at 0.5

    def test_turns_through_all_placements(self):
        # A's corner (1, 1) turns about the origin and is lowest, at y = -sqrt(2), halfway from time 2 to 3.
        quarters = lambda y: "".join(knot(i, turned_about_z(i * math.pi / 2), shifted(-.5, y - 1, .5)) for i in range(4))
        line, status = self.one(quarters(-1.42))
        self.assertEqual((line["verdict"], status), ("clear", 0))
        line, status = self.one(quarters(-1.41))
        self.assertEqual((line["verdict"], status), ("contact", 1))
        self.assertTrue(2.4 < line["lower"] <= line["upper"] < 2.5)

    def test_the_way_between_placements_is_told(self):
        # By the screw, the origin goes along a quarter of a circle from (3, 0) to (0, 3), and B stands there.
        motion = knot(0, turned_about_z(0, 3, 0), shifted(2.2, 2.2, 0)) + \
            knot(1, turned_about_z(math.pi / 2, 0, 3), shifted(2.2, 2.2, 0))
        self.assertEqual(self.one(motion, "--way", "screw")[0], self.one(motion)[0])
        self.assertNotEqual(self.one(motion, "--way", "slerp")[0]["upper"], self.one(motion)[0]["upper"])

    def test_margins(self):
        line, status = self.one(PASSING, "--margin", "0.5")
        self.assertEqual((line["verdict"], status), ("contact", 1))
        self.assertLessEqual(line["distance"], .5 + 1e-9)
        self.assertEqual(self.one(PASSING, "--margin", "0.2")[0]["verdict"], "clear")
        self.assertRegex(self.sweep(PASSING, "--margin", "0.5").out, r"\Asweep 0: within 0\.5 at time ")
        self.assertEqual(self.sweep(PASSING, "--margin", "0.2").out, "sweep 0: never within 0.2\n")

    def test_tolerances(self):
        wide = self.one(HEAD_ON, "--tolerance", "0.1", "--time-tolerance", "1")[0]
        self.assertLessEqual(wide["upper"] - wide["lower"], 1)
        self.assertLessEqual(wide["distance"], .1)
        narrow = self.one(HEAD_ON, "--time-tolerance", "1e-9")[0]
        self.assertLessEqual(narrow["upper"] - narrow["lower"], 1e-9)

    def test_after_parting(self):
        away_and_back = knot(0, IDENTITY, shifted(.5, .3, .4)) + knot(1, IDENTITY, shifted(4.5, .3, .4)) + \
            knot(2, IDENTITY, shifted(.5, .3, .4))
        self.assertEqual(self.one(away_and_back)[0]["upper"], 0)
        self.assertAlmostEqual(self.one(away_and_back, "--after-parting")[0]["upper"], 1.875, 5)

    def test_intervals(self):
        line, status = self.one(THROUGH, "--intervals")
        parts = line["parts"]
        self.assertEqual((parts[0]["kind"], parts[-1]["kind"], status), ("apart", "apart", 1))
        self.assertEqual([part["begin"] for part in parts], [0] + [part["end"] for part in parts[:-1]])
        within = [part for part in parts if part["kind"] == "within"]
        self.assertAlmostEqual(within[0]["begin"], 4, 4)
        self.assertAlmostEqual(within[-1]["end"], 6, 4)
        # Where the one pair parts before the other meets, it is not decided for a moment.
        undecided = [part["end"] - part["begin"] for part in parts if part["kind"] == "undecided"]
        self.assertLess(max(undecided), 1e-4)
        self.assertEqual(self.one(PASSING, "--intervals"),
                         ({"sweep": 0, "parts": [{"kind": "apart", "begin": 0, "end": 10}]}, 0))
        self.assertEqual(self.sweep(PASSING, "--intervals").out, "sweep 0: 1 part\n  apart from 0 to 10\n")

    def test_clearance(self):
        line, status = self.one(PASSING, "--clearance")
        self.assertEqual((list(line), status), (["sweep", "clearance", "lower", "time"], 0))
        self.assertLessEqual(line["lower"], .25)
        self.assertTrue(.25 <= line["clearance"] <= 1.001 * line["lower"])
        self.assertTrue(4 - 1e-2 <= line["time"] <= 6 + 1e-2)
        self.assertRegex(self.sweep(PASSING, "--clearance").out, r"\Asweep 0: least clearance .*0\.25.* at time ")
        line, _ = self.one(PASSING, "--clearance", "--relative-error", "1e-9")
        self.assertLessEqual(line["clearance"] - line["lower"], 1e-9)
        line, status = self.one(THROUGH, "--clearance")
        self.assertEqual((line["clearance"], status), (0, 1))
        self.assertRegex(self.sweep(THROUGH, "--clearance").out, r"\Asweep 0: touching at time ")

    def test_budgets_leave_it_undecided(self):
        self.file("torus.obj", torus())
        linked = knot(0, IDENTITY, turned(1.5, 1, 0, 0)) + knot(1, IDENTITY, turned(1.6, 1, 0, 0))
        for budget in [["--max-tests", "1"], ["--budget-ms", "0"]]:
            for question in [[], ["--intervals"], ["--clearance"]]:
                result = self.sweep(linked, "--json", *budget, *question, models=("torus.obj", "torus.obj"))
                line, = result.lines()
                self.assertEqual((line["complete"], result.status), (False, 3), (budget, question))
            result = self.sweep(linked, *budget, models=("torus.obj", "torus.obj"))
            self.assertEqual(result.out,
                             "sweep 0: clear before time 0, undecided from there on (the search ran out of its budget)\n")
        result = self.sweep(linked, models=("torus.obj", "torus.obj"))
        self.assertEqual((result.out, result.status), ("sweep 0: no contact\n", 0))

    def test_quiet_stats_and_tree_files(self):
        result = self.sweep(HEAD_ON, "--quiet")
        self.assertEqual((result.out, result.err, result.status), ("", "", 1))
        result = self.sweep(HEAD_ON + "\n" + PASSING, "--quiet", "--stats")
        self.assertRegex(result.err, r'\A\{"queries":2,"volume_tests":\d+,.*"bytes_b":\d+\}\n\Z')
        plain = self.sweep(HEAD_ON, "--json").out
        self.assertEqual(self.abut("tree", "box.obj", "-o", "box.abut").status, 0)
        self.assertEqual(self.sweep(HEAD_ON, "--json", models=("box.abut", "box.abut")).out, plain)
        self.assertEqual(self.sweep(HEAD_ON, "--json", "--threads", "2").out, plain)
        self.assertEqual(self.abut("sweep", "box.obj", "box.obj", "--motion", "-", "--json", input=HEAD_ON.encode()).out,
                         plain)

    def test_every_number_of_threads_prints_the_same(self):
        across = [knot(0, turned_about_z(0.1 * i), shifted(5, .3, .2)) + knot(10, turned_about_z(1), shifted(-5, .4, .1))
                  for i in range(4)]
        self.file("many.txt", "\n".join([*across, PASSING] * 24))
        for question in [[], ["--intervals", "--time-tolerance", "0.01"], ["--clearance"], ["--after-parting"]]:
            for voice in [[], ["--json"]]:
                arguments = ["sweep", "box.obj", "box.obj", "--motion", "many.txt", *voice, *question]
                alone = self.abut(*arguments, "--threads", "1")
                self.assertIn("119", alone.out)
                for threads in ["2", "3", "0"]:
                    result = self.abut(*arguments, "--threads", threads)
                    self.assertEqual((result.out, result.status), (alone.out, alone.status), (question, threads))

    def test_every_instruction_set_prints_the_same(self):
        self.file("through.txt", THROUGH + "\n" + PASSING)
        for question in [[], ["--intervals"], ["--clearance"]]:
            arguments = ["sweep", "box.obj", "box.obj", "--motion", "through.txt", "--json", *question]
            self.assert_same_on_all_instructions(self.abut(*arguments).out, *arguments)


class Solids(Sweeps):
    # A box of side 1 within one of side 4, which it leaves upwards: out at z = 4.
    OUT = knot(0, shifted(1, 1, 1), IDENTITY) + knot(10, shifted(1, 1, 11), IDENTITY)

    def setUp(self):
        super().setUp()
        vertices = [line for line in UNIT_BOX.splitlines() if line.startswith("v ")]
        faces = [line for line in UNIT_BOX.splitlines() if not line.startswith("v ")]
        large = ["v " + " ".join(str(4 * float(word)) for word in line.split()[1:]) for line in vertices]
        self.file("large.obj", "\n".join(large + faces) + "\n")

    def ask(self, motion, *more):
        result = self.sweep(motion, "--json", *more, models=("box.obj", "large.obj"))
        self.assertEqual(result.err, "")
        line, = result.lines()
        return line, result.status

    def test_one_inside_the_other_is_in_contact(self):
        plain, status = self.ask(self.OUT)
        self.assertEqual((plain["verdict"], status), ("contact", 1))
        self.assertAlmostEqual(plain["upper"], 2, places=4)
        solid, status = self.ask(self.OUT, "--solid")
        self.assertEqual((solid["verdict"], solid["lower"], solid["upper"], status), ("contact", 0, 0, 1))
        self.assertAlmostEqual(solid["distance"], 1, places=12)
        result = self.sweep(self.OUT, "--solid", models=("box.obj", "large.obj"))
        self.assertRegex(result.out, r"\Asweep 0: contact at time 0, triangle \d+ of A and \d+ of B at ")

    def test_the_next_contact_is_after_they_are_outside(self):
        back = knot(0, shifted(1, 1, 1), IDENTITY) + knot(9, shifted(1, 1, 10), IDENTITY) + knot(18, shifted(1, 1, 1),
                                                                                            IDENTITY)
        found, _ = self.ask(back, "--solid", "--after-parting")
        self.assertAlmostEqual(found["upper"], 15, places=3)
        stays, status = self.ask(knot(0, shifted(1, 1, 1), IDENTITY) + knot(1, shifted(2, 1, 1), IDENTITY), "--solid",
                                 "--after-parting")
        self.assertEqual((stays["verdict"], stays["upper"], status), ("contact", 0, 1))

    def test_solids_outside_each_other_are_as_before(self):
        for motion in (HEAD_ON, PASSING, THROUGH):
            self.assertEqual(self.one(motion, "--solid"), self.one(motion))

    def test_open_models_are_refused(self):
        faces = UNIT_BOX.splitlines()
        self.file("open.obj", "\n".join(faces[:-1]) + "\n")
        result = self.abut("sweep", "open.obj", "box.obj", "--motion", "moves.txt", "--solid")
        self.assertEqual((result.out, result.status), ("", 2))
        self.assertRegex(result.err, r"\Aabut: open.obj: ")


class Roughly(Sweeps):
    def test_it_errs_to_contact(self):
        for accuracy in ("0", "0.5", "1"):
            found, status = self.one(HEAD_ON, "--accuracy", accuracy)
            self.assertEqual((found["verdict"], found["exact"], status), ("contact", False, 1))
            self.assertEqual(list(found), ["sweep", "verdict", "exact", "time", "point"])
            self.assertLessEqual(found["time"], 8 + 1e-5)
        # The boxes' spheres have at least the radius sqrt(3) / 2: they meet at x = sqrt(3) or before.
        self.assertLess(self.one(HEAD_ON, "--accuracy", "0")[0]["time"], 10 * (5 - math.sqrt(3)) / 5)
        self.assertAlmostEqual(self.one(HEAD_ON, "--accuracy", "1")[0]["time"], 8, delta=0.1)
        self.assertEqual(self.one(PASSING, "--accuracy", "0")[0]["verdict"], "contact")
        self.assertEqual(self.one(PASSING, "--accuracy", "1"), ({"sweep": 0, "verdict": "clear", "exact": True}, 0))

    def test_it_says_so_to_people(self):
        result = self.abut("sweep", "box.obj", "box.obj", "--motion", "moves.txt", "--accuracy", "1")
        first, second = result.out.splitlines()
        self.assertRegex(first, r"\Asweep 0: perhaps a contact, not before time [78]\.?\d*, near \(.*\)\Z")
        self.assertEqual((second, result.status), ("sweep 1: no contact", 1))

    def test_every_number_of_threads_prints_the_same(self):
        motions = "\n".join([HEAD_ON, PASSING, THROUGH] * 5)
        outputs = {self.sweep(motions, "--accuracy", "0.7", "--threads", n).out for n in "123"}
        self.assertEqual(len(outputs), 1)
        stats = self.sweep(motions, "--accuracy", "0.7", "--stats", "--quiet").err
        self.assertIn('"volume_tests":', stats.replace(" ", ""))

    def test_options_that_it_does_not_have(self):
        asked = ["sweep", "box.obj", "box.obj", "--motion", "moves.txt", "--accuracy", "0.5"]
        for other in ["--solid", "--after-parting", "--intervals", "--clearance"]:
            self.assert_refused("--accuracy and %s exclude each other." % other, *asked, other)
        for other in ["--margin", "--tolerance", "--time-tolerance", "--max-tests", "--budget-ms"]:
            self.assert_refused("--accuracy and %s exclude each other." % other, *asked, other, "1")
        self.assert_refused("--accuracy and --simd exclude each other.", *asked, "--simd", "best")
        for wrong in ("1.5", "2"):
            self.assert_refused("--accuracy must be from 0 to 1; it is %s." % wrong, *asked[:-1], wrong)


class WrongInput(Sweeps):
    def refused(self, sentence, motions, *more):
        self.assert_refused("given.txt: " + sentence, "sweep", "box.obj", "box.obj", "--motion",
                            self.file("given.txt", motions), *more)

    def test_motions_that_are_none(self):
        self.refused("has no motions. Give a placement per line, 25 numbers: the time, A's 3x4 matrix row by row, then "
                     "B's.", "# nothing\n\n")
        self.refused("line 1: has 24 values; a line of a motion has 25: the time, A's 3x4 matrix row by row, then B's.",
                     pose())
        self.refused("line 4: is a motion of one placement; it needs two or more.", HEAD_ON + "\n" +
                     knot(1))
        self.refused("line 1: is a motion of one placement; it needs two or more.", knot(1) + "\n" + HEAD_ON)
        for time in (0, -1):
            self.refused("line 2: the time is not later than that of the line before; an empty line starts a motion.",
                         knot(0) + knot(time))
        self.refused("line 1: the time is not finite.", "nan " + pose())

    def test_motions_that_are_not_rigid_or_not_told(self):
        doubled = [2 * entry for entry in IDENTITY]
        self.refused("line 2: B, moving from the line before: a motion's placement scales or shears: |R'R - I| is above "
                     "0.001. Scale the mesh instead, and move it by rotations.", knot(0) + knot(1, IDENTITY, doubled))
        half = [-1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, 0]
        result = self.sweep(knot(0) + knot(1) + knot(2, half))
        self.assertRegex(result.err, r"\Aabut: given.txt: line 3: A, moving from the line before: .* half a turn")
        self.assertEqual((result.out, result.status), ("", 2))

    def test_options_that_exclude_each_other(self):
        asked = ["sweep", "box.obj", "box.obj", "--motion", "moves.txt"]
        for one, other in [("--clearance", "--intervals"), ("--clearance", "--after-parting"),
                           ("--intervals", "--after-parting"), ("--solid", "--intervals"), ("--solid", "--clearance")]:
            self.assert_refused("%s and %s exclude each other." % (one, other), *asked, other, one)
        for other in ["--margin", "--tolerance", "--time-tolerance"]:
            self.assert_refused("--clearance and %s exclude each other." % other, *asked, "--clearance", other, "1")
        for error in ["--relative-error", "--absolute-error"]:
            self.assert_refused(error + " goes with --clearance.", *asked, error, "0.1")

    def test_options_that_are_wrong(self):
        asked = ["sweep", "box.obj", "box.obj", "--motion", "moves.txt"]
        for option, noun in [("--margin", "length"), ("--tolerance", "length"), ("--time-tolerance", "time")]:
            self.assert_refused("%s: '-1' is not a %s of 0 or more. See abut sweep --help." % (option, noun), *asked,
                                option + "=-1")
        self.assert_refused("--way is 'straight'; it must be one of screw, slerp. See abut sweep --help.", *asked, "--way",
                            "straight")
        self.assert_refused("the least clearance needs a relative error of at least 2^-40, or an absolute one.", *asked,
                            "--clearance", "--relative-error", "0")
        self.assert_refused("--motion is required. See abut sweep --help.", "sweep", "box.obj", "box.obj")


if __name__ == "__main__":
    unittest.main()
