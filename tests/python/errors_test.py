"""Bad input: one sentence that tells a person what to do, in an exception that can be caught."""

import pathlib

import numpy as np
import pytest

import abut

BOX = abut.Model(abut.shapes.box([1, 1, 1]))
CLASSIC = {volume: abut.classic.Model(BOX.mesh, volume) for volume in ("obb", "aabb", "sphere")}
TRIANGLE = [[0, 0, 0], [1, 0, 0], [0, 1, 0]]


def assert_refused(sentence, call, *arguments, kind=abut.Error, **options):
    with pytest.raises(kind) as caught:
        call(*arguments, **options)
    assert type(caught.value) is kind
    assert str(caught.value) == sentence


def test_errors_are_value_errors_of_the_package():
    assert issubclass(abut.Error, ValueError)
    assert (abut.Error.__module__, abut.Error.__qualname__) == ("abut", "Error")


def test_files(tmp_path):
    missing = tmp_path / "missing.stl"
    sentence = f"{missing}: there is no such file. Check the path."
    assert_refused(sentence, abut.load, missing)
    assert_refused(sentence, abut.Model, missing)
    with pytest.raises(TypeError):
        abut.load(3)


def test_the_step_reader_is_found_where_it_was_built(tmp_path):
    damaged = tmp_path / "engine.step"
    damaged.write_text("ISO-10303-21;\nEND-ISO-10303-21;\n")
    with pytest.raises(abut.Error) as caught:
        abut.load_assembly(damaged)
    is_built = (pathlib.Path(abut.__file__).parent / "abut-step-reader").exists()
    assert ("OpenCASCADE cannot read it" if is_built else "install the package abut-step") in str(caught.value)


def test_vertices():
    assert_refused("vertices must have the shape (N, 3); it has (3, 2).", abut.Mesh, np.zeros((3, 2)), [[0, 1, 2]])
    assert_refused("vertices must be an array of numbers; its dtype is <U1.", abut.Mesh, [["a", "b", "c"]], [],
                   kind=TypeError)
    assert_refused("vertices must be an array of numbers; its dtype is complex128.", abut.Mesh, [[1j, 0, 0]], [],
                   kind=TypeError)
    assert_refused("point 1: y is not a number.", abut.Mesh, [[0, 0, 0], [0, np.nan, 0]], [])
    assert_refused("point 0: z is infinite.", abut.Mesh, [[0, 0, np.inf]], [])


def test_faces():
    assert_refused("faces must have the shape (M, 3): triangles; it has (1, 4).", abut.Mesh, TRIANGLE, [[0, 1, 2, 0]])
    assert_refused("faces must be an array of integers; its dtype is float64.", abut.Mesh, TRIANGLE, [[0.0, 1, 2]],
                   kind=TypeError)
    assert_refused("triangle 1 names point -1; points count from 0 to 2^32 - 1.", abut.Mesh, TRIANGLE,
                   [[0, 1, 2], [0, 1, -1]])
    assert_refused("triangle 0 names point 3, but there are 3 points (counted from 0).", abut.Mesh, TRIANGLE,
                   [[0, 1, 3]])
    assert_refused("the parts cover 2 of 1 triangles.", abut.Mesh, TRIANGLE, [[0, 1, 2]], parts=[("lid", 2)])


def test_what_is_not_a_mesh():
    assert_refused("a mesh is expected: an abut.Mesh, an object with .vertices and .faces, or the path of a file; this is "
                   "int.", abut.Model,
                   3, kind=TypeError)
    assert_refused("a mesh is expected: an abut.Mesh, an object with .vertices and .faces, or the path of a file; this is "
                   "list.",
                   abut.collide, BOX, [1, 2], kind=TypeError)


def test_a_mesh_with_bad_attributes_is_refused():
    class Broken:
        vertices = TRIANGLE
        faces = [[0, 1, 5]]

    assert_refused("triangle 0 names point 5, but there are 3 points (counted from 0).", abut.Model, Broken())


def test_choices():
    assert_refused(
        "there is no volume 'ball'; choose one of 'sphere', 'aabb', 'obb', 'obb-quaternion', 'lss', 'rss', 'kdop6', "
        "'kdop14', 'kdop18', 'kdop26', 'hybrid', 'hybrid-dynamic'.", abut.classic.Model, BOX.mesh, "ball")
    assert_refused("there is no storage 'half'; choose one of 'float', 'double'.", abut.classic.Model, BOX.mesh, "obb",
                   storage="half")
    for size in (0, -1):
        assert_refused(f"leaf_size must be from 1 to 2^32 - 1; it is {size}.", abut.classic.Model, BOX.mesh,
                       leaf_size=size)
    assert_refused("there is no descent 'left'; choose one of 'diameter', 'volume', 'both'.", abut.collide,
                   CLASSIC["obb"], BOX, descent="left")
    assert_refused("there is no search 'best'; choose one of 'depth', 'breadth', 'priority', 'left'.", abut.distance,
                   CLASSIC["obb"], BOX, search="best")
    assert_refused("queue_size must be 0 or more; it is -1.", abut.distance, CLASSIC["obb"], BOX, queue_size=-1)
    assert_refused("threads must be 0 (all cores) or more; it is -1.", abut.Model, BOX.mesh, threads=-1)
    assert_refused("max_contacts must be 0 or more; it is -1.", abut.collide, BOX, BOX, max_contacts=-1)


MANY = np.tile(np.eye(4), (2, 1, 1))
QUERIES = {
    "collide": lambda a, b, **options: abut.collide(a, b, **options),
    "touches": lambda a, b, **options: abut.touches(a, b, **options),
    "collide_batch": lambda a, b, **options: abut.collide_batch(a, b, MANY, **options),
    "touches_batch": lambda a, b, **options: abut.touches_batch(a, b, MANY, **options),
    "self_contacts": lambda a, b, **options: abut.self_contacts(a, **options),
    "distance": lambda a, b, **options: abut.distance(a, b, **options),
    "distance_batch": lambda a, b, **options: abut.distance_batch(a, b, MANY, **options),
    "within": lambda a, b, **options: abut.within(a, b, 1, **options),
    "within_batch": lambda a, b, **options: abut.within_batch(a, b, 1, MANY, **options),
    "closest_point": lambda a, b, **options: abut.closest_point(a, [0, 0, 3], **options),
    "closest_point_batch": lambda a, b, **options: abut.closest_point_batch(a, [[0, 0, 3]], **options),
}
ABOUT_CONTACTS = ["collide", "touches", "collide_batch", "touches_batch", "self_contacts"]
ABOUT_DISTANCES = ["distance", "distance_batch", "within", "within_batch"]
OF_CLASSIC_TREES = [(query, option, value) for queries, options in [
    (ABOUT_CONTACTS, {"sat": "full", "descent": "diameter"}),
    (ABOUT_DISTANCES, {"search": "priority", "descent": "diameter", "queue_size": 200, "overflow": "depth"}),
    (["closest_point", "closest_point_batch"], {"search": "priority"}),
] for query in queries for option, value in options.items()]


@pytest.mark.parametrize("query, option, value", OF_CLASSIC_TREES)
def test_options_of_classic_trees_are_refused_by_the_engine_and_taken_by_them(query, option, value):
    assert_refused(
        f"the engine has one way to search; leave out the option '{option}', or choose a classic kind of volume.",
        QUERIES[query], BOX, BOX, **{option: value})
    QUERIES[query](CLASSIC["obb"], CLASSIC["obb"], **{option: value})
    QUERIES[query](CLASSIC["obb"], BOX, **{option: value})


@pytest.mark.parametrize("query", ABOUT_CONTACTS)
def test_separating_axes_are_those_of_boxes(query):
    QUERIES[query](CLASSIC["aabb"], CLASSIC["aabb"], sat="lite")
    assert_refused("'sphere' has no separating axes to choose from; leave out the option 'sat'.", QUERIES[query],
                   CLASSIC["sphere"], CLASSIC["sphere"], sat="full")


@pytest.mark.parametrize("query", ["collide", "touches"])
def test_classic_trees_do_not_divide_a_single_query_among_threads(query):
    sentence = ("classic trees answer a single query on one thread; leave out the option 'threads', or ask two models "
                "of the engine.")
    for pair in ((CLASSIC["obb"], CLASSIC["obb"]), (CLASSIC["obb"], BOX), (BOX, CLASSIC["obb"])):
        assert_refused(sentence, QUERIES[query], *pair, threads=1)
    QUERIES[query](BOX, BOX, threads=2)


@pytest.mark.parametrize("query", [name for name in QUERIES if name.endswith("_batch")] + ["self_contacts"])
def test_classic_trees_take_threads_that_have_something_to_do(query):
    QUERIES[query](CLASSIC["obb"], BOX, threads=2)


def test_options_of_models_are_those_of_their_kind():
    for volume in ("sphere", "aabb", "kdop6", "kdop14", "kdop18", "kdop26"):
        assert_refused(f"'{volume}' has no axes to fit; leave out the fit 'surface'.", abut.classic.Model, BOX.mesh,
                       volume, fit="surface")
    assert_refused("the search 'depth' has no queue; leave out its size.", abut.distance, CLASSIC["obb"], BOX,
                   search="depth", queue_size=10)
    for option in ({"volume": "obb"}, {"fit": "surface"}, {"split": "mean"}, {"storage": "float"}, {"leaf_size": 1}):
        with pytest.raises(TypeError):
            abut.Model(BOX.mesh, **option)
    with pytest.raises(TypeError):
        abut.classic.Model(BOX.mesh, threads=2)
    with pytest.raises(TypeError):
        abut.load_assembly("engine.obj", volume="obb")


def test_solids_and_assemblies_need_the_engine():
    sentence = "solids and assemblies need the engine: an abut.Model is expected, not an abut.classic.Model."
    classic = CLASSIC["obb"]
    assert_refused(sentence, abut.Solid, classic, kind=TypeError)
    assert_refused(sentence, abut.contains, classic, [0, 0, 0], kind=TypeError)
    assert_refused(sentence, abut.signed_distance, classic, [0, 0, 0], kind=TypeError)
    assert_refused(sentence, abut.Assembly().add, "box", classic, kind=TypeError)
    assert_refused(sentence, abut.clash, {"a": classic, "b": BOX}, kind=TypeError)


def test_placements():
    projective = np.eye(4)
    projective[3, 2] = 1
    assert_refused("pose_a: the last row must be 0 0 0 1; it is [0. 0. 1. 1.]. Is the matrix transposed?", abut.touches,
                   BOX, BOX, projective)
    for shape, advice in {(3,): " A shift is the fourth column of a matrix.",
                          (7,): " Make a matrix of the position and the quaternion first.",
                          (16,): " Reshape it to (4, 4), row by row.", (12,): " Reshape it to (3, 4), row by row.",
                          (2, 2): ""}.items():
        assert_refused(f"pose_b must have the shape (4, 4) or (3, 4); it has {shape}.{advice}", abut.touches, BOX, BOX,
                       None, np.zeros(shape))
    assert_refused("a model is expected, whose surface is meant; this is an abut.Solid. Pass its .model.", abut.distance,
                   abut.Solid(BOX), BOX, kind=TypeError)
    assert_refused("pose_b must have the shape (4, 4) or (3, 4); it has (3, 3). A rotation needs its shift as a fourth "
                   "column.", abut.touches, BOX, BOX,
                   pose_b=np.eye(3))
    assert_refused("pose_b must have the shape (4, 4) or (3, 4); the batch forms take many; it has (5, 4, 4).",
                   abut.touches, BOX, BOX, pose_b=np.zeros((5, 4, 4)))
    assert_refused(
        "the placement of B is singular: its 3x3 part flattens space (determinant 0). Check its rows for zeros or "
        "repeats.", abut.distance, BOX, BOX, pose_b=np.diag([1.0, 1, 0, 1]))
    bad = np.eye(4)
    bad[1, 3] = np.nan
    assert_refused("the placement of A: row 2, column 4 is not a number.", abut.touches, BOX, BOX, bad)
    assert_refused("pose_a must be an array of numbers; its dtype is <U5.", abut.touches, BOX, BOX, "there",
                   kind=TypeError)


@pytest.mark.parametrize("batch", [
    abut.collide_batch, abut.touches_batch, abut.distance_batch, lambda a, b, *poses: abut.within_batch(a, b, 1, *poses)])
def test_placements_of_batches(batch):
    many = np.tile(np.eye(4), (4, 1, 1))
    assert_refused("a batch needs an array of the shape (N, 4, 4) or (N, 3, 4) as pose_a, pose_b or both.", batch, BOX,
                   BOX, np.eye(4))
    assert_refused("pose_a holds 4 placements and pose_b 3; there must be as many, or a single one of either.", batch,
                   BOX, BOX, many, many[:3])
    bad = many.copy()
    bad[2, 0, 0] = np.inf
    assert_refused("the placement of B in pose 2: row 1, column 1 is infinite.", batch, BOX, BOX, many, bad)
    bad[2, 3, 3] = 2
    assert_refused("pose_b[2]: the last row must be 0 0 0 1; it is [0. 0. 0. 2.]. Is the matrix transposed?", batch, BOX,
                   BOX, many, bad)
    assert_refused(
        "pose_a must have the shape (N, 4, 4) or (N, 3, 4), or (4, 4) or (3, 4) for all poses; it has (4, 3, 3).", batch,
        BOX, BOX, many[:, :3, :3])


def test_lengths():
    assert_refused("the margin must be a finite length, 0 or more; it is -1.000000.", abut.collide, BOX, BOX, margin=-1)
    assert_refused("the relative error must be 0 or more; it is -0.500000.", abut.distance, BOX, BOX,
                   relative_error=-0.5)
    assert_refused("the distance must be 0 or more; it is -1.000000.", abut.within, BOX, BOX, -1)
    many = np.tile(np.eye(4), (4, 1, 1))
    assert_refused("the margin must be a finite length, 0 or more; it is inf.", abut.touches_batch, BOX, BOX, many,
                   margin=np.inf)
