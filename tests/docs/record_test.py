"""scripts/record: what it replaces, what it leaves alone, and when it goes on with an interrupted record."""

import contextlib
import io
import json
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from scripts import SCRIPTS, script

record = script("record")
import campaign_page  # noqa: E402
RECORD = SCRIPTS.parent / "docs" / "results"
GAME = next(step for step in record.STEPS if step.name == "game")


class Record(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.results = self.folder / "results"
        (self.results / "game").mkdir(parents=True)
        for file in (RECORD / "game").iterdir():
            shutil.copy(file, self.results / "game")
        for name, value in (("RESULTS", self.results), ("WORK", self.folder / "work")):
            patch = mock.patch.object(record, name, value)
            patch.start()
            self.addCleanup(patch.stop)

    def abut(self, script_text):
        """A command that does what the text says, in the folder that it is told."""
        command = self.folder / "abut"
        command.write_text('#!/bin/sh\nfor last; do :; done\nmkdir -p "$last"\n' + script_text)
        command.chmod(0o755)
        return command

    def test_a_run_replaces_all_tables_of_the_one_before(self):
        command = self.abut(f'cp {RECORD}/game/memory.csv "$last"\n')
        with mock.patch.dict(os.environ, {"ABUT_RECORD_DATE": "2031-02-03", "ABUT_RECORD_COMMIT": "abcdef0"}):
            record.make(GAME, command)
        tables = sorted(file.name for file in (self.results / "game").glob("*.csv"))
        self.assertEqual(tables, ["memory.csv"])
        page = (self.results / "game" / "README.md").read_text()
        self.assertIn("Made by `abut bench papers --filter game` at abcdef0", page)
        self.assertIn(" on 2031-02-03, ", page)
        self.assertIn("This run has no `pairs.csv`.", page)
        self.assertTrue(record.is_of(GAME, {"commit": "abcdef0", "date": "2031-02-03"}) or "with changes" in page)
        self.assertFalse(record.is_of(GAME, {"commit": "abcdef1", "date": "2031-02-03"}))
        self.assertFalse(record.is_of(GAME, {"commit": "abcdef0", "date": "2031-02-04"}))

    def test_a_run_that_fails_leaves_what_was_there(self):
        before = {file.name: file.read_bytes() for file in (self.results / "game").iterdir()}
        with self.assertRaises(subprocess.CalledProcessError):
            record.make(GAME, self.abut('echo half > "$last"/memory.csv\nexit 2\n'))
        self.assertEqual({file.name: file.read_bytes() for file in (self.results / "game").iterdir()}, before)

    def test_an_interrupted_record_keeps_its_commit_and_day_while_the_code_is_the_same(self):
        (self.folder / "work").mkdir()
        state = self.folder / "work" / "state.json"
        kept = {"commit": "abcdef0", "date": "2031-02-03"}
        state.write_text(json.dumps(kept))
        with mock.patch.object(record, "commits_since", return_value=0):
            self.assertEqual(record.begun(), kept)
        for count in (3, None):  # the code has changed; a commit of another history
            with mock.patch.object(record, "commits_since", return_value=count), mock.patch.object(record, "commit", return_value="1234567"):
                self.assertEqual(record.begun()["commit"], "1234567")
            state.write_text(json.dumps(kept))

    def test_the_page_of_a_campaign_says_when_it_was_made(self):
        for name in ("points", "rays", "motion"):
            counts = json.loads((RECORD / f"{name}.json").read_text(encoding="utf-8"))
            step = next(step for step in record.STEPS if step.name == name)
            with mock.patch.dict(os.environ, {"ABUT_RECORD_DATE": "2031-02-03", "ABUT_RECORD_COMMIT": "abcdef0"}):
                text = campaign_page.page(counts, " ".join(step.command))
            (self.results / step.page).write_text("\n".join(text))
            self.assertEqual(record.made(step)["commit"], "abcdef0")
            self.assertEqual(record.made(step)["date"], "2031-02-03")

    def test_the_status_says_how_long_each_step_takes(self):
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            record.print_status()
        for step in record.STEPS:
            self.assertRegex(output.getvalue(), rf"(?m)^{step.name} +{step.minutes} min  ")
        minutes = sum(step.minutes for step in record.STEPS)
        self.assertIn(f"About {minutes / 60:.1f} h in all", output.getvalue())
        self.assertEqual(record.total([GAME]), f"About {GAME.minutes} min")

    def test_every_folder_of_results_is_made_by_a_step(self):
        pages = {step.page for step in record.STEPS}
        there = {path.relative_to(RECORD).as_posix() for path in RECORD.rglob("*.md")}
        by_hand = {"README.md", "export.md", "engine/tried.md"}
        self.assertEqual(there - pages - by_hand, set())

    def test_every_script_of_a_step_is_there(self):
        for step in record.STEPS:
            if not step.is_bench:
                self.assertTrue((SCRIPTS.parent / step.command[0]).exists(), step.command[0])


if __name__ == "__main__":
    unittest.main()
