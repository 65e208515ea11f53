"""How deep solids are in each other, from Python."""

import numpy as np
import pytest

import abut

BOX = abut.Solid(abut.shapes.box([1, 1, 1]))


def shifted(x, y=0.0, z=0.0):
    at = np.eye(4)
    at[:3, 3] = x, y, z
    return at


def holds(bracket, truth):
    lower, upper = bracket
    return lower <= truth + 1e-12 and upper >= truth - 1e-12 and upper <= lower * 1.01 + 1e-12


def test_boxes_that_are_sunk():
    found = abut.penetration(BOX, BOX, pose_b=shifted(1.9, 0.3))
    assert holds(found.depth, 0.1) and holds(found.reach_a, 0.1) and holds(found.reach_b, 0.1)
    assert holds(found.way_out_length, 0.1) and found.complete
    assert np.allclose(found.way_out, [0.1, 0, 0], atol=1e-6)
    assert not abut.interiors_meet(BOX, BOX, pose_b=shifted(*(np.array([1.9, 0.3, 0]) + found.way_out)))
    assert abs(found.reach_a_point[0] - 1) < 1e-9 and found.reach_a_triangle < 12
    assert found.volume_tests + found.triangle_tests > 0
    assert repr(found).startswith("<abut.Penetration: depth 0.")


def test_batches_give_what_single_queries_give():
    poses = np.array([shifted(1.9), shifted(2.0), shifted(0.5, 0.25, 0.125)])
    records = abut.penetration_batch(BOX, BOX, pose_b=poses, threads=2)
    gaps = abut.signed_gap_batch(BOX, BOX, pose_b=poses)
    for i, pose in enumerate(poses):
        one = abut.penetration(BOX, BOX, pose_b=pose)
        for name in ["depth", "deepest", "reach_a", "reach_a_point", "reach_b", "way_out_length", "way_out"]:
            assert tuple(records[i][name]) == tuple(getattr(one, name)), name
        gap = abut.signed_gap(BOX, BOX, pose_b=pose)
        assert (gaps.lower[i], gaps.upper[i], gaps.overlaps[i]) == (gap.lower, gap.upper, gap.overlaps)
    assert records.depth[1].tolist() == [0, 0]


def test_signed_gap():
    apart = abut.signed_gap(BOX, BOX, pose_b=shifted(2.5))
    assert not apart.overlaps and apart.lower <= 0.5 <= apart.upper and apart.upper - apart.lower < 1e-12
    assert apart.distance.upper == apart.upper
    sunk = abut.signed_gap(BOX, BOX, pose_b=shifted(1.5))
    assert sunk.overlaps and sunk.lower <= -0.5 + 1e-12 and -0.5 - 1e-12 <= sunk.upper <= -0.495
    assert sunk.penetration.depth[0] == -sunk.upper


def test_options_and_refusals():
    ring = abut.Solid(abut.shapes.torus(2.0, 0.5))
    rough = abut.penetration(ring, ring, pose_b=shifted(0.1), relative_error=0.5)
    fine = abut.penetration(ring, ring, pose_b=shifted(0.1))
    assert rough.depth[0] <= fine.depth[1] and rough.depth[1] >= fine.depth[0]
    short = abut.penetration(ring, ring, pose_b=shifted(0.1), max_tests=10)
    assert not short.complete and short.depth[1] >= fine.depth[0]
    assert not abut.penetration(ring, ring, pose_b=shifted(0.1), max_cells=2).complete
    with pytest.raises(abut.Error, match="the relative error must be 0 or more"):
        abut.penetration(BOX, BOX, relative_error=-1)
    with pytest.raises(abut.Error, match="Only a closed mesh has an inside"):
        abut.penetration(BOX, abut.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]]))
    with pytest.raises(TypeError, match="max_depth"):
        abut.penetration(BOX, BOX, max_depth=1)
