#!/usr/bin/env python3
"""campaign_cluster.py BUILD ITEMS KILLS PARTS [STAGE...]: see scripts/campaign_cluster."""

import hashlib
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "cli"))
sys.path.insert(0, str(ROOT / "scripts"))
from command import IDENTITY, pose, torus, turned  # noqa: E402
from plant import write_plant  # noqa: E402
from provenance import made_by  # noqa: E402

BUILD, ITEMS, KILLS, PARTS = pathlib.Path(sys.argv[1]).resolve(), *map(int, sys.argv[2:5])
# A hundredth as many meshes as parts, of so many triangles; and what a rank may take.
TRIANGLES, MEMORY, LITTLE_MEMORY = 20000, "2GB", "300MB"
ABUT = str(BUILD / "abut")
NUMBERS = ROOT / "docs" / "results" / "cluster.json"
ENVIRONMENT = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
               "OMPI_MCA_btl": "self,vader", "OMPI_MCA_oob_tcp_if_include": "lo"}


def command(ranks, *arguments):
    start = [] if ranks == 1 else ["mpirun", "-n", str(ranks), "--oversubscribe"]
    return [*start, ABUT, *arguments]


def timed(folder, commands):
    """Seconds until all of them have ended, started together."""
    begin = time.monotonic()
    runs = [subprocess.Popen(each, cwd=folder, env=ENVIRONMENT, stderr=subprocess.PIPE) for each in commands]
    for run in runs:
        _, error = run.communicate()
        assert run.returncode in (0, 1), error.decode()
    return time.monotonic() - begin


def digest(file):
    return hashlib.sha256(file.read_bytes()).hexdigest()


def write_poses(file, first, last):
    with open(file, "w", encoding="ascii") as out:
        for i in range(first, last):
            out.write(pose(IDENTITY, turned(0.01 * i, 0.4 + 0.006 * (i % 500), 0.003 * (i % 700), 0.1)))


def equal_bytes(folder, query):
    """Seconds by ranks."""
    seconds, expected = {}, None
    for ranks in [1, 2, 3, 8]:
        for threads in ["1", "2"] if ranks <= 2 else ["1"]:
            seconds[ranks, threads] = timed(folder, [command(ranks, *query, "--out", "out.txt", "--threads", threads)])
            found = digest(folder / "out.txt")
            expected = expected or found
            assert found == expected, (ranks, threads)
    return seconds


def scale(*arguments):
    return subprocess.run([str(BUILD / "tests" / "campaign_cluster_scale"), *arguments], capture_output=True, check=True,
                          text=True).stdout


def kills(folder, query, expected, longest):
    """How many of the kills came before the end."""
    choose = random.Random(2026)
    early = 0
    for i in range(KILLS):
        (folder / "out.txt").unlink(missing_ok=True)
        run = subprocess.Popen(command(3, *query, "--out", "out.txt", "--threads", "1"), cwd=folder, env=ENVIRONMENT,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(choose.uniform(0.05, longest))
        ranks = subprocess.run(["pgrep", "-P", str(run.pid)], capture_output=True, check=False).stdout.split()
        if ranks:
            try:
                os.kill(int(choose.choice(ranks)), signal.SIGKILL)
            except ProcessLookupError:
                pass
        run.wait()
        early += run.returncode != 0
        timed(folder, [command(choose.choice([1, 2, 3]), *query, "--out", "out.txt", "--resume")])
        assert digest(folder / "out.txt") == expected, i
    return early


class Watch:
    """The most memory, in MB, that one of the ranks has taken, while it lives."""

    def __enter__(self):
        self.most, self.ends = 0.0, threading.Event()
        self.thread = threading.Thread(target=self.look)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.ends.set()
        self.thread.join()

    def look(self):
        while not self.ends.wait(0.05):
            for process in subprocess.run(["pgrep", "-x", "abut"], capture_output=True, check=False).stdout.split():
                try:
                    if os.readlink("/proc/%d/exe" % int(process)) != ABUT:
                        continue
                    status = pathlib.Path("/proc/%d/status" % int(process)).read_text(encoding="ascii")
                    peak = [line.split() for line in status.splitlines() if line.startswith("VmHWM:")]
                    self.most = max([self.most, *(float(words[1]) / 1000 for words in peak)])
                except OSError:
                    pass


def clash(folder, plant, ranks, threads, *more):
    """Seconds, peak of a rank in MB, and the findings' digest."""
    with Watch() as watch:
        took = timed(folder, [command(ranks, "clash", plant, "--quiet", "--csv", "found.csv", "--threads", threads, *more)])
    return took, watch.most, digest(folder / "found.csv")


def clashes(folder, numbers):
    """A tenth of the parts, on ranks and in little memory."""
    triangles = write_plant(folder / "tenth.glb", PARTS // 10, PARTS // 1000, TRIANGLES)
    lines = ["`abut clash` of %d parts that place %d meshes of %d triangles together. All runs gave the same findings."
             % (PARTS // 10, PARTS // 1000, triangles), "",
             "| ranks | threads | `--memory` | seconds | most memory of a rank, MB |", "|---|---|---|---|---|"]
    expected = None
    for memory in [None, LITTLE_MEMORY]:
        for ranks, threads in [(1, "1"), (1, "2"), (2, "1"), (2, "2"), (3, "1"), (8, "1")]:
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


def poses_on_ranks(folder, numbers):
    write_poses(folder / "poses.txt", 0, ITEMS)
    write_poses(folder / "first.txt", 0, ITEMS // 2)
    write_poses(folder / "second.txt", ITEMS // 2, ITEMS)
    query = ["distance", "torus.obj", "torus.obj", "--poses", "poses.txt", "--json"]
    timed(folder, [command(2, *query[:3], "--quiet")])  # the tree file is there
    seconds = equal_bytes(folder, query)
    halves = timed(folder, [command(1, *query[:4], each, "--json", "--out", each + ".out", "--threads", "1")
                            for each in ["first.txt", "second.txt"]])
    cores, item = os.cpu_count(), seconds[1, "1"] / ITEMS
    lines = ["`abut distance` of two tori of 1600 triangles at %d poses." % ITEMS, "",
             "All runs gave the same bytes (%.1f per pose). The prediction is the simulator's for ranks that share the "
             "cores, from the time of one rank; start and reading of the poses are in both."
             % ((folder / "out.txt").stat().st_size / ITEMS), "",
             "| ranks | threads | seconds | predicted |", "|---|---|---|---|"]
    for (ranks, threads), took in seconds.items():
        predicted = scale("--check", str(cores), str(ranks), str(ITEMS), repr(item)).strip() if threads == "1" else "-"
        lines.append("| %d | %s | %.2f | %s |" % (ranks, threads, took, predicted))
    lines += ["", "Two programs that work alone, each on half of the poses: %.2f s. Two ranks reach %.3f of that."
              % (halves, halves / seconds[2, "1"])]
    numbers["poses"] = lines


def kills_of_ranks(folder, numbers):
    # Of fewer poses, so that most of the time is not spent on those before the kill.
    count = ITEMS // 5
    write_poses(folder / "few.txt", 0, count)
    query = ["distance", "torus.obj", "torus.obj", "--poses", "few.txt", "--json"]
    timed(folder, [command(1, *query, "--out", "out.txt")])
    expected = digest(folder / "out.txt")
    took = timed(folder, [command(3, *query, "--out", "out.txt", "--threads", "1")])
    early = kills(folder, query, expected, 0.9 * took)
    numbers["kills"] = ["A random rank of 3 was killed %d times, %d of them before the end, in runs of %d poses; each run "
                        "was resumed and gave the same bytes." % (KILLS, early, count)]


def predictions(_, numbers):
    lines = ["Predicted for one minute of work on each rank:", "",
             "| ranks | item, s | bytes per item | stragglers | efficiency | first rank busy |", "|---|---|---|---|---|---|"]
    numbers["predictions"] = lines + ["| %s |" % " | ".join(line.split(",")) for line in scale().splitlines()[1:]]


STAGES = {"poses": poses_on_ranks, "kills": kills_of_ranks, "predictions": predictions, "clashes": clashes,
          "memory": clashes_in_memory}


def main():
    numbers = {}
    with tempfile.TemporaryDirectory(prefix="abut_cluster_") as name:
        folder = pathlib.Path(name)
        ENVIRONMENT["ABUT_CACHE"] = str(folder / "cache")
        (folder / "torus.obj").write_text(torus(triangles=True), encoding="ascii")
        for stage in sys.argv[5:] or STAGES:
            STAGES[stage](folder, numbers)
            print("\n".join(numbers[stage]), flush=True)
    # Stages may be run one by one: the page has the last of each.
    known = json.loads(NUMBERS.read_text(encoding="utf-8")) if NUMBERS.exists() else {}
    made = made_by("scripts/campaign_cluster %d %d %d" % (ITEMS, KILLS, PARTS))
    known.update({stage: [made, "", *lines] for stage, lines in numbers.items()})
    NUMBERS.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")
    titles = {"poses": "Poses", "kills": "Killed ranks", "predictions": "Many ranks", "clashes": "Clashes",
              "memory": "Clashes in bounded memory"}
    lines = ["# Several ranks"]
    for stage in STAGES:
        lines += ["", "## " + titles[stage], "", *known.get(stage, ["Not measured."])]
    NUMBERS.with_suffix(".md").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
