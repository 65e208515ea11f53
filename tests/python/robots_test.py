"""Robots: files are read as they are written, and links stand where products of matrices put them."""

import pathlib
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

import abut
from conftest import placement

NAMES = ["arm", "hand", "humanoid"]


@pytest.fixture(scope="module", params=NAMES)
def robot(request, tmp_path_factory):
    urdf = pathlib.Path(abut.shapes.write_robot(request.param, tmp_path_factory.mktemp("robots")))
    return abut.Robot(urdf, srdf=urdf.with_suffix(".srdf")), ElementTree.parse(urdf).getroot()


def vector(element, name, default="0 0 0"):
    text = default if element is None else element.get(name, default)
    return np.array([float(word) for word in text.split()])


def origin(element):
    roll, pitch, yaw = vector(element, "rpy")
    turn = placement([0, 0, 1], yaw, [0, 0, 0]) @ placement([0, 1, 0], pitch, [0, 0, 0]) @ placement([1, 0, 0], roll, [0, 0, 0])
    turn[:3, 3] = vector(element, "xyz")
    return turn


def oracle(root, angles, base):
    """Where links are, from the file itself, by Rodrigues' formula."""
    joints = {joint.find("child").get("link"): joint for joint in root.iter("joint")}

    def place(link):
        if link not in joints:
            return base
        joint = joints[link]
        turn = placement(vector(joint.find("axis"), "xyz"), angles[joint.get("name")], [0, 0, 0])
        return place(joint.find("parent").get("link")) @ origin(joint.find("origin")) @ turn

    return {link.get("name"): place(link.get("name")) for link in root.iter("link")}


def random_configurations(robot, count, seed=11):
    random = np.random.default_rng(seed)
    limits = np.clip(robot.limits, -1, 1) if np.isinf(robot.limits).any() else robot.limits
    q = random.uniform(limits[:, 0], limits[:, 1], (count, robot.dof))
    if "world/rot_w" in robot.numbers:
        first = robot.numbers.index("world/rot_x")
        q[:, first:first + 4] /= np.linalg.norm(q[:, first:first + 4], axis=1, keepdims=True)
    return q


def test_links_stand_where_numpy_puts_them(robot):
    robot, root = robot
    base = placement([1, 2, 3], 0.7, [0.1, -0.2, 0.3])
    q = random_configurations(robot, 50)
    placed = robot.place(q, base)
    assert placed.shape == (50, len(robot.links), 4, 4)
    for row, at in zip(q, placed):
        np.testing.assert_array_equal(robot.place(row, base), at)
        angles = dict(zip(robot.numbers, row))
        start = at[robot.links.index("pelvis")] if "pelvis" in robot.links else base
        for link, expected in oracle(root, angles, start).items():
            np.testing.assert_allclose(at[robot.links.index(link)], expected, atol=1e-13)


def test_a_floating_root_goes_where_its_numbers_say(tmp_path):
    urdf = pathlib.Path(abut.shapes.write_robot("humanoid", tmp_path))
    robot = abut.Robot(urdf, srdf=urdf.with_suffix(".srdf"))
    q = robot.neutral()
    assert robot.numbers[:7] == [f"world/{part}" for part in
                                 ["trans_x", "trans_y", "trans_z", "rot_x", "rot_y", "rot_z", "rot_w"]]
    q[:7] = [1, 2, 3, 0, 0, np.sin(0.4), np.cos(0.4)]
    np.testing.assert_allclose(robot.place(q)[robot.links.index("pelvis")], placement([0, 0, 1], 0.8, [1, 2, 3]), atol=1e-15)


def test_names_limits_and_pairs_are_those_of_the_files(robot):
    robot, root = robot
    assert robot.name == root.get("name")
    links = [link.get("name") for link in root.iter("link")]
    assert robot.links[-len(links):] == links
    moving = [joint.get("name") for joint in root.iter("joint")]
    assert robot.numbers[-len(moving):] == moving
    limits = [[float(joint.find("limit").get(end)) for end in ("lower", "upper")] for joint in root.iter("joint")]
    np.testing.assert_array_equal(robot.limits[-len(moving):], limits)
    assert not robot.wraps.any() and robot.warnings == []
    assert all(reason == "Adjacent" for _, _, reason in robot.allowed)
    assert len(robot.files) == 2 + len({mesh.get("filename") for mesh in root.iter("mesh")})


def test_links_have_shapes(robot):
    robot, root = robot
    for link in root.iter("link"):
        shapes = robot.shapes(link.get("name"))
        collisions = link.findall("collision")
        assert len(shapes) == len(collisions)
        for (shape, at), collision in zip(shapes, collisions):
            kind = collision.find("geometry")[0].tag
            assert shape.kind == ("solid" if kind == "mesh" else kind)
            assert shape.is_solid
            np.testing.assert_allclose(at, origin(collision.find("origin")), atol=1e-15)
    with pytest.raises(abut.Error, match="no link 'nose'"):
        robot.shapes("nose")


def test_states_and_groups_come_from_the_srdf_file(tmp_path):
    urdf = pathlib.Path(abut.shapes.write_robot("arm", tmp_path))
    robot = abut.Robot(str(urdf), srdf=str(urdf.with_suffix(".srdf")))
    assert robot.states == [("arm", "ready")] and list(robot.groups) == ["arm"]
    np.testing.assert_array_equal(robot.configuration("ready"), [0, 0.6, 0, 1.4, 0, 0.8, 0])
    with pytest.raises(abut.Error, match="no state called 'sleep'"):
        robot.configuration("sleep")
    assert [pair[:2] for pair in abut.Robot(urdf).allowed] == [pair[:2] for pair in robot.allowed]
    assert abut.Robot(urdf, allow_neighbours=False).allowed == []
    assert abut.Robot(urdf, solid=False).shapes("link0")[0][0].kind == "surface"


def test_the_way_between_configurations_is_straight(robot):
    robot, _ = robot
    start, end = random_configurations(robot, 2)
    half = robot.between(start, end, 0.5)
    plain = ["/rot_" not in name for name in robot.numbers]
    np.testing.assert_allclose(half[plain], (start + end)[plain] / 2, atol=1e-15)
    np.testing.assert_array_equal(robot.between(start, end, 0), start)


def test_packages_lead_to_folders(tmp_path):
    urdf = pathlib.Path(abut.shapes.write_robot("arm", tmp_path))
    moved = tmp_path / "elsewhere.urdf"
    moved.write_text(urdf.read_text())
    with pytest.raises(abut.Error, match="package 'arm' was not found"):
        abut.Robot(moved)
    assert len(abut.Robot(moved, packages={"arm": urdf.parent}).links) == 8
    with pytest.raises(TypeError, match="packages must be a dict"):
        abut.Robot(moved, packages=["arm"])
    with pytest.raises(TypeError):
        abut.Robot(moved, package={})


def test_bad_configurations_are_refused(robot):
    robot, _ = robot
    with pytest.raises(abut.Error, match=r"must have the shape \(%d,\)" % robot.dof):
        robot.place([1.0, 2.0])
    beyond = robot.neutral()
    beyond[-1] = 10
    with pytest.raises(abut.Error, match="the configuration: joint number .* is 10, above its limit"):
        robot.place(beyond)
    with pytest.raises(abut.Error, match="configuration 1: joint number"):
        robot.place([robot.neutral(), beyond])
    with pytest.raises(abut.Error, match="there is no robot 'dog'"):
        abut.shapes.write_robot("dog", ".")


def test_links_that_are_proved_never_to_touch_do_not(robot):
    figure = abut.Robot(robot[0].files[0], allow_neighbours=True)
    proofs = figure.prove_never(margin=0.001, most_cells=2000, threads=0)
    pairs = proofs.never + [pair[:2] for pair in proofs.touching] + proofs.undecided
    assert len(pairs) == len({frozenset(pair) for pair in pairs}) > 0
    assert proofs.margin == 0.001 and str(len(proofs.never)) in repr(proofs)
    lines = ElementTree.fromstring("<robot>" + proofs.srdf() + "</robot>").iter("disable_collisions")
    assert {(line.get("link1"), line.get("link2")) for line in lines} == set(proofs.never)
    # Neither in random configurations, and those that touch do so where they are told to.
    scene = abut.Scene()
    scene.add(figure, np.eye(4))
    low, high = np.clip(figure.limits, -np.pi, np.pi).T
    samples = np.random.default_rng(5).uniform(low, high, (300, figure.dof))
    touching = {frozenset(pair) for contacts in scene.checker().contacts(samples, margin=0.001) for pair in contacts}
    assert not touching & {frozenset(pair) for pair in proofs.never}
    for a, b, at in proofs.touching:
        assert {a, b} in map(set, scene.checker().contacts(at, margin=0.001))


def test_proofs_refuse_what_makes_no_sense(robot):
    with pytest.raises(abut.Error):
        robot[0].prove_never(margin=-1)
    with pytest.raises(TypeError, match="cells"):
        robot[0].prove_never(cells=5)
