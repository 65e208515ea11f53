"""The files of abut clash: JSON, tables, pages, and comparisons with an earlier run."""

import base64
import csv
import json
import struct
import unittest

from clash_support import ASSEMBLY, ClashTest, boxes, motion
from command import shifted


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


if __name__ == "__main__":
    unittest.main()
