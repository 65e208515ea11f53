#!/usr/bin/python3
"""Makes docs/results/solid/README.md from the CSV files of `abut bench papers --filter solid`: page_solid.py DIR

Every number on the page comes from the files, and so does every verdict. A section whose files are not there says so.
"""

import math
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from page import table, verdict, whole, within, write_paper_page

TITLE = "# The AABB tree paper, table by table and figure by figure"

OPENING = """\
G. van den Bergen, *Efficient Collision Detection of Complex Deformable Models using AABB Trees*, Journal of Graphics Tools
1997 (the SOLID library). Each section sets what the paper reports beside what abut measures and says where they differ and
why. The paper's machine is a Sun UltraSPARC-I of 167 MHz: compare ratios, not times. The models are our own, made by
`abut/shapes.h` with the paper's triangle counts; two copies of each are turned at random and placed in a cube so large that
about 60 % of the placements touch. Trees are the paper's: axis-aligned boxes cut at the middle of the longest side, oriented
ones as RAPID builds them, cut at the mean; one triangle per leaf. Queries end at the first contact and open the node of larger
volume. Times are seconds of one thread's own clock. `scripts/bench solid` makes the tables, the plots and this page anew.
"""

MODELS = {"torus": "Torus", "spacecraft": "X-wing / our space craft", "teapot": "Teapot"}
KINDS = {"obb": "OBB", "aabb": "AABB"}

# The paper's tables: Nb, Cb in µs, Tb in s, Np, Cp in µs, Tp in s, total in s.
PAPER = {
    ("full", "obb", "torus"): (10178961, 4.9, 49.7, 197314, 15, 2.9, 52.6),
    ("full", "obb", "spacecraft"): (48890612, 4.6, 223.8, 975217, 10, 10.2, 234.0),
    ("full", "obb", "teapot"): (12025710, 4.8, 57.6, 186329, 14, 2.7, 60.3),
    ("full", "aabb", "torus"): (32913297, 3.7, 122.3, 3996806, 7.2, 28.7, 151.0),
    ("full", "aabb", "spacecraft"): (92376250, 3.1, 288.8, 8601433, 7.1, 61.3, 350.1),
    ("full", "aabb", "teapot"): (25810569, 3.3, 84.8, 1874830, 7.4, 13.9, 98.7),
    ("lite", "obb", "torus"): (13116295, 3.7, 47.9, 371345, 12, 4.4, 52.3),
    ("lite", "obb", "spacecraft"): (65041340, 3.4, 221.4, 2451543, 9.3, 22.9, 244.3),
    ("lite", "obb", "teapot"): (14404588, 3.5, 50.8, 279987, 13, 3.5, 54.3),
    ("lite", "aabb", "torus"): (40238149, 2.4, 96.1, 5222836, 7.4, 38.4, 134.5),
    ("lite", "aabb", "spacecraft"): (121462120, 1.9, 236.7, 13066095, 7.0, 91.3, 328.0),
    ("lite", "aabb", "teapot"): (30127623, 2.1, 62.5, 2214671, 7.0, 15.6, 78.1),
}
PAPER_TABLE3 = {  # build OBB, build AABB, refit AABB, test OBB, test AABB, all in ms
    "torus": (350, 110, 15, 0.5, 1.3),
    "spacecraft": (460, 180, 18, 2.3, 3.3),
    "teapot": (270, 80, 11, 0.6, 0.8),
}


def listed(values, form="{:.2f}"):
    return ", ".join(form.format(value) for value in values)


def percent(ratio):
    return f"{100 * (ratio - 1):+.0f} %"


def mean(values):
    values = list(values)
    return sum(values) / len(values)


class Tests:
    """The rows of table1_2.csv by model, tree and axes; abut's own split under a name of its own."""

    def __init__(self, rows):
        self.models = list(dict.fromkeys(row["model"] for row in rows))
        self.by_key = {(r["sat"], r["tree"], r["model"], r["split"] == "surface-area"): r for r in rows}

    def get(self, sat, tree, model, column, by_surface_area=False):
        return float(self.by_key[sat, tree, model, by_surface_area][column])

    def ratios(self, sat, column, by_surface_area=False):
        """AABB over OBB, model by model."""
        return [self.get(sat, "aabb", m, column, by_surface_area) / self.get(sat, "obb", m, column, by_surface_area) for m in self.models]

    def lite_over_full(self, tree, column):
        return [self.get("lite", tree, m, column) / self.get("full", tree, m, column) for m in self.models]


def rows_of_tests(tests, sat):
    body = []
    for tree in ("obb", "aabb"):
        for model in tests.models:
            nb, cb, tb, np, cp, tp, total = PAPER[sat, tree, model]
            row = tests.by_key[sat, tree, model, False]
            scale = 100000 / float(row["placements"])  # a trial run may have had fewer
            ours = lambda column: float(row[column]) * scale
            body.append([f"{KINDS[tree]}, {MODELS[model]}", whole(nb), whole(ours("box_tests")), f"{cb:.1f}", f"{float(row['us_per_box_test']):.3f}"]
                        + [whole(np), whole(ours("triangle_tests")), f"{cp:.1f}", f"{float(row['us_per_triangle_test']):.3f}"]
                        + [f"{tb:.1f} + {tp:.1f} = {total:.1f}", f"{ours('box_seconds'):.2f} + {ours('triangle_seconds'):.2f} = {ours('total_seconds'):.2f}"])
    return table(["", "Nb: paper", "abut", "Cb, µs: paper", "abut", "Np: paper", "abut", "Cp, µs: paper", "abut", "Tb + Tp = T, s: paper", "abut"], body)


def paper_ratios(sat, place):
    return [PAPER[sat, "aabb", m][place] / PAPER[sat, "obb", m][place] for m in MODELS]


def paper_lite_over_full(tree):
    return [PAPER["lite", tree, m][6] / PAPER["full", tree, m][6] for m in MODELS]


def differences_in_boxes(results, tests, boxes, boxes_own):
    names = {"torus": "torus", "spacecraft": "space craft", "teapot": "teapot"}
    few = [names[m] for m, ratio in zip(tests.models, boxes) if ratio < 1.8]
    turned = results.rows("turned.csv")
    if not few or not turned:
        return "None worth a word in the box tests.\n"
    per_query = {}
    for row in turned:
        per_query.setdefault((row["model"], row["tree"], row["turn"] == "0"), []).append(float(row["box_tests_per_query"]))
    text = f"On the {' and the '.join(few)} AABB trees do not need twice the box tests of OBB trees. How many they need depends on how the model\n"
    text += "lies in its own frame, which the paper does not say: our space craft's body and the ring of the torus lie along the axes, to the\n"
    text += "advantage of axis-aligned boxes. The same bodies at the same places, turned at random in their own frames:\n\n"
    body = []
    for model in tests.models:
        as_is = [per_query[model, tree, True][0] for tree in ("obb", "aabb")]
        other = [per_query[model, tree, False] for tree in ("obb", "aabb")]
        factors = [a / o for o, a in zip(*other)]
        body.append([MODELS[model]] + [f"{x:.0f}" for x in as_is] + [f"{as_is[1] / as_is[0]:.1f}"] + [f"{min(x):.0f} - {max(x):.0f}" for x in other] + [f"{min(factors):.1f} - {max(factors):.1f}"])
    text += table(["box tests per query", "OBB, as it is", "AABB", "ratio", "OBB, turned", "AABB", "ratio"], body)
    text += "\nThe paper's ratios lie between. Besides, RAPID's split at the mean serves the oriented boxes of the space craft badly, where the mean of\n"
    text += f"the vertices is drawn to densely meshed parts; with both trees split by surface area the ratio is {listed(boxes_own, '{:.1f}')}.\n"
    return text


def section_table1_2(results):
    tests = Tests(results.rows("table1_2.csv"))
    some = tests.by_key["full", "obb", tests.models[0], False]
    touching = [100 * float(tests.by_key["full", "obb", m, False]["touching"]) / float(some["placements"]) for m in tests.models]
    text = f"{whole(some['placements'])} placements each, of which {listed(touching, '{:.0f}')} % touch. T = Nb Cb + Np Cp: box tests and triangle tests, each\n"
    text += "with its time. Cp is measured on the pairs of triangles that the queries test, tested again without a tree; all other time goes to\n"
    text += "Cb. abut's triangle test is exact.\n\n**Table 1, all fifteen axes**\n\n" + rows_of_tests(tests, "full")
    text += "\n**Table 2, SAT lite: the six face axes**\n\n" + rows_of_tests(tests, "lite")

    boxes, boxes_own = tests.ratios("full", "box_tests"), tests.ratios("full", "box_tests", True)
    times = tests.ratios("full", "total_seconds")
    text += "\nAABB over OBB, in the order of the models:\n\n"
    text += table(
        ["", "paper", "abut, the paper's trees", "abut, both split by surface area"],
        [
            ["box tests, all axes", listed(paper_ratios("full", 0)), listed(boxes), listed(boxes_own)],
            ["triangle tests, all axes", listed(paper_ratios("full", 3), "{:.0f}"), listed(tests.ratios("full", "triangle_tests"), "{:.0f}"), listed(tests.ratios("full", "triangle_tests", True), "{:.0f}")],
            ["time per box test, all axes", listed(paper_ratios("full", 1)), listed(tests.ratios("full", "us_per_box_test")), listed(tests.ratios("full", "us_per_box_test", True))],
            ["time, all axes", listed(paper_ratios("full", 6)), listed(times), listed(tests.ratios("full", "total_seconds", True))],
            ["time, SAT lite", listed(paper_ratios("lite", 6)), listed(tests.ratios("lite", "total_seconds")), listed(tests.ratios("lite", "total_seconds", True))],
        ],
    )
    text += "\nSAT lite over all axes:\n\n"
    aabb, obb = tests.lite_over_full("aabb", "total_seconds"), tests.lite_over_full("obb", "total_seconds")
    text += table(
        ["", "paper", "abut"],
        [
            ["AABB, time", ", ".join(map(percent, paper_lite_over_full("aabb"))), ", ".join(map(percent, aabb))],
            ["OBB, time", ", ".join(map(percent, paper_lite_over_full("obb"))), ", ".join(map(percent, obb))],
            ["AABB, box tests", ", ".join(percent(PAPER["lite", "aabb", m][0] / PAPER["full", "aabb", m][0]) for m in MODELS), ", ".join(map(percent, tests.lite_over_full("aabb", "box_tests")))],
            ["AABB, time per box test", ", ".join(percent(PAPER["lite", "aabb", m][1] / PAPER["full", "aabb", m][1]) for m in MODELS), ", ".join(map(percent, tests.lite_over_full("aabb", "us_per_box_test")))],
        ],
    )
    text += "\nDifferences. " + differences_in_boxes(results, tests, boxes, boxes_own)
    gain = 1 - mean(aabb)
    text += f"\nSAT lite makes AABB queries {abs(100 * gain):.0f} % {'faster' if gain > 0 else 'slower'} on average; the paper has 13 % in its tables. It adds as many box tests as in\n"
    text += "the paper, but leaving out nine axes saves less time per test on a processor of today, which waits for mispredicted branches more\n"
    text += "than for arithmetic.\n"
    overview = [
        ["Table 1: box tests, AABB over OBB", "2 to 3 times", listed(boxes, "{:.1f}"), ", ".join(verdict(within(r, 1.8, 3.5)) for r in boxes)],
        ["Table 1: the same, both split by surface area", "", listed(boxes_own, "{:.1f}"), ", ".join(verdict(within(r, 1.8, 3.5)) for r in boxes_own)],
        ["Table 1: time, AABB over OBB", "1.5 in most cases, 2.9 for the torus", listed(times, "{:.1f}"), "order " + verdict(times[0] == max(times))],
        ["Table 2: SAT lite, time of AABB queries", "-13 % (about 15 %)", percent(mean(aabb)), verdict(mean(aabb) < 1)],
        ["Table 2: SAT lite, time of OBB queries", "marginal (-2 %)", percent(mean(obb)), verdict(abs(mean(obb) - 1) < 0.12)],
    ]
    return text, overview


def section_table3(results):
    rows = results.rows("table3.csv")
    by_model = {row["model"]: row for row in rows}
    columns = [("Build an OBB tree, ms", 0, "build_obb_ms"), ("Build an AABB tree, ms", 1, "build_aabb_ms"), ("Refit an AABB tree, ms", 2, "refit_aabb_ms")]
    columns += [("Test a pair of OBB trees, ms", 3, "test_obb_ms"), ("Test a pair of AABB trees, ms", 4, "test_aabb_ms")]
    own = [("Refit an OBB tree, ms", "refit_obb_ms"), ("Whole model, OBB: build, ms", "model_build_obb_ms"), ("Whole model, AABB: build, ms", "model_build_aabb_ms")]
    own += [("Whole model, AABB: refit, ms", "model_refit_aabb_ms"), ("Whole model, OBB: refit, ms", "model_refit_obb_ms")]
    number = lambda m, column: float(by_model[m][column])
    body = [[name] + sum(([f"{PAPER_TABLE3[m][place]:g}", f"{number(m, column):.3g}"] for m in by_model), []) for name, place, column in columns]
    body += [[name] + sum((["", f"{number(m, column):.3g}"] for m in by_model), []) for name, column in own]
    head = ["operation"] + sum(([f"{MODELS[m]}: paper", "abut"] for m in by_model), [])
    text = table(head, body)
    of_aabb = [number(m, "refit_aabb_ms") / number(m, "build_aabb_ms") for m in by_model]
    of_obb = [number(m, "refit_aabb_ms") / number(m, "build_obb_ms") for m in by_model]
    model_of_aabb = [number(m, "model_refit_aabb_ms") / number(m, "model_build_aabb_ms") for m in by_model]
    model_of_obb = [number(m, "model_refit_aabb_ms") / number(m, "model_build_obb_ms") for m in by_model]
    builds = [number(m, "build_obb_ms") / number(m, "build_aabb_ms") for m in by_model]
    operations = max(float(row["operations_per_triangle"]) for row in rows)
    per_triangle = [1e6 * number(m, "refit_aabb_ms") / float(by_model[m]["triangles"]) for m in by_model]
    paper_of_aabb = [p[2] / p[1] for p in PAPER_TABLE3.values()]
    paper_of_obb = [p[2] / p[0] for p in PAPER_TABLE3.values()]
    text += "\nThe upper rows are the paper's: the trees alone. *Whole model* adds what abut needs to answer exactly: the points are checked,\n"
    text += "recentred and scaled, and the exact form of every triangle (or segment, or point) is found; `Model::refit` does all of it.\n\n"
    share = lambda values: ", ".join(f"{100 * v:.1f} %" for v in values)
    text += table(
        ["refit of an AABB tree as a share of", "paper", "abut, tree alone", "abut, whole model"],
        [
            ["building an AABB tree", share(paper_of_aabb), share(of_aabb), share(model_of_aabb)],
            ["building an OBB tree", share(paper_of_obb), share(of_obb), share(model_of_obb)],
        ],
    )
    text += f"\nA refit of axis-aligned boxes takes {operations:.1f} arithmetic operations per triangle, counted by an instrumented number type in the very code\n"
    text += f"that refits (12 comparisons and 12 operations a leaf, 6 and 12 an inner node), and {listed(per_triangle, '{:.0f}')} ns per triangle; the paper has less than 48\n"
    text += "and 2.9 µs. Oriented boxes keep the axes they were built with, but for lone triangles; their refit is the dearer one and worth less,\n"
    text += "see section 4 below.\n"
    overview = [
        ["Table 3: refit over building an AABB tree", "10 to 14 %", share(of_aabb), "at most 15 %: " + verdict(max(of_aabb) <= 0.15)],
        ["Table 3: refit over building an OBB tree", "4 %", share(of_obb), "at most 5 %: " + verdict(max(of_obb) <= 0.05)],
        ["Table 3: building OBB over AABB", "about 3", listed(builds, "{:.1f}"), verdict(all(within(b, 2, 5) for b in builds))],
        ["Section 4: operations of a refit per triangle", "less than 48", f"{operations:.1f}", verdict(operations < 48)],
    ]
    return text, overview


def section_fig2(results):
    exits = {}
    for row in results.rows("fig2.csv"):
        exits.setdefault((row["tree"], row["model"]), {})[int(row["axis"])] = float(row["exits"])
    text = results.picture("fig2.png", "The axis on which the separating axis test ends") + "\n"
    body, edges_of, overlaps_of = [], [], []
    for (tree, model), counts in exits.items():
        apart = sum(counts[a] for a in range(1, 16))
        faces_a, faces_b = sum(counts[a] for a in range(1, 4)) / apart, sum(counts[a] for a in range(4, 7)) / apart
        overlaps, edges = counts[0] / (apart + counts[0]), sum(counts[a] for a in range(7, 16)) / apart
        body.append([f"{KINDS[tree]}, {MODELS[model]}"] + [f"{100 * x:.0f} %" for x in (overlaps, faces_a, faces_b, edges, (1 - overlaps) * edges)])
        edges_of.append(edges)
        overlaps_of.append(overlaps)
    text += table(["", "tests that find an overlap", "apart on faces of A", "faces of B", "edges", "SAT lite would be wrong"], body)
    text += "\nThe paper: about 60 % of all tests are positive, 15 % of the others end on a pair of edges, so that SAT lite is wrong in 6 % of the\n"
    text += "tests. Faces of A come first, which is why they end most tests.\n"
    ours = f"{100 * min(overlaps_of):.0f}-{100 * max(overlaps_of):.0f} %, {100 * min(edges_of):.0f}-{100 * max(edges_of):.0f} %"
    holds = all(within(x, 0.5, 0.7) for x in overlaps_of) and all(within(x, 0.08, 0.2) for x in edges_of)
    return text, [["Fig. 2: overlapping; of the rest, apart on edges", "60 %, 15 %", ours, verdict(holds)]]


def section_splits(results):
    rows = results.rows("splits.csv")
    models = list(dict.fromkeys(row["model"] for row in rows))
    names = {"middle": "middle of the box (the paper's choice)", "median": "(a) halves by count", "half-balanced": "(b) half-balanced, least overlap", "mean": "mean (RAPID)", "surface-area": "surface area (abut's default)"}
    by_key = {(r["split"], r["model"]): r for r in rows}
    body, growth = [], {}
    for split, name in names.items():
        cells = [name]
        for model in models:
            row, best = by_key[split, model], by_key["middle", model]
            queries = float(row["placements"])
            cells += [f"{float(row['box_tests']) / queries:.0f}", f"{float(row['total_seconds']) / float(best['total_seconds']):.2f}"]
        growth[split] = math.prod(float(by_key[split, m]["total_seconds"]) / float(by_key["middle", m]["total_seconds"]) for m in models) ** (1 / len(models))
        body.append(cells + [f"{growth[split]:.2f}"])
    text = f"{whole(rows[0]['placements'])} placements each, axis-aligned boxes, SAT lite: box tests per query, and time relative to the paper's choice.\n\n"
    text += table(["split on the longest axis at"] + sum(([f"{MODELS[m]}: tests", "time"] for m in models), []) + ["mean time"], body)
    text += "\nThe paper found the middle of the box best and gives no numbers. "
    if growth["half-balanced"] < 1.05:
        text += f"Here (a) loses by far, while (b) is as good as the middle within\n{abs(growth['half-balanced'] - 1) * 100:.0f} %. "
    text += "The surface area, which came into use later, beats all three and is abut's default.\n"
    best_of_paper = min(("middle", "median", "half-balanced"), key=growth.get)
    holds = growth[best_of_paper] > 0.97
    return text, [["Section 2: time of splits (a) and (b) over the middle", "worse", f"{growth['median']:.2f}, {growth['half-balanced']:.2f}", "middle best: " + verdict(holds)]]


def section_refit(results):
    rows = results.rows("refit.csv")
    text = results.picture("refit.png", "Box tests of refitted trees over rebuilt ones, against the spread") + "\n"
    text += "Each model is deformed, refitted and compared with a tree that is built anew, on placements of which 60 % touch: a *twist* about\n"
    text += "the longest axis by some turns, a feature *blown up* by some factor, a *tear* that moves every triangle on its own by up to a share of\n"
    text += "the model's size. Box tests of the refitted tree over those of the new one, lowest and highest of the three models, and the\n"
    text += "*spread* that `should_rebuild()` looks at (the surface of inner boxes over that of leaves, relative to the tree as it was built):\n\n"
    span = lambda values: f"{min(values):.2f} - {max(values):.2f}"
    body = []
    for deformation, strength in dict.fromkeys((r["deformation"], r["strength"]) for r in rows):
        cells = [f"{deformation} {strength}" if deformation != "none" else "none"]
        for tree in ("aabb", "obb"):
            some = [r for r in rows if (r["tree"], r["deformation"], r["strength"]) == (tree, deformation, strength)]
            advice = {r["advice"] for r in some}
            cells += [span([float(r[c]) for r in some]) for c in ("spread", "all_tests", "first_tests")] + [advice.pop() if len(advice) == 1 else "either"]
        body.append(cells)
    text += table(["deformation", "AABB: spread", "all contacts", "first contact", "advice", "OBB: spread", "all contacts", "first contact", "advice"], body)
    kept = [float(r["all_tests"]) for r in rows if r["tree"] == "aabb" and r["deformation"] != "tear"]
    kept_obb = [float(r["all_tests"]) for r in rows if r["tree"] == "obb" and r["deformation"] != "tear"]
    refit = [float(r["all_tests"]) for r in rows if r["advice"] == "refit"]
    rebuild = [float(r["all_tests"]) for r in rows if r["advice"] == "rebuild"]
    text += "\nAs in the paper, axis-aligned trees do not suffer as long as the mesh is not torn up, even by the more severe deformations: all\n"
    text += f"contacts take {min(kept):.2f} to {max(kept):.2f} times the tests of a new tree. (Below 1 the old tree is the better one: the middle of a twisted box is no\n"
    text += f"longer a good place to cut.) Oriented boxes keep their axes, and a twist turns the surface away from them: {min(kept_obb):.2f} to {max(kept_obb):.2f}.\n"
    twisted = [float(r["surface_area_cost"]) for r in rows if (r["tree"], r["deformation"], float(r["strength"])) == ("aabb", "twist", 2)]
    if rebuild:
        text += f"\n`should_rebuild()` advises a new tree from a spread of 2 on. Where it says *refit*, all contacts took up to {max(refit):.1f} times the tests of a new\n"
        text += f"tree; where it says *rebuild*, {min(rebuild):.1f} to {max(rebuild):.0f} times. The usual surface-area cost, relative to the root,\n"
        text += f"does not serve: after a twist by 2 it is {min(twisted):.1f} to {max(twisted):.1f} times what it was for axis-aligned boxes, whose queries take no more tests than on a new tree.\n"
    return text, [["Section 4: AABB queries on a refitted tree, mesh not torn", "no significant deterioration", f"{min(kept):.2f} to {max(kept):.2f} times the tests", verdict(max(kept) < 1.25)]]


SECTIONS = [
    ("Tables 1 and 2: box tests and triangle tests", "table1_2.csv", section_table1_2),
    ("Table 3: build, refit, test", "table3.csv", section_table3),
    ("Fig. 2: the axis on which the test ends", "fig2.csv", section_fig2),
    ("Section 2: where to cut a box", "splits.csv", section_splits),
    ("Section 4: refit or rebuild", "refit.csv", section_refit),
]


if __name__ == "__main__":
    sys.exit(write_paper_page(TITLE, OPENING, "abut bench papers --filter solid", SECTIONS))
