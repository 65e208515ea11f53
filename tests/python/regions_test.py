"""Regions without end against models: the same triangles as C++ finds, whatever the tree."""

import numpy as np
import pytest

import abut
from abut import classic

BOX = abut.Model(abut.shapes.box([1, 1, 1]))
RING = abut.shapes.torus(1.0, 0.3)
SHAPES = [classic.plane([0, 0, 0.1], [1, 2, 3]), classic.slab([0, 0, 0.25], [0, 0, 1], 0.1),
          classic.line([1, 0, 0], [0, 0, 1]), classic.ray([0, 0, 0], [1, 0, 0]), classic.segment([0, 0, 0], [0.9, 0, 0]),
          classic.beam([1, 0, 0], [0, 0.5, 1], 0.1), classic.fat_ray([0, 0, 0], [0, 1, 0], 0.2),
          classic.Region([0, 0, 0], np.eye(3), [-0.2, 0.5, -np.inf], [0.4, np.inf, 0.1])]


@pytest.mark.parametrize("region", SHAPES)
def test_every_tree_finds_the_same_triangles(region):
    want = classic.triangles_in(RING, region)
    assert want.dtype == np.uint32 and 0 < len(want) < len(RING.faces)
    assert (np.diff(want.astype(int)) > 0).all()
    for model in (classic.Model(RING, "obb"), classic.Model(RING, "sphere", storage="float"),
                  classic.Model(RING, "kdop14", tile=0.05), classic.Model(RING, "rss", leaf_size=4)):
        assert (classic.triangles_in(model, region) == want).all()
        assert classic.touches_region(model, region)


def test_corners_decide_about_a_plane():
    normal, point = np.array([1.0, 2.0, 3.0]), np.array([0, 0, 0.1])
    sides = np.sign((RING.vertices - point) @ normal)[RING.faces]
    want = np.flatnonzero((sides.min(axis=1) <= 0) & (sides.max(axis=1) >= 0))
    assert (classic.triangles_in(RING, classic.plane(point, normal)) == want).all()


def test_poses_limits_and_counters_are_taken():
    at = np.eye(4)
    at[:3, 3] = [0, 0, 5]
    plane = classic.plane([0, 0, 5], [0, 0, 1])
    assert not classic.touches_region(BOX, plane) and classic.touches_region(BOX, plane, at)
    counters = abut.Counters()
    assert len(classic.triangles_in(BOX, plane, at, counters=counters)) == 8
    assert counters.queries == 1 and counters.triangle_tests >= 8 and counters.volume_tests > 0
    assert len(classic.triangles_in(BOX, plane, pose=at, max_triangles=3)) == 3


def test_what_is_no_region_is_refused():
    for make in (lambda: classic.plane([0, 0, 0], [0, 0, 0]), lambda: classic.ray([0, 0, 0], [0, 0, np.nan]),
                 lambda: classic.triangles_in(BOX, classic.slab([0, 0, np.nan], [0, 0, 1], 1)),
                 lambda: classic.triangles_in(BOX, classic.Region([0, 0, 0], np.eye(3), [1, 0, 0], [0, 0, 0])),
                 lambda: classic.Region([0, 0, 0], np.eye(4)[:, :3], [0, 0, 0], [0, 0, 0])):
        with pytest.raises(abut.Error):
            make()
    with pytest.raises(TypeError):
        classic.triangles_in(BOX, SHAPES[0], threads=2)
