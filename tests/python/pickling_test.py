"""Pickles and copies of everything that is a value: what comes out is what went in."""

import copy
import inspect
import multiprocessing
import pickle

import numpy as np
import pytest

import abut
from conftest import placement

BALL = abut.Model(abut.shapes.sphere(1.0, 5))
BOX = abut.Model(abut.shapes.box([1, 1, 1]))
ASIDE, NEAR, SUNK = (placement([1, 2, 3], 0.7, [x, 0.1, 0.05]) for x in (3.5, 2.2, 1.5))
FLIGHT = abut.Motion.straight([[1, 0, 0, -5], [0, 1, 0, 0.1], [0, 0, 1, 0.2]], [9, 0, 0], during=(1, 3))


def swing(t):
    return placement([0, 0, 1], 0.5 * t, [t, 0, 0])


def small_assembly():
    assembly = abut.Assembly()
    assembly.add("plate", abut.shapes.box([5, 5, 1]))
    peg = abut.Model(abut.shapes.cylinder(1.0, 3.0))
    assembly.add("peg", peg, ASIDE)
    assembly.add("peg", peg, NEAR)
    return assembly


def small_scene():
    scene = abut.Scene()
    scene.add("floor", abut.HalfSpace())
    scene.add("ball", abut.Sphere(1.0), ASIDE, padding=0.25, group=2)
    scene.add("hat", abut.Box(1, 1, 0.5), NEAR)
    scene.attach("hat", "ball")
    scene.allow("ball", "fl*")
    return scene


def small_robot(folder, name="arm"):
    urdf = abut.shapes.write_robot(name, folder)
    return abut.Robot(urdf, srdf=urdf.replace(".urdf", ".srdf"))


def scene_with_robots(folder):
    scene = small_scene()
    arm = small_robot(folder)
    scene.add(arm, placement([0, 0, 1], 0.3, [0, 0, 0.1]), padding=0.01)
    scene.add(arm, placement([0, 0, 1], 3.0, [1.4, 0, 0.1]), name="other", self_padding=0.002)
    scene.add("part", abut.Model(abut.shapes.torus(0.05, 0.02, 12, 8)))
    scene.attach("part", "link7", placement([1, 0, 0], 0.2, [0, 0, 0.1]))
    scene.allow("floor", "link*")
    return scene


def small_report():
    path = np.array([placement([0, 0, 1], 0.1 * i, [i - 3, 0, 0]) for i in range(4)])
    return abut.clash(small_assembly(), motion={"peg": path}, clearance=0.5)


def compared_report(folder):
    (folder / "old.json").write_text(abut.clash(small_assembly(), clearance=2.0).to_json())
    return small_report().compare(abut.read_baseline(folder / "old.json"))


def values(folder):
    """A value of every kind, by name; more than one where a kind has several faces."""
    few = np.array([np.eye(4), ASIDE, NEAR, SUNK])
    scene = scene_with_robots(folder)
    ends = np.array([np.full(14, 0.1), np.full(14, -0.4)])
    four = [[0, 0, 1], [-1, -1, 0], [2, -1, 0], [-1, 2, 0]]
    below = [[0, 0, -1], *four[1:]]
    regions = abut.contact_regions(BOX, BOX, pose_b=[[1, 0, 0, 2], [0, 1, 0, 0.5], [0, 0, 1, 0]])
    curves = abut.contact_regions(BALL, BOX, pose_b=SUNK)
    report = compared_report(folder)
    counters = abut.Counters()
    abut.touches(BALL, BOX, counters=counters)
    grown = BALL.vertices * 3
    parts = abut.Mesh(BOX.vertices, BOX.faces, [("low", 4), ("high", 8)])
    camera = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, -1.2, -2.2], [0, 0, -1, 0]]
    return [
        parts, parts.parts[1], BALL, abut.Model(BOX.mesh, rays=True), abut.Solid(BALL),
        abut.Solid(abut.Mesh(BOX.vertices, BOX.faces[1:]), holes="winding-number"), abut.Pieces(BALL),
        abut.OverlapSolid(BOX), abut.classic.Model(BALL.mesh, "rss", fit="hull-surface", split="mean", leaf_size=3),
        abut.classic.Model(BOX.mesh, "kdop18", storage="float"),
        abut.BoundPair(BALL, BOX, margin=0.1, coherent=True),
        small_assembly(), small_scene(), abut.estimated_stray(BALL),
        scene.robots[0], small_robot(folder, "humanoid"), scene, scene.checker(), scene.motion(*ends),
        scene.motion(ends[0], ends[0] + 0.01), scene.distances_at(ends[0], cut_off=2.0)[0], scene.next_frame(),
        scene.first_hit([0, 0, 5], [0, 0, -1]), small_robot(folder).prove_never(most_cells=200),
        small_assembly().stray("plate"), counters, abut.CollideCache(), abut.DistanceCache(),
        abut.Motion(ASIDE), FLIGHT, abut.Motion.screw(ASIDE, NEAR, during=(-1, 4)),
        abut.Motion.screw(None, angle=7.0, advance=2.0, point=[1, 2, 3], direction=[1, 1, 0]),
        abut.Motion.slerp(None, ASIDE, [1, 0, 0]), abut.Motion.through([0, 1, 4], few[[0, 2, 1]], way="slerp"),
        abut.Motion.of(swing, linear=1.0, angular=0.5, about=[0, 0, 1], during=(0, 2)),
        abut.collide_batch(BALL, BOX, few), abut.distance(BALL, BOX, ASIDE), abut.distance(BALL, BOX, max_tests=1),
        abut.within(BALL, BOX, 5.0, ASIDE), abut.within(BALL, BOX, 1e-3, ASIDE), abut.closest_point(BALL, [3, 2, 1]),
        abut.signed_distance(BALL, [0.1, 0.2, 0.3]), abut.enclosed(abut.shapes.sphere(0.1), BOX),
        abut.enclosed(abut.shapes.sphere(0.1), BOX, ASIDE), abut.interiors_meet(BALL, BOX, NEAR),
        abut.interiors_meet(BALL, BOX, ASIDE), abut.first_contact_vertex_face(four, below),
        abut.first_contact_vertex_face(four, four),
        abut.first_contact_deforming(BALL, grown, abut.Model(abut.shapes.box([2, 2, 2])),
                                     abut.shapes.box([2, 2, 2]).vertices),
        abut.first_contact(BOX, BALL, FLIGHT), abut.first_contact(BOX, BALL, during=(0, 1)),
        abut.first_contact(BOX, BALL, ASIDE, during=(0, 1)),
        abut.contact_intervals(BOX, BALL, FLIGHT, time_tolerance=1e-3), 
        abut.least_clearance(BOX, BALL, ASIDE, during=(0, 1)),
        abut.shoot(BOX, [-5, 0.2, 0.3], [5, 0.2, 0.3]), abut.shoot(BOX, [-5, 3, 0], [5, 3, 0]),
        abut.cast(BOX, [-5, 0.2, 0.3], [1, 0, 0], radius=0.5), abut.first_hit(BOX, [-5, 0.2, 0.3], [1, 0, 0]),
        regions, regions.patches[0], regions.patches[0].areas[0], curves, curves.patches[0].curves[0],
        abut.overlap(BOX, BALL, SUNK), abut.penetration(BOX, BALL, SUNK), abut.signed_gap(BOX, BALL, SUNK),
        abut.signed_gap(BOX, BALL, ASIDE), report, small_report(), report.findings[0],
        abut.read_baseline(folder / "old.json"), abut.small.Sphere([1, 2, 3], 4), abut.small.Box([1, 2, 3], [1, 1, 2]),
        abut.small.Frustum(camera), abut.small.RoundedCone([0, 0, 5], [0, 0, -1], cosine=0.9, range=8),
        abut.classic.measure_cost(BALL, BOX, repetitions=1), abut.classic.fat_ray([1, 2, 3], [1, 1, 0], 0.5),
        abut.Box(1, 2, 3),
        abut.Box(1, 2, 3).distance(abut.Sphere(1.0), ASIDE),
    ]


def told(thing):
    """Everything that an object tells about itself, as plain Python."""
    if isinstance(thing, np.ndarray):
        return thing.dtype, thing.tolist()
    if isinstance(thing, (list, tuple)):
        return [told(each) for each in thing]
    if isinstance(thing, dict):
        return {key: told(each) for key, each in thing.items()}
    if not type(thing).__module__.startswith("abut") or isinstance(thing, (abut.Answer, abut.Side)):
        return repr(thing)
    names = [name for name, member in inspect.getmembers(type(thing)) if isinstance(member, property)]
    return {"repr": repr(thing), **{name: told(getattr(thing, name)) for name in names if name != "generation"}}


WAYS = {"pickle": lambda thing: pickle.loads(pickle.dumps(thing)), "copy": copy.copy, "deepcopy": copy.deepcopy,
        "old pickle": lambda thing: pickle.loads(pickle.dumps(thing, protocol=2))}


@pytest.mark.parametrize("way", WAYS)
def test_everything_comes_back_as_it_was(way, tmp_path):
    for thing in values(tmp_path):
        again = WAYS[way](thing)
        assert type(again) is type(thing)
        assert told(again) == told(thing), thing


def test_every_class_that_says_so_can_be_pickled(tmp_path):
    classes = {getattr(module, name) for module in (abut, abut.small, abut.classic) for name in module.__all__
               if inspect.isclass(getattr(module, name))}
    tried = {type(thing) for thing in values(tmp_path)}
    assert tried <= classes and len(tried) > 40
    assert {kind for kind in classes if "__setstate__" in vars(kind)} <= tried
    assert pickle.loads(pickle.dumps(abut.Answer.YES)) is abut.Answer.YES
    error = pickle.loads(pickle.dumps(abut.Error("no such file")))
    assert type(error) is abut.Error and str(error) == "no such file"


def test_everything_describes_itself(tmp_path):
    for thing in values(tmp_path):
        assert " object at 0x" not in repr(thing)


def test_records_can_be_pickled_and_copied():
    poses = np.array([ASIDE, NEAR, SUNK])
    rays = ([[-5, 0.2, 0.3]], [[1, 0, 0]])
    for records in (abut.distance_batch(BALL, BOX, poses), abut.within_batch(BALL, BOX, 1.0, poses),
                    abut.closest_point_batch(BALL, [[3, 2, 1]]), abut.first_hit_batch(BOX, *rays),
                    abut.first_contact_batch(BOX, BALL, [FLIGHT]), abut.penetration_batch(BOX, BALL, poses),
                    abut.distance_batch(BALL, BOX, poses)[1:]):
        for way in WAYS.values():
            again = way(records)
            assert type(again) is type(records) and again.dtype.names == records.dtype.names
            for name in records.dtype.names:
                assert np.array_equal(again[name], records[name]), name


@pytest.mark.parametrize("way", ["pickle", "deepcopy", "copy"])
def test_what_comes_back_answers_as_before(way):
    again = WAYS[way]
    ball, solid, pieces = again(BALL), again(abut.Solid(BALL)), again(abut.Pieces(BALL))
    assert np.array_equal(abut.collide(ball, BOX, SUNK), abut.collide(BALL, BOX, SUNK))
    assert abut.contains(solid, [0.1, 0.2, 0.3]) and not abut.contains(solid, [2, 0, 0])
    assert bool(abut.enclosed(pieces, again(abut.Solid(abut.shapes.box([3, 3, 3])))))
    assert told(abut.overlap(again(abut.OverlapSolid(BOX)), solid, SUNK)) == told(abut.overlap(BOX, BALL, SUNK))
    classic = abut.classic.Model(BALL.mesh, "obb")
    assert np.array_equal(abut.collide(again(classic), BOX, SUNK), abut.collide(BALL, BOX, SUNK))
    pair = again(abut.BoundPair(BALL, BOX, margin=0.25, max_contacts=3))
    assert pair.touches(ASIDE) == abut.touches(BALL, BOX, ASIDE, margin=0.25) and len(pair.collide()) == 3
    rays = again(abut.Model(BALL.mesh, rays=True))
    assert rays.nbytes == abut.Model(BALL.mesh, rays=True).nbytes > BALL.nbytes
    assert told(abut.first_hit(rays, [5, 0.1, 0.2], [-1, 0, 0])) == told(abut.first_hit(BALL, [5, 0.1, 0.2], [-1, 0, 0]))
    cache = abut.CollideCache()
    abut.touches(BALL, BOX, cache=cache)
    assert abut.touches(BALL, BOX, cache=again(cache)) == abut.touches(BALL, BOX)


@pytest.mark.parametrize("way", WAYS)
def test_motions_come_back_bit_for_bit(way, tmp_path):
    motions = [thing for thing in values(tmp_path) if isinstance(thing, abut.Motion)]
    assert len(motions) == 7
    for motion in motions:
        again = WAYS[way](motion)
        begin, end = (-3, 3) if np.isinf(motion.during[0]) else motion.during
        for time in np.linspace(begin, end, 33):
            assert np.array_equal(again.at(time), motion.at(time))
        for low, high in ((begin, end), (begin + (end - begin) / 3, begin + (end - begin) / 2)):
            assert all(map(np.array_equal, again.enclosure(low, high), motion.enclosure(low, high)))
    with pytest.raises((AttributeError, pickle.PicklingError)):
        pickle.dumps(abut.Motion.of(lambda t: np.eye(4), linear=0.0))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", ["arm", "hand", "humanoid"])
def test_robots_come_back_bit_for_bit(way, name, tmp_path):
    robot = small_robot(tmp_path, name)
    again = WAYS[way](robot)
    random = np.random.default_rng(5)
    low, high = np.clip(robot.limits, -1, 1).T
    q = random.uniform(low, high, (50, robot.dof))
    if name == "humanoid":
        q[:, 3:7] /= np.linalg.norm(q[:, 3:7], axis=1)[:, None]
    assert np.array_equal(again.place(q), robot.place(q))
    for link in robot.links:
        assert [(told(shape), at.tolist()) for shape, at in again.shapes(link)] == [
            (told(shape), at.tolist()) for shape, at in robot.shapes(link)]
    for group, state in robot.states:
        assert np.array_equal(again.configuration(state, group), robot.configuration(state, group))


@pytest.mark.parametrize("way", WAYS)
def test_scenes_with_robots_and_checkers_answer_as_before(way, tmp_path):
    scene = scene_with_robots(tmp_path)
    q = np.random.default_rng(6).uniform(-1.5, 1.5, (300, 14))
    expected = scene.free(q, margin=0.01)
    assert 10 < expected.sum() < 290
    again, checker = WAYS[way](scene), WAYS[way](scene.checker())
    for each in (again.checker(), checker):
        assert np.array_equal(each.free(q, margin=0.01), expected)
        assert each.contacts(q[:20]) == scene.contacts_at(q[:20])
        assert told(each.motion(q[0], q[1])) == told(scene.motion(q[0], q[1]))
    again.detach("part")
    again.add(small_robot(tmp_path), placement([0, 0, 1], 0, [3, 0, 0]), name="third")
    assert len(again.robots) == 3 and len(scene.robots) == 2 and np.array_equal(scene.free(q, margin=0.01), expected)


def free_in_worker(checker, q):
    return checker.free(q), [edge.verdict for edge in checker.path(q[:4])]


def test_worker_processes_check_configurations(tmp_path):
    checker = scene_with_robots(tmp_path).checker()
    q = np.random.default_rng(7).uniform(-1.5, 1.5, (100, 14))
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        free, verdicts = pool.apply(free_in_worker, (checker, q))
    assert np.array_equal(free, checker.free(q)) and verdicts == [edge.verdict for edge in checker.path(q[:4])]


def test_a_motion_keeps_no_array_of_its_maker():
    start, poses = np.eye(4), np.tile(np.eye(4), (2, 1, 1))
    motions = [abut.Motion(start), abut.Motion.straight(start, start[0, :3]), abut.Motion.through([0, 1], poses)]
    start[0, 3], poses[:, 0, 3] = 7, 7
    for motion in motions:
        assert np.array_equal(pickle.loads(pickle.dumps(motion)).at(0), np.eye(4))


def test_copies_are_independent():
    for way in WAYS.values():
        model, assembly, counters = abut.Model(BALL.mesh), small_assembly(), abut.Counters()
        again, parts, counted = way(model), way(assembly), way(counters)
        again.refit(again.vertices * 2)
        parts.add("third", BOX)
        abut.touches(BALL, BOX, counters=counted)
        assert np.array_equal(model.vertices, BALL.vertices) and len(assembly) == 3 and counters.queries == 0
        assert len(parts) == 4 and counted.queries == 1
    pair = (model, model)
    one, other = pickle.loads(pickle.dumps(pair))
    assert one is other


def test_shared_data_is_pickled_once():
    alone = len(pickle.dumps(abut.Model(abut.shapes.cylinder(1.0, 3.0))))
    assembly, report = small_assembly(), small_report()
    plate = len(pickle.dumps(assembly.model("plate")))
    assert len(pickle.dumps(assembly)) < plate + alone + 3000
    scene, torus = abut.Scene(), abut.Shape(abut.shapes.torus(1.0, 0.2, 40, 20))
    for i in range(20):
        scene.add(f"torus {i}", torus, placement([0, 0, 1], 0.1, [3 * i, 0, 0]))
    assert len(pickle.dumps(scene)) < len(pickle.dumps(torus)) + 20 * 500
    assert len(pickle.dumps(report.findings)) < len(pickle.dumps(report)) + 300 * len(report.findings)
    again = pickle.loads(pickle.dumps((report, report.findings)))
    assert again[0].to_json() == report.to_json()
    assert [finding.id for finding in again[1]] == [finding.id for finding in report.findings]


def test_damaged_states_are_refused(tmp_path):
    for thing in values(tmp_path):
        # A cache is pickled without a state; a shape says what is wrong in words of its own.
        if isinstance(thing, (abut.CollideCache, abut.DistanceCache, abut.Shape)):
            continue
        name = f"{type(thing).__module__}.{type(thing).__name__}"
        for state in ((), (1, 2, 3, 4, 5, 6, 7), ("a", "b"), thing.__getstate__()[:-1], thing.__getstate__() + (1,)):
            fresh = type(thing).__new__(type(thing))
            with pytest.raises((abut.Error, TypeError)) as raised:
                fresh.__setstate__(state)
            if raised.type is abut.Error:
                assert str(raised.value) == f"this is no pickled {name} of this version of abut.", state
    contact = abut.first_contact(BOX, BALL, FLIGHT)
    state = list(contact.__getstate__())
    state[0] = 3
    with pytest.raises(abut.Error, match="this is no pickled abut.MovingContact"):
        abut.MovingContact.__new__(abut.MovingContact).__setstate__(tuple(state))
