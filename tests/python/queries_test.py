"""Single queries: answers equal to brute force in numpy and to the command."""

import numpy as np
import pytest

import abut
from conftest import brute_force_contacts, brute_force_distance, placement, random_placements

VOLUMES = ["sphere", "aabb", "obb", "obb-quaternion", "lss", "rss", "kdop6", "kdop14", "kdop18", "kdop26", "hybrid",
           "hybrid-dynamic"]


@pytest.mark.parametrize("seed", range(4))
def test_collide_finds_the_pairs_that_brute_force_finds(ball, ring, seed):
    at_a, at_b = random_placements(2, 0.6, seed)
    expected = brute_force_contacts(ball.mesh, at_a, ring.mesh, at_b)
    assert len(expected) > 0
    assert np.array_equal(abut.collide(ball, ring, at_a, at_b), expected)


@pytest.mark.parametrize("volume", VOLUMES)
def test_every_volume_gives_the_same_contacts_and_distance(volume):
    meshes = abut.shapes.sphere(1.0, 4), abut.shapes.torus(1.0, 0.35, 24, 12)
    near, far = placement([1, 2, 3], 0.5, [0.2, 0.3, 0.4]), placement([1, 2, 3], 0.5, [3, 1, 2])
    fast = [abut.Model(mesh) for mesh in meshes]
    other = [abut.classic.Model(mesh, volume) for mesh in meshes]
    assert (fast[0].volume, other[0].volume) == ("auto", volume)
    contacts, expected = abut.collide(*fast, pose_b=near), abut.distance(*fast, pose_b=far)
    assert len(contacts) > 0
    for pair in (other, (other[0], fast[1]), (fast[0], other[1]), (abut.classic.Model(meshes[0], "obb"), other[1])):
        assert np.array_equal(abut.collide(*pair, pose_b=near), contacts)
        assert abut.touches(*pair, pose_b=near) and not abut.touches(*pair, pose_b=far)
        found = abut.distance(*pair, pose_b=far)
        assert (found.lower, found.upper, found.triangles) == (expected.lower, expected.upper, expected.triangles)
        assert abut.within(*pair, expected.upper, pose_b=far) and not abut.within(*pair, expected.lower / 2, pose_b=far)
        poses = np.array([near, far])
        assert np.array_equal(abut.collide_batch(*pair, pose_b=poses, threads=2)[0], contacts)
        assert abut.touches_batch(*pair, pose_b=poses).tolist() == [True, False]
        assert abut.distance_batch(*pair, pose_b=poses).upper.tolist() == [0, expected.upper]
        assert abut.within_batch(*pair, expected.upper, pose_b=poses).answer.tolist() == [abut.Answer.YES] * 2


@pytest.mark.parametrize("volume", VOLUMES)
def test_every_volume_gives_the_same_closest_points_and_self_contacts(volume):
    ring = abut.shapes.torus(1.0, 0.35, 24, 12)
    crossed = abut.Mesh(np.concatenate([ring.vertices, ring.vertices + [0.3, 0.2, 0.1]]),
                        np.concatenate([ring.faces, ring.faces + len(ring.vertices)]))
    fast, other = abut.Model(crossed), abut.classic.Model(crossed, volume)
    assert np.array_equal(abut.self_contacts(other), abut.self_contacts(fast)) and len(abut.self_contacts(fast)) > 0
    points = [[3, 1, 2], [0, 0, 0], [-1, 2, 0.5]]
    expected, found = abut.closest_point_batch(fast, points), abut.closest_point_batch(other, points, threads=2)
    for name in ("lower", "upper", "triangle"):
        assert found[name].tolist() == expected[name].tolist()
    one = abut.closest_point(other, points[0], search="depth")
    assert (one.upper, one.triangle) == (expected.upper[0], expected.triangle[0])


def test_no_choice_of_a_classic_tree_changes_an_answer(ball, ring):
    at = placement([1, 2, 3], 0.5, [0.2, 0.3, 0.4])
    far = placement([1, 2, 3], 0.5, [3, 1, 2])
    contacts, gap = abut.collide(ball, ring, pose_b=at), abut.distance(ball, ring, pose_b=far)
    makings = [{"fit": fit} for fit in ("vertices", "hull-vertices", "hull-surface", "surface")]
    makings += [{"split": split} for split in
                ("mean", "area-centroid", "median", "middle", "half-balanced", "surface-area", "bottom-up")]
    makings += [{"storage": "float"}, {"storage": "double"}, {"leaf_size": 4}, {"tile": 0.05}]
    for making in makings:
        pair = [abut.classic.Model(model.mesh, **making) for model in (ball, ring)]
        assert np.array_equal(abut.collide(*pair, pose_b=at), contacts), making
    pair = [abut.classic.Model(model.mesh) for model in (ball, ring)]
    for options in ({"sat": "full"}, {"sat": "lite"}, {"descent": "diameter"}, {"descent": "volume"},
                    {"descent": "both"}):
        assert np.array_equal(abut.collide(*pair, pose_b=at, **options), contacts), options
    for options in ({"search": "depth"}, {"search": "breadth"}, {"search": "priority"}, {"search": "left"},
                    {"descent": "both"}, {"search": "priority", "queue_size": 10},
                    {"queue_size": 10, "overflow": "new-queue"}, {"queue_size": 10, "overflow": "depth"}):
        found = abut.distance(*pair, pose_b=far, **options)
        assert (found.upper, found.triangles) == (gap.upper, gap.triangles), options


@pytest.mark.parametrize("seed", range(4))
def test_distance_is_that_of_brute_force(ball, ring, seed):
    at_a, at_b = random_placements(2, 0.5, seed)
    at_b[:3, 3] += [3, 2, 1]
    gap = abut.distance(ball, ring, at_a, at_b)
    assert gap.lower <= gap.upper <= gap.lower * (1 + 1e-12)
    assert gap.upper == pytest.approx(brute_force_distance(ball.mesh, at_a, ring.mesh, at_b), rel=1e-12)
    assert np.linalg.norm(gap.point_a - gap.point_b) == pytest.approx(gap.upper, rel=1e-12)


def test_points_lie_where_barycentric_coordinates_say(ball, ring):
    at_b = placement([1, 0, 2], 1.0, [4, 1, 0])
    gap = abut.distance(ball, ring, pose_b=at_b)
    corners = ring.vertices[ring.faces[gap.triangle_b]]
    assert at_b[:3, :3] @ (gap.weights_b @ corners) + at_b[:3, 3] == pytest.approx(gap.point_b, abs=1e-12)
    assert gap.weights_a @ ball.vertices[ball.faces[gap.triangle_a]] == pytest.approx(gap.point_a, abs=1e-12)
    assert gap.weights_a.sum() == pytest.approx(1, abs=1e-15)


def test_touching_models_have_distance_zero(ball, ring):
    gap = abut.distance(ball, ring, pose_b=placement([0, 0, 1], 0.1, [0.3, 0, 0]))
    assert (gap.lower, gap.upper) == (0, 0)
    assert gap.complete


def test_an_allowed_error_keeps_the_bracket_true(ball, ring):
    far = placement([1, 1, 0], 0.3, [3, 3, 0])
    exact = abut.distance(ball, ring, pose_b=far)
    rough = abut.distance(ball, ring, pose_b=far, relative_error=0.5)
    assert rough.lower <= exact.upper and exact.lower <= rough.upper <= 1.5 * rough.lower
    assert rough.triangle_tests <= exact.triangle_tests
    stopped = abut.distance(ball, ring, pose_b=far, max_tests=1)
    assert not stopped.complete
    assert stopped.lower <= exact.upper and exact.lower <= stopped.upper


def test_within_agrees_with_distance(ball, ring):
    far = placement([1, 1, 0], 0.3, [3, 3, 0])
    upper = abut.distance(ball, ring, pose_b=far).upper
    assert abut.within(ball, ring, upper, pose_b=far)
    assert not abut.within(ball, ring, 0.999 * upper, pose_b=far)


def test_a_margin_counts_pairs_that_are_close(ball):
    apart = placement([1, 0, 0], 0, [2.1, 0, 0])
    assert not abut.touches(ball, ball, pose_b=apart)
    assert abut.touches(ball, ball, pose_b=apart, margin=0.2)
    assert len(abut.collide(ball, ball, pose_b=apart, margin=0.2)) > 0


def test_first_and_max_contacts_cut_the_answer_short(ball, ring):
    everything = {tuple(pair) for pair in abut.collide(ball, ring)}
    for options, count in (({"first": True}, 1), ({"max_contacts": 5}, 5), ({"max_contacts": 0}, 0)):
        found = abut.collide(ball, ring, **options)
        assert found.shape == (count, 2)
        assert {tuple(pair) for pair in found} <= everything


def test_placements_of_both_shapes_and_of_other_types_mean_the_same(ball, ring):
    at = np.array([[0, -1, 0, 1], [1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])
    expected = abut.collide(ball, ring, at.astype(float))
    for same in (at, at[:3], at.tolist(), at.astype(np.float32), np.asfortranarray(at.astype(float))):
        assert np.array_equal(abut.collide(ball, ring, same), expected)


def test_meshes_are_made_into_models_for_the_occasion(ball, ring, tmp_path):
    class Soup:
        vertices = ball.vertices.tolist()
        faces = ball.faces.astype(np.int64)

    abut.save(ball.mesh, tmp_path / "ball.ply")
    expected = abut.collide(ball, ring)
    for same in (ball.mesh, Soup(), tmp_path / "ball.ply", str(tmp_path / "ball.ply")):
        assert np.array_equal(abut.collide(same, ring), expected)


def test_self_contacts_are_those_of_two_parts_of_one_mesh(ball, ring):
    joined = abut.Mesh(
        np.concatenate([ball.vertices, ring.vertices]), np.concatenate([ball.faces, ring.faces + len(ball.vertices)]))
    expected = abut.collide(ball, ring) + [0, len(ball.faces)]
    assert len(expected) > 0
    assert np.array_equal(abut.self_contacts(joined), expected)
    assert np.array_equal(abut.self_contacts(joined, threads=2), expected)
    assert len(abut.self_contacts(joined, max_contacts=3)) == 3


def test_an_empty_mesh_touches_nothing(ball):
    nothing = abut.Model(abut.Mesh([], []))
    assert abut.collide(ball, nothing).shape == (0, 2)
    assert abut.distance(ball, nothing).lower == np.inf


def test_the_command_gives_the_same_answers(command, ball, ring, tmp_path):
    files = tmp_path / "ball.ply", tmp_path / "ring.obj"
    abut.save(ball.mesh, files[0])
    abut.save(ring.mesh, files[1])
    models = [abut.Model(file) for file in files]
    poses = list(zip(random_placements(12, 1.2, 1), random_placements(12, 1.2, 2)))
    for line in command("collide", *files, poses=poses):
        assert abut.collide(*models, *poses[line["pose"]]).tolist() == line["contacts"]
    for line in command("distance", *files, poses=poses):
        gap = abut.distance(*models, *poses[line["pose"]])
        assert (gap.upper, gap.lower, *gap.triangles) == (
            line["distance"], line["lower"], line["triangle_a"], line["triangle_b"])
        assert gap.point_a.tolist() == line["point_a"] and gap.point_b.tolist() == line["point_b"]
    for line in command("within", *files, 0.25, poses=poses):
        assert bool(abut.within(*models, 0.25, *poses[line["pose"]])) == line["within"]
