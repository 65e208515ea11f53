"""abut point: answers, formats, options, statistics."""

import json
import math
import unittest

from command import FLAT, UNIT_BOX, CommandTest, torus

STATS_KEYS = ["queries", "volume_tests", "triangle_tests", "exact_tests", "build_ms", "query_us", "bytes"]

# Outside, inside, on a face, on a corner.
PROBES = "x,y,z\n3,0.5,0.5\n0.5,0.5,0.75\n0.5 0.5 1   # on top\n\n1,1,1\n"


class Answers(CommandTest):
    def setUp(self):
        super().setUp()
        self.file("box.obj", UNIT_BOX)
        self.file("probes.csv", PROBES)

    def test_tells_how_far_and_where(self):
        result = self.abut("point", "box.obj", "probes.csv")
        self.assertRegex(result.out, r"\Apoint 0: 2 from triangle \d+ at \(1, 0\.5, 0\.5\)\n"
                                     r"point 1: 0\.25 from triangle \d+ at \(0\.5, 0\.5, 1\)\n"
                                     r"point 2: on triangle \d+\npoint 3: on triangle \d+\n\Z")
        self.assertEqual((result.err, result.status), ("", 0))

    def test_prints_json(self):
        result = self.abut("point", "box.obj", "probes.csv", "--json")
        lines = result.lines()
        self.assertEqual([line["point"] for line in lines], [0, 1, 2, 3])
        for line, distance, closest in zip(lines, [2, .25, 0, 0], [[1, .5, .5], [.5, .5, 1], [.5, .5, 1], [1, 1, 1]]):
            self.assertEqual(list(line), ["point", "distance", "lower", "closest", "triangle"])
            self.assertTrue(line["lower"] <= distance <= line["distance"] <= line["lower"] + 1e-13)
            self.assertEqual(line["closest"], closest)

    def test_signs_tell_inside_from_outside(self):
        result = self.abut("point", "box.obj", "probes.csv", "--signed", "--json")
        lines = result.lines()
        self.assertEqual([line["side"] for line in lines], ["outside", "inside", "on-surface", "on-surface"])
        self.assertTrue(lines[1]["lower"] <= -0.25 <= lines[1]["distance"] < -0.249)
        self.assertEqual([line["distance"] for line in lines[2:]], [0, 0])
        self.assertEqual(result.status, 0)
        text = self.abut("point", "box.obj", "probes.csv", "--signed").out.splitlines()
        self.assertRegex(text[1], r"\Apoint 1: inside, 0\.25 from triangle \d+ at \(0\.5, 0\.5, 1\)\Z")
        self.assertRegex(text[2], r"\Apoint 2: on the surface, on triangle \d+\Z")

    def test_solid_tells_the_side_alone(self):
        result = self.abut("point", "box.obj", "probes.csv", "--solid")
        self.assertEqual((result.out, result.err, result.status),
                         ("point 0: outside\npoint 1: inside\npoint 2: on the surface\npoint 3: on the surface\n", "", 1))
        self.file("far.csv", "5,5,5\n")
        result = self.abut("point", "box.obj", "far.csv", "--solid", "--json")
        self.assertEqual((result.out, result.status), ('{"point":0,"side":"outside"}\n', 0))
        result = self.abut("point", "box.obj", "probes.csv", "--solid", "--quiet")
        self.assertEqual((result.out, result.err, result.status), ("", "", 1))

    def test_prints_a_table(self):
        result = self.abut("point", "box.obj", "probes.csv", "--signed", "--csv")
        head, *rows = [line.split(",") for line in result.out.splitlines()]
        self.assertEqual(",".join(head), "x,y,z,side,distance,lower,closest_x,closest_y,closest_z,triangle,complete")
        self.assertEqual([row[:4] for row in rows], [["3", "0.5", "0.5", "outside"], ["0.5", "0.5", "0.75", "inside"],
                                                     ["0.5", "0.5", "1", "on-surface"], ["1", "1", "1", "on-surface"]])
        said = self.abut("point", "box.obj", "probes.csv", "--signed", "--json").lines()
        self.assertEqual([[float(x) for x in row[4:10]] for row in rows],
                         [[line["distance"], line["lower"], *line["closest"], line["triangle"]] for line in said])
        self.assertEqual(self.abut("point", "box.obj", "probes.csv", "--solid", "--csv").out.splitlines()[:2],
                         ["x,y,z,side,complete", "3,0.5,0.5,outside,true"])

    def test_does_not_search_beyond_the_largest_distance(self):
        result = self.abut("point", "box.obj", "probes.csv", "--max-distance", "1", "--json")
        first, second = result.lines()[:2]
        self.assertEqual((first["distance"], first["closest"], first["triangle"]), (None, None, None))
        self.assertTrue(second["distance"] >= 0.25)
        text = self.abut("point", "box.obj", "probes.csv", "--max-distance", "1").out.splitlines()
        self.assertEqual(text[0], "point 0: farther than 1 from the model")
        self.assertIn(",inf,", self.abut("point", "box.obj", "probes.csv", "--max-distance", "1", "--csv").out)

    def test_reads_the_standard_input(self):
        with open(self.folder / "probes.csv", "rb") as probes:
            result = self.abut("point", "box.obj", "-", "--solid", stdin=probes)
        self.assertEqual(result.out, self.abut("point", "box.obj", "probes.csv", "--solid").out)

    def test_neither_threads_nor_instructions_nor_trees_change_the_answer(self):
        self.file("ring.obj", torus())
        self.file("many.csv", "".join("%r,%r,%r\n" % (1.5 * math.cos(i), 1.5 * math.sin(2 * i), 0.4 * math.sin(3 * i))
                                      for i in range(300)))
        plain = self.abut("point", "ring.obj", "many.csv", "--signed", "--json").out
        self.assertEqual(self.abut("point", "ring.obj", "many.csv", "--signed", "--json", "--threads", "1").out, plain)
        self.assert_same_on_all_instructions(plain, "point", "ring.obj", "many.csv", "--signed", "--json")
        closest = self.abut("point", "ring.obj", "many.csv", "--json").out
        for kind in ("obb", "rss", "sphere"):
            self.assertEqual(self.abut("point", "ring.obj", "many.csv", "--json", "--volume", kind).out, closest)
        self.assertEqual(self.abut("point", "ring.obj", "many.csv", "--json", "--volume", "obb", "--search", "depth").out,
                         closest)
        sides = [line["side"] for line in self.abut("point", "ring.obj", "many.csv", "--solid", "--json").lines()]
        self.assertEqual(sides, [json.loads(line)["side"] for line in plain.splitlines()])
        self.assertEqual(set(sides), {"inside", "outside"})

    def test_errors_and_budgets_widen_the_bracket(self):
        self.file("ring.obj", torus())
        self.file("middle.csv", "0.1,0,0\n")
        exact, = self.abut("point", "ring.obj", "middle.csv", "--json").lines()
        for options in (["--relative-error", "0.5"], ["--absolute-error", "1"], ["--max-tests", "20"]):
            line, = self.abut("point", "ring.obj", "middle.csv", "--json", *options).lines()
            self.assertTrue(line["lower"] <= exact["distance"] and exact["lower"] <= line["distance"])
        self.assertFalse(line["complete"])
        self.assertRegex(self.abut("point", "ring.obj", "middle.csv", "--max-tests", "20").out,
                         r"\(the search ran out of its budget\)\n\Z")
        result = self.abut("point", "ring.obj", "middle.csv", "--solid", "--max-tests", "0", "--json")
        self.assertEqual((result.out, result.status), ('{"point":0,"side":"unknown","complete":false}\n', 3))

    def test_takes_points_by_name_as_well(self):
        expected = self.abut("point", "box.obj", "probes.csv", "--json").out
        self.assertEqual(self.abut("point", "box.obj", "--points", "probes.csv", "--json").out, expected)
        self.assertEqual(self.abut("point", "--json", "--points=probes.csv", "box.obj").out, expected)

    def test_ends_with_statistics(self):
        for options in ([], ["--signed"], ["--solid"]):
            result = self.abut("point", "box.obj", "probes.csv", "--stats", "--quiet", *options)
            stats = json.loads(result.err)
            self.assertEqual(list(stats), STATS_KEYS)
            self.assertEqual(stats["queries"], 4)
            self.assertGreater(stats["triangle_tests"], 0)
            self.assertEqual(result.out, "")


class Refusals(CommandTest):
    def setUp(self):
        super().setUp()
        self.file("box.obj", UNIT_BOX)
        self.file("flat.obj", FLAT)
        self.file("probes.csv", PROBES)

    def test_points_are_three_numbers(self):
        for content, sentence in [
                ("1,2\n", "p.csv: line 1: has 2 values; a point has 3: x, y and z."),
                ("0,0,0\n1,2,3,4\n", "p.csv: line 2: has 4 values; a point has 3: x, y and z."),
                ("0,0,zero\n", "p.csv: line 1: value 3 is 'zero', which is not a number."),
                ("0;0;0\n", "p.csv: line 1: value 1 is '0;0;0', which is not a number; separate numbers by commas or "
                            "blanks."),
                ("# none\n", "p.csv: has no points. Give one per line: x, y and z."),
                ("x,y,z\n", "p.csv: has no points. Give one per line: x, y and z.")]:
            self.file("p.csv", content)
            self.assert_refused(sentence, "point", "box.obj", "p.csv")
        for value, flaw in [("nan", "not finite"), ("1e999", "not finite"),
                            ("-1e300", "beyond 2^300, the largest coordinate that abut takes")]:
            self.file("p.csv", "0,0,0\n0,%s,0\n" % value)
            self.assert_refused("p.csv: line 2: y is %s." % flaw, "point", "box.obj", "p.csv")

    def test_a_side_needs_a_closed_model(self):
        for option in ("--solid", "--signed"):
            self.assert_refused("flat.obj: the mesh is not closed: 3 open edges, the first from (0, 0, 0) to (4, 0, 0) at "
                                "triangle 0. Only a closed mesh has an inside.", "point", "flat.obj", "probes.csv", option)
        result = self.abut("point", "flat.obj", "probes.csv", "--solid", "--holes", "winding-number", "--json")
        self.assertEqual({line["side"] for line in result.lines()}, {"outside"})

    def test_with_any_lid_a_point_in_a_hole_is_unknown(self):
        # A tetrahedron without its face x + y + z = 4.
        self.file("open.obj", "v 0 0 0\nv 4 0 0\nv 0 4 0\nv 0 0 4\nf 1 3 2\nf 1 2 4\nf 1 4 3\n")
        self.file("p.csv", "1,1,1\n1,1,2\n1,1,2.5\n1,1,0\n")
        result = self.abut("point", "open.obj", "p.csv", "--solid", "--holes", "any-lid", "--json")
        self.assertEqual([line["side"] for line in result.lines()], ["inside", "unknown", "outside", "on-surface"])
        self.assertEqual(result.status, 1)
        self.file("p.csv", "1,1,2\n")
        self.assertEqual(self.abut("point", "open.obj", "p.csv", "--solid", "--holes", "any-lid").status, 3)
        [line] = self.abut("point", "open.obj", "p.csv", "--signed", "--holes", "any-lid", "--json").lines()
        self.assertEqual((line["lower"], line["side"]), (-line["distance"], "unknown"))

    def test_no_option_is_ignored(self):
        for sentence, options in [
                ("--signed tells what --solid tells, and the distance; leave out one of them.", ["--solid", "--signed"]),
                ("--csv and --json exclude each other.", ["--csv", "--json"]),
                ("--solid needs the volume 'auto'; 'obb' does not tell inside from outside.", ["--solid", "--volume", "obb"]),
                ("--signed needs the volume 'auto'; 'rss' does not tell inside from outside.",
                 ["--signed", "--volume", "rss"]),
                ("--holes is about the inside of a model: give --solid or --signed with it.", ["--holes", "refuse"]),
                ("--solid measures no distance: leave out --max-distance, or give --signed instead.",
                 ["--solid", "--max-distance", "1"]),
                ("--solid measures no distance: leave out --relative-error, or give --signed instead.",
                 ["--solid", "--relative-error", "0.1"]),
                ("'auto' does not take the option 'search': leave it out, or choose another kind of volume.",
                 ["--signed", "--search", "depth"]),
                ("'obb' does not take the option 'simd': leave it out, or choose another kind of volume.",
                 ["--volume", "obb", "--simd", "best"])]:
            self.assert_refused(sentence, "point", "box.obj", "probes.csv", *options)
        result = self.abut("point", "box.obj", "probes.csv", "--search", "depth")
        self.assertEqual(result.status, 2)
        self.assertRegex(result.err, r"leave out the option 'search'")

    def test_files_that_are_not_there_are_named(self):
        self.assert_refused("missing.csv: there is no such file. Check the path.", "point", "box.obj", "missing.csv")
        self.assertRegex(self.abut("point", "missing.obj", "probes.csv").err, r"\Aabut: missing\.obj: ")


if __name__ == "__main__":
    unittest.main()
