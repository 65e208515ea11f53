"""What the pages of docs/results are made of: tables of CSV files, verdicts, numbers as people write them."""

import csv
import pathlib
import sys

from provenance import made_by


class Results:
    """The tables of a folder."""

    def __init__(self, directory):
        self.directory = directory

    def rows(self, name):
        path = self.directory / name
        if not path.exists():
            return None
        with open(path, newline="") as file:
            return list(csv.DictReader(file))

    def picture(self, name, text):
        return f"![{text}]({name})\n" if (self.directory / name).exists() else ""


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "|".join(["---"] + ["---:"] * (len(head) - 1)) + "|"]
    return "\n".join(lines + ["| " + " | ".join(map(str, row)) + " |" for row in rows]) + "\n"


def whole(text):
    return f"{float(text):,.0f}".replace(",", " ")


def verdict(holds):
    return "yes" if holds else "**no**"


def within(value, low, high):
    return low <= value <= high


def paper_page(results, title, opening, command, sections):
    """Each section sets a table or figure of a paper beside ours and gives rows of the overview; one whose table is not
    there says so."""
    texts, overview = [], []
    for name, needs, section in sections:
        if results.rows(needs):
            text, rows = section(results)
            overview += rows
        else:
            text = f"This run has no `{needs}`.\n"
        texts.append(f"## {name}\n\n{text}")
    head = [title, "", made_by(command), "", opening, "## At a glance", ""]
    head.append(table(["", "paper", "abut", "as the paper has it"], overview))
    return "\n".join(head) + "\n" + "\n".join(texts)


def write_paper_page(title, opening, command, sections):
    """The whole of a program that makes the README of the folder it is given; returns its exit status."""
    program = pathlib.Path(sys.argv[0]).name
    if len(sys.argv) != 2:
        print(f"usage: {program} DIR", file=sys.stderr)
        return 2
    directory = pathlib.Path(sys.argv[1])
    if not directory.is_dir():
        print(f"{program}: there is no folder {directory}", file=sys.stderr)
        return 2
    page = paper_page(Results(directory), title, opening, command, sections)
    (directory / "README.md").write_text(page, encoding="utf-8")
    return 0
