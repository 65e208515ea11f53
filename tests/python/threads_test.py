"""Python at work: threads that go on while abut computes, and processes that share the work."""

import multiprocessing
import os
import pathlib
import pickle
import sys
import threading
import time

import numpy as np
import pytest

import abut
from conftest import placement, random_placements

ROBOTS = pathlib.Path(__file__).parents[2] / "robots"


def wavy_grid(size):
    """2 (size - 1)^2 triangles."""
    x, y = np.meshgrid(np.linspace(-1, 1, size), np.linspace(-1, 1, size), indexing="ij")
    vertices = np.stack([x, y, 0.02 * np.sin(9 * x) * np.cos(7 * y)], axis=-1).reshape(-1, 3)
    corner = (np.arange(size - 1)[:, None] * size + np.arange(size - 1)).ravel()
    faces = np.concatenate([np.stack([corner, corner + size, corner + 1], axis=1),
                            np.stack([corner + 1, corner + size, corner + size + 1], axis=1)])
    return abut.Mesh(vertices, faces.astype(np.uint32))


@pytest.fixture(scope="module")
def big():
    return wavy_grid(300)


@pytest.fixture(scope="module")
def big_model(big):
    return abut.Model(big)


def longest_silence(work):
    """How long `work` takes, and how long another thread of Python could not run meanwhile."""
    times, done = [], threading.Event()

    def watch():
        while not done.is_set():
            times.append(time.perf_counter())
            time.sleep(0)

    watcher = threading.Thread(target=watch)
    watcher.start()
    while not times:
        time.sleep(0)
    begin = time.perf_counter()
    work()
    end = time.perf_counter()
    done.set()
    watcher.join()
    during = [begin, *(t for t in times if begin < t < end), end]
    return end - begin, max(np.diff(during))


def slow_works(mesh, model, folder):
    """Calls that compute for long, by name."""
    sphere = abut.Model(abut.shapes.sphere(1.0, 60))
    aside = placement([1, 2, 3], 0.4, [0.3, 0.2, 0.1])
    abut.save(mesh, folder / "big.stl")
    model.save(folder / "big.abut")
    pickled = pickle.dumps(model)
    changing, classic = abut.Model(mesh), abut.classic.Model(abut.shapes.sphere(1.0, 40), "obb")
    lower, finer = 0.5 * changing.vertices, classic.vertices * 1.5
    points = np.random.default_rng(3).uniform(-1, 1, (20000, 3))
    rays = points, points[::-1] * 0.9 + 0.01
    solid, other = abut.Solid(sphere), abut.Solid(abut.shapes.torus(1.0, 0.5, 300, 150))
    slide = abut.Motion.screw(aside, placement([1, 2, 3], 1.4, [5.0, 0.5, 0.1]))  # and off
    path = random_placements(1000, 1.5)
    return {
        "Model": lambda: abut.Model(mesh),
        "Model of a file": lambda: abut.Model(folder / "big.stl"),
        "load": lambda: abut.load(folder / "big.stl"),
        "open": lambda: abut.Model.open(folder / "big.abut"),
        "map with rays": lambda: abut.Model.map(folder / "big.abut", rays=True),
        "save": lambda: model.save(folder / "again.abut"),
        "pickle": lambda: pickle.dumps(model),
        "unpickle": lambda: pickle.loads(pickled),
        "refit": lambda: changing.refit(lower),
        "rebuild": changing.rebuild,
        "classic refit": lambda: [classic.refit(finer) for _ in range(5)],
        "classic rebuild": classic.rebuild,
        "classic Model": lambda: abut.classic.Model(abut.shapes.sphere(1.0, 40), "rss"),
        "Solid": lambda: abut.Solid(model, holes="winding-number"),
        "Pieces": lambda: abut.Pieces(model),
        "OverlapSolid": lambda: abut.OverlapSolid(sphere),
        "collide": lambda: abut.collide(model, model, aside, margin=1e-3),
        "self_contacts": lambda: abut.self_contacts(model),
        "contact_regions": lambda: abut.contact_regions(sphere, sphere, aside),
        "distance_batch": lambda: abut.distance_batch(sphere, sphere, path),
        "closest_point_batch": lambda: abut.closest_point_batch(sphere, points),
        "signed_distance_batch": lambda: abut.signed_distance_batch(solid, points[:10000]),
        "first_hit_batch": lambda: abut.first_hit_batch(model, *rays),
        "all_hits_batch": lambda: abut.all_hits_batch(model, *rays),
        "cast_batch": lambda: abut.cast_batch(sphere, *(side[:5000] for side in rays), radius=0.01),
        "overlap": lambda: abut.overlap(solid, other, aside),
        "penetration": lambda: abut.penetration(solid, other, aside),
        "contact_intervals": lambda: abut.contact_intervals(sphere, other.model, slide, max_tests=200000),
        "estimated_stray": lambda: abut.estimated_stray(mesh),
    }


SLOW = ["Model", "Model of a file", "load", "open", "map with rays", "save", "pickle", "unpickle", "refit", "rebuild",
        "classic refit", "classic rebuild", "classic Model", "Solid", "Pieces", "OverlapSolid", "collide",
        "self_contacts", "contact_regions", "distance_batch", "closest_point_batch", "signed_distance_batch",
        "first_hit_batch", "all_hits_batch", "cast_batch", "overlap", "penetration", "contact_intervals",
        "estimated_stray"]


@pytest.mark.parametrize("name", SLOW)
def test_other_threads_go_on(name, works):
    # On a busy machine a thread may be kept from running by others, but not every time. A call that is over in no time
    # could not tell.
    tries = []
    for _ in range(5):
        tries.append(longest_silence(works[name]))
        taken, silence = tries[-1]
        if taken > 0.002 and silence < 0.7 * taken:
            return
    pytest.fail(f"seconds taken, and the longest in which another thread could not run: {tries}")


@pytest.fixture(scope="module")
def works(big, big_model, tmp_path_factory):
    return slow_works(big, big_model, tmp_path_factory.mktemp("files"))


@pytest.mark.parametrize("make", [abut.Model, lambda mesh: abut.classic.Model(mesh, "obb")])
def test_a_model_that_is_refitted_is_never_seen_half_done(make):
    mesh = abut.shapes.sphere(1.0, 40)
    model, point = make(mesh), abut.Model(abut.shapes.sphere(0.25, 3))
    sizes = [1.0, 2.0, 3.0]
    aside = placement([0, 0, 1], 0.0, [9, 0, 0])
    gaps = {abut.distance(make(abut.Mesh(size * mesh.vertices, mesh.faces)), point, pose_b=aside).upper
            for size in sizes}
    stop, problems = threading.Event(), []

    def change(size):
        while not stop.is_set():
            model.refit(size * mesh.vertices)
            if size == 2.0:
                model.rebuild()

    def ask():
        while not stop.is_set():
            if abut.distance(model, point, pose_b=aside).upper not in gaps:
                problems.append("distance")
            seen = model.vertices
            if not any(np.array_equal(seen, size * mesh.vertices) for size in sizes):
                problems.append("vertices")
            if len(repr(model)) == 0 or model.tree["leaves"] == 0:
                problems.append("tree")

    threads = [threading.Thread(target=change, args=(size,)) for size in sizes]
    threads += [threading.Thread(target=ask) for _ in range(2)]
    for thread in threads:
        thread.start()
    time.sleep(0.7)
    stop.set()
    for thread in threads:
        thread.join()
    assert problems == []


def test_a_refit_that_fails_lets_others_go_on():
    model = abut.Model(abut.shapes.sphere(1.0, 3))
    for vertices in (model.vertices[1:], np.full(model.vertices.shape, np.inf)):
        with pytest.raises(abut.Error):
            model.refit(vertices)
    assert abut.touches(model, model)


def threads_after(counts):
    """How many threads a new process has before batches of so many motions, and after each; those that abut starts stay."""
    ring, ball = abut.Model(abut.shapes.torus(1.0, 0.5, 12, 6)), abut.Model(abut.shapes.sphere(1.0, 4))
    slide = abut.Motion.screw(np.eye(4), placement([1, 2, 3], 1.4, [0.3, 0.5, 0.1]))
    poses = np.array([placement([1, 2, 3], 0.4, [0.3, 0.2, 0.1])])
    seen = [len(os.listdir("/proc/self/task"))]
    for count in counts:
        abut.first_contact_batch(ring, ball, [slide] * count, threads=2)
        abut.penetration_batch(ring, ball, np.repeat(poses, count, axis=0), threads=2)
        abut.collide_batch(ring, ball, np.repeat(poses, count, axis=0), threads=2)
        seen.append(len(os.listdir("/proc/self/task")))
    return seen


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="counts the threads of /proc")
def test_a_batch_of_one_starts_no_thread():
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        before, one, many = pool.apply(threads_after, ([1, 50],))
    assert one == before and many > one


def threads_after_checks():
    scene = abut.Scene()
    scene.add(abut.Robot(ROBOTS / "arm" / "arm.urdf", srdf=ROBOTS / "arm" / "arm.srdf"))
    scene.add("ball", abut.Sphere(0.1), [[1, 0, 0, 0.6], [0, 1, 0, 0], [0, 0, 1, 0.3]])
    checker, q = scene.checker(), np.random.default_rng(4).uniform(-1, 1, (20000, 7))
    before = len(os.listdir("/proc/self/task"))
    checker.free(q[:1], threads=0), checker.contacts(q[:1], threads=2)
    checker.distances(q[:1], cut_off=0.2, threads=2), checker.path(q[:2], threads=2)
    one = len(os.listdir("/proc/self/task"))
    checker.free(q, threads=2)
    return before, one, len(os.listdir("/proc/self/task"))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="counts the threads of /proc")
def test_a_single_configuration_starts_no_thread():
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        before, one, many = pool.apply(threads_after_checks)
    assert one == before and many > one


# --- Processes.

def contacts_at(job):
    model, other, pose = job
    return len(abut.collide(model, other, pose)), abut.distance(model, other, pose).upper


def clear_until(job):
    solid, motion, pair = job
    return abut.first_contact(solid.model, pair[1], motion), abut.contains(solid, [0.1, 0.2, 0.3])


def test_spawned_processes_share_the_work():
    ball, ring = abut.Model(abut.shapes.sphere(1.0, 6)), abut.Model(abut.shapes.torus(1.2, 0.4, 24, 12))
    jobs = [(ball, ring, pose) for pose in random_placements(12, 2.5)]
    flights = [(abut.Solid(ball), abut.Motion.straight(None, [x, 0, 0]), (ball, ring)) for x in (0.1, 4.0)]
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        found = pool.map(contacts_at, jobs)
        hits = pool.map(clear_until, flights)
    assert found == [contacts_at(job) for job in jobs]
    assert any(count for count, _ in found) and any(gap > 0 for _, gap in found)
    for (hit, inside), flight in zip(hits, flights):
        expected, _ = clear_until(flight)
        assert (hit.verdict, hit.lower, hit.upper, inside) == (expected.verdict, expected.lower, expected.upper, True)
