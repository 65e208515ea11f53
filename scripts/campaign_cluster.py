#!/usr/bin/env python3
"""campaign_cluster.py BUILD ITEMS KILLS PARTS [STAGE...]: see scripts/campaign_cluster."""

import hashlib
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "cli"))
sys.path.insert(0, str(ROOT / "scripts"))
from campaign_kills import kill_ranks, small_runs  # noqa: E402
from campaign_ranks import BUILD, ENVIRONMENT, Watch, command, timed  # noqa: E402
from cluster_test import URDF  # noqa: E402
from command import IDENTITY, obj, pose, torus, turned  # noqa: E402
from plant import write_plant  # noqa: E402
from provenance import made_by  # noqa: E402

ITEMS, KILLS, PARTS = map(int, sys.argv[2:5])
# A hundredth as many meshes as parts, of so many triangles; and what a rank may take.
TRIANGLES, MEMORY, LITTLE_MEMORY = 20000, "2GB", "300MB"
# What is asked for: of the speed of two programs, and of what handing out pieces may cost.
LEAST_OF_PROGRAMS, MOST_OF_DISPATCH, PIECE_SECONDS = 0.9, 0.01, 0.02
TURNS = 3
NUMBERS = ROOT / "docs" / "results" / "cluster.json"
ON = [(ranks, threads) for ranks in [1, 2, 3, 8] for threads in ["1", "2"]]


def digest(file):
    with open(file, "rb") as bytes_of:
        return hashlib.file_digest(bytes_of, "sha256").hexdigest()


def write_poses(file, first, last):
    with open(file, "w", encoding="ascii") as out:
        for i in range(first, last):
            out.write(pose(IDENTITY, turned(0.01 * i, 0.4 + 0.006 * (i % 500), 0.003 * (i % 700), 0.1)))


def write_items(folder):
    """Poses, motions and configurations."""
    if (folder / "poses.txt").exists():
        return
    write_poses(folder / "poses.txt", 0, ITEMS)
    with open(folder / "motions.txt", "w", encoding="ascii") as out:
        for i in range(ITEMS):
            x, y = 2.5 + 0.006 * (i % 500), 0.003 * (i % 700)
            for when in 0, 1:
                out.write("%d 1 0 0 0 0 1 0 0 0 0 1 0 1 0 0 %r 0 1 0 %r 0 0 1 0\n" % (when, round(x - when, 3), round(y, 3)))
            out.write("\n")
    with open(folder / "path.csv", "w", encoding="ascii") as out:
        for i in range(ITEMS):
            out.write("%r,%r\n" % (round(0.00002 * (i % 200000) - 2, 5), round(0.013 * (i % 400) - 2.6, 3)))
    (folder / "robot.urdf").write_text(URDF, encoding="ascii")
    (folder / "wedge.obj").write_text(obj([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)],
                                          [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]), encoding="ascii")


def equal_bytes(folder, numbers):
    """A million items of every command, on all numbers of ranks and threads."""
    write_items(folder)
    queries = {"distance": ["distance", "torus.obj", "torus.obj", "--poses", "poses.txt", "--json"],
               "collide": ["collide", "torus.obj", "torus.obj", "--poses", "poses.txt", "--first"],
               "within": ["within", "torus.obj", "torus.obj", "0.3", "--poses", "poses.txt"],
               "sweep": ["sweep", "wedge.obj", "wedge.obj", "--motion", "motions.txt", "--json"],
               "robot": ["robot", "robot.urdf", "--configurations", "path.csv"]}
    lines = ["%d items of each command. All runs of a command gave the same bytes. Seconds, with start, reading and "
             "writing; in brackets the simulator's prediction for ranks that share %d cores, from the time of one rank."
             % (ITEMS, os.cpu_count()), "",
             "| ranks | threads | %s |" % " | ".join(queries), "|---|---|%s" % ("---|" * len(queries))]
    cells = {}
    for name, query in queries.items():
        expected = None
        for ranks, threads in ON:
            took = timed(folder, [command(ranks, *query, "--out", "out.txt", "--threads", threads)])
            found = digest(folder / "out.txt")
            expected = expected or found
            assert found == expected, (name, ranks, threads)
            cells[name, ranks, threads] = took
            print(name, ranks, threads, "%.2f s" % took, flush=True)
        (folder / "out.txt").unlink()
    for ranks, threads in ON:
        row = []
        for name in queries:
            took, alone = cells[name, ranks, threads], cells[name, 1, "1"]
            predicted = scale("--check", str(os.cpu_count()), str(ranks), str(ITEMS), repr(alone / ITEMS)).strip()
            row.append("%.1f" % took + (" (%.1f)" % float(predicted) if threads == "1" else ""))
        lines.append("| %d | %s | %s |" % (ranks, threads, " | ".join(row)))
    numbers["equal"] = lines


def speed(folder, numbers):
    """Two ranks against two programs that work alone, each on half of the poses, in turns."""
    write_items(folder)
    for half, first, last in [("first", 0, ITEMS // 2), ("second", ITEMS // 2, ITEMS)]:
        write_poses(folder / (half + ".txt"), first, last)
    (folder / "fine.obj").write_text(torus(200, 100, triangles=True), encoding="ascii")
    lines = ["`abut distance` at %d poses: two ranks against two programs that work alone, each on half of the poses, %d times "
             "in turns; the median of each. Both load, read and write." % (ITEMS, TURNS), "",
             "| triangles | two programs, s | two ranks, s | of the rate | at least %g |" % LEAST_OF_PROGRAMS,
             "|---|---|---|---|---|"]
    for model, triangles in [("torus.obj", 1600), ("fine.obj", 40000)]:
        query = ["distance", model, model, "--json", "--threads", "1", "--poses"]
        timed(folder, [command(2, *query[:3], "--quiet")])  # the tree file is there
        programs, ranks = [], []
        for _ in range(TURNS):
            programs.append(timed(folder, [command(1, *query, half + ".txt", "--out", half + ".out")
                                           for half in ("first", "second")]))
            ranks.append(timed(folder, [command(2, *query, "poses.txt", "--out", "out.txt")]))
            print(model, "%.2f %.2f" % (programs[-1], ranks[-1]), flush=True)
        two, together = statistics.median(programs), statistics.median(ranks)
        lines.append("| %d | %.2f | %.2f | %.3f | %s |"
                     % (triangles, two, together, two / together, "yes" if two / together >= LEAST_OF_PROGRAMS else "no"))
    numbers["speed"] = lines


def kills(folder, numbers):
    numbers["kills"] = kill_ranks(folder, KILLS, small_runs(folder))


def scale(*arguments):
    return subprocess.run([str(BUILD / "tests" / "campaign_cluster_scale"), *arguments], capture_output=True, check=True,
                          text=True, timeout=600).stdout


def predictions(_, numbers):
    lines = ["Handing out a piece of 192 bytes and taking its answer of 100, with nothing to do in it:", ""]
    for ranks in [2, 4, 8]:
        told = subprocess.run(["mpirun", "-n", str(ranks), "--oversubscribe", str(BUILD / "tests" / "campaign_cluster_scale"),
                               "--dispatch", str(BUILD / "abut-mpi.so")], capture_output=True, check=True, text=True,
                              env=ENVIRONMENT, timeout=600).stdout.strip()
        share = 1e-6 * float(told.split(": ")[1].split()[0]) / PIECE_SECONDS
        lines.append("- %s: %.3f %% of a piece of %g s, the default; at most %g %%: %s"
                     % (told, 100 * share, PIECE_SECONDS, 100 * MOST_OF_DISPATCH, "yes" if share <= MOST_OF_DISPATCH else "no"))
    lines += ["", "Predicted for one minute of work on each rank, and the share of its time that the first rank hands out pieces, "
              "and sends, takes and writes bytes (1 GB/s). Where the latter is most of it, larger pieces help little: fewer "
              "ranks do, or fewer bytes per item.", "",
              "| ranks | item, s | bytes per item | stragglers | efficiency | busy with pieces | busy with bytes |",
              "|---|---|---|---|---|---|---|"]
    numbers["predictions"] = lines + ["| %s |" % " | ".join(line.split(",")) for line in scale().splitlines()[1:]]


def clash(folder, plant, ranks, threads, *more):
    """Seconds, peak of a rank in MB, and the findings' digest."""
    with Watch() as watch:
        took = timed(folder, [command(ranks, "clash", plant, "--quiet", "--csv", "found.csv", "--threads", threads, *more)])
    print(plant, ranks, threads, *more, "%.1f s" % took, flush=True)
    return took, watch.most, digest(folder / "found.csv")


def clashes(folder, numbers):
    """A tenth of the parts, on ranks and in little memory."""
    triangles = write_plant(folder / "tenth.glb", PARTS // 10, PARTS // 1000, TRIANGLES)
    lines = ["`abut clash` of %d parts that place %d meshes of %d triangles together. All runs gave the same findings."
             % (PARTS // 10, PARTS // 1000, triangles), "",
             "| ranks | threads | `--memory` | seconds | most memory of a rank, MB |", "|---|---|---|---|---|"]
    expected = None
    for memory in [None, LITTLE_MEMORY]:
        for ranks, threads in ON:
            took, most, found = clash(folder, "tenth.glb", ranks, threads, *(["--memory", memory] if memory else []))
            expected = expected or found
            assert found == expected, (memory, ranks, threads)
            lines.append("| %d | %s | %s | %.1f | %.0f |" % (ranks, threads, memory or "-", took, most))
    numbers["clashes"] = lines


def clashes_in_memory(folder, numbers):
    triangles = write_plant(folder / "whole.glb", PARTS, PARTS // 100, TRIANGLES)
    lines = ["`abut clash --memory %s` of %d parts that place %d meshes of %d triangles together; the same findings."
             % (MEMORY, PARTS, PARTS // 100, triangles), "",
             "| ranks | threads | tree files | seconds | most memory of a rank, MB |", "|---|---|---|---|---|"]
    expected = None
    for ranks, threads, trees in [(1, "2", "made"), (2, "1", "there")]:
        took, most, found = clash(folder, "whole.glb", ranks, threads, "--memory", MEMORY)
        expected = expected or found
        assert found == expected, ranks
        assert most <= 2000, most
        lines.append("| %d | %s | %s | %.1f | %.0f |" % (ranks, threads, trees, took, most))
    numbers["memory"] = lines


STAGES = {"equal": ("The same bytes", equal_bytes), "speed": ("Two ranks and two programs", speed),
          "kills": ("Killed ranks", kills), "predictions": ("Many ranks", predictions), "clashes": ("Clashes", clashes),
          "memory": ("Clashes in bounded memory", clashes_in_memory)}


def record(stage, lines):
    """Stages may be run one by one: the page has the last of each."""
    known = json.loads(NUMBERS.read_text(encoding="utf-8")) if NUMBERS.exists() else {}
    made = made_by("scripts/campaign_cluster %d %d %d %s" % (ITEMS, KILLS, PARTS, stage))
    known = {name: known[name] for name in STAGES if name in known} | {stage: [made, "", *lines]}
    NUMBERS.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")
    page = ["# Several ranks"]
    for name, (title, _) in STAGES.items():
        page += ["", "## " + title, "", *known.get(name, ["Not measured."])]
    NUMBERS.with_suffix(".md").write_text("\n".join(page) + "\n", encoding="utf-8")


def main():
    numbers = {}
    with tempfile.TemporaryDirectory(prefix="abut_cluster_") as name:
        folder = pathlib.Path(name)
        ENVIRONMENT["ABUT_CACHE"] = str(folder / "cache")
        (folder / "torus.obj").write_text(torus(triangles=True), encoding="ascii")
        for stage in sys.argv[5:] or STAGES:
            begin = time.monotonic()
            STAGES[stage][1](folder, numbers)
            record(stage, numbers[stage])
            print("\n".join([*numbers[stage], "", "%s took %.0f s" % (stage, time.monotonic() - begin)]), flush=True)


if __name__ == "__main__":
    main()
