#!/usr/bin/env python3
"""Makes docs/results/game/README.md from the CSV files of `abut bench papers --filter game`: page_game.py DIR

Verdicts compare numbers of these files with the paper's own claims.
"""

import math
import sys

from page import table, verdict, whole, write_paper_page

TITLE = "# The game paper, claim by claim"

OPENING = """Team Chicken Bomb, *Collision and Interference Detection using Dynamic Hierarchical Bounding Volumes*, 2001: trees whose
nodes are spheres and oriented boxes, for a game of submarines. The paper has tables of operations, volumes and memory, and claims
without measurements. Each section sets them beside what abut counts and measures, and names the paper's slips. The models are our
own: a submarine of 490 triangles, a patch of sea floor of 1152, a projectile of 96. Times are seconds of one thread's own clock.
`scripts/bench game` makes the tables and this page anew.
"""


def number(row, name):
    return float(row[name])


def section_operations(results):
    rows = results.rows("operations.csv")
    text = table(["operation", "sphere: paper", "abut", "AABB: paper", "abut", "OBB: paper", "abut"],
                 [[r["operation"], r["paper_sphere"], r["sphere"], r["paper_aabb"], r["aabb"], r["paper_obb"], r["obb"]] for r in rows])
    obb = {r["operation"]: r for r in rows}["multiply"]
    text += f"\nCounted in the code that runs, for volumes that overlap. The paper's OBB test has {obb['paper_obb']} multiplications; the separating axis test has {obb['obb']}:\n"
    text += "a slip, as the OBBTree paper that it cites counts 81. Its AABB column has 12 additions, which boxes stored by centre and half extents need;\nby corners, six comparisons do.\n"
    times = {r["volume"]: number(r, "ns") for r in results.rows("test_times.csv")}
    aabb, box = times["aabb"] / times["sphere"], times["obb"] / times["sphere"]
    text += f"\nA test takes {times['sphere']:.2f} ns of spheres, {times['aabb']:.2f} ns of axis-aligned boxes and {times['obb']:.2f} ns of oriented ones, on random pairs of nodes of the submarine's tree,\n"
    text += "most of which are apart, so that tests end early. The boxes' relative axes are given, as in the paper's count.\n"
    return text, [
        ["Operations of the OBB test: multiplications", obb["paper_obb"], obb["obb"], verdict(obb["obb"] == obb["paper_obb"])],
        ["Spheres are nearly 10 times as fast as AABBs (at least 5)", "10", f"{aabb:.1f}", verdict(aabb >= 5)],
        ["Spheres are 100 times as fast as OBBs (at least 50)", "100", f"{box:.1f}", verdict(box >= 50)],
    ]


def section_volumes(results):
    rows = results.rows("volumes.csv")
    text = table(["box", "sphere: paper", "abut", "AABB at worst: paper", "abut"],
                 [[f"{r['l']} x {r['w']} x {r['h']}", f"{number(r, 'paper_sphere'):.2f}", f"{number(r, 'sphere'):.2f}", f"{number(r, 'paper_aabb'):.2f}",
                   f"{number(r, 'aabb'):.2f}"] for r in rows])
    cube = rows[0]
    ratio = number(cube, "paper_sphere") / number(cube, "sphere")
    text += f"\nVolumes over that of the oriented box itself, the box seen from its worst side. The paper's spheres are {ratio:.0f} times too large: it takes the diagonal for the radius.\n"
    text += f"Its AABB is the cube of the mean extent, which is no box around anything: a cube of volume 1, turned, needs {number(cube, 'aabb'):.3f} = (5/3)^3 = 125/27 at worst, not 1.\n"
    text += f"\"A factor of about 4\" between the sphere around a cube and a box is {number(cube, 'sphere'):.2f} with the sphere as it should be, and {number(cube, 'sphere') / number(cube, 'aabb'):.2f} against the AABB at worst.\n"
    return text, [
        ["Worst sphere around a cube, in cubes", f"{number(cube, 'paper_sphere'):.2f}", f"{number(cube, 'sphere'):.2f}", verdict(abs(ratio - 1) < 0.01)],
        ["Worst AABB of a cube, in cubes", "1", f"{number(cube, 'aabb'):.2f}", verdict(abs(number(cube, "aabb") - 1) < 0.01)],
    ]


def section_memory(results):
    rows = results.rows("memory.csv")
    text = table(["bytes", "paper, printed", "paper, added up", "abut, double", "abut, float"],
                 [[r["what"], whole(r["paper_printed"]), whole(r["paper_corrected"]), whole(r["double"]), whole(r["float"])] for r in rows])
    total = {r["what"]: r for r in rows}["total"]
    buckets = {r["what"]: r for r in rows}["all buckets"]
    text += f"\n490 buckets of 16 bytes are {whole(buckets['paper_corrected'])} bytes, not {whole(buckets['paper_printed'])}, and all is {whole(total['paper_corrected'])}. "
    text += "abut's node has one link for both children, which are neighbours,\nand so needs 144 bytes where the paper's has 148 (152 with the alignment of 64 bits).\n"
    return text, [["The submarine's tree in doubles, bytes", "at most 152 784", whole(total["double"]), verdict(number(total, "double") <= number(total, "paper_corrected"))]]


def section_shape(results):
    rows = results.rows("shape.csv")
    body = []
    for r in rows:
        body.append([r["model"], r["level"], r["nodes"], f"{number(r, 'longest_over_shortest'):.1f}", f"{number(r, 'longest_over_middle'):.1f}", f"{number(r, 'sphere_over_box'):.1f}"])
    text = table(["model", "level", "nodes", "longest / shortest", "longest / middle", "sphere / box, volume"], body)
    text += "\nGeometric means of the level; boxes thinner than a thousandth of their length count as that.\n"
    holds = []
    for model in dict.fromkeys(r["model"] for r in rows):
        some = [r for r in rows if r["model"] == model]
        holds.append(number(some[0], "longest_over_middle") <= number(some[len(some) // 2], "longest_over_middle"))
    roots = ", ".join(f"{number(r, 'longest_over_middle'):.1f}" for r in rows if r["level"] == "0")
    middle = []
    for model in dict.fromkeys(r["model"] for r in rows):
        some = [r for r in rows if r["model"] == model]
        middle.append(f"{number(some[len(some) // 2], 'longest_over_middle'):.1f}")
    text += "\nThe paper assumes that boxes are cubical near the top and skewed below. A submarine is long to begin with, and cutting the longest axis makes boxes\nmore even at first; what grows towards the leaves is their flatness.\n"
    return text, [["Boxes are more cubical at the top (longest / middle: root against half way down)", "assumed", f"{roots} against {', '.join(middle)}", ", ".join(verdict(h) for h in holds)]]


def section_switch(results):
    rows = results.rows("switch.csv")
    pairs = list(dict.fromkeys(r["pair"] for r in rows))
    text = table(["pair", "spheres above level", "sphere tests", "box tests", "triangle tests", "µs"],
                 [[r["pair"], r["level"], whole(r["sphere_tests"]), whole(r["box_tests"]), whole(r["triangle_tests"]), f"{number(r, 'us'):.1f}"] for r in rows])
    best, gains = [], []
    for pair in pairs:
        some = [r for r in rows if r["pair"] == pair]
        least = min(some, key=lambda r: number(r, "us"))
        best.append(least["level"])
        gains.append(number(some[0], "us") / number(least, "us"))
    text += f"\nBest: level {', '.join(best)} for {', '.join(pairs)}; boxes alone (level 0) take {', '.join(f'{g:.2f}' for g in gains)} times as long.\n"
    return text, [["Spheres above and boxes below beat boxes alone (time of boxes alone over the best level)", "above 1", ", ".join(f"{g:.2f}" for g in gains), ", ".join(verdict(g > 1.05) for g in gains)]]


def slope(xs, ys):
    mx, my = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((x - mx) * (y - my) for x, y in zip(xs, ys)) / sum((x - mx) ** 2 for x in xs)


def section_growth(results):
    rows = results.rows("growth.csv")
    text = table(["triangles", "volumes", "case", "tests", "µs", "deepest stack", "depths together"],
                 [[whole(r["triangles"]), whole(r["volumes"]), r["case"], whole(r["tests"]), f"{number(r, 'us'):.1f}", r["deepest_stack"], r["depths"]] for r in rows])
    overview = []
    exponents = {}
    for case in dict.fromkeys(r["case"] for r in rows):
        some = [r for r in rows if r["case"] == case]
        exponents[case] = slope([math.log(number(r, "volumes")) for r in some], [math.log(number(r, "tests")) for r in some])
    text += "\nTests grow as n to the power of " + ", ".join(f"{e:.2f} ({c})" for c, e in exponents.items()) + "; a logarithm would show as nearly 0, n lg n as a little more than 1.\n"
    deepest = max(int(r["deepest_stack"]) for r in rows)
    text += f"\nThe stack never held more than {deepest} pairs, one more than the depths of both trees at most; the paper reserves some 250 000.\n"
    overview.append(["A query takes O(lg n) tests (exponent of n below 0.3)", "O(lg n)", ", ".join(f"{c}: n^{e:.2f}" for c, e in exponents.items()), ", ".join(verdict(e < 0.3) for e in exponents.values())])
    overview.append(["A whole traversal takes no more than O(n lg n) (exponent at most 1.2)", "O(n lg n)", f"n^{max(exponents.values()):.2f} at most", verdict(max(exponents.values()) <= 1.2)])
    within_depths = all(int(r["deepest_stack"]) <= int(r["depths"]) + 1 for r in rows)
    overview.append(["The stack needs n^2, some 250 000 entries", "250 000", f"{deepest}; within the depths: {'yes' if within_depths else 'no'}", verdict(deepest > 100000)])
    return text, overview


def section_quadratic(results):
    rows = results.rows("quadratic.csv")
    text = table(["turn, degrees", "bullets", "enter in both", "missed", "false", "mean error of the time", "largest"],
                 [[r["degrees"], whole(r["bullets"]), whole(r["both"]), r["missed_by_quadratic"], r["false_by_quadratic"], f"{number(r, 'mean_error'):.2g}", f"{number(r, 'largest_error'):.2g}"] for r in rows])
    text += "\nThe paper replaces the motion by a straight one in the model's frame. Without a turn that is exact; with one, the error of the time of entry into a sphere grows\nwith the angle, and spheres are missed that the bullet enters.\n"
    small = [r for r in rows if number(r, "degrees") == 5][0]
    return text, [["Straight motion is good enough: mean error of the time at 5 degrees a step", "\"very accurate\" (at most 0.01)", f"{number(small, 'mean_error'):.2g}", verdict(number(small, "mean_error") <= 0.01)]]


def section_pairs(results):
    rows = results.rows("pairs.csv")
    text = table(["pair", "form", "accuracy", "queries", "contacts", "missed", "late", "false", "mean lead of hits", "µs"],
                 [[r["pair"], r["form"], r["accuracy"], r["queries"], r["contacts"], r["missed"], r["late"], r["false"], f"{number(r, 'mean_early'):.3f}", f"{number(r, 'us'):.1f}"] for r in rows])
    text += "\n*literal* is the pseudo code, *cheap* without the placement at T1 and without the test of point and box, *repaired* the earliest contact of the straight motion,\n"
    text += "*+deviation* with the bound of how far the real one is from it. Truth: the path cut into 64 pieces for bullets, 200 samples of exact contact for pairs. Late: by more than 0.001.\n"

    def total(form, accuracy, what, bullets):
        return sum(int(r[what]) for r in rows if r["form"] == form and (accuracy is None or number(r, "accuracy") == accuracy) and r["pair"].startswith("bullet") == bullets)

    contacts, missed, late = (total("literal", 1, w, True) for w in ("contacts", "missed", "late"))
    safe = total("repaired+deviation", None, "missed", True) + total("repaired+deviation", None, "late", True)
    pair_contacts, pair_missed, pair_late = (total("literal", 1, w, False) for w in ("contacts", "missed", "late"))
    safe_pairs = total("repaired+deviation", None, "missed", False) + total("repaired+deviation", None, "late", False)
    repaired_missed, repaired_late = (total("repaired", 1, w, False) for w in ("missed", "late"))
    text += f"\nBullets at full accuracy: the literal form misses {missed} of {contacts} hits and is late on {late}. At T1 the bullet is on a leaf's sphere, which the box meets\n"
    text += f"in its corners alone, and so outside of the box unless it started within the sphere. Repaired with the deviation: {safe} missed or late at any accuracy. Pairs at full accuracy: the literal form misses {pair_missed} of {pair_contacts} contacts and\n"
    text += f"is late on {pair_late}; repaired, {repaired_missed} are missed and {repaired_late} late, and with the deviation {safe_pairs} at any accuracy.\n"
    return text, [
        ["Bullets: the pseudo code finds the hits (at least 99 %)", "\"most accurate possible\"", f"{contacts - missed} of {contacts}, {late} of them late", verdict(contacts > 0 and missed <= 0.01 * contacts)],
        ["Bullets, repaired with the deviation: missed or late", "", str(safe), verdict(safe == 0)],
        ["Pairs, repaired with the deviation: missed or late", "", str(safe_pairs), verdict(safe_pairs == 0)],
        ["Pairs: the pseudo code finds the contacts (at least 99 %)", "\"most accurate possible\"", f"{pair_contacts - pair_missed} of {pair_contacts}, {pair_late} of them late", verdict(pair_contacts > 0 and pair_missed <= 0.01 * pair_contacts)],
    ]


SECTIONS = [
    ("The table of operations", "operations.csv", section_operations),
    ("The table of worst volumes", "volumes.csv", section_volumes),
    ("The table of memory", "memory.csv", section_memory),
    ("Boxes from cubical to skewed", "shape.csv", section_shape),
    ("From spheres to boxes", "switch.csv", section_switch),
    ("Growth and the stack", "growth.csv", section_growth),
    ("The quadratic instead of degree four", "quadratic.csv", section_quadratic),
    ("All pairs over accuracy", "pairs.csv", section_pairs),
]


if __name__ == "__main__":
    sys.exit(write_paper_page(TITLE, OPENING, "abut bench papers --filter game", SECTIONS))
