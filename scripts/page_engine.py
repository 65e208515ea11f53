#!/usr/bin/python3
"""Makes docs/results/engine/README.md from the CSV of `abut bench engine`: page_engine.py DIR"""

import collections
import csv
import math
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from provenance import made_by

# By hand: what was tried and left out again.
DID_NOT_HELP = """
## What did not help the build, the refit and the memory

Measured on the scan of 70k triangles, torus 5k, the teapot and the spheres; tests are those of first contact, all contacts and distance.

- Fuller nodes. Six of eight lanes are filled. A price for each node in the collapse saves 3 bytes a triangle for 1 to 6 % more volume tests. Cuts at multiples of sixteen triangles, so that nodes fill, save 5 to 11 bytes for mostly 9 to 14 % more volume tests and 6 to 30 % more triangle tests; asking for them by the cost alone saves next to nothing. Leaves of three or four triangles instead of nodes with two lanes save 1 to 2 and 3 to 6 bytes for mostly 1 to 2 % and 3 to 7 % more triangle tests.
- Two sets of bins that take turns, loops of the division unrolled, ids that are no denormal numbers: no faster, or slower.
- Moving triangles apart without branches, centres two at a time: 2 % of the build together. Its time is that of the instructions, three passes a level.
- Refit without fetching nodes and corners ahead: 3 % faster at 70k triangles, 7 % slower at a million.

## What did not help small queries, touching models and close ones

Measured on boxes of 12, capsules of 200 and links of 1000 triangles as a robot has them, torus 5k, teapot, scan of 70k, spheres of 40k.

- Distance of small models: where a search begins is not what costs. Told the distance beforehand it makes 0 to 3 % fewer volume tests and takes as long. Of the triangle pairs of far boxes and capsules 10 to 13 are equally close, all around one corner of each model, and every one of them is measured, some 270 ns each: half of the time of a box.
- The images of the last sixteen triangles of each model kept while pairs are measured: 3 % less for far models, 1 % more for near ones.
- Four rounds to and fro for the first pair on large models, too: spheres 0.01 and 0.1 apart make 11 and 28 % more triangle tests, because their first pair is worse. Stopping at gains below 3 % besides: 12 % more for spheres 1 apart and for scans.
- Looking ahead after 12 fruitless steps of a first contact instead of 64: as fast for near links, torus and teapot 12 % and scans 66 % slower: what is likely to touch is no longer looked at first.
- A cap on the look for a contact that a distance begins with. Spheres 0.01 apart are known to be clear after 640 tests, a seventh of the query; but of scans that touch 4 % need more than 384 tests, 2 % more than 640, and each of these would then take a search for the closest pair. Boxes alone do not tell the two apart.
- Far models whose boxes' axes had noise for coordinates (5e-43 where 0 was meant, as symmetric parts have them): products of such numbers are subnormal, and a test of two root boxes took 75 ns instead of 46. Builds leave such coordinates out. Both placements' defects and centres side by side in one register besides: far boxes 35 to 29 ns, capsules 57 to 42, links 46 to 40.
- A distance of touching models: what is measured of the pair is fetched as soon as it is found, and both closest points are placed at once: 5 % less. Copies of structures in registers instead of `rep movs` (`-mmemcpy-strategy`): 1 %.

## What did not help first contacts

Measured on torus 5k, teapot and scan of 70k, which take 0.66, 0.67 and 0.80 µs in a loop over a thousand placements. About 45 ns a visit, on all of them: neither memory nor arithmetic, but one visit waits for the lane that the last one chose.

- All eight boxes of a node carried into the other's frame while the node is tested, so that the next step need not wait for its closed box: 0 %, with steps kept in place on the stack 1 to 3 %.
- The step below a lane chosen without a branch: 5 % slower; a branch guessed right lets the next visit begin.
- The nearest lane found in registers instead of a loop: 8 % slower, for the same reason.
- Four pairs of triangles at a time instead of eight where a batch has no more: 0 %.

How long a turn in a race of libraries lasts is what counts most. After the others' turns nothing of a model is left in the caches: the first pass over a thousand placements takes 1.1 (torus) to 1.9 µs (scan) a query, and in turns of two milliseconds, one or two passes, a first contact of scans read 1.8 µs.

Two threads: a refit of 70k triangles takes 0.55 ms on one and 0.31 on two, if the second is awake. If it has slept for a millisecond, Linux often wakes it on the core of the thread that woke it, where it waits for a millisecond or more while the other core is idle, and the refit takes as long as on one thread. Smaller shares of the work (four units of a refit instead of sixteen, 2048 points instead of 8192) make no difference.

## What did not help a distance along a path

Measured on the clear path of two scans of 70k triangles, each step a thousandth of their size at most. A front of pairs of boxes that expire with the travel of the second model opened 1950 boxes a step of the 3280 without a cache: nearly half of what is kept is within one step of the limit. Directions across which pairs are apart, tested for all of them at each step, leave 70, and trying other directions before boxes are opened 44 to 70.

- Leases: packets of entries that are not tested until the travel may have used up the least of their gaps. A packet's least gap lasts two or three steps, and to go from one packet that is due to the next costs more than to test all of them: 11.6 µs a step instead of 7.2.
- Entries moved together after a front is recorded, so that packets are full: no difference, since what is opened later is as sparse.
- A front that grows to twice its size, or by a quarter, before it is recorded anew, instead of by half: 3 to 5 % slower; to four times its size: 24 %.
- The direction of the closest pair so far as one more axis for boxes, counted with the distance known beforehand: 3 % fewer volume tests for scans and spheres 0.01 apart, 7 % for 0.1, 14 % for 1, 3 % for 10, less than the axis costs. The real distance of the boxes would spare 10 to 37 %.
- Several pairs of triangles measured at once also while they are not yet about as close as the closest one: 3 % slower for spheres 0.01 apart, because the nearest of them spares most of the others.
"""


def mean_ratio(rows, reference, column):
    """The geometric mean of a column relative to the reference, over the works in which the reference is not 0."""
    of_work = {row["work"]: float(reference[row["work"]][column]) for row in rows}
    ratios = [float(row[column]) / of_work[row["work"]] for row in rows if of_work[row["work"]] > 0]
    return math.exp(sum(math.log(max(ratio, 1e-9)) for ratio in ratios) / len(ratios))


def clash_section(rows):
    """A thousand parts on one thread and on two."""
    yield (f"\n## Clashes of an assembly\n\n{int(rows[0]['parts']):,} parts with {int(rows[0]['triangles']):,} triangles, "
           f"no two alike; a clearance of a hundredth of a part's size. {int(rows[0]['pairs_checked']):,} pairs come near: "
           f"{rows[0]['clash']} clash, {rows[0]['inside']} are inside each other, {rows[0]['clearance']} are too close.\n")
    yield "| threads | trees | checks | together | checks without severity | severity at most doubles the check |\n|---|---|---|---|---|---|"
    for row in rows:
        build, check, plain = float(row["build_s"]), float(row["check_s"]), float(row.get("plain_check_s") or "nan")
        yield (f"| {row['threads']} | {build:.2f} s | {check:.2f} s | {build + check:.2f} s | {plain:.2f} s | "
               f"{verdict(check <= 2 * plain)}, {check / plain:.2f} times |")


MOST_DISTANCES = 50  # exact ones of the pair taken apart
MOST_VOLUME_MS = {"1": 20, "0": 300}  # of clean solids, and of others to 5 %


def depth_section(depths, volumes):
    """What depths and volumes cost."""
    yield ("\n## Depths and volumes\n\nDepth and both reaches to 1 %, in exact distance queries of the same pair taken "
           f"apart; the goal is at most {MOST_DISTANCES}.\n")
    yield "| pair | triangles | depth | one distance | distances | complete | goal met |\n|---|---|---|---|---|---|---|"
    for row in depths:
        yield (f"| {row['pair']} | {int(row['triangles']):,} | {float(row['depth_ms']):.2f} ms | {float(row['distance_us']):.0f} us | "
               f"{float(row['distances']):.0f} | {verdict(row['complete'] == '1')} | {verdict(float(row['distances']) <= MOST_DISTANCES)} |")
    yield "\n| volume of | clean | time | goal | goal met |\n|---|---|---|---|---|"
    for row in volumes:
        most = MOST_VOLUME_MS[row["clean"]]
        yield f"| {row['pair']} | {verdict(row['clean'] == '1')} | {float(row['ms']):.1f} ms | {most} ms | {verdict(float(row['ms']) <= most)} |"


MOST_MEAN, MOST_SLOWEST, MOST_RATIO = 10, 500, 5  # microseconds, microseconds, times
MOST_BULLETS_MS = 25


def verdict(good):
    return "yes" if good else "no"


def deforming_section(features, cloths):
    """Moving features, and two cloths, against what is asked of them."""
    yield (f"\n## Deforming motion\n\nVertices and faces, and edges, of two cloths whose swept boxes meet. Asked: "
           f"{MOST_MEAN} us in the mean, {MOST_SLOWEST} us at worst.\n")
    yield "| cloths | features | contacts | mean | slowest | reached |\n|---|---|---|---|---|---|"
    for row in features:
        mean, slowest = float(row["mean_microseconds"]), float(row["slowest_microseconds"])
        share = 100 * int(row["contacts"]) / int(row["queries"])
        yield (f"| {row['scene']} | {row['features']} | {share:.1f} % | {mean:.2f} us | {slowest:.0f} us | "
               f"{verdict(mean <= MOST_MEAN and slowest <= MOST_SLOWEST)} |")
    yield (f"\nFirst contact of the cloths, 20 000 triangles each, points moving two edges at most, against a refit of "
           f"both and all contacts at both ends of the motion. Asked: {MOST_RATIO} times that. Where nothing touches at "
           f"either end these contacts cost next to nothing.\n")
    yield "| cloths | first contact | time | refit and contacts | ratio | reached |\n|---|---|---|---|---|---|"
    for row in cloths:
        ratio = float(row["ratio"])
        when = "none" if row["answer"] == "no" else f"{float(row['upper']):.4f}"
        yield (f"| {row['scene']} | {when} | {1e3 * float(row['seconds']):.1f} ms | "
               f"{1e3 * float(row['refit_and_contacts_seconds']):.1f} ms | {ratio:.1f} | {verdict(ratio <= MOST_RATIO)} |")


def bullets_section(rows):
    """Bullets at moving models, against what is asked of them."""
    yield (f"\n## Bullets\n\nA frame of a game on one thread, proved. Asked: {MOST_BULLETS_MS} ms for a hundred thousand "
           "bullets, of which a third reaches the ball around a model.\n")
    yield "| models | triangles of each | bullets | reach a ball | hit | time | per bullet | reached |\n|---|---|---|---|---|---|---|---|"
    for row in rows:
        yield (f"| {row['models']} | {row['triangles']} | {row['bullets']} | {100 * float(row['reach_a_ball']):.0f} % | {row['hit']} | "
               f"{float(row['ms']):.1f} ms | {float(row['ns_per_bullet']):.0f} ns | "
               f"{verdict(float(row['ms']) <= MOST_BULLETS_MS * int(row['bullets']) / 100_000)} |")


MOST_CHECKS_MEDIAN, MOST_CHECKS_P95, AIM_CHECKS = 12, 60, 6
MOST_FRAME_MS = 6


def edges_section(rows):
    """What a proved edge takes, in single checks."""
    yield (f"\n## Proved edges\n\nAn arm of seven joints, each changed by up to a radian, clear by 2 % of its reach everywhere; a proof against single "
           f"checks of a hundred configurations on the same edge. Asked: {MOST_CHECKS_MEDIAN} checks in the median (aim {AIM_CHECKS}), {MOST_CHECKS_P95} in 95 of 100.\n")
    yield "| work | edges | proof | check | checks, median | checks, 95 of 100 | reached |\n|---|---|---|---|---|---|---|"
    for row in rows:
        median, most = float(row["checks_median"]), float(row["checks_p95"])
        yield (f"| {row['work']} | {row['edges']} | {float(row['proof_us']):.1f} us | {float(row['check_us']):.2f} us | {median:.1f} | {most:.1f} | "
               f"{verdict(median <= MOST_CHECKS_MEDIAN)}, {verdict(most <= MOST_CHECKS_P95)} |")


def scene_section(rows):
    """Frames of a scene in which a tenth of the bodies moves."""
    yield f"\n## Scenes\n\nA tenth of the bodies moves in each frame. Asked: {MOST_FRAME_MS} ms to move them.\n"
    yield "| which | bodies | to move them | what begins and ends | all that touches | pairs | reached |\n|---|---|---|---|---|---|---|"
    for row in rows:
        yield (f"| {row['crowd']} | {row['bodies']} | {float(row['move_ms']):.1f} ms | {float(row['events_ms']):.1f} ms | {float(row['all_touching_ms']):.1f} ms | "
               f"{row['touching']} | {verdict(float(row['move_ms']) <= MOST_FRAME_MS)} |")


def rows_of(file):
    with open(file, newline="") as opened:
        return list(csv.DictReader(opened))


def main():
    directory = pathlib.Path(sys.argv[1])
    with open(directory / "choices.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    ways = collections.defaultdict(list)
    for row in rows:
        ways[row["kind"], row["split"], row["fit"], row["storage"]].append(row)
    default = ("obb", "surface-area", "vertices", "double")
    reference = {row["work"]: row for row in ways[default]}

    page = [f"# The choices behind the defaults\n\n{made_by('abut bench engine')}\n"]
    page.append(
        "All contacts on these works: " + ", ".join(reference) + ". Each figure is the geometric mean over the works, "
        "relative to the default of `ModelOptions` (" + ", ".join(default) + "); below 1 is better than the default. "
        "All ways give the same contacts.\n"
    )
    page.append("| kind | split | fit | storage | query time | volume tests | triangle tests | build time | bytes |\n|---|---|---|---|---|---|---|---|---|")
    for way in sorted(ways, key=lambda w: mean_ratio(ways[w], reference, "query_us")):
        figures = [mean_ratio(ways[way], reference, c) for c in ("query_us", "volume_tests", "triangle_tests", "build_ms", "bytes")]
        mark = "**" if way == default else ""
        page.append("| " + " | ".join(f"{mark}{name}{mark}" for name in way) + " | " + " | ".join(f"{f:.2f}" for f in figures) + " |")
    if (directory / "clash.csv").exists():
        with open(directory / "clash.csv", newline="") as file:
            page += clash_section(list(csv.DictReader(file)))
    if (directory / "depth.csv").exists():
        page += depth_section(rows_of(directory / "depth.csv"), rows_of(directory / "depth_volumes.csv"))
    if (directory / "deforming_cloths.csv").exists():
        page += deforming_section(rows_of(directory / "deforming_features.csv"), rows_of(directory / "deforming_cloths.csv"))
    if (directory / "bullets.csv").exists():
        page += bullets_section(rows_of(directory / "bullets.csv"))
    if (directory / "edges.csv").exists():
        page += edges_section(rows_of(directory / "edges.csv"))
    if (directory / "scene_engine.csv").exists():
        page += scene_section(rows_of(directory / "scene_engine.csv"))
    page.append(DID_NOT_HELP.rstrip("\n"))
    (directory / "README.md").write_text("\n".join(page) + "\n")


if __name__ == "__main__":
    main()
