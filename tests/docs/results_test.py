"""The pages of docs/results must say what their CSV files say: a number changed by hand must change a verdict and be noticed."""

import csv
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from scripts import SCRIPTS, script

results = script("results")
import index_page  # noqa: E402
from claims.claim import GUESS, MEASURED, judged  # noqa: E402
from page import PLACEHOLDER, SECTION, Results  # noqa: E402

ROOT = SCRIPTS.parent
RECORD = ROOT / "docs" / "results"
CLAIMED = results.GROUPS
# What may have digits outside of a placeholder: names of tables and figures, years, code, links, and what Markdown needs.
NAMES = re.compile(r"`[^`]*`|\]\([^)]*\)|\b(Tables?|Figs?\.|Figure|[Ss]ections?) \d[\w.]*(?:( to | and |, |-)\d[\w.]*)*|\b(19|20)\d\d\b|\{\S+\.csv\}|\+\+")


def claims_of(group):
    return __import__(f"page_{group}").CLAIMS


def check(folder):
    return subprocess.run([sys.executable, SCRIPTS / "results", "--check", "--of", folder], capture_output=True, text=True)


def changed(text, change):
    """A whole number stays one."""
    return str(round(change(float(text)))) if re.fullmatch(r"-?\d+", text) else f"{change(float(text)):.17g}"


class Changed(Results):
    """The tables of a folder with one cell, or one column, changed."""

    def __init__(self, original, name, column, change, row=None):
        super().__init__(original.directory)
        rows = original.rows(name)
        touched = range(len(rows)) if row is None else [row]
        self.read = dict(original.read)
        self.read[name] = [dict(r, **{column: changed(r[column], change)} if i in touched else {}) for i, r in enumerate(rows)]


def is_number(text):
    try:
        return float(text) == float(text)
    except ValueError:
        return False


COARSE = [lambda x: x + 1, lambda x: 1000 * x, lambda x: x / 1000, lambda x: -x]
# For rules that ask for a narrow range.
FINE = [lambda x, factor=10 ** (k / 30): factor * x for k in range(-120, 121)]


def changes_of(claim, original):
    """(file, column, change, row or None for the whole column), what does for most claims first."""
    columns = [(name, column) for name in claim.csv.split() for column in claim.columns.split()]
    numbers = {key: [i for i, row in enumerate(original.rows(key[0])) if is_number(row[key[1]])] for key in columns}
    for key in columns:
        if len(numbers[key]) == len(original.rows(key[0])):
            yield from ((*key, change, None) for change in COARSE + FINE)
    for changes in (COARSE, FINE):
        for key in columns:
            yield from ((*key, change, row) for change in changes for row in numbers[key])


def is_flipped(claim, original):
    """Is there a cell, or a column, whose change changes the verdict?"""
    before = judged(claim, original).verdict
    for name, column, change, row in changes_of(claim, original):
        try:
            if judged(claim, Changed(original, name, column, change, row)).verdict != before:
                return True
        except (ValueError, ZeroDivisionError, KeyError, StopIteration, IndexError):
            continue  # a file like that is refused, which is noticed, too
    return False


class Verdicts(unittest.TestCase):
    def test_pages_say_what_their_files_say(self):
        run = check(RECORD)
        self.assertEqual(run.returncode, 0, run.stderr)

    def test_a_number_changed_by_hand_flips_its_verdict_and_is_noticed(self):
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "results"
            shutil.copytree(RECORD, copy, ignore=shutil.ignore_patterns("*.png"))
            for picture in RECORD.rglob("*.png"):
                (copy / picture.relative_to(RECORD)).touch()
            self.assertEqual(check(copy).returncode, 0)
            path = copy / "obbtree" / "fig5_fit.csv"
            with open(path, newline="") as file:
                rows = list(csv.DictReader(file))
            rows[0]["slope"] = "-2"
            with open(path, "w", newline="") as file:
                writer = csv.DictWriter(file, rows[0])
                writer.writeheader()
                writer.writerows(rows)
            claim = next(c for c in claims_of("obbtree") if c.where == "Fig. 5" and "OBBs" in c.says)
            self.assertTrue(judged(claim, Results(RECORD / "obbtree")).holds)
            self.assertFalse(judged(claim, Results(copy / "obbtree")).holds)
            run = check(copy)
            self.assertEqual(run.returncode, 1)
            self.assertIn("obbtree/README.md is not what its CSV files say", run.stderr)

    def test_every_verdict_hangs_on_its_files(self):
        for group in CLAIMED:
            original = Results(RECORD / group)
            for claim in claims_of(group):
                if judged(claim, original).measured:
                    with self.subTest(group=group, claim=claim.says):
                        self.assertTrue(is_flipped(claim, original))

    def test_what_does_not_hold_is_explained(self):
        for group in CLAIMED:
            for claim in claims_of(group):
                judgement = judged(claim, Results(RECORD / group))
                if judgement.measured and not judgement.holds:
                    with self.subTest(group=group, claim=claim.says):
                        self.assertTrue(claim.why)
                        self.assertIn(claim.basis, (MEASURED, GUESS))
                self.assertNotRegex(NAMES.sub("", claim.why), r"\d", claim.says)

    def test_columns_are_those_that_experiments_write(self):
        sources = "\n".join(p.read_text(encoding="utf-8") for p in (ROOT / "bench").rglob("*.cpp"))
        for group in CLAIMED:
            for claim in claims_of(group):
                for column in claim.columns.split():
                    self.assertTrue(f'"{column}"' in sources, f"{group}: {claim.says}: {column}")


class Goals(unittest.TestCase):
    def test_verdicts_are_those_of_the_command_and_follow_the_numbers(self):
        from page_peers import goal_verdict

        rows = Results(RECORD / "peers").rows("goals.csv")
        for row in rows:
            self.assertEqual(goal_verdict(row), row["verdict"], row["work"])
            if float(row["required"]):
                far = {"at least": 1e-6, "at most": 1e6}[row["bound"]] * float(row["required"])
                self.assertRegex(goal_verdict(dict(row, measured=str(far))), "^missed by a factor")
                self.assertRegex(goal_verdict(dict(row, measured=row["required"])), "^(met|aim reached)$")


class Texts(unittest.TestCase):
    def test_no_number_is_fixed_text(self):
        for template in RECORD.rglob("README.md.in"):
            text = NAMES.sub("", PLACEHOLDER.sub("", template.read_text(encoding="utf-8")))
            found = re.findall(r".*\d.*", text)
            self.assertEqual(found, [], template)

    def test_settings_stand_in_their_sources(self):
        for template in RECORD.rglob("README.md.in"):
            for name in PLACEHOLDER.findall(template.read_text(encoding="utf-8")):
                if name.startswith("setting: "):
                    number, file = name.removeprefix("setting: ").split(" in ")
                    self.assertRegex((ROOT / file).read_text(encoding="utf-8"), rf"\b{number}\b", name)

    def test_every_computed_value_is_shown(self):
        for group in CLAIMED:
            module = __import__(f"page_{group}")
            template = (RECORD / group / "README.md.in").read_text(encoding="utf-8")
            self.assertEqual({needs for _, needs in SECTION.findall(template) if needs}, set(module.SECTIONS), group)


class Index(unittest.TestCase):
    def test_files_are_there_and_no_cell_is_empty_without_a_reason(self):
        for row in index_page.index_rows(RECORD):
            for path in (row["code"] + " " + row["test"]).split():
                self.assertTrue((ROOT / path).exists(), f"{row['item']}: {path}")
            if row["page"]:
                self.assertTrue((RECORD / row["page"]).exists(), f"{row['item']}: {row['page']}")
            if not all(row[column] for column in ("code", "test", "page")):
                self.assertTrue(row["missing"], f"{row['item']}: an empty cell, and no word why")

    def test_every_letter_of_the_papers_and_every_experiment_is_in_it(self):
        items = [row["item"] for row in index_page.index_rows(RECORD)]
        for letter, count in {"R": 8, "S": 6, "C": 4, "P": 6, "G": 7, "N": 8}.items():
            for number in range(1, count + 1):
                self.assertTrue(any(re.match(rf"{letter}{number}\b", item) for item in items), f"{letter}{number}")

    def test_every_experiment_of_the_papers_is_in_it(self):
        named = " ".join(row["code"] for row in index_page.index_rows(RECORD))
        listed = re.findall(r'\{"(obbtree|solid|pqp|game|cab)", "(\w+)"', (ROOT / "bench" / "experiment.cpp").read_text(encoding="utf-8"))
        self.assertGreater(len(listed), 30)
        for group, name in listed:
            of_its_own = ROOT / "bench" / group / f"{name}.cpp"
            if of_its_own.exists():
                self.assertIn(f"bench/{group}/{name}.cpp", named)


if __name__ == "__main__":
    unittest.main()
