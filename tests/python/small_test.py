"""abut.small: single solids, and culling."""

import numpy as np
import pytest

import abut

small = abut.small
# Slopes 1, near 1, far 3, at the origin, looking along -z.
VIEW = small.Frustum([[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, -2, -3], [0, 0, -1, 0]])


def moved(shift):
    pose = np.eye(4)
    pose[:3, 3] = shift
    return pose


def test_solids_touch_where_they_meet_exactly():
    ball, box = small.Sphere([0, 0, 0], 1), small.Box([2, 0, 0], [1, 1, 1])
    assert small.touches(ball, box) and small.touches(box, ball)
    assert small.touches(ball, small.Sphere([0, 2, 0], 1))
    assert not small.touches(ball, small.Sphere([0, np.nextafter(2, 3), 0], 1))
    assert small.touches(small.Sphere([0, 0, 0], 1), VIEW) and small.touches(VIEW, small.Sphere([0, 0, 0], 1))
    assert not small.touches(small.Box([7, 0, -1], [4, 0.5, 0.5]), VIEW)
    triangle = [[0, 0, 0], [1, 0, 0], [0, 1, 0]]
    assert small.touches(triangle, [[0, 0, 0], [0, 0, 1], [-1, 0, 1]])


def test_points_are_in_solids():
    assert small.contains(VIEW, [1, -1, -1]) and not small.contains(VIEW, [0, 0, -0.99])
    turned = small.Box([0, 0, 0], [1, 1, 1], [[0, 1, 0], [2, 0, 0], [0, 0, 1]])
    assert small.contains(turned, [1, 2, 1]) and not small.contains(turned, [2, 1, 1])
    assert small.contains(small.RoundedCone([0, 0, 0], [0, 0, 9], 0.5, 2), [0, 0, 2])


def test_rays_and_moving_spheres_meet_in_time():
    lower, upper = small.first_hit([0, 0, 5], [0, 0, -1], [[-1, -1, 0], [1, -1, 0], [0, 2, 0]])
    assert lower <= 5 <= upper
    assert small.first_hit([0, 0, 5], [0, 0, -1], small.Box([0, 0, 0], [1, 1, 1]), t_max=3.5) is None
    lower, upper = small.first_contact(small.Sphere([0, 0, 0], 1), [1, 0, 0], small.Sphere([4, 0, 0], 1), [-3, 0, 0])
    assert lower <= 0.5 <= upper
    assert small.first_contact(small.Sphere([0, 0, 0], 1), [0, 0, 0], small.Sphere([4, 0, 0], 1), [0, 0, 0]) is None


def test_culling_leaves_what_may_be_seen():
    ball = abut.Model(abut.shapes.sphere(0.1, 3))
    assert len(small.cull(ball, VIEW, moved([0, 0, -2]))) == len(ball.mesh.faces)
    assert len(small.cull(ball, VIEW)) == 0
    some = small.cull(ball, VIEW, moved([0, 0, -1]))
    assert 0 < len(some) < len(ball.mesh.faces) and small.may_be_seen(ball, VIEW, moved([0, 0, -1]))
    lamp = small.RoundedCone([0, 0, 5], [0, 0, -1], 0.999, 4.95)
    assert small.may_be_seen(ball, lamp) and not small.may_be_seen(ball, lamp, moved([0, 0, -1]))
    assert set(small.cull(ball, lamp)) < set(range(len(ball.mesh.faces)))


def test_what_is_no_solid_is_refused():
    with pytest.raises(abut.Error):
        small.touches(small.Sphere([0, 0, 0], -1), small.Sphere([0, 0, 0], 1))
    with pytest.raises(abut.Error):
        small.Frustum(np.zeros((4, 4)))
    with pytest.raises(abut.Error):
        small.Frustum(np.zeros((3, 4)))
    with pytest.raises(TypeError):
        small.touches(small.Sphere([0, 0, 0], 1), small.RoundedCone([0, 0, 0], [0, 0, 1], 0.5, 1))
    with pytest.raises(TypeError):
        small.contains(small.Sphere([0, 0, 0], 1), [0, 0, 0])
