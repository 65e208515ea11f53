"""Models in files: saved, opened, mapped, pickled and copied."""

import copy
import multiprocessing
import pickle

import numpy as np
import pytest

import abut

POSE, FAR = np.eye(4), np.eye(4)
POSE[:3, 3] = [1.25, 0.5, 0.25]
FAR[:3, 3] = [5, 1, 0.5]


@pytest.fixture(name="file")
def make_file(tmp_path):
    return tmp_path / "torus.abut"


def torus():
    return abut.Model(abut.shapes.torus(2.0, 0.5))


def answers(model):
    other = abut.Model(abut.shapes.sphere(1.0))
    distance = abut.distance(model, other, pose_b=FAR)
    return (abut.collide(model, other, pose_b=POSE).tolist(), distance.upper, distance.lower,
            abut.closest_point(model, [3.0, 1.0, 0.5]).upper, abut.self_contacts(model).tolist())


def test_models_from_files_give_the_same_answers(file):
    saved = torus()
    saved.save(file)
    for model in (abut.Model.open(file), abut.Model.open(str(file), threads=2), abut.Model.map(file), abut.Model(file)):
        assert answers(model) == answers(saved)
        assert np.array_equal(model.vertices, saved.vertices) and np.array_equal(model.faces, saved.faces)
        assert model.tree == saved.tree
    assert np.array_equal(abut.load(file).faces, saved.faces)


def test_models_from_files_are_refitted_on_their_own(file):
    saved = torus()
    saved.save(file)
    mapped = abut.Model.map(file)
    mapped.refit(mapped.vertices * 2)
    saved.refit(saved.vertices * 2)
    assert answers(mapped) == answers(saved)
    assert answers(abut.Model.map(file)) == answers(torus())


def test_damaged_files_are_refused(file, tmp_path):
    torus().save(file)
    whole = file.read_bytes()
    file.write_bytes(whole[:-1])
    for way in (abut.Model.open, abut.Model.map, abut.Model):
        with pytest.raises(abut.Error, match="torus.abut: ends after"):
            way(file)
    file.write_bytes(whole[:-1] + b"x")
    with pytest.raises(abut.Error, match="is damaged: the checksum is wrong"):
        abut.Model.open(file)
    with pytest.raises(abut.Error, match="there is no such file"):
        abut.Model.open(tmp_path / "none.abut")
    with pytest.raises(abut.Error, match="Save a Model"):
        abut.save(abut.shapes.sphere(1.0), tmp_path / "mesh.abut")


def test_models_and_meshes_can_be_pickled_and_copied():
    model = torus()
    model.refit(model.vertices * [1, 1, 1.5])
    mesh = abut.Mesh(abut.shapes.sphere(1.0).vertices, abut.shapes.sphere(1.0).faces, [("ä", 1000), ("b", 1000)])
    for ways in (lambda x: pickle.loads(pickle.dumps(x)), copy.copy, copy.deepcopy):
        again, same = ways(model), ways(mesh)
        assert answers(again) == answers(model) and again.spread == model.spread
        assert np.array_equal(same.vertices, mesh.vertices) and np.array_equal(same.faces, mesh.faces)
        assert [(part.name, part.count) for part in same.parts] == [("ä", 1000), ("b", 1000)]
        again.refit(again.vertices * 3)
        assert answers(again) != answers(model)
    with pytest.raises(abut.Error, match="the pickled model: is not a tree file"):
        pickle.loads(pickle.dumps(model).replace(b"\x89ABUT", b"\x89ABBA"))


def test_worker_processes_take_models():
    model = torus()
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(answers, (model,)) == answers(model)
