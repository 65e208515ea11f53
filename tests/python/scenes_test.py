"""Scenes of bodies that move: what touches, against abut.Shape's own answers; events, rays, motions, errors."""

import copy
import doctest
import pathlib
import pickle

import numpy as np
import pytest

import abut


def shifted(x, y=0.0, z=0.0):
    at = np.eye(4)
    at[:3, 3] = x, y, z
    return at


def crowd(seed, count):
    numbers = np.random.default_rng(seed)
    shapes = [abut.Box(1, 0.5, 0.5), abut.Sphere(0.4), abut.Capsule(0.2, 0.8), abut.Cylinder(0.3, 1.0)]
    bodies = {f"body {i}": (shapes[i % 4], shifted(*numbers.uniform(-2.5, 2.5, 3))) for i in range(count)}
    scene = abut.Scene()
    for name, (shape, pose) in bodies.items():
        scene.add(name, shape, pose)
    return scene, bodies


def brute_force(bodies, margin=0.0):
    names = list(bodies)
    return [(a, b) for i, a in enumerate(names) for b in names[i + 1:]
            if bodies[a][0].touches(bodies[b][0], bodies[a][1], bodies[b][1], margin=margin)]


def test_the_pairs_are_those_of_the_shapes():
    scene, bodies = crowd(1, 60)
    pairs = brute_force(bodies)
    assert len(scene) == 60 and "body 3" in scene and "body 60" not in scene and len(pairs) > 10
    assert scene.touching() == scene.touching(threads=2) == pairs
    assert scene.within(0.2) == brute_force(bodies, 0.2)
    assert sorted(scene.touching_body("body 3")) == sorted(b if a == "body 3" else a for a, b in pairs if "body 3" in (a, b))
    contacts = scene.contacts(threads=2)
    assert [contact[:2] for contact in contacts] == pairs
    assert all(distance.touching and distance.upper <= 0.1 for _, _, distance in contacts)
    name, nearest = scene.nearest("body 5")
    least = min(bodies["body 5"][0].distance(shape, bodies["body 5"][1], pose).upper
                for other, (shape, pose) in bodies.items() if other != "body 5")
    assert nearest.upper == least and name != "body 5"
    assert scene.nearest("body 5", least / 2) is None or least <= 0


def test_bodies_move_one_by_one_and_together():
    scene, bodies = crowd(2, 30)
    names = list(bodies)[:10]
    poses = np.array([shifted(*p) for p in np.random.default_rng(3).uniform(-2, 2, (10, 3))])
    scene.move(names, poses)
    for name, pose in zip(names, poses):
        bodies[name] = (bodies[name][0], pose)
        assert (scene.pose(name) == pose).all()
    assert scene.touching() == brute_force(bodies)
    would = scene.touches_at(names[0], poses, threads=2)
    assert would.dtype == bool and would.shape == (10,)
    for pose, touched in zip(poses, would):
        scene.move(names[0], pose)
        assert bool(scene.touching_body(names[0])) == touched


def test_frames_tell_what_begins_stays_and_ends():
    scene = abut.Scene()
    scene.add("floor", abut.HalfSpace())
    scene.add("crate", abut.Box(1, 1, 1), shifted(0, 0, 2))
    assert scene.next_frame().began == []
    scene.move("crate", shifted(0, 0, 0.5))
    assert scene.next_frame().began == [("floor", "crate")]
    assert scene.next_frame().stayed == [("floor", "crate")]
    scene.remove("crate")
    events = scene.next_frame()
    assert events.ended == [("floor", "crate")] and "1 ended" in repr(events)


def test_rules_attachments_and_options():
    scene = abut.Scene()
    scene.add("hand", abut.Box(1, 1, 1))
    scene.add("part", abut.Box(1, 1, 1), shifted(1))
    scene.add("wall", abut.Box(1, 1, 1), shifted(4), group=2)
    scene.attach("part", "hand")
    scene.move("hand", shifted(2))
    assert scene.touching() == [("part", "wall")] and scene.pose("part")[0, 3] == 3
    scene.set_options("part", mask=1)
    assert scene.touching() == []
    scene.set_options("part", mask=3, padding=0.25)
    assert scene.bounds("part")[1, 0] >= 3.75
    again = pickle.loads(pickle.dumps(scene))
    assert again.names == scene.names and again.touching() == scene.touching() == [("part", "wall")]
    snapshot = copy.copy(scene)
    scene.detach("part")
    scene.allow("pa*", "*")
    assert scene.touching() == [] and snapshot.touching() == [("part", "wall")]


def test_rays_and_motions():
    scene = abut.Scene()
    scene.add("ball", abut.Sphere(1), shifted(5))
    scene.add("wall", abut.Box(0.1, 9, 9), shifted(8))
    hit = scene.first_hit([0, 0, 0], [1, 0, 0])
    assert hit.body == "ball" and abs(hit.t - 4) < 1e-9 and hit.normal[0] == pytest.approx(-1) and "ball" in repr(hit)
    assert scene.first_hit([0, 0, 0], [1, 0, 0], t_max=3.9) is None
    assert scene.first_hit([0, 3, 0], [1, 0, 0]).body == "wall"
    [(a, b, contact)] = scene.first_contacts({"ball": abut.Motion.straight(shifted(5), [10, 0, 0])}, threads=2)
    assert (a, b) == ("ball", "wall") and contact.upper == pytest.approx(0.195, abs=1e-4)
    assert scene.first_contacts({"ball": abut.Motion.straight(shifted(5), [-10, 0, 0])}) == []


@pytest.mark.parametrize("ask, message", [
    (lambda scene: scene.add("cup", abut.Sphere(1)), "has a body 'cup' already"),
    (lambda scene: scene.move("pot", None), "no body 'pot'"),
    (lambda scene: scene.move("cup", shifted(np.nan)), "'cup'"),
    (lambda scene: scene.set_options("cup", padding=-1), "padding of body 'cup'"),
    (lambda scene: scene.within(-1), "distance"),
    (lambda scene: scene.touching(threads=-1), "threads"),
])
def test_errors_say_what_is_wrong(ask, message):
    scene = abut.Scene()
    scene.add("cup", abut.Sphere(1))
    with pytest.raises(abut.Error, match=message):
        ask(scene)
    assert scene.names == ["cup"] and repr(scene) == "<abut.Scene: 1 body>"


ROOT = pathlib.Path(__file__).resolve().parents[2]


def test_examples_of_the_page_run():
    # Fences end examples as blank lines do.
    text = (ROOT / "docs" / "scene.md").read_text().replace("```", "")
    test = doctest.DocTestParser().get_doctest(text, {"abut": abut}, "scene.md", "scene.md", 0)
    assert len(test.examples) > 8
    runner = doctest.DocTestRunner()
    report = []
    runner.run(test, out=report.append)
    assert runner.failures == 0, "".join(report)


def test_the_page_shows_the_example_that_is_run():
    example = (ROOT / "examples" / "moving_bodies.cpp").read_text()
    assert example[example.index("#include"):] in (ROOT / "docs" / "scene.md").read_text()
