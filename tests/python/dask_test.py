"""Queries on the workers of a Dask client: the answers of one machine, also when workers die."""

import ast
import inspect
import os
import pathlib
import pickle
import random
import signal
import subprocess
import sys
import threading
import time

import dask
import dask.array
import distributed
import numpy as np
import pytest

import abut
import abut.dask
from abut._dask_queue import FIRST_ITEMS, PieceSizes
from conftest import random_placements

BALL = abut.Model(abut.shapes.sphere(1.0, 6))
RING = abut.Model(abut.shapes.torus(1.0, 0.35, 18, 10))
POSES = random_placements(3000, 2.0)


@pytest.fixture(scope="module")
def cluster():
    """Two workers, processes of their own, that nobody else can reach."""
    # By default a worker that is not back after 15 s is given up, which a busy machine may need; and copies of what no
    # worker needs at the moment are dropped every 2 s, so that nobody could look where a model has come to.
    patient = {"distributed.deploy.lost-worker-timeout": "600s", "distributed.scheduler.active-memory-manager.start": False}
    with dask.config.set(patient), distributed.LocalCluster(n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address="127.0.0.1:0") as made:
        yield made


@pytest.fixture(scope="module")
def client(cluster):
    with distributed.Client(cluster) as made:
        yield made


def same(got, want):
    """Byte for byte, but for what lies between the fields of records."""
    if isinstance(want, abut.Contacts):
        return all(same(x, y) for x, y in zip(got.__getstate__(), want.__getstate__()))
    if isinstance(want, list):
        return got == want
    assert type(got) is type(want) and got.dtype == want.dtype and got.shape == want.shape
    fields = want.dtype.names
    return all(same(np.asarray(got[f]), np.asarray(want[f])) for f in fields) if fields else got.tobytes() == want.tobytes()


QUERIES = {"touches": (), "collide": (), "distance": (), "within": (0.3,)}


@pytest.mark.parametrize("name", QUERIES)
def test_answers_are_those_of_one_machine(client, name):
    ask, ask_here = getattr(abut.dask, name), getattr(abut, name + "_batch")
    more = QUERIES[name]
    for poses in ((POSES,), (None, POSES[:, :3]), (POSES, POSES[::-1]), (POSES[3], POSES.astype(np.float32))):
        assert same(ask(client, BALL, RING, *more, *poses), ask_here(BALL, RING, *more, *poses))
    assert same(ask(client, BALL, RING, *more, POSES[:0]), ask_here(BALL, RING, *more, POSES[:0]))
    assert same(ask(client, BALL, RING, *more, POSES[:1]), ask_here(BALL, RING, *more, POSES[:1]))
    if name in ("touches", "collide"):
        assert same(ask(client, BALL, RING, POSES, margin=0.1, threads=2), ask_here(BALL, RING, POSES, margin=0.1))
        assert same(ask(client, BALL, RING, POSES[:40], consider=lambda a, b: a % 2 == 0),
                    ask_here(BALL, RING, POSES[:40], consider=lambda a, b: a % 2 == 0))


def test_workers_that_do_not_see_the_memory_of_the_client_are_sent_what_they_need(client, monkeypatch):
    here = abut._dask_shared.Shared.__getstate__
    elsewhere = {"another process": lambda shared: (1 << 20, *here(shared)[1:]),
                 "another token": lambda shared: (*here(shared)[:2], bytes(32), *here(shared)[3:])}
    for state in elsewhere.values():
        monkeypatch.setattr(abut._dask_shared.Shared, "__getstate__", state)
        for name, more in QUERIES.items():
            got = getattr(abut.dask, name)(client, BALL, RING, *more, POSES)
            assert same(got, getattr(abut, name + "_batch")(BALL, RING, *more, POSES))
    monkeypatch.setattr(abut._dask_shared, "LEAST_BYTES", 1 << 60)
    assert same(abut.dask.distance(client, BALL, RING, POSES), abut.distance_batch(BALL, RING, POSES))


def test_answers_in_shared_memory_are_arrays_like_others(client):
    got = abut.dask.distance(client, BALL, RING, POSES)
    got.upper[:] = 0
    assert got.flags.writeable and not got.upper.any()
    with pytest.raises(abut.Error):
        abut.dask.within(client, BALL, RING, 0.1, np.full((20000, 3, 4), np.nan))
    files = [os.readlink(entry.path) for entry in os.scandir("/proc/self/fd") if os.path.lexists(entry.path)]
    assert sum("memfd:abut" in file for file in files) <= 1  # mapped memory of `got`


def test_a_bad_pose_among_many_is_named_as_on_one_machine(client):
    many = np.tile(POSES, (10, 1, 1))
    many[20077, 1, 2] = np.nan
    many[29999, :3, :3] = 0
    for ask, more in ((abut.dask.touches, ()), (abut.dask.within, (0.1,))):
        with pytest.raises(abut.Error, match="A in pose 20077: row 2, column 3 is not a number"):
            ask(client, BALL, RING, *more, many)
    skew = np.tile(np.eye(4), (30000, 1, 1))
    skew[25000, 3] = [0, 0, 1, 1]
    with pytest.raises(abut.Error) as here:
        abut.touches_batch(BALL, RING, skew)
    with pytest.raises(abut.Error) as there:
        abut.dask.touches(client, BALL, RING, skew)
    assert str(here.value) == str(there.value)


def test_touching_and_far_poses_are_decided_as_on_one_machine(client):
    box = abut.Model(abut.shapes.box([1, 1, 1]))
    at = np.tile(np.eye(4), (5, 1, 1))
    at[:, 0, 3] = [2, np.nextafter(2, 3), 2e12, 1e-300, -2]
    at[4, :3, :3] = np.diag([-1, 1e3, 1e-3])
    for poses in ((at,), (at, at[::-1])):
        assert same(abut.dask.touches(client, box, box, *poses), abut.touches_batch(box, box, *poses))
        assert same(abut.dask.distance(client, box, box, *poses), abut.distance_batch(box, box, *poses))


def test_models_of_every_kind_are_taken(client):
    classic = abut.classic.Model(BALL.mesh, "obb")
    want = abut.touches_batch(BALL, RING, POSES)
    assert same(abut.dask.touches(client, BALL.mesh, RING, POSES), want)
    assert same(abut.dask.touches(client, classic, RING, POSES, sat="lite"), want)
    sent = abut.dask.send(client, BALL)
    assert same(abut.dask.touches(client, sent, RING, POSES), want)
    assert same(abut.dask.touches(client, client.scatter(BALL, broadcast=True), RING, POSES), want)
    until = time.monotonic() + 20
    while set(client.who_has(sent)[sent.key]) != set(client.nthreads()) and time.monotonic() < until:
        time.sleep(0.1)
    assert set(client.who_has(sent)[sent.key]) == set(client.nthreads())


def test_first_contacts_are_those_of_one_machine(client):
    motions = [abut.Motion.screw(POSES[i], POSES[i + 1]) for i in range(300)]
    motions[7] = abut.Motion.straight(POSES[7], [1, 2, 3])
    for given, options in (((motions,), {}), ((None, motions), {"margin": 0.1}), ((motions, motions[::-1]), {}),
                           ((motions,), {"solid": True})):
        got = abut.dask.first_contact(client, BALL, RING, *given, **options)
        assert same(got, abut.first_contact_batch(BALL, RING, *given, **options))


def test_a_dask_array_of_poses_gives_a_dask_array(client):
    poses = dask.array.from_array(POSES, chunks=(700, 2, 4))
    for name, more in QUERIES.items():
        if name == "collide":
            with pytest.raises(TypeError, match="contacts are no array"):
                abut.dask.collide(client, BALL, RING, poses)
            continue
        want = getattr(abut, name + "_batch")(BALL, RING, *more, POSES)
        got = getattr(abut.dask, name)(client, BALL, RING, *more, poses)
        assert isinstance(got, dask.array.Array) and got.chunks == ((700, 700, 700, 700, 200),)
        assert got.dtype == want.dtype
        assert same(got.compute().view(type(want)), want)
    both = abut.dask.touches(client, BALL, RING, poses, POSES[::-1])
    assert same(both.compute(), abut.touches_batch(BALL, RING, POSES, POSES[::-1]))
    kept = both.persist()
    distributed.wait(kept)
    assert kept.sum().compute() == both.sum().compute()


def test_dasks_progress_bar_shows_a_dask_array(client, capsys):
    answer = abut.dask.touches(client, BALL, RING, dask.array.from_array(POSES, chunks=(1000, 4, 4))).persist()
    distributed.progress(answer, notebook=False)
    distributed.wait(answer)
    assert "100% Completed" in capsys.readouterr().out


def test_progress_counts_items(client):
    seen = []
    abut.dask.touches(client, BALL, RING, POSES, progress=lambda done, of: seen.append((done, of)))
    assert seen == sorted(seen) and seen[-1] == (3000, 3000) and len(seen) > 4


# --- Robots.


@pytest.fixture(scope="module")
def cell(tmp_path_factory):
    """(scene, configurations): an arm beside a box, with a tool in its hand."""
    robot = abut.Robot(abut.shapes.write_robot("arm", tmp_path_factory.mktemp("robot")))
    scene = abut.Scene()
    scene.add(robot, padding=0.01)
    scene.add("box", abut.Box(0.3, 0.3, 0.3), [[1, 0, 0, 0.5], [0, 1, 0, 0], [0, 0, 1, 0.4]])
    scene.add("tool", abut.Model(abut.shapes.sphere(0.05, 3)), [[1, 0, 0, 9], [0, 1, 0, 9], [0, 0, 1, 9]])
    scene.allow("tool", "link*")
    scene.attach("tool", robot.links[-1], [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0.2]])
    low, high = robot.limits.T
    return scene, np.random.default_rng(5).uniform(low, high, (600, robot.dof))


def test_configurations_are_checked_as_on_one_machine(client, cell):
    scene, configurations = cell
    for margin in (0.0, 0.002):
        got = abut.dask.free(client, scene, configurations, margin=margin)
        assert same(got, scene.free(configurations, margin=margin))
        assert 0 < got.sum() < len(got)
        got = abut.dask.contacts(client, scene, configurations, margin=margin, threads=2)
        assert got == scene.contacts_at(configurations, margin=margin)
    assert same(abut.dask.free(client, scene, configurations[:0]), scene.free(configurations[:0]))


def test_edges_are_those_of_one_machine(client, cell):
    scene, configurations = cell
    starts, ends = configurations[:40], configurations[40:80]
    names = scene.checker().names
    for threads in (1, 2):
        got = abut.dask.edges(client, scene, starts, ends, margin=0.01, threads=threads)
        for record, start, end in zip(got, starts, ends):
            edge = scene.motion(start, end, margin=0.01)
            assert ("clear", "contact", "undecided")[record.verdict] == edge.verdict
            assert record.proved_until == edge.proved_until
            if edge.first_contact:
                assert (record.lower, record.upper) == edge.first_contact
                assert tuple(names[number] for number in record.pair) == edge.pair
            else:
                assert np.isnan(record.lower) and list(record.pair) == [-1, -1]
            assert record.last_valid == edge.last_valid or (edge.last_valid is None and np.isnan(record.last_valid))
    assert {0, 1} <= set(got.verdict)


# --- Clash.


def heap_of_parts(count):
    """Boxes and balls in a heap: clashes, touches, gaps, some parts twice; one wanders through it."""
    box, ball = abut.Model(abut.shapes.box([1, 1, 1])), abut.Model(abut.shapes.sphere(1.0, 4))
    open_box = abut.Model(abut.Mesh(box.vertices, box.faces[1:]))
    assembly = abut.Assembly()
    at = random_placements(count, 6.0, 3)
    last = np.eye(4)
    for i in range(count):
        turned = np.eye(4) if i % 3 else at[i]
        turned[:3, 3] = at[i, :3, 3].round(1)
        assembly.add(f"part {i}", (box, ball, box, open_box)[i % 4], turned)
        last = turned if i == 4 else last
    assembly.add("part 1", box, last)
    return assembly


def without_time(report):
    state = list(report.__getstate__())
    state[-3] = 0
    return pickle.dumps([each for i, each in enumerate(state) if i != 1])


def test_a_clash_is_reported_as_on_one_machine(client):
    assembly = heap_of_parts(120)
    path = random_placements(4, 5.0, 4)
    for options in ({}, {"clearance": 0.3, "max_depths": 7, "max_volumes": 3, "min_depth": 0.05},
                    {"clearance": 0.1, "tolerance": 0.05, "motion": {"part 2": path}, "ignore": [("part 1*", "part 2*")]},
                    {"motion": {"part 2": path}, "between_steps": False, "whole_curves": True, "max_triangles": 5}):
        want = abut.clash(assembly, **options)
        got = abut.dask.clash(client, assembly, **options)
        assert len(want.findings) > 20
        assert got.to_json() == want.to_json() or without_time(got) == without_time(want)
        assert without_time(got) == without_time(want)
        assert got.to_csv() == want.to_csv()


def test_a_clash_of_few_parts_and_of_none(client):
    apart = {"left": abut.shapes.box([1, 1, 1]), "right": abut.Mesh(abut.shapes.box([1, 1, 1]).vertices + 9, abut.shapes.box([1, 1, 1]).faces)}
    assert not abut.dask.clash(client, apart).findings
    with pytest.warns(UserWarning, match="no two parts match"):
        assert abut.dask.clash(client, apart, only=[("nut", "bolt")]).pairs == 0
    told = []
    together = {"one": abut.shapes.box([1, 1, 1]), "other": abut.shapes.box([1, 1, 1])}
    report = abut.dask.clash(client, together, progress=lambda done, known: told.append((done, known)))
    assert report.findings[0].kind == "clash" and told == [(1, 1)]


# --- Mistakes.


class Untouchable(distributed.Client):
    """A client whose workers must not be asked."""

    def __init__(self):
        self._asynchronous = False

    asynchronous = False

    def submit(self, *arguments, **options):
        raise AssertionError("something was sent before all was checked")

    def __del__(self):
        pass


def test_nothing_is_sent_before_all_is_checked(tmp_path):
    nobody = Untouchable()
    bad = POSES.copy()
    bad[2077, 1, 2] = np.nan
    flat = POSES.copy()
    flat[2999, :3, :3] = 0
    ask = abut.dask
    for make, kind, text in (
        (lambda: ask.touches(nobody, BALL, RING, bad), abut.Error, "A in pose 2077: row 2, column 3 is not a number"),
        (lambda: ask.distance(nobody, BALL, RING, None, flat), abut.Error, "B in pose 2999 is singular"),
        (lambda: ask.collide(nobody, BALL, RING, POSES, POSES[:5]), abut.Error, "3000"),
        (lambda: ask.touches(nobody, BALL, RING, [[1, 2]]), abut.Error, "shape"),
        (lambda: ask.touches(nobody, BALL, RING), abut.Error, "shape"),
        (lambda: ask.touches(nobody, BALL, "nowhere.stl", POSES), abut.Error, "nowhere.stl"),
        (lambda: ask.touches(nobody, BALL, RING, POSES, speed=3), TypeError, "no option 'speed'"),
        (lambda: ask.touches(nobody, BALL, RING, POSES, sat="lite"), abut.Error, "sat"),
        (lambda: ask.touches(nobody, BALL, RING, POSES, margin=-1), abut.Error, "margin"),
        (lambda: ask.touches(nobody, BALL, RING, POSES, threads=-1), abut.Error, "threads"),
        (lambda: ask.touches(nobody, BALL, RING, POSES, piece_seconds=0), abut.Error, "piece_seconds"),
        (lambda: ask.touches(nobody, BALL, RING, POSES, counters=abut.Counters()), TypeError, "counters"),
        (lambda: ask.within(nobody, BALL, RING, -1.0, POSES), abut.Error, "distance must be 0 or more"),
        (lambda: ask.first_contact(nobody, BALL, RING, [abut.Motion(), [[1, 2]]]), abut.Error, r"motion_a\[1\]"),
        (lambda: ask.clash(nobody, heap_of_parts(3), clearance=-1, threads=1), abut.Error, "clearance"),
        (lambda: ask.clash(nobody, heap_of_parts(3), max_tests=9), abut.Error, "max_tests is for one machine"),
        (lambda: ask.free(nobody, None, [[0]]), TypeError, "must be an abut.Scene"),
        (lambda: ask.touches(None, BALL, RING, POSES), TypeError, "client must be a distributed.Client"),
    ):
        with pytest.raises(kind, match=text):
            make()


def test_bad_configurations_are_named(cell):
    scene, configurations = cell
    bad = configurations.copy()
    bad[17, 1] = np.nan
    for make in (lambda: abut.dask.free(Untouchable(), scene, bad),
                 lambda: abut.dask.contacts(Untouchable(), scene, bad)):
        with pytest.raises(abut.Error, match=r"configurations\[17\]: the configuration: joint number 2"):
            make()
    with pytest.raises(abut.Error, match=r"ends\[17\]"):
        abut.dask.edges(Untouchable(), scene, configurations, bad)
    with pytest.raises(abut.Error, match="600 starts and 5 ends"):
        abut.dask.edges(Untouchable(), scene, configurations, configurations[:5])
    with pytest.raises(abut.Error, match=r"shape \(N, 7\); it has \(7,\)"):
        abut.dask.free(Untouchable(), scene, configurations[0])
    with pytest.raises(abut.Error, match="margin"):
        abut.dask.free(Untouchable(), scene, configurations, margin=-1)
    with pytest.raises(TypeError, match="speed"):
        abut.dask.edges(Untouchable(), scene, configurations, configurations, speed=1)


def test_what_a_worker_refuses_is_told(client):
    with pytest.raises(abut.Error, match="whether the models touch"):
        abut.dask.touches(client, BALL, RING, POSES, max_tests=1)
    bad = POSES.copy()
    bad[2077, 1, 2] = np.nan
    lazy = abut.dask.touches(client, BALL, RING, dask.array.from_array(bad, chunks=(1000, 4, 4)))
    with pytest.raises(abut.Error, match="from item 2000 on: the placement of A in pose 77: row 2, column 3"):
        lazy.compute()
    with pytest.raises(abut.Error, match="they must be the same"):
        client.submit(abut._dask_pieces.receive, "0.0.0", pickle.dumps(BALL)).result()


def test_without_dask_one_sentence_says_so(tmp_path):
    (tmp_path / "distributed.py").write_text("raise ImportError('not here')")
    code = "import sys, abut\nassert not any(name.startswith(('dask', 'distributed')) for name in sys.modules)\nimport abut.dask"
    path = os.pathsep.join([str(tmp_path), os.environ["PYTHONPATH"]])
    done = subprocess.run([sys.executable, "-B", "-c", code], env={**os.environ, "PYTHONPATH": path},
                          capture_output=True, text=True)
    assert done.stderr.strip().endswith(
        "ImportError: abut.dask needs Dask: install python3-distributed (Debian) or distributed (PyPI).")


# --- Pieces.


def simulated(costs, places, seconds, overhead=0.003):
    """(efficiency, sizes) of a queue whose items cost so much each."""
    sizes, free = PieceSizes(len(costs), seconds, 1 << 30), [0.0] * places
    sums, done, busy = np.concatenate([[0], np.cumsum(costs)]), [], 0.0
    pieces = []
    while (piece := sizes.next(places)) is not None:
        first, last = piece
        pieces.append(piece)
        place = int(np.argmin(free))
        took = sums[last] - sums[first]
        free[place] += took + overhead
        busy += took
        done.append((free[place], last - first, took))
        done.sort()
        # What is over when the next piece is asked for has been learned from.
        while done and done[0][0] <= min(free):
            _, items, time_taken = done.pop(0)
            sizes.took(items, time_taken)
    assert [first for first, _ in pieces[1:]] == [last for _, last in pieces[:-1]] and pieces[-1][1] == len(costs)
    return busy / (places * max(free)), [last - first for first, last in pieces]


def test_pieces_start_small_reach_their_time_and_shrink_at_the_end():
    efficiency, sizes = simulated(np.full(1_000_000, 2e-5), 2, 1.0)
    assert sizes[0] == FIRST_ITEMS and 40_000 < max(sizes) < 51_000 and sizes[-1] < 5000
    assert efficiency > 0.97
    ever_dearer = np.linspace(1e-5, 1e-3, 100_000)
    assert simulated(ever_dearer, 2, 1.0)[0] > 0.95
    assert simulated(ever_dearer, 8, 1.0)[0] > 0.9
    assert simulated(ever_dearer[::-1], 8, 1.0)[0] > 0.9
    few = simulated(np.full(5, 3.0), 2, 1.0)
    assert few[1] == [1] * 5 or sum(few[1]) == 5


# --- Workers that die.


def wait_for_both(client):
    """Two workers; a new one, if Dask gave one up, as it does with workers of a machine that stood still meanwhile."""
    try:
        client.wait_for_workers(2, timeout=30)
    except (TimeoutError, distributed.TimeoutError):
        client.cluster.scale(1)
        client.cluster.scale(2)
        client.wait_for_workers(2, timeout=60)


def kill_one(cluster, seed):
    """kill -9 of a worker's process; its nanny starts another. A worker that is not up yet would not be replaced."""
    workers = [nanny.process.pid for nanny in cluster.workers.values() if nanny.worker_address in cluster.scheduler.workers]
    if len(workers) > 1:
        os.kill(random.Random(seed).choice(workers), signal.SIGKILL)


@pytest.mark.parametrize("seed", range(3))
def test_a_killed_worker_changes_nothing(cluster, client, seed):
    poses = np.tile(POSES, (10, 1, 1))
    want = abut.distance_batch(BALL, RING, poses)
    wait_for_both(client)
    begin = time.monotonic()
    abut.dask.distance(client, BALL, RING, poses, piece_seconds=0.1)
    usual = time.monotonic() - begin
    killer = threading.Timer(random.Random(seed).uniform(0, usual), kill_one, (cluster, seed))
    killer.start()
    got = abut.dask.distance(client, BALL, RING, poses, piece_seconds=0.1)
    killer.join()
    assert same(got, want)


def test_a_piece_that_kills_its_worker_is_named(cluster, client):
    wait_for_both(client)
    allowed, cluster.scheduler.allowed_failures = cluster.scheduler.allowed_failures, 0
    try:
        with pytest.raises(RuntimeError, match="touches, items . to .: the workers that had them died"):
            abut.dask.touches(client, BALL, RING, POSES[:5], consider=lambda a, b: os.kill(os.getpid(), signal.SIGKILL))
    finally:
        cluster.scheduler.allowed_failures = allowed


# --- What people read.


def test_stubs_name_everything_that_is_public():
    stub = ast.parse((pathlib.Path(abut.__file__).parent / "dask.pyi").read_text())
    stubbed = {node.name: node for node in stub.body if isinstance(node, ast.FunctionDef)}
    assert set(abut.dask.__all__) == set(stubbed)
    for name, node in stubbed.items():
        there = [argument.arg for argument in node.args.args + node.args.kwonlyargs]
        there += [node.args.kwarg.arg] if node.args.kwarg else []
        assert there == list(inspect.signature(getattr(abut.dask, name)).parameters), name
        assert getattr(abut.dask, name).__doc__.split("\n")[0].endswith((".", ":")), name
