#!/usr/bin/python3
"""Makes docs/results/pqp/README.md from the CSV files of `abut bench papers --filter pqp`: page_pqp.py DIR

Every number on the page comes from the files, and so does every verdict. A section whose files are not there says so.
"""

import math
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from page import table, verdict, whole, within, write_paper_page

TITLE = "# The swept sphere (PQP) paper, table by table and figure by figure"

OPENING = """\
E. Larsen, S. Gottschalk, M. C. Lin, D. Manocha, *Fast Proximity Queries with Swept Sphere Volumes*, TR99-018, University of
North Carolina, 1999. Each section sets what the paper reports beside what abut measures and says where they differ and
why. The models and motions are our own. Unless a row says otherwise, trees are binary and the paper's: axes from the covariance of the
vertices, split at the mean vertex on the longest axis, one triangle per leaf, the larger diameter opened first, and the
search priority directed with a queue of 200. *Sphere* is the paper's PSS. Rows that the paper has not: 18-DOPs, the dynamic hybrid, RSS
split by surface area (abut's default for binary trees), and the fast engine that queries use unless told otherwise. Every answer of every kind is compared
with the fast engine's while it is timed; the run fails when one differs. Times are of one thread's own clock. `scripts/bench pqp` makes the tables, the
plots and this page anew.
"""

KINDS = {
    "sphere": "sphere",
    "aabb": "AABB",
    "obb": "OBB",
    "lss": "LSS",
    "rss": "RSS",
    "hybrid": "hybrid",
    "kdop18": "18-DOP",
    "hybrid-dynamic": "hybrid, dynamic",
    "rss-surface-area": "RSS, split by surface area",
    "auto": "fast engine",
}
OF_THE_PAPER = ["sphere", "aabb", "obb", "lss", "rss", "hybrid"]

# Scenario -> kind -> (volume tests in millions, triangle tests in millions, ms per query).
PAPER = {
    "table2": {
        "engine": {"sphere": (4.92, 1.44, 173.92), "aabb": (0.61, 0.05, 19.2), "obb": (0.39, 0.002, 31.883), "lss": (1.89, 0.208, 80.504), "rss": (0.37, 0.002, 36.65), "hybrid": (0.43, 0.002, 31.024)},
        "tori": {"sphere": (6.15, 0.70, 7.2947), "aabb": (5.64, 0.38, 9.4972), "obb": (0.99, 0.01, 4.9359), "lss": (3.20, 0.20, 7.3875), "rss": (0.75, 0.01, 4.6245), "hybrid": (0.92, 0.01, 4.7934)},
        "planning": {"sphere": (70.5, 30.9, 449.06), "aabb": (7.22, 1.45, 40.328), "obb": (1.92, 0.20, 25.974), "lss": (4.20, 1.02, 34.097), "rss": (1.85, 0.21, 29.965), "hybrid": (1.97, 0.21, 29.134)},
        "rings": {"sphere": (23.1, 8.68, 119.43), "aabb": (15.6, 2.46, 70.819), "obb": (2.10, 0.082, 20.604), "lss": (1.97, 0.253, 10.674), "rss": (1.42, 0.081, 18.094), "hybrid": (1.55, 0.085, 17.795)},
    },
    "table3": {
        "engine": {"sphere": (6.45, 2.06, 721.40), "aabb": (1.58, 0.31, 170.75), "obb": (1.76, 0.12, 1443.8), "lss": (3.01, 0.49, 289.46), "rss": (1.70, 0.11, 213.30), "hybrid": (1.80, 0.12, 220.07)},
        "tori": {"sphere": (9.54, 1.474, 41.05), "aabb": (9.25, 1.00, 37.764), "obb": (1.56, 0.04, 75.565), "lss": (5.36, 0.51, 23.947), "rss": (1.50, 0.051, 9.02), "hybrid": (1.70, 0.05, 9.47)},
        "planning": {"sphere": (95.59, 42.704, 1577.869), "aabb": (9.56, 2.11, 103.69), "obb": (1.14, 0.042, 92.443), "lss": (4.1, 0.975, 51.279), "rss": (1.70, 0.196, 25.018), "hybrid": (1.92, 0.209, 26.743)},
        "rings": {"sphere": (83.49, 33.67, 938.063), "aabb": (73.9, 16.5, 616.34), "obb": (12.2, 0.91, 625.36), "lss": (13.2, 2.15, 111.37), "rss": (10.5, 0.90, 121.88), "hybrid": (11.0, 0.94, 129.08)},
    },
    "table4": {
        "engine": {"sphere": (6.30, 2.005, 748.64), "aabb": (1.47, 0.28, 167.27), "obb": (1.53, 0.072, 1347.9), "lss": (2.90, 0.463, 279.87), "rss": (1.47, 0.071, 174.86), "hybrid": (1.57, 0.075, 180.24)},
        "tori": {"sphere": (8.92, 1.307, 38.23), "aabb": (8.58, 0.855, 34.60), "obb": (1.36, 0.018, 66.995), "lss": (4.95, 0.445, 21.93), "rss": (1.32, 0.028, 7.73), "hybrid": (1.50, 0.028, 8.13)},
        "planning": {"sphere": (89.58, 39.97, 1494.2), "aabb": (8.18, 1.70, 88.104), "obb": (0.93, 0.01, 78.835), "lss": (3.62, 0.84, 45.874), "rss": (1.54, 0.164, 23.026), "hybrid": (1.72, 0.17, 24.10)},
        "rings": {"sphere": (45.7, 17.4, 609.01), "aabb": (40.8, 7.02, 358.78), "obb": (5.43, 0.173, 363.22), "lss": (4.15, 0.506, 42.603), "rss": (3.74, 0.173, 50.44), "hybrid": (3.85, 0.179, 51.724)},
    },
}
PAPER_TABLE5 = {
    "planning": {"depth-first": (25.93, 5.514, 219.55), "priority": (1.389, 0.162, 20.61), "caching": (11.385, 2.353, 101.911), "priority and caching": (1.378, 0.159, 20.295), "ideal": (1.126, 0.121, 16.517)},
    "verification": {"depth-first": (23.54, 5.279, 294.95), "priority": (0.783, 0.099, 9.771), "caching": (0.736, 0.086, 9.841), "priority and caching": (0.683, 0.076, 8.397), "ideal": (0.679, 0.075, 6.164)},
}
TABLES = {"table2": "Table 2: contact", "table3": "Table 3: distance", "table4": "Table 4: distance to 10 %"}


def percent(share):
    return f"{100 * share:.0f} %" if share >= 0.095 else f"{100 * share:.2g} %"


def number(value):
    return f"{value:.3g}" if value < 1000 else whole(value)


class Costs:
    """Rows of a table of costs by scenario and another column."""

    def __init__(self, rows, column):
        self.rows = {(r["scenario"], r[column]): r for r in rows}
        self.titles = {r["scenario"]: r["title"] for r in rows}

    def has(self, scenario, key):
        return (scenario, key) in self.rows

    def ms(self, scenario, key):
        return float(self.rows[scenario, key]["ms_per_query"])

    def tests(self, scenario, key):
        row = self.rows[scenario, key]
        return float(row["volume_tests"]) / float(row["queries"])

    def triangles(self, scenario, key):
        row = self.rows[scenario, key]
        return float(row["triangle_tests"]) / float(row["queries"])


# Each section returns (lines of the page, rows of the overview).


def section_scenarios(results):
    rows = results.rows("scenarios.csv")
    about = {
        "engine": "The paper's engine: pistons in the bores, polygons of 24 sides, of a block with upright ribs; long thin triangles, most of them across an axis of the world; through one turn of the crank. The paper gives neither counts nor measures: shape and ribs were chosen so that the kinds make about as many volume tests, relative to OBB, as in its Table 2, which is therefore no independent agreement.",
        "tori": "A warped torus falls onto a lumpy one that lies still, turns until it has clear passage, and falls through its hole; by the dynamics engine of the OBBTree page. As many triangles as in the paper.",
        "planning": "A wrinkled torus around a stalagmite at one end of a cave is to be put over one at the other end: OMPL's RRT-Connect, which checks motions by distances, then shortens its path, until 2880 configurations are probed. As many triangles as in the paper; its planner was another (Hsu et al. 1998).",
        "verification": "487 steps along the path that the planner found.",
        "rings": "A chain of ten linked rings falls to the ground by a dynamics engine of our own; all 45 pairs at each step, whose mean the tables give. 256 triangles a ring, as in the paper.",
        "inline-four": "Not in the paper: cylinder 1 of a round engine with real clearances (0.04 to 1 mm): piston, bore, head, valves, rod, crank, cams and tappets through a cycle.",
    }
    text = table(
        ["", "triangles", "queries", "of these in contact", "smallest distance", "median"],
        [
            [r["title"], f"{whole(r['triangles_a'])} and {whole(r['triangles_b'])}", whole(r["queries"]), whole(r["touching"]), f"{float(r['least_distance']):.3g}", f"{float(r['median_distance']):.3g}"]
            for r in rows
        ],
    )
    text += "\n"
    for r in rows:
        text += f"**{r['title']}.** {about[r['scenario']]}"
        if r["scenario"] == "verification":
            text += f" None of them touches. From step to step no point moves by more than {float(r['largest_stride']):.2f}; between {r['strides_proved_free']} of {int(r['queries']) - 1} neighbours the"
            text += " distances at both ends alone prove that nothing touches on the way. For the rest the planner probed between them."
        text += "\n\n" + results.picture(f"scenario_{r['scenario']}.png", r["title"]) + "\n"
    by_name = {r["scenario"]: r for r in rows}
    overview = []
    if "verification" in by_name:
        path = by_name["verification"]
        overview.append(["Path planning: probes, steps of the path, steps in contact", "2880, 487, 0", f"{by_name['planning']['queries']}, {path['queries']}, {path['touching']}", verdict(path["touching"] == "0" and path["queries"] == "487")])
    else:
        text += "This build has no planner: path planning is left out.\n"
    return text, overview


PAPER_TABLE1 = {"point-point": 1, "point-line": 1.25, "point-rectangle": 1.53, "line-line": 1.83, "line-rectangle": 2.39, "rectangle-rectangle": 3.10}


def section_table1(results):
    cores, kinds = results.rows("table1_cores.csv"), results.rows("table1_kinds.csv")
    text = f"Distance tests between the shapes that spheres are swept over, on {whole(cores[0]['pairs'])} pairs that distance queries test: a rectangle, the longer of its\n"
    text += "middle lines, its centre. B's shape is brought into A's frame first, as in a query.\n\n"
    text += table(["shapes", "relative cost: paper", "abut", "ns"], [[r["shapes"], f"{PAPER_TABLE1[r['shapes']]:.2f}", f"{float(r['relative']):.2f}", f"{float(r['ns']):.0f}"] for r in cores])
    ordered = all(float(a["ns"]) <= float(b["ns"]) for a, b in zip(cores, cores[1:]))
    ends = float(cores[-1]["relative"])
    text += f"\nThe order is {'the paper' + chr(39) + 's' if ordered else 'not the paper' + chr(39) + 's'}. The ratios are larger, because the paper's times are those of whole queries without triangles, divided by the number of tests: what a\n"
    text += "visit costs besides the test is in them and evens them out.\n\n"
    text += "Every kind of volume, on the pairs that distance queries between the falling tori test on its own trees:\n\n"
    text += table(
        ["trees", "pairs", "overlapping", "overlap test, ns", "distance test, ns"],
        [[KINDS[r["kind"]], whole(r["pairs"]), f"{100 * float(r['overlapping']) / float(r['pairs']):.0f} %", f"{float(r['overlap_ns']):.0f}", f"{float(r['distance_ns']):.0f}"] for r in kinds],
    )
    by_kind = {r["kind"]: r for r in kinds}
    obb, rss = float(by_kind["obb"]["distance_ns"]), float(by_kind["rss"]["distance_ns"])
    if by_kind["obb"]["gjk_ns"]:
        gjk = float(by_kind["obb"]["gjk_ns"])
        text += f"\nA distance between boxes costs {obb / rss:.1f} times one between rectangle swept spheres here. By FCL's GJK, on the same boxes, it would be {gjk:.0f} ns, {gjk / rss:.1f} times.\n"
    return text, [["Table 1: rectangle-rectangle over point-point", "3.1, six rising steps", f"{ends:.1f}", "order " + verdict(ordered)]]


def section_rectangles(results):
    rows = results.rows("rectangles.csv")
    ours, others = rows[0], rows[1:]
    text = f"{whole(ours['pairs'])} pairs of rectangles that distance queries between spheres and between tori test, from nearly touching to ten radii apart, as the paper took\n"
    text += "more than 700 000 from two applications. *Wrong* is more than 1e-9 of the pair's size outside of the bracket that `core_distance` proves.\n\n"
    text += table(
        ["algorithm", "ns per pair", "times ours", "wrong", "by more than 1e-6", "worst error", "worst error against fifty digits"],
        [[r["algorithm"], f"{float(r['ns']):.0f}", f"{float(r['ratio']):.1f}", r["wrong"], r["off_1e6"], f"{float(r['worst_error']):.1e}", f"{float(r['oracle_worst_error']):.1e}"] for r in rows],
    )
    text += f"\nJudged by arithmetic of fifty digits that shares nothing with it, on every hundredth pair ({whole(ours['oracle_pairs'])}): {ours['false_brackets']} brackets of `core_distance` are false, and its\n"
    text += f"distances are off by {float(ours['oracle_worst_error']):.1e} of a pair's size at most."
    overview = []
    if others:
        best = min(float(r["ratio"]) for r in others)
        disagreeing = max(int(r["off_1e6"]) for r in others)
        text += f" The two GJKs agree with it to their own tolerance of 1e-6 on all but {disagreeing} pairs at most.\nOf those, only the ones among the hundredth part were judged by fifty digits; for the rest the word of the brackets stands against theirs."
        right = ours["wrong"] == "0" and ours["false_brackets"] == "0" and float(ours["oracle_worst_error"]) < 1e-13
        overview = [["Section 4.3.5: rectangle distance against GJK", "about 4 times faster", f"{best:.1f} times, {ours['wrong']} wrong of {whole(ours['pairs'])}", verdict(best >= 3 and right)]]
    return text + "\n", overview


def slope_of(points):
    xs, ys = [math.log(x) for x, _ in points], [math.log(y) for _, y in points]
    mx, my = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((x - mx) * (y - my) for x, y in zip(xs, ys)) / sum((x - mx) ** 2 for x in xs)


def section_fig4(results):
    rows = results.rows("fig4.csv")
    text = results.picture("fig4.png", "Leaves that each leaf meets against the separation")
    text += "\nThe paper argues in the plane: as two parallel rows of primitives are moved apart, each dilated volume of radius r touches about √(δ/r) volumes of the other row.\n"
    text += "Rows of 2048 segments of length 1, so that spheres around them have r = 1/2, and plates of 4608 triangles; the ideal query, whose tests are those of the\n"
    text += "dilated models' contact query.\n\n"
    kinds = [k for k in KINDS if any(r["kind"] == k for r in rows)]
    slopes = {}
    for shape in ("rows", "plates"):
        for kind in kinds:
            slopes[shape, kind] = slope_of([(float(r["gap"]), float(r["met_by_each"])) for r in rows if r["shape"] == shape and r["kind"] == kind and float(r["gap"]) >= 1])
    met = lambda shape, kind: [float(r["met_by_each"]) for r in rows if r["shape"] == shape and r["kind"] == kind]
    text += table(
        ["slope of log n over log δ (leaves met, first and last)"] + [KINDS[k] for k in kinds],
        [[shape] + [f"{slopes[shape, k]:.2f} ({number(met(shape, k)[0])} to {number(met(shape, k)[-1])})" for k in kinds] for shape in ("rows", "plates")],
    )
    text += f"\nSpheres follow the law: the slope is {slopes['rows', 'sphere']:.2f} on the rows (1/2 in the paper) and {slopes['plates', 'sphere']:.2f} on plates, where the swath is a disc (1 by the same argument). The number itself is twice\n"
    text += "the paper's, which counts one side of a swath of length 2l. Volumes that lie flat in the surface have no thickness to dilate there: they meet the same few neighbours at every separation. On curved\n"
    text += "surfaces they have, see Fig. 5.\n"
    return text, [["Fig. 4: volumes met over separation, exponent for spheres", "1/2 in the plane", f"{slopes['rows', 'sphere']:.2f}", verdict(within(slopes["rows", "sphere"], 0.4, 0.6))]]


def curves_of(rows):
    curves = {}
    for r in rows:
        curves.setdefault(r["kind"], []).append((float(r["gap"]), float(r["ms_per_query"]), float(r["volume_tests"]), int(r["queries"])))
    return curves


def section_fig5(results):
    curves = curves_of(results.rows("fig5.csv"))
    gaps = [point[0] for point in curves["rss"]]
    text = results.picture("fig5.png", "Time and volume tests against the separation of two spheres")
    text += f"\nTwo spheres of radius 1 and 40 500 triangles (paper: 40 000), turned at random before each query; {max(c[0][3] for c in curves.values())} queries at each separation as in the paper, fewer for the slower kinds\n({', '.join(f'{KINDS[k]} {c[0][3]}' for k, c in curves.items() if c[0][3] < 500)}).\n\n"
    text += table(["ms per query at a separation of"] + [f"{gap:g}" for gap in gaps], [[KINDS[k]] + [number(point[1]) for point in c] for k, c in curves.items()])
    fastest = all(min(("sphere", "lss", "rss"), key=lambda k: curves[k][i][1]) == "rss" for i in range(len(gaps)))
    grows = all(c[-1][2] > c[0][2] for k, c in curves.items() if k in ("sphere", "lss", "rss"))
    # The last step multiplies the separation by ten.
    last = max(curves[k][-1][2] / curves[k][-2][2] for k in ("sphere", "lss", "rss"))
    ceiling = last < 1.5
    growth = ", ".join(f"{KINDS[k]} {curves[k][-1][2] / curves[k][0][2]:.0f} times" for k in ("sphere", "lss", "rss"))
    text += f"\nVolume tests grow from the smallest separation to the largest ({growth}); from {gaps[-2]:g} to {gaps[-1]:g} they grow {last:.2f} times at most{', so that there is the ceiling of the paper' if ceiling else ''}. RSS is {'the fastest of the three at every separation' if fastest else 'not the fastest of the three at every separation'}.\n"
    return text, [
        ["Fig. 5: RSS faster than LSS and spheres at every separation", "yes", "yes" if fastest else "no", verdict(fastest)],
        ["Fig. 5: cost grows with separation, up to a ceiling", "yes", growth, verdict(grows and ceiling)],
    ]


def section_fig6(results):
    curves = curves_of(results.rows("fig6.csv"))
    gaps = [point[0] for point in curves["rss"]]
    text = results.picture("fig6.png", "Time and volume tests against the gap of concentric spheres")
    text += "\nA sphere of radius 0.9 down to 0.1 inside one of radius 1, 40 500 triangles each, turned at random; distance to 10 %, 60 queries a gap as in the paper; 15 for spheres, AABB and LSS, and 4 at the two smallest gaps.\n\n"
    text += table(["ms per query at a gap of"] + [f"{gap:.1g}" for gap in gaps], [[KINDS[k]] + [number(point[1]) for point in c] for k, c in curves.items()])
    family = ("sphere", "lss", "rss")
    more = {k: curves[k][0][2] / curves[k][-1][2] for k in family}
    slowest = min(more, key=more.get)
    ratio_small, ratio_large = (min(curves["sphere"][i][1], curves["lss"][i][1]) / curves["rss"][i][1] for i in (0, -1))
    text += f"\nFrom the largest gap to the smallest, volume tests grow {', '.join(f'{more[k]:.3g} times for {KINDS[k]}' for k in family)}. The better of the other two takes {ratio_small:.1f} times as long as RSS at the smallest gap, {ratio_large:.1f} times at the largest."
    if not (slowest == "rss" and ratio_small > ratio_large):
        text += f" Every kind does more as the gap narrows and RSS is ahead of both at every gap; but the differences do not shrink as the gap widens, as in the paper. At the widest gap RSS makes {number(curves['rss'][-1][2])} volume tests a query, LSS {number(curves['lss'][-1][2])} and spheres {number(curves['sphere'][-1][2])}. Why the paper's curves meet there is not traced."
    text += "\n"
    return text, [
        ["Fig. 6: all do more as the gap narrows, RSS grows most slowly", "yes", ", ".join(f"{KINDS[k]} {more[k]:.3g} times" for k in family), verdict(slowest == "rss" and min(more.values()) > 1)],
        ["Fig. 6: RSS ahead by far at small gaps, little at large ones", "yes", f"{ratio_small:.1f} and {ratio_large:.1f} times", verdict(ratio_small > 1.5 and ratio_small > ratio_large)],
    ]


def section_tolerance(results):
    rows = results.rows("tolerance.csv")
    text = results.picture("tolerance.png", "Volume tests against the relative error")
    text += "\nThe paper: one may see a range of performance between a distance and a contact query by changing the relative error. Volume tests per query, as a share of the exact query's:\n\n"
    errors = sorted({float(r["relative_error"]) for r in rows if r["ask"] == "distance"})[1:]
    body, falls = [], True
    for scenario in dict.fromkeys(r["title"] for r in rows):
        for kind in dict.fromkeys(r["kind"] for r in rows):
            some = {(r["ask"], float(r["relative_error"])): float(r["volume_tests"]) for r in rows if r["title"] == scenario and r["kind"] == kind}
            exact = some["distance", 0.0]
            shares = [some["distance", e] / exact for e in errors]
            falls = falls and all(b <= 1.02 * a for a, b in zip([1] + shares, shares))
            body.append([f"{scenario}, {KINDS[kind]}", number(exact)] + [percent(s) for s in shares] + [percent(some["contact", 0.0] / exact)])
    text += table(["", "exact"] + [f"{100 * e:g} %" for e in errors] + ["contact"], body)
    ten = [b[2 + errors.index(0.1)] for b in body if "RSS" in b[0]]
    text += "\nAt 10 % the paper's Table 4 saves 8 to 64 % of the volume tests of RSS; here " + ", ".join(f"{100 - float(t.split()[0]):.0f} %" for t in ten) + " in the order of the rows. An exact query of\n"
    text += "the fast engine names the smallest of all pairs that touch, where models touch, and so looks for all contacts as well; an approximate one does not, which is why it gains at once among the planner's probes.\n"
    return text, [["Section 5.3: cost falls as the error grows", "yes", "yes" if falls else "not everywhere", verdict(falls)]]


def kinds_table(results, name):
    costs = Costs(results.rows(f"{name}.csv"), "trees")
    paper = PAPER[name]
    scenarios = [s for s in costs.titles]
    body = []
    for kind in KINDS:
        if not costs.has(scenarios[0], kind):
            continue
        cells = [KINDS[kind]]
        for s in scenarios:
            old = paper.get(s, {}).get(kind)
            cells += [f"{old[2]:.4g}" if old else "", number(costs.tests(s, kind)), number(costs.triangles(s, kind)), number(costs.ms(s, kind))]
        body.append(cells)
    # One table per pair of scenarios: more columns do not fit a page.
    text = ""
    for first in range(0, len(scenarios), 2):
        pair = scenarios[first : first + 2]
        head = [""] + sum(([f"{costs.titles[s]}: paper, ms", "volume tests", "triangle tests", "ms"] for s in pair), [])
        text += table(head, [[row[0]] + row[1 + 4 * first : 1 + 4 * (first + len(pair))] for row in body]) + "\n"
    return text, costs


def best_of(costs, scenario, kinds=OF_THE_PAPER):
    return min(kinds, key=lambda k: costs.ms(scenario, k))


def section_tables(results):
    text = results.picture("tables.png", "Times of every kind relative to RSS")
    text += "\nVolume and triangle tests are per query; the paper gives sums, in millions, over numbers of queries that it does not name, so only its times are set beside ours\n"
    text += "(an SGI or PC of 1999). Contact is decided at the first pair that touches. A part of the questions has to do for spheres, but on the tori.\n\n"
    all_costs = {}
    for name, title in TABLES.items():
        part, all_costs[name] = kinds_table(results, name)
        text += f"### {title}\n\n{part}"
    overview = []
    tables = list(all_costs.values())
    scenarios = list(tables[0].titles)

    winners = [best_of(c, "rings") for c in tables]
    lss_over = [c.ms("rings", "lss") / min(c.ms("rings", k) for k in OF_THE_PAPER if k != "lss") for c in tables]
    text += "### What the paper finds\n\n**LSS are best on the rings** (paper: in all three tables). "
    text += f"Here the fastest of the paper's kinds: {', '.join(KINDS[w] for w in winners)}; LSS take {', '.join(f'{r:.2f}' for r in lss_over)} times the best other kind's time. "
    if winners != ["lss"] * 3:
        tests = [c.tests("rings", "lss") / c.tests("rings", "rss") for c in tables]
        paper_tests = [PAPER[t]["rings"]["lss"][0] / PAPER[t]["rings"]["rss"][0] for t in TABLES]
        per = [c.ms("rings", "lss") / c.tests("rings", "lss") / (c.ms("rings", "rss") / c.tests("rings", "rss")) for c in tables]
        paper_per = [PAPER[t]["rings"]["lss"][2] / PAPER[t]["rings"]["lss"][0] / (PAPER[t]["rings"]["rss"][2] / PAPER[t]["rings"]["rss"][0]) for t in TABLES]
        text += f"LSS need {', '.join(f'{t:.2f}' for t in tests)} times the volume tests of RSS (paper: {', '.join(f'{t:.2f}' for t in paper_tests)}), and the time per test is {', '.join(f'{p:.2f}' for p in per)} times that of RSS (paper: {', '.join(f'{p:.2f}' for p in paper_per)}). "
        text += "The shape of the paper's rings is not known, and neither is how close they come."
    overview.append(["Tables 2-4: LSS fastest on the rings", "yes, yes, yes", ", ".join(KINDS[w] for w in winners), ", ".join(verdict(w == "lss") for w in winners)])

    winners = [best_of(c, "engine") for c in tables]
    ahead = [min(c.ms("engine", k) for k in OF_THE_PAPER if k != "aabb") / c.ms("engine", "aabb") for c in tables]
    text += f"\n\n**AABBs are best on the axis-aligned engine** (paper: in all three tables). Here: {', '.join(KINDS[w] for w in winners)}; the best other kind takes {', '.join(f'{r:.1f}' for r in ahead)} times as long."
    overview.append(["Tables 2-4: AABB fastest on the engine", "yes, yes, yes", ", ".join(f"{r:.1f} times ahead" for r in ahead), ", ".join(verdict(w == "aabb") for w in winners)])

    if "planning" in scenarios:
        worst = [max(OF_THE_PAPER, key=lambda k: c.ms("planning", k)) for c in tables]
        over = [c.ms("planning", "sphere") / c.ms("planning", "rss") for c in tables]
        old = [PAPER[t]["planning"]["sphere"][2] / PAPER[t]["planning"]["rss"][2] for t in TABLES]
        text += f"\n\n**Spheres are unsuitable for path planning.** They take {', '.join(f'{o:.0f}' for o in over)} times as long as RSS (paper: {', '.join(f'{o:.0f}' for o in old)}), because of the long triangles of stalagmites and stalactites."
        overview.append(["Tables 2-4: spheres slowest on path planning", "yes, yes, yes", ", ".join(f"{o:.0f} times RSS" for o in over), ", ".join(verdict(w == "sphere") for w in worst)])

    known = [s for s in scenarios if s in PAPER["table3"]]
    ours = {s: tables[1].ms(s, "obb") / tables[1].ms(s, "rss") for s in scenarios}
    theirs = {s: PAPER["table3"][s]["obb"][2] / PAPER["table3"][s]["rss"][2] for s in known}
    per_test = {s: ours[s] / (tables[1].tests(s, "obb") / tables[1].tests(s, "rss")) for s in scenarios}
    paper_per_test = {s: theirs[s] / (PAPER["table3"][s]["obb"][0] / PAPER["table3"][s]["rss"][0]) for s in known}
    text += "\n\n**RSS are far ahead of OBBs for distance**, although both prune alike. Time of OBB over that of RSS, exact distance:\n\n"
    text += table(
        ["", *[tables[1].titles[s] for s in scenarios]],
        [
            ["paper", *[f"{theirs[s]:.1f}" if s in theirs else "" for s in scenarios]],
            ["abut", *[f"{ours[s]:.2f}" for s in scenarios]],
            ["per volume test: paper", *[f"{paper_per_test[s]:.1f}" if s in theirs else "" for s in scenarios]],
            ["per volume test: abut", *[f"{per_test[s]:.2f}" for s in scenarios]],
        ],
    )
    holds = all(ours[s] >= 2 for s in known)
    if not holds:
        text += "\nThe paper's box distance costs four to eight times what its rectangle distance does; ours costs about as much, as it is the same specialised search over the features of two cores, with one dimension more\n"
        text += "(`volume/core.h`). RSS still need fewer tests"
        fewer = sum(tables[1].tests(s, "rss") < tables[1].tests(s, "obb") for s in scenarios)
        text += f" in {fewer} of {len(scenarios)} scenarios"
        kinds = results.rows("table1_kinds.csv")
        if kinds:
            by_kind = {r["kind"]: r for r in kinds}
            if by_kind["obb"]["gjk_ns"]:
                factor = float(by_kind["obb"]["gjk_ns"]) / float(by_kind["rss"]["distance_ns"])
                text += f". With a GJK between boxes, {factor:.1f} times the cost of our RSS test (Table 1), the paper's finding would be back"
        text += ".\n"
    overview.append(["Table 3: time of OBB over RSS", ", ".join(f"{theirs[s]:.1f}" for s in known), ", ".join(f"{ours[s]:.1f}" for s in known), "far ahead: " + verdict(holds) + ("" if holds else ", see there")])

    contact = {s: tables[0].ms(s, "rss") / tables[0].ms(s, "obb") for s in known}
    old = {s: PAPER["table2"][s]["rss"][2] / PAPER["table2"][s]["obb"][2] for s in known}
    text += f"\n**RSS are competitive for contact.** Time of RSS over that of OBB: {', '.join(f'{contact[s]:.2f}' for s in known)} (paper: {', '.join(f'{old[s]:.2f}' for s in known)}), in the order of the paper's scenarios."
    kinds = {r["kind"]: r for r in results.rows("table1_kinds.csv") or []}
    if kinds and max(contact.values()) > 1.6:
        text += f" Per pair the overlap test costs {float(kinds['rss']['overlap_ns']):.0f} ns against {float(kinds['obb']['overlap_ns']):.0f} for boxes (Table 1); the paper has it only slightly dearer."
    text += "\n"
    overview.append(["Table 2: time of RSS over OBB", ", ".join(f"{old[s]:.2f}" for s in known), ", ".join(f"{contact[s]:.2f}" for s in known), verdict(all(r < 1.6 for r in contact.values()))])

    hybrids = [c.ms(s, "hybrid") / c.ms(s, "rss") for c in tables for s in known]
    old = [PAPER[t][s]["hybrid"][2] / PAPER[t][s]["rss"][2] for t in TABLES for s in known]
    dynamic = [c.ms(s, "hybrid-dynamic") / c.ms(s, "rss") for c in tables for s in known]
    text += f"\n**Hybrids.** The static hybrid takes {min(hybrids):.2f} to {max(hybrids):.2f} times the time of RSS (paper: {min(old):.2f} to {max(old):.2f}). The dynamic one, a sphere and a rectangle in every node, which the paper proposes and does not measure:\n{min(dynamic):.2f} to {max(dynamic):.2f} times.\n"
    engine = [min(c.ms(s, k) for k in OF_THE_PAPER) / c.ms(s, "auto") for c in tables for s in scenarios]
    text += f"\n**The fast engine** is {min(engine):.1f} to {max(engine):.0f} times as fast as the best of the paper's kinds in each column.\n"
    overview.append(["Tables 2-4: abut's fast engine over the best of the paper's kinds", "", f"{min(engine):.1f} to {max(engine):.0f} times as fast", ""])
    return text, overview


def section_table5(results):
    rows = results.rows("table5.csv")
    costs = Costs([r for r in rows if r["kind"] == "rss"], "technique")
    fast = Costs([r for r in rows if r["kind"] == "auto"], "technique")
    techniques = list(dict.fromkeys(r["technique"] for r in rows if r["kind"] == "rss"))
    names = {"depth-first": "depth-first, children as stored (the paper's)", "priority": "priority directed, queue of 200", "caching": "triangle caching, depth-first", "priority and caching": "priority directed and caching", "ideal": "ideal query"}
    text = results.picture("table5.png", "Volume tests of the ways to search, relative to the ideal query")
    text += "\nTrees of RSS, exact distance. *Nearer child first* is abut's own depth-first search; the paper's takes children as they come.\n\n"
    for scenario, title in costs.titles.items():
        old = PAPER_TABLE5.get(scenario, {})
        body = []
        for t in techniques:
            if costs.has(scenario, t):
                o = old.get(t)
                row = [names.get(t, t)] + ([f"{o[0]:g}", f"{o[2]:g}"] if o else ["", ""] if old else [])
                body.append(row + [number(costs.tests(scenario, t)), number(costs.triangles(scenario, t)), number(costs.ms(scenario, t)), f"{costs.tests(scenario, t) / costs.tests(scenario, 'ideal'):.2f}"])
        head = [title] + (["paper: million volume tests", "ms"] if old else []) + ["volume tests", "triangle tests", "ms", "tests over ideal"]
        text += table(head, body) + "\n"
    overview = []
    speed = lambda s, t: costs.ms(s, "depth-first") / costs.ms(s, t)
    fewer = lambda s, t: costs.tests(s, "depth-first") / costs.tests(s, t)
    old_speed = lambda s, t: PAPER_TABLE5[s]["depth-first"][2] / PAPER_TABLE5[s][t][2]
    for s, t, name in (("planning", "priority", "priority over depth-first, path computation"), ("verification", "priority", "priority over depth-first, path verification"), ("verification", "caching", "caching over depth-first, path verification"), ("planning", "caching", "caching over depth-first, path computation")):
        if s not in costs.titles:
            continue
        asked = "an order of magnitude: " + verdict(speed(s, t) >= 10) if (s, t) != ("planning", "caching") else "less than priority: " + verdict(speed(s, t) < speed(s, "priority"))
        overview.append([f"Table 5: {name}", f"{old_speed(s, t):.1f} times faster", f"{speed(s, t):.1f} times ({fewer(s, t):.1f} times fewer tests)", asked])
    if "verification" in costs.titles:
        near = costs.tests("verification", "priority and caching") / costs.tests("verification", "ideal")
        overview.append(["Table 5: priority and caching over ideal, tests on verification", f"{0.683 / 0.679:.2f}", f"{near:.2f}", verdict(near < 1.25)])
        apart = costs.ms("planning", "nearer child first") / costs.ms("planning", "priority")
        text += "Priority search and caching bring the distance down early, so that little more than the ideal query's tests is made; together they gain little more than each alone, as in the paper.\n"
        if speed("planning", "priority") < 8 or speed("verification", "priority") < 8 or speed("verification", "caching") < 8:
            text += f"The gain of priority search over depth-first is {speed('planning', 'priority'):.1f} times on the probes and {speed('verification', 'priority'):.1f} on the path, that of caching {speed('verification', 'caching'):.1f} on the path. "
            text += f"No search can gain more than the ideal query does: {fewer('planning', 'ideal'):.0f} times fewer tests than depth-first on the probes and {fewer('verification', 'ideal'):.0f} on the path (paper: {25.93 / 1.126:.0f} and {23.54 / 0.679:.0f}). "
            planning = results.rows("scenarios.csv")
            touching = next((float(r["touching"]) / float(r["queries"]) for r in planning or [] if r["scenario"] == "planning"), None)
            if touching and speed("planning", "priority") < 8:
                text += f"{100 * touching:.0f} % of our planner's probes touch the cave; such a query ends at the first contact, which any search finds soon. The paper does not say how many of its 2880 did. "
        text += f"\nDepth-first search to the nearer child takes {apart:.2f} times the time of priority search on the probes and {costs.ms('verification', 'nearer child first') / costs.ms('verification', 'priority'):.2f} times on the path: a part of what the queue gains over the paper's depth-first search comes from looking at the nearer child first.\n"
    pairs = [(s, fast.ms(s, "engine") / fast.ms(s, "caching")) for s in fast.titles]
    text += "\nThe fast engine, ms per query without and with the cache: " + "; ".join(f"{fast.titles[s]} {number(fast.ms(s, 'engine'))} and {number(fast.ms(s, 'caching'))} ({gain:.1f} times)" for s, gain in pairs) + ".\n"
    kinds = results.rows("table5_kinds.csv")
    if kinds:
        text += "\nThe other kinds, ms per query by depth-first search, priority search, caching, and both:\n\n"
        for scenario in dict.fromkeys(r["title"] for r in kinds):
            some = [r for r in kinds if r["title"] == scenario]
            body = [[KINDS[k]] + [number(float(r["ms_per_query"])) for r in some if r["kind"] == k] for k in dict.fromkeys(r["kind"] for r in some)]
            text += table([scenario, "depth-first", "priority", "caching", "both"], body) + "\n"
    return text, overview


SECTIONS = [
    ("Section 7.2: the applications", "scenarios.csv", section_scenarios),
    ("Table 1: relative costs", "table1_cores.csv", section_table1),
    ("Section 4.3.5: rectangle distance against GJK", "rectangles.csv", section_rectangles),
    ("Fig. 4: parallel surfaces moved apart", "fig4.csv", section_fig4),
    ("Fig. 5: separated spheres", "fig5.csv", section_fig5),
    ("Fig. 6: concentric spheres", "fig6.csv", section_fig6),
    ("Section 5.3: cost against the error", "tolerance.csv", section_tolerance),
    ("Tables 2 to 4: kinds of volumes", "table2.csv", section_tables),
    ("Table 5: ways to search", "table5.csv", section_table5),
]


if __name__ == "__main__":
    sys.exit(write_paper_page(TITLE, OPENING, "abut bench papers --filter pqp", SECTIONS))
