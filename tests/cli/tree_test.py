"""abut tree: what it reports."""

import json
import unittest

from command import FLAT, UNIT_BOX, CommandTest, torus

KEYS = ["model", "triangles", "degenerate", "vertices", "parts", "low", "high", "volume", "fit", "split", "storage",
        "leaf", "tile", "nodes", "leaves", "depth", "tree_bytes", "bytes", "bytes_per_triangle", "build_ms"]


class Tree(CommandTest):
    def tree(self, *arguments):
        result = self.abut("tree", *arguments, "--json")
        self.assertEqual((result.status, result.err), (0, ""))
        self.assertEqual(result.out.count("\n"), 1)
        return json.loads(result.out)

    def test_reports_the_model_and_its_tree(self):
        self.file("box.obj", UNIT_BOX)
        report = self.tree("box.obj", "--volume", "obb")
        self.assertEqual(list(report), KEYS)
        self.assertEqual(report["model"], "box.obj")
        self.assertEqual((report["triangles"], report["vertices"]), (12, 8))
        self.assertEqual((report["nodes"], report["leaves"]), (23, 12))
        self.assertEqual((report["low"], report["high"]), ([0, 0, 0], [1, 1, 1]))
        self.assertEqual(report["parts"], [])
        self.assertEqual(report["bytes_per_triangle"], report["bytes"] / 12)
        self.assertLess(report["tree_bytes"], report["bytes"])
        self.assertGreaterEqual(report["depth"], 4)
        self.assertGreater(report["build_ms"], 0)

    def test_reports_the_tree_of_the_fast_engine(self):
        self.file("torus.obj", torus())
        report = self.tree("torus.obj")
        self.assertEqual(list(report), KEYS)
        self.assertEqual([report[key] for key in ["volume", "fit", "split", "storage", "leaf"]],
                         ["auto", None, None, None, None])
        self.assertGreaterEqual(report["leaves"], 800)
        self.assertGreater(report["nodes"], report["leaves"])
        self.assertLessEqual(report["bytes_per_triangle"], 140)
        self.assertIn("tree of oriented boxes, eight side by side (the fast engine)\n",
                      self.abut("tree", "torus.obj").out)

    def test_numbers_read_back_the_same(self):
        self.file("a.obj", "v 0.1 0 0\nv 0.30000000000000004 1e-300 0\nv 0 3.3333333333333335 1\nf 1 2 3\n")
        self.assertEqual(self.tree("a.obj")["high"], [0.30000000000000004, 3.3333333333333335, 1])

    def test_counts_degenerate_triangles(self):
        self.file("mixed.obj", FLAT + "v 2 0 0\nf 1 2 4\nf 1 1 2\nf 3 3 3\n")
        self.assertEqual(self.tree("mixed.obj")["degenerate"], {"segments": 2, "points": 1})
        self.assertIn("triangles     4, of which 3 degenerate: 2 segments, 1 point\n",
                      self.abut("tree", "mixed.obj").out)

    def test_lists_parts(self):
        self.file("parts.obj", FLAT.replace("f 1 2 3", "g lid\nf 1 2 3\ng \"body\"\nf 1 3 2\nf 3 2 1"))
        self.assertEqual(self.tree("parts.obj")["parts"], [{"name": "lid", "first": 0, "triangles": 1},
                                                           {"name": '"body"', "first": 1, "triangles": 2}])
        self.assertIn("  parts         2\n", self.abut("tree", "parts.obj").out)

    def test_options_shape_the_tree(self):
        self.file("torus.obj", torus())
        obb = ["torus.obj", "--volume", "obb"]
        plain = self.tree(*obb)
        self.assertLess(self.tree(*obb, "--storage", "float")["tree_bytes"], plain["tree_bytes"])
        self.assertLess(self.tree(*obb, "--leaf", "4")["nodes"], plain["nodes"])
        self.assertLess(self.tree("torus.obj", "--volume", "sphere")["tree_bytes"], plain["tree_bytes"])
        self.assertEqual(self.tree(*obb, "--split", "median")["depth"], 11)
        made = ["--split", "middle", "--leaf", "2", "--storage", "float"]
        for volume, fit, reported in [("obb", ["--fit", "surface"], "surface"), ("obb", [], "vertices"),
                                      ("aabb", [], None)]:
            report = self.tree("torus.obj", "--volume", volume, *fit, *made)
            self.assertEqual([report[key] for key in ["volume", "fit", "split", "storage", "leaf"]],
                             [volume, reported, "middle", "float", 2])
        self.assertEqual([plain[key] for key in ["fit", "split", "storage", "leaf"]],
                         ["vertices", "surface-area", "double", 1])

    def test_tiles_are_leaves(self):
        self.file("box.obj", UNIT_BOX)
        plain, tiled = (self.tree("box.obj", "--volume", "rss", *more) for more in ([], ["--tile", "0.5"]))
        self.assertEqual((plain["tile"], plain["leaves"], tiled["tile"]), (None, 12, 0.5))
        self.assertGreater(tiled["leaves"], 48)
        self.assertIn(", tile 0.5)\n", self.abut("tree", "box.obj", "--volume", "rss", "--tile", "0.5").out)
        self.assert_refused("'auto' does not take the option 'tile': leave it out, or choose another kind of volume.",
                            "tree", "box.obj", "--tile", "0.5")

    def test_threads_change_nothing_but_the_time(self):
        self.file("torus.obj", torus(200, 60))
        reports = [self.tree("torus.obj", *more)
                   for more in [[], ["--threads", "1"], ["--threads", "2"], ["--threads", "0"]]]
        for report in reports:
            self.assertGreater(report.pop("build_ms"), 0)
            self.assertEqual(report, reports[0])

    def test_speaks_to_people_unless_quiet(self):
        self.file("torus.obj", torus())
        result = self.abut("tree", "torus.obj", "--volume", "obb")
        for words in ["torus.obj\n", "triangles     1,600\n", "nodes         3,199, of which 1,600 leaves\n",
                      "(OBBTree paper: 412)", "built in"]:
            self.assertIn(words, result.out)
        self.assertIn("tree of obb volumes (fit vertices, split surface-area, leaf 1, double)\n", result.out)
        self.assertIn("tree of aabb volumes (split surface-area, leaf 1, double)\n",
                      self.abut("tree", "torus.obj", "--volume", "aabb").out)
        quiet = self.abut("tree", "torus.obj", "--quiet")
        self.assertEqual((quiet.status, quiet.out, quiet.err), (0, "", ""))

    def test_writes_a_file_that_takes_the_place_of_the_mesh(self):
        self.file("torus.obj", torus())
        self.file("box.obj", UNIT_BOX)
        self.file("points.txt", "0.1,0.2,0.3\n1,0,0\n")
        built = self.tree("torus.obj")
        written = self.tree("torus.obj", "-o", "torus.abut", "--threads", "2")
        self.assertEqual(list(written), KEYS + ["output"])
        self.assertEqual(written.pop("output"), "torus.abut")
        opened = self.tree("torus.abut")
        self.assertEqual(opened["build_ms"], 0)
        for report in [built, written, opened]:
            del report["model"], report["build_ms"]
        self.assertEqual((written, opened), (built, built))
        text = self.abut("tree", "torus.abut", "--output", "again.abut").out
        self.assertIn("  built         before: it was in the file\nwritten to      again.abut\n", text)
        self.assertEqual((self.folder / "again.abut").read_bytes(), (self.folder / "torus.abut").read_bytes())
        # A kind of tree that is not in the file is built from its mesh.
        self.assertEqual(self.tree("torus.abut", "--volume", "obb")["nodes"],
                         self.tree("torus.obj", "--volume", "obb")["nodes"])
        for command in [["collide", "{}", "box.obj"], ["distance", "box.obj", "{}"], ["within", "{}", "{}", "1"],
                        ["self", "{}"], ["point", "{}", "points.txt", "--signed"], ["clash", "{}", "box.obj"]]:
            answers = [self.abut(*[word.format(name) for word in command], "--json")
                       for name in ["torus.obj", "torus.abut"]]
            texts = [answer.out.replace("torus.abut", "torus.obj") for answer in answers]
            self.assertEqual([self.timeless(text) for text in texts], [self.timeless(texts[0])] * 2, command)
            self.assertIn(answers[0].status, [0, 1], answers[0].err)
            self.assertEqual(answers[1].status, answers[0].status, answers[1].err)

    def timeless(self, text):
        def stripped(value):
            if isinstance(value, dict):
                return {key: stripped(value[key]) for key in value
                        if not key.endswith(("_ms", "seconds", "_us", "time", "date"))}
            return [stripped(item) for item in value] if isinstance(value, list) else value
        return [stripped(json.loads(line)) for line in text.splitlines()]

    def test_refuses_files_that_it_cannot_write_or_trust(self):
        self.file("box.obj", UNIT_BOX)
        self.assert_refused("--output writes trees of the fast engine alone: leave --volume out.", "tree", "box.obj",
                            "--volume", "aabb", "-o", "a.abut")
        self.assertEqual(self.abut("tree", "box.obj", "-o", "box.obj").status, 2)
        self.assertEqual((self.folder / "box.obj").read_text(), UNIT_BOX)
        self.tree("box.obj", "-o", "a.abut")
        whole = (self.folder / "a.abut").read_bytes()
        self.file("cut.abut", whole[:1000])
        self.assert_refused("cut.abut: ends after 1000 of %d bytes. Was it copied in full?" % len(whole), "self", "cut.abut")
        self.file("newer.abut", whole[:12] + b"\x03" + whole[13:])
        self.assert_refused("newer.abut: is a tree file of version 3; this abut reads version 2. Update abut, or make the "
                            "file anew with this one.", "self", "newer.abut")
        self.file("bad.abut", whole[:700] + b"\x55" + whole[701:])
        self.assert_refused("bad.abut: its section 'nodes' is damaged: the checksum is wrong. Write it again from the mesh "
                            "('abut tree MODEL -o FILE').", "collide", "bad.abut", "box.obj")

    def test_quality_measures_each_level(self):
        self.file("torus.obj", torus())
        for volume in ["obb", "auto"]:
            self.check_quality(self.tree("torus.obj", "--quality", "--volume", volume))
        levels = self.tree("torus.obj", "--quality")["quality"]
        text = self.abut("tree", "torus.obj", "--quality").out
        self.assertIn("  level     nodes  measured    diameter   tightness  aspect ratio\n", text)
        self.assertEqual(len(text.split("aspect ratio\n")[1].splitlines()), len(levels))

    def check_quality(self, report):
        levels = report["quality"]
        self.assertEqual([level["level"] for level in levels], list(range(report["depth"] + 1)))
        self.assertEqual(sum(level["nodes"] for level in levels), report["nodes"])
        self.assertEqual(sum(level["leaves"] for level in levels), report["leaves"])
        for level in levels:
            for key in ["diameter", "tightness", "reach", "aspect"]:
                lower, upper = level[key]
                self.assertLessEqual(lower, upper)
        self.assertAlmostEqual(levels[0]["diameter"][0], 2.7, delta=0.05)
        # A point of the box in the middle of the hole is 0.65 from the torus, one at its corner not much farther.
        self.assertAlmostEqual(levels[0]["tightness"][0], 0.67, delta=0.05)
        self.assertAlmostEqual(levels[0]["aspect"][0], 0.67 / 2.7, delta=0.02)


if __name__ == "__main__":
    unittest.main()
