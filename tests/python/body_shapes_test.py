"""Shapes beside meshes: boxes, balls, capsules and others."""

import copy
import pickle

import numpy as np
import pytest

import abut
from conftest import placement

AT = placement([3, 1, 2], 0.7, [0.5, -0.25, 1])


def moved(x, y, z):
    at = np.eye(4)
    at[:3, 3] = x, y, z
    return at


ALL = {
    "box": lambda: abut.Box(1, 2, 3),
    "rounded-box": lambda: abut.RoundedBox(1, 2, 3, 0.25),
    "sphere": lambda: abut.Sphere(0.5),
    "capsule": lambda: abut.Capsule(0.5, 2),
    "cylinder": lambda: abut.Cylinder(0.5, 2),
    "cone": lambda: abut.Cone(0.5, 2),
    "half-space": lambda: abut.HalfSpace(),
    "hull": lambda: abut.Hull(np.random.default_rng(1).uniform(-1, 1, (30, 3)), 0.125),
    "points": lambda: abut.PointCloud(np.random.default_rng(2).uniform(-1, 1, (30, 3)), 0.125),
    "height-field": lambda: abut.HeightField([[1, 2, 1], [1, 1, 3]], 4, 2, floor=-1),
    "boxes": lambda: abut.Boxes([[0, 0, 0], [1, 0, 0]], [[1, 1, 1], [2, 2, 2]]),
    "surface": lambda: abut.Shape(abut.shapes.sphere(1.0)),
    "solid": lambda: abut.Shape(abut.Solid(abut.shapes.sphere(1.0))),
}


@pytest.mark.parametrize("kind", ALL)
def test_every_shape_says_what_it_is(kind):
    shape = ALL[kind]()
    assert shape.kind == kind
    assert shape.is_solid == (kind != "surface")
    assert (shape.stray > 0) == (kind in ("cylinder", "cone"))
    assert repr(shape).startswith(f"<abut.Shape: {kind}")
    low, high = shape.bounds(AT)
    assert np.all(low < high)
    assert abut.Shape(shape).kind == kind


@pytest.mark.parametrize("kind", ALL)
def test_every_shape_can_be_pickled_and_copied(kind):
    shape = ALL[kind]()
    for again in (pickle.loads(pickle.dumps(shape)), copy.copy(shape), copy.deepcopy(shape)):
        assert np.array_equal(again.bounds(AT), shape.bounds(AT))
        assert again.kind == kind
        assert again.is_solid == shape.is_solid and again.radius == shape.radius
        gaps = [s.distance(abut.Sphere(0.25), pose_a=AT, pose_b=moved(5, 4, 3)).upper for s in (shape, again)]
        assert gaps[0] == gaps[1]


@pytest.mark.parametrize("one", ALL)
@pytest.mark.parametrize("other", ALL)
def test_touching_and_distance_agree(one, other):
    a, b = ALL[one](), ALL[other]()
    poses = np.stack([moved(x, 0.1, 0.2) @ AT for x in (0, 1, 2, 3, 6)])
    touching = a.touches_batch(b, pose_b=poses, threads=2)
    gaps = a.distance_batch(b, pose_b=poses, depth=True)
    for pose, hit, gap in zip(poses, touching, gaps):
        assert a.touches(b, pose_b=pose) == hit == gap.touching
        assert b.touches(a, pose_a=pose) == hit
        assert gap.lower <= gap.upper
        assert np.linalg.norm(gap.normal) == pytest.approx(1)
        alone = a.distance(b, pose_b=pose, depth=True)
        assert alone.upper == gap.upper
        assert np.array_equal(alone.normal, gap.normal)
        if not hit and max(a.stray, b.stray) == 0:
            assert not a.touches(b, pose_b=pose, margin=gap.lower * 0.999)
            assert a.touches(b, pose_b=pose, margin=gap.upper * 1.001)


def test_meshes_and_solids_are_taken_as_shapes():
    ball, small = abut.shapes.sphere(1.0), abut.Sphere(0.1)
    assert not small.touches(ball)
    assert small.touches(abut.Solid(ball))
    assert not small.touches(abut.Model(ball))
    assert abut.Box(4, 4, 4).touches(ball)


def test_a_margin_is_exact():
    a, b = abut.Sphere(0.25), abut.Sphere(0.5)
    assert a.touches(b, pose_b=moved(1, 0, 0), margin=0.25)
    assert not a.touches(b, pose_b=moved(np.nextafter(1, 2), 0, 0), margin=0.25)


def test_a_cut_off_ends_the_measuring():
    gap = abut.Sphere(1).distance(abut.Sphere(1), pose_b=moved(9, 0, 0), cut_off=2.0)
    assert gap.lower >= 2
    assert gap.upper == np.inf


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: abut.Sphere(-1), "the radius of the sphere is -1"),
        (lambda: abut.Box(1, float("nan"), 1), "a size of the box"),
        (lambda: abut.Sphere(1).touches(abut.Sphere(1), np.diag([2.0, 2, 2, 1])), "scales or shears a sphere"),
        (lambda: abut.Sphere(1).touches(abut.Sphere(1), margin=-1.0), "margin"),
        (lambda: abut.HeightField([[1, 1], [1, 0]], 1, 1, floor=0), "above the floor"),
        (lambda: abut.Cylinder(1, 1, 1e-9), "4096 sides"),
    ],
)
def test_what_makes_no_sense_is_refused(call, words):
    with pytest.raises(abut.Error, match=words):
        call()


@pytest.mark.parametrize(
    "call",
    [
        lambda: abut.HeightField([1, 2, 3], 1, 1, floor=0),
        lambda: abut.Boxes([[0, 0, 0]], [[1, 1, 1], [2, 2, 2]]),
        lambda: abut.Hull([[0, 0]]),
        lambda: abut.Sphere(1).distance(abut.Sphere(1), deep=True),
        lambda: abut.Sphere(1).touches("ball"),
    ],
)
def test_what_has_the_wrong_form_is_a_type_error(call):
    with pytest.raises((TypeError, abut.Error)):
        call()
