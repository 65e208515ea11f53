"""The page of docs/results/peers, made of the CSV files of `abut bench peers`."""

import csv

from provenance import line_of, read_run

OURS = "abut"


def read(path):
    """Rows of a table, or none when its experiment was not run."""
    if not path.exists():
        return []
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def number(value):
    """Three digits that count, with thin groups for the large ones."""
    value = float(value)
    if value >= 1000:
        return f"{value:,.0f}".replace(",", " ")
    if value >= 100:
        return f"{value:.0f}"
    return f"{value:.3g}"


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


# In which the experiments' goals are listed.
EXPERIMENTS = ["collide", "distance", "touching", "within", "small", "rays", "motions", "rounded", "sheared", "recorded",
               "coherence", "build", "refit", "scene", "robot", "robot-threads", "threads"]


def goal_table(goals):
    """How many lines are met, and all of them with their verdicts, which the command has computed from its numbers."""
    goals = sorted(goals, key=lambda row: EXPERIMENTS.index(row["experiment"]))
    required = [row for row in goals if float(row["required"])]
    met = sum(not row["verdict"].startswith("missed") for row in required)
    aims = sum(row["verdict"] == "aim reached" for row in goals)

    def bound(row, key):
        if not float(row[key]):
            return ""
        return f"{'≤' if row['bound'] == 'at most' else '≥'} {number(row[key])}"

    def verdict(row):
        return f"**{row['verdict']}**" if row["verdict"].startswith("missed") else row["verdict"]

    return (
        f"{met} of {len(required)} lines are met; {aims} reach their aim. One thread, medians, this run.\n\n"
        + table(["work", "measure", "required", "aim", "measured", "verdict"],
                [[row["work"], row["measure"], bound(row, "required"), bound(row, "aim"), number(row["measured"]), verdict(row)]
                 for row in goals])
    )


def section_goals(goals):
    no_cliffs = [row for row in goals if row["table"] == "no cliffs"]
    first = [row for row in goals if row["table"] != "no cliffs"]
    text = ""
    if no_cliffs:
        text += (
            "## The goals: no cliffs\n\nFast on the data people have: rounded, sheared and touching, small parts, limits, recorded "
            "paths. Where several works are held to one line, the worst of them is named. " + goal_table(no_cliffs) + "\n"
        )
    return text + (("## The first goals\n\n" + goal_table(first)) if first else "")


def what_differs(row):
    """In words; empty when nothing does."""
    parts = []
    if int(row["wrong_no"]):
        parts.append(f"contact denied at {row['wrong_no']} placements")
    if int(row["wrong_yes"]):
        parts.append(f"contact invented at {row['wrong_yes']} placements")
    share = f" ({100 * int(row['missed']) / int(row['pairs']):.3g} %)" if int(row["pairs"]) else ""
    if int(row["missed"]):
        parts.append(f"{row['missed']} of {row['pairs']} pairs{share} left out")
    if int(row["extra"]):
        parts.append(f"{row['extra']} pairs reported that do not touch, where {row['pairs']} do")
    return "; ".join(parts)


def section_answers(answers):
    wrong = [row for row in answers if what_differs(row)]
    names = list(dict.fromkeys(row["contestant"] for row in answers))
    wrong.sort(key=lambda row: names.index(row["contestant"]))
    right = [name for name in names if all(row["contestant"] != name for row in wrong)]
    text = (
        "## Where answers are wrong\n\nEvery answer is compared with the exact one, by our binary tree of oriented boxes in "
        "double, which the tests hold against brute force. *First contact* compares yes and no, *all contacts* the pairs of "
        "triangles. Besides the works that are timed there are some where rounding matters: tiny models, far from the origin, "
        "resting on each other, or just clear of each other.\n\n"
    )
    if wrong:
        text += table(["library", "work", "query", "placements", "what is wrong", "for example"],
                      [[row["contestant"], row["work"], row["query"], row["placements"], what_differs(row), row["example"]]
                       for row in wrong])
    return text + f"\nNo wrong answer was seen from {'; '.join(right)}.\n"


def section_collide(rows):
    names = list(dict.fromkeys(row["contestant"] for row in rows))
    works = list(dict.fromkeys((row["work"], row["query"]) for row in rows))
    by_key = {(row["work"], row["query"], row["contestant"]): row for row in rows}
    most = {work: max(int(by_key[(*work, name)]["placements"]) for name in names) for work in works}

    def entry(work, name):
        row = by_key[(*work, name)]
        if name == OURS:
            return f"**{number(row['us'])}**"
        fewer = "*" if int(row["placements"]) < most[work] else ""
        return f"{number(row['us'])} ({number(row['over_abut'])}×){fewer}"

    body = [[", ".join(work), str(most[work])] + [entry(work, name) for name in names] for work in works]
    return (
        "## Collide\n\nMicroseconds per query, and in brackets how many times our time that is. A star marks a slow contestant "
        "that was timed on the first placements only; its ratio is to our time on the same ones.\n\n"
        + table(["work", "placements"] + names, body)
    )


def section_build(rows):
    def memory(row):
        stated, heap = float(row["stated_bytes_per_triangle"]), float(row["heap_bytes_per_triangle"])
        return number(stated or heap)

    body = [[number(row["triangles"]), row["contestant"], number(row["ms"]), number(row["over_abut"]) + "×", memory(row)]
            for row in rows]
    return (
        "## Build and memory\n\nFrom points and triangles in memory to a tree that can be queried, on one thread. Bytes are "
        "those of everything a query needs, by the library's own word or else by the growth of the heap.\n\n"
        + table(["triangles", "contestant", "ms", "over abut", "bytes per triangle"], body)
    )


def section_n_log_n(rows):
    body = [[number(row["triangles"]), number(row["build_ms"]), number(row["ns_per_n_log2_n"])] for row in rows]
    return "The binary tree by FCL's rules, divided by n log n:\n\n" + table(["triangles", "ms", "ns per n log2 n"], body)


def section_refit(rows):
    body = [[row["contestant"], number(row["ms"]), number(row["over_abut"]) + "×" if row["over_abut"] else ""] for row in rows]
    return (
        f"## Refit\n\n{number(rows[0]['triangles'])} triangles, all of them moved, again and again for 20 ms at a time, on "
        "one thread; the first refit of each, which may prepare for the others, is not counted.\n\n"
        + table(["contestant", "ms", "over abut"], body)
    )


def section_coherence(rows):
    body = [[row["path"], row["way"], row["touching"], number(row["us_per_step"]), number(row["times_uncached"]) + "×"]
            for row in rows]
    return (
        "## A path of small steps\n\nA 70k scan swings around another in 2000 steps, none of which moves a point by more than "
        "0.1 % of its size; first contact at every step.\n\n"
        + table(["path", "way", "steps that touch", "µs per step", "times as fast"], body)
    )


def section_distance(rows):
    body = [[row["work"], row["contestant"], number(row["us"]), number(row["over_abut"]) + "×",
             f"{float(row['largest_relative_difference']):.1e}"] for row in rows]
    return (
        "## Distance\n\nThe exact distance with its closest points, microseconds per query; the last column is the largest "
        "difference from our answer, relative to it.\n\n"
        + table(["work", "contestant", "µs", "over abut", "differs by"], body)
    )


def section_distance_forms(rows):
    body = [[row["work"], row["form"], number(row["us"]), number(row["times_exact"]) + "×",
             number(row["tests"]) if row["tests"] else ""] for row in rows]
    return (
        "Less than the exact distance, and a path of small steps (abut alone):\n\n"
        + table(["work", "asked for", "µs", "times as fast", "tests"], body)
    )


def wrong(row):
    """How many answers are; nothing when all are right."""
    return f"**{row['wrong']}**" if int(row["wrong"]) else ""


def section_rounded(rows):
    """One line per work, query and contestant, with a column for each rounding."""
    lines = {}
    for row in rows:
        lines.setdefault((row["work"], row["query"], row["contestant"]), {})[row["placements_are"]] = row
    roundings = [name for name in dict.fromkeys(row["placements_are"] for row in rows) if name != "orthonormal"]
    body = [[*key, line["orthonormal"]["placements"], number(line["orthonormal"]["us"])]
            + [f"{number(line[name]['us'])} ({number(line[name]['of_orthonormal_speed'])}×)" for name in roundings]
            + [wrong({"wrong": max(int(row["wrong"]) for row in line.values())})] for key, line in lines.items()]
    return (
        "## Rounded placements\n\nPlacements as files, float32 and quaternions give them. Microseconds per query at the orthonormal "
        "placements and at the same ones rounded, and in brackets the speed against the former; distances where the models are "
        "clear. Wrong answers are counted at the placements as they are given.\n\n"
        + table(["work", "query", "contestant", "placements", "orthonormal, µs", *(f"{name}, µs" for name in roundings),
                 "wrong answers"], body)
    )


def section_sheared(rows):
    body = [[row["work"], row["query"], row["placements_are"], row["placements"], number(row["rigid_us"]), number(row["us"]),
             number(row["times_rigid"]) + "×", wrong(row)] for row in rows]
    return (
        "## Sheared and unequally scaled placements\n\nThe same bodies at the same places twice: meshes that are sheared or scaled "
        "already, at rigid placements, and plain meshes at placements that shear or scale them. abut alone: the others take "
        "rotations.\n\n"
        + table(["work", "query", "placements", "how many", "rigid, µs", "µs", "times the rigid one's time", "wrong answers"], body)
    )


def section_touching(rows):
    body = [[row["work"], row["contestant"], row["query"], row["placements"], number(row["us"]),
             number(row["over_first_contact"]) + "×", wrong(row)] for row in rows]
    return (
        "## Distance where models touch\n\n"
        + table(["work", "contestant", "query", "placements", "µs", "over our first contact", "wrong answers"], body)
    )


def section_within(rows):
    body = [[row["work"], row["contestant"], row["asked"], number(row["us"]), number(row["over_first_contact"]) + "×",
             number(row["times_fcl_distance"]) + "×" if row["times_fcl_distance"] else "", wrong(row)] for row in rows]
    return (
        "## Within a limit\n\nThe limit is a share of the true distance: with 0.01 the gap is a hundred times the limit. No other "
        "library has this query; its user measures the distance.\n\n"
        + table(["work", "contestant", "asked", "µs", "over our first contact", "times as fast as FCL's distance", "wrong answers"],
                body)
    )


def section_rays(rows):
    body = [[row["work"], row["contestant"], row["form"], row["rays"], number(row["ns"]), number(row["over_abut"]) + "×",
             row["differing"]] for row in rows]
    return (
        "## Rays\n\nFirst hits of rays without an end: strewn around the model, and those of a picture of it. abut (rays) has the "
        "second tree of `ModelOptions::rays`; abut decides exactly in double, Embree in float.\n\n"
        + table(["work", "contestant", "form", "rays", "ns", "over abut (rays)", "differing from abut"], body)
    )


def section_motions(rows):
    def what_is_wrong(row):
        counts = [f"{row[key]} {key}" for key in ("missed", "late", "early") if int(row[key])]
        return ", ".join(counts) or "0"

    body = [[row["work"], row["contestant"], row["motions"], row["contacts"], what_is_wrong(row), number(row["median_us"]),
             number(row["p95_us"]), number(row["median_distances"]),
             number(row["clear_median_distances"]) if row["clear_median_distances"] else ""] for row in rows]
    return (
        "## Motions\n\nFirst contacts under random screws, to 1e-6 of the time. A contact counts where exact `touches` confirms it "
        "at a time of the motion; an answer is *missed* if it denies one, *late* if it names a later time, *early* if it names "
        "one that is proved clear. A distance is that of the same pair where the motion begins; others are asked few motions, "
        "and all of them count in their median.\n\n"
        + table(["work", "contestant", "motions", "contacts", "wrong", "median µs", "95 of 100, µs", "median, in distances",
                 "clear, in distances"], body)
        + "\n![Dots: what the proof of a clear motion costs, in distances, over its least clearance](clearances.png)\n"
    )


def section_fits(rows):
    body = [[row["fit"], row["triangles"], row["verdict"], number(row["clearance"]), number(row["us"]), number(row["distances"])]
            for row in rows]
    return ("## Close fits\n\nA whole turn, proved clear.\n\n"
            + table(["fit", "triangles of each", "verdict", "clearance", "µs", "in distances"], body))


def section_small(rows):
    body = [[row["work"], row["query"], row["contestant"], row["placements"], number(row["us"]), number(row["over_abut"]) + "×",
             wrong(row)] for row in rows]
    return (
        "## Small parts\n\nTwo links of a robot's arm that share no joint, at random angles of its joints. All are clear: "
        "near by at most a tenth of a link's length, far by more.\n\n"
        + table(["work", "query", "contestant", "placements", "µs", "over abut", "wrong answers"], body)
    )


def section_recorded(rows):
    body = [[row["path"], row["query"], row["contestant"], row["placements_are"], row["steps"], number(row["us"]),
             number(row["times_uncached"]) + "×" if row["times_uncached"] else "", wrong(row)] for row in rows]
    return (
        "## A recorded path\n\nThe paths of small steps again, and the same as a recording with six digits gives them. Others "
        "remember nothing, and are timed at every 40th step.\n\n"
        + table(["path", "query", "contestant", "placements", "steps", "µs", "times the uncached speed", "wrong answers"], body)
    )


def section_threads(rows):
    body = [[row["work"]] + [number(row[key]) for key in ("one_thread_ms", "two_threads_ms", "two_processes_ms",
                                                           "gain_of_threads", "gain_of_processes", "share")] for row in rows]
    return (
        "## Two threads\n\nBy the wall clock. Two independent processes do the whole work each, at the same time: what they gain "
        "is what this machine's two cores can give.\n\n"
        + table(["work", "one thread, ms", "two threads, ms", "two processes, ms", "gain of threads", "gain of processes",
                 "share"], body)
    )


def section_growth(rows):
    refit = any("refit_ms" in row for row in rows)
    head = ["contestant", "triangles", "build, ms"] + ["refit, ms"] * refit + ["first contact, µs", "all contacts, µs",
                                                                               "bytes per triangle", "process at most, MB"]
    blank = lambda value: number(value) if float(value or 0) else ""
    body = [[row["contestant"], number(row["triangles"]), number(row["build_ms"])]
            + [blank(row.get("refit_ms"))] * refit
            + [number(row["first_us"]), number(row["all_us"]), blank(row["bytes_per_triangle"]), number(row["process_peak_mb"])]
            for row in rows]
    return (
        "## Growth\n\nThe same body scanned ever more finely, at the same 300 placements (all contacts: the first 20 of them), "
        "on one thread.\n\n![Time per query, build and memory over the number of triangles](growth.png)\n\n" + table(head, body)
    )


def section_how(peers):
    body = [[peer["contestant"], peer["version"], peer["how"]] for peer in peers]
    return (
        "## How it was measured\n\nAll get the same meshes and the same placements, from our arrays to our arrays: conversions "
        "that a user would pay for are paid for. Runs are interleaved; the median of up to ten rounds is taken, in seconds of "
        "one thread's own clock, after a first one that warms up. Absolute times move from run to run on a shared machine; ratios within one run are what counts."
        "\n\nContact means that two closed triangles share a point. Bullet and ODE make contact points for physics rather than "
        "pairs of triangles: Bullet's clipping counts pairs that only come near each other's planes, and ODE merges points that "
        "are close, so some pairs go without one. Embree finds pairs of boxes and leaves the triangles to its caller, who here "
        "is abut; that makes its answers exact and ours.\n\n" + table(["contestant", "version", "how"], body)
    )


TABLES = ("peers", "goals", "collide", "answers", "hard_cases", "build", "n_log_n", "refit", "coherence", "distance", "distance_forms",
          "rounded", "sheared", "touching", "within", "small", "rays", "motions", "each_motion", "fits", "recorded", "threads", "growth")
SECTIONS = (("goals", section_goals), ("answers", section_answers), ("collide", section_collide), ("build", section_build),
            ("n_log_n", section_n_log_n), ("refit", section_refit), ("coherence", section_coherence), ("distance", section_distance),
            ("distance_forms", section_distance_forms), ("touching", section_touching), ("within", section_within),
            ("small", section_small), ("rays", section_rays), ("motions", section_motions), ("fits", section_fits),
            ("rounded", section_rounded), ("sheared", section_sheared), ("recorded", section_recorded),
            ("threads", section_threads), ("growth", section_growth), ("peers", section_how))


def text(directory):
    """The page. The goals' verdicts are the command's own, computed from its numbers."""
    tables = {name: read(directory / f"{name}.csv") for name in TABLES}
    tables["answers"] += tables["hard_cases"]
    run = read_run(directory)
    page = [f"# abut and its peers\n\n{line_of(run)} {run['processor']}.\n"]
    if tables["collide"]:
        page.append("![Bars: how many times as long as abut each library takes](ratios.png)\n")
    return "\n".join(page + [section(tables[name]) for name, section in SECTIONS if tables[name]])
