"""Meshes and models: what goes in, what comes out, and what is not copied."""

import gc

import numpy as np
import pytest

import abut

TRIANGLE = [[0, 0, 0], [1, 0, 0], [0, 1, 0]]


def test_a_mesh_keeps_the_numbers_it_was_given():
    vertices = np.random.default_rng(1).normal(size=(5, 3))
    faces = np.array([[0, 1, 2], [2, 3, 4]])
    for kind in (np.int64, np.int32, np.uint8, np.uint64):
        mesh = abut.Mesh(vertices, faces.astype(kind))
        assert np.array_equal(mesh.vertices, vertices) and mesh.vertices.dtype == np.float64
        assert np.array_equal(mesh.faces, faces) and mesh.faces.dtype == np.uint32


def test_arrays_of_a_mesh_are_views_that_keep_it_alive():
    mesh = abut.shapes.sphere(1.0)
    vertices, faces = mesh.vertices, mesh.faces
    assert np.shares_memory(vertices, mesh.vertices) and np.shares_memory(faces, mesh.faces)
    assert not vertices.flags.owndata and not vertices.flags.writeable and not faces.flags.writeable
    with pytest.raises(ValueError):
        vertices[0, 0] = 7
    expected = vertices.copy()
    del mesh
    gc.collect()
    assert np.array_equal(vertices, expected)


def test_arrays_of_a_model_are_views_too():
    model = abut.Model(abut.shapes.sphere(1.0))
    assert np.shares_memory(model.vertices, model.vertices)
    assert np.shares_memory(model.vertices, model.mesh.vertices)
    vertices = model.vertices
    expected = vertices.copy()
    del model
    gc.collect()
    assert np.array_equal(vertices, expected)


def test_answers_are_handed_over_without_a_copy():
    ball = abut.Model(abut.shapes.sphere(1.0))
    poses = np.tile(np.eye(4), (3, 1, 1))
    contacts = abut.collide_batch(ball, ball, poses)
    assert np.shares_memory(contacts[1], contacts.pairs)
    assert contacts.pairs.flags.owndata  # written into once, by all threads
    assert type(contacts.offsets.base).__name__ == "PyCapsule"
    assert type(abut.collide(ball, ball).base).__name__ == "PyCapsule"
    gaps = abut.distance_batch(ball, ball, poses)
    assert np.shares_memory(gaps.upper, gaps) and np.shares_memory(gaps.point_a, gaps)
    kept = gaps.upper
    del gaps
    gc.collect()
    assert kept.tolist() == [0, 0, 0]


def test_refit_reads_the_array_where_it_is_and_moves_the_model():
    model = abut.Model(abut.shapes.sphere(1.0))
    before = model.vertices
    moved = before * 0.5
    model.refit(moved)
    assert np.array_equal(model.vertices, moved)
    assert np.array_equal(before, 2 * moved), "a view taken before keeps what it shows"
    assert model.generation == 1
    small = abut.Model(abut.Mesh(moved, model.faces))
    at = np.eye(4)
    at[0, 3] = 0.9
    assert np.array_equal(abut.collide(model, model, pose_b=at), abut.collide(small, small, pose_b=at))
    with pytest.raises(abut.Error, match="points"):
        model.refit(moved[:-1])
    assert np.array_equal(model.vertices, moved)


def test_classic_models_are_refitted_as_those_of_the_engine_are():
    mesh = abut.shapes.sphere(1.0)
    model, expected = abut.classic.Model(mesh, "obb"), abut.Model(mesh)
    before = model.vertices
    for each in (model, expected):
        each.refit(mesh.vertices * [1, 1, 0.5], threads=2)
    assert np.array_equal(before, mesh.vertices), "a view taken before keeps what it shows"
    assert model.generation == 1 and not model.should_rebuild and model.spread > 0
    assert np.array_equal(model.vertices, expected.vertices) and np.array_equal(model.faces, expected.faces)
    at = np.eye(4)
    at[0, 3] = 0.9
    assert np.array_equal(abut.collide(model, model, pose_b=at), abut.collide(expected, expected, pose_b=at))
    model.rebuild()
    assert model.generation == 2 and model.spread == 1


def test_rebuilding_is_advised_after_a_tear_and_heals_it():
    sphere = abut.shapes.sphere(1.0)
    loose = sphere.vertices[sphere.faces]
    model = abut.Model(abut.Mesh(loose.reshape(-1, 3), np.arange(loose.size // 3).reshape(-1, 3)))
    assert not model.should_rebuild
    model.refit(np.random.default_rng(3).permutation(loose).reshape(-1, 3))
    assert model.should_rebuild and model.spread > 10
    before = abut.self_contacts(model)
    model.rebuild()
    assert model.spread == 1 and not model.should_rebuild
    assert np.array_equal(abut.self_contacts(model), before)


def test_parts_are_named_runs_of_faces(tmp_path):
    (tmp_path / "two.obj").write_text(
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\ng lid\nf 1 2 3\ng pot\nf 1 2 4\nf 2 3 4\n")
    mesh = abut.load(tmp_path / "two.obj")
    assert [(part.name, part.first, part.count) for part in mesh.parts] == [("lid", 0, 1), ("pot", 1, 2)]
    assert np.array_equal(mesh.part("pot").faces, mesh.faces[1:])
    assert repr(mesh.parts[1]) == "<abut.Part 'pot': 2 faces from 1>"
    with pytest.raises(KeyError, match="no part 'cup'"):
        mesh.part("cup")
    same = abut.Mesh(mesh.vertices, mesh.faces, parts=[("lid", 1), ("pot", 2)])
    assert [part.name for part in same.parts] == ["lid", "pot"]


@pytest.mark.parametrize("ending", ["stl", "obj", "ply"])
def test_files_come_back_as_they_were_written(tmp_path, ending):
    mesh = abut.shapes.torus(1.0, 0.25, 12, 8)
    abut.save(mesh, tmp_path / f"ring.{ending}")
    again = abut.load(str(tmp_path / f"ring.{ending}"))
    assert np.array_equal(again.vertices[again.faces], mesh.vertices[mesh.faces])


def test_models_say_what_they_are():
    mesh = abut.shapes.box([1, 2, 3])
    assert repr(mesh) == "<abut.Mesh: 8 vertices, 12 faces>"
    assert repr(abut.Model(mesh)) == "<abut.Model: 8 vertices, 12 faces, volume 'auto'>"
    assert repr(abut.classic.Model(mesh, "rss")) == "<abut.classic.Model: 8 vertices, 12 faces, volume 'rss'>"
    assert (abut.classic.Model.__module__, abut.classic.Model(mesh).volume) == ("abut.classic", "obb")
    assert repr(abut.Mesh(TRIANGLE, [[0, 1, 2]], [("a", 1)])) == "<abut.Mesh: 3 vertices, 1 face, 1 part>"
    model = abut.classic.Model(mesh, "obb", fit="hull-vertices", split="median", storage="float", leaf_size=2)
    assert model.tree["nodes"] == 2 * model.tree["leaves"] - 1
    assert model.nbytes > model.tree["bytes"] > 0


def test_weights_give_the_point_of_a_triangle_for_one_and_for_many():
    mesh = abut.Mesh([[0, 0, 0], [4, 0, 0], [0, 4, 0], [0, 0, 4]], [[0, 1, 2], [1, 2, 3]])
    assert mesh.point_on(0, [0.5, 0.25, 0.25]).tolist() == [1, 1, 0]
    many = mesh.point_on([0, 1, 1], [[1, 0, 0], [0, 1, 0], [0, 0.5, 0.5]])
    assert many.tolist() == [[0, 0, 0], [0, 4, 0], [0, 2, 2]]
    pose = np.array([[0, -1, 0, 10], [1, 0, 0, 0], [0, 0, 1, 0]])
    assert mesh.point_on(0, [0.5, 0.5, 0], pose).tolist() == [10, 2, 0]
    assert mesh.point_on([], np.zeros((0, 3))).shape == (0, 3)


def test_weights_keep_their_digits_far_from_the_origin():
    # Summed plainly, weights of a third each are 1e9 * 2^-53 short: eight times a gap of 1e-8.
    far = np.array([1e9, -1e9, 1e9])
    mesh = abut.Mesh(far + [[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
    third = [1 / 3, 1 / 3, 1 / 3]
    assert mesh.point_on(0, third)[2] == 1e9
    back = np.eye(4)
    back[:3, 3] = -far
    assert mesh.point_on(0, third, back).tolist() == [1 / 3, 1 / 3, 0]


def test_weights_of_batches_go_in_as_they_come_out():
    ball, ring = abut.Model(abut.shapes.sphere(1.0)), abut.Model(abut.shapes.torus(3.0, 0.5))
    poses = np.tile(np.eye(4), (5, 1, 1))
    poses[:, 0, 3] = np.linspace(0, 1, 5)
    gaps = abut.distance_batch(ring, ball, None, poses)
    points = ring.mesh.point_on(gaps.triangle_a, gaps.weights_a)
    assert np.allclose(points, gaps.point_a, rtol=0, atol=1e-14)


def test_weights_that_fit_no_triangle_are_refused():
    mesh = abut.Mesh([[0, 0, 0], [4, 0, 0], [0, 4, 0]], [[0, 1, 2]])
    with pytest.raises(abut.Error, match="there is no triangle 3: the mesh has 1"):
        mesh.point_on(3, [1, 0, 0])
    with pytest.raises(abut.Error, match="must count from 0"):
        mesh.point_on(-1, [1, 0, 0])
    with pytest.raises(abut.Error, match="three numbers for each triangle"):
        mesh.point_on([0, 0], [1, 0, 0])
    with pytest.raises(TypeError):
        mesh.point_on(0.5, [1, 0, 0])


def test_the_stray_of_a_mesh_is_estimated_at_its_smooth_edges():
    box = abut.shapes.box([1, 2, 3])
    assert abut.estimated_stray(box).largest == 0
    prism = abut.estimated_stray(abut.shapes.cylinder(1.0, 3.0))
    assert prism.kind == "estimated" and 0 < prism.largest < 0.1 and prism.spacing > 0
    assert prism.of_triangles.shape == (len(abut.shapes.cylinder(1.0, 3.0).faces),)
    assert prism.of_triangles.max() == np.float32(prism.largest)
    assembly = abut.Assembly()
    assembly.add("box", box)
    assert assembly.stray("box").kind == "none" and assembly.stray("box").of_triangles.size == 0
    with pytest.raises(KeyError):
        assembly.stray("lid")
