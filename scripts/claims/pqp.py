"""E. Larsen, S. Gottschalk, M. C. Lin, D. Manocha, Fast Proximity Queries with Swept Sphere Volumes, 1999 (PQP)."""

from claims.claim import GUESS, MEASURED, Claim, above, at_least, at_most, between, by, is_, log_slope
from claims.kinds import KINDS
from claims.pqp_paper import PAPER, PAPER_TABLE5

TITLE = "Swept spheres (PQP), 1999"
OF_THE_PAPER = ["sphere", "aabb", "obb", "lss", "rss", "hybrid"]
PAPER_BYTES = {"sphere": 16, "lss": 32, "rss": 48}
FAMILY = ("sphere", "lss", "rss")
TABLES = {"table2": "Table 2", "table3": "Table 3", "table4": "Table 4"}
SCENES = {"engine": "engine", "tori": "tori", "planning": "planning", "rings": "rings"}


class Costs:
    """Rows of a table of costs by scenario and another column."""

    def __init__(self, rows, column):
        self.rows = by(rows, "scenario", column)
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


def costs(results, name):
    return Costs(results.rows(f"{name}.csv"), "trees")


def searches(results):
    """Table 5, trees of RSS."""
    return Costs([r for r in results.rows("table5.csv") if r["kind"] == "rss"], "technique")


def curves(results, name):
    """(gap, ms, volume tests, queries) of each kind, in the order of the gaps."""
    found = {}
    for r in results.rows(name):
        found.setdefault(r["kind"], []).append((float(r["gap"]), float(r["ms_per_query"]), float(r["volume_tests"]), int(r["queries"])))
    return found


def fastest(scenario):
    """Of the paper's kinds, table by table."""
    return lambda results: {TABLES[t]: KINDS[min(OF_THE_PAPER, key=lambda k: costs(results, t).ms(scenario, k))] for t in TABLES}


def slowest(scenario):
    return lambda results: {TABLES[t]: KINDS[max(OF_THE_PAPER, key=lambda k: costs(results, t).ms(scenario, k))] for t in TABLES}


def over(name, above_kind, below_kind, what="ms"):
    """One kind's cost over another's, in the paper's applications."""

    def values(results):
        table = costs(results, name)
        of = getattr(table, what)
        return {SCENES[s]: of(s, above_kind) / of(s, below_kind) for s in SCENES if table.has(s, above_kind)}

    return values


def paper_over(name, above_kind, below_kind):
    return ", ".join(f"{PAPER[name][s][above_kind][2] / PAPER[name][s][below_kind][2]:.2g}" for s in SCENES)


def gain(scenario, technique):
    """How many times as fast as depth-first."""
    return lambda results: {"": searches(results).ms(scenario, "depth-first") / searches(results).ms(scenario, technique)}


def paper_gain(scenario, technique):
    return f"{PAPER_TABLE5[scenario]['depth-first'][2] / PAPER_TABLE5[scenario][technique][2]:.1f}"


def both_over_better(results):
    found = searches(results)
    return {s: min(found.ms(s, t) for t in ("priority", "caching")) / found.ms(s, "priority and caching") for s in ("planning", "verification") if s in found.titles}


def same_query(results):
    """RSS by priority, exact distance: a row of Table 3 and one of Table 5, which ask the same."""
    three, five = costs(results, "table3"), searches(results)
    ratios = {s: five.ms(s, "priority") / three.ms(s, "rss") for s in five.titles if three.has(s, "rss") and five.has(s, "priority")}
    return {s: max(r, 1 / r) for s, r in ratios.items()}


def falls(results):
    """The largest growth of volume tests as the error grows; at most one where they fall."""
    worst = {}
    rows = [r for r in results.rows("tolerance.csv") if r["ask"] == "distance"]
    for key in dict.fromkeys((r["title"], r["kind"]) for r in rows):
        tests = [float(r["volume_tests"]) for r in sorted(rows, key=lambda r: float(r["relative_error"])) if (r["title"], r["kind"]) == key]
        name = KINDS["auto"] if key[1] == "auto" else "the paper's kinds"
        worst[name] = max(worst.get(name, 0), *(b / a for a, b in zip(tests, tests[1:])))
    return worst


def rss_ahead(results):
    found = curves(results, "fig5.csv")
    return {f"at {point[0]:g}": min(found[k][i][1] for k in ("sphere", "lss")) / point[1] for i, point in enumerate(found["rss"])}


def rss_ahead_concentric(index):
    def values(results):
        found = curves(results, "fig6.csv")
        return {f"gap {found['rss'][index][0]:.1g}": min(found[k][index][1] for k in ("sphere", "lss")) / found["rss"][index][1]}

    return values


def growths(results):
    """Volume tests at the narrowest gap over those at the widest."""
    found = curves(results, "fig6.csv")
    return {k: found[k][0][2] / found[k][-1][2] for k in FAMILY}


def met(results):
    rows = results.rows("fig4.csv")
    return {"": log_slope([(float(r["gap"]), float(r["met_by_each"])) for r in rows if r["shape"] == "rows" and r["kind"] == "sphere" and float(r["gap"]) >= 1])}


def kind_cost(kind, column, below_kind):
    return lambda results: {"": float(by(results.rows("table1_kinds.csv"), "kind")[kind][column]) / float(by(results.rows("table1_kinds.csv"), "kind")[below_kind][column])}


SAME_SEARCH = "Our distance between boxes is the same specialised search over the features of two cores as that between rectangles, one dimension up; `table1_kinds.csv` has what a GJK would cost."
COLUMNS = "scenario trees ms_per_query"


def spread_of_tiles(results):
    times = {}
    for r in results.rows("tiles.csv"):
        if r["kind"] == "sphere":
            times.setdefault(r["title"], []).append(float(r["ms_per_query"]))
    return {title: max(ms) / min(ms) for title, ms in times.items()}

CLAIMS = [
    Claim("Section 7.2", "the planner's path is free of collisions (steps that touch)", "0", "scenarios.csv", "scenario touching", at_most(0),
          lambda r: {"": int(row["touching"]) for row in r.rows("scenarios.csv") if row["scenario"] == "verification"}, "{:d}"),
    Claim("Table 1", "each step from point-point to rectangle-rectangle costs more (least step)", "6 rising steps", "table1_cores.csv", "shapes ns", above(1),
          lambda r: {"": min(float(b["ns"]) / float(a["ns"]) for a, b in zip(r.rows("table1_cores.csv"), r.rows("table1_cores.csv")[1:]))}),
    Claim("Table 1", "rectangle-rectangle over point-point", "3.1", "table1_cores.csv", "shapes relative", between(2.5, 3.7), lambda r: {"": float(r.rows("table1_cores.csv")[-1]["relative"])}, "{:.1f}",
          "The paper's times are those of whole queries without triangles, divided by the number of tests: what a visit costs besides the test is in them and evens them out.", GUESS),
    Claim("Section 4.3.5", "rectangle distance is about four times as fast as GJK (the better of two)", "about 4", "rectangles.csv", "algorithm ratio", at_least(3),
          lambda r: {"": min(float(row["ratio"]) for row in r.rows("rectangles.csv") if "GJK" in row["algorithm"])} if any("GJK" in row["algorithm"] for row in r.rows("rectangles.csv")) else {}, "{:.1f}"),
    Claim("Section 4.3.5", "and accurate: pairs whose distance is wrong, and brackets that are false", "accurate", "rectangles.csv", "wrong false_brackets", at_most(0),
          lambda r: {"wrong": int(r.rows("rectangles.csv")[0]["wrong"]), "false": int(r.rows("rectangles.csv")[0]["false_brackets"])}, "{:d}"),
    Claim("Section 4", "bytes of a PSS, LSS and RSS in single precision, over the paper's", "16, 32, 48", "../obbtree/storage.csv", "kind storage volume_bytes", at_most(1),
          lambda r: {KINDS[row["kind"]]: float(row["volume_bytes"]) / PAPER_BYTES[row["kind"]] for row in r.rows("../obbtree/storage.csv") if row["kind"] in PAPER_BYTES and row["storage"] == "float"}),
    Claim("Fig. 4", "volumes met over the separation of parallel rows, exponent for spheres", "1/2", "fig4.csv", "shape kind gap met_by_each", between(0.4, 0.6), met),
    Claim("Fig. 5", "RSS are faster than spheres and LSS at every separation (the better of them over RSS)", "faster", "fig5.csv", "kind gap ms_per_query", above(1), rss_ahead, "{:.1f}"),
    Claim("Fig. 5", "the cost grows with the separation (volume tests, largest over smallest)", "grows", "fig5.csv", "kind gap volume_tests", above(1),
          lambda r: {KINDS[k]: curves(r, "fig5.csv")[k][-1][2] / curves(r, "fig5.csv")[k][0][2] for k in FAMILY}, "{:.1f}"),
    Claim("Fig. 5", "up to a ceiling (growth over the last decade)", "a ceiling", "fig5.csv", "kind gap volume_tests", at_most(1.5),
          lambda r: {KINDS[k]: curves(r, "fig5.csv")[k][-1][2] / curves(r, "fig5.csv")[k][-2][2] for k in FAMILY}),
    Claim("Fig. 6", "all do more work as the gap of concentric spheres narrows (tests, narrowest over widest)", "more", "fig6.csv", "kind gap volume_tests", above(1),
          lambda r: {KINDS[k]: v for k, v in growths(r).items()}, "{:.0f}"),
    Claim("Fig. 6", "that of RSS grows more slowly than the others' (their growth over that of RSS)", "more slowly", "fig6.csv", "kind gap volume_tests", above(1),
          lambda r: {KINDS[k]: growths(r)[k] / growths(r)["rss"] for k in ("sphere", "lss")}, "{:.2f}",
          "At the widest gap RSS need next to nothing, so that their growth starts lower (table below). Why the paper's curves meet there is not traced.", GUESS),
    Claim("Fig. 6", "RSS are significantly faster at the smallest gap (the better of the others over RSS)", "by far", "fig6.csv", "kind gap ms_per_query", at_least(2), rss_ahead_concentric(0), "{:.1f}"),
    Claim("Fig. 6", "the differences are small at the largest gap", "small", "fig6.csv", "kind gap ms_per_query", at_most(1.5), rss_ahead_concentric(-1), "{:.1f}",
          "Our RSS tell the spheres apart near the roots there, the others do not (volume tests in `fig6.csv`). Why the paper's do not either is not traced.", GUESS),
    Claim("Section 5.3", "the cost falls as the error grows (largest step up)", "falls", "tolerance.csv", "title kind ask relative_error volume_tests", at_most(1.02), falls, "{:.2f}",
          "An approximate distance of the fast engine begins with a quick try to prove the pair it finds first; where that fails, as it mostly does for small errors, it looks for a closer pair as an exact one does.", GUESS),
    Claim("Tables 2-4", "LSS are fastest on the rings", "LSS", "table2.csv table3.csv table4.csv", COLUMNS, is_("LSS"), fastest("rings"), "{}",
          "The shape of the paper's rings is not known, and neither is how close they come.", GUESS),
    Claim("Tables 2-4", "AABBs are fastest on the engine, whose triangles lie along the axes", "AABB", "table2.csv table3.csv table4.csv", COLUMNS, is_("AABB"), fastest("engine"), "{}"),
    Claim("Tables 2-4", "spheres are slowest on path planning, because of long triangles", "sphere", "table2.csv table3.csv table4.csv", COLUMNS, is_("sphere"), slowest("planning"), "{}"),
    Claim("Table 3", "RSS are much faster than OBBs for distance (OBB over RSS)", paper_over("table3", "obb", "rss"), "table3.csv", COLUMNS, at_least(2), over("table3", "obb", "rss"), "{:.2f}",
          SAME_SEARCH, MEASURED),
    Claim("Section 7.4", "the distance test of OBBs costs much more than that of RSS", "much more", "table1_kinds.csv", "kind distance_ns", at_least(2), kind_cost("obb", "distance_ns", "rss"), "{:.1f}", SAME_SEARCH, MEASURED),
    Claim("Section 7.4", "RSS prune as well as OBBs (volume tests of a distance, RSS over OBB)", "comparable", "table3.csv", "scenario trees volume_tests queries", between(0.7, 1.3),
          over("table3", "rss", "obb", "tests"), "{:.2f}", "An RSS has a rounded rim where its box has corners, and the scene decides which fits.", GUESS),
    Claim("Table 2", "RSS are competitive for contact (RSS over OBB)", paper_over("table2", "rss", "obb"), "table2.csv", COLUMNS, at_most(1.25), over("table2", "rss", "obb"), "{:.2f}",
          "Our overlap test of RSS stays a distance, and costs more than the separating axis test (`table1_kinds.csv`, next row).", MEASURED),
    Claim("Section 7.4", "the overlap test of RSS is only slightly more expensive than that of OBBs", "slightly", "table1_kinds.csv", "kind overlap_ns", at_most(1.25),
          kind_cost("rss", "overlap_ns", "obb"), "{:.2f}", "Ours stays a distance between rectangles; an OBB test ends on the first axis that tells boxes apart.", GUESS),
    Claim("Tables 2-4", "the static hybrid is about as fast as RSS (hybrid over RSS, distance)", paper_over("table3", "hybrid", "rss"), "table3.csv", COLUMNS, between(0.8, 1.25),
          over("table3", "hybrid", "rss"), "{:.2f}", "The factor-two rule takes spheres and lines where rectangles prune better (volume tests in the table).", MEASURED),
    Claim("Table 5", "priority search is an order of magnitude faster than depth-first, path computation", paper_gain("planning", "priority"), "table5.csv", "scenario kind technique ms_per_query",
          at_least(10), gain("planning", "priority"), "{:.1f}", "Without a cache no search can gain more than the ideal query, and ours is closer to depth-first than the paper's (tables below).", MEASURED),
    Claim("Table 5", "priority search is an order of magnitude faster than depth-first, path verification", paper_gain("verification", "priority"), "table5.csv", "scenario kind technique ms_per_query", at_least(10), gain("verification", "priority"), "{:.1f}",
          "Without a cache no search can gain more than the ideal query, and ours is closer to depth-first than the paper's (tables below).", MEASURED),
    Claim("Table 5", "triangle caching is an order of magnitude faster than depth-first, path verification", paper_gain("verification", "caching"), "table5.csv", "scenario kind technique ms_per_query",
          at_least(10), gain("verification", "caching"), "{:.1f}", "Without a cache no search can gain more than the ideal query, and ours is closer to depth-first than the paper's (tables below).", MEASURED),
    Claim("Table 5", "caching gains less than priority search among random probes (its time over that of priority)", f"{101.911 / 20.61:.1f}", "table5.csv", "scenario kind technique ms_per_query", above(1),
          lambda r: {"": searches(r).ms("planning", "caching") / searches(r).ms("planning", "priority")}, "{:.1f}"),
    Claim("Section 6.3", "their effects do not add up (gain of both over the better one)", "1.02, 1.16", "table5.csv", "scenario kind technique ms_per_query", at_most(1.25), both_over_better),
    Claim("Table 5", "both together come close to the ideal query (tests, path verification)", "1.01", "table5.csv", "scenario kind technique volume_tests", at_most(1.25),
          lambda r: {"": searches(r).tests("verification", "priority and caching") / searches(r).tests("verification", "ideal")}),
    Claim("Section 7.6", "how leaves are tiled can greatly affect a tree of spheres (slowest over fastest)", "greatly", "tiles.csv", "scenario kind parts ms_per_query", at_least(2), spread_of_tiles, "{:.1f}",
          "What smaller leaves prove sooner, the larger tree takes to go through (table below).", MEASURED),
    Claim("Tables 3 and 5", "the same query has one measurement in both tables (RSS by priority, larger over smaller)", "", "table5.csv", "scenario kind technique ms_per_query", at_most(1), same_query, "{:.2f}",
          "These tables are of a run that measured it for each of them.", MEASURED),
]
