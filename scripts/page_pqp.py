"""What docs/results/pqp/README.md.in shows of the CSV files of `abut bench papers --filter pqp`."""

from claims.claim import by, log_slope
from claims.kinds import KINDS
from claims.pqp import CLAIMS, OF_THE_PAPER, Costs, costs, curves, growths, searches  # noqa: F401, the claims are the page's
from claims.pqp_paper import PAPER, PAPER_TABLE1, PAPER_TABLE5
from page import number, of_all, table, whole


def percent(share):
    return f"{100 * share:.0f} %" if share >= 0.095 else f"{100 * share:.2g} %"


def scenarios(results):
    rows = results.rows("scenarios.csv")
    body = [[r["title"], f"{whole(r['triangles_a'])} and {whole(r['triangles_b'])}", whole(r["queries"]), whole(r["touching"]), f"{float(r['least_distance']):.3g}", f"{float(r['median_distance']):.3g}"] for r in rows]
    values = {f"picture_{r['scenario']}": results.picture(f"scenario_{r['scenario']}.png", r["title"]) for r in rows}
    path = by(rows, "scenario").get("verification")
    values["stride"] = f"{float(path['largest_stride']):.2f}" if path else ""
    values["proved"] = f"{path['strides_proved_free']} of {int(path['queries']) - 1}" if path else ""
    values["probes"], values["steps"] = (whole(by(rows, "scenario")[s]["queries"]) if path else "" for s in ("planning", "verification"))
    missing = {f"picture_{name}": "" for name in ("engine", "tori", "planning", "verification", "rings", "inline-four")}
    return missing | values | {"table": table(["", "triangles", "queries", "of these in contact", "smallest distance", "median"], body)}


def table1(results):
    cores, kinds = results.rows("table1_cores.csv"), results.rows("table1_kinds.csv")
    by_kind = by(kinds, "kind")
    gjk, rss = by_kind["obb"]["gjk_ns"], float(by_kind["rss"]["distance_ns"])
    return {"pairs": whole(cores[0]["pairs"]),
            "cores": table(["shapes", "relative cost: paper", "abut", "ns"], [[r["shapes"], f"{PAPER_TABLE1[r['shapes']]:.2f}", f"{float(r['relative']):.2f}", f"{float(r['ns']):.0f}"] for r in cores]),
            "kinds": table(["trees", "pairs", "overlapping", "overlap test, ns", "distance test, ns"],
                           [[KINDS[r["kind"]], whole(r["pairs"]), f"{100 * float(r['overlapping']) / float(r['pairs']):.0f} %", f"{float(r['overlap_ns']):.0f}", f"{float(r['distance_ns']):.0f}"] for r in kinds]),
            "boxes": f"{float(by_kind['obb']['distance_ns']) / rss:.1f}",
            "gjk": f"it would be {float(gjk):.0f} ns, {float(gjk) / rss:.1f} times" if gjk else "it was not measured in this build"}


def rectangles(results):
    rows = results.rows("rectangles.csv")
    ours, others = rows[0], [r for r in rows if "GJK" in r["algorithm"]]
    body = [[r["algorithm"], f"{float(r['ns']):.0f}", f"{float(r['ratio']):.1f}", r["wrong"], r["off_1e6"], f"{float(r['worst_error']):.1e}", f"{float(r['oracle_worst_error']):.1e}"] for r in rows]
    return {"pairs": whole(ours["pairs"]), "oracle_pairs": whole(ours["oracle_pairs"]), "false": ours["false_brackets"], "worst": f"{float(ours['oracle_worst_error']):.1e}",
            "off": str(max((int(r["off_1e6"]) for r in others), default=0)),
            "table": table(["algorithm", "ns per pair", "times ours", "wrong", "by more than 1e-6", "worst error", "worst error against fifty digits"], body)}


def fig4(results):
    rows = results.rows("fig4.csv")
    kinds = list(dict.fromkeys(r["kind"] for r in rows))
    points = lambda shape, kind: [(float(r["gap"]), float(r["met_by_each"])) for r in rows if (r["shape"], r["kind"]) == (shape, kind)]
    slope = lambda shape, kind: log_slope([p for p in points(shape, kind) if p[0] >= 1])
    entry = lambda shape, kind: f"{slope(shape, kind):.2f} ({number(points(shape, kind)[0][1])} to {number(points(shape, kind)[-1][1])})"
    return {"picture": results.picture("fig4.png", "Leaves that each leaf meets against the separation"),
            "table": table(["slope of log n over log δ (leaves met, first and last)"] + [KINDS[k] for k in kinds], [[shape] + [entry(shape, k) for k in kinds] for shape in ("rows", "plates")]),
            "rows": f"{slope('rows', 'sphere'):.2f}", "plates": f"{slope('plates', 'sphere'):.2f}"}


def fewer_queries(found):
    """Which curves are of fewer queries than the others, and where."""
    most = max(point[3] for curve in found.values() for point in curve)
    told = []
    for kind, curve in found.items():
        counts = sorted({point[3] for point in curve})
        if counts[0] < most:
            told.append(f"{KINDS[kind]} {' to '.join(map(str, dict.fromkeys((counts[0], counts[-1]))))}")
    return f"{most} queries at each, but for " + ", ".join(told) if told else f"{most} queries at each"


def spheres(results, name, text):
    found = curves(results, name)
    gaps = [point[0] for point in found["rss"]]
    return {"picture": results.picture(name.replace(".csv", ".png"), text), "queries": fewer_queries(found),
            "table": table(["ms per query at a gap of"] + [f"{gap:g}" for gap in gaps], [[KINDS[k]] + [number(p[1]) for p in c] for k, c in found.items()]),
            "tests": table(["volume tests per query"] + [f"{gap:g}" for gap in gaps], [[KINDS[k]] + [number(p[2]) for p in c] for k, c in found.items()])}


def fig5(results):
    return spheres(results, "fig5.csv", "Time and volume tests against the separation of two spheres")


def fig6(results):
    values = spheres(results, "fig6.csv", "Time and volume tests against the gap of concentric spheres")
    return values | {"growth": ", ".join(f"{v:.3g} times for {KINDS[k]}" for k, v in growths(results).items())}


def tolerance(results):
    rows = results.rows("tolerance.csv")
    errors = sorted({float(r["relative_error"]) for r in rows if r["ask"] == "distance"})[1:]
    body, saved = [], []
    for scenario in dict.fromkeys(r["title"] for r in rows):
        for kind in dict.fromkeys(r["kind"] for r in rows):
            some = {(r["ask"], float(r["relative_error"])): r for r in rows if r["title"] == scenario and r["kind"] == kind}
            share = lambda *key: float(some[key]["volume_tests"]) / float(some["distance", 0.0]["volume_tests"])
            body.append([f"{scenario}, {KINDS[kind]}", some["distance", 0.0]["queries"], number(some["distance", 0.0]["volume_tests"])] + [percent(share("distance", e)) for e in errors] + [percent(share("contact", 0.0))])
            saved += [f"{100 * (1 - share('distance', 0.1)):.0f} %"] if kind == "rss" else []
    return {"picture": results.picture("tolerance.png", "Volume tests against the relative error"), "saved": ", ".join(saved),
            "table": table(["", "queries", "exact"] + [f"{100 * e:g} %" for e in errors] + ["contact"], body)}


def time_of(row):
    """Milliseconds, with their quartiles where there were enough repetitions to have some."""
    ms = number(row["ms_per_query"])
    has_quartiles = row.get("ms_lower_quartile") and int(row.get("runs", 3)) >= 3
    return f"{ms} ({number(row['ms_lower_quartile'])} - {number(row['ms_upper_quartile'])})" if has_quartiles else ms


def parts(rows, key):
    """The rows that are of a part of their scenario's queries."""
    most = {}
    for r in rows:
        most[r["scenario"]] = max(most.get(r["scenario"], 0), int(r["queries"]))
    told = [of_all(f"{r['title']}, {KINDS[r[key]]}", r["queries"], most[r["scenario"]]) for r in rows]
    return "; ".join(filter(None, told))


def kinds_table(results, name):
    found = costs(results, name)
    pages = []
    scenes = list(found.titles)
    for first in range(0, len(scenes), 2):  # more columns do not fit a page
        pair = scenes[first:first + 2]
        body = []
        for kind in dict.fromkeys(kind for _, kind in found.rows):
            cells = [KINDS[kind]]
            for s in pair:
                old = PAPER[name].get(s, {}).get(kind)
                cells += [f"{old[2]:.4g}" if old else "", number(found.tests(s, kind)), number(found.triangles(s, kind)), time_of(found.rows[s, kind])]
            body.append(cells)
        pages.append(table([""] + sum(([f"{found.titles[s]}: paper, ms", "volume tests", "triangle tests", "ms"] for s in pair), []), body))
    told = parts(results.rows(f"{name}.csv"), "trees")
    return "\n\n".join(pages) + (f"\n\nOf a part of the queries: {told}." if told else "")


def tables(results):
    all_costs = [costs(results, name) for name in ("table2", "table3", "table4")]
    distance = all_costs[1]
    scenes = list(distance.titles)
    ours = {s: distance.ms(s, "obb") / distance.ms(s, "rss") for s in scenes}
    theirs = {s: PAPER["table3"][s]["obb"][2] / PAPER["table3"][s]["rss"][2] for s in scenes if s in PAPER["table3"]}
    per_test = lambda s: ours[s] / (distance.tests(s, "obb") / distance.tests(s, "rss"))
    paper_per_test = lambda s: theirs[s] / (PAPER["table3"][s]["obb"][0] / PAPER["table3"][s]["rss"][0])
    body = [["paper"] + [f"{theirs[s]:.1f}" if s in theirs else "" for s in scenes], ["abut"] + [f"{ours[s]:.2f}" for s in scenes],
            ["per volume test: paper"] + [f"{paper_per_test(s):.1f}" if s in theirs else "" for s in scenes], ["per volume test: abut"] + [f"{per_test(s):.2f}" for s in scenes]]
    relative = lambda kind: [c.ms(s, kind) / c.ms(s, "rss") for c in all_costs for s in theirs]
    engine = [min(c.ms(s, k) for k in OF_THE_PAPER) / c.ms(s, "auto") for c in all_costs for s in scenes]
    to = lambda values: f"{min(values):.2f} to {max(values):.2f}"
    return {"picture": results.picture("tables.png", "Times of every kind relative to RSS"), **{name: kinds_table(results, name) for name in ("table2", "table3", "table4")},
            "obb_over_rss": table([""] + [distance.titles[s] for s in scenes], body), "hybrids": to(relative("hybrid")), "dynamic": to(relative("hybrid-dynamic")),
            "engine": f"{min(engine):.1f} to {max(engine):.0f}"}


TECHNIQUES = {"depth-first": "depth-first, children as stored (the paper's)", "priority": "priority directed", "caching": "triangle caching, depth-first",
              "priority and caching": "priority directed and caching", "ideal": "ideal query"}


def table5(results):
    rows = results.rows("table5.csv")
    found, fast = searches(results), Costs([r for r in rows if r["kind"] == "auto"], "technique")
    pages = []
    for scenario, title in found.titles.items():
        old, body = PAPER_TABLE5.get(scenario, {}), []
        for t in dict.fromkeys(r["technique"] for r in rows if r["kind"] == "rss"):
            if found.has(scenario, t):
                before = ([f"{old[t][0]:g}", f"{old[t][2]:g}"] if t in old else ["", ""]) if old else []
                body.append([TECHNIQUES.get(t, t)] + before + [found.rows[scenario, t]["queries"], number(found.tests(scenario, t)), number(found.triangles(scenario, t)), time_of(found.rows[scenario, t]),
                                                               f"{found.tests(scenario, t) / found.tests(scenario, 'ideal'):.2f}"])
        pages.append(table([title] + (["paper: million volume tests", "ms"] if old else []) + ["queries", "volume tests", "triangle tests", "ms", "tests over ideal"], body))
    cached = [f"{fast.titles[s]} {number(fast.ms(s, 'engine'))} and {number(fast.ms(s, 'caching'))} ({fast.ms(s, 'engine') / fast.ms(s, 'caching'):.1f} times)" for s in fast.titles]
    return {"picture": results.picture("table5.png", "Volume tests of the ways to search, relative to the ideal query"), "tables": "\n\n".join(pages), "engine": "; ".join(cached), "kinds": other_kinds(results),
            "ideal": ", ".join(f"{found.titles[s]} {found.tests(s, 'depth-first') / found.tests(s, 'ideal'):.0f} (paper: {PAPER_TABLE5[s]['depth-first'][0] / PAPER_TABLE5[s]['ideal'][0]:.0f})" for s in PAPER_TABLE5 if s in found.titles),
            "nearer": ", ".join(f"{found.titles[s]} {found.ms(s, 'nearer child first') / found.ms(s, 'priority'):.2f}" for s in PAPER_TABLE5 if s in found.titles)}


def other_kinds(results):
    pages = []
    rows = results.rows("table5_kinds.csv") or []
    whole_runs = {r["scenario"]: r["queries"] for r in results.rows("scenarios.csv") or []}
    for scenario in dict.fromkeys(r["scenario"] for r in rows):
        some = [r for r in rows if r["scenario"] == scenario]
        body = [[KINDS[k]] + [time_of(r) for r in some if r["kind"] == k] for k in dict.fromkeys(r["kind"] for r in some)]
        told = of_all("queries", some[0]["queries"], whole_runs.get(scenario, some[0]["queries"]))
        pages.append(table([some[0]["title"] + (f" ({told})" if told else ""), "depth-first", "priority", "caching", "both"], body))
    return "\n\n".join(pages)


def tiles(results):
    pages = []
    rows = results.rows("tiles.csv")
    for scenario in dict.fromkeys(r["scenario"] for r in rows):
        some = [r for r in rows if r["scenario"] == scenario]
        each = lambda r, column: number(float(r[column]) / float(r["queries"]))
        body = [[KINDS[r["kind"]], "none" if r["parts"] == "1" else f"1/{r['parts']}", whole(r["leaves"]), each(r, "volume_tests"), each(r, "triangle_tests"), time_of(r)] for r in some]
        pages.append(table([some[0]["title"], "tile", "leaves", "volume tests", "triangle tests", "ms"], body))
    return {"tables": "\n\n".join(pages)}


SECTIONS = {"scenarios.csv": scenarios, "table1_cores.csv": table1, "rectangles.csv": rectangles, "fig4.csv": fig4, "fig5.csv": fig5, "fig6.csv": fig6, "tolerance.csv": tolerance,
            "table2.csv": tables, "table5.csv": table5, "tiles.csv": tiles}
