"""abut self: answers, formats, options, statistics."""

import json
import math
import signal
import subprocess
import unittest

from command import (ABUT, FLAT, PATIENCE, TRIANGLE, UNIT_BOX, CommandTest, binary_stl, obj, torus,
                     wait_until_it_catches)

STATS_KEYS = ["queries", "volume_tests", "triangle_tests", "exact_tests", "build_ms", "query_us", "bytes"]

# Two unit squares in the plane z = 0, and a triangle that stands on the first and pierces it.
PARTS = """v 0 0 0
v 1 0 0
v 1 1 0
v 0 1 0
v 2 0 0
v 2 1 0
v 0.5 0.25 -1
v 0.5 0.25 1
v 0.75 0.25 1
g floor
f 1 2 3 4
f 2 5 6 3
g wall
f 7 8 9
"""


class Answers(CommandTest):
    def test_finds_nothing_in_an_intact_surface(self):
        self.file("box.obj", UNIT_BOX)
        result = self.abut("self", "box.obj")
        self.assertEqual((result.out, result.err, result.status), ("no contact\n", "", 0))
        result = self.abut("self", "box.obj", "--json")
        self.assertEqual((result.out, result.err, result.status), ('{"contacts":[]}\n', "", 0))

    def test_names_the_parts_that_touch(self):
        self.file("parts.obj", PARTS)
        result = self.abut("self", "parts.obj")
        self.assertEqual((result.out, result.err, result.status),
                         ("1 contact\n  1 between floor and wall\ntriangles\n  0 4\n", "", 1))
        self.file("copies.obj", PARTS + "f 7 8 9\ng\nf 7 9 8\n")
        result = self.abut("self", "copies.obj")
        self.assertEqual(result.out, "6 contacts\n  2 between floor and wall\n  2 between wall and (no name)\n"
                                     "  1 between floor and (no name)\n  1 within wall\n"
                                     "triangles\n  0 4\n  0 5\n  0 6\n  4 5\n  4 6\n  5 6\n")

    def test_names_the_parts_of_the_first_contact(self):
        self.file("parts.obj", PARTS)
        self.assertEqual(self.abut("self", "parts.obj", "--first").out,
                         "contact of triangle 0 of floor and 4 of wall\n")

    def test_prints_one_json_object(self):
        self.file("parts.obj", PARTS)
        result = self.abut("self", "parts.obj", "--json")
        self.assertEqual((result.out, result.err, result.status), ('{"contacts":[[0,4]]}\n', "", 1))

    def test_a_soup_of_copied_points_answers_as_the_welded_mesh(self):
        # The same two triangles with a common side as OBJ with points of their own, flat and folded onto each other.
        flat = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)]
        self.file("flat.obj", obj(flat, [(0, 1, 2), (3, 4, 5)]))
        self.file("folded.obj", obj(flat[:5] + [(0.25, 0.25, 0)], [(0, 1, 2), (3, 4, 5)]))
        self.assertEqual(self.abut("self", "flat.obj").status, 0)
        self.assertEqual(self.abut("self", "folded.obj").status, 1)

    def test_finds_copies_and_degenerate_triangles(self):
        self.file("twice.stl", binary_stl([TRIANGLE, TRIANGLE]))
        self.assertEqual(self.abut("self", "twice.stl", "--json").out, '{"contacts":[[0,1]]}\n')
        self.file("needle.obj", FLAT + "v 1 1 -1\nv 1 1 1\nf 4 5 5\n")
        self.assertEqual(self.abut("self", "needle.obj", "--json").out, '{"contacts":[[0,1]]}\n')

    def test_a_single_triangle_touches_nothing(self):
        self.file("one.obj", FLAT)
        self.assertEqual(self.abut("self", "one.obj").status, 0)


class Options(CommandTest):
    def setUp(self):
        super().setUp()
        self.file("tube.obj", torus(40, 20, 0.4, 1.0, triangles=True))  # the tube is wider than the ring
        self.expected = self.abut("self", "tube.obj", "--json").out
        self.pairs = json.loads(self.expected)["contacts"]

    def test_lists_pairs_sorted_with_the_smaller_id_first(self):
        self.assertGreater(len(self.pairs), 100)
        self.assertEqual(self.pairs, sorted(self.pairs))
        self.assertTrue(all(a < b for a, b in self.pairs))

    def test_no_choice_changes_an_answer(self):
        for option, least in [("--volume", 4), ("--fit", 4), ("--split", 7), ("--storage", 2), ("--sat", 2),
                              ("--descent", 3)]:
            names = self.choices("self", option)
            self.assertGreaterEqual(len(names), least, names)
            for name in names:
                classic = [] if option == "--volume" else ["--volume", "obb"]
                result = self.abut("self", "tube.obj", "--json", *classic, option, name)
                self.assertEqual((result.out, result.err), (self.expected, ""), option + " " + name)
        for leaf in ["3", "1000"]:
            result = self.abut("self", "tube.obj", "--json", "--volume", "obb", "--leaf", leaf)
            self.assertEqual(result.out, self.expected, leaf)
        for threads in ["0", "1", "2", "7"]:
            for volume in ["auto", "obb"]:
                result = self.abut("self", "tube.obj", "--json", "--volume", volume, "--threads", threads)
                self.assertEqual(result.out, self.expected, (volume, threads))

    def test_instructions_change_no_answer(self):
        self.assert_same_on_all_instructions(self.expected, "self", "tube.obj", "--json")

    def test_first_and_max_contacts_keep_some(self):
        for arguments, count in [(["--first"], 1), (["--max-contacts", "7"], 7)]:
            result = self.abut("self", "tube.obj", "--json", *arguments)
            some = json.loads(result.out)["contacts"]
            self.assertEqual((len(some), result.status), (count, 1))
            self.assertEqual(some, sorted(some))
            for pair in some:
                self.assertIn(pair, self.pairs)
        self.assertRegex(self.abut("self", "tube.obj", "--first").out, r"\Acontact of triangle \d+ and \d+\n\Z")
        self.assertRegex(self.abut("self", "tube.obj", "--max-contacts", "7").out,
                         r"\A7 contacts \(there may be more\)\n(  \d+ \d+\n){7}\Z")

    def test_text_and_json_tell_the_same(self):
        text = "{:,} contacts\n".format(len(self.pairs)) + "".join("  %d %d\n" % tuple(pair) for pair in self.pairs)
        self.assertEqual(self.abut("self", "tube.obj").out, text)

    def test_quiet_says_nothing_but_the_exit_status(self):
        result = self.abut("self", "tube.obj", "--quiet")
        self.assertEqual((result.out, result.err, result.status), ("", "", 1))

    def test_stats_end_with_one_object_on_the_standard_error(self):
        counts = []
        for threads in ["1", "2"]:
            result = self.abut("self", "tube.obj", "--stats", "--json", "--quiet", "--threads", threads)
            stats = json.loads(result.err)
            self.assertEqual(result.err.count("\n"), 1)
            self.assertEqual(list(stats), STATS_KEYS)
            self.assertEqual(stats["queries"], 1)
            self.assertGreaterEqual(stats["triangle_tests"], len(self.pairs))
            self.assertLessEqual(stats["exact_tests"], stats["triangle_tests"])
            for key in ["build_ms", "query_us"]:
                self.assertIsInstance(stats[key], float)
                self.assertGreater(stats[key], 0)
            self.assertGreater(stats["bytes"], 1600 * 50)
            self.assertEqual(result.out, self.expected)
            counts.append([stats[key] for key in STATS_KEYS[:4]])
        self.assertEqual(counts[0], counts[1])


class Surroundings(CommandTest):
    def test_refuses_what_is_no_mesh(self):
        self.file("noise.obj", bytes(range(128, 256)))
        self.assert_refused("noise.obj: has no triangles: none of its lines is a face ('f ...'). Is it an OBJ file?",
                            "self", "noise.obj", "--json")
        self.assert_refused("MODEL is required. See abut self --help.", "self")

    def test_ctrl_c_ends_it_without_an_answer(self):
        # Needles that leave one point in all directions: no pair touches beyond it, but 50 million have to be tested.
        tips = [(math.cos(i) * math.sin(i * i), math.sin(i) * math.sin(i * i), math.cos(i * i)) for i in range(10000)]
        self.file("urchin.obj", obj([(0, 0, 0)] + tips, [(0, i + 1, i + 1) for i in range(len(tips))]))
        with subprocess.Popen([ABUT, "self", "urchin.obj", "--json"], cwd=self.folder, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as process:
            wait_until_it_catches(process, signal.SIGINT)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=PATIENCE)
            self.assertEqual((out, err.decode()), (b"", "abut: stopped before the end; the answer is not complete.\n"))
            self.assertEqual(process.returncode, 130)


if __name__ == "__main__":
    unittest.main()
