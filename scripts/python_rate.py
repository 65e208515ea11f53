"""Batches of poses from Python and from C++, round by round in turn; run by scripts/python_rate."""

import argparse
import pathlib
import subprocess
import sys
import tempfile
import time

import numpy as np

import abut
import provenance

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent
QUERIES = ["touches", "collide", "distance", "within"]
SLOWEST = 0.9


def random_placements(count, spread, seed):
    """Uniform rotations by quaternions, shifts in a cube."""
    random = np.random.default_rng(seed)
    q = random.normal(size=(count, 4))
    w, x, y, z = (q / np.linalg.norm(q, axis=1)[:, None]).T
    poses = np.zeros((count, 4, 4))
    poses[:, :3, :3] = np.moveaxis(
        np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
                  [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
                  [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]]), 2, 0)
    poses[:, :3, 3] = random.uniform(-spread, spread, (count, 3))
    poses[:, 3, 3] = 1
    return poses


class Native:
    """The C++ side: a process that runs a batch when told to."""

    def __init__(self, *files):
        self.process = subprocess.Popen([REPOSITORY / "build/release/python_rate", *files], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)

    def __call__(self, query, threads):
        self.process.stdin.write(f"{query} {threads}\n")
        self.process.stdin.flush()
        seconds, checksum = self.process.stdout.readline().split()
        return float(seconds), float(checksum)

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def ask_python(query, a, b, poses, threads):
    """Seconds, and the number that the C++ side adds up."""
    start = time.perf_counter()
    if query == "touches":
        answer = abut.touches_batch(a, b, pose_b=poses, threads=threads)
    elif query == "collide":
        answer = abut.collide_batch(a, b, pose_b=poses, threads=threads)
    elif query == "distance":
        answer = abut.distance_batch(a, b, pose_b=poses, threads=threads)
    else:
        answer = abut.within_batch(a, b, 0.1, pose_b=poses, threads=threads)
    seconds = time.perf_counter() - start
    if query == "collide":
        return seconds, float(len(answer.pairs))
    return seconds, float(np.add.accumulate(answer.upper)[-1] if query == "distance" else answer.sum())


def times_in_turn(query, ask_cpp, ask_python, rounds, seconds):
    """Pairs of times, side by side, so that a clock that wanders slowly touches both: at least so many rounds and so many
    seconds of them. Who goes first changes from round to round."""
    times = []
    end = time.monotonic() + seconds
    while len(times) < rounds or time.monotonic() < end:
        if len(times) % 2 == 0:
            in_cpp, expected = ask_cpp()
            in_python, found = ask_python()
        else:
            in_python, found = ask_python()
            in_cpp, expected = ask_cpp()
        if found != expected:
            sys.exit(f"python_rate: {query} gives {found} from Python and {expected} in C++.")
        times.append((in_cpp, in_python))
    return np.array(times)


def measure(folder, queries, count, rounds, seconds):
    meshes = abut.shapes.teapot(), abut.shapes.torus(2.0, 0.6)
    files = folder / "teapot.ply", folder / "torus.ply"
    for mesh, file in zip(meshes, files):
        abut.save(mesh, file)
    poses = random_placements(count, 3.0, seed=1)
    pairs = np.concatenate([np.broadcast_to(np.eye(4)[:3], (count, 3, 4)), poses[:, :3]], axis=1)
    pairs.tofile(folder / "poses.bin")
    native = Native(*files, folder / "poses.bin")
    a, b = (abut.Model(file) for file in files)
    rows = []
    for query in queries:
        for threads in (1, 2):
            times = times_in_turn(query, lambda: native(query, threads),
                                  lambda: ask_python(query, a, b, poses, threads), rounds, seconds)
            rates = np.median(count / times, axis=0)
            quartiles = np.percentile(times[:, 0] / times[:, 1], [50, 25, 75])
            rows.append((query, threads, len(times), *rates, *quartiles))
            print("%-9s %d thread(s), %4d rounds: C++ %9.0f poses/s, Python %9.0f, ratio %.3f (%.3f to %.3f)" % rows[-1],
                  flush=True)
    native.close()
    return rows


def page(rows, command, count):
    lines = [
        "# Batches from Python", "", provenance.made_by(command), "",
        f"{count} random placements of a torus (5000 triangles) around a teapot (3752), C++ and Python in turn. The ratio is",
        "the median of the rounds' own ratios, with the quartiles behind it; the rates are medians too. The time from Python",
        "is that of the whole call: from a numpy array of the shape (N, 4, 4) to arrays of answers. The time in C++ is that of",
        "the same batch with its placements at hand. Goal: at least 0.9 of the rate.", "",
        "| query | threads | rounds | C++, poses/s | Python, poses/s | ratio | quartiles |", "|---|---|---|---|---|---|---|"]
    lines += ["| `%s_batch` | %d | %d | %.0f | %.0f | %.3f | %.3f to %.3f |" % row for row in rows]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--poses", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=7, help="at least so many of each query")
    parser.add_argument("--seconds", type=float, default=30, help="at least so long on each query")
    parser.add_argument("--queries", nargs="+", choices=QUERIES, default=QUERIES)
    parser.add_argument("--out", type=pathlib.Path, default=REPOSITORY / "docs/results/python.md")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="abut_rate_") as folder:
        rows = measure(pathlib.Path(folder), arguments.queries, arguments.poses, arguments.rounds,
                       arguments.seconds)
    command = " ".join(["scripts/python_rate", *sys.argv[1:]])
    arguments.out.write_text(page(rows, command, arguments.poses))
    slow = [row for row in rows if row[5] < SLOWEST]
    if slow:
        sys.exit(f"python_rate: {len(slow)} of {len(rows)} batches are slower than {SLOWEST} of the rate in C++.")


main()
