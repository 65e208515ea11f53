"""abut region: answers, formats, options."""

import unittest

from command import UNIT_BOX, CommandTest, torus

CUTS = "# point and normal\n0,0,0.5, 0,0,1\n0 0 5  0 0 1\n\n0,0,1,0,0,2  # touches the top\n"


class Answers(CommandTest):
    def setUp(self):
        super().setUp()
        self.file("box.obj", UNIT_BOX)
        self.file("cuts.txt", CUTS)

    def region(self, *arguments, model="box.obj"):
        result = self.abut("region", model, *arguments, "--json")
        self.assertEqual(result.err, "")
        return [line["triangles"] for line in result.lines()]

    def test_tells_the_triangles_that_a_plane_meets(self):
        result = self.abut("region", "box.obj", "plane", "--at", "0,0,0.5", "--along", "0,0,1")
        head, *ids = result.out.splitlines()
        self.assertEqual((head, result.err, result.status), ("region 0: meets 8 triangles", "", 1))
        self.assertEqual(len(set(ids)), 8)
        result = self.abut("region", "box.obj", "plane", "--at=0,0,5", "--along", "0,0,1")
        self.assertEqual((result.out, result.err, result.status), ("region 0: meets nothing\n", "", 0))

    def test_reads_many_from_a_file(self):
        result = self.abut("region", "box.obj", "plane", "--regions", "cuts.txt", "--json")
        lines = result.lines()
        self.assertEqual([line["region"] for line in lines], [0, 1, 2])
        self.assertEqual([len(line["triangles"]) for line in lines], [8, 0, 10])
        self.assertEqual(lines[0]["triangles"], sorted(lines[0]["triangles"]))

    def test_knows_every_shape(self):
        across = ["--at", "0.25,0.5,-3", "--along", "0,0,1"]
        wide = ["--half-width", "0.0625"]
        self.assertEqual(len(self.region("line", *across)[0]), 2)
        self.assertEqual(len(self.region("ray", *across)[0]), 2)
        self.assertEqual(len(self.region("ray", "--at", "0.25,0.5,0.5", "--along", "0,0,1")[0]), 1)
        self.assertEqual(self.region("segment", *across), [[]])
        self.assertEqual(len(self.region("segment", "--at", "0.25,0.5,-3", "--along", "0,0,3.5")[0]), 1)
        self.assertEqual(len(self.region("beam", *across, *wide)[0]), 2)
        # It touches the diagonals of the squares above and below.
        self.assertEqual(len(self.region("beam", *across, "--half-width", "0.125")[0]), 4)
        self.assertEqual(self.region("fat-ray", "--at", "0,0,3", "--along", "0,0,1", *wide), [[]])
        self.assertEqual(len(self.region("slab", "--at", "0,0,1.5", "--along", "0,0,1", "--half-width", "0.5")[0]), 10)

    def test_every_tree_finds_the_same(self):
        self.file("torus.obj", torus())
        cut = ["beam", "--at", "1,0,0", "--along", "0,0.5,1", "--half-width", "0.2"]
        want = self.region(*cut, model="torus.obj")
        self.assertGreater(len(want[0]), 10)
        for options in (["--volume", "sphere"], ["--volume", "obb", "--storage", "float"],
                        ["--volume", "rss", "--tile", "0.05"], ["--threads", "1"]):
            self.assertEqual(self.region(*cut, *options, model="torus.obj"), want)

    def test_stops_early(self):
        cut = ["plane", "--at", "0,0,0.5", "--along", "0,0,1"]
        self.assertEqual(len(self.region(*cut, "--max-triangles", "3")[0]), 3)
        self.assertIn("meets 3 triangles (there may be more)",
                      self.abut("region", "box.obj", *cut, "--max-triangles", "3").out)
        self.assertRegex(self.abut("region", "box.obj", *cut, "--first").out, r"\Aregion 0: meets triangle \d+\n\Z")
        result = self.abut("region", "box.obj", *cut, "--quiet")
        self.assertEqual((result.out, result.err, result.status), ("", "", 1))

    def test_counts(self):
        result = self.abut("region", "box.obj", "plane", "--regions", "cuts.txt", "--stats", "--quiet")
        self.assertRegex(result.err, r'\A\{"queries":3,"volume_tests":\d+,"triangle_tests":\d+')

    def test_refuses_what_makes_no_region(self):
        at = ["--at", "0,0,0", "--along", "0,0,1"]
        for sentence, *arguments in [
            ("the shape is 'ball'; it must be one of plane, slab, line, ray, segment, beam, fat-ray.", "ball", *at),
            ("a slab needs --half-width.", "slab", *at),
            ("a plane has no width: leave out --half-width, or choose slab, beam or fat-ray.", "plane", *at,
             "--half-width", "1"),
            ("give either --at and --along, or --regions.", "plane"),
            ("--at and --along belong together.", "plane", "--at", "0,0,0"),
            ("--along takes three numbers, as in --along 0,1.5,-2; it is '0,1'.", "plane", "--at", "0,0,0", "--along",
             "0,1"),
        ]:
            self.assert_refused(sentence, "region", "box.obj", *arguments)
        result = self.abut("region", "box.obj", "plane", "--at", "0,0,0", "--along", "0,0,0")
        self.assertEqual((result.out, result.status), ("", 2))
        self.assertRegex(result.err, r"\Aabut: --at and --along: .+\n\Z")
        self.file("short.txt", "0 0 0 1 0\n")
        self.assert_refused("short.txt: line 1: has 5 values; a region has 6: a point and a direction.", "region",
                            "box.obj", "plane", "--regions", "short.txt")


if __name__ == "__main__":
    unittest.main()
