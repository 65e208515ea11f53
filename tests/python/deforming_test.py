"""Deforming motion: first contacts of features and of meshes."""

import numpy as np
import pytest

import abut

FACE = [[-4, -4, 0], [8, -4, 0], [-4, 8, 0]]


def sheet():
    """A square of 2 by 2 in the plane z = 0, in 10 by 10 cells."""
    x, y = np.meshgrid(np.linspace(-1, 1, 11), np.linspace(-1, 1, 11))
    corner = (np.arange(10)[:, None] * 11 + np.arange(10)).ravel()
    faces = np.concatenate([np.stack([corner, corner + 1, corner + 11], 1),
                            np.stack([corner + 1, corner + 12, corner + 11], 1)])
    return abut.Mesh(np.stack([x.ravel(), y.ravel(), np.zeros(121)], 1), faces)


def motions(seed, count):
    numbers = np.random.default_rng(seed)
    before = numbers.uniform(-1, 1, (count, 4, 3))
    return before, before + numbers.uniform(-1, 1, (count, 4, 3))


@pytest.mark.parametrize("one, many", [(abut.first_contact_vertex_face, abut.first_contacts_vertex_face),
                                       (abut.first_contact_edge_edge, abut.first_contacts_edge_edge)])
def test_batches_are_what_single_queries_say(one, many):
    before, after = motions(1, 200)
    for threads in [1, 2]:
        found = many(before, after, threads=threads)
        assert 0 < found.found.sum() < 200
        for i in range(200):
            single = one(before[i], after[i])
            assert (single.found, single.lower, single.upper) == (found.found[i], found.lower[i], found.upper[i])
            assert np.array_equal(single.point_b, found.point_b[i])
            assert bool(single) == single.found


def test_features_meet_where_they_say():
    before, after = motions(2, 2000)
    found = abut.first_contacts_edge_edge(before, after)
    hits = found.found
    at = before[hits] + found.upper[hits, None, None] * (after - before)[hits]
    a = (at[:, :2] * found.weights_a[hits][:, :2, None]).sum(1)
    b = (at[:, 2:] * found.weights_b[hits][:, :2, None]).sum(1)
    assert np.abs(a - found.point_a[hits]).max() < 1e-12
    assert np.abs(a - b).max() < 1e-6
    assert np.isinf(found.upper[~hits]).all()


def test_tolerances_are_honoured():
    before, after = [[0.1, 0.2, 1], *FACE], [[0.3, 0.1, -2], *FACE]
    tight = abut.first_contact_vertex_face(before, after, time_tolerance=0)
    loose = abut.first_contact_vertex_face(before, after, time_tolerance=0.25)
    assert np.nextafter(tight.lower, 2) >= tight.upper
    assert tight.upper - tight.lower < loose.upper - loose.lower <= 0.25
    assert loose.lower <= tight.lower and tight.upper <= loose.upper


def test_meshes_meet_once_they_are_moved_together():
    cloth = sheet()
    above = abut.Model(abut.Mesh(cloth.vertices + [0, 0, 1], cloth.faces))
    below = abut.Model(cloth)
    contact = abut.first_contact_deforming(above, cloth.vertices - [0, 0, 1], below, cloth.vertices)
    assert contact.answer == abut.Answer.YES and contact.complete
    assert contact.lower <= 0.5 <= contact.upper
    assert contact.normal[2] == pytest.approx(-1)
    assert contact.triangle_tests > 0
    clear = abut.first_contact_deforming(above, cloth.vertices + [0, 0, 0.25], below, cloth.vertices)
    assert not clear and clear.upper == np.inf
    assert repr(clear) == "<abut.DeformingContact: none>"


def test_a_mesh_that_is_folded_meets_itself():
    cloth = sheet()
    folded = cloth.vertices.copy()
    folded[:, 0] = np.where(folded[:, 0] > 0, -1.5 * folded[:, 0], folded[:, 0])
    folded[:, 2] = np.where(cloth.vertices[:, 0] > 0, -0.05, 0)
    contact = abut.first_self_contact_deforming(cloth, folded)
    assert contact and 0 < contact.lower <= contact.upper <= 1
    assert contact.triangle_a < contact.triangle_b


def test_a_budget_leaves_it_unknown():
    cloth = sheet()
    above = abut.Mesh(cloth.vertices + [0, 0, 1], cloth.faces)
    cut = abut.first_contact_deforming(above, above.vertices - [0, 0, 2], cloth, cloth.vertices, max_tests=5)
    assert cut.answer == abut.Answer.UNKNOWN and not cut.complete and cut.lower <= 0.5
    with pytest.raises(abut.Error, match="budget"):
        bool(cut)


@pytest.mark.parametrize("call, message", [
    (lambda: abut.first_contact_vertex_face(FACE, FACE), r"before must have the shape \(4, 3\); it has \(3, 3\)"),
    (lambda: abut.first_contacts_edge_edge(np.zeros((2, 4, 3)), np.zeros((3, 4, 3))), "the same shape"),
    (lambda: abut.first_contact_edge_edge(np.full((4, 3), np.nan), np.zeros((4, 3))), "not a number"),
    (lambda: abut.first_contact_edge_edge(np.zeros((4, 3)), np.zeros((4, 3)), time_tolerance=-1), "time tolerance"),
    (lambda: abut.first_self_contact_deforming(abut.shapes.box([1, 1, 1]), [[0, 0, 0]]), "every point"),
])
def test_what_is_wrong_is_said(call, message):
    with pytest.raises(abut.Error, match=message):
        call()
