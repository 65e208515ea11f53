"""abut demo and abut bench, where the command is built with them."""

import csv
import json
import struct
import unittest

from command import CommandTest


class Demo(CommandTest):
    def test_writes_a_picture_numbers_and_files_that_collide_agrees_with(self):
        result = self.abut("demo", "--out", "new/demo")
        self.assertEqual((result.status, result.err), (0, ""))
        self.assertIn("See new/demo/demo.png", result.out)
        out = self.folder / "new/demo"
        picture = (out / "demo.png").read_bytes()
        self.assertEqual(picture[:8], b"\x89PNG\r\n\x1a\n")
        width, height = struct.unpack(">II", picture[16:24])
        self.assertGreater(min(width, height), 700)

        numbers = json.loads((out / "demo.json").read_text())
        self.assertEqual(numbers["torus"]["triangles"], 20000)
        self.assertEqual(numbers["landscape"]["triangles"], 98000)
        self.assertEqual([step["step"] for step in numbers["steps"]], list(range(120)))
        for key in ["contacts", "volume_tests", "triangle_tests", "exact_tests"]:
            self.assertEqual(numbers["totals"][key], sum(step[key] for step in numbers["steps"]))
        self.assertEqual(numbers["steps"][0]["contacts"], 0)
        self.assertGreater(numbers["steps"][-1]["contacts"], 1000)

        again = self.abut("collide", out / "torus.stl", out / "landscape.stl", "--poses", out / "poses.txt", "--json")
        self.assertEqual(again.status, 1)
        self.assertEqual(again.out, (out / "contacts.jsonl").read_text())
        self.assertEqual([len(line["contacts"]) for line in again.lines()],
                         [step["contacts"] for step in numbers["steps"]])

    def test_refuses_a_folder_that_cannot_be(self):
        self.file("taken", "a file")
        self.assert_refused("taken/demo: the folder cannot be made: Not a directory.", "demo", "--out", "taken/demo")


class Bench(CommandTest):
    def test_runs_the_experiments_that_the_filter_names(self):
        result = self.abut("bench", "papers", "--filter", "obbtree/table1", "--out", "results")
        self.assertEqual((result.status, result.err), (0, ""))
        self.assertRegex(result.out, r"\Aobbtree +table1 +\S+ \w+  operations of the separating axis test\n\n"
                                     r"The tables are in results\. ")
        with open(self.folder / "results/table1.csv") as table:
            self.assertGreater(len(list(csv.reader(table))), 1)

    def test_prints_one_json_object_per_experiment(self):
        lines = self.abut("bench", "--filter", "obbtree/table1", "--json").lines()
        self.assertEqual([(line["group"], line["name"], line["out"]) for line in lines],
                         [("obbtree", "table1", "out/bench/obbtree")])

    def test_exports_scenarios_that_collide_can_read(self):
        result = self.abut("bench", "papers", "--export", "set")
        self.assertEqual((result.status, result.err), (0, ""))
        self.assertEqual(result.out, "The meshes and placements of all scenarios are in set; set/README.txt explains "
                                     "them.\n")
        out = self.folder / "set"
        self.assertIn("fig7.poses\n", (out / "README.txt").read_text())
        expected = [int(line.split("# contacts: ")[1]) for line in (out / "fig7.poses").read_text().splitlines()
                    if "# contacts: " in line]
        contacts = self.abut("collide", out / "torpedo.stl", out / "pivot.stl", "--poses", out / "fig7.poses", "--json")
        self.assertEqual([len(line["contacts"]) for line in contacts.lines()], expected)
        self.assertGreater(expected[0], 0)

    def test_names_the_exported_folder_in_json(self):
        self.assertEqual(self.abut("bench", "--export", "set", "--json", "--quiet").lines(), [{"exported": "set"}])

    def test_refuses_what_is_not_there(self):
        self.assert_refused("no experiment of the papers has 'fig99' in its name. See abut bench --help for all of "
                            "them.", "bench", "papers", "--filter", "fig99")
        result = self.abut("bench", "magazines")
        self.assertRegex(result.err, r"\Aabut: SET: 'magazines' is no set of experiments; there are papers")
        self.assertEqual(result.status, 2)


if __name__ == "__main__":
    unittest.main()
