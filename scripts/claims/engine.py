"""What abut asks of its own engine, and of the defaults of its binary trees."""

import math

from claims.claim import GUESS, MEASURED, Claim, at_least, at_most, mean

TITLE = "The engine's own goals"
DEFAULT = ("obb", "surface-area", "vertices", "double")


def ways(results):
    """Rows of choices.csv by kind, split, fit and storage."""
    found = {}
    for row in results.rows("choices.csv"):
        found.setdefault((row["kind"], row["split"], row["fit"], row["storage"]), []).append(row)
    return found


def mean_ratio(results, way, column):
    """The geometric mean of a column relative to the default, over the works in which the default is not 0."""
    found = ways(results)
    reference = {row["work"]: float(row[column]) for row in found[DEFAULT]}
    ratios = [float(row[column]) / reference[row["work"]] for row in found[way] if reference[row["work"]] > 0]
    return math.exp(mean(math.log(max(ratio, 1e-9)) for ratio in ratios))


def quickest(results, same_build=False):
    """The least query time relative to the default; with `same_build` of ways that build in about its time."""
    found = [w for w in ways(results) if not same_build or mean_ratio(results, w, "build_ms") <= 1.25]
    best = min(found, key=lambda w: mean_ratio(results, w, "query_us"))
    return {"" if best == DEFAULT else ", ".join(best): mean_ratio(results, best, "query_us")}


def each(csv, name, column, scale=1):
    return lambda results: {row[name]: scale * float(row[column]) for row in results.rows(csv)}


def volume_time(clean):
    return lambda results: {row["pair"]: float(row["ms"]) for row in results.rows("depth_volumes.csv") if row["clean"] == clean}


CLAIMS = [
    Claim("Defaults", "no way to build a binary tree makes faster queries than the default (least time over the default's)", "", "choices.csv", "work kind split fit storage query_us", at_least(0.97), quickest, "{:.2f}",
          "The table below names the ways that are faster. Axes from convex hulls fit better, and take many times as long to build.", MEASURED),
    Claim("Defaults", "nor one that builds in about as long (least time over the default's)", "", "choices.csv", "work kind split fit storage query_us build_ms", at_least(0.97), lambda r: quickest(r, True), "{:.2f}",
          "The table below names the ways that are faster. The default has the fit of the swept sphere paper's trees, for which the vertices alone are read.", MEASURED),
    Claim("Clash", "severity at most doubles the check", "", "clash.csv", "threads check_s plain_check_s", at_most(2), lambda r: {f"{row['threads']} threads": float(row["check_s"]) / float(row["plain_check_s"]) for row in r.rows("clash.csv")},
          why="See the table: the pairs that need a depth are the ones that touch.", basis=MEASURED),
    Claim("Depth", "depth and reaches to 1 %, in exact distances of the pair taken apart", "", "depth.csv", "pair distances", at_most(50), each("depth.csv", "pair", "distances"), "{:.0f}",
          "Pairs whose ways out are nearly as long as each other need many directions.", MEASURED),
    Claim("Depth", "volume of what two clean solids share, ms", "", "depth_volumes.csv", "pair clean ms", at_most(20, " ms"), volume_time("1"), "{:.1f}", "Not traced.", GUESS),
    Claim("Depth", "volume to 5 % of what solids share that are not clean, ms", "", "depth_volumes.csv", "pair clean ms", at_most(300, " ms"), volume_time("0"), "{:.0f}", "Not traced.", GUESS),
    Claim("Deforming motion", "a moving feature pair, mean µs", "", "deforming_features.csv", "scene features mean_microseconds", at_most(10, " µs"),
          lambda r: {f"{row['scene']} {row['features']}": float(row["mean_microseconds"]) for row in r.rows("deforming_features.csv")}, why="Not traced.", basis=GUESS),
    Claim("Deforming motion", "a moving feature pair, slowest µs", "", "deforming_features.csv", "scene features slowest_microseconds", at_most(500, " µs"),
          lambda r: {f"{row['scene']} {row['features']}": float(row["slowest_microseconds"]) for row in r.rows("deforming_features.csv")}, "{:.0f}", "Not traced.", GUESS),
    Claim("Deforming motion", "first contact of two cloths, over refit and contacts at both ends", "", "deforming_cloths.csv", "scene ratio", at_most(5), each("deforming_cloths.csv", "scene", "ratio"), "{:.1f}",
          "Where nothing touches at either end, contacts there cost next to nothing.", MEASURED),
    Claim("Bullets", "a hundred thousand bullets of which a third reaches a ball, ms", "", "bullets.csv", "models bullets ms", at_most(25, " ms"),
          lambda r: {f"{row['models']} models": 100000 * float(row["ms"]) / float(row["bullets"]) for row in r.rows("bullets.csv")}, "{:.0f}", "Not traced.", GUESS),
    Claim("Edges", "a proved edge of an arm of seven joints, in single checks, median", "", "edges.csv", "work checks_median", at_most(12), each("edges.csv", "work", "checks_median"), "{:.1f}", "Not traced.", GUESS),
    Claim("Edges", "a proved edge of an arm of seven joints, in single checks, 95 of 100", "", "edges.csv", "work checks_p95", at_most(60), each("edges.csv", "work", "checks_p95"), "{:.1f}", "Not traced.", GUESS),
    Claim("Scenes", "to move a tenth of the bodies of a scene, ms", "", "scene_engine.csv", "crowd move_ms", at_most(6, " ms"), each("scene_engine.csv", "crowd", "move_ms"), "{:.1f}", "Not traced.", GUESS),
]
