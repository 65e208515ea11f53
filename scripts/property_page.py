#!/usr/bin/env python3
"""Prints the page of a property run: property_page.py COUNTS.json COMMAND

One table for each family of meshes, queries by families of placements; a cell is how many cases were compared with the
oracle, in bold how many of them were wrong. An empty cell has a letter, and the letters their reasons.
"""

import json
import sys
import textwrap
from pathlib import Path

from campaign_page import shown
from provenance import made_by_processor

ABOUT = ("A case is two small meshes, two placements and six points, drawn from one seed. Every query is asked about it, "
         "and its answer compared with one that is found by exhaustion in exact arithmetic, by code that shares nothing "
         "with the library: integers times powers of two for contacts, distances and sides, floating point of 320 bits "
         "for winding numbers. Contacts, sides and pieces have to be equal; brackets have to be true, and those of exact "
         "queries at most 64 units in the last place of the triangles' size and distance wide.")


class Letters:
    """A letter for each reason, in the order in which they come up."""

    def __init__(self):
        self.reasons = {}

    def of(self, reasons):
        return "".join(sorted(self.reasons.setdefault(reason, chr(ord("a") + len(self.reasons))) for reason in reasons))


def cell_text(cell, letters):
    if cell["wrong"]:
        return f"**{cell['wrong']}** of {cell['right'] + cell['wrong']}"
    if cell["right"]:
        return str(cell["right"])
    return letters.of(cell["not_asked"]) or letters.of(["no case of this family was drawn: the run was too short"])


def table(counts, cells, mesh, letters):
    names = [placement["name"] for placement in counts["placements"]]
    lines = ["| query | " + " | ".join(names) + " |", "|---|" + "---:|" * len(names)]
    for r, row in enumerate(counts["rows"]):
        texts = [cell_text(cells[r, mesh, p], letters) for p in range(len(names))]
        lines.append(f"| {row['name']} | " + " | ".join(texts) + " |")
    return lines


def families(title, list_of_families):
    return ["", title, ""] + [f"- **{family['name']}**: {family['about']}" for family in list_of_families]


def wrong_answers(counts):
    failures = counts["failures"]
    if not failures:
        return []
    lines = ["", "## Wrong answers", "", "The first five of each query; `property --first CASE --cases 1` shows one again.", "",
             "| query | wrong | case | placements | meshes | what |", "|---|---:|---:|---|---|---|"]
    for r, row in enumerate(counts["rows"]):
        of_row = sorted((f for f in failures if f["row"] == r), key=lambda f: f["case"])
        for failure in of_row[:5]:
            what = failure["what"].replace("|", "\\|")
            lines.append(f"| {row['name']} | {len(of_row)} | {failure['case']} | "
                         f"{counts['placements'][failure['placement']]['name']} | "
                         f"{counts['meshes'][failure['mesh']]['name']} | {what} |")
    return lines


def page(counts, command):
    cells = {(c["row"], c["mesh"], c["placement"]): c for c in counts["cells"]}
    asked = sum(1 for c in cells.values() if c["right"] + c["wrong"])
    lines = ["# Every query against exact arithmetic", "",
             made_by_processor(command), ""]
    lines += textwrap.wrap(ABOUT, 120) + [""]
    for key in ("seed", "cases", "answers", "wrong", "threads", "seconds"):
        lines.append(f"- {key if key != 'answers' else 'answers compared'}: {shown(counts[key])}")
    lines.append(f"- cells of the table: {shown(len(cells))}, of which {shown(asked)} were asked; the others have a letter,"
                 " explained at the end")
    lines += wrong_answers(counts)
    lines += families("## Placements", counts["placements"]) + families("## Meshes", counts["meshes"])
    letters = Letters()
    tables = []
    for m, mesh in enumerate(counts["meshes"]):
        tables += ["", f"## {mesh['name'].capitalize()}", ""] + table(counts, cells, m, letters)
    lines += tables + ["", "## Empty cells", ""]
    lines += [f"- {letter}: {reason}" for reason, letter in letters.reasons.items()]
    lines += ["", "## Public functions without a row", "", "| functions | why |", "|---|---|"]
    lines += [f"| {' '.join('`' + name + '`' for name in one['functions'].split())} | {one['reason']} |"
              for one in counts["without_row"]]
    return lines


def main():
    if len(sys.argv) != 3:
        print("usage: property_page.py COUNTS.json COMMAND", file=sys.stderr)
        return 2
    counts = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    print("\n".join(page(counts, sys.argv[2])))
    return 0


if __name__ == "__main__":
    sys.exit(main())
