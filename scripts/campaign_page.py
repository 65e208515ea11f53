#!/usr/bin/env python3
"""Prints a campaign's page: campaign_page.py COUNTS.json COMMAND

Expects an object whose `families` is a list of objects with a `name` and counts; its other plain values are listed above
the table, but for `title` and `about`, which open the page. Columns come in the order of the file, so that a count added to the campaign appears here by itself.
"""

import json
import sys
import textwrap
from pathlib import Path

from provenance import made_by_processor

ABOUT_THE_LEAF = ("Every pair is decided by CGAL once and by abut in both orders; a disagreement is any difference among "
                  "the three. Exact fallbacks are the pairs that abut's filter left to exact arithmetic.")


def shown(value):
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}".replace(",", " ")
    if isinstance(value, float):
        return f"{value:.4g}"
    return str(value)


def words(key):
    return key.replace("_", " ")


def table(families):
    columns = list(dict.fromkeys(key for family in families for key in family))
    lines = ["| " + " | ".join(map(words, columns)) + " |"]
    lines.append("|" + "|".join("---" if column == "name" else "---:" for column in columns) + "|")
    for family in families:
        lines.append("| " + " | ".join(shown(family.get(column, "")) for column in columns) + " |")
    counts = {c: [f[c] for f in families if c in f] for c in columns if c != "name"}
    total = {c: sum(v) if all(type(x) is int for x in v) else "" for c, v in counts.items()}
    lines.append("| " + " | ".join(["**all**" if c == "name" else shown(total[c]) for c in columns]) + " |")
    return lines


def page(counts, command):
    lines = ["# " + counts.pop("title", "The leaf test against CGAL's exact kernel"), ""]
    lines.append(made_by_processor(command))
    lines.append("")
    lines += textwrap.wrap(counts.pop("about", ABOUT_THE_LEAF), 120)
    lines.append("")
    for key, value in counts.items():
        if not isinstance(value, (dict, list)):
            lines.append(f"- {words(key)}: {shown(value)}")
    return lines + [""] + table(counts["families"])


def main():
    if len(sys.argv) != 3:
        print("usage: campaign_page.py COUNTS.json COMMAND", file=sys.stderr)
        return 2
    counts = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    if not counts.get("families"):
        print(f"campaign_page.py: {sys.argv[1]} has no families", file=sys.stderr)
        return 2
    print("\n".join(page(counts, sys.argv[2])))
    return 0


if __name__ == "__main__":
    sys.exit(main())
