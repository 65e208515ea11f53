"""abut demo and abut bench, where the command is built with them."""

import csv
import json
import resource
import signal
import struct
import unittest

from command import CommandTest


def files_up_to(size):
    """To run in the child: no file can grow beyond so many bytes, as on a disk that is full."""
    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return limit


class Demo(CommandTest):
    def test_turns_the_engine_right_and_wrong_and_clash_finds_the_same_in_its_files(self):
        result = self.abut("demo", "--out", "new/demo")
        self.assertEqual((result.status, result.err), (0, ""))
        self.assertIn("Timed right: nothing clashes among 1,176 pairs of parts", result.out)
        self.assertIn("Camshafts 60 degrees early: 8 clashes of a valve with its piston", result.out)
        out = self.folder / "new/demo"
        picture = (out / "engine.png").read_bytes()
        self.assertEqual(picture[:8], b"\x89PNG\r\n\x1a\n")
        width, height = struct.unpack(">II", picture[16:24])
        self.assertGreater(min(width, height), 700)

        numbers = json.loads((out / "demo.json").read_text())
        self.check_gaps(numbers["right"])
        self.check_clashes(numbers["mistimed"], json.loads((out / "mistimed.json").read_text()))
        self.assertEqual((numbers["right"]["clashes"], numbers["right"]["spans"]), (0, []))
        self.assertGreaterEqual(numbers["right"]["triangles"], 100000)

        again = self.abut("clash", out / "mistimed.obj", "--motion", out / "mistimed_motion.txt", "--clearance", "2",
                          "--only", "intake valve*:piston*", "--steps-only", "--json")
        self.assertEqual(again.status, 1)
        clashes = [f for f in json.loads(again.out)["findings"] if f["kind"] == "clash"]
        before = {f["id"]: f for f in json.loads((out / "mistimed.json").read_text())["findings"]}
        self.assertEqual(len(clashes), 8)
        for clash in clashes:
            for key in ["spans", "contacts", "worst_step", "curve"]:
                self.assertEqual(clash[key], before[clash["id"]][key])

    def check_gaps(self, engine):
        """Facets lie inside the smooth parts, so a mesh keeps the clearance, and not much more than it."""
        self.assertEqual(len(engine["gaps"]), 6)
        for gap in engine["gaps"]:
            self.assertGreaterEqual(gap["found"], gap["designed"] - gap["rounding"], gap)
            self.assertLessEqual(gap["found"], gap["designed"] + gap["mesh_error"], gap)

    def check_clashes(self, engine, report):
        """Exactly the intake valves and their pistons, each within a step of what the formulas foretell."""
        step = 5
        names = [part["name"] for part in report["parts"]]
        found = {tuple(sorted((names[f["a"]], names[f["b"]]))) for f in report["findings"] if f["kind"] == "clash"}
        foretold = {tuple(sorted((span["valve"], span["piston"]))) for span in engine["spans"]}
        self.assertEqual(found, foretold)
        self.assertEqual({pair[0][:12] for pair in found}, {"intake valve"})
        self.assertEqual(engine["clashes"], 8)
        for span in engine["spans"]:
            self.assertTrue(0 <= span["found"][0] - span["foretold"][0] <= step, span)
            self.assertTrue(0 <= span["foretold"][1] - span["found"][1] <= step, span)
            # Checked between steps of one degree: within a hundredth of a degree.
            self.assertLess(abs(span["between_steps"][0] - span["foretold"][0]), 0.01, span)
            self.assertLess(abs(span["between_steps"][1] - span["foretold"][1]), 0.01, span)

    def test_refuses_a_folder_that_cannot_be(self):
        self.file("taken", "a file")
        self.assert_refused("taken/demo: the folder cannot be made: Not a directory.", "demo", "--out", "taken/demo")

    def test_leaves_nothing_when_a_file_cannot_be_written(self):
        result = self.abut("demo", "--out", "new/demo", preexec_fn=files_up_to(100000))
        self.assertRegex(result.err, r"\Aabut: new/demo/\S+: .*(could not|cannot) be written: .*\n\Z")
        self.assertEqual((result.status, result.out, list(self.folder.rglob("*"))), (2, "", []))


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
        result = self.abut("bench", "papers", "--filter", "obbtree/fig7", "--export", "set")
        self.assertEqual((result.status, result.err), (0, ""))
        self.assertEqual(result.out, "The meshes and placements are in set; set/README.txt explains them.\n")
        out = self.folder / "set"
        self.assertEqual(sorted(file.name for file in out.iterdir()),
                         ["README.txt", "fig7.poses", "pivot.stl", "torpedo.stl"])
        self.assertIn("fig7.poses\n", (out / "README.txt").read_text())
        expected = [int(line.split("# contacts: ")[1]) for line in (out / "fig7.poses").read_text().splitlines()
                    if "# contacts: " in line]
        contacts = self.abut("collide", out / "torpedo.stl", out / "pivot.stl", "--poses", out / "fig7.poses", "--json")
        self.assertEqual([len(line["contacts"]) for line in contacts.lines()], expected)
        self.assertGreater(expected[0], 0)

    def test_exports_nothing_of_the_peers(self):
        result = self.abut("bench", "peers", "--export", "set")
        self.assertEqual((result.status, result.out), (2, ""))
        self.assertIn("only the experiments of the papers have meshes and placements to export", result.err)
        self.assertFalse((self.folder / "set").exists())

    def test_names_the_exported_folder_in_json(self):
        for more, threads in [([], "1"), (["--quiet"], "2")]:
            result = self.abut("bench", "--filter", "game/pairs", "--export", "set" + threads, "--json", "--quick", "--threads",
                               threads, *more)
            self.assertEqual((result.out, result.err), ('{"exported":"set%s"}\n' % threads, ""))
        names = sorted(file.name for file in (self.folder / "set1").iterdir())
        self.assertIn("README.txt", names)
        self.assertEqual(names, sorted(file.name for file in (self.folder / "set2").iterdir()))
        for name in names:
            self.assertEqual((self.folder / "set1" / name).read_bytes(), (self.folder / "set2" / name).read_bytes())

    def test_an_export_that_fails_leaves_nothing(self):
        result = self.abut("bench", "--export", "a/set", preexec_fn=files_up_to(1000000))
        self.assertRegex(result.err, r"\Aabut: a/set/\S+ cannot be written")
        self.assertEqual((result.status, result.out, list(self.folder.rglob("*"))), (2, "", []))

    def test_experiments_of_which_one_fails_leave_what_was_there(self):
        # table1 writes 200 bytes, table2 900.
        (self.folder / "results").mkdir()
        self.file("results/table1.csv", "of an earlier run")
        result = self.abut("bench", "papers", "--filter", "obbtree/table", "--out", "results",
                           preexec_fn=files_up_to(500))
        self.assertRegex(result.err, r"\Aabut: results/\S+/table2.csv cannot be written")
        self.assertEqual((result.status, result.out), (2, ""))
        self.assertEqual([file.name for file in (self.folder / "results").rglob("*")], ["table1.csv"])
        self.assertEqual((self.folder / "results/table1.csv").read_text(), "of an earlier run")

    def test_keeps_what_other_runs_left_unless_they_were_killed(self):
        out = self.folder / "out/bench"
        (out / "obbtree").mkdir(parents=True)
        (out / "obbtree/note.txt").write_text("mine")
        (out / ".unfinished-999999999").mkdir()
        self.assertEqual(self.abut("bench", "--filter", "obbtree/table1", "--quiet").status, 0)
        self.assertEqual(sorted(str(path.relative_to(out)) for path in out.rglob("*")),
                         ["obbtree", "obbtree/note.txt", "obbtree/table1.csv"])

    def test_goals_of_other_experiments_stay(self):
        (self.folder / "results").mkdir()
        head = "experiment,work,measure,bound,required,aim,measured,verdict,table\n"
        self.file("results/goals.csv", head + 'refit,"all, moved",times,at least,4,0,5,met,first\ncoherence,x,y,z,1,1,1,w,first\n')
        self.assertEqual(self.abut("bench", "--filter", "peers/coherence", "--out", "results", "--quiet").status, 0)
        with open(self.folder / "results/goals.csv") as table:
            rows = list(csv.DictReader(table))
        self.assertEqual((rows[0]["experiment"], rows[0]["work"]), ("refit", "all, moved"))
        self.assertGreater(len(rows), 1)
        self.assertEqual({(row["experiment"], row["work"] == "x") for row in rows[1:]}, {("coherence", False)})

    def test_a_quick_run_of_the_cases_people_have_is_never_wrong_and_judges_itself(self):
        names = ["rounded", "sheared", "touching", "small", "recorded"]
        for name in names:
            result = self.abut("bench", "peers", "--quick", "--filter", "peers/" + name, "--out", "results")
            self.assertEqual((result.status, result.err), (0, ""))
            self.assertIn("These were quick runs: their times mean little. The tables are in results.", result.out)
            with open(self.folder / "results" / (name + ".csv")) as table:
                rows = list(csv.DictReader(table))
            ours = [row for row in rows if row.get("contestant", "abut").startswith("abut")]
            self.assertGreater(len(ours), 2)
            self.assertEqual({row["wrong"] for row in ours}, {"0"}, name)
            self.assertTrue(all(float(row["us"]) > 0 for row in rows))
        with open(self.folder / "results/goals.csv") as table:
            goals = list(csv.DictReader(table))
        # Those against FCL are there only where it was found.
        self.assertLessEqual({goal["experiment"] for goal in goals}, set(names))
        self.assertGreaterEqual({goal["experiment"] for goal in goals}, {"rounded", "sheared", "touching", "recorded"})
        for goal in goals:
            measured, required = float(goal["measured"]), float(goal["required"])
            holds = measured <= required if goal["bound"] == "at most" else measured >= required
            self.assertEqual(not goal["verdict"].startswith("missed by "), holds, goal)
            self.assertEqual(goal["table"], "no cliffs")

    def test_a_quick_run_of_motions_decides_all_of_them(self):
        result = self.abut("bench", "peers", "--quick", "--filter", "peers/motions", "--out", "results")
        self.assertEqual((result.status, result.err), (0, ""))
        with open(self.folder / "results/motions.csv") as table:
            rows = list(csv.DictReader(table))
        ours = [row for row in rows if row["contestant"] == "abut"]
        self.assertEqual([row["work"] for row in ours], ["scans 2000", "tori 2000"])
        for row in ours:
            self.assertEqual(row["undecided"], "0")
            self.assertTrue(0 < int(row["contacts"]) < int(row["motions"]), row)
        with open(self.folder / "results/each_motion.csv") as table:
            for row in csv.DictReader(table):
                self.assertEqual(float(row["clearance"]) > 0, row["verdict"] == "clear", row)
        with open(self.folder / "results/fits.csv") as table:
            self.assertEqual({row["verdict"] for row in csv.DictReader(table)}, {"clear"})
        with open(self.folder / "results/goals.csv") as table:
            self.assertEqual({goal["experiment"] for goal in csv.DictReader(table)}, {"motions"})

    def test_quick_runs_are_for_peers(self):
        self.assert_refused("--quick is for the experiments of the set peers; obbtree/table1 is none of them.", "bench",
                            "papers", "--quick", "--filter", "obbtree/table1")

    def test_refuses_what_is_not_there(self):
        self.assert_refused("no experiment of the papers has 'fig99' in its name. See abut bench --help for all of "
                            "them.", "bench", "papers", "--filter", "fig99")
        result = self.abut("bench", "magazines")
        self.assertRegex(result.err, r"\Aabut: SET: 'magazines' is not a set of experiments; the sets are papers")
        self.assertEqual(result.status, 2)


if __name__ == "__main__":
    unittest.main()
