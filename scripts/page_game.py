"""What docs/results/game/README.md.in shows of the CSV files of `abut bench papers --filter game`."""

from claims.claim import by
from claims.game import CLAIMS, exponents, gain_of_spheres, total  # noqa: F401, the claims are the page's
from page import table, whole


def operations(results):
    rows = results.rows("operations.csv")
    multiply = by(rows, "operation")["multiply"]
    times = {r["volume"]: float(r["ns"]) for r in results.rows("test_times.csv")}
    return {"table": table(["operation", "sphere: paper", "abut", "AABB: paper", "abut", "OBB: paper", "abut"],
                           [[r["operation"], r["paper_sphere"], r["sphere"], r["paper_aabb"], r["aabb"], r["paper_obb"], r["obb"]] for r in rows]),
            "paper": multiply["paper_obb"], "ours": multiply["obb"], **{kind: f"{ns:.2f} ns" for kind, ns in times.items()}}


def volumes(results):
    rows = results.rows("volumes.csv")
    columns = ("paper_sphere", "sphere", "paper_aabb", "aabb")
    cube = {column: float(rows[0][column]) for column in columns}
    return {"table": table(["box", "sphere: paper", "abut", "AABB at worst: paper", "abut"], [[f"{r['l']} x {r['w']} x {r['h']}"] + [f"{float(r[c]):.2f}" for c in columns] for r in rows]),
            "ratio": f"{cube['paper_sphere'] / cube['sphere']:.0f}", "cube": f"{cube['aabb']:.3f}", "factor": f"{cube['sphere']:.2f}", "against_aabb": f"{cube['sphere'] / cube['aabb']:.2f}"}


def memory(results):
    rows = results.rows("memory.csv")
    columns = ("paper_printed", "paper_corrected", "double", "float")
    named = by(rows, "what")
    return {"table": table(["bytes", "paper, printed", "paper, added up", "abut, double", "abut, float"], [[r["what"]] + [whole(r[c]) for c in columns] for r in rows]),
            "buckets": whole(named["all buckets"]["paper_corrected"]), "total": whole(named["total"]["paper_corrected"]),
            "node": f"{float(named['all nodes']['double']) / float(named['nodes']['double']):.0f}"}


def shape(results):
    columns = ("longest_over_shortest", "longest_over_middle", "sphere_over_box")
    return {"table": table(["model", "level", "nodes", "longest / shortest", "longest / middle", "sphere / box, volume"],
                           [[r["model"], r["level"], r["nodes"]] + [f"{float(r[c]):.1f}" for c in columns] for r in results.rows("shape.csv")])}


def switch(results):
    rows = results.rows("switch.csv")
    best = {pair: min((r for r in rows if r["pair"] == pair), key=lambda r: float(r["us"]))["level"] for pair in dict.fromkeys(r["pair"] for r in rows)}
    return {"table": table(["pair", "spheres above level", "sphere tests", "box tests", "triangle tests", "µs"],
                           [[r["pair"], r["level"]] + [whole(r[c]) for c in ("sphere_tests", "box_tests", "triangle_tests")] + [f"{float(r['us']):.1f}"] for r in rows]),
            "best": "; ".join(f"{pair} level {best[pair]}, boxes alone {gain:.2f} times" for pair, gain in gain_of_spheres(results).items())}


def growth(results):
    rows = results.rows("growth.csv")
    return {"table": table(["triangles", "volumes", "case", "tests", "µs", "deepest stack", "depths together"],
                           [[whole(r["triangles"]), whole(r["volumes"]), r["case"], whole(r["tests"]), f"{float(r['us']):.1f}", r["deepest_stack"], r["depths"]] for r in rows]),
            "exponents": ", ".join(f"{e:.2f} ({case})" for case, e in exponents(results).items()),
            "deepest": str(max(int(r["deepest_stack"]) for r in rows)), "share": f"{max(int(r['deepest_stack']) / int(r['depths']) for r in rows):.2f}"}


def quadratic(results):
    return {"table": table(["turn, degrees", "bullets", "enter in both", "missed", "false", "mean error of the time", "largest"],
                           [[r["degrees"], whole(r["bullets"]), whole(r["both"]), r["missed_by_quadratic"], r["false_by_quadratic"], f"{float(r['mean_error']):.2g}", f"{float(r['largest_error']):.2g}"]
                            for r in results.rows("quadratic.csv")])}


def pairs(results):
    count = lambda form, what, bullets: str(total(results, form, 1, what, bullets))
    values = {f"{form}_{what}_{name}": count(form, what, bullets) for form in ("literal", "repaired") for what in ("contacts", "missed", "late") for name, bullets in (("bullets", True), ("pairs", False))}
    return values | {"table": table(["pair", "form", "accuracy", "queries", "contacts", "missed", "late", "false", "mean lead of hits", "µs"],
                                    [[r["pair"], r["form"], r["accuracy"], r["queries"], r["contacts"], r["missed"], r["late"], r["false"], f"{float(r['mean_early']):.3f}", f"{float(r['us']):.1f}"]
                                     for r in results.rows("pairs.csv")])}


SECTIONS = {"operations.csv": operations, "volumes.csv": volumes, "memory.csv": memory, "shape.csv": shape, "switch.csv": switch, "growth.csv": growth, "quadratic.csv": quadratic, "pairs.csv": pairs}
