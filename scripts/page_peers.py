"""What docs/results/peers/README.md.in shows of the CSV files of `abut bench peers`."""

OURS = "abut"


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


def goal_verdict(row):
    """What is measured against what is required and aimed at; 0 asks for nothing. A test holds it against the command's own."""
    measured, required, aim = (float(row[column]) for column in ("measured", "required", "aim"))
    reaches = lambda bound: measured <= bound if row["bound"] == "at most" else measured >= bound
    if required and not reaches(required):
        times_off = max(measured / required, required / measured) if measured else float("inf")
        return f"missed by {100 * abs(measured / required - 1):.2g} %" if times_off < 2 else f"missed by a factor of {times_off:.{1 if times_off < 10 else 0}f}"
    if aim and reaches(aim):
        return "aim reached"
    return "met" if required else "aim missed" if aim else "nothing asked"


def goal_table(goals):
    """How many lines are met, and all of them with their verdicts."""
    order = EXPERIMENTS + [row["experiment"] for row in goals]
    goals = sorted(goals, key=lambda row: order.index(row["experiment"]))
    required = [row for row in goals if float(row["required"])]
    met = sum(not goal_verdict(row).startswith("missed") for row in required)
    aims = sum(goal_verdict(row) == "aim reached" for row in goals)

    def bound(row, key):
        if not float(row[key]):
            return ""
        return f"{'≤' if row['bound'] == 'at most' else '≥'} {number(row[key])}"

    def verdict(row):
        return f"**{goal_verdict(row)}**" if goal_verdict(row).startswith("missed") else goal_verdict(row)

    return (
        f"{met} of {len(required)} lines are met; {aims} reach their aim. One thread, medians, this run.\n\n"
        + table(["work", "measure", "required", "aim", "measured", "verdict"],
                [[row["work"], row["measure"], bound(row, "required"), bound(row, "aim"), number(row["measured"]), verdict(row)]
                 for row in goals])
    )


def goals(results):
    rows = results.rows("goals.csv")
    no_cliffs = [row for row in rows if row["table"] == "no cliffs"]
    first = [row for row in rows if row["table"] != "no cliffs"]
    return {"no_cliffs": goal_table(no_cliffs), "first": goal_table(first) if first else "This run has none of them."}


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


def answers(results):
    rows = results.rows("answers.csv") + (results.rows("hard_cases.csv") or [])
    names = list(dict.fromkeys(row["contestant"] for row in rows))
    wrong_ones = sorted((row for row in rows if what_differs(row)), key=lambda row: names.index(row["contestant"]))
    right = [name for name in names if all(row["contestant"] != name for row in wrong_ones)]
    return {"table": table(["library", "work", "query", "placements", "what is wrong", "for example"],
                           [[row["contestant"], row["work"], row["query"], row["placements"], what_differs(row), row["example"]] for row in wrong_ones]),
            "right": "; ".join(right)}


def collide(results):
    rows = results.rows("collide.csv")
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

    return {"table": table(["work", "placements"] + names, [[", ".join(work), str(most[work])] + [entry(work, name) for name in names] for work in works])}


def build(results):
    memory = lambda row: number(float(row["stated_bytes_per_triangle"]) or float(row["heap_bytes_per_triangle"]))
    return {"table": table(["triangles", "contestant", "ms", "over abut", "bytes per triangle"],
                           [[number(row["triangles"]), row["contestant"], number(row["ms"]), times(row["over_abut"]), memory(row)] for row in results.rows("build.csv")]),
            "growth": table(["triangles", "ms", "ns per n log2 n"],
                            [[number(row["triangles"]), number(row["build_ms"]), number(row["ns_per_n_log2_n"])] for row in results.rows("n_log_n.csv") or []])}


def columns(name, *shown):
    """A section whose table has a row for each of the CSV's: (head, what of a row is shown) of its columns."""
    return lambda results: {"table": table([head for head, _ in shown], [[of(row) for _, of in shown] for row in results.rows(name)])}


def times(text):
    return number(text) + "×" if text else ""


def plain(column):
    return lambda row: row[column]


def figure(column):
    return lambda row: number(row[column]) if row[column] else ""


def factor(column):
    return lambda row: times(row[column])


def wrong(row):
    """How many answers are; nothing when all are right."""
    return f"**{row['wrong']}**" if int(row["wrong"]) else ""


WORK, QUERY, CONTESTANT, MICROSECONDS = ("work", plain("work")), ("query", plain("query")), ("contestant", plain("contestant")), ("µs", figure("us"))
PLACEMENTS, WRONG = ("placements", plain("placements")), ("wrong answers", wrong)


def refit(results):
    values = columns("refit.csv", CONTESTANT, ("ms", figure("ms")), ("over abut", factor("over_abut")))(results)
    return values | {"triangles": number(results.rows("refit.csv")[0]["triangles"])}


def distance(results):
    values = columns("distance.csv", WORK, CONTESTANT, MICROSECONDS, ("over abut", factor("over_abut")),
                     ("differs by", lambda row: f"{float(row['largest_relative_difference']):.1e}"))(results)
    if results.rows("distance_forms.csv"):
        forms = columns("distance_forms.csv", WORK, ("asked for", plain("form")), MICROSECONDS, ("times as fast", factor("times_exact")), ("tests", figure("tests")))(results)
    return values | {"forms": forms["table"] if results.rows("distance_forms.csv") else ""}


def rounded(results):
    """One line per work, query and contestant, with a column for each rounding."""
    lines = {}
    rows = results.rows("rounded.csv")
    for row in rows:
        lines.setdefault((row["work"], row["query"], row["contestant"]), {})[row["placements_are"]] = row
    roundings = [name for name in dict.fromkeys(row["placements_are"] for row in rows) if name != "orthonormal"]
    body = [[*key, line["orthonormal"]["placements"], number(line["orthonormal"]["us"])]
            + [f"{number(line[name]['us'])} ({number(line[name]['of_orthonormal_speed'])}×)" for name in roundings]
            + [wrong({"wrong": max(int(row["wrong"]) for row in line.values())})] for key, line in lines.items()]
    return {"table": table(["work", "query", "contestant", "placements", "orthonormal, µs", *(f"{name}, µs" for name in roundings), "wrong answers"], body)}


def what_is_wrong(row):
    return ", ".join(f"{row[key]} {key}" for key in ("missed", "late", "early") if int(row[key])) or "0"


THREADS = (("one thread, ms", "one_thread_ms"), ("two threads, ms", "two_threads_ms"), ("two processes, ms", "two_processes_ms"), ("gain of threads", "gain_of_threads"),
           ("gain of processes", "gain_of_processes"), ("share", "share"))


def growth(results):
    rows = results.rows("growth.csv")
    blank = lambda value: number(value) if float(value or 0) else ""
    body = [[row["contestant"], number(row["triangles"]), number(row["build_ms"]), blank(row.get("refit_ms")), number(row["first_us"]), number(row["all_us"]), blank(row["bytes_per_triangle"]),
             number(row["process_peak_mb"])] for row in rows]
    return {"picture": results.picture("growth.png", "Time per query, build and memory over the number of triangles"),
            "table": table(["contestant", "triangles", "build, ms", "refit, ms", "first contact, µs", "all contacts, µs", "bytes per triangle", "process at most, MB"], body)}


CLAIMS = []  # what is asked of abut beside its peers stands in the table of goals
SECTIONS = {
    "goals.csv": goals, "answers.csv": answers, "collide.csv": collide, "build.csv": build, "refit.csv": refit,
    "coherence.csv": columns("coherence.csv", ("path", plain("path")), ("way", plain("way")), ("steps that touch", plain("touching")), ("µs per step", figure("us_per_step")), ("times as fast", factor("times_uncached"))),
    "distance.csv": distance,
    "touching.csv": columns("touching.csv", WORK, CONTESTANT, QUERY, PLACEMENTS, MICROSECONDS, ("over our first contact", factor("over_first_contact")), WRONG),
    "within.csv": columns("within.csv", WORK, CONTESTANT, ("asked", plain("asked")), MICROSECONDS, ("over our first contact", factor("over_first_contact")),
                          ("times as fast as FCL's distance", factor("times_fcl_distance")), WRONG),
    "small.csv": columns("small.csv", WORK, QUERY, CONTESTANT, PLACEMENTS, MICROSECONDS, ("over abut", factor("over_abut")), WRONG),
    "rays.csv": columns("rays.csv", WORK, CONTESTANT, ("form", plain("form")), ("rays", plain("rays")), ("ns", figure("ns")), ("over abut (rays)", factor("over_abut")), ("differing from abut", plain("differing"))),
    "motions.csv": lambda results: {"picture": results.picture("clearances.png", "Dots: what the proof of a clear motion costs, in distances, over its least clearance")}
    | columns("motions.csv", WORK, CONTESTANT, ("motions", plain("motions")), ("contacts", plain("contacts")), ("wrong", what_is_wrong), ("median µs", figure("median_us")), ("95 of 100, µs", figure("p95_us")),
              ("median, in distances", figure("median_distances")), ("clear, in distances", figure("clear_median_distances")))(results),
    "fits.csv": columns("fits.csv", ("fit", plain("fit")), ("triangles of each", plain("triangles")), ("verdict", plain("verdict")), ("clearance", figure("clearance")), MICROSECONDS, ("in distances", figure("distances"))),
    "rounded.csv": rounded,
    "sheared.csv": columns("sheared.csv", WORK, QUERY, ("placements", plain("placements_are")), ("how many", plain("placements")), ("rigid, µs", figure("rigid_us")), MICROSECONDS,
                           ("times the rigid one's time", factor("times_rigid")), WRONG),
    "recorded.csv": columns("recorded.csv", ("path", plain("path")), QUERY, CONTESTANT, ("placements", plain("placements_are")), ("steps", plain("steps")), MICROSECONDS,
                            ("times the uncached speed", factor("times_uncached")), WRONG),
    "threads.csv": columns("threads.csv", WORK, *((head, figure(column)) for head, column in THREADS)),
    "growth.csv": growth,
    "peers.csv": columns("peers.csv", CONTESTANT, ("version", plain("version")), ("how", plain("how"))),
}
