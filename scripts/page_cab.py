#!/usr/bin/env python3
"""Makes docs/results/cab/README.md from the CSV files of `abut bench papers --filter cab`: page_cab.py DIR

Verdicts compare numbers of these files with the paper's own claims.
"""

import sys

from page import table, verdict, whole, write_paper_page

TITLE = "# The articulated paper, claim by claim"

OPENING = """Schmidl, Walker, Lin, *CAB: Fast Update of OBB Trees for Collision Detection between Articulated Bodies*, 2004: boxes around
jointed links, refitted bottom-up along the major axis of their children. Each section sets a table or figure of the paper beside what
abut counts and measures. The motions are our own, made so that about as many pairs of links touch as in the paper: two chains of eight
links of 134 vertices whose joints are damped springs under random pushes, two chains that are wound around each other, and a hand that
flicks a ball over a table. All answers are exact, and the same for every way. Times are seconds of one thread's own clock, the best of
five for each sixteen frames. `scripts/bench cab` makes the tables and this page anew; `abut bench papers --export DIR` writes every tenth
frame of the motions.
"""

TABLES = ["table1", "table2", "table3", "table4", "table5"]
FIVE = ["brute", "aabb+", "aabb*", "obb", "cab"]
NAMES = {"brute": "brute", "aabb+": "AABB+", "aabb*": "AABB*", "partial": "AABB*, partial update", "obb": "OBB", "cab": "CAB",
         "cab-footnote": "CAB, footnote"}
# #coll, #false, t[query], t[upd], t[test], t[total]: Tables 1 to 5 of the paper.
PAPER = {
    "table1": {"brute": (1200000, 1199786, 19.34, 0, 0, 19.34), "aabb+": (71534, 71320, 1.86, 135.86, 4.94, 142.67),
               "aabb*": (84148, 83934, 1.99, 8.08, 5.42, 15.94), "obb": (5740, 5526, 0.16, 14.63, 1.75, 16.54),
               "cab": (5740, 5526, 0.16, 6.34, 2.06, 8.56)},
    "table2": {"brute": (1200000, 1199646, 20.52, 0, 0, 20.52), "aabb+": (130112, 129758, 2.97, 136.34, 7.04, 146.34),
               "aabb*": (149466, 149112, 3.44, 8.04, 7.45, 18.94), "obb": (7194, 6840, 0.21, 14.62, 1.60, 16.43),
               "cab": (7194, 6840, 0.21, 6.33, 2.26, 8.80)},
    "table3": {"brute": (1200000, 1199927, 22.24, 0, 0, 22.24), "aabb+": (130112, 130039, 3.71, 135.79, 7.13, 146.63),
               "aabb*": (148784, 148711, 3.97, 8.06, 7.46, 19.50), "obb": (3405, 3332, 0.34, 14.70, 0.85, 15.88),
               "cab": (3405, 3332, 0.34, 6.36, 1.38, 8.08)},
    "table4": {"brute": (1200000, 1190472, 21.37, 0, 0, 21.37), "aabb+": (65936, 56408, 3.88, 136.34, 4.67, 144.89),
               "aabb*": (93502, 83974, 4.55, 8.11, 5.64, 18.29), "obb": (24731, 15203, 2.83, 14.90, 3.01, 20.74),
               "cab": (24731, 15203, 2.80, 6.35, 4.01, 13.17)},
    "table5": {"brute": (288072, 287308, 16.08, 0, 0, 16.08), "aabb+": (25893, 25129, 7.92, 68.42, 1.00, 77.35),
               "aabb*": (27337, 26573, 8.79, 4.48, 0.88, 14.16), "obb": (11031, 10267, 5.62, 6.65, 0.52, 12.79),
               "cab": (11031, 10267, 5.65, 3.01, 0.56, 9.22)},
}
COLL, FALSE, QUERY, UPDATE, TEST, TOTAL = range(6)


def listed(values):
    return ", ".join(values)


def ratios(values, digits=2):
    return listed(f"{v:.{digits}f}" for v in values)


def verdicts(holds):
    """One word where all agree, else one for each table."""
    holds = list(holds)
    return verdict(holds[0]) if len(set(holds)) == 1 else listed(verdict(h) for h in holds)


class Runs:
    """tables.csv by table and way."""

    def __init__(self, results):
        self.rows = {(r["table"], r["way"]): r for r in results.rows("tables.csv")}
        self.tables = [t for t in TABLES if (t, "cab") in self.rows]

    def of(self, name, way, column):
        return float(self.rows[name, way][column])

    def each(self, way, column):
        return [self.of(t, way, column) for t in self.tables]

    def over(self, above, below, column):
        """above's number over below's, table by table."""
        return [self.of(t, above, column) / self.of(t, below, column) for t in self.tables]


def paper_over(runs, above, below, column):
    return [PAPER[t][above][column] / PAPER[t][below][column] for t in runs.tables]


def one_table(runs, name):
    title, frames = runs.rows[name, "cab"]["title"], whole(runs.rows[name, "cab"]["frames"])
    body = []
    for way in NAMES:
        theirs, row = PAPER[name].get(way), runs.rows[name, way]
        ms = [f"{1000 * float(row[c]):.2f}" for c in ("query", "update", "test", "total", "distances", "total_distances")]
        seconds = [f"{theirs[c]:.2f}" if theirs else "" for c in (QUERY, UPDATE, TEST, TOTAL)]
        body.append([NAMES[way], whole(theirs[COLL]) if theirs else "", whole(row["coll"]), whole(theirs[FALSE]) if theirs else "", whole(row["false"]),
                     seconds[0], ms[0], seconds[1], ms[1], seconds[2], ms[2], seconds[3], ms[3], ms[4], ms[5]])
    head = ["way", "#coll: paper", "abut", "#false: paper", "abut", "query: paper, s", "abut, ms", "update: paper, s", "abut, ms", "test: paper, s", "abut, ms",
            "total: paper, s", "abut, ms", "distances, ms", "total with them, ms"]
    return f"Table {name[-1]}: {title}, {frames} frames, {runs.rows[name, 'cab']['pairs']} pairs.\n\n" + table(head, body) + "\n"


def truth_rows(runs):
    true = [[runs.of(t, w, "coll") - runs.of(t, w, "false") for w in NAMES] for t in runs.tables]
    theirs = [PAPER[t]["cab"][COLL] - PAPER[t]["cab"][FALSE] for t in runs.tables]
    same = [len(set(row)) == 1 for row in true]
    equal = [runs.of(t, "obb", "coll") == runs.of(t, "cab", "coll") for t in runs.tables]
    return [
        ["Pairs that touch, #coll - #false", listed(whole(v) for v in theirs), listed(whole(row[0]) for row in true), "our motions"],
        ["#coll - #false is the same for all ways", "yes", listed("yes" if s else "no" for s in same), verdicts(same)],
        ["#coll is the same for OBB and CAB", "yes", listed("yes" if e else "no" for e in equal), verdicts(equal)],
    ]


def update_rows(runs):
    against_obb = runs.over("obb", "cab", "update")
    against_corners = runs.over("aabb*", "cab", "update")
    vertices = runs.over("aabb+", "aabb*", "update")
    footnote = runs.over("cab-footnote", "cab", "box_tests")
    return [
        ["CAB's update is faster than OBB's (at least 2 times)", ratios(paper_over(runs, "obb", "cab", UPDATE)), ratios(against_obb), verdicts(r >= 2 for r in against_obb)],
        ["CAB's update is faster than that of AABB* (at least 1.27 times)", ratios(paper_over(runs, "aabb*", "cab", UPDATE)), ratios(against_corners),
         verdicts(r >= 1.27 for r in against_corners)],
        ["Fitting to all vertices is highly inefficient: AABB+ over AABB*, update (at least 8)", ratios(paper_over(runs, "aabb+", "aabb*", UPDATE)), ratios(vertices),
         verdicts(r >= 8 for r in vertices)],
        ["CAB's inner boxes are looser: its box tests take longer than OBB's", ratios(paper_over(runs, "cab", "obb", TEST)), ratios(runs.over("cab", "obb", "test")),
         verdicts(r > 1 for r in runs.over("cab", "obb", "test"))],
        ["The same, number of box tests", "", ratios(runs.over("cab", "obb", "box_tests"), 3), verdicts(r > 1 for r in runs.over("cab", "obb", "box_tests"))],
        ["The footnote is slightly worse: box tests over those without (1 to 1.1)", "slightly", ratios(footnote, 5), "no limb folds so far here" if all(r == 1 for r in footnote) else verdicts(1 < r <= 1.1 for r in footnote)],
    ]


def lowest(runs, column):
    return [min(FIVE, key=lambda w: runs.of(t, w, column)) for t in runs.tables]


def total_rows(runs):
    rows = []
    for column, what in (("total", "yes or no at the links"), ("total_distances", "distances at the links")):
        best = lowest(runs, column)
        rows.append([f"CAB's total is the lowest of the five ({what})", "yes", listed(NAMES[b] for b in best), verdicts(b == "cab" for b in best)])
        gain = [min(runs.of(t, w, column) for w in ("aabb*", "obb")) / runs.of(t, "cab", column) for t in runs.tables]
        theirs = [min(PAPER[t][w][TOTAL] for w in ("aabb*", "obb")) / PAPER[t]["cab"][TOTAL] for t in runs.tables]
        mean = sum(gain) / len(gain)
        rows.append([f"A speedup of 2 on average over the better of AABB* and OBB ({what})", f"2 (its tables: {sum(theirs) / len(theirs):.2f})",
                     f"{mean:.2f} ({ratios(gain)})", verdict(mean >= 2)])
    if "table4" in runs.tables:
        rows.append(["Braided: AABB*'s total is below OBB's", "18.29 against 20.74 s", f"{1000 * runs.of('table4', 'aabb*', 'total'):.1f} against {1000 * runs.of('table4', 'obb', 'total'):.1f} ms",
                     verdict(runs.of("table4", "aabb*", "total") < runs.of("table4", "obb", "total"))])
    frame = [1e6 * runs.of(t, "cab", "total") / runs.of(t, "cab", "frames") for t in runs.tables]
    rows.append(["CAB takes at most 4 % of a frame of 1/30 s", "0.9 to 1.3 ms", f"{min(frame):.1f} to {max(frame):.1f} µs", verdict(max(frame) <= 0.04 / 30 * 1e6)])
    return rows


def shape_rows(runs):
    if not {"table1", "table2", "table3", "table4", "table5"} <= set(runs.tables):
        return []
    growth = [runs.of("table2", w, "coll") / runs.of("table1", w, "coll") for w in ("aabb*", "obb")]
    gap = [runs.of(t, "aabb*", "total_distances") - runs.of(t, "cab", "total_distances") for t in ("table2", "table3")]
    shrink = runs.of("table3", "obb", "coll") / runs.of("table2", "obb", "coll")
    advantage = [runs.of(t, "aabb*", "total_distances") / runs.of(t, "cab", "total_distances") for t in ("table2", "table4")]
    return [
        ["OBBs depend less on the links' ratio: #coll at 6:1 over 3:1, AABB* and OBB", "1.78, 1.25", ratios(growth), verdict(growth[1] < growth[0])],
        ["Dented links: OBBs shrink, #coll over that of convex ones", f"{3405 / 7194:.2f}", f"{shrink:.2f}", verdict(shrink < 1)],
        ["Dented links: the gap between AABB* and CAB is larger than for convex ones (distances)", "11.42 against 10.14 s", f"{1000 * gap[1]:.1f} against {1000 * gap[0]:.1f} ms", verdict(gap[1] > gap[0])],
        ["Braided: CAB's advantage over AABB* is less (distances)", "1.39 against 2.15", f"{advantage[1]:.2f} against {advantage[0]:.2f}", verdict(advantage[1] < advantage[0])],
    ]


def break_even(boxes_cab, boxes_aabb, coll_cab, coll_aabb):
    """What a query must take for CAB's boxes to pay: what they cost more, over the pairs that they spare."""
    return (boxes_cab - boxes_aabb) / (coll_aabb - coll_cab)


def why_not_lowest(runs):
    """Beside each table what a query takes, what it would have to take for CAB to be the lowest, and which it is."""
    body = []
    for t in runs.tables:
        boxes = {w: runs.of(t, w, "update") + runs.of(t, w, "test") for w in ("cab", "aabb*")}
        needed = 1e9 * break_even(boxes["cab"], boxes["aabb*"], runs.of(t, "cab", "coll"), runs.of(t, "aabb*", "coll"))
        taken = 1e9 * (runs.of(t, "aabb*", "query") - runs.of(t, "cab", "query")) / (runs.of(t, "aabb*", "coll") - runs.of(t, "cab", "coll"))
        p = PAPER[t]
        theirs = 1e9 * break_even(p["cab"][UPDATE] + p["cab"][TEST], p["aabb*"][UPDATE] + p["aabb*"][TEST], p["cab"][COLL], p["aabb*"][COLL])
        tests = [1e9 * runs.of(t, w, "test") / runs.of(t, w, "box_tests") for w in ("cab", "aabb*")]
        spared = (runs.of(t, "aabb*", "coll") - runs.of(t, "cab", "coll")) / runs.of(t, "cab", "frames")
        body.append([t[-1], f"{tests[0]:.0f}, {tests[1]:.0f}", f"{spared:.1f}", f"{needed:.0f}", f"{taken:.0f}", verdict(taken > needed), f"{theirs:.0f}"])
    head = ["table", "a box test of CAB, AABB*, ns", "false alarms spared a frame", "CAB pays from, ns a query", "a spared query takes, ns", "pays", "paper: pays from, ns"]
    return table(head, body)


def section_tables(results):
    runs = Runs(results)
    text = "".join(one_table(runs, t) for t in runs.tables)
    text += "*query* asks whether the links of each reported pair touch (`touches`); *distances* asks how far apart they are and where, as the paper's\n"
    text += "queries (SWIFT++) do. The last total has *distances* in the place of *query*; they are measured on sixteen frames of each 640.\n\n"
    each = [1e9 * runs.of(t, "brute", "query") / runs.of(t, "brute", "coll") for t in runs.tables]
    theirs = [1e6 * PAPER[t]["brute"][QUERY] / PAPER[t]["brute"][COLL] for t in runs.tables]
    update = [1e6 * runs.of(t, "cab", "update") / runs.of(t, "cab", "frames") for t in runs.tables]
    text += f"What differs from 2004: a yes-or-no query of the engine takes {min(each):.0f} to {max(each):.0f} ns in the mean over all pairs ({min(theirs):.0f} to {max(theirs):.0f} µs in the paper), because\n"
    text += f"it begins with the links' own boxes; it costs little more than a test of two boxes, so a false alarm is cheap and AABB* loses little by its many.\n"
    text += f"CAB's update takes {min(update):.2f} to {max(update):.2f} µs a frame (634 to 752 µs in the paper). The eight corners of a link are 72 products and 48 comparisons, which are one instruction each\n"
    text += "here, and nothing waits for anything; a box by the major axis rule is about as many products, and two roots and two divisions that the rest waits for.\n"
    text += "\nWhen CAB pays against AABB* (yes or no at the links): its boxes cost more to fit and to test, and spare false alarms. In the paper they cost less\n"
    text += "to begin with, so that its last column is negative and any query pays.\n\n" + why_not_lowest(runs)
    return text, truth_rows(runs) + update_rows(runs) + total_rows(runs) + shape_rows(runs)


def section_angles(results):
    rows = results.rows("angles.csv")
    text = results.picture("angles.png", "volume over the joint's angle")
    body, overview = [], []
    for ratio in dict.fromkeys(r["ratio"] for r in rows):
        some = [r for r in rows if r["ratio"] == ratio]
        for r in some:
            if int(r["degrees"]) % 20 == 0:
                body.append([f"{float(ratio):.0f}:1", r["degrees"]] + [f"{float(r[c]):.4f}" for c in ("cab", "footnote", "covariance", "best")])
        means = {c: sum(float(r[c]) / float(r["best"]) for r in some) / len(some) for c in ("cab", "footnote", "covariance")}
        acute = [r for r in some if float(r["degrees"]) <= 60]
        foot = sum(float(r["footnote"]) / float(r["cab"]) for r in acute) / len(acute)
        worst = max(float(r["cab"]) / float(r["covariance"]) for r in some)
        overview.append([f"{float(ratio):.0f}:1: CAB is a very good approximation: mean volume over covariance's (at most 1.15)", "\"very good\"",
                         f"{means['cab'] / means['covariance']:.3f}, at worst {worst:.2f}", verdict(means["cab"] / means["covariance"] <= 1.15)])
        overview.append([f"{float(ratio):.0f}:1: the footnote's box is slightly larger, up to 60 degrees", "slightly", f"{foot:.3f}", verdict(1 < foot <= 1.1)])
    text += "\n" + table(["ratio", "degrees", "CAB", "footnote", "covariance", "best along the joint's axis"], body)
    text += "\nThe volume around two links, boxes, in one joint; 180 degrees is a straight limb. There, and at 0, the vectors count as parallel. The paper's own test,\n"
    text += "a product above 1 - 10^-5 of vectors away from the joint, finds the folded limb alone: in a straight one they are antiparallel, its product is -1,\n"
    text += "and equation 2 divides by zero. abut compares the magnitude.\n"
    return text, overview


def section_partial(results):
    rows = results.rows("partial.csv")
    body = [[r["title"], NAMES[r["way"]], f"{float(r['boxes_fitted']) / float(r['frames']):.1f}", whole(r["box_tests"]), f"{1000 * float(r['update']):.2f}", f"{1000 * float(r['test']):.2f}",
             f"{1000 * (float(r['update']) + float(r['test'])):.2f}"] for r in rows]
    text = table(["pairs", "way", "boxes fitted a frame", "box tests", "update, ms", "test, ms", "both, ms"], body)
    pairs = list(zip(rows[::2], rows[1::2]))
    gains = [(float(a["update"]) + float(a["test"])) / (float(b["update"]) + float(b["test"])) for a, b in pairs]
    shares = [float(b["boxes_fitted"]) / float(a["boxes_fitted"]) for a, b in pairs]
    text += "\nA chain that is asked about itself needs all its boxes in every frame, whatever its motion: each node compares its two halves. Between the chains\n"
    text += "alone, boxes are spared while they are apart. Even then a node at the cut is fitted to the corners of all links below it, which is most of the work.\n"
    braided = [i for i, (a, _) in enumerate(pairs) if a["table"] == "table4"]
    return text, [
        ["Partial update: boxes that are fitted all the same (swinging, between chains; braided, between chains)", "", listed(f"{100 * s:.0f} %" for s in shares), ""],
        ["Partial update: no advantage when braided (speedup at most 1.05)", "none", ratios(gains[i] for i in braided), verdicts(gains[i] <= 1.05 for i in braided)],
    ]


SECTIONS = [
    ("Tables 1 to 5", "tables.csv", section_tables),
    ("Figure 1b: volume over the joint's angle", "angles.csv", section_angles),
    ("The partial update", "partial.csv", section_partial),
]


if __name__ == "__main__":
    sys.exit(write_paper_page(TITLE, OPENING, "abut bench papers --filter cab", SECTIONS))
