"""The volume that two solids have in common."""

import numpy as np
import pytest

import abut
from conftest import placement


def shifted(*by):
    pose = np.eye(4)
    pose[:3, 3] = by
    return pose


BOX = abut.OverlapSolid(abut.shapes.box([1, 1, 1]))


def test_overlap_of_boxes_is_known():
    common = abut.overlap(BOX, BOX, pose_b=shifted(1.5, 1, 0))
    assert common.volume[0] <= 1 <= common.volume[1] <= common.volume[0] * (1 + 1e-9)
    assert common.from_surfaces and common.complete
    assert np.abs(common.centre - [0.75, 0.5, 0]).max() <= common.centre_error < 1e-9
    assert repr(common).startswith("<abut.Overlap: volume ")


def test_what_touches_has_nothing_in_common():
    for way in ([2, 0, 0], [2, 2, 0], [5, 0, 0]):
        nothing = abut.overlap(BOX, BOX, pose_b=shifted(*way))
        assert nothing.volume == (0, 0) and np.isinf(nothing.centre_error)


def test_solids_models_and_meshes_are_prepared_on_the_way():
    mesh = abut.shapes.sphere(1.0)
    at = placement([3, 1, 2], 0.7, [0.5, -0.25, 0.25])
    known = abut.overlap(abut.OverlapSolid(mesh), BOX, at)
    for one in (mesh, abut.Model(mesh), abut.Solid(mesh)):
        found = abut.overlap(one, BOX.solid, at)
        assert found.volume == known.volume and np.array_equal(found.centre, known.centre)


def test_solids_that_cross_themselves_are_bounded_by_cells():
    two = abut.Mesh(np.concatenate([abut.shapes.box([1, 1, 1]).vertices, abut.shapes.box([1, 1, 1]).vertices + 1]),
                    np.concatenate([abut.shapes.box([1, 1, 1]).faces, abut.shapes.box([1, 1, 1]).faces + 8]))
    crossing = abut.OverlapSolid(two)
    assert not crossing.is_clean and "not clean" in repr(crossing)
    for error in (0.2, 0.02):
        common = abut.overlap(crossing, crossing, relative_error=error)
        assert not common.from_surfaces and common.complete
        assert common.volume[0] <= 15 <= common.volume[1] <= common.volume[0] / (1 - error)
    rough = abut.overlap(crossing, crossing, max_tests=100)
    assert not rough.complete and rough.volume[0] <= 15 <= rough.volume[1]


def test_bad_input_is_refused():
    with pytest.raises(abut.Error, match="between 0 and 1"):
        abut.overlap(BOX, BOX, relative_error=2)
    box = abut.shapes.box([1, 1, 1])
    with pytest.raises(abut.Error, match="not closed"):
        abut.overlap(BOX, abut.Solid(abut.Mesh(box.vertices, box.faces[1:]), holes="winding-number"))
    with pytest.raises(TypeError, match=r"overlap\(\) has no option 'nonsense'\."):
        abut.overlap(BOX, BOX, nonsense=1)
