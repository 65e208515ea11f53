"""abut depth and abut distance --signed: answers, formats, refusals."""

import json
import math
import unittest

from command import FLAT, IDENTITY, UNIT_BOX, CommandTest, pose, shifted, torus


class Depths(CommandTest):
    def setUp(self):
        super().setUp()
        self.file("box.obj", UNIT_BOX)
        self.file("flat.obj", FLAT)
        self.file("poses.txt", pose(IDENTITY, shifted(0.9, 0, 0)) + pose(IDENTITY, shifted(1, 0, 0)) +
                  pose(IDENTITY, shifted(3, 0, 0)) + pose())

    def assert_bracket(self, bracket, true):
        self.assertLessEqual(bracket["lower"], true + 1e-12)
        self.assertGreaterEqual(bracket["upper"], true - 1e-12)
        self.assertLessEqual(bracket["upper"], bracket["lower"] * 1.01 + 1e-12)

    def test_boxes_that_are_sunk_flush_apart_and_the_same(self):
        result = self.abut("depth", "box.obj", "box.obj", "--poses", "poses.txt", "--json", "--overlap")
        self.assertEqual((result.status, result.err), (0, ""))
        lines = result.lines()
        self.assertEqual([line["pose"] for line in lines], [0, 1, 2, 3])
        self.assertEqual(list(lines[0]), ["pose", "depth", "deepest", "reach_a", "reach_b", "way_out",
                                          "way_out_length", "volume", "centre"])
        for line, depth, volume in zip(lines, [0.1, 0, 0, 1], [0.1, 0, 0, 1], strict=True):
            self.assert_bracket(line["depth"], depth)
            self.assert_bracket(line["way_out_length"], depth)
            self.assert_bracket(line["volume"], volume)
        self.assert_bracket(lines[0]["reach_a"], 0.1)
        self.assert_bracket(lines[0]["reach_b"], 0.1)
        self.assertAlmostEqual(math.hypot(*lines[0]["way_out"]), 0.1, places=6)
        self.assertEqual(lines[1]["way_out"], [0, 0, 0])

    def test_patches_have_depths_of_their_own(self):
        result = self.abut("depth", "box.obj", "box.obj", "--poses", "poses.txt", "--json", "--regions")
        self.assertEqual((result.status, result.err), (0, ""))
        lines = result.lines()
        self.assertEqual([len(line["patches"]) for line in lines], [1, 1, 0, 1])
        for line, depth in zip(lines[:2], [0.1, 0], strict=True):
            [patch] = line["patches"]
            self.assertEqual(list(patch), ["pairs", "curves", "areas", "points", "length", "area", "centre", "normal",
                                           "lower", "upper", "depth", "reach_a", "reach_b"])
            self.assert_bracket(patch["depth"], depth)
        self.assertAlmostEqual(lines[1]["patches"][0]["area"], 1)
        text = self.abut("depth", "box.obj", "box.obj", "--poses", "poses.txt", "--regions").out
        self.assertEqual(text.count("  patch 0: "), 3)
        self.assertIn("pose 1: the interiors do not meet\n  patch 0: 0 deep, 0 long, area 1, around (", text)

    def test_text_says_how_deep_and_how_to_part_them(self):
        result = self.abut("depth", "box.obj", "box.obj", "--poses", "poses.txt")
        self.assertEqual((result.status, result.err), (0, ""))
        lines = result.out.splitlines()
        self.assertTrue(lines[0].startswith("pose 0: 0.1 deep at ("), lines[0])
        self.assertTrue(lines[1].startswith("  A reaches 0.1 into B, at ("), lines[1])
        self.assertTrue(lines[2].startswith("  B reaches 0.1 into A, at ("), lines[2])
        self.assertTrue(lines[3].startswith("  apart when B moves by (0.1, "), lines[3])
        self.assertEqual(lines[4], "pose 1: the interiors do not meet")

    def test_errors_and_budgets_widen_brackets(self):
        self.file("ring.obj", torus(triangles=True))
        self.file("pose.txt", pose(IDENTITY, shifted(0.2, 0.1, 0.05)))
        [exact] = self.abut("depth", "ring.obj", "ring.obj", "--poses", "pose.txt", "--json").lines()
        for more in [["--relative-error", "0.5"], ["--absolute-error", "0.2"], ["--max-tests", "100"]]:
            [line] = self.abut("depth", "ring.obj", "ring.obj", "--poses", "pose.txt", "--json", *more).lines()
            self.assertLessEqual(line["depth"]["lower"], exact["depth"]["upper"])
            self.assertGreaterEqual(line["depth"]["upper"], exact["depth"]["lower"])
            self.assertEqual("complete" in line, more[0] == "--max-tests")
        result = self.abut("depth", "ring.obj", "ring.obj", "--json", "--stats")
        self.assertEqual(json.loads(result.err)["queries"], 1)

    def test_open_meshes_are_refused_by_name(self):
        for command in [["depth"], ["distance", "--signed"]]:
            result = self.abut(*command, "box.obj", "flat.obj")
            self.assertEqual((result.status, result.out), (2, ""))
            self.assertTrue(result.err.startswith("abut: flat.obj: the mesh is "), result.err)
            self.assertIn("Only a closed mesh has an inside.", result.err)

    def test_signed_distance_is_negative_where_interiors_meet(self):
        result = self.abut("distance", "box.obj", "box.obj", "--signed", "--poses", "poses.txt", "--json")
        self.assertEqual((result.status, result.err), (0, ""))
        lines = result.lines()
        self.assertEqual([line["overlaps"] for line in lines], [True, False, False, True])
        for line, true in zip(lines, [-0.1, 0, 2, -1], strict=True):
            self.assertLessEqual(line["lower"], true + 1e-12)
            self.assertGreaterEqual(line["distance"], true - 1e-12)
            self.assertLessEqual(line["distance"] - line["lower"], 0.02 * abs(true) + 1e-12)
        self.assertEqual(list(lines[0]), ["pose", "distance", "lower", "overlaps", "deepest", "way_out"])
        self.assertEqual(list(lines[2]), ["pose", "distance", "lower", "overlaps", "point_a", "point_b", "triangle_a",
                                          "triangle_b"])
        text = self.abut("distance", "box.obj", "box.obj", "--signed", "--poses", "poses.txt").out.splitlines()
        self.assertIn("deep in each other at", text[0])
        self.assertIn("touching", text[1])
        self.assertIn("2 apart", text[2])

    def test_signed_refuses_what_would_do_nothing(self):
        for more, says in [(["--volume", "obb"], "--signed needs the volume 'auto'"),
                           (["--smallest-touching"], "--signed does not take --smallest-touching")]:
            result = self.abut("distance", "box.obj", "box.obj", "--signed", *more)
            self.assertEqual((result.status, result.out), (2, ""))
            self.assertIn(says, result.err)


if __name__ == "__main__":
    unittest.main()
