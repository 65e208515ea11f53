"""docs/results/README.md: one index of what the papers have, where it is in code, tests and pages, and with what verdict.

Features, techniques and experiments stand in docs/results/index.csv, claims in scripts/claims; the hand-written part is
docs/results/README.md.in.
"""

import csv
import posixpath
import re

from page import fill, table
from provenance import ROOT, read_run

PAPERS = {"R": ("obbtree", "Oriented box trees (OBBTree, 1996)"), "S": ("solid", "Box trees for deforming models (SOLID, 1997)"), "P": ("pqp", "Swept spheres and distance (PQP, 1999)"),
          "G": ("game", "Sphere/OBB trees for a game (2001)"), "C": ("cab", "Articulated figures (CAB, 2004)"), "N": (None, "What none of them has")}


def index_rows(results):
    with open(results / "index.csv", newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def anchor(heading):
    """The anchor that Markdown gives a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def link(page):
    name = page.removesuffix("/README.md").removesuffix(".md")
    return f"[{name}]({page})" if page != "README.md" else "this one"


def lacks_only_a_page(row):
    return bool(row["code"] and row["test"] and not row["page"])


def state(row):
    """What is in code and tests is there, whether or not there is something to measure."""
    if not row["missing"] or lacks_only_a_page(row):
        return "there"
    return f"**missing**: {row['missing']}" if not row["code"] else f"**in part**: {row['missing']}"


def names(paths, other):
    """File names, the folder once: short enough for a table."""
    return ", ".join(f"`{path}`" for path in paths.split()) or other


def feature_cells(row):
    none = "none, see verdict" if row["missing"] else "none"
    no_page = f"none: {row['missing']}" if lacks_only_a_page(row) else none
    return [f"**{row['item']}** {row['what']}", names(row["code"], none), names(row["test"], none), link(row["page"]) if row["page"] else no_page, state(row)]


def claim_cells(judgement, group):
    claim = judgement.claim
    asked = f" (asked: {claim.rule.words}; measured: {judgement.shown})" if judgement.measured else f" (asked: {claim.rule.words})"
    verdict = judgement.verdict if judgement.measured else f"not measured: `{claim.csv}` lacks it until the next run"
    return [f"*{claim.where}*: {claim.says}{asked}", ", ".join(f"`{posixpath.normpath(f'{group}/{name}')}`" for name in claim.csv.split()), "`results_test.py`", link(f"{group}/README.md"), verdict]


def section(letter, judgements, rows):
    group, title = PAPERS[letter]
    cells = [feature_cells(row) for row in rows if row["item"].startswith(letter)]
    claims = judgements.get(group, [])
    cells += [claim_cells(j, group) for j in claims]
    held, measured = sum(j.holds for j in claims), sum(j.measured for j in claims)
    waiting = f" {len(claims) - measured} more wait for a run that has their columns." if measured < len(claims) else ""
    told = f"{held} of {measured} measured claims hold.{waiting}\n\n" if claims else ""
    head = ["what", "in code, or the CSV of a claim", "test", "page", "verdict"]
    return f"## {letter}. {title}\n\n{told}" + table(head, cells).replace("---:", "---")


def made(results, groups):
    body = []
    for group in groups:
        run = read_run(results / group)
        body.append([link(f"{group}/README.md"), run["commit"] + (" with changes" if run["changed"] else ""), run["date"], f"`{run['command']}`"])
    return table(["page", "commit", "day", "command"], body).replace("---:", "---")


def text(judgements, results):
    rows = index_rows(results)
    values = {"index": "\n\n".join(section(letter, judgements, rows) for letter in PAPERS), "runs": made(results, judgements)}
    return fill((ROOT / "docs" / "results" / "README.md.in").read_text(encoding="utf-8"), values, "index")
