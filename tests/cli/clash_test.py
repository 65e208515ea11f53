"""abut clash: findings, filters, and what it says about broken input."""

import json
import math
import unittest

from clash_support import ASSEMBLY, BOX_FACES, ClashTest, boxes, glb, motion, two_boxes_glb
from command import FLAT, HOUSING, IDENTITY, PIN, UNIT_BOX, CommandTest, binary_stl, gltf, obj, pose, shifted


class OnePlacementForAll(CommandTest):
    """What is inside stays inside: under a placement that both parts share, nothing was found."""

    def test_a_gltf_file_whose_root_turns_its_parts(self):
        half = math.sqrt(0.5)
        # -90 degrees about X, as every export of a program whose z axis points up; then others.
        for rotation in [(-half, 0, 0, half), (0, half, 0, half), (0.5, 0.5, 0.5, 0.5), (0.6, 0, 0, 0.8)]:
            text, data = gltf({"housing": HOUSING, "pin": PIN}, "numbers.bin", rotation)
            self.file("turned.gltf", text)
            self.file("numbers.bin", data)
            result = self.abut("clash", "turned.gltf")
            self.assertRegex(result.out, r"(?m)^inside +housing +pin +pin is the inner one, 0\.5\d* deep, volume \S+$", rotation)
            self.assertEqual(result.status, 1)

    def test_a_pose_that_turns_both_models(self):
        self.file("housing.obj", obj(*HOUSING))
        self.file("pin.obj", obj(*PIN))
        half_turn = [-1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, 0]
        mirror = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0]
        shear = [1, 0.5, 0, 0, 0, 1, 0.25, 0, 0, 0, 1, 0]
        for at in [half_turn, mirror, shear]:
            self.file("poses.txt", pose(at, at))
            result = self.abut("collide", "pin.obj", "housing.obj", "--solid", "--poses", "poses.txt", "--json")
            self.assertEqual(result.lines(), [{"pose": 0, "contacts": [], "inside": "a"}], at)
            self.assertEqual(result.status, 1)


class Findings(ClashTest):
    def test_prints_a_table_and_a_summary(self):
        result = self.abut("clash", "a.obj", "--clearance", "0.5")
        self.assertEqual((result.status, result.err), (1, ""))
        lines = result.out.splitlines()
        self.assertRegex(lines[0], r"\Ainside     left    pebble  pebble is the inner one, 0\.7\S+( to 0\.75)? deep, volume 0\.125\Z")
        self.assertRegex(lines[1], r"\Aclash      middle  right   0\.2\S+( to 0\.2\S+)? deep, volume 0\.191, \d+ contacts\Z")
        self.assertIn("clearance  left    middle  0.25 apart, 0.5 asked for", lines)
        self.assertRegex(lines[-1], r"\A1 clash, 1 part inside, 1 touch, 3 clearances; 6 parts, 15 pairs, \d+ looked at "
                                    r"closely, [\d.]+ (us|ms|s)\Z")

    def test_writes_the_schema(self):
        report = self.report("a.obj", "--clearance", "0.5")
        self.assertEqual((report["schema"], report["version"], report["complete"]), ("abut-clash", 2, True))
        self.assertEqual((report["inputs"], report["clearance"], report["tolerance"]), (["a.obj"], 0.5, 0))
        self.assertEqual(report["times"], [0])
        self.assertEqual(report["parts"][1], {"name": "middle", "triangles": 12, "closed": True, "degenerate": 0,
                                              "lower": [1.25, 0, 0], "upper": [2.25, 1, 1]})
        summary = dict(report["summary"])
        self.assertGreater(summary.pop("seconds"), 0)
        checked = summary.pop("pairs_checked")
        self.assertEqual(summary, {"clash": 1, "inside": 1, "perhaps": 0, "touch": 1, "clearance": 3, "duplicates": 0,
                                   "left_out": 0, "undecided_open_parts": 0, "without_depth": 0, "without_volume": 0, "pairs": 15})
        self.assertLess(checked, 15)
        self.assertGreaterEqual(checked, 5)
        self.assertNotIn("gone", report)
        self.assertNotIn("time_name", report)

    def test_says_where_parts_meet(self):
        report = self.report("a.obj", "--only", "middle:right")
        [finding] = report["findings"]
        self.assertEqual((finding["kind"], finding["a"], finding["b"]), ("clash", 1, 2))
        self.assertEqual(finding["region"], {"lower": [2, 0.125, 0.125], "upper": [2.25, 1, 1]})
        self.assertEqual(finding["distance"], {"lower": 0, "upper": 0})
        self.assertGreater(finding["contacts"], 5)
        for which in "ab":
            triangles = finding["triangles_" + which]
            self.assertEqual(triangles, sorted(set(triangles)))
            self.assertLess(max(triangles), 12)
            for low, at, high in zip([2, 0.125, 0.125], finding["point_" + which], [2.25, 1, 1]):
                self.assertTrue(low - 1e-12 <= at <= high + 1e-12)
        self.assertTrue(finding["triangles_complete"])
        self.assertEqual(finding["spans"], [{"kind": "clash", "first": 0, "last": 0}])
        for key in ["curve", "state", "was", "inside"]:
            self.assertNotIn(key, finding)

    def test_says_how_close_parts_are(self):
        report = self.report("a.obj", "--clearance", "0.5", "--only", "left:middle")
        [finding] = report["findings"]
        self.assertEqual((finding["kind"], finding["limit"], finding["contacts"]), ("clearance", 0.5, 0))
        self.assertLessEqual(finding["distance"]["lower"], 0.25)
        self.assertGreaterEqual(finding["distance"]["upper"], 0.25)
        self.assertLess(finding["distance"]["upper"] - finding["distance"]["lower"], 1e-13)
        self.assertAlmostEqual(finding["point_b"][0] - finding["point_a"][0], 0.25)
        self.assertNotIn("region", finding)

    def test_exits_with_0_when_nothing_is_found(self):
        result = self.abut("clash", "a.obj", "--only", "far*:*")
        self.assertEqual((result.status, result.err), (0, ""))
        self.assertRegex(result.out, r"\Anothing found; 6 parts, 5 pairs, 0 looked at closely, ")
        self.assertEqual(self.abut("clash", "a.obj", "--quiet").out, "")

    def test_checks_several_files(self):
        self.file("box.obj", UNIT_BOX)
        self.file("flat.obj", FLAT)
        self.assertEqual(self.findings("box.obj", "flat.obj"), [("clash", "box", "flat")])
        self.assertIn(("clash", "a/left", "box"), self.findings("a.obj", "box.obj"))
        self.assertEqual(self.findings("box.obj", "box.obj"), [("clash", "box", "box #2")])

    def test_checks_binary_stl_and_glb_files(self):
        self.file("triangle.stl", binary_stl([[(0.5, 0.5, -1), (0.5, 0.5, 2), (3, 3, 3)]]))
        self.file("box.obj", UNIT_BOX)
        self.assertEqual(self.findings("triangle.stl", "box.obj"), [("clash", "triangle", "box")])
        self.file("pair.glb", two_boxes_glb(0.5))
        self.assertEqual(self.findings("pair.glb"), [])
        self.assertEqual(self.findings("pair.glb", "--clearance", "0.75"), [("clearance", "one", "other")])
        self.file("touching.glb", two_boxes_glb(0))
        self.assertEqual(self.findings("touching.glb"), [("touch", "one", "other")])

    def test_tells_touching_from_clashing(self):
        found = self.findings("a.obj")
        self.assertEqual(found, [("inside", "left", "pebble"), ("clash", "middle", "right"), ("touch", "left", "flush")])
        # middle and right are 0.25 in each other.
        kinds = {(a, b): kind for kind, a, b in self.findings("a.obj", "--tolerance", "0.26")}
        self.assertEqual((kinds["middle", "right"], kinds["left", "middle"]), ("touch", "touch"))
        kinds = {(a, b): kind for kind, a, b in self.findings("a.obj", "--tolerance", "0.2")}
        self.assertEqual((kinds["middle", "right"], ("left", "middle") in kinds), ("clash", False))
        self.assert_refused("--touch: --tolerance has taken its place. Parts that only touch need no tolerance any more.",
                            "clash", "a.obj", "--touch", "0.01")

    def test_measures_depth_volume_and_a_way_out(self):
        [clash] = [f for f in self.report("a.obj")["findings"] if f["kind"] == "clash"]
        # 0.25 by 0.875 by 0.875.
        self.assertLessEqual(clash["depth"]["lower"], 0.25 + 1e-12)
        self.assertGreater(clash["depth"]["lower"], 0.23)
        self.assertGreaterEqual(clash["depth"]["upper"], 0.25 - 1e-12)
        self.assertLess(clash["depth"]["upper"], 0.27)
        self.assertAlmostEqual(clash["volume"]["upper"], 0.25 * 0.875 ** 2, 9)
        self.assertAlmostEqual(clash["way_out"]["upper"], 0.25, 2)
        self.assertAlmostEqual(clash["way_out"]["move"][0], 0.25, 2)
        self.assertEqual((clash["accepted"], clash["duplicate"], clash["depth_measured"]), (0, False, True))
        text = self.abut("clash", "a.obj").out
        self.assertRegex(text, r"(?m)^clash +middle +right +0\.2\S+( to 0\.2\S+)? deep, volume 0\.191, \d+ contacts$")

    def test_leaves_out_what_is_too_small(self):
        for option, value in [("--min-depth", "0.3"), ("--min-volume", "0.2")]:
            report = self.report("a.obj", option, value, "--only", "middle:right")
            self.assertEqual((report["findings"], report["summary"]["left_out"]), ([], 1))
            self.assertIn("left out: 1 clash below", self.abut("clash", "a.obj", option, value, "--only", "middle:right").out)
        self.assertEqual(len(self.report("a.obj", "--min-depth", "0.2", "--only", "middle:right")["findings"]), 1)

    def test_tells_a_part_that_is_placed_twice(self):
        self.file("twice.obj", boxes(("bolt", (0, 0, 0), 1), ("bolt again", (0, 0, 0), 1), ("other", (0.5, 0, 0), 1)))
        report = self.report("twice.obj")
        self.assertEqual([(f["duplicate"]) for f in report["findings"]], [True, False, False])
        self.assertAlmostEqual(report["findings"][0]["depth"]["upper"], 1, 1)
        self.assertIn(", 1 part placed twice; ", self.abut("clash", "twice.obj").out)
        self.assertRegex(self.abut("clash", "twice.obj").out, r"\Aclash  bolt +bolt again  the same part twice, ")

    def test_says_what_open_parts_leave_undecided(self):
        self.file("open.obj", boxes(("box", (0, 0, 0), 1)) + "g sheet\nv 0.5 0.5 -1\nv 0.5 0.5 2\nv 0.5 0.9 2\nf 9 10 11\n")
        result = self.abut("clash", "open.obj")
        self.assertIn("clash  box  sheet  depth not known: not closed, ", result.out)
        self.assertIn("no depth of 1 open part, first 'sheet'.\n", result.out)
        self.assertNotIn("containment", result.out)
        [finding] = json.loads(self.abut("clash", "open.obj", "--json").out)["findings"]
        self.assertNotIn("depth", finding)
        # A box without its top, and a leaf in the opening.
        top = {"f " + " ".join(str(i + 1) for i in face) for face in BOX_FACES if all(i % 2 for i in face)}
        cup = "".join(line for line in boxes(("cup", (0, 0, 0), 1)).splitlines(True) if line.strip() not in top)
        self.file("cup.obj", cup + "g leaf\nv 0.2 0.2 1\nv 0.8 0.2 1\nv 0.2 0.8 1\nf 9 10 11\n")
        result = self.abut("clash", "cup.obj")
        self.assertEqual(result.status, 0)
        self.assertIn("nothing found, containment not decided for 1 open part; 2 parts, 1 pair", result.out)
        self.assertIn("not known whether inside: 1 pair, first 'leaf' in the open part 'cup'.\n", result.out)
        report = json.loads(self.abut("clash", "cup.obj", "--json").out)
        self.assertEqual(report["undecided_inside"], [{"inner": 1, "outer": 0, "step": 0}])
        self.assertEqual(report["summary"]["undecided_open_parts"], 1)

    def test_exits_as_it_is_asked_to(self):
        self.file("flush.obj", boxes(("one", (0, 0, 0), 1), ("other", (1, 0, 0), 1)))
        self.file("apart.obj", boxes(("one", (0, 0, 0), 1), ("other", (1.1, 0, 0), 1)))
        self.file("in.obj", boxes(("one", (0, 0, 0), 1), ("other", (0.9, 0, 0), 1)))
        self.file("deeper.obj", boxes(("one", (0, 0, 0), 1), ("other", (0.7, 0, 0), 1)))
        def status(*arguments):
            return self.abut("clash", *arguments, "--quiet").status
        self.assertEqual([status("flush.obj"), status("flush.obj", "--fail-on", "touch"),
                          status("flush.obj", "--fail-on", "any"), status("flush.obj", "--fail-on", "clash")],
                         [0, 1, 1, 0])
        self.assertEqual([status("apart.obj", "--clearance", "0.2", *more) for more in
                          ([], ["--fail-on", "any"], ["--fail-on", "touch"], ["--fail-on", "clash"])], [1, 1, 0, 0])
        self.assertEqual([status("in.obj", "--fail-on", what) for what in ("clash", "touch", "any")], [1, 1, 1])
        for name in ["flush", "in", "deeper"]:
            status(name + ".obj", "--save", name + ".json")
        for new, old, on_new, on_worse in [("in", "flush", 1, 1), ("in", "in", 0, 0), ("deeper", "in", 0, 1),
                                           ("in", "deeper", 0, 0), ("flush", "in", 0, 0)]:
            arguments = [new + ".obj", "--baseline", old + ".json", "--fail-on"]
            self.assertEqual((status(*arguments, "new"), status(*arguments, "worse")), (on_new, on_worse), (new, old))
        self.assert_refused("--fail-on new: needs a --baseline to compare with.", "clash", "in.obj", "--fail-on", "new")

    def test_threads_do_not_change_the_report(self):
        self.file("m.txt", motion([(i, {"far away": shifted(-0.5 * i, 0, 0)}) for i in range(20)]))

        def report(threads):
            result = self.report("a.obj", "--motion", "m.txt", "--clearance", "0.3", "--threads", threads)
            result["summary"].pop("seconds")
            return result

        expected = report("1")
        self.assertGreater(len(expected["findings"]), 5)
        for threads in ["0", "2", "5"]:
            self.assertEqual(report(threads), expected)


class Filters(ClashTest):
    def test_ignores_pairs_by_pattern(self):
        found = self.findings("a.obj", "--ignore", "p*:*", "--ignore", "left:flush")
        self.assertEqual(found, [("clash", "middle", "right")])

    def test_allows_a_depth(self):
        for depth, kind in [("0.3", "touch"), ("0.2", "clash"), ("0.25", "touch")]:
            self.file("allowed.txt", "left *\nmiddle r* %s\n" % depth)
            [finding] = [f for f in self.report("a.obj", "--allow", "allowed.txt")["findings"] if f["kind"] != "inside"]
            self.assertEqual((finding["kind"], finding["accepted"]), (kind, float(depth)))
            self.assertGreater(finding["depth"]["lower"], 0.2)
        self.file("bad.txt", "left right -1\n")
        self.assert_refused("bad.txt: line 1: the depth is '-1'; it cannot be less than 0.", "clash", "a.obj", "--allow",
                            "bad.txt")

    def test_allows_pairs_of_a_file(self):
        self.file("allowed.txt", "# on purpose\nflush left\n\"peb*\" *  # any\n")
        self.assertEqual(self.findings("a.obj", "--allow", "allowed.txt"), [("clash", "middle", "right")])

    def test_takes_clearances_of_a_file(self):
        self.file("limits.txt", "* * 0\nleft middle 0.5\n")
        report = self.report("a.obj", "--clearance", "1", "--clearances", "limits.txt", "--only", "left:middle",
                             "--only", "flush:middle")
        self.assertEqual(self.named(report), [("clearance", "left", "middle")])
        self.assertEqual(report["findings"][0]["limit"], 0.5)

    def test_tells_patterns_that_match_nothing(self):
        result = self.abut("clash", "a.obj", "--ignore", "blot*:plate", "--only", "left:flush")
        self.assertEqual(result.err, "abut: no two parts match 'blot*' and 'plate'.\n")
        self.assertEqual(result.status, 0)


class BrokenInput(ClashTest):
    def refused(self, sentence, *arguments):
        self.assert_refused(sentence, "clash", *arguments)

    def test_assemblies(self):
        self.refused("ASSEMBLY is required. See abut clash --help.")
        self.refused("none.obj: there is no such file. Check the path.", "none.obj")
        self.file("box.obj", UNIT_BOX)
        self.refused("box.obj: has only one part, so there is nothing to check it against. Give several files, or one "
                     "with several named parts (OBJ groups, glTF nodes, STEP products).", "box.obj")
        self.file("empty.obj", "")
        self.refused("empty.obj: the file is empty. Was it saved or downloaded in full?", "a.obj", "empty.obj")
        self.file("points.obj", "v 0 0 0\n")
        self.refused("points.obj: has no triangles: none of its lines is a face ('f ...'). Is it an OBJ file?",
                     "points.obj")
        self.file("cut.glb", two_boxes_glb(0)[:-10])
        self.refused("cut.glb: the file says that it has 724 bytes and ends after 714. Was the download cut off?",
                     "cut.glb")
        self.file("nothing.gltf", '{"asset":{"version":"2.0"}}')
        self.refused("nothing.gltf: has no triangles: no node of its scene has a mesh with any.", "nothing.gltf")

    def test_absurd_units(self):
        self.refused("a.obj: the clearance of 500 is larger than the whole assembly (10.3 from corner to corner), so "
                     "every pair would be too close. Is it in the unit of the files?", "a.obj", "--clearance", "500")
        self.file("mixed.obj", boxes(("frame", (0, 0, 0), 2e6), ("bolt", (1, 1, 1), 1)))
        self.refused("mixed.obj: 'frame' is 3.46e+06 large and 'bolt' is 1.73, which differ by more than a million. Are "
                     "all parts in the same unit?", "mixed.obj")
        self.assertEqual(self.abut("clash", "mixed.obj", "--any-size", "--quiet").status, 1)
        self.refused("--clearance: '-1' is not a length of 0 or more. See abut clash --help.", "a.obj", "--clearance",
                     "-1")

    def test_rules(self):
        self.refused("--ignore: a pair of names is two patterns with a colon between them, such as 'bolt*:plate*', but "
                     "it is 'bolt'; write a name's own colon as '\\:'.", "a.obj", "--ignore", "bolt")
        self.file("bad.txt", "left middle 1\nleft middle\n")
        self.refused("bad.txt: line 2: has 2 words; a clearance is two names or patterns, in double quotes where they "
                     "have blanks, and a length.", "a.obj", "--clearances", "bad.txt")
        self.file("bad.txt", "left middle 1 2\n")
        self.refused("bad.txt: line 1: has 4 words; a pair that may clash is two names or patterns, in double quotes where "
                     "they have blanks, and the depth up to which it may, if there is one.", "a.obj", "--allow", "bad.txt")

    def test_motions(self):
        self.file("unknown.txt", motion([(0, {"somebody": IDENTITY})]))
        self.refused("unknown.txt: line 3: no part of the assembly is called 'somebody'.", "a.obj", "--motion",
                     "unknown.txt")
        self.file("flat.txt", motion([(0, {"left": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]})]))
        self.refused("flat.txt: line 3: the placement is singular: its 3x3 part flattens space (determinant 0). Check "
                     "its rows for zeros or repeats.", "a.obj", "--motion", "flat.txt")
        self.refused("none.txt: there is no such file. Check the path.", "a.obj", "--motion", "none.txt")

    def test_baselines(self):
        self.file("bad.json", "{")
        self.refused("bad.json: is not JSON. Name a report that abut clash --save wrote.", "a.obj", "--baseline",
                     "bad.json")
        self.file("other.json", '{"schema":"else"}')
        self.refused("other.json: is not a report of abut clash. Name one that --save wrote.", "a.obj", "--baseline",
                     "other.json")
        self.file("later.json", '{"schema":"abut-clash","version":3}')
        self.refused("later.json: is a report of version 3, but this abut reads versions 1 to 2. Create it again.", "a.obj",
                     "--baseline", "later.json")
        for damage in ['"findings":[{}],"complete":true', '"findings":3,"complete":1', '"complete":true',
                       '"complete":true,"parts":[],"findings":[{"id":"x","kind":"clash","a":0,"b":1}]']:
            self.file("cut.json", '{"schema":"abut-clash","version":1,%s}' % damage)
            self.refused("cut.json: is a damaged report: its findings lack what they should have. Create it again.",
                         "a.obj", "--baseline", "cut.json")


if __name__ == "__main__":
    unittest.main()
