"""abut on Dask against processes without it, and with workers that are killed; run by scripts/campaign_dask."""

import json
import pathlib
import pickle
import statistics
import subprocess
import sys
import time

import dask
import dask.array
import distributed
import numpy as np

import abut
import abut.dask
import provenance
from abut import _dask_pieces, _dask_queue, _dask_shared
from campaign_dask_kills import killed_runs

PAGE = pathlib.Path(__file__).resolve().parent.parent / "docs/results/dask.md"
NUMBERS = PAGE.with_suffix(".json")
LEAST_OF_PROCESSES, MOST_OVERHEAD = 0.9, 0.01
SECONDS = 12.0
TURNS = 3
MOST_POSES = 3_000_000
QUERIES = ["distance", "collide", "within", "touches"]


def random_placements(count, spread, seed):
    """Turns, of which some mirror, and shifts in a cube."""
    random = np.random.default_rng(seed)
    turns = np.linalg.qr(random.normal(size=(count, 3, 3)))[0]
    return np.concatenate([turns, random.uniform(-spread, spread, (count, 3, 1))], axis=2)


def models():
    return abut.Model(abut.shapes.sphere(1.0, 40)), abut.Model(abut.shapes.torus(1.0, 0.35, 120, 60))


def batch_of(query):
    """The query as a function of two models and poses."""
    batch = getattr(abut, query + "_batch")
    return (lambda a, b, poses: batch(a, b, 0.1, poses)) if query == "within" else batch


def run_alone(query, count, seed):
    """Half of the poses in a process of its own, which waits for its start; prints the seconds."""
    poses = random_placements(count, 2.0, seed)
    a, b = models()
    batch = batch_of(query)
    batch(a, b, poses[:1000])
    print("ready", flush=True)
    sys.stdin.readline()
    begin = time.perf_counter()
    # As large as pieces are.
    for part in np.array_split(poses, max(1, round(SECONDS / 2))):
        batch(a, b, part)
    print(time.perf_counter() - begin, flush=True)


def two_processes(query, count):
    """Seconds that two processes without Dask take together, each with half of the poses."""
    command = [sys.executable, "-B", __file__, "--alone", query, str(count // 2)]
    processes = [subprocess.Popen([*command, str(seed)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
                 for seed in (1, 2)]
    for process in processes:
        process.stdout.readline()
    begin = time.perf_counter()
    for process in processes:
        process.stdin.write("\n")
        process.stdin.flush()
    for process in processes:
        process.stdout.readline()
    seconds = time.perf_counter() - begin
    for process in processes:
        process.communicate()
    return seconds


def count_for(query):
    """So many poses that two processes have SECONDS / 2 to do."""
    poses = random_placements(20000, 2.0, 3)
    a, b = models()
    begin = time.perf_counter()
    batch_of(query)(a, b, poses)
    return min(MOST_POSES, int(20000 * SECONDS / (time.perf_counter() - begin)))


class Counted(_dask_queue.Queue):
    """Keeps what was sent and what was spent."""

    pieces = []

    def run(self, arguments_of, take, otherwise=None):
        def sent(first, last):
            arguments = arguments_of(first, last)
            self.bytes_sent = getattr(self, "bytes_sent", 0) + len(pickle.dumps(arguments[2], protocol=5))
            return arguments

        def taken(first, last, answer):
            Counted.pieces.append((last - first, len(pickle.dumps(answer, protocol=5))))
            take(first, last, answer)

        took = self.sizes.took
        self.sizes.took = lambda items, seconds: (self.spent.append(seconds), took(items, seconds))
        self.spent = []
        super().run(sent, taken, otherwise)
        Counted.last = self


def measure_rates(client):
    """Rows (query, poses, seconds of two processes, seconds of two workers)."""
    rows = []
    sent = [abut.dask.send(client, model) for model in models()]
    for query in QUERIES:
        count = count_for(query)
        more = (0.1,) if query == "within" else ()
        poses = np.concatenate([random_placements(count // 2, 2.0, seed) for seed in (1, 2)])
        of_processes, of_workers = [], []
        for _ in range(TURNS):
            of_processes.append(two_processes(query, count))
            begin = time.perf_counter()
            getattr(abut.dask, query)(client, *sent, *more, poses)
            of_workers.append(time.perf_counter() - begin)
        alone = statistics.median(of_processes)
        rows.append([query, len(poses), alone, statistics.median(of_workers)])
        print(rows[-1], flush=True)
    # The same poses, on the workers already.
    there = dask.array.from_array(poses, chunks=(len(poses) // 12, 3, 4)).persist()
    distributed.wait(there)
    begin = time.perf_counter()
    abut.dask.touches(client, *sent, there).compute()
    rows.append(["touches, poses in a Dask array", len(poses), alone, time.perf_counter() - begin])
    return rows


def measure_pieces(client):
    """What a piece costs beside its work: empty pieces, one after the other and two at a time."""
    def empty(i):
        return client.submit(_dask_pieces.ask, "touches_batch", [_NOTHING, _NOTHING], [np.eye(4)[None, :3]], {},
                             key=f"abut-empty-{time.time()}-{i}")
    begin, count = time.perf_counter(), 300
    for i in range(count):
        empty(i).result()
    alone = (time.perf_counter() - begin) / count
    begin = time.perf_counter()
    client.gather([empty(i) for i in range(count)])
    return alone, count / (time.perf_counter() - begin)


_NOTHING = abut.Model(abut.Mesh(np.zeros((0, 3)), np.zeros((0, 3), dtype=np.uint32)))


def measure_bytes(client):
    """Bytes per item, of what is sent and what comes back, as they are pickled."""
    rows = []
    a, b = models()
    poses = random_placements(50000, 2.0, 4)
    motions = [abut.Motion.screw(poses[i], poses[i + 1]) for i in range(2000)]
    plain, _dask_queue.Queue = _dask_queue.Queue, Counted
    # As between machines.
    least, _dask_shared.LEAST_BYTES = _dask_shared.LEAST_BYTES, 1 << 62
    try:
        for query, items, more in (("touches", poses, ()), ("distance", poses, ()), ("within", poses, (0.1,)),
                                   ("collide", poses, ()), ("first_contact", motions, ())):
            Counted.pieces = []
            getattr(abut.dask, query)(client, a, b, *more, items)
            back = sum(size for _, size in Counted.pieces)
            rows.append(f"| {query} | {Counted.last.bytes_sent / len(items):.0f} | {back / len(items):.0f} |")
    finally:
        _dask_queue.Queue, _dask_shared.LEAST_BYTES = plain, least
    return rows, len(pickle.dumps(a)), len(a.faces)


def page_of(numbers):
    rates = [f"| {name} | {count} | {alone:.2f} | {workers:.2f} | {alone / workers:.2f} | "
             f"{'yes' if alone / workers >= LEAST_OF_PROCESSES else 'no'} |"
             for name, count, alone, workers in numbers["rates"]]
    piece, per_second = numbers["pieces"]
    rows, model_bytes, triangles = numbers["bytes"]
    killed = []
    if "kills" in numbers:
        runs, wrong, kills, usual, longest = numbers["kills"]
        lengths = ", ".join(f"{name} {seconds:.1f} s" for name, seconds in usual.items())
        killed = [f"{runs} studies, in each of which a worker was killed (kill -9) at a random time, {kills} kills: {wrong} "
                  f"wrong answers. Undisturbed they take ({lengths}); the longest took {longest:.1f} s.", ""]
    return "\n".join([
        "# abut on Dask", "", numbers["made by"], "",
        "Two workers, processes on one machine with two cores, which also run the scheduler and the client; two processes "
        "without Dask, each with half of the poses; three times in turns, the median of each.", "",
        f"| query | poses | two processes [s] | two workers [s] | of the rate | at least {LEAST_OF_PROCESSES} |",
        "|---|---|---|---|---|---|", *rates, "",
        f"An empty piece takes {piece * 1e3:.1f} ms from the client and back when nothing else is on its way, and "
        f"{per_second:.0f} pieces a second are done when many wait, {1e3 / per_second:.1f} ms each. Two pieces per thread "
        f"are on their way, so that the latter counts: {1 / per_second:.2%} of a piece of one second, the default; at most "
        f"{MOST_OVERHEAD:.0%}: {'yes' if 1 / per_second <= MOST_OVERHEAD else 'no'}.", "",
        "Bytes that travel between machines; workers on the machine of the client share its memory.", "",
        "| query | bytes sent per item | bytes back per item |", "|---|---|---|", *rows, "",
        f"A model is sent once to each worker: {model_bytes} bytes for {triangles} triangles.", "", *killed])


def main(what, runs):
    """what: 'rates' or 'kills'; the page tells both."""
    numbers = json.loads(NUMBERS.read_text()) if NUMBERS.exists() else {}
    numbers["made by"] = provenance.made_by("scripts/campaign_dask")
    # A busy machine may need more than the 15 s after which Dask gives a worker up.
    patience = dask.config.set({"distributed.deploy.lost-worker-timeout": "600s"})
    with patience, distributed.LocalCluster(n_workers=2, threads_per_worker=1, host="127.0.0.1",
                                            dashboard_address="127.0.0.1:0") as cluster, distributed.Client(cluster) as client:
        if what == "rates":
            numbers |= {"rates": measure_rates(client), "pieces": measure_pieces(client), "bytes": measure_bytes(client)}
        else:
            numbers["kills"] = [runs, *killed_runs(cluster, client, runs, random_placements)]
    NUMBERS.write_text(json.dumps(numbers, indent=1) + "\n")
    if "rates" in numbers:
        PAGE.write_text(page_of(numbers))
        print(PAGE.read_text())
    return 1 if what == "kills" and numbers["kills"][1] else 0


if __name__ == "__main__":
    if sys.argv[1] == "--alone":
        run_alone(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
    else:
        sys.exit(main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 0))
