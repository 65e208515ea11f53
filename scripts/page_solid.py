"""What docs/results/solid/README.md.in shows of the CSV files of `abut bench papers --filter solid`."""

from claims.claim import by
from claims.kinds import KINDS
from claims.solid import CLAIMS, MODELS, PAPER, PAPER_TABLE3, Tests, exits, mean_time  # noqa: F401, the claims are the page's
from page import listed, table, whole

BOX_TESTS, BOX_TIME, TRIANGLE_TESTS, TOTAL = 0, 1, 3, 6


def percents(ratios):
    return ", ".join(f"{100 * (ratio - 1):+.0f} %" for ratio in ratios)


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


def paper_lite(tree, place):
    return [PAPER["lite", tree, m][place] / PAPER["full", tree, m][place] for m in MODELS]


def aabb_over_obb(tests):
    cases = [("box tests, all axes", "full", "box_tests", BOX_TESTS, "{:.2f}"), ("triangle tests, all axes", "full", "triangle_tests", TRIANGLE_TESTS, "{:.0f}"),
             ("time per box test, all axes", "full", "us_per_box_test", BOX_TIME, "{:.2f}"), ("time, all axes", "full", "total_seconds", TOTAL, "{:.2f}"),
             ("time, SAT lite", "lite", "total_seconds", TOTAL, "{:.2f}")]
    body = [[name, listed(paper_ratios(sat, place), form)] + [listed(tests.ratios(sat, column, own).values(), form) for own in (False, True)] for name, sat, column, place, form in cases]
    return table(["", "paper", "abut, the paper's trees", "abut, both split by surface area"], body)


def lite_over_full(tests):
    cases = [("AABB, time", "aabb", "total_seconds", TOTAL), ("OBB, time", "obb", "total_seconds", TOTAL), ("AABB, box tests", "aabb", "box_tests", BOX_TESTS),
             ("AABB, time per box test", "aabb", "us_per_box_test", BOX_TIME)]
    return table(["", "paper", "abut"], [[name, percents(paper_lite(tree, place)), percents(tests.lite_over_full(tree, column).values())] for name, tree, column, place in cases])


def turned(results, models):
    per_query = {}
    for row in results.rows("turned.csv"):
        per_query.setdefault((row["model"], row["tree"], row["turn"] == "0"), []).append(float(row["box_tests_per_query"]))
    body = []
    for model in models:
        as_is = [per_query[model, tree, True][0] for tree in ("obb", "aabb")]
        other = [per_query[model, tree, False] for tree in ("obb", "aabb")]
        factors = [a / o for o, a in zip(*other)]
        body.append([MODELS[model]] + [f"{x:.0f}" for x in as_is] + [f"{as_is[1] / as_is[0]:.1f}"] + [f"{min(x):.0f} - {max(x):.0f}" for x in other] + [f"{min(factors):.1f} - {max(factors):.1f}"])
    return table(["box tests per query", "OBB, as it is", "AABB", "ratio", "OBB, turned", "AABB", "ratio"], body)


def table1_2(results):
    tests = Tests(results)
    some = tests.by_key["full", "obb", tests.models[0], False]
    touching = [100 * tests.get("full", "obb", m, "touching") / float(some["placements"]) for m in tests.models]
    return {"placements": whole(some["placements"]), "touching": listed(touching, "{:.0f}"), "full": rows_of_tests(tests, "full"), "lite": rows_of_tests(tests, "lite"),
            "over": aabb_over_obb(tests), "lite_over_full": lite_over_full(tests), "turned": turned(results, tests.models),
            "own": listed(tests.ratios("full", "box_tests", True).values(), "{:.1f}")}


def table3(results):
    rows = by(results.rows("table3.csv"), "model")
    value = lambda m, column: float(rows[m][column])
    columns = [("Build an OBB tree, ms", 0, "build_obb_ms"), ("Build an AABB tree, ms", 1, "build_aabb_ms"), ("Refit an AABB tree, ms", 2, "refit_aabb_ms"),
               ("Test a pair of OBB trees, ms", 3, "test_obb_ms"), ("Test a pair of AABB trees, ms", 4, "test_aabb_ms")]
    own = [("Refit an OBB tree, ms", "refit_obb_ms"), ("Whole model, OBB: build, ms", "model_build_obb_ms"), ("Whole model, AABB: build, ms", "model_build_aabb_ms"),
           ("Whole model, AABB: refit, ms", "model_refit_aabb_ms"), ("Whole model, OBB: refit, ms", "model_refit_obb_ms")]
    body = [[name] + sum(([f"{PAPER_TABLE3[m][place]:g}", f"{value(m, column):.3g}"] for m in rows), []) for name, place, column in columns]
    body += [[name] + sum((["", f"{value(m, column):.3g}"] for m in rows), []) for name, column in own]
    share = lambda above, below: ", ".join(f"{100 * value(m, above) / value(m, below):.1f} %" for m in rows)
    paper = lambda place: ", ".join(f"{100 * p[2] / p[place]:.1f} %" for p in PAPER_TABLE3.values())
    shares = [["building an AABB tree", paper(1), share("refit_aabb_ms", "build_aabb_ms"), share("model_refit_aabb_ms", "model_build_aabb_ms")],
              ["building an OBB tree", paper(0), share("refit_aabb_ms", "build_obb_ms"), share("model_refit_aabb_ms", "model_build_obb_ms")]]
    return {"table": table(["operation"] + sum(([f"{MODELS[m]}: paper", "abut"] for m in rows), []), body),
            "shares": table(["refit of an AABB tree as a share of", "paper", "abut, tree alone", "abut, whole model"], shares),
            "operations": f"{max(value(m, 'operations_per_triangle') for m in rows):.1f}",
            "each": listed((1e6 * value(m, "refit_aabb_ms") / value(m, "triangles") for m in rows), "{:.0f}")}


def fig2(results):
    names = ("overlaps", "faces_a", "faces_b", "edges", "wrong")
    body = [[f"{KINDS[tree]}, {MODELS[model]}"] + [f"{100 * shares[name]:.0f} %" for name in names] for (tree, model), shares in exits(results).items()]
    return {"picture": results.picture("fig2.png", "The axis on which the separating axis test ends"),
            "table": table(["", "tests that find an overlap", "apart on faces of A", "faces of B", "edges", "SAT lite would be wrong"], body)}


def splits(results):
    names = {"middle": "middle of the box (the paper's choice)", "median": "(a) halves by count", "half-balanced": "(b) half-balanced, least overlap", "mean": "mean (RAPID)",
             "surface-area": "surface area (abut's default)"}
    rows = by(results.rows("splits.csv"), "split", "model")
    models = list(dict.fromkeys(model for _, model in rows))
    body = []
    for split, name in names.items():
        cells = sum(([f"{float(rows[split, m]['box_tests']) / float(rows[split, m]['placements']):.0f}",
                      f"{float(rows[split, m]['total_seconds']) / float(rows['middle', m]['total_seconds']):.2f}"] for m in models), [])
        body.append([name] + cells + [f"{mean_time(results, split):.2f}"])
    fastest = min(names, key=lambda split: mean_time(results, split))
    return {"placements": whole(results.rows("splits.csv")[0]["placements"]), "fastest": names[fastest],
            "table": table(["split on the longest axis at"] + sum(([f"{MODELS[m]}: tests", "time"] for m in models), []) + ["mean time"], body)}


def refit(results):
    rows = results.rows("refit.csv")
    span = lambda values: f"{min(values):.2f} - {max(values):.2f}"
    kinds = list(dict.fromkeys(r["tree"] for r in rows))
    body = []
    for deformation, strength in dict.fromkeys((r["deformation"], r["strength"]) for r in rows):
        for tree in kinds:
            some = [r for r in rows if (r["tree"], r["deformation"], r["strength"]) == (tree, deformation, strength)]
            advice = {r["advice"] for r in some}
            body.append([f"{deformation} {strength}" if deformation != "none" else "none", KINDS[tree]]
                        + [span([float(r[c]) for r in some]) for c in ("spread", "all_tests", "first_tests")] + [advice.pop() if len(advice) == 1 else "either"])
    kept = {tree: [float(r["all_tests"]) for r in rows if r["tree"] == tree and r["deformation"] != "tear"] for tree in kinds}
    advised = {word: [float(r["all_tests"]) for r in rows if r["advice"] == word] for word in ("refit", "rebuild")}
    twisted = [float(r["surface_area_cost"]) for r in rows if (r["tree"], r["deformation"], float(r["strength"])) == ("aabb", "twist", 2)]
    to = lambda values: f"{min(values):.2f} to {max(values):.2f}"
    return {"picture": results.picture("refit.png", "Box tests of refitted trees over rebuilt ones, against the spread"),
            "table": table(["deformation", "trees", "spread", "all contacts", "first contact", "advice"], body),
            "kept": "; ".join(f"{KINDS[tree]} {to(kept[tree])}" for tree in kinds), "refit": f"{max(advised['refit']):.1f}", "rebuild": to(advised["rebuild"] or [1]), "cost": to(twisted)}


def storage(results):
    rows = results.rows("storage.csv")
    return {"table": table(["model", "trees", "scalars of a box", "bytes of a node", "bytes of the tree"],
                           [[MODELS[r["model"]], KINDS[r["tree"]], r["scalars"], r["node_bytes"], whole(r["tree_bytes"])] for r in rows])}


SECTIONS = {"table1_2.csv": table1_2, "table3.csv": table3, "fig2.csv": fig2, "splits.csv": splits, "refit.csv": refit, "storage.csv": storage}
