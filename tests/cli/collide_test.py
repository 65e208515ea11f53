"""abut collide: answers, formats, options, statistics."""

import json
import os
import pty
import signal
import subprocess
import time
import unittest

from command import ABUT, FLAT, IDENTITY, UNIT_BOX, UPRIGHT, CommandTest, obj, pose, shifted, torus, turned

STATS_KEYS = ["queries", "volume_tests", "triangle_tests", "exact_tests", "build_ms_a", "build_ms_b", "query_us",
              "bytes_a", "bytes_b"]


class Answers(CommandTest):
    def setUp(self):
        super().setUp()
        self.file("flat.obj", FLAT)
        self.file("upright.obj", UPRIGHT)
        self.file("box.obj", UNIT_BOX)
        self.file("poses.txt", "# clear, piercing, touching\n" + pose(IDENTITY, shifted(0, 0, 9)) + "\n" +
                  pose() + "  " + pose(shifted(0, 0, 1), IDENTITY)[:-1] + "  # the upper side, in its plane\n")

    def test_prints_the_pairs_of_each_pose_for_people(self):
        result = self.abut("collide", "flat.obj", "upright.obj", "--poses", "poses.txt")
        self.assertEqual(result.out, "pose 0: no contact\npose 1: 1 contact\n  0 0\npose 2: 1 contact\n  0 0\n")
        self.assertEqual((result.status, result.err), (1, ""))

    def test_prints_one_json_object_per_pose(self):
        result = self.abut("collide", "flat.obj", "upright.obj", "--poses", "poses.txt", "--json")
        self.assertEqual(result.out, '{"pose":0,"contacts":[]}\n{"pose":1,"contacts":[[0,0]]}\n'
                                     '{"pose":2,"contacts":[[0,0]]}\n')
        self.assertEqual((result.status, result.err), (1, ""))

    def test_stands_both_models_as_their_files_say_without_poses(self):
        result = self.abut("collide", "upright.obj", "flat.obj", "--json")
        self.assertEqual((result.out, result.status), ('{"pose":0,"contacts":[[0,0]]}\n', 1))

    def test_exits_with_0_when_nothing_touches(self):
        self.file("apart.txt", pose(IDENTITY, shifted(0, 0, 9)))
        result = self.abut("collide", "flat.obj", "upright.obj", "--poses", "apart.txt")
        self.assertEqual((result.out, result.err, result.status), ("pose 0: no contact\n", "", 0))

    def test_counts_touching_as_contact_and_a_hair_of_a_gap_as_none(self):
        self.file("gap.txt", pose(IDENTITY, shifted(1, 0, 0)) + pose(IDENTITY, shifted(1 + 2**-52, 0, 0)))
        result = self.abut("collide", "box.obj", "box.obj", "--poses", "gap.txt", "--first")
        self.assertRegex(result.out, r"\Apose 0: contact of triangle \d+ of A and \d+ of B\npose 1: no contact\n\Z")

    def test_lists_contacts_sorted_and_swaps_with_the_models(self):
        self.file("p.txt", pose(IDENTITY, shifted(0.5, 0.25, 0.125)))
        self.file("q.txt", pose(shifted(0.5, 0.25, 0.125), IDENTITY))
        forth = self.abut("collide", "box.obj", "box.obj", "--poses", "p.txt", "--json").lines()[0]["contacts"]
        back = self.abut("collide", "box.obj", "box.obj", "--poses", "q.txt", "--json").lines()[0]["contacts"]
        self.assertGreater(len(forth), 5)
        self.assertEqual(forth, sorted(forth))
        self.assertEqual(sorted([b, a] for a, b in forth), back)

    def test_takes_sheared_and_scaled_placements(self):
        self.file("wide.txt", pose([20, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0], shifted(19, 0.5, 0.5)))
        self.assertEqual(self.abut("collide", "box.obj", "box.obj", "--poses", "wide.txt", "--quiet").status, 1)

    def test_finds_contacts_of_degenerate_triangles(self):
        self.file("needle.obj", "v 1 1 -1\nv 1 1 1\nf 1 2 2\n")
        result = self.abut("collide", "flat.obj", "needle.obj", "--json")
        self.assertEqual((result.out, result.status), ('{"pose":0,"contacts":[[0,0]]}\n', 1))

    def test_counts_pairs_within_the_margin(self):
        self.file("gap.txt", pose(IDENTITY, shifted(1.5, 0, 0)))
        for margin, status in [("0", 0), ("0.49", 0), ("0.50000001", 1), ("1", 1)]:
            result = self.abut("collide", "box.obj", "box.obj", "--poses", "gap.txt", "--margin", margin, "--quiet")
            self.assertEqual(result.status, status, margin)

    def test_reads_poses_from_the_standard_input(self):
        text = (self.folder / "poses.txt").read_bytes()
        piped = self.abut("collide", "flat.obj", "upright.obj", "--poses", "-", input=text)
        named = self.abut("collide", "flat.obj", "upright.obj", "--poses", "poses.txt")
        self.assertEqual((piped.out, piped.status), (named.out, named.status))


class Solids(CommandTest):
    def setUp(self):
        super().setUp()
        self.file("box.obj", UNIT_BOX)
        self.file("flat.obj", obj([(0, 0, 0), (0.5, 0, 0), (0, 0.5, 0)], [(0, 1, 2)]))
        small = [0.25, 0, 0, 0.3, 0, 0.25, 0, 0.3, 0, 0, 0.25, 0.3]
        # The small one inside, outside, and cutting through the face; then the other way round.
        outside, through = small[:3] + [2] + small[4:], small[:3] + [0.9] + small[4:]
        self.file("poses.txt", pose(small) + pose(outside) + pose(through) + pose(IDENTITY, small))

    def test_names_the_model_that_is_inside_the_other(self):
        result = self.abut("collide", "box.obj", "box.obj", "--poses", "poses.txt", "--solid", "--json")
        inside = [line.get("inside") for line in result.lines()]
        self.assertEqual((inside, result.status, result.err), (["a", None, None, "b"], 1, ""))
        self.assertEqual(result.lines()[0], {"pose": 0, "contacts": [], "inside": "a"})
        self.assertEqual([bool(line["contacts"]) for line in result.lines()], [False, False, True, False])

    def test_a_pin_stays_in_its_housing_however_both_are_turned(self):
        # With the half turn about z nothing was found.
        corners = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
        faces = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
        self.file("housing.obj", obj(corners, faces))
        self.file("pin.obj", "v .5 .2 .1\nv .55 .2 .1\nv .5 .25 .1\nv .5 .2 .15\n"
                             "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n")
        half_turn, mirror = [-1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, 0], [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0]
        up, shear = [1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0], [1, -2, 0, 3, 0, 1, 1, 0, 0, 0, 1, 0]
        self.file("shared.txt", "".join(pose(at, at) for at in (IDENTITY, half_turn, mirror, up, shear)))
        result = self.abut("collide", "pin.obj", "housing.obj", "--poses", "shared.txt", "--solid", "--json")
        self.assertEqual([line.get("inside") for line in result.lines()], ["a"] * 5)

    def test_says_it_for_people(self):
        result = self.abut("collide", "box.obj", "box.obj", "--poses", "poses.txt", "--solid", "--first")
        self.assertRegex(result.out, r"\Apose 0: A is inside B\npose 1: no contact\npose 2: contact of .*\n"
                                     r"pose 3: B is inside A\n\Z")

    def test_exits_with_1_when_something_is_inside_and_0_without_the_option(self):
        self.file("in.txt", pose([0.25, 0, 0, 0.3, 0, 0.25, 0, 0.3, 0, 0, 0.25, 0.3]))
        arguments = ["collide", "box.obj", "box.obj", "--poses", "in.txt", "--quiet"]
        self.assertEqual(self.abut(*arguments).status, 0)
        self.assertEqual(self.abut(*arguments, "--solid").status, 1)

    def test_needs_the_engine(self):
        arguments = ["collide", "box.obj", "box.obj", "--poses", "poses.txt", "--solid", "--json"]
        self.assertEqual(self.abut(*arguments, "--volume", "auto").out, self.abut(*arguments).out)
        for volume in self.choices("collide", "--volume"):
            if volume != "auto":
                self.assert_refused("--solid needs the volume 'auto'; '%s' does not tell inside from outside." % volume,
                                    *arguments, "--volume", volume)

    def test_finds_an_open_model_in_a_closed_one_and_says_which_is_open(self):
        self.file("in.txt", pose(shifted(0.2, 0.2, 0.5)))
        result = self.abut("collide", "flat.obj", "box.obj", "--poses", "in.txt", "--solid", "--json")
        self.assertEqual((result.lines()[0]["inside"], result.status), ("a", 1))
        self.assertRegex(result.err, r"\Aabut: flat.obj is not closed: 3 open edges, the first from \(0, 0, 0\) .*\n\Z")

    def test_with_a_margin_near_pairs_and_the_inside_are_both_told(self):
        self.file("in.txt", pose([0.9, 0, 0, 0.05, 0, 0.9, 0, 0.05, 0, 0, 0.9, 0.05]))
        line = self.abut("collide", "box.obj", "box.obj", "--poses", "in.txt", "--solid", "--margin", "0.1",
                         "--json").lines()[0]
        self.assertEqual(line["inside"], "a")
        self.assertGreater(len(line["contacts"]), 0)

    def test_bodies_of_a_file_that_cross_are_one_and_a_body_within_a_body_is_a_hole(self):
        def boxes(*ranges):
            points = [(x, y, z) for ends in ranges for x in ends for y in ends for z in ends]
            sides = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
            return obj(points, [[8 * box + i for i in side] for box in range(len(ranges)) for side in sides])

        self.file("pin.obj", boxes((1.4, 1.6)))
        for name, ranges, inside in [("crossing", [(0, 2), (1, 3)], True), ("hollow", [(0, 3), (1, 2)], False),
                                     ("filled", [(0, 4), (0.5, 3.5), (1, 2)], True),
                                     ("hollow union", [(0, 3), (0.5, 4), (1, 2)], False)]:
            self.file("housing.obj", boxes(*ranges))
            line = self.abut("collide", "pin.obj", "housing.obj", "--solid", "--json").lines()[0]
            self.assertEqual(line.get("inside"), "a" if inside else None, name)
            clash = json.loads(self.abut("clash", "pin.obj", "housing.obj", "--json").out)
            self.assertEqual([finding["kind"] for finding in clash["findings"]], ["inside"] if inside else [], name)

    def test_refuses_two_open_models(self):
        result = self.abut("collide", "flat.obj", "flat.obj", "--solid")
        self.assertEqual((result.status, result.out), (2, ""))
        self.assertIn("needs a closed model", result.err)
        self.assertIn("3 open edges", result.err)


class Options(CommandTest):
    def setUp(self):
        super().setUp()
        self.file("torus.obj", torus())
        self.file("poses.txt", "".join(
            pose(turned(0.1 * i, 0, 0, 0), turned(1 + 0.37 * i, 0.27 * (i % 12), 0.2, 0.1)) for i in range(40)))
        self.arguments = ["collide", "torus.obj", "torus.obj", "--poses", "poses.txt"]
        self.expected = self.abut(*self.arguments, "--json").out

    def test_the_scene_has_poses_with_and_without_contact(self):
        counts = [len(json.loads(line)["contacts"]) for line in self.expected.splitlines()]
        self.assertEqual(len(counts), 40)
        self.assertIn(0, counts)
        self.assertGreater(max(counts), 50)

    def test_no_choice_changes_an_answer(self):
        for option, least in [("--volume", 4), ("--fit", 4), ("--split", 7), ("--storage", 2), ("--sat", 2),
                              ("--descent", 3)]:
            names = self.choices("collide", option)
            self.assertGreaterEqual(len(names), least, names)
            for name in names:
                binary = [] if option == "--volume" else ["--volume", "obb"]
                result = self.abut(*self.arguments, "--json", *binary, option, name)
                self.assertEqual((result.out, result.err), (self.expected, ""), option + " " + name)

    def test_no_leaf_size_changes_an_answer(self):
        for leaf in ["1", "3", "100", "100000"]:
            result = self.abut(*self.arguments, "--json", "--volume", "obb", "--leaf", leaf)
            self.assertEqual(result.out, self.expected, leaf)

    def test_threads_change_neither_answers_nor_their_order(self):
        for threads in ["0", "1", "2", "7"]:
            result = self.abut(*self.arguments, "--json", "--threads", threads)
            self.assertEqual(result.out, self.expected, threads)

    def test_threads_divide_a_single_pose_without_changing_it(self):
        self.file("fine.obj", torus(120, 60))
        self.file("one.txt", pose(IDENTITY, turned(1, 0.3, 0.2, 0.1)))
        arguments = ["collide", "fine.obj", "fine.obj", "--poses", "one.txt", "--json"]
        for more in [[], ["--max-contacts", "100"]]:
            expected = self.abut(*arguments, *more, "--threads", "1").out
            self.assertGreaterEqual(len(json.loads(expected)["contacts"]), 100)
            for threads in ["0", "2", "7"]:
                self.assertEqual(self.abut(*arguments, *more, "--threads", threads).out, expected, threads)

    def test_instructions_change_no_answer(self):
        self.assert_same_on_all_instructions(self.expected, *self.arguments, "--json")

    def test_first_keeps_one_of_the_contacts(self):
        result = self.abut(*self.arguments, "--json", "--first")
        for one, every in zip(result.lines(), map(json.loads, self.expected.splitlines()), strict=True):
            self.assertEqual(len(one["contacts"]), min(1, len(every["contacts"])))
            for pair in one["contacts"]:
                self.assertIn(pair, every["contacts"])

    def test_max_contacts_caps_each_pose(self):
        result = self.abut(*self.arguments, "--json", "--max-contacts", "7")
        for some, every in zip(result.lines(), map(json.loads, self.expected.splitlines()), strict=True):
            self.assertEqual(len(some["contacts"]), min(7, len(every["contacts"])))
            self.assertEqual(some["contacts"], sorted(some["contacts"]))
        self.assertIn(": 7 contacts (there may be more)\n", self.abut(*self.arguments, "--max-contacts", "7").out)

    def test_text_and_json_tell_the_same(self):
        text = ""
        for line in map(json.loads, self.expected.splitlines()):
            count = len(line["contacts"])
            text += "pose %d: %s\n" % (line["pose"], "no contact" if count == 0 else
                                       "1 contact" if count == 1 else "{:,} contacts".format(count))
            text += "".join("  %d %d\n" % tuple(pair) for pair in line["contacts"])
        self.assertEqual(self.abut(*self.arguments).out, text)

    def test_quiet_says_nothing_but_the_exit_status(self):
        result = self.abut(*self.arguments, "--quiet")
        self.assertEqual((result.out, result.err, result.status), ("", "", 1))

    def test_quiet_keeps_what_json_and_stats_ask_for(self):
        result = self.abut(*self.arguments, "--quiet", "--json", "--stats")
        self.assertEqual(result.out, self.expected)
        self.assertEqual(list(json.loads(result.err)), STATS_KEYS)

    def test_stats_end_with_one_object_on_the_standard_error(self):
        result = self.abut(*self.arguments, "--stats", "--json")
        stats = json.loads(result.err)
        self.assertEqual(result.err.count("\n"), 1)
        self.assertEqual(list(stats), STATS_KEYS)
        self.assertEqual(stats["queries"], 40)
        found = sum(len(line["contacts"]) for line in result.lines())
        self.assertGreater(stats["volume_tests"], stats["triangle_tests"])
        self.assertGreaterEqual(stats["triangle_tests"], found)
        self.assertLessEqual(stats["exact_tests"], stats["triangle_tests"])
        for key in ["build_ms_a", "build_ms_b", "query_us"]:
            self.assertIsInstance(stats[key], float)
            self.assertGreater(stats[key], 0)
        self.assertGreater(stats["bytes_a"], 1600 * 50)
        self.assertEqual(stats["bytes_a"], stats["bytes_b"])
        self.assertEqual(result.out, self.expected)

    def test_costs_add_the_times_of_single_tests(self):
        stats = json.loads(self.abut(*self.arguments, "--costs", "--quiet").err)
        self.assertEqual(list(stats), STATS_KEYS + ["volume_test_ns", "triangle_test_ns"])
        for key in ["volume_test_ns", "triangle_test_ns"]:
            self.assertTrue(1 < stats[key] < 1e6, stats)

    def test_counters_do_not_depend_on_threads(self):
        counts = []
        for threads in ["1", "2"]:
            stats = json.loads(self.abut(*self.arguments, "--stats", "--quiet", "--threads", threads).err)
            counts.append([stats[key] for key in STATS_KEYS[:4]])
        self.assertEqual(counts[0], counts[1])


class Surroundings(CommandTest):
    """Pipes that close, disks that are full, Ctrl-C, terminals."""

    def setUp(self):
        super().setUp()
        self.file("torus.obj", torus())
        line = pose(IDENTITY, turned(1.2, 0.9, 0.1, 0.2))
        self.file("few.txt", 20 * line)
        self.file("many.txt", 40000 * line)

    def start(self, poses, *more, **options):
        command = [ABUT, "collide", "torus.obj", "torus.obj", "--poses", poses, *more]
        return subprocess.Popen(command, cwd=self.folder, stderr=subprocess.PIPE, **options)

    def test_ends_quietly_when_nobody_reads_any_more(self):
        for ignored in [True, False]:
            with self.start("many.txt", "--json", stdout=subprocess.PIPE, restore_signals=not ignored) as process:
                process.stdout.readline()
                process.stdout.close()
                self.assertEqual(process.stderr.read(), b"")
                self.assertEqual(process.wait(60), 2)

    def test_says_so_when_the_disk_is_full(self):
        with open("/dev/full", "wb") as full, self.start("few.txt", stdout=full) as process:
            self.assertEqual(process.stderr.read(),
                             b"abut: the standard output cannot be written: No space left on device.\n")
            self.assertEqual(process.wait(60), 2)

    def test_ctrl_c_ends_after_a_whole_line(self):
        with self.start("many.txt", "--json", "--threads", "2", stdout=subprocess.PIPE) as process:
            lines = [process.stdout.readline()]
            process.send_signal(signal.SIGINT)
            lines += process.stdout.readlines()
            self.assertEqual([json.loads(line)["pose"] for line in lines], list(range(len(lines))))
            self.assertLess(len(lines), 40000)
            self.assertEqual(process.stderr.read().decode(),
                             "abut: stopped after %d of 40000 poses; the answer is not complete.\n" % len(lines))
            self.assertEqual(process.wait(60), 130)

    def test_shows_progress_to_a_terminal_only(self):
        ours, theirs = pty.openpty()
        # The fast engine would be done before there is progress to tell of.
        command = [ABUT, "collide", "torus.obj", "torus.obj", "--poses", "many.txt", "--volume", "sphere"]
        with open(self.folder / "out.txt", "wb") as out:
            process = subprocess.Popen(command, cwd=self.folder, stdout=out, stderr=theirs)
        os.close(theirs)
        self.assertRegex(os.read(ours, 200).decode(), r"\d of 40,000 poses, .* left")
        process.send_signal(signal.SIGINT)
        while process.poll() is None:  # the terminal's buffer must not fill up
            time.sleep(0.01)
        os.close(ours)
        with self.start("few.txt", stdout=subprocess.DEVNULL) as process:
            self.assertEqual(process.stderr.read(), b"")


if __name__ == "__main__":
    unittest.main()
