"""What docs/results/obbtree/README.md.in shows of the CSV files of `abut bench papers --filter obbtree`."""

from claims.claim import by
from claims.kinds import KINDS
from claims.obbtree import CLAIMS, PAPER_TABLE3  # noqa: F401, the claims are the page's
from page import number, of_all, table, whole


def table1(results):
    columns = ["box_box", "box_rect", "rect_rect"]
    head = ["operation", "box-box: paper", "abut", "box-rectangle: paper", "abut", "rectangle-rectangle: paper", "abut"]
    return {"table": table(head, [[r["operation"]] + sum(([r[f"paper_{c}"], r[c]] for c in columns), []) for r in results.rows("table1.csv")])}


def operations(results):
    rows = results.rows("operations.csv")
    head = ["pairs", "how many", "overlapping", "operations, mean", "at most"]
    return {"table": table(head, [[r["pairs"], whole(r["count"]), f"{100 * float(r['overlapping']):.0f} %", f"{float(r['mean_operations']):.0f}", r["most_operations"]] for r in rows])}


def table2(results):
    rows = results.rows("table2.csv")
    names = {"random": "random pairs", "query": "pairs of a query"}
    texts = []
    for pairs in dict.fromkeys(r["pairs"] for r in rows):
        some = [r for r in rows if r["pairs"] == pairs]
        texts.append(f"**{names.get(pairs, pairs)}**, {100 * float(some[0]['overlapping']):.0f} % overlapping\n\n" + table(
            ["algorithm", "ns per pair", "times the separating axis test", "answers that differ from it"],
            [[r["algorithm"], f"{float(r['ns']):.0f}", f"{float(r['ratio']):.1f}", r["disagreements"]] for r in some]))
    differing = sum(int(r["disagreements"]) for r in rows)
    most = max(float(r["largest_margin"]) for r in rows)
    return {"tables": "\n\n".join(texts),
            "differing": f"Answers differ on {differing} pairs" + (f", all of which a change of the extents by {most:.1g} would flip." if differing else ".")}


def fig5(results):
    fits = by(results.rows("fig5_fit.csv"), "volume")
    asked = {"obb": "about -1", "aabb": "about -2", "sphere": "(not shown)"}
    body = [[KINDS[k], asked[k], f"{float(f['slope']):.2f}", f"{float(f['r_squared']):.4f}", f"{float(f['gap_from']):.3g} to {float(f['gap_to']):.3g}", f["points"], whole(f["level"])]
            for k, f in fits.items()]
    spread = []
    for kind in ("obb", "aabb"):
        slopes = sorted(float(r["slope"]) for r in results.rows("fig5_turned.csv") or [] if r["volume"] == kind)
        spread += [f"{KINDS[kind]} {slopes[0]:.2f} to {slopes[-1]:.2f}"] if slopes else []
    last = {r["volume"]: r for r in results.rows("fig5.csv")}  # the narrowest gap comes last
    return {"picture": results.picture("fig5.png", "Volume tests against the gap of concentric spheres"),
            "table": table(["trees", "slope: paper", "abut", "R²", "over gaps", "points", "levels off at"], body),
            "turned": ", ".join(spread),
            "apart": f"{abs(float(fits['obb']['level']) / float(fits['aabb']['level']) - 1) * 100:.0f} %",
            "leaves": ", ".join(f"{whole(last[k]['triangle_tests'])} ({KINDS[k]})" for k in ("obb", "aabb"))}


def fig6(results):
    rows = results.rows("fig6.csv")
    body = []
    for size in dict.fromkeys(r["triangles"] for r in rows):
        rising = [r for r in rows if r["triangles"] == size and r["rising"] == "1"]
        first, last = rising[0], rising[-1]
        body.append([whole(size), f"{float(first['gap']):.3g} to {float(last['gap']):.3g}", f"{float(first['ratio']):.1f} to {float(last['ratio']):.1f}", len(rising)])
    return {"picture": results.picture("fig6.png", "Volume tests against the gap of spheres side by side, and the ratio"),
            "table": table(["triangles", "gap shrinks from", "AABB / OBB grows without a break", "points"], body)}


def tightness(results):
    fits = {key: float(r["slope"]) for key, r in by(results.rows("tightness_fit.csv"), "geometry", "measure", "volume").items()}
    cases = [("circle", "tightness", "circle, τ"), ("sphere", "reach", "sphere, farthest from the whole surface"), ("sphere", "tightness", "sphere, τ")]
    kinds = ("obb", "aabb", "sphere")
    measured = [int(r["measured"]) for r in results.rows("tightness.csv")]
    return {"picture": results.picture("tightness.png", "Tightness against diameter"),
            "most": str(max(measured)),
            "table": table(["slope of log τ over log d"] + [f"{KINDS[k]} (expected {2 if k == 'obb' else 1})" for k in kinds],
                           [[name] + [f"{fits[g, m, k]:.2f}" for k in kinds] for g, m, name in cases]),
            "slope": f"{fits['sphere', 'tightness', 'obb']:.2f}",
            "reach": f"{fits['sphere', 'reach', 'obb']:.2f} and {fits['sphere', 'reach', 'aabb']:.2f}"}


def one_simulation(results, scenario):
    some = [r for r in results.rows("table3.csv") if r["scenario"] == scenario]
    columns = [["paper"] + PAPER_TABLE3[scenario]]
    for r in some:
        columns.append([KINDS[r["kind"]], r["environment_triangles"], r["object_triangles"], r["steps"], r["contacts"], r["box_tests"], r["triangle_tests"]]
                       + [f"{float(r[c]):.3g}" for c in ("seconds", "ms_per_query", "us_per_box_test")] + [f"{float(r['contacts_per_step']):.1f}"])
    names = ["environment, triangles", "object, triangles", "steps", "contacts", "box-box tests", "triangle tests", "time, s", "detection per step, ms", "time per box test, µs", "contacts per step"]
    body = [[name] + [whole(c[i + 1]) if i < 6 else c[i + 1] for c in columns] for i, name in enumerate(names)]
    most = max(int(r["steps"]) for r in some)
    fewer = [of_all(f"{KINDS[r['kind']]}, steps", r["steps"], most) for r in some]
    told = "; ".join(filter(None, fewer))
    return table([""] + [c[0] for c in columns], body) + (f"\n\nOnly a part of the path was run, evenly spread, where all of it would take too long. {told}." if told else "")


def table3(results):
    return {"pipes_picture": results.picture("table3_pipes.png", "Pipes in pipes"), "pipes": one_simulation(results, "pipes"),
            "torus_picture": results.picture("table3_torus.png", "Wrinkled torus on the toothed landscape"), "torus": one_simulation(results, "torus")}


def fig7(results):
    rows = results.rows("fig7.csv")
    return {"picture": results.picture("fig7.png", "A torpedo on its pivot, contacts in red"),
            "triangles": f"{whole(rows[0]['object_triangles'])} triangles at rest on a roller pivot of {whole(rows[0]['environment_triangles'])}",
            "table": table(["trees", "contacts", "box tests", "triangle tests", "ms per query"],
                           [[KINDS[r["kind"]], r["contacts"], whole(r["box_tests"]), whole(r["triangle_tests"]), f"{float(r['ms_per_query']):.3g}"] for r in rows]),
            "along": ", ".join(r["contacts"] for r in results.rows("fig7_along.csv"))}


def fig9(results):
    rows = results.rows("fig9.csv")
    middle = {(r["volume"], r["level"]): (float(r["reach_lower"]) + float(r["reach_upper"])) / 2 for r in rows}
    levels = list(dict.fromkeys(r["level"] for r in rows))
    body = [["boxes"] + [next(r["boxes"] for r in rows if r["level"] == l) for l in levels]]
    return {"picture": results.picture("fig9.png", "Boxes of both trees of a torus, level by level"),
            "levels": f"{levels[0]} to {levels[-1]}",
            "table": table(["level"] + levels, body + [[KINDS[k]] + [f"{middle[k, l]:.3f}" for l in levels] for k in ("aabb", "obb")])}


def storage(results):
    head = ["trees", "stored in", "bytes of a volume", "of a node", "bytes per triangle, with its triangles"]
    return {"table": table(head, [[KINDS[r["kind"]], r["storage"], f"{float(r['volume_bytes']):.0f}", number(r["node_bytes"]), f"{float(r['bytes_per_triangle']):.0f}"] for r in results.rows("storage.csv")])}


def build(results):
    rows = results.rows("build.csv")
    sizes = list(dict.fromkeys(r["triangles"] for r in rows))
    us = {(r["fit"], r["triangles"]): f"{1e6 * float(r['seconds']) / float(r['triangles']):.2f}" for r in rows}
    last = {r["fit"]: r for r in rows}
    return {"table": table(["fit"] + [f"µs a triangle, {whole(n)}" for n in sizes] + ["grows as n to the", "its bound"],
                           [[fit.replace("-", " ")] + [us[fit, n] for n in sizes] + [f"{float(r['slope']):.2f}", f"{float(r['slope_of_bound']):.2f}"] for fit, r in last.items()])}


def quaternion(results):
    head = ["trees", "stored in", "bytes per triangle", "more operations a test", "ns a test"]
    return {"table": table(head, [[KINDS[r["kind"]], r["storage"], f"{float(r['bytes_per_triangle']):.0f}", r["more_operations"], f"{float(r['ns_per_volume_test']):.0f}"]
                                  for r in results.rows("quaternion.csv")])}


SECTIONS = {"table1.csv": table1, "operations.csv": operations, "table2.csv": table2, "fig5_fit.csv": fig5, "fig6.csv": fig6, "tightness_fit.csv": tightness, "table3.csv": table3,
            "fig7.csv": fig7, "fig9.csv": fig9, "storage.csv": storage, "quaternion.csv": quaternion, "build.csv": build}
