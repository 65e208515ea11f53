"""Team Chicken Bomb, Collision and Interference Detection using Dynamic Hierarchical Bounding Volumes, 2001."""

from claims.claim import GUESS, MEASURED, Claim, above, at_least, at_most, below, between, by, log_slope

TITLE = "Sphere/OBB trees for a game, 2001"


def times(above_kind, below_kind):
    def values(results):
        ns = {r["volume"]: float(r["ns"]) for r in results.rows("test_times.csv")}
        return {"": ns[above_kind] / ns[below_kind]}

    return values


def models(results):
    rows = {}
    for r in results.rows("shape.csv"):
        rows.setdefault(r["model"], []).append(float(r["longest_over_middle"]))
    return rows


def skew_below_top(results):
    """Longest over middle side half way down, over that of the root."""
    return {m: levels[len(levels) // 2] / levels[0] for m, levels in models(results).items()}


def gain_of_spheres(results):
    """Time of boxes alone over that of the best level to change at."""
    rows = {}
    for r in results.rows("switch.csv"):
        rows.setdefault(r["pair"], []).append(float(r["us"]))
    return {pair: us[0] / min(us) for pair, us in rows.items()}


def exponents(results):
    points = {}
    for r in results.rows("growth.csv"):
        points.setdefault(r["case"], []).append((float(r["volumes"]), float(r["tests"])))
    return {case: log_slope(some) for case, some in points.items()}


def total(results, form, accuracy, column, bullets):
    return sum(int(r[column]) for r in results.rows("pairs.csv")
               if r["form"] == form and (accuracy is None or float(r["accuracy"]) == accuracy) and r["pair"].startswith("bullet") == bullets)


def found(bullets):
    """Share of the contacts that the literal pseudo code finds, in percent."""
    return lambda r: {"": 100 * (1 - total(r, "literal", 1, "missed", bullets) / total(r, "literal", 1, "contacts", bullets))}


def missed_or_late(bullets):
    return lambda r: {"": total(r, "repaired+deviation", None, "missed", bullets) + total(r, "repaired+deviation", None, "late", bullets)}


ON_THE_SPHERE = ("At the time of the sphere sweep the bullet is on a leaf's sphere, which the box meets in its corners alone, and so outside of the box "
                 "unless it started within the sphere: the point-in-box test refuses it.")
P = "pair form accuracy contacts missed late"

CLAIMS = [
    Claim("Table of operations", "multiplications of the OBB test", "4", "operations.csv", "operation obb paper_obb", between(4, 4), lambda r: {"": int(by(r.rows("operations.csv"), "operation")["multiply"]["obb"])}, "{:d}",
          "A slip of the paper: the OBBTree paper that it cites has the number that is counted here.", MEASURED),
    Claim("Table of operations", "a sphere test is nearly 10 times as fast as an AABB test", "nearly 10", "test_times.csv", "volume ns", at_least(5), times("aabb", "sphere"), "{:.1f}",
          "Six comparisons need no arithmetic; the sphere's multiplications take longer.", GUESS),
    Claim("Table of operations", "a sphere test is 100 times as fast as an OBB test", "100", "test_times.csv", "volume ns", at_least(50), times("obb", "sphere"), "{:.1f}",
          "The paper compares numbers of operations; most tests end on an early axis.", GUESS),
    Claim("Table of volumes", "sphere around a cube, in cubes", "21.77", "volumes.csv", "l sphere paper_sphere", between(21.5, 22), lambda r: {"": float(r.rows("volumes.csv")[0]["sphere"])}, "{:.2f}",
          "A slip of the paper: it takes the diagonal for the radius.", MEASURED),
    Claim("Table of volumes", "worst AABB of a cube, in cubes", "1", "volumes.csv", "l aabb paper_aabb", between(0.99, 1.01), lambda r: {"": float(r.rows("volumes.csv")[0]["aabb"])}, "{:.2f}",
          "A slip of the paper: the cube of the mean extent is no box around anything.", MEASURED),
    Claim("Section on volumes", "spheres of cubical geometry are about 4 times less efficient than boxes (volume over the oriented box's)", "about 4", "volumes.csv", "l sphere", between(3, 5),
          lambda r: {"": float(r.rows("volumes.csv")[0]["sphere"])}, "{:.2f}", "With the sphere as it should be the factor is smaller, which is in favour of spheres.", MEASURED),
    Claim("Table of memory", "the submarine's tree in doubles, bytes", "152 784 (printed: 152 747)", "memory.csv", "what double paper_corrected", at_most(152784), lambda r: {"": int(by(r.rows("memory.csv"), "what")["total"]["double"])}, "{:,d}"),
    Claim("Section on memory", "a hierarchy takes 50 to 300 KB (the submarine's, in doubles)", "50 to 300", "memory.csv", "what double", between(50, 300, " KB"),
          lambda r: {"": int(by(r.rows("memory.csv"), "what")["total"]["double"]) / 1000}, "{:.0f} KB"),
    Claim("Section on volumes", "boxes are cubical near the top and skewed below (longest over middle side, half way down over root)", "assumed", "shape.csv", "model level longest_over_middle", above(1), skew_below_top, "{:.2f}",
          "A submarine and a projectile are long to begin with, and cutting the longest axis makes boxes more even at first (table below).", MEASURED),
    Claim("Section on volumes", "spheres above and boxes below beat boxes alone (boxes alone over the best level)", "above 1", "switch.csv", "pair level us", above(1.05), gain_of_spheres, "{:.2f}",
          "A box test is not much dearer than a sphere test here, and refuses more (first rows).", MEASURED),
    Claim("Introduction", "a query takes O(lg n) tests (exponent of n)", "O(lg n)", "growth.csv", "volumes case tests", below(0.3), exponents, "{:.2f}",
          "Where one surface lies inside another at a small distance, all that is near is visited.", MEASURED),
    Claim("Foot notes", "a whole traversal takes no more than O(n lg n) (exponent of n)", "O(n lg n)", "growth.csv", "volumes case tests", at_most(1.2), lambda r: {"at most": max(exponents(r).values())}),
    Claim("Foot notes", "the stack needs some 250 000 entries", "250 000", "growth.csv", "deepest_stack", at_least(100000), lambda r: {"": max(int(x["deepest_stack"]) for x in r.rows("growth.csv"))}, "{:d}",
          "A depth-first traversal of two trees holds no more pairs than the depths together (table below).", MEASURED),
    Claim("Section on bullets", "straight motion is good enough: mean error of the time at 5 degrees a step", "very accurate", "quadratic.csv", "degrees mean_error", at_most(0.01),
          lambda r: {"": next(float(x["mean_error"]) for x in r.rows("quadratic.csv") if float(x["degrees"]) == 5)}, "{:.4f}"),
    Claim("Section on bullets", "the pseudo code finds the hits at full accuracy", "most accurate possible", "pairs.csv", P, at_least(99, " %"), found(True), "{:.0f} %", ON_THE_SPHERE, MEASURED),
    Claim("Section on pairs", "the pseudo code finds the contacts at full accuracy", "most accurate possible", "pairs.csv", P, at_least(99, " %"), found(False), "{:.0f} %",
          "Spheres at one time do not tell when boxes and triangles meet; the repaired form looks at the whole motion.", MEASURED),
    Claim("Section on bullets", "repaired, with the deviation: hits missed or late at any accuracy", "(ours)", "pairs.csv", P, at_most(0), missed_or_late(True), "{:d}"),
    Claim("Section on pairs", "repaired, with the deviation: contacts missed or late at any accuracy", "(ours)", "pairs.csv", P, at_most(0), missed_or_late(False), "{:d}"),
]
