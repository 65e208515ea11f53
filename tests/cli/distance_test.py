"""abut distance and abut within: answers, formats, options, statistics."""

import json
import math
import os
import pty
import signal
import subprocess
import time
import unittest

from command import ABUT, FLAT, IDENTITY, UNIT_BOX, CommandTest, obj, pose, shifted, torus, turned

STATS_KEYS = ["queries", "volume_tests", "triangle_tests", "exact_tests", "build_ms_a", "build_ms_b", "query_us",
              "bytes_a", "bytes_b"]
KEYS = ["pose", "distance", "lower", "point_a", "point_b", "triangle_a", "triangle_b"]


def box(low, high):
    corners = [(x, y, z) for x in (low, high) for y in (low, high) for z in (low, high)]
    return obj(corners, [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)])


class Distances(CommandTest):
    def setUp(self):
        super().setUp()
        self.file("box.obj", UNIT_BOX)
        self.file("flat.obj", FLAT)

    def distances(self, a, b, *poses):
        self.file("poses.txt", "".join(poses))
        result = self.abut("distance", a, b, "--poses", "poses.txt", "--json")
        self.assertEqual((result.status, result.err), (0, ""))
        return result.lines()

    def assert_bracket(self, line, true, size):
        """The bracket holds the truth, and is as narrow as an exact query's is in a scene of this size."""
        self.assertLessEqual(line["lower"], true * (1 + 1e-15))
        self.assertGreaterEqual(line["distance"], true * (1 - 1e-15))
        self.assertLessEqual(line["distance"] - line["lower"], 1e-13 * size)

    def test_boxes_apart_along_an_axis_an_edge_and_a_corner(self):
        lines = self.distances("box.obj", "box.obj", pose(IDENTITY, shifted(2, 0, 0)),
                               pose(IDENTITY, shifted(4, 5, 0)), pose(shifted(3, 4, -13), IDENTITY))
        self.assertEqual([line["pose"] for line in lines], [0, 1, 2])
        for line, true in zip(lines, [1, 5, math.sqrt(4 + 9 + 144)], strict=True):
            self.assertEqual(list(line), KEYS)
            self.assert_bracket(line, true, 10)
            self.assertAlmostEqual(math.dist(line["point_a"], line["point_b"]), true, delta=1e-14 * true)
        self.assertEqual((lines[2]["point_a"], lines[2]["point_b"]), ([3, 4, -12], [1, 1, 0]))

    def test_names_the_points_in_the_world_and_the_smallest_of_equal_pairs(self):
        self.file("spike.obj", obj([(1, 1, 0.5), (1, 2, 3), (2, 1, 3)], [(0, 1, 2)]))
        self.file("two.obj", obj([(0, 0, 0), (4, 0, 0), (0, 4, 0), (4, 4, 0)], [(1, 3, 2), (0, 1, 2)]))
        [line] = self.distances("two.obj", "spike.obj", pose(shifted(0, 0, 10), shifted(0, 0, 10)))
        self.assert_bracket(line, 0.5, 10)
        self.assertEqual([line[key] for key in KEYS[3:]], [[1, 1, 10], [1, 1, 10.5], 1, 0])
        [line] = self.distances("two.obj", "two.obj", pose(IDENTITY, shifted(0, 0, 2)))
        self.assert_bracket(line, 2, 4)
        self.assertEqual((line["triangle_a"], line["triangle_b"]), (0, 0))

    def test_touching_and_crossing_is_0(self):
        lines = self.distances("box.obj", "box.obj", pose(IDENTITY, shifted(1, 0.5, 0.5)),
                               pose(IDENTITY, shifted(0.5, 0.25, 0.125)), pose())
        for line in lines:
            self.assertEqual((line["distance"], line["lower"]), (0, 0))
            self.assertEqual(line["point_a"], line["point_b"])
        contacts = self.abut("collide", "box.obj", "box.obj", "--poses", "poses.txt", "--json").lines()
        for line, contact in zip(lines, contacts, strict=True):
            self.assertIn([line["triangle_a"], line["triangle_b"]], contact["contacts"])
        smallest = self.abut("distance", "box.obj", "box.obj", "--poses", "poses.txt", "--json", "--smallest-touching")
        for line, contact in zip(smallest.lines(), contacts, strict=True):
            self.assertEqual([line["triangle_a"], line["triangle_b"]], contact["contacts"][0])

    def test_a_box_in_a_box_is_as_far_as_their_surfaces(self):
        self.file("large.obj", box(-3, 5))
        [line] = self.distances("large.obj", "box.obj", pose())
        self.assert_bracket(line, 3, 8)

    def test_takes_scaled_and_sheared_placements(self):
        [line] = self.distances("box.obj", "box.obj", pose([20, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0], shifted(22, 0, 0)))
        self.assert_bracket(line, 1, 20)

    def test_stands_both_models_as_their_files_say_without_poses(self):
        self.file("high.obj", FLAT.replace(" 0\n", " 0.25\n"))
        result = self.abut("distance", "flat.obj", "high.obj")
        self.assertEqual((result.status, result.err), (0, ""))
        self.assertRegex(result.out, r"\Apose 0: 0\.25 apart, between triangle 0 of A at \(\S+, \S+, 0\) and 0 of B at "
                                     r"\(\S+, \S+, 0\.25\)\n\Z")

    def test_distances_read_back_as_the_numbers_that_they_are(self):
        for shift in [(0, 0, 1 / 3), (0.1, 0.7, 1e-9), (-7, 1e8, 0.3), (0, 0, 1e80)]:
            [line] = self.distances("box.obj", "flat.obj", pose(shifted(0, 0, 2), shifted(*shift)))
            for limit, status in [(line["distance"], 1), (math.nextafter(line["distance"], 0), 0)]:
                result = self.abut("within", "box.obj", "flat.obj", repr(limit), "--poses", "poses.txt", "--quiet")
                self.assertEqual(result.status, status, line)

    def test_the_largest_models_and_placements_have_a_distance(self):
        huge = 2.0**300
        self.file("huge.obj", obj([(huge, 0, 0), (huge, 1, 0), (huge, 0, 1)], [(0, 1, 2)]))
        [line] = self.distances("huge.obj", "huge.obj",
                                pose([huge, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0], [-huge, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]))
        self.assert_bracket(line, 2.0**601, 2.0**601)

    def test_speaks_to_people(self):
        self.file("p.txt", pose(IDENTITY, shifted(0, 0, 0.125)) + pose() + pose(IDENTITY, shifted(0, 0, 1e-7)))
        result = self.abut("distance", "flat.obj", "flat.obj", "--poses", "p.txt")
        self.assertRegex(result.out,
                         r"\Apose 0: 0\.125 apart, between triangle 0 of A at \(\S+, \S+, 0\) and 0 of B at "
                         r"\(\S+, \S+, 0\.125\)\n"
                         r"pose 1: touching, triangle 0 of A and 0 of B at \(\S+, \S+, 0\)\n"
                         r"pose 2: 1e-07 apart, between .*\n\Z")
        self.assertEqual((result.status, result.err), (0, ""))

    def test_is_0_at_the_end_even_when_models_touch(self):
        for more in [[], ["--quiet"], ["--json"]]:
            self.assertEqual(self.abut("distance", "flat.obj", "flat.obj", *more).status, 0)


class DistanceOptions(CommandTest):
    def setUp(self):
        super().setUp()
        self.file("torus.obj", torus())
        self.file("poses.txt", "".join(
            pose(turned(0.1 * i, 0, 0, 0), turned(1 + 0.37 * i, 0.47 * (i % 12), 0.2, 0.1)) for i in range(40)))
        self.arguments = ["distance", "torus.obj", "torus.obj", "--poses", "poses.txt"]
        self.expected = self.abut(*self.arguments, "--json").out
        self.lines = list(map(json.loads, self.expected.splitlines()))

    def test_the_scene_has_poses_with_and_without_contact(self):
        self.assertEqual([line["pose"] for line in self.lines], list(range(40)))
        self.assertGreater(sum(line["distance"] == 0 for line in self.lines), 5)
        self.assertGreater(max(line["distance"] for line in self.lines), 2)

    def test_is_0_where_collide_finds_contacts(self):
        self.assertEqual([line["distance"] == 0 for line in self.lines], [pairs != [] for pairs in self.contacts()])
        self.assert_touching_pairs(self.lines)

    def test_neither_threads_nor_instructions_change_a_byte(self):
        for threads in ["0", "1", "2", "7"]:
            self.assertEqual(self.abut(*self.arguments, "--json", "--threads", threads).out, self.expected, threads)
        self.assert_same_on_all_instructions(self.expected, *self.arguments, "--json")

    def test_no_choice_of_trees_changes_an_exact_answer(self):
        expected = self.abut(*self.arguments, "--json", "--smallest-touching").out
        for option, least in [("--volume", 4), ("--fit", 4), ("--split", 7), ("--storage", 2)]:
            names = self.choices("distance", option)
            self.assertGreaterEqual(len(names), least, names)
            for name in names:
                binary = [] if option == "--volume" else ["--volume", "obb"]
                self.check_trees(expected, *binary, option, name)
        self.check_trees(expected, "--volume", "obb", "--leaf", "3")

    def check_trees(self, expected, *options):
        """The same, but for which pair is named of models that touch, unless the smallest one is asked for."""
        result = self.abut(*self.arguments, "--json", *options, "--smallest-touching")
        self.assertEqual((result.out, result.err), (expected, ""), options)
        lines = self.abut(*self.arguments, "--json", *options).lines()
        self.assertEqual([line for line in lines if line["distance"]], [line for line in self.lines if line["distance"]],
                         options)
        self.assert_touching_pairs(lines)

    def assert_touching_pairs(self, lines):
        for line, contacts in zip(lines, self.contacts(), strict=True):
            self.assertEqual([line["triangle_a"], line["triangle_b"]] in contacts, line["distance"] == 0, line)

    def contacts(self):
        """Of all poses, by collide."""
        if not hasattr(self, "found"):
            self.found = [line["contacts"] for line in self.abut("collide", *self.arguments[1:], "--json").lines()]
        return self.found

    def test_an_error_that_is_allowed_bounds_the_bracket(self):
        for option, width in [(["--relative-error", "0.2"], lambda line: 0.2 * line["lower"]),
                              (["--absolute-error", "0.1"], lambda line: 0.1),
                              (["--relative-error", "1e-3", "--absolute-error", "0.05"],
                               lambda line: max(1e-3 * line["lower"], 0.05))]:
            lines = self.abut(*self.arguments, "--json", *option).lines()
            for line, exact in zip(lines, self.lines, strict=True):
                self.assertEqual(list(line), KEYS)
                self.assertLessEqual(line["lower"], exact["distance"])
                self.assertGreaterEqual(line["distance"], exact["lower"])
                self.assertLessEqual(line["distance"] - line["lower"], width(line) * (1 + 1e-12) + 1e-12)

    def test_text_shows_a_bracket_that_is_wider_than_rounding(self):
        lines = self.abut(*self.arguments, "--json", "--relative-error", "0.2").lines()
        text = self.abut(*self.arguments, "--relative-error", "0.2").out.splitlines()
        wide = 0
        for line, words in zip(lines, text, strict=True):
            if line["distance"] - line["lower"] > 1e-3:
                wide += 1
                self.assertIn("pose %d: between %.6g and %.6g apart, between triangle %d of A at (" %
                              (line["pose"], line["lower"], line["distance"], line["triangle_a"]), words)
        self.assertGreater(wide, 5)

    def test_budgets_widen_the_bracket_and_say_so(self):
        for budget in [["--max-tests", "0"], ["--max-tests", "40"], ["--budget-ms", "0"]]:
            lines = self.abut(*self.arguments, "--json", *budget).lines()
            cut = [line for line in lines if "complete" in line]
            if budget[1] == "0" or budget[0] == "--max-tests":
                self.assertGreater(len(cut), 10, budget)
            for line, exact in zip(lines, self.lines, strict=True):
                self.assertEqual(list(line), KEYS + (["complete"] if "complete" in line else []))
                self.assertIs(line.get("complete", False), False)
                self.assertLessEqual(line["lower"], exact["distance"])
                self.assertGreaterEqual(line["distance"], exact["lower"])
            self.assertIn(" (the search ran out of its budget)\n", self.abut(*self.arguments, *budget).out)
        for budget in [["--max-tests", "1000000000"], ["--budget-ms", "1e9"]]:
            # Of models that touch, a search with a budget may name any pair that does.
            for line, exact in zip(self.abut(*self.arguments, "--json", *budget).lines(), self.lines, strict=True):
                self.assertEqual(line["distance"], exact["distance"])
                if exact["distance"] > 0:
                    self.assertEqual(line, exact)

    def test_quiet_says_nothing(self):
        result = self.abut(*self.arguments, "--quiet")
        self.assertEqual((result.out, result.err, result.status), ("", "", 0))
        self.assertEqual(self.abut(*self.arguments, "--quiet", "--json").out, self.expected)

    def test_stats_end_with_one_object_on_the_standard_error(self):
        counts = []
        for threads in ["1", "2"]:
            result = self.abut(*self.arguments, "--stats", "--json", "--threads", threads)
            stats = json.loads(result.err)
            self.assertEqual(result.err.count("\n"), 1)
            self.assertEqual(list(stats), STATS_KEYS)
            self.assertEqual(stats["queries"], 40)
            self.assertGreater(stats["volume_tests"], 40)
            self.assertGreaterEqual(stats["triangle_tests"], 40)
            for key in ["build_ms_a", "build_ms_b", "query_us"]:
                self.assertGreater(stats[key], 0)
            self.assertEqual(result.out, self.expected)
            counts.append([stats[key] for key in STATS_KEYS[:4]])
        self.assertEqual(counts[0], counts[1])

    def test_queues_and_tiles_change_the_counts_and_not_the_answer(self):
        tests = {}
        for options in [[], ["--queue", "2"], ["--queue", "2", "--overflow", "depth"], ["--tile", "0.05"]]:
            result = self.abut(*self.arguments, "--json", "--stats", "--volume", "rss", *options)
            for line, exact in zip(result.lines(), self.lines, strict=True):
                self.assertEqual(line["distance"], exact["distance"])
            tests[" ".join(options)] = json.loads(result.err)["volume_tests"]
        self.assertEqual(len(set(tests.values())), len(tests), tests)

    def test_a_queue_belongs_to_the_priority_directed_search_of_classic_trees(self):
        rss = [*self.arguments, "--volume", "rss", "--search", "depth"]
        self.assert_refused("the search 'depth' has no queue; leave out its size.", *rss, "--queue", "2")
        self.assert_refused("the search 'depth' has no queue that could be full; leave out the option 'overflow'.",
                            *rss, "--overflow", "new-queue")
        self.assert_refused("the engine has one way to search; leave out the option 'queue_size', or choose a classic "
                            "kind of volume.", *self.arguments, "--queue", "2")

    def test_reads_poses_from_the_standard_input(self):
        text = (self.folder / "poses.txt").read_bytes()
        self.assertEqual(self.abut("distance", "torus.obj", "torus.obj", "--poses", "-", "--json", input=text).out,
                         self.expected)


class Within(CommandTest):
    def setUp(self):
        super().setUp()
        self.file("box.obj", UNIT_BOX)
        self.file("poses.txt", pose(IDENTITY, shifted(3, 0, 0)) + pose(IDENTITY, shifted(1.5, 0, 0)) + pose())
        self.arguments = ["within", "box.obj", "box.obj"]

    def test_prints_one_json_object_per_pose(self):
        result = self.abut(*self.arguments, "0.6", "--poses", "poses.txt", "--json")
        self.assertEqual(result.out, '{"pose":0,"within":false}\n{"pose":1,"within":true}\n{"pose":2,"within":true}\n')
        self.assertEqual((result.status, result.err), (1, ""))

    def test_speaks_to_people(self):
        result = self.abut(*self.arguments, "0.6", "--poses", "poses.txt")
        self.assertEqual(result.out, "pose 0: farther apart than 0.6\npose 1: within 0.6\npose 2: within 0.6\n")
        self.assertEqual((result.status, result.err), (1, ""))

    def test_the_exit_status_tells_whether_any_pose_is_within(self):
        self.file("apart.txt", pose(IDENTITY, shifted(3, 0, 0)) + pose(IDENTITY, shifted(0, 4, 4)))
        for limit, status in [("0", 0), ("1.9999", 0), ("2.0001", 1), ("1e300", 1)]:
            for more in [[], ["--quiet"], ["--json"]]:
                result = self.abut(*self.arguments, limit, "--poses", "apart.txt", *more)
                self.assertEqual((result.status, result.err), (status, ""), (limit, more))
        self.assertEqual(self.abut(*self.arguments, "0").status, 1)

    def test_agrees_with_distance(self):
        self.file("torus.obj", torus())
        self.file("p.txt", "".join(pose(turned(0.1 * i, 0, 0, 0), turned(0.3 * i, 0.1 * i, 0.2, 0.1))
                                   for i in range(50)))
        pair = ["torus.obj", "torus.obj"]
        distances = [line["distance"] for line in self.abut("distance", *pair, "--poses", "p.txt", "--json").lines()]
        for limit in [0, 0.3, 1, sorted(distances)[40]]:
            for more in [["--threads", "1"], ["--threads", "2"], ["--simd", "scalar"], ["--volume", "obb"]]:
                lines = self.abut("within", *pair, repr(limit), "--poses", "p.txt", "--json", *more).lines()
                self.assertEqual([line["within"] for line in lines], [distance <= limit for distance in distances])

    def test_stats_end_with_one_object_on_the_standard_error(self):
        result = self.abut(*self.arguments, "0.6", "--poses", "poses.txt", "--stats", "--quiet")
        stats = json.loads(result.err)
        self.assertEqual((list(stats), stats["queries"], result.out, result.status), (STATS_KEYS, 3, "", 1))
        self.assertGreater(stats["volume_tests"], 0)
        self.assertGreater(stats["triangle_tests"], 0)


class BadInput(CommandTest):
    def setUp(self):
        super().setUp()
        self.file("a.obj", FLAT)

    def test_values(self):
        for option, value, sentence in [
            ("--relative-error", "-0.1", "--relative-error: '-0.1' is not a number of 0 or more"),
            ("--relative-error", "nan", "--relative-error: 'nan' is not a number of 0 or more"),
            ("--relative-error", "10%", "--relative-error: '10%' is not a number of 0 or more"),
            ("--absolute-error", "inf", "--absolute-error: 'inf' is not a length of 0 or more"),
            ("--absolute-error", "-1e-9", "--absolute-error: '-1e-9' is not a length of 0 or more"),
            ("--max-tests", "-1", "--max-tests: '-1' is not a whole number of 0 or more"),
            ("--max-tests", "1e6", "--max-tests: '1e6' is not a whole number of 0 or more"),
            ("--budget-ms", "soon", "--budget-ms: 'soon' is not a time of 0 or more"),
            ("--budget-ms", "-2", "--budget-ms: '-2' is not a time of 0 or more"),
            ("--threads", "two", "--threads: 'two' is not a whole number from 0 to 1024"),
            ("--simd", "neon", "--simd is 'neon'; it must be one of best, scalar, sse4, avx2, avx512"),
        ]:
            self.assert_refused(sentence + ". See abut distance --help.", "distance", "a.obj", "a.obj", option, value)

    def test_distances_of_within(self):
        for value in ["-1", "nan", "inf", "far", "1,5", ""]:
            self.assert_refused("D: '%s' is not a length of 0 or more. See abut within --help." % value, "within",
                                "a.obj", "a.obj", value)
        self.assert_refused("D is required. See abut within --help.", "within", "a.obj", "a.obj")
        self.assert_refused("'--first' is not an option of abut within. See abut within --help.", "within", "a.obj",
                            "a.obj", "1", "--first")

    def test_files(self):
        self.file("cut.obj", FLAT + "f 1 2")
        self.file("bad.txt", pose() + "1 2 3\n")
        for command in [["distance", "a.obj", "%s"], ["distance", "%s", "a.obj"], ["within", "a.obj", "%s", "1"]]:
            for name, sentence in [
                ("gone.obj", "gone.obj: there is no such file. Check the path."),
                ("cut.obj", "cut.obj: line 5: the face has 2 corners; it needs three or more."),
            ]:
                self.assert_refused(sentence, *[word.replace("%s", name) for word in command], "--json")
        sentence = "bad.txt: line 2: has 3 values; a pose has 24: A's 3x4 matrix row by row, then B's."
        self.assert_refused(sentence, "distance", "a.obj", "a.obj", "--poses", "bad.txt")
        self.assert_refused(sentence, "within", "a.obj", "a.obj", "1", "--poses", "bad.txt")


class Surroundings(CommandTest):
    """Ctrl-C and terminals, as for collide."""

    def setUp(self):
        super().setUp()
        self.file("torus.obj", torus())
        self.file("many.txt", 60000 * pose(IDENTITY, turned(1.2, 2.9, 0.1, 0.2)))

    def test_ctrl_c_ends_after_a_whole_line(self):
        for command in [["distance", "torus.obj", "torus.obj"], ["within", "torus.obj", "torus.obj", "0.1"]]:
            with subprocess.Popen([ABUT, *command, "--poses", "many.txt", "--json", "--threads", "2"], cwd=self.folder,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
                lines = [process.stdout.readline()]
                process.send_signal(signal.SIGINT)
                lines += process.stdout.readlines()
                self.assertEqual([json.loads(line)["pose"] for line in lines], list(range(len(lines))))
                self.assertLess(len(lines), 60000)
                self.assertEqual(process.stderr.read().decode(),
                                 "abut: stopped after %d of 60000 poses; the answer is not complete.\n" % len(lines))
                self.assertEqual(process.wait(60), 130)

    def test_shows_progress_to_a_terminal_only(self):
        ours, theirs = pty.openpty()
        command = [ABUT, "distance", "torus.obj", "torus.obj", "--poses", "many.txt", "--simd", "scalar", "--threads",
                   "1"]
        with open(self.folder / "out.txt", "wb") as out:
            process = subprocess.Popen(command, cwd=self.folder, stdout=out, stderr=theirs)
        os.close(theirs)
        self.assertRegex(os.read(ours, 200).decode(), r"\d of 60,000 poses, .* left")
        process.send_signal(signal.SIGINT)
        while process.poll() is None:  # the terminal's buffer must not fill up
            time.sleep(0.01)
        os.close(ours)


if __name__ == "__main__":
    unittest.main()
