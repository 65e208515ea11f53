"""abut clash: findings, formats, filters, motion, baseline, and what it says about broken input."""

import base64
import csv
import json
import math
import os
import pty
import signal
import struct
import subprocess
import time
import unittest

from command import (ABUT, FLAT, HOUSING, IDENTITY, PATIENCE, PIN, UNIT_BOX, CommandTest, binary_stl, gltf, obj, pose,
                     shifted, torus, wait_until_it_catches)

BOX_FACES = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]


def boxes(*named):
    """An OBJ file of groups, each a box: (name, corner, side)."""
    lines, count = [], 0
    for name, (x, y, z), side in named:
        lines.append("g " + name)
        lines += ["v %r %r %r" % (x + a * side, y + b * side, z + c * side)
                  for a in (0, 1) for b in (0, 1) for c in (0, 1)]
        lines += ["f " + " ".join(str(count + i + 1) for i in face) for face in BOX_FACES]
        count += 8
    return "\n".join(lines) + "\n"


# left and middle 0.25 apart, middle and right overlap, flush lies on left, pebble is inside left, 0.25 from flush.
ASSEMBLY = boxes(("left", (0, 0, 0), 1), ("middle", (1.25, 0, 0), 1), ("right", (2, 0.125, 0.125), 1),
                 ("flush", (0, 1, 0), 1), ("pebble", (0.25, 0.25, 0.25), 0.5), ("far away", (9, 0, 0), 1))


def motion(steps):
    """Steps of (time, {name: placement})."""
    text = "time angle [deg]\n"
    for at, placements in steps:
        text += "step %r\n" % at
        for name, placement in placements.items():
            text += '"%s" %s\n' % (name, " ".join(repr(number) for number in placement))
    return text


def glb(document, binary):
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    binary += b"\0" * (-len(binary) % 4)
    return (b"glTF" + struct.pack("<III", 2, 28 + len(text) + len(binary), len(text)) + b"JSON" + text +
            struct.pack("<I", len(binary)) + b"BIN\0" + binary)


def two_boxes_glb(gap):
    """One box that two nodes share."""
    points = b"".join(struct.pack("<3f", x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1))
    corners = [i for a, b, c, d in BOX_FACES for i in (a, b, c, a, c, d)]
    indices = struct.pack("<36H", *corners)
    return glb({"asset": {"version": "2.0"}, "scenes": [{"nodes": [0, 1]}],
                "nodes": [{"name": "one", "mesh": 0}, {"name": "other", "mesh": 0, "translation": [1 + gap, 0, 0]}],
                "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
                "buffers": [{"byteLength": 168}],
                "bufferViews": [{"buffer": 0, "byteLength": 96}, {"buffer": 0, "byteOffset": 96, "byteLength": 72}],
                "accessors": [{"bufferView": 0, "componentType": 5126, "count": 8, "type": "VEC3"},
                              {"bufferView": 1, "componentType": 5123, "count": 36, "type": "SCALAR"}]},
               points + indices)


class ClashTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.file("a.obj", ASSEMBLY)

    def report(self, *arguments):
        result = self.abut("clash", *arguments, "--json")
        self.assertIn(result.status, (0, 1), result.err)
        report = json.loads(result.out)
        found = [finding for finding in report["findings"] if finding["kind"] != "touch"]
        self.assertEqual(result.status, 1 if found else 0)
        return report

    def findings(self, *arguments):
        """(kind, name, name) of each finding, in the report's order."""
        return self.named(self.report(*arguments))

    def named(self, report):
        names = [part["name"] for part in report["parts"]]
        return [(finding["kind"], names[finding["a"]], names[finding["b"]]) for finding in report["findings"]]



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


class MovingAssemblies(ClashTest):
    def setUp(self):
        super().setUp()
        # Comes along x, 0.5 a step, until it stands in the middle of `right` (2 to 3).
        self.file("m.txt", motion([(5 * i, {"far away": shifted(-0.5 * i, 0, 0)}) for i in range(14)]))
        self.arguments = ["a.obj", "--motion", "m.txt", "--clearance", "0.75", "--only", "far away:right"]

    def test_follows_a_pair_over_time(self):
        report = self.report(*self.arguments)
        self.assertEqual(report["times"], [5 * i for i in range(14)])
        self.assertEqual(report["time_name"], "angle [deg]")
        [finding] = report["findings"]
        self.assertEqual(finding["kind"], "clash")
        self.assertEqual(finding["spans"], [{"kind": "clearance", "first": 11, "last": 11},
                                            {"kind": "touch", "first": 12, "last": 12},
                                            {"kind": "clash", "first": 13, "last": 13}])
        self.assertEqual(finding["curve"][:11], [None] * 11)
        self.assertAlmostEqual(finding["curve"][11], 0.5)
        self.assertEqual(finding["curve"][12:], [0, 0])
        self.assertEqual(finding["worst_step"], 13)

    def test_measures_every_step_when_asked(self):
        [finding] = self.report(*self.arguments, "--curves")["findings"]
        for step, distance in enumerate(finding["curve"][:12]):
            self.assertAlmostEqual(distance, 6 - 0.5 * step)

    def test_says_when(self):
        result = self.abut("clash", *self.arguments)
        self.assertRegex(result.out, r"\Aclash  right  far away  .* deep, volume \S+, \d+ contacts  from 60 to 65, worst at 6[05]\n")
        self.assertIn(" at 14 steps and between, ", result.out)
        result = self.abut("clash", *self.arguments, "--steps-only")
        self.assertRegex(result.out, r"\Aclash  right  far away  .* deep, volume \S+, \d+ contacts  from 55 to 65, worst at 6[05]\n")
        self.assertIn(" at 14 steps, ", result.out)

    def test_finds_what_passes_between_steps(self):
        # `far away` jumps from one side of `right` (2 to 3) to the other: from 9 to -9 along x, in y and z beside left.
        self.file("jump.txt", motion([(0, {}), (10, {"far away": shifted(-18, 0, 0)})]))
        arguments = ["a.obj", "--motion", "jump.txt", "--only", "far away:right"]
        self.assertEqual(self.report(*arguments, "--steps-only")["findings"], [])
        report = self.report(*arguments)
        [finding] = report["findings"]
        self.assertEqual((finding["kind"], finding["between_steps"], finding["spans"]), ("clash", True, []))
        [interval] = finding["intervals"]
        for bracket, time in [(interval["begin"], 10 * 6 / 18), (interval["end"], 10 * 8 / 18)]:
            self.assertLessEqual(bracket["lower"], time + 1e-9)
            self.assertGreaterEqual(bracket["upper"], time - 1e-9)
            self.assertLess(bracket["upper"] - bracket["lower"], 1e-4)
        self.assertLess(interval["begin"]["upper"], finding["worst_time"])
        self.assertEqual((report["undecided"], report["unknown_ways"]), ([], []))
        text = self.abut("clash", *arguments).out
        self.assertRegex(text, r"\Aclash  right  far away  .* deep, volume \S+, \d+ contacts  from 3\.33333 to 4\.44444, worst at 3\.88889\n")
        self.abut("clash", *arguments, "--csv", "jump.csv", "--quiet")
        with open(self.folder / "jump.csv") as table:
            [row] = csv.DictReader(table)
        self.assertRegex(row["intervals"], r"\Aclash 3\.333\d+-4\.444\d+\Z")

    def test_tells_the_least_clearance_with_its_time(self):
        self.file("pass.txt", motion([(0, {"far away": shifted(0, 1.625, 0)}), (10, {"far away": shifted(-18, 1.625, 0)})]))
        arguments = ["a.obj", "--motion", "pass.txt", "--only", "far away:right", "--clearance", "0.75"]
        [finding] = self.report(*arguments)["findings"]
        self.assertEqual((finding["kind"], finding["intervals"]), ("clearance", []))
        self.assertAlmostEqual(finding["least"]["upper"], 0.5, 12)
        self.assertGreater(finding["least"]["lower"], 0.499)
        self.assertLess(abs(finding["least"]["time"] - 10 * 7 / 18), 10 * 1.01 / 18)
        self.assertRegex(self.abut("clash", *arguments).out,
                         r"\Aclearance  right  far away  0\.5 apart, 0\.75 asked for  at [34]\.\d+, between steps\n")

    def test_tells_ways_that_placements_do_not_tell(self):
        self.file("turn.txt", motion([(0, {}), (10, {"far away": [-1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, 0]})]))
        arguments = ["a.obj", "--motion", "turn.txt", "--only", "far away:right"]
        result = self.abut("clash", *arguments)
        self.assertIn("not looked at between steps: 1 part, first 'far away' from 0 to 10: a motion turns by half a turn",
                      result.out)
        result = self.abut("clash", *arguments, "--json")
        self.assertIn("abut: not looked at between steps: 1 part", result.err)
        [way] = json.loads(result.out)["unknown_ways"]
        self.assertEqual((way["part"], way["begin"], way["end"]), (5, 0, 10))


class Comparisons(ClashTest):
    def test_tells_new_still_and_gone(self):
        self.abut("clash", "a.obj", "--clearance", "0.5", "--save", "old.json", "--quiet")
        self.file("b.obj", boxes(("left", (0, 0, 0), 1), ("middle", (1.25, 0, 0), 1), ("right", (2.375, 0, 0), 1),
                                 ("flush", (0, 1, 0), 1), ("pebble", (5, 5, 5), 0.5), ("far away", (3, 0, 0), 1)))
        arguments = ["b.obj", "--clearance", "0.5", "--baseline", "old.json"]
        report = self.report(*arguments)
        states = {pair: (finding["state"], finding.get("was"))
                  for pair, finding in zip(self.named(report), report["findings"])}
        self.assertEqual(states, {("touch", "left", "flush"): ("still", None),
                                  ("clash", "right", "far away"): ("new", None),
                                  ("clearance", "middle", "right"): ("better", "clash"),
                                  ("clearance", "left", "middle"): ("still", None),
                                  ("clearance", "middle", "flush"): ("still", None)})
        self.assertEqual({(old["kind"], old["name_a"], old["name_b"]) for old in report["gone"]},
                         {("inside", "left", "pebble"), ("clearance", "flush", "pebble")})
        result = self.abut("clash", *arguments)
        self.assertRegex(result.out.splitlines()[-1], r"\A1 clash \(1 new\), 1 touch \(0 new\), 3 clearances \(0 new, 1 better\), 2 gone; ")
        self.assertRegex(result.out, r"(?m)^clearance  middle +right +0\.125 apart, 0\.5 asked for +better, was clash$")
        # A finding that was gone has returned; other settings are told.
        self.abut("clash", *arguments, "--save", "later.json", "--quiet")
        again = self.report("a.obj", "--clearance", "0.5", "--baseline", "later.json")
        states = {pair: finding["state"] for pair, finding in zip(self.named(again), again["findings"])}
        self.assertEqual(states["inside", "left", "pebble"], "returned")
        self.assertEqual((states["clash", "middle", "right"], again["differing"]), ("worse", []))
        other = self.report("a.obj", "--clearance", "0.25", "--baseline", "later.json")
        self.assertEqual(other["differing"], ["clearance was 0.5 and is 0.25"])
        self.assertIn("the baseline has other settings: clearance was 0.5 and is 0.25.",
                      self.abut("clash", "a.obj", "--clearance", "0.25", "--baseline", "later.json").out)

    def test_keeps_ids_when_parts_change_their_order(self):
        named = [("left", (0, 0, 0), 1), ("right", (0.5, 0, 0), 1), ("third", (0.75, 0.5, 0), 1)]
        self.file("forth.obj", boxes(*named))
        self.file("back.obj", boxes(*reversed(named)))
        ids = [[finding["id"] for finding in self.report(file)["findings"]] for file in ["forth.obj", "back.obj"]]
        self.assertEqual(ids[0], ids[1])
        self.assertEqual(len(set(ids[0])), 3)
        for id in ids[0]:
            self.assertRegex(id, r"\A[0-9a-f]{12}\Z")

    def test_may_overwrite_its_own_baseline(self):
        for _ in range(2):
            self.abut("clash", "a.obj", "--save", "same.json", "--quiet")
        result = self.abut("clash", "a.obj", "--baseline", "same.json", "--save", "same.json", "--json")
        self.assertEqual({finding["state"] for finding in json.loads(result.out)["findings"]}, {"still"})


class Files(ClashTest):
    def test_saves_what_it_prints(self):
        result = self.abut("clash", "a.obj", "--save", "out.json", "--json")
        saved = json.loads((self.folder / "out.json").read_text())
        self.assertEqual(saved, json.loads(result.out))

    def test_writes_a_table(self):
        self.file("odd.obj", ASSEMBLY.replace("g flush", 'g flush, "the" lid'))
        self.abut("clash", "odd.obj", "--clearance", "0.5", "--csv", "out.csv", "--quiet")
        report = self.report("odd.obj", "--clearance", "0.5")
        with open(self.folder / "out.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([(row["kind"], row["part_a"], row["part_b"]) for row in rows], self.named(report))
        for row, finding in zip(rows, report["findings"]):
            self.assertEqual(row["id"], finding["id"])
            self.assertEqual(float(row["distance"]), finding["distance"]["upper"])
            self.assertEqual([float(row[key]) for key in ["ax", "ay", "az"]], finding["point_a"])
            self.assertEqual(int(row["contacts"]), finding["contacts"])
            self.assertEqual(row["steps"], finding["kind"] + " 0")

    def test_lists_what_is_gone_in_the_table(self):
        self.abut("clash", "a.obj", "--save", "old.json", "--quiet")
        self.abut("clash", "a.obj", "--ignore", "middle:right", "--baseline", "old.json", "--csv", "out.csv", "--quiet")
        with open(self.folder / "out.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([(row["state"], row["part_a"], row["part_b"]) for row in rows if row["state"] != "still"],
                         [("gone", "middle", "right")])

    def test_writes_a_page_with_findings_and_geometry(self):
        self.file("odd.obj", ASSEMBLY.replace("g flush", "g </script>"))
        self.file("m.txt", motion([(0, {}), (1, {"far away": shifted(-6, 0, 0)})]))
        result = self.abut("clash", "odd.obj", "--motion", "m.txt", "--report", "out.html", "--save", "out.json")
        if "built without the report page" in result.err:
            self.skipTest("this command has no report page")
        self.assertEqual((result.status, result.err), (1, ""))
        page = (self.folder / "out.html").read_text()
        self.assertNotIn("<!--abut:data-->", page)
        blocks = {}
        for name in ["abut-clash", "abut-geometry"]:
            opening = '<script type="application/json" id="%s">' % name
            self.assertEqual(page.count(opening), 1)
            blocks[name] = json.loads(page.split(opening)[1].split("</script>")[0])
        self.assertEqual(blocks["abut-clash"], json.loads((self.folder / "out.json").read_text()))
        geometry = blocks["abut-geometry"]
        numbers = lambda key, form: struct.unpack("<" + form, base64.b64decode(geometry[key]))
        self.assertEqual([(body["points"], body["triangles"]) for body in geometry["bodies"]], [(8, 12)] * 6)
        self.assertEqual(geometry["parts"], [{"body": i, "keys": 1 if i < 5 else 2} for i in range(6)])
        origin = geometry["bodies"][1]["origin"]
        self.assertEqual([a + b for a, b in zip(numbers("positions", "144f")[24:27], origin)], [1.25, 0, 0])
        self.assertEqual(max(numbers("indices", "216I")), 7)
        # Only what changes: one placement of each part, and a second one of the last.
        self.assertEqual(numbers("steps", "7I"), (0, 0, 0, 0, 0, 0, 1))
        self.assertEqual(numbers("turns", "63f"), (1, 0, 0, 0, 1, 0, 0, 0, 1) * 7)
        shifts, centre = numbers("shifts", "21d"), geometry["centre"]
        self.assertEqual([a + b for a, b in zip(shifts[3:6], centre)], origin)
        x, y, z = geometry["bodies"][5]["origin"]
        self.assertEqual([a + b for a, b in zip(shifts[18:], centre)], [x - 6, y, z])

    def test_leaves_nothing_behind_when_a_file_cannot_be_written(self):
        self.assert_refused("gone/out.csv: cannot be written: its directory does not exist.", "clash", "a.obj",
                            "--save", "out.json", "--csv", "gone/out.csv")
        self.assert_refused(".: is a directory. Name the file to write.", "clash", "a.obj", "--save", ".")


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


class Interruption(ClashTest):
    def setUp(self):
        super().setUp()
        ring = torus(200, 100).splitlines()
        points = [line for line in ring if line.startswith("v")]
        faces = [line for line in ring if line.startswith("f")]
        text = ["g still"] + points + faces + ["g moving"] + points
        for face in faces:
            text.append("f " + " ".join(str(int(corner) + len(points)) for corner in face.split()[1:]))
        self.file("rings.obj", "\n".join(text) + "\n")
        self.write_motion(4000)
        self.command = [ABUT, "clash", "rings.obj", "--motion", "long.txt", "--save", "out.json", "--threads", "1"]

    def write_motion(self, steps):
        self.file("long.txt", motion([(i, {"moving": shifted(0.4 * i / steps, 0.3, 0.1)}) for i in range(steps)]))

    def test_keeps_what_was_found(self):
        self.write_motion(100000)
        process = subprocess.Popen(self.command, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        wait_until_it_catches(process, signal.SIGINT)
        # Long enough to find something; were it done by then, the report would be complete.
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
        self.assertEqual(err.decode(), "abut: stopped before the end; what was found so far is not complete.\n")
        self.assertEqual(process.returncode, 130)
        report = json.loads((self.folder / "out.json").read_text())
        self.assertFalse(report["complete"])
        [finding] = report["findings"]
        self.assertEqual(finding["kind"], "clash")
        self.assertLess(finding["spans"][-1]["last"], 99999)

    def test_shows_progress_to_a_terminal(self):
        leader, follower = pty.openpty()
        process = subprocess.Popen(self.command, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=follower)
        os.close(follower)
        seen, end = b"", time.monotonic() + 100
        while b" left" not in seen and time.monotonic() < end:
            seen += os.read(leader, 1000)
        process.send_signal(signal.SIGINT)
        process.wait(timeout=PATIENCE)
        os.close(leader)
        self.assertRegex(seen.decode(), r"\d+ of \d+ checks, (\d+ h )?(\d+ min )?(\d+ s )?left")


if __name__ == "__main__":
    unittest.main()
