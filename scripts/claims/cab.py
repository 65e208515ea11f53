"""Schmidl, Walker, Lin, CAB: Fast Update of OBB Trees for Collision Detection between Articulated Bodies, 2004."""

from claims.claim import GUESS, MEASURED, Claim, above, at_least, at_most, below, between, is_, mean

TITLE = "Articulated figures (CAB), 2004"
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


class Runs:
    """tables.csv by table and way."""

    def __init__(self, results):
        self.rows = {(r["table"], r["way"]): r for r in results.rows("tables.csv")}
        self.tables = [t for t in TABLES if (t, "cab") in self.rows]

    def of(self, name, way, column):
        return float(self.rows[name, way][column])

    def over(self, above_way, below_way, column):
        """One way's number over another's, table by table."""
        return {f"Table {t[-1]}": self.of(t, above_way, column) / self.of(t, below_way, column) for t in self.tables}


def over(above_way, below_way, column):
    return lambda results: Runs(results).over(above_way, below_way, column)


def paper_over(above_way, below_way, column):
    return ", ".join(f"{PAPER[t][above_way][column] / PAPER[t][below_way][column]:.2f}" for t in TABLES)


def ways_that_differ(results):
    """Ways whose true contacts are not those of brute force."""
    runs = Runs(results)
    true = lambda t, w: runs.of(t, w, "coll") - runs.of(t, w, "false")
    return {f"Table {t[-1]}": sum(true(t, w) != true(t, "brute") for w in NAMES) for t in runs.tables}


def lowest(column):
    def values(results):
        runs = Runs(results)
        return {f"Table {t[-1]}": NAMES[min(FIVE, key=lambda w: runs.of(t, w, column))] for t in runs.tables}

    return values


def gains(results, column):
    """Of CAB over the better of AABB* and OBB."""
    runs = Runs(results)
    return {t: min(runs.of(t, w, column) for w in ("aabb*", "obb")) / runs.of(t, "cab", column) for t in runs.tables}


PAPER_GAIN = mean(min(PAPER[t][w][TOTAL] for w in ("aabb*", "obb")) / PAPER[t]["cab"][TOTAL] for t in TABLES)


def growth_with_ratio(results):
    """How much more calls OBBs have at 6:1 than at 3:1, over the same of AABB*."""
    runs = Runs(results)
    grown = lambda way: runs.of("table2", way, "coll") / runs.of("table1", way, "coll")
    return {"": grown("obb") / grown("aabb*")}


def between_tables(of, above_table, below_table):
    return lambda results: {"": of(Runs(results), above_table) / of(Runs(results), below_table)}


def gap(runs, table):
    return runs.of(table, "aabb*", "total_distances") - runs.of(table, "cab", "total_distances")


def advantage(runs, table):
    return runs.of(table, "aabb*", "total_distances") / runs.of(table, "cab", "total_distances")


def volumes(results, above_column, below_column, most_degrees=180):
    rows = [r for r in results.rows("angles.csv") if float(r["degrees"]) <= most_degrees]
    by_ratio = {}
    for r in rows:
        by_ratio.setdefault(f"{float(r['ratio']):.0f}:1", []).append(float(r[above_column]) / float(r[below_column]))
    return {name: mean(values) for name, values in by_ratio.items()}


def partial_gain(results):
    rows = results.rows("partial.csv")
    cost = lambda r: float(r["update"]) + float(r["test"])
    names = ("all pairs", "between the chains")
    braided = [cost(a) / cost(b) for a, b in zip(rows[::2], rows[1::2]) if a["table"] == "table4"]
    return dict(zip(names, braided))


SAME_COST = "A yes-or-no query of the engine begins with the links' own boxes and costs little more than a test of two boxes, so that a false alarm is cheap (table of when CAB pays)."
CORNERS = "Eight corners are products and comparisons that wait for nothing; a box by the major axis rule has roots and divisions that the rest waits for."
T = "table way "

CLAIMS = [
    Claim("Tables 1-5", "all ways find the same contacts (ways that differ from brute force)", "the same", "tables.csv", T + "coll false", at_most(0), ways_that_differ, "{:d}"),
    Claim("Section 4", "OBB and CAB have the same calls (OBB over CAB)", "1, 1, 1, 1, 1", "tables.csv", T + "coll", between(1, 1), over("obb", "cab", "coll")),
    Claim("Tables 1-5", "CAB's update is faster than OBB's (OBB over CAB)", paper_over("obb", "cab", UPDATE), "tables.csv", T + "update", at_least(2), over("obb", "cab", "update")),
    Claim("Section 2", "CAB's update is faster than that of AABB* (AABB* over CAB)", paper_over("aabb*", "cab", UPDATE), "tables.csv", T + "update", above(1), over("aabb*", "cab", "update"), "{:.2f}", CORNERS, GUESS),
    Claim("Section 4", "fitting to all vertices is highly inefficient (update, AABB+ over AABB*)", paper_over("aabb+", "aabb*", UPDATE), "tables.csv", T + "update", at_least(8), over("aabb+", "aabb*", "update"), "{:.1f}"),
    Claim("Tables 1-5", "CAB's inner boxes are looser: its tests take longer than OBB's (CAB over OBB)", paper_over("cab", "obb", TEST), "tables.csv", T + "test", above(1), over("cab", "obb", "test"), "{:.2f}",
          "The number of box tests hardly differs (next row): our chains seldom bend so far that the boxes do.", MEASURED),
    Claim("Tables 1-5", "CAB's inner boxes are looser: it makes more box tests than OBB (CAB over OBB)", "more", "tables.csv", T + "box_tests", above(1), over("cab", "obb", "box_tests"), "{:.3f}",
          "The boxes of both rules have nearly the same volume at every angle (`angles.csv`).", MEASURED),
    Claim("Tables 1-5", "CAB's total is the lowest of the five, yes or no at the links", "CAB", "tables.csv", T + "total", is_("CAB"), lowest("total"), "{}", SAME_COST, MEASURED),
    Claim("Tables 1-5", "CAB's total is the lowest of the five, distances at the links", "CAB", "tables.csv", T + "total_distances", is_("CAB"), lowest("total_distances"), "{}"),
    Claim("Abstract", "a speedup of 2 on average over the better of AABB* and OBB, yes or no at the links", f"2 (its tables: {PAPER_GAIN:.2f})", "tables.csv", T + "total", at_least(2),
          lambda r: {"": mean(gains(r, "total").values())}, "{:.2f}", SAME_COST, MEASURED),
    Claim("Abstract", "a speedup of 2 on average over the better of AABB* and OBB, distances at the links", f"2 (its tables: {PAPER_GAIN:.2f})", "tables.csv", T + "total_distances", at_least(2), lambda r: {"": mean(gains(r, "total_distances").values())}, "{:.2f}",
          "Both have the same calls, whose distances are most of the time; the updates are the rest.", MEASURED),
    Claim("Table 4", "braided: AABB*'s total is below OBB's (AABB* over OBB)", f"{18.29 / 20.74:.2f}", "tables.csv", T + "total", below(1),
          lambda r: {"": Runs(r).of("table4", "aabb*", "total") / Runs(r).of("table4", "obb", "total")}),
    Claim("Table 4", "braided: CAB's advantage over AABB* is less than in Table 2 (distances)", f"{1.39 / 2.15:.2f}", "tables.csv", T + "total_distances", below(1), between_tables(advantage, "table4", "table2")),
    Claim("Table 2", "OBBs depend less on the links' ratio: growth of calls from 3:1 to 6:1, OBB over AABB*", f"{1.25 / 1.78:.2f}", "tables.csv", T + "coll", below(1), growth_with_ratio, "{:.2f}",
          "The motions are ours, and those of the slender links bring them closer together.", GUESS),
    Claim("Table 3", "dented links: OBBs shrink (calls over those of convex ones)", f"{3405 / 7194:.2f}", "tables.csv", T + "coll", below(1), between_tables(lambda runs, t: runs.of(t, "obb", "coll"), "table3", "table2")),
    Claim("Table 3", "dented links: the gap between AABB* and CAB is larger (distances)", f"{11.42 / 10.14:.2f}", "tables.csv", T + "total_distances", above(1), between_tables(gap, "table3", "table2"),
          why="The gap is a difference of two times that are close to each other; it may end on either side from run to run.", basis=GUESS),
    Claim("Section 4", "CAB takes at most 4 % of a frame of 1/30 s (µs a frame)", "900 to 1300", "tables.csv", T + "total frames", at_most(1333, " µs"),
          lambda r: {f"Table {t[-1]}": 1e6 * Runs(r).of(t, "cab", "total") / Runs(r).of(t, "cab", "frames") for t in Runs(r).tables}, "{:.1f}"),
    Claim("Fig. 1b", "CAB's box is a very good approximation (mean volume over covariance's)", "very good", "angles.csv", "ratio degrees cab covariance", at_most(1.15), lambda r: volumes(r, "cab", "covariance"), "{:.3f}"),
    Claim("Footnote", "its box is slightly larger, up to 60 degrees (over CAB's)", "slightly", "angles.csv", "ratio degrees cab footnote", between(1.0001, 1.1), lambda r: volumes(r, "footnote", "cab", 60), "{:.3f}"),
    Claim("Section 2", "a partial update has no advantage when braided (speedup)", "none", "partial.csv", "table update test", at_most(1.05), partial_gain),
]
