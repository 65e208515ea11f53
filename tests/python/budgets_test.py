"""A budget that runs out is never taken for a no."""

import numpy as np
import pytest

import abut

RING = abut.shapes.torus(1.0, 0.3)
# Linked as in a chain: clear of each other, but no box tells.
LINKED = np.array([[1, 0, 0, 1.0], [0, 0, -1, 0], [0, 1, 0, 0], [0, 0, 0, 1]])
NONE_OF_IT = [{"max_tests": 1}, {"max_seconds": 0.0}]
PAIRS = {
    "engine": (abut.Model(RING), abut.Model(RING)),
    "classic": (abut.classic.Model(RING, volume="obb"), abut.classic.Model(RING, volume="obb")),
    "mixed": (abut.Model(RING), abut.classic.Model(RING, volume="rss")),
}


@pytest.fixture(params=PAIRS)
def pair(request):
    return PAIRS[request.param]


@pytest.mark.parametrize("budget", NONE_OF_IT)
def test_within_answers_unknown_when_it_ran_out(pair, budget):
    gap = abut.distance(*pair, pose_b=LINKED).upper
    near = abut.within(*pair, 0.99 * gap, pose_b=LINKED, **budget)
    assert near.answer is abut.Answer.UNKNOWN
    assert not near.complete and near.upper == np.inf
    assert repr(near) == "<abut.Nearness: unknown>"
    with pytest.raises(abut.Error, match="before it was known whether the models are within the limit"):
        bool(near)
    many = abut.within_batch(*pair, 0.99 * gap, pose_b=np.array([LINKED, LINKED]), **budget)
    assert many.answer.tolist() == [abut.Answer.UNKNOWN] * 2
    assert not many.complete.any()


def test_within_names_the_triangles_that_prove_it(pair):
    gap = abut.distance(*pair, pose_b=LINKED)
    near = abut.within(*pair, gap.upper, pose_b=LINKED)
    assert near and near.complete and near.answer is abut.Answer.YES
    assert near.upper == gap.upper
    assert near.triangles == (near.triangle_a, near.triangle_b)
    assert np.linalg.norm(near.point_b - near.point_a) == pytest.approx(near.upper, abs=1e-12)
    assert near.weights_a.sum() == pytest.approx(1, abs=1e-15)
    far = abut.within(*pair, 0.5 * gap.upper, pose_b=LINKED)
    assert not far and far.complete and far.answer is abut.Answer.NO and far.upper == np.inf
    many = abut.within_batch(*pair, gap.upper, pose_b=np.array([LINKED, LINKED]))
    assert many.upper.tolist() == [near.upper] * 2
    assert (many.point_a == near.point_a).all()


@pytest.mark.parametrize("seconds", [-1.0, float("nan")])
def test_seconds_are_a_number_from_zero(pair, seconds):
    with pytest.raises(abut.Error, match="the time budget must be 0 seconds or more"):
        abut.within(*pair, 1.0, max_seconds=seconds)
    with pytest.raises(abut.Error, match="the time budget must be 0 seconds or more"):
        abut.distance(*pair, max_seconds=seconds)
