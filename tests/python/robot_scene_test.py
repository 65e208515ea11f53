"""Robots in scenes: configurations that are free, what touches, and motions that are proved."""

import pathlib
import pickle

import numpy as np
import pytest

import abut

ROBOTS = pathlib.Path(__file__).parents[2] / "robots"


def arm():
    return abut.Robot(ROBOTS / "arm" / "arm.urdf", srdf=ROBOTS / "arm" / "arm.srdf")


def at(x=0.0, y=0.0, z=0.0):
    pose = np.eye(4)
    pose[:3, 3] = x, y, z
    return pose


def random_configurations(robot, count, seed=1):
    low, high = np.clip(np.asarray(robot.limits).T, -3.1, 3.1)
    return np.random.default_rng(seed).uniform(low, high, (count, robot.dof))


@pytest.fixture(scope="module")
def scene():
    scene = abut.Scene()
    scene.add(arm(), at(0, 0, 0), padding=0.005)
    scene.add("table", abut.Box(0.6, 0.8, 0.05), at(0.75, 0, 0.1))
    scene.add("ball", abut.Sphere(0.1), at(0, 0.5, 0.6))
    return scene


def test_says_which_configurations_are_free_and_what_touches_in_the_others(scene):
    robot = scene.robots[0]
    configurations = random_configurations(robot, 500)
    free = scene.free(configurations, margin=0.01)
    assert free.dtype == bool and 0 < free.sum() < 500
    contacts = scene.contacts_at(configurations, margin=0.01)
    assert [not pairs for pairs in contacts] == list(free)
    assert np.array_equal(scene.free(configurations, margin=0.01, threads=0), free)
    assert scene.free(configurations[0], margin=0.01) == free[0]
    assert scene.contacts_at(configurations[0], margin=0.01) == contacts[0]


def test_changes_of_the_scene_are_seen():
    scene, robot = abut.Scene(), arm()
    scene.add(robot)
    q = np.zeros(robot.dof)
    before = scene.free(q)
    scene.add("room", abut.Box(9, 9, 9))
    assert before and not scene.free(q)
    scene.allow("room", "*")
    assert scene.free(q)
    scene.remove("room")
    assert scene.free(q)


def test_a_link_carries_what_is_attached_to_it():
    scene, robot = abut.Scene(), arm()
    scene.add(robot)
    scene.add("part", abut.Sphere(0.05), at(50))
    scene.add("wall", abut.Box(100, 100, 1), at(0, 0, 30))
    q = np.zeros(robot.dof)
    assert scene.free(q)
    last = robot.links[-1]
    scene.attach("part", last, np.linalg.inv(robot.place(q)[-1]) @ at(0, 0, 30))
    assert scene.contacts_at(q) == [("part", "wall")]
    scene.detach("part")
    assert scene.free(q)
    with pytest.raises(abut.Error, match="say where 'part' is"):
        scene.attach("part", last)


def test_motions_are_proved(scene):
    robot = scene.robots[0]
    checker = scene.checker()
    free = [q for q in random_configurations(robot, 200) if scene.free(q)]
    seen = set()
    for a, b in zip(free[:-1], free[1:]):
        edge = scene.motion(a, b, time_tolerance=1e-4)
        seen.add(edge.verdict)
        samples = np.array([robot.between(a, b, t) for t in np.linspace(0, 1, 60)])
        if edge.verdict == "clear":
            assert edge and edge.first_contact is None and edge.last_valid == 1
            assert scene.free(samples).all()
        elif edge.verdict == "contact":
            lower, upper = edge.first_contact
            assert 0 <= lower <= upper <= 1 and edge.pair is not None
            assert scene.free(samples[np.linspace(0, 1, 60) < lower]).all()
    assert seen >= {"clear", "contact"}
    assert len(checker.path(np.array(free[:5]))) == 4


def test_results_become_tables(scene):
    robot = scene.robots[0]
    q = next(q for q in random_configurations(robot, 100, 8) if len(scene.distances_at(q, cut_off=2.0)) > 3)
    distances = scene.distances_at(q, cut_off=2.0)
    table = abut.columns(distances)
    assert table["a"].tolist() == [each.a for each in distances] and table["upper"].shape == (len(distances),)
    for i in range(robot.dof):
        expected = [np.nan if each.gradient is None else each.gradient[i] for each in distances]
        assert np.array_equal(table[f"gradient_{i}"], expected, equal_nan=True)
    edges = scene.path(random_configurations(robot, 6, 9))
    table = abut.columns(edges)
    assert table["verdict"].tolist() == [edge.verdict for edge in edges] and not any("clearance" in name for name in table)
    met = [i for i, edge in enumerate(edges) if edge.pair is not None]
    assert met and all((table["pair_a"][i], table["pair_b"][i]) == edges[i].pair for i in met)
    crowd = abut.Scene()
    for i in range(3):
        crowd.add(f"ball {i}", abut.Sphere(0.6), at(i))
    contacts = crowd.contacts()
    table = abut.columns(contacts)
    assert list(zip(table["a"], table["b"], table["upper"])) == [(a, b, found.upper) for a, b, found in contacts] != []


def cubic(points, t):
    """The Bezier curve of four points."""
    return sum(c * (1 - t) ** (3 - i) * t**i * points[i] for i, c in enumerate((1, 3, 3, 1)))


def test_curves_are_proved(scene):
    robot = scene.robots[0]
    free = [0.6 * q for q in random_configurations(robot, 300, 7) if scene.free(0.6 * q)]
    seen = set()
    for i in range(60):
        points = np.array(free[i : i + 4])
        points = points[0] + 0.5 * (points - points[0])
        edge = scene.curve(points, degree=3, times=[2, 6], time_tolerance=1e-4)
        seen.add(edge.verdict)
        shares = np.linspace(0, 1, 60)
        samples = np.array([cubic(points, t) for t in shares])
        if edge.verdict == "clear":
            assert edge and edge.last_valid == 6 and scene.free(samples).all()
        else:
            lower, upper = edge.first_contact
            assert 2 <= lower <= upper <= 6 and upper - lower <= 4e-4 and edge.pair is not None
            assert scene.free(samples[2 + 4 * shares < lower]).all()
    assert seen == {"clear", "contact"}


def test_splines_go_through_their_configurations(scene):
    robot = scene.robots[0]
    q = next(q for q in random_configurations(robot, 200, 3) if scene.free(q, margin=0.02))
    near = q + 1e-3 * np.random.default_rng(2).uniform(-1, 1, (5, robot.dof))
    spline = scene.curve(near)
    assert spline.verdict == "clear" and spline.last_valid == 4
    lower, upper = spline.clearance
    assert 0.01 <= lower <= upper
    resting = scene.curve(near, velocities=np.zeros_like(near), times=[0, 1, 2, 4, 8])
    assert resting and resting.last_valid == 8
    assert pickle.loads(pickle.dumps(spline)).clearance == spline.clearance
    with pytest.raises(abut.Error, match="not both"):
        scene.curve(near[:4], degree=3, velocities=near[:4])
    with pytest.raises(abut.Error, match="ascend"):
        scene.curve(near, times=[0, 1, 1, 2, 3])
    with pytest.raises(abut.Error, match="limit"):
        scene.curve(np.array([q, robot.limits[:, 1] + 1.0]))


def test_clearances_and_balls_hold(scene):
    robot = scene.robots[0]
    q = next(q for q in random_configurations(robot, 200, 3) if scene.free(q, margin=0.02))
    edge = scene.motion(q, q + 1e-3 * np.ones(robot.dof))
    lower, upper = edge.clearance
    assert 0.015 <= lower <= upper
    assert scene.free(q, margin=0.99 * lower)
    radius = scene.checker().free_ball(q)
    assert radius > 0
    corners = q + 0.999 * radius * np.random.default_rng(1).choice([-1, 1], (100, robot.dof))
    low, high = np.asarray(robot.limits).T
    assert scene.free(np.clip(corners, low, high)).all()


def test_gradients_agree_with_differences(scene):
    robot = scene.robots[0]
    q = next(q for q in random_configurations(robot, 200, 5) if scene.free(q))
    compared = 0
    for found in scene.distances_at(q, cut_off=0.5):
        if found.gradient is None:
            continue
        for k in range(robot.dof):
            step = np.zeros(robot.dof)
            step[k] = 1e-6

            def distance(configuration):
                pairs = scene.distances_at(configuration, cut_off=1)
                return next(each.upper for each in pairs if (each.a, each.b) == (found.a, found.b))

            before, after = distance(q - step), distance(q + step)
            if abs(after + before - 2 * found.upper) > 1e-9:
                continue  # the closest features change here
            assert found.gradient[k] == pytest.approx((after - before) / 2e-6, abs=1e-3)
            compared += 1
    assert compared > 0


def test_distances_of_many_configurations_are_those_of_each(scene):
    many = random_configurations(scene.robots[0], 20, 6)
    for threads in (1, 2):
        batch = scene.distances_at(many, cut_off=0.3, threads=threads)
        assert len(batch) == len(many)
        for q, found in zip(many, batch):
            alone = scene.distances_at(q, cut_off=0.3)
            assert [(each.a, each.b, each.upper) for each in found] == [(each.a, each.b, each.upper) for each in alone]
    assert any(batch)


def test_meshes_from_files_are_solid_if_asked(tmp_path):
    abut.save(abut.shapes.box([2, 2, 2]), tmp_path / "room.stl")
    robot = arm()
    for solid in (False, True):
        scene = abut.Scene()
        scene.add(robot)
        scene.add("room", tmp_path / "room.stl", solid=solid)
        assert scene.free(np.zeros(robot.dof)) == (not solid)


def test_writes_a_page(scene, tmp_path):
    robot = scene.robots[0]
    scene.checker().page(random_configurations(robot, 5), tmp_path / "arm.html", name="arm")
    assert "abut-robot" in (tmp_path / "arm.html").read_text()


def test_refuses_what_cannot_be(scene):
    robot = scene.robots[0]
    with pytest.raises(abut.Error, match=r"shape \(7,\) or \(N, 7\)"):
        scene.free(np.zeros(3))
    with pytest.raises(abut.Error, match="above its limit"):
        scene.free(np.full(robot.dof, 100.0))
    with pytest.raises(abut.Error, match="robot of that name"):
        other = abut.Scene()
        other.add(robot)
        other.add(robot)


def test_preparing_changes_no_answer(scene):
    configurations = random_configurations(scene.robots[0], 2000)
    free = scene.free(configurations)
    scene.checker().prepare(threads=2)
    assert (scene.free(configurations) == free).all()


def test_names_the_row_of_a_bad_configuration(scene):
    configurations = np.zeros((70000, scene.robots[0].dof))
    configurations[66000, 2] = 100
    with pytest.raises(abut.Error, match=r"configuration 66000 \(from 0\): joint number 3, .* above its limit"):
        scene.free(configurations)
