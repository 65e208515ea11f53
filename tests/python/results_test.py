"""What batches return: slices of contacts, columns for tables, fields that the stubs name; and placements by numpy."""

import ast
import pathlib

import numpy as np
import pytest

import abut
from conftest import placement, random_placements

BALL = abut.Model(abut.shapes.sphere(1.0, 5))
BOX = abut.Model(abut.shapes.box([1, 1, 1]))
POSES = np.array([np.eye(4), placement([1, 2, 3], 0.7, [3.5, 0, 0]), placement([1, 2, 3], 0.7, [1.5, 0.2, 0.1]),
                  placement([0, 1, 0], 0.3, [2.0, 0, 0])])
FLIGHT = abut.Motion.straight([[1, 0, 0, -5], [0, 1, 0, 0.1], [0, 0, 1, 0.2]], [9, 0, 0])


@pytest.mark.parametrize("choice", [
    slice(1, 3), slice(None), slice(None, None, -1), slice(3, 1), slice(-2, None), [2, 0, 2], [], [-1],
    np.array([True, False, True, False]), np.array([3, 1], dtype=np.uint8), slice(0, 100, 3)])
def test_some_of_the_contacts(choice):
    contacts = abut.collide_batch(BALL, BOX, POSES)
    some = contacts[choice]
    poses = np.arange(4)[choice if len(np.atleast_1d(choice)) else slice(0, 0)]
    assert isinstance(some, abut.Contacts) and len(some) == len(poses)
    assert some.pairs.dtype == np.uint32 and some.offsets.dtype == np.int64 and some.complete.dtype == bool
    for i, pose in enumerate(poses):
        assert np.array_equal(some[i], contacts[int(pose)])
    for name in ("counts", "complete", "volume_tests", "triangle_tests", "exact_tests"):
        assert np.array_equal(getattr(some, name), getattr(contacts, name)[poses]), name
    assert [len(pairs) for pairs in some] == some.counts.tolist()
    assert np.array_equal(some.pairs, np.concatenate([np.zeros((0, 2)), *(contacts[int(pose)] for pose in poses)]))


def test_contacts_that_are_not_there():
    contacts = abut.collide_batch(BALL, BOX, POSES)
    assert np.array_equal(contacts[np.int64(-1)], contacts[3])
    for wrong in (4, -5, [4], [True, False]):
        with pytest.raises(IndexError):
            contacts[wrong]
    for wrong in ("pairs", 1.5, (1, 2), None, [[1, 2]]):
        with pytest.raises((TypeError, IndexError)):
            contacts[wrong]
    assert len(contacts[[]]) == 0 and contacts[[]].pairs.shape == (0, 2)


# --- Columns.

def all_records():
    rays = [[-5, 0.2, 0.3], [-5, 3, 0]], [[1, 0, 0], [1, 0, 0]]
    four = [[[0, 0, 1], [-1, -1, 0], [2, -1, 0], [-1, 2, 0]]]
    return {
        "distance_batch": abut.distance_batch(BALL, BOX, POSES), "within_batch": abut.within_batch(BALL, BOX, 1, POSES),
        "distance_pairs": abut.distance_pairs([(BALL, BOX)]), "within_pairs": abut.within_pairs([(BALL, BOX)], 1.0),
        "closest_point_batch": abut.closest_point_batch(BALL, POSES[:, :3, 3]),
        "signed_distance_batch": abut.signed_distance_batch(BALL, POSES[:, :3, 3]),
        "first_contact_batch": abut.first_contact_batch(BOX, BALL, [FLIGHT] * 2),
        "first_contact_pairs": abut.first_contact_pairs([(BOX, BALL, FLIGHT)]),
        "least_clearance_batch": abut.least_clearance_batch(BOX, BALL, [FLIGHT]),
        "first_contacts_vertex_face": abut.first_contacts_vertex_face(four, four),
        "first_contacts_edge_edge": abut.first_contacts_edge_edge(four, four),
        "shoot_batch": abut.shoot_batch([BOX], rays[0], [[5, 0.2, 0.3], [5, 3, 0]]),
        "cast_batch": abut.cast_batch(BOX, *rays, radius=0.5), "first_hit_batch": abut.first_hit_batch(BOX, *rays),
        "all_hits": abut.all_hits(BOX, [-5, 0.2, 0.3], [1, 0, 0]), "all_hits_batch": abut.all_hits_batch(BOX, *rays),
        "crossings_batch": abut.crossings_batch(BOX, *rays),
        "penetration_batch": abut.penetration_batch(BOX, BALL, POSES),
        "signed_gap_batch": abut.signed_gap_batch(BOX, BALL, POSES),
    }


def test_records_as_columns():
    for name, records in all_records().items():
        table = abut.columns(records)
        assert all(column.shape == (len(records),) for column in table.values()), name
        assert sum(records[field].size for field in records.dtype.names) == len(table) * len(records), name
    table = abut.columns(abut.distance_batch(BALL, BOX, POSES))
    records = abut.distance_batch(BALL, BOX, POSES)
    assert list(table)[:4] == ["lower", "upper", "triangle_a", "triangle_b"]
    assert np.array_equal(np.stack([table[f"point_b_{axis}"] for axis in "xyz"], axis=1), records.point_b)
    assert np.array_equal(table["weights_a_2"], records.weights_a[:, 2])
    depths = abut.penetration_batch(BOX, BALL, POSES)
    assert np.array_equal(abut.columns(depths)["depth_upper"], depths.depth[:, 1])
    plain = np.array([(1, 2.0)], dtype=[("a", "i4"), ("b", "f8")])
    assert abut.columns(plain)["b"].tolist() == [2.0]


def test_contacts_as_columns():
    contacts = abut.collide_batch(BALL, BOX, POSES)
    table = abut.columns(contacts)
    assert list(table) == ["pose", "triangle_a", "triangle_b"]
    for pose in range(4):
        chosen = table["pose"] == pose
        assert np.array_equal(np.stack([table["triangle_a"], table["triangle_b"]], axis=1)[chosen], contacts[pose])


def test_lists_of_results_as_columns():
    gaps = [abut.distance(BALL, BOX, pose) for pose in POSES]
    table, expected = abut.columns(gaps), abut.columns(abut.distance_batch(BALL, BOX, POSES))
    assert set(table) == set(expected)
    for name, column in expected.items():
        assert np.array_equal(table[name], column), name
    hits = abut.columns([abut.first_contact(BOX, BALL, FLIGHT), abut.first_contact(BOX, BALL, np.eye(4), FLIGHT)])
    assert hits["verdict"].tolist() == ["contact"] * 2 and hits["normal_x"].shape == (2,)
    meetings = abut.columns([abut.interiors_meet(BOX, BALL, POSES[1]), abut.interiors_meet(BOX, BALL)])
    assert np.isnan(meetings["triangle_a"][0]) and meetings["answer"].tolist() == [abut.Answer.NO, abut.Answer.YES]
    assert abut.columns([]) == {}
    for wrong in (3, "abc", [1, 2], gaps[0], [gaps[0], hits], np.eye(4)):
        with pytest.raises(TypeError, match="results must be those of a batch"):
            abut.columns(wrong)


def test_a_report_as_columns():
    parts = {"plate": BOX, "peg": abut.shapes.cylinder(0.5, 3.0), "nail": abut.shapes.cylinder(0.2, 9.0)}
    report = abut.clash(parts)
    table = abut.columns(report)
    assert table["a"].tolist() == [finding.a for finding in report.findings] and len(report.findings) == 3
    assert np.array_equal(table["depth_lower"], [finding.depth[0] for finding in report.findings])
    assert np.array_equal(table["gap_upper"], [finding.gap.upper for finding in report.findings])
    assert np.isnan(table["state"].astype(float)).all()
    assert {column.shape for column in table.values()} == {(3,)}


def test_pandas_takes_columns():
    pandas = pytest.importorskip("pandas")
    for records in [*all_records().values(), abut.collide_batch(BALL, BOX, POSES), abut.clash({"a": BOX, "b": BALL})]:
        table = abut.columns(records)
        frame = pandas.DataFrame(table)
        assert list(frame.columns) == list(table) and len(frame) == len(next(iter(table.values())))


# --- The stubs.

def record_classes():
    """The fields that the stubs name, by the function that returns such records."""
    tree = ast.parse((pathlib.Path(abut.__file__).parent / "__init__.pyi").read_text())
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}

    def fields_of(name):
        own = [each for each in classes[name].body if isinstance(each, ast.FunctionDef) and each.name[0] != "_"]
        bases = [base.id for base in classes[name].bases if isinstance(base, ast.Name)]
        return {**{key: kind for base in bases if base != "_Records" for key, kind in fields_of(base).items()},
                **{each.name: ast.unparse(each.returns) for each in own}}

    returned = {node.name: node.returns.id for node in tree.body
                if isinstance(node, ast.FunctionDef) and isinstance(node.returns, ast.Name)}
    return {name: fields_of(kind) for name, kind in returned.items() if kind.endswith("Records")}


def test_stubs_name_the_fields_of_records():
    described, records = record_classes(), all_records()
    assert set(described) == set(records)
    for name, fields in described.items():
        assert set(fields) == set(records[name].dtype.names), name
        for field, kind in fields.items():
            found = getattr(records[name], field)
            assert type(found) is np.ndarray and kind == f"NDArray[np.{found.dtype.name.replace('bool', 'bool_')}]", field


# --- Placements as numpy computes them.

def test_the_last_row_may_be_off_by_rounding():
    tool = placement([3, 1, 2], 1.1, [300, -200, 100])
    for pose in random_placements(20, 1000.0):
        back = np.linalg.inv(pose @ tool)
        row = back[3].copy()
        near = back.copy()
        near[3] += [1e-9, -1e-9, 1e-12, -1e-9]
        exact = back.copy()
        exact[3] = [0, 0, 0, 1]
        for at in (back, near):
            assert abut.distance(BALL, BOX, at).upper == abut.distance(BALL, BOX, exact[:3]).upper
            assert np.array_equal(abut.Motion(at).at(0.0), exact)
        batch = abut.distance_batch(BALL, BOX, np.array([near, exact]))
        assert batch.upper[0] == batch.upper[1] and np.array_equal(back[3], row)


@pytest.mark.parametrize("row", [[1.1e-9, 0, 0, 1], [0, -1.1e-9, 0, 1], [0, 0, 0, 1 + 2e-9], [0, 0, 0, 0],
                                 [0, 0, np.nan, 1], [0, 0, 0, np.inf], [0, 0, 0, -1]])
def test_other_last_rows_are_refused(row):
    at = np.eye(4)
    at[3] = row
    with pytest.raises(abut.Error, match=r"pose_a: the last row must be 0 0 0 1; it is .*Is the matrix transposed\?"):
        abut.touches(BALL, BOX, at)
    with pytest.raises(abut.Error, match=r"pose_b\[1\]: the last row must be 0 0 0 1"):
        abut.touches_batch(BALL, BOX, pose_b=np.array([np.eye(4), at]))
