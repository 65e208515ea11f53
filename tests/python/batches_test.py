"""Many placements at once: the answers of single queries, without the interpreter's lock."""

import os
import signal
import threading
import time

import numpy as np
import pytest

import abut
from conftest import random_placements

FIELDS = ["lower", "upper", "triangle_a", "triangle_b", "complete", "volume_tests", "triangle_tests", "exact_tests"]
POINTS = ["point_a", "point_b", "weights_a", "weights_b"]


@pytest.fixture(scope="module")
def poses():
    return random_placements(60, 1.4)


@pytest.fixture(scope="module")
def other_poses():
    return random_placements(60, 0.5, seed=8)


@pytest.mark.parametrize("threads", [1, 2, 0])
def test_collide_batch_gives_what_single_calls_give(ball, ring, poses, other_poses, threads):
    found = abut.collide_batch(ball, ring, poses, other_poses, threads=threads)
    expected = [abut.collide(ball, ring, a, b) for a, b in zip(poses, other_poses)]
    assert 0 < sum(len(pairs) > 0 for pairs in expected) < len(expected)
    assert len(found) == len(expected)
    assert all(np.array_equal(pairs, more) for pairs, more in zip(found, expected))
    assert np.array_equal(found.pairs, np.concatenate(expected))
    assert found.counts.tolist() == [len(pairs) for pairs in expected]
    assert np.array_equal(found[-1], expected[-1])
    with pytest.raises(IndexError):
        found[len(poses)]


@pytest.mark.parametrize("threads", [1, 2, 0])
def test_touches_batch_gives_what_single_calls_give(ball, ring, poses, other_poses, threads):
    for margin in (0.0, 0.1):
        found = abut.touches_batch(ball, ring, poses, other_poses, margin=margin, threads=threads)
        assert found.dtype == bool
        assert found.tolist() == [
            abut.touches(ball, ring, a, b, margin=margin) for a, b in zip(poses, other_poses)]


@pytest.mark.parametrize("threads", [1, 2, 0])
def test_distance_batch_gives_what_single_calls_give(ball, ring, poses, other_poses, threads):
    found = abut.distance_batch(ball, ring, poses, other_poses, threads=threads)
    for record, a, b in zip(found, poses, other_poses):
        single = abut.distance(ball, ring, a, b)
        assert [record[name] for name in FIELDS] == [getattr(single, name) for name in FIELDS]
        assert all(np.array_equal(record[name], getattr(single, name)) for name in POINTS)
    rough = abut.distance_batch(ball, ring, poses, other_poses, relative_error=0.5, threads=threads)
    assert (rough.lower <= found.upper).all() and (rough.upper <= 1.5 * rough.lower + 1e-300).all()


@pytest.mark.parametrize("threads", [1, 2, 0])
def test_within_batch_gives_what_single_calls_give(ball, ring, poses, other_poses, threads):
    found = abut.within_batch(ball, ring, 0.2, poses, other_poses, threads=threads)
    assert found.answer.tolist() == [abut.within(ball, ring, 0.2, a, b).answer for a, b in zip(poses, other_poses)]


def test_one_placement_stands_for_all(ball, ring, poses):
    still = poses[0]
    repeated = np.repeat(still[None], len(poses), axis=0)
    assert np.array_equal(
        abut.touches_batch(ball, ring, still, poses), abut.touches_batch(ball, ring, repeated, poses))
    assert np.array_equal(
        abut.touches_batch(ball, ring, poses, still[:3]), abut.touches_batch(ball, ring, poses, repeated))
    identity = np.repeat(np.eye(4)[None], len(poses), axis=0)
    assert np.array_equal(abut.touches_batch(ball, ring, poses), abut.touches_batch(ball, ring, poses, identity))


def test_both_shapes_and_strided_arrays_mean_the_same(ball, ring, poses):
    expected = abut.touches_batch(ball, ring, poses)
    backwards = poses[::-1].copy()
    for same in (poses[:, :3], poses.tolist(), backwards[::-1], np.asfortranarray(poses)):
        assert np.array_equal(abut.touches_batch(ball, ring, same), expected)


def test_an_empty_batch_has_empty_answers(ball, ring):
    none = np.empty((0, 4, 4))
    assert abut.touches_batch(ball, ring, none).shape == (0,)
    assert abut.distance_batch(ball, ring, none).shape == (0,)
    assert len(abut.collide_batch(ball, ring, none)) == 0


def test_caps_hold_for_every_pose(ball, ring, poses):
    everything = abut.collide_batch(ball, ring, poses)
    assert np.array_equal(
        abut.collide_batch(ball, ring, poses, max_contacts=3).counts, np.minimum(everything.counts, 3))
    assert np.array_equal(abut.collide_batch(ball, ring, poses, first=True).counts, np.minimum(everything.counts, 1))


@pytest.mark.parametrize("threads", [1, 2])
def test_python_goes_on_while_a_batch_runs(threads):
    model = abut.Model(abut.shapes.sphere(1.0, 30))
    poses = random_placements(400, 0.3)
    counted = 0
    running = True

    def count():
        nonlocal counted
        while running:
            counted += 1
            time.sleep(0.0005)

    counter = threading.Thread(target=count)
    counter.start()
    before, start = counted, time.perf_counter()
    abut.collide_batch(model, model, poses, threads=threads)
    took, after = time.perf_counter() - start, counted
    running = False
    counter.join()
    assert took > 0.02
    assert after - before >= 3


def test_a_batch_keeps_to_the_model_that_it_began_with():
    mesh = abut.shapes.sphere(1.0, 20)
    poses = random_placements(300, 0.4)
    poses[:, 0, 3] += 4
    scales = [1.0, 0.5, 0.75, 0.25]
    expected = []
    for scale in scales:
        scaled = abut.Model(abut.Mesh(scale * mesh.vertices, mesh.faces))
        expected.append(abut.distance_batch(scaled, scaled, pose_b=poses).upper.tolist())
    model = abut.Model(mesh)
    found = []
    batch = threading.Thread(target=lambda: found.append(abut.distance_batch(model, model, pose_b=poses)))
    batch.start()
    while batch.is_alive():
        for scale in scales:
            model.refit(scale * mesh.vertices)
    batch.join()
    assert found[0].upper.tolist() in expected


def test_ctrl_c_ends_a_batch_early():
    model = abut.Model(abut.shapes.sphere(1.0, 40))
    poses = np.tile(np.eye(4), (200000, 1, 1))
    interrupt = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    start = time.perf_counter()
    interrupt.start()
    with pytest.raises(KeyboardInterrupt):
        abut.collide_batch(model, model, poses)
    assert time.perf_counter() - start < 20
