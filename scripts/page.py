"""What the pages of docs/results are made of: tables of CSV files, verdicts, numbers as people write them, and hand-written
Markdown (README.md.in) with placeholders:

    {{name}}                what the page's script computes from the CSV files under this name
    {{made_by}} {{claims}}  the run, and the table of claims with their verdicts
    {{paper: 45 µs}}        a number that the paper has
    {{setting: 64 in FILE}} a number that stands in this file of the sources

A section whose heading ends in {FILE.csv} says so where that file is not there.
"""

import csv
import pathlib
import re

from claims.claim import judged
from provenance import ROOT, line_of, read_run

PLACEHOLDER = re.compile(r"\{\{(.+?)\}\}", re.DOTALL)
SECTION = re.compile(r"^## (.+?)(?: \{(\S+\.csv)\})?$", re.MULTILINE)


class Results:
    """The tables of a folder."""

    def __init__(self, directory):
        self.directory = pathlib.Path(directory)
        self.read = {}

    def rows(self, name):
        if name not in self.read:
            path = self.directory / name
            if not path.exists():
                return None
            with open(path, newline="") as file:
                self.read[name] = list(csv.DictReader(file))
        return self.read[name]

    def picture(self, name, text):
        return f"![{text}]({name})" if (self.directory / name).exists() else ""


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "|".join(["---"] + ["---:"] * (len(head) - 1)) + "|"]
    return "\n".join(lines + ["| " + " | ".join(map(str, row)) + " |" for row in rows])


def whole(text):
    return f"{float(text):,.0f}".replace(",", " ")


def number(value):
    """Three digits that count."""
    value = float(value)
    return f"{value:.3g}" if value < 1000 else whole(value)


def verdict(holds):
    return "yes" if holds else "**no**"


def listed(values, form="{:.2f}"):
    return ", ".join(form.format(value) for value in values)


def of_all(word, some, all_of):
    """`some` of `all_of`, where they are fewer: a table says which of its rows are of a part of the queries."""
    return f"{word}: {whole(some)} of {whole(all_of)}" if int(some) < int(all_of) else ""


def claims_table(claims, results):
    """All claims with their verdicts, and for those that do not hold why."""
    all_judged = [judged(claim, results) for claim in claims]
    rows = [[f"{j.claim.where}: {j.claim.says}", j.claim.paper, j.shown or "", j.claim.rule.words, j.verdict] for j in all_judged]
    text = table(["claim", "paper", "abut", "asked", "holds"], rows)
    failing = [j for j in all_judged if j.measured and not j.holds]
    if failing:
        text += "\n\nWhere it does not hold:\n\n"
        text += "\n".join(f"- *{j.claim.where}: {j.claim.says}.* {j.claim.why} ({j.claim.basis.capitalize()}.)" for j in failing)
    return text


def fill(text, values, where):
    def filled(match):
        name = match[1]
        if name.startswith("paper: "):
            return name.removeprefix("paper: ")
        if name.startswith("setting: "):
            return name.removeprefix("setting: ").split(" in ")[0]
        if name not in values:
            raise KeyError(f"{where}: nothing is called {name}; there are {', '.join(sorted(values))}")
        return values[name]

    return PLACEHOLDER.sub(filled, text)


def sections_of(template):
    """(heading, CSV that it needs, text) of each section; the opening comes first, without a heading."""
    parts = SECTION.split(template)
    return [("", None, parts[0]), *zip(parts[1::3], parts[2::3], parts[3::3])]


def template_of(group):
    return (ROOT / "docs" / "results" / group / "README.md.in").read_text(encoding="utf-8")


def render(group, directory, claims, sections):
    """The page of a folder. `sections` gives for a CSV file the function that computes the values of its section."""
    results = Results(directory)
    always = {"made_by": line_of(read_run(results.directory)), "claims": claims_table(claims, results)}
    pages = []
    for heading, needs, text in sections_of(template_of(group)):
        start = f"## {heading}" if heading else ""
        if needs and not results.rows(needs):
            pages.append(f"{start}\n\nThis run has no `{needs}`.\n\n")
            continue
        values = always | (sections[needs](results) if needs else {})
        pages.append(start + fill(text, values, f"{group}, {heading}"))
    return "".join(pages)
