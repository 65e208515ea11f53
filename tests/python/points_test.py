"""Points against models: closest points, inside and outside."""

import numpy as np
import pytest

import abut
from conftest import corners_of, edges_of, placement, squared_distances_to_triangles

AT = placement([3, 1, 2], 0.7, [0.5, -0.25, 1])


@pytest.fixture(scope="module")
def points():
    return np.random.default_rng(5).uniform(-1.5, 1.5, (40, 3)) + AT[:3, 3]


def distance_to_edges(mesh, at, point):
    start, end = edges_of(corners_of(mesh, at)).transpose(1, 0, 2)
    along = end - start
    t = np.clip(((point - start) * along).sum(-1) / (along * along).sum(-1), 0, 1)
    return np.linalg.norm(start + t[:, None] * along - point, axis=1).min()


def test_closest_point_is_that_of_brute_force(ring, points):
    for point in points:
        closest = abut.closest_point(ring, point, AT)
        to_faces = np.sqrt(squared_distances_to_triangles(point[None], corners_of(ring.mesh, AT)).min())
        assert closest.upper == pytest.approx(min(to_faces, distance_to_edges(ring.mesh, AT, point)), rel=1e-12)
        assert np.linalg.norm(closest.point - point) == pytest.approx(closest.upper, rel=1e-12)
        corners = ring.vertices[ring.faces[closest.triangle]]
        assert AT[:3, :3] @ (closest.weights @ corners) + AT[:3, 3] == pytest.approx(closest.point, abs=1e-12)


@pytest.mark.parametrize("threads", [1, 2])
def test_batches_of_points_give_what_single_calls_give(ring, points, threads):
    closest = abut.closest_point_batch(ring, points, AT, threads=threads)
    depths = abut.signed_distance_batch(ring, points, AT, threads=threads)
    inside = abut.contains_batch(ring, points, AT, threads=threads)
    assert 0 < inside.sum() < len(points)
    for i, point in enumerate(points):
        one = abut.closest_point(ring, point, AT)
        for name in ("lower", "upper", "triangle", "complete"):
            assert closest[i][name] == getattr(one, name)
        assert np.array_equal(closest[i].point, one.point)
        depth = abut.signed_distance(ring, point, AT)
        for name in ("lower", "upper", "side", "triangle", "complete"):
            assert depths[i][name] == getattr(depth, name)
        assert inside[i] == abut.contains(ring, point, AT)


def test_a_torus_contains_what_its_formula_says():
    mesh = abut.shapes.torus(1.0, 0.35, 100, 60)
    points = np.random.default_rng(6).uniform(-1.5, 1.5, (300, 3))
    formula = np.hypot(np.hypot(points[:, 0], points[:, 1]) - 1, points[:, 2])
    clear = abs(formula - 0.35) > 0.01
    solid = abut.Solid(mesh)
    assert np.array_equal(abut.contains_batch(solid, points)[clear], (formula < 0.35)[clear])
    depths = abut.signed_distance_batch(solid, points)
    assert abs(depths.upper - (formula - 0.35)).max() < 0.01
    assert np.array_equal(depths.side == abut.Side.INSIDE, depths.upper < 0)


def test_the_surface_belongs_to_the_solid():
    box = abut.Solid(abut.shapes.box([1, 1, 1]))
    assert abut.contains(box, [1, 0.5, 0.25])
    assert not abut.contains(box, [np.nextafter(1, 2), 0.5, 0.25])
    on = abut.signed_distance(box, [1, 0.5, 0.25])
    assert (on.lower, on.upper, on.side) == (0, 0, abut.Side.SURFACE)
    assert abut.winding_number(box, [0, 0, 0]) == 1 and abut.winding_number(box, [2, 0, 0]) == 0


def test_a_mesh_with_a_hole_is_refused_unless_told_otherwise():
    box = abut.shapes.box([1, 1, 1])
    holed = abut.Mesh(box.vertices, box.faces[1:])
    with pytest.raises(abut.Error, match="open"):
        abut.Solid(holed)
    solid = abut.Solid(holed, holes="winding-number")
    assert not solid.is_closed and repr(solid) == "<abut.Solid: 11 faces, with holes>"
    assert abut.contains(solid, [0, 0, 0]) and not abut.contains(solid, [0, 0, 5])
    assert 0.5 < abut.winding_number(solid, [0, 0, 0]) < 1


def test_with_any_lid_a_point_in_a_hole_is_unknown():
    box = abut.shapes.box([1, 1, 1])
    top = box.vertices[box.faces][:, :, 2].min(axis=1) == 1
    jar = abut.Solid(abut.Mesh(box.vertices, box.faces[~top]), holes="any-lid")
    assert abut.locate(jar, [0.1, 0.2, 0.9]) == abut.Side.INSIDE
    assert abut.locate(jar, [0.1, 0.2, 1]) == abut.Side.UNKNOWN
    assert abut.locate(jar, [0.1, 0.2, 1.1]) == abut.Side.OUTSIDE
    with pytest.raises(abut.Error):
        abut.contains(jar, [0.1, 0.2, 1])
    assert abut.enclosed(abut.shapes.sphere(0.25), jar).answer == abut.Answer.YES
    assert abut.interiors_meet(jar, abut.shapes.box([1, 1, 1]), pose_b=placement([0, 0, 1], 0, [2, 0, -1])).answer == abut.Answer.NO


def test_a_solid_keeps_the_model_that_it_was_made_of():
    model = abut.Model(abut.shapes.box([1, 1, 1]))
    solid = abut.Solid(model)
    model.refit(10 * model.vertices)
    solid.model.refit(10 * model.vertices)
    assert not abut.contains(solid, [5, 0, 0])


def moved(mesh, by):
    return abut.Mesh(mesh.vertices + np.asarray(by), mesh.faces)


def joined(*meshes):
    starts = np.cumsum([0] + [len(mesh.vertices) for mesh in meshes])
    faces = [mesh.faces + start for mesh, start in zip(meshes, starts)]
    return abut.Mesh(np.vstack([mesh.vertices for mesh in meshes]), np.vstack(faces).astype(np.uint32))


def test_bodies_that_cross_are_one_and_a_body_within_a_body_is_a_hole():
    box, small = abut.shapes.box([1, 1, 1]), abut.shapes.box([0.5, 0.5, 0.5])
    crossing, nested = joined(box, moved(box, [1, 0.5, 0.25])), joined(box, small)
    assert abut.contains(crossing, [0.5, 0.25, 0.125])
    assert not abut.contains(nested, [0.1, 0.2, 0.3])
    assert abut.contains(nested, [0.75, 0.2, 0.3])


def test_points_of_wrong_shapes_are_refused(ring):
    with pytest.raises(abut.Error, match=r"point must have the shape \(3,\); the batch forms take many; it has"):
        abut.closest_point(ring, [[0, 0, 0]])
    with pytest.raises(abut.Error, match=r"points must have the shape \(N, 3\); it has \(2, 2\)."):
        abut.contains_batch(ring, np.zeros((2, 2)))
    with pytest.raises(abut.Error, match="there is no way with holes 'odd'; choose one of 'refuse', 'winding-number', 'any-lid'."):
        abut.Solid(ring, holes="odd")
    with pytest.raises(abut.Error, match="not a number"):
        abut.closest_point(ring, [0, np.nan, 0])
