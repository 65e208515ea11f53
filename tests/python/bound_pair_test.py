"""A pair bound once gives the answers of the functions of the same names."""

import threading

import numpy as np
import pytest

import abut
from conftest import random_placements


@pytest.fixture(scope="module")
def poses():
    return random_placements(60, 1.4)


@pytest.fixture(scope="module")
def other_poses():
    return random_placements(60, 0.5, seed=8)


@pytest.mark.parametrize("coherent", [False, True])
def test_single_queries_answer_as_the_functions_do(ball, ring, poses, other_poses, coherent):
    pair = abut.BoundPair(ball, ring, margin=0.1, coherent=coherent)
    hits = 0
    for a, b in zip(poses, other_poses):
        assert pair.touches(a, b) == abut.touches(ball, ring, a, b, margin=0.1)
        assert np.array_equal(pair.collide(a, b), abut.collide(ball, ring, a, b, margin=0.1))
        assert pair.distance(a, b).upper == abut.distance(ball, ring, a, b).upper
        assert pair.within(0.3, a, b).answer == abut.within(ball, ring, 0.3, a, b).answer
        hits += pair.touches(a, b)
    assert 0 < hits < len(poses)


@pytest.mark.parametrize("coherent", [False, True])
def test_batches_answer_as_the_functions_do(ball, ring, poses, other_poses, coherent):
    pair = abut.BoundPair(ball, ring, coherent=coherent)
    assert np.array_equal(pair.touches_batch(poses, other_poses), abut.touches_batch(ball, ring, poses, other_poses))
    assert np.array_equal(pair.distance_batch(pose_b=poses).upper, abut.distance_batch(ball, ring, pose_b=poses).upper)
    near = pair.within_batch(0.3, poses)
    assert np.array_equal(near.answer, abut.within_batch(ball, ring, 0.3, poses).answer)
    assert near.dtype == abut.within_batch(ball, ring, 0.3, poses).dtype
    many = np.tile(poses, (50, 1, 1))
    assert np.array_equal(pair.touches_batch(many), np.tile(pair.touches_batch(poses), 50))


def test_answers_go_into_the_array_that_is_given(ball, ring, poses):
    pair = abut.BoundPair(ball, ring)
    expected = pair.touches_batch(poses)
    out = ~expected
    assert pair.touches_batch(poses, out=out) is out
    assert np.array_equal(out, expected)
    with pytest.raises(abut.Error, match=r"\(60,\)"):
        pair.touches_batch(poses, out=np.zeros(59, dtype=bool))
    with pytest.raises(TypeError, match="truth values"):
        pair.touches_batch(poses, out=np.zeros(60))
    with pytest.raises(TypeError, match="C-ordered"):
        pair.touches_batch(poses, out=np.zeros(120, dtype=bool)[::2])
    out.flags.writeable = False
    with pytest.raises(abut.Error, match="read-only"):
        pair.touches_batch(poses, out=out)


def test_a_refit_is_seen():
    model = abut.Model(abut.shapes.box([1, 1, 1]))
    pair = abut.BoundPair(model, abut.shapes.box([1, 1, 1]), coherent=True)
    aside = np.eye(4)
    aside[0, 3] = 3
    assert not pair.touches(pose_b=aside)
    model.refit(2.5 * model.vertices)
    assert pair.touches(pose_b=aside)
    assert pair.distance(pose_b=aside).upper == 0
    assert repr(pair) == "<abut.BoundPair: 12 and 12 faces>"


def test_caps_budgets_and_options_are_those_of_the_functions(ball, ring):
    aside = np.eye(4)
    aside[0, 3] = 2.0
    assert len(abut.BoundPair(ball, ring, max_contacts=3).collide(aside)) == 3
    hurried = abut.BoundPair(ball, ring, max_tests=0)
    for query in (hurried.touches, hurried.collide):
        with pytest.raises(abut.Error, match="budget"):
            query(aside)
    far = np.eye(4)
    far[0, 3] = 9.0
    assert not hurried.distance(far).complete
    rough = abut.BoundPair(ball, ring, relative_error=0.5).distance(far)
    assert 0 < rough.lower <= rough.upper <= 1.5 * rough.lower
    for wrong in ({"margin": -1.0}, {"relative_error": -1.0}, {"max_tests": -1}, {"simd": "mmx"}):
        with pytest.raises(abut.Error):
            abut.BoundPair(ball, ring, **wrong)
    with pytest.raises(TypeError, match="nonsense"):
        abut.BoundPair(ball, ring, nonsense=1)


def test_a_placement_that_is_not_valid_is_named(ball, ring, poses):
    wrong = poses.copy()
    wrong[41, 0, 0] = np.nan
    with pytest.raises(abut.Error, match="41"):
        abut.BoundPair(ball, ring).touches_batch(wrong)


def test_a_second_thread_is_refused(ball, ring):
    pair = abut.BoundPair(ball, ring)
    poses = np.tile(np.eye(4), (20_000, 1, 1))
    answers, refusals = [], []

    def ask():
        try:
            answers.append(pair.distance_batch(poses))
        except abut.Error as error:
            refusals.append(str(error))

    workers = [threading.Thread(target=ask) for _ in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert len(answers) == 1 and len(answers[0]) == len(poses)
    assert len(refusals) == 1 and "another query" in refusals[0]
    assert pair.distance().upper == answers[0].upper[0]
