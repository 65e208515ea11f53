"""S. Gottschalk, M. C. Lin, D. Manocha, OBBTree: A Hierarchical Structure for Rapid Interference Detection, SIGGRAPH 1996."""

from claims.claim import GUESS, MEASURED, Claim, above, at_least, at_most, below, between, by

TITLE = "OBBTree (RAPID), 1996"
# Triangles of environment and object, steps, contacts, box tests, triangle tests, s, ms per step, µs per box test,
# contacts per step.
PAPER_TABLE3 = {
    "pipes": ["143690", "143690", "4008", "23905", "1704187", "71589", "16.9", "4.2", "7.9", "6.0"],
    "torus": ["98000", "20000", "1298", "2266", "1055559", "7069", "8.9", "6.9", "7.3", "1.7"],
}
SAT, GJK, PROGRAM, EDGES = "separating axis", "GJK (libccd)", "linear program (Seidel)", "144 edge-face tests"
PAIRS = {"random": "random pairs", "query": "pairs of a query"}


def unlike_table1(results):
    rows = results.rows("table1.csv")
    columns = ("box_box", "box_rect", "rect_rect")
    return {"": sum(row[c] != row[f"paper_{c}"] for row in rows for c in columns)}


def ratios_of(algorithm):
    """Its time over that of the separating axis test."""
    return lambda results: {PAIRS[r["pairs"]]: float(r["ratio"]) for r in results.rows("table2.csv") if r["algorithm"] == algorithm}


def program_over_gjk(results):
    ns = {key: float(row["ns"]) for key, row in by(results.rows("table2.csv"), "pairs", "algorithm").items()}
    return {PAIRS[p]: ns[p, PROGRAM] / ns[p, GJK] for p in PAIRS if (p, GJK) in ns}


def edges_over_slowest(results):
    ns = {key: float(row["ns"]) for key, row in by(results.rows("table2.csv"), "pairs", "algorithm").items()}
    return {PAIRS[p]: ns[p, EDGES] / max(ns[p, a] for a in (SAT, GJK, PROGRAM) if (p, a) in ns) for p in PAIRS}


def fit_of(kind, column):
    return lambda results: {"": float(by(results.rows("fig5_fit.csv"), "volume")[kind][column])}


def levels(results):
    fits = by(results.rows("fig5_fit.csv"), "volume")
    return {"": float(fits["obb"]["level"]) / float(fits["aabb"]["level"])}


def growth_of_ratio(results):
    found = {}
    for r in results.rows("fig6.csv"):
        if r["rising"] == "1":
            found.setdefault(r["triangles"], []).append(float(r["ratio"]))
    return {f"{int(size):,} triangles".replace(",", " "): ratios[-1] / ratios[0] for size, ratios in found.items()}


def faster_than_bound(results):
    return {r["fit"].replace("-", " "): float(r["slope"]) - float(r["slope_of_bound"]) for r in results.rows("build.csv") if r["fit"].startswith("hull")}


def with_quaternions(column):
    def values(results):
        rows = by(results.rows("quaternion.csv"), "kind", "storage")
        return {"": float(rows["obb-quaternion", "double"][column]) / float(rows["obb", "double"][column])}

    return values


def slopes(geometry, measure, *kinds):
    def values(results):
        fits = by(results.rows("tightness_fit.csv"), "geometry", "measure", "volume")
        return {{"aabb": "AABB", "sphere": "sphere"}.get(k, ""): float(fits[geometry, measure, k]["slope"]) for k in kinds}

    return values


def per_scene(above_kind, below_kind, column, per_step=False):
    """A column of one kind of tree over that of another, scene by scene; Fig. 7 is the third scene."""

    def values(results):
        rows = by(results.rows("table3.csv"), "scenario", "kind")
        number = lambda row: float(row[column]) / (float(row["steps"]) if per_step else 1)
        found = {s: number(rows[s, above_kind]) / number(rows[s, below_kind]) for s in ("pipes", "torus")}
        torpedo = by(results.rows("fig7.csv") or [], "kind")
        if torpedo and not per_step or torpedo and column in ("box_tests", "triangle_tests"):
            found["torpedo"] = float(torpedo[above_kind][column]) / float(torpedo[below_kind][column])
        return found

    return values


def torus_over_pipes(results):
    rows = by(results.rows("table3.csv"), "scenario", "kind")
    each = [float(rows[s, "obb_paper"]["box_tests"]) / float(rows[s, "obb_paper"]["steps"]) for s in ("torus", "pipes")]
    return {"": each[0] / each[1]}


def ms_per_query(results):
    return {r["scenario"]: float(r["ms_per_query"]) for r in results.rows("table3.csv") if r["kind"] == "obb_paper"}


def tenths_with_contacts(results):
    return {"": sum(int(r["contacts"]) > 0 for r in results.rows("fig7_along.csv"))}


def reach_ratio(last_only):
    def values(results):
        middle = {(r["volume"], r["level"]): float(r["reach_lower"]) + float(r["reach_upper"]) for r in results.rows("fig9.csv")}
        chosen = list(dict.fromkeys(level for _, level in middle))
        return {f"level {l}": middle["obb", l] / middle["aabb", l] for l in (chosen[-1:] if last_only else chosen)}

    return values


def bytes_of(kind, storage):
    return lambda results: {"": float(by(results.rows("storage.csv"), "kind", "storage")[kind, storage]["bytes_per_triangle"])}


ON_QUERIES = "Not every scene is a large model in close proximity: the axis-aligned boxes need few more tests on some, and each costs less."

CLAIMS = [
    Claim("Table 1", "operations of the overlap test, box-box, box-rectangle, rectangle-rectangle: counts unlike the paper's", "180, 161, 142",
          "table1.csv", "box_box box_rect rect_rect paper_box_box", at_most(0), unlike_table1, "{:d}"),
    Claim("Section 5", "a test takes about 100 operations on average", "about 100", "operations.csv", "pairs mean_operations", between(75, 125),
          lambda r: {PAIRS[row["pairs"]]: float(row["mean_operations"]) for row in r.rows("operations.csv")}, "{:.0f}",
          "Pairs that overlap try all fifteen axes; how many of them there are decides, and the paper does not say on which pairs it counted.", MEASURED),
    Claim("Table 2", "the separating axis test is about one order of magnitude faster than closest features", "9 to 15 times", "table2.csv",
          "pairs algorithm ratio", at_least(9), ratios_of(GJK), "{:.1f}",
          "The paper's contestant was made for general polytopes and is not available; ours has a support function for boxes.", GUESS),
    Claim("Table 2", "the separating axis test is far faster than linear programming", "33 to 36 times", "table2.csv", "pairs algorithm ratio", at_least(33), ratios_of(PROGRAM), "{:.1f}",
          "The paper's contestant was made for general polytopes; the twelve half-spaces of ours live on the stack.", GUESS),
    Claim("Table 2", "linear programming takes longer than closest features", "2 to 4 times", "table2.csv", "pairs algorithm ns", above(1), program_over_gjk, "{:.1f}"),
    Claim("Section 5", "144 edge-face tests take longer than all of them (time over the slowest)", "\"much\" longer", "table2.csv", "pairs algorithm ns",
          above(1), edges_over_slowest, "{:.2f}",
          "Edges are brought into the other box's frame first, where a test is two subtractions and a comparison unless the edge meets the face's "
          "plane, and the first crossing ends them.", GUESS),
    Claim("Fig. 5", "box tests over the gap of concentric spheres, exponent for OBBs", "about -1", "fig5_fit.csv", "volume slope", between(-1.3, -0.8), fit_of("obb", "slope")),
    Claim("Fig. 5", "box tests over the gap of concentric spheres, exponent for AABBs", "about -2", "fig5_fit.csv", "volume slope", between(-2.3, -1.6), fit_of("aabb", "slope")),
    Claim("Fig. 5", "both are straight lines (R² of the worse)", "linear portions", "fig5_fit.csv", "volume r_squared", at_least(0.99),
          lambda r: {"": min(fit_of(k, "r_squared")(r)[""] for k in ("obb", "aabb"))}, "{:.4f}"),
    Claim("Fig. 5", "both level off at the same height (OBB over AABB)", "the same", "fig5_fit.csv", "volume level", between(0.9, 1.1), levels, "{:.2f}",
          "Both trees have as many nodes, but not as many pairs of them meet: `fig5.csv` has how many pairs of leaves still meet at the narrowest gap.", MEASURED),
    Claim("Fig. 6", "spheres side by side: AABB over OBB grows as the gap shrinks (last over first)", "grows", "fig6.csv", "triangles ratio rising", at_least(2), growth_of_ratio, "{:.1f}"),
    Claim("Section 6", "tightness of OBBs grows with the square of the diameter, on a curve", "2", "tightness_fit.csv", "geometry measure volume slope",
          between(1.8, 2.2), slopes("circle", "tightness", "obb")),
    Claim("Section 6", "tightness of AABBs and spheres grows linearly with the diameter, on a curve", "1", "tightness_fit.csv", "geometry measure volume slope", between(0.85, 1.15),
          slopes("circle", "tightness", "aabb", "sphere")),
    Claim("Section 6", "tightness of OBBs grows with the square of the diameter, on a surface", "2", "tightness_fit.csv", "geometry measure volume slope", between(1.8, 2.2),
          slopes("sphere", "tightness", "obb"), "{:.2f}",
          "A patch does not fill the rectangle of its box, and the empty corners are as far from it as it is ragged, which is a share of the diameter. "
          "How far boxes reach from the whole surface follows the law (next row but one).", MEASURED),
    Claim("Section 6", "tightness of AABBs and spheres grows linearly with the diameter, on a surface", "1", "tightness_fit.csv", "geometry measure volume slope", between(0.85, 1.15),
          slopes("sphere", "tightness", "aabb", "sphere")),
    Claim("Section 6", "reach from the whole surface of a sphere, OBBs", "2", "tightness_fit.csv", "geometry measure volume slope", between(1.8, 2.2),
          slopes("sphere", "reach", "obb")),
    Claim("Section 7.3", "OBB trees need fewer box tests than AABB trees (AABB over the paper's OBB tree)", "fewer", "table3.csv", "scenario kind box_tests steps",
          above(1), per_scene("aabb", "obb_paper", "box_tests", True), "{:.2f}",
          "The paper's split at the mean serves the long triangles of the pipes badly: split by surface area, as the AABBs are here, OBBs need fewer (`table3.csv`, kind obb).", MEASURED),
    Claim("Section 7.3", "OBB trees need fewer triangle tests than AABB trees", "fewer", "table3.csv", "scenario kind triangle_tests steps", above(1), per_scene("aabb", "obb_paper", "triangle_tests", True), "{:.1f}"),
    Claim("Section 7.4", "OBB trees take less time than AABB trees (AABB over the paper's OBB tree)", "less", "table3.csv", "scenario kind ms_per_query", above(1),
          per_scene("aabb", "obb_paper", "ms_per_query"), "{:.2f}", ON_QUERIES, MEASURED),
    Claim("Section 7.4", "OBB trees take less time than AABB trees, both split by surface area", "less", "table3.csv", "scenario kind ms_per_query", above(1), per_scene("aabb", "obb", "ms_per_query"), "{:.2f}", ON_QUERIES, MEASURED),
    Claim("Section 7.3", "sphere trees are an order of magnitude slower (time over the paper's OBB tree)", "about 10", "table3.csv", "scenario kind ms_per_query", at_least(10),
          per_scene("sphere", "obb_paper", "ms_per_query"), "{:.1f}",
          "It depends on the scene: a sphere test is much cheaper (next rows), and round, finely meshed models are no hard case for spheres; the long triangles of the pipes are.", MEASURED),
    Claim("Section 7.4", "a test of two OBBs is an order of magnitude slower than one of two spheres", "about 10", "table3.csv", "scenario kind us_per_box_test", at_least(5),
          per_scene("obb_paper", "sphere", "us_per_box_test"), "{:.1f}",
          "The time of a test includes what a visit costs besides it, which evens the kinds out; most tests end on an early axis.", GUESS),
    Claim("Section 7.4", "a test of two OBBs is an order of magnitude slower than one of two AABBs", "about 10", "table3.csv", "scenario kind us_per_box_test", at_least(5), per_scene("obb_paper", "aabb", "us_per_box_test"), "{:.1f}",
          "Boxes aligned with the axes of their models are turned against each other: the same axes are tried.", MEASURED),
    Claim("Table 3", "the torus needs almost twice the box tests of the pipes, per step", "1.9", "table3.csv", "scenario kind box_tests steps", between(1.5, 2.5), torus_over_pipes, "{:.2f}",
          "The models and motions are ours: our small pipes fall in among the large ones and stay there.", GUESS),
    Claim("Section 7.3", "all contacts of hundreds of thousands of triangles at interactive rates, ms a query", "1/75 to 1/25 s", "table3.csv", "scenario kind ms_per_query", at_most(40, " ms"), ms_per_query, "{:.2f}"),
    Claim("Fig. 7", "a torpedo on its pivot, ms a query with the paper's tree", "100 ms", "fig7.csv", "kind ms_per_query", at_most(100, " ms"),
          lambda r: {"": float(by(r.rows("fig7.csv"), "kind")["obb_paper"]["ms_per_query"])}, "{:.1f}"),
    Claim("Fig. 7", "contacts along the torpedo's length (tenths of it that have some)", "along the length", "fig7_along.csv", "contacts", at_least(5), tenths_with_contacts, "{:d}"),
    Claim("Fig. 9", "on every level OBBs reach less far from a torus than AABBs (OBB over AABB)", "less", "fig9.csv", "volume level reach_lower reach_upper", below(1), reach_ratio(False)),
    Claim("Fig. 9", "on the finest level shown OBBs reach much less far (OBB over AABB)", "\"much\" less", "fig9.csv", "volume level reach_lower reach_upper", at_most(0.5), reach_ratio(True)),
    Claim("Section 4", "building takes O(n lg n) without hulls (largest time over n lg n, over the smallest)", "O(n lg n)", "../peers/n_log_n.csv", "triangles ns_per_n_log2_n", at_most(1.5),
          lambda r: {"": max(ns := [float(row["ns_per_n_log2_n"]) for row in r.rows("../peers/n_log_n.csv")]) / min(ns)}),
    Claim("Section 7", "bytes per triangle of an OBB tree, in double, with its triangles", "412", "storage.csv", "kind storage bytes_per_triangle", at_most(412), bytes_of("obb", "double"), "{:.0f}"),
    Claim("Section 7", "single precision saves memory (float over double)", "saves", "storage.csv", "kind storage bytes_per_triangle", below(1),
          lambda r: {"": bytes_of("obb", "float")(r)[""] / bytes_of("obb", "double")(r)[""]}),
    Claim("Section 4", "with convex hulls building takes O(n lg² n): how much faster than that the time grows, as exponents", "O(n lg² n)", "build.csv", "fit slope slope_of_bound", at_most(0.1), faster_than_bound, "{:.2f}",
          "Small trees stay in the caches, large ones do not.", GUESS),
    Claim("Section 7", "boxes with quaternions save memory, in double (quaternion over matrix)", "\"substantial\" savings", "quaternion.csv", "kind storage bytes_per_triangle", at_most(0.9), with_quaternions("bytes_per_triangle")),
    Claim("Section 7", "unfolding a quaternion takes more operations a test", "13", "quaternion.csv", "kind storage more_operations", at_most(13),
          lambda r: {"": max(float(row["more_operations"]) for row in r.rows("quaternion.csv"))}, "{:.0f}",
          "Ours unfolds the whole matrix, which the slack of a safe test asks for.", GUESS),
    Claim("Section 7", "a test of boxes with quaternions takes longer, in double (quaternion over matrix)", "longer", "quaternion.csv", "kind storage ns_per_volume_test", above(1), with_quaternions("ns_per_volume_test"),
          why="What the additional operations take, the smaller boxes save in memory that is read.", basis=GUESS),
]
