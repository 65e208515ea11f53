"""What docs/results/cab/README.md.in shows of the CSV files of `abut bench papers --filter cab`."""

from claims.cab import CLAIMS, COLL, FALSE, NAMES, PAPER, QUERY, TEST, TOTAL, UPDATE, Runs  # noqa: F401, the claims are the page's
from page import table, verdict, whole


def one_table(runs, name):
    row = runs.rows[name, "cab"]
    body = []
    for way in NAMES:
        theirs, row = PAPER[name].get(way), runs.rows[name, way]
        ms = [f"{1000 * float(row[c]):.2f}" for c in ("query", "update", "test", "total", "distances", "total_distances")]
        seconds = [f"{theirs[c]:.2f}" if theirs else "" for c in (QUERY, UPDATE, TEST, TOTAL)]
        counts = [whole(theirs[COLL]) if theirs else "", whole(row["coll"]), whole(theirs[FALSE]) if theirs else "", whole(row["false"])]
        body.append([NAMES[way], *counts, seconds[0], ms[0], seconds[1], ms[1], seconds[2], ms[2], seconds[3], ms[3], ms[4], ms[5]])
    head = ["way", "#coll: paper", "abut", "#false: paper", "abut", "query: paper, s", "abut, ms", "update: paper, s", "abut, ms", "test: paper, s", "abut, ms",
            "total: paper, s", "abut, ms", "distances, ms", "total with them, ms"]
    return f"Table {name[-1]}: {row['title']}, {whole(row['frames'])} frames, {row['pairs']} pairs.\n\n" + table(head, body)


def break_even(boxes_cab, boxes_aabb, coll_cab, coll_aabb):
    """What a query must take for CAB's boxes to pay: what they cost more, over the pairs that they spare."""
    return (boxes_cab - boxes_aabb) / (coll_aabb - coll_cab)


def when_cab_pays(runs):
    """Beside each table what a query takes, what it would have to take for CAB to be the lowest, and which it is."""
    body = []
    for t in runs.tables:
        boxes = {w: runs.of(t, w, "update") + runs.of(t, w, "test") for w in ("cab", "aabb*")}
        spared = runs.of(t, "aabb*", "coll") - runs.of(t, "cab", "coll")
        needed = 1e9 * break_even(boxes["cab"], boxes["aabb*"], runs.of(t, "cab", "coll"), runs.of(t, "aabb*", "coll"))
        taken = 1e9 * (runs.of(t, "aabb*", "query") - runs.of(t, "cab", "query")) / spared
        p = PAPER[t]
        theirs = 1e9 * break_even(p["cab"][UPDATE] + p["cab"][TEST], p["aabb*"][UPDATE] + p["aabb*"][TEST], p["cab"][COLL], p["aabb*"][COLL])
        tests = [1e9 * runs.of(t, w, "test") / runs.of(t, w, "box_tests") for w in ("cab", "aabb*")]
        body.append([t[-1], f"{tests[0]:.0f}, {tests[1]:.0f}", f"{spared / runs.of(t, 'cab', 'frames'):.1f}", f"{needed:.0f}", f"{taken:.0f}", verdict(taken > needed), f"{theirs:.0f}"])
    head = ["table", "a box test of CAB, AABB*, ns", "false alarms spared a frame", "CAB pays from, ns a query", "a spared query takes, ns", "pays", "paper: pays from, ns"]
    return table(head, body)


def tables(results):
    runs = Runs(results)
    to = lambda values, form: f"{min(values):{form}} to {max(values):{form}}"
    queries = [1e9 * runs.of(t, "brute", "query") / runs.of(t, "brute", "coll") for t in runs.tables]
    theirs = [1e6 * PAPER[t]["brute"][QUERY] / PAPER[t]["brute"][COLL] for t in runs.tables]
    true = lambda table_of, way: [table_of(t, way) for t in runs.tables]
    ours = true(lambda t, w: runs.of(t, w, "coll") - runs.of(t, w, "false"), "cab")
    paper = true(lambda t, w: PAPER[t][w][COLL] - PAPER[t][w][FALSE], "cab")
    return {"tables": "\n\n".join(one_table(runs, t) for t in runs.tables), "query": to(queries, ".0f"), "paper_query": to(theirs, ".0f"),
            "update": to([1e6 * runs.of(t, "cab", "update") / runs.of(t, "cab", "frames") for t in runs.tables], ".2f"), "pays": when_cab_pays(runs),
            "touching": ", ".join(map(whole, ours)), "paper_touching": ", ".join(map(whole, paper))}


def angles(results):
    body = [[f"{float(r['ratio']):.0f}:1", r["degrees"]] + [f"{float(r[c]):.4f}" for c in ("cab", "footnote", "covariance", "best")] for r in results.rows("angles.csv") if int(r["degrees"]) % 20 == 0]
    worst = max(float(r["cab"]) / float(r["covariance"]) for r in results.rows("angles.csv"))
    return {"picture": results.picture("angles.png", "volume over the joint's angle"), "worst": f"{worst:.2f}",
            "table": table(["ratio", "degrees", "CAB", "footnote", "covariance", "best along the joint's axis"], body)}


def partial(results):
    body = [[r["title"], NAMES[r["way"]], f"{float(r['boxes_fitted']) / float(r['frames']):.1f}", whole(r["box_tests"]), f"{1000 * float(r['update']):.2f}", f"{1000 * float(r['test']):.2f}",
             f"{1000 * (float(r['update']) + float(r['test'])):.2f}"] for r in results.rows("partial.csv")]
    return {"table": table(["pairs", "way", "boxes fitted a frame", "box tests", "update, ms", "test, ms", "both, ms"], body)}


SECTIONS = {"tables.csv": tables, "angles.csv": angles, "partial.csv": partial}
