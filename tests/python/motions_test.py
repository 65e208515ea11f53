"""Motions and what is proved of them: the answers are those of the command, whatever the way they are asked."""

import json
import os
import subprocess
import threading

import numpy as np
import pytest

import abut


def at(x=0.0, y=0.0, z=0.0, degrees=0.0):
    """A turn about an axis that is none of the frame's, then a shift."""
    axis, angle = np.array([1.0, 2.0, 2.0]) / 3, np.radians(degrees)
    cross = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    pose = np.eye(4)
    pose[:3, :3] += np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross
    pose[:3, 3] = x, y, z
    return pose


BALL, RING = abut.Model(abut.shapes.sphere(1.0, 12)), abut.Model(abut.shapes.torus(3.0, 0.5, 24, 12))
PATHS = [
    [at(-9), at(0, 0.2, 0.1, 100), at(9, 1, 0, 40)],
    [at(-6, 0, 5), at(6, 0, 5, 170)],
    [at(3.0, 0, 0), at(9, 0, 0, 90)],
    [at(0, 0, 0), at(0, 0, 6, 120), at(0.3, 0.1, -9, 10), at(7, 7, 0)],
]
# The command moves both models; one of them from where it is to where it is.
STILL = [abut.Motion.through(range(len(path)), [np.eye(4)] * len(path)) for path in PATHS]
MOTIONS = [abut.Motion.through(range(len(path)), path) for path in PATHS]


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """What the command says of these motions, by its options."""
    folder = tmp_path_factory.mktemp("motions")
    abut.save(BALL.mesh, folder / "ball.stl")
    abut.save(RING.mesh, folder / "ring.stl")
    lines = []
    for path in PATHS:
        for time, pose in enumerate(path):
            lines.append(" ".join(repr(float(x)) for x in [time, *pose[:3].ravel(), *np.eye(4)[:3].ravel()]))
        lines.append("")
    (folder / "moves.txt").write_text("\n".join(lines))

    def run(*options):
        done = subprocess.run([os.environ["ABUT"], "sweep", "ball.stl", "ring.stl", "--motion", "moves.txt", "--json",
                               *options], cwd=folder, capture_output=True, text=True)
        assert done.stderr == "" and done.returncode == 1
        return [json.loads(line) for line in done.stdout.splitlines()]

    # Files of STL keep single precision.
    run.ball, run.ring = abut.Model(folder / "ball.stl"), abut.Model(folder / "ring.stl")
    return run


@pytest.mark.skipif("ABUT" not in os.environ, reason="needs the command")
def test_first_contacts_are_those_of_the_command(recorded):
    found = abut.first_contact_batch(recorded.ball, recorded.ring, MOTIONS, STILL)
    said = recorded()
    assert [line["verdict"] for line in said] == ["contact", "clear", "contact", "contact"]
    for motion, still, record, line in zip(MOTIONS, STILL, found, said):
        single = abut.first_contact(recorded.ball, recorded.ring, motion, still)
        assert single.verdict == line["verdict"] == ["clear", "contact", "undecided"][record.verdict]
        assert single.lower == record.lower == line["lower"]
        assert repr(single)
        if not single:
            assert np.isinf(single.upper) and np.isinf(record.upper) and line["upper"] is None
            continue
        assert single.upper == record.upper == line["upper"]
        assert single.triangles == (record.triangle_a, record.triangle_b) == (line["triangle_a"], line["triangle_b"])
        for name, word in [("point_a", "point"), ("point_b", "point_b"), ("normal", "normal"), ("velocity", "velocity")]:
            assert list(getattr(single, name)) == list(record[name]) == line[word]
        assert single.distance == record.distance == line["distance"]
        assert (single.feature_a, single.feature_b) == (line["feature_a"], line["feature_b"])
        assert ["corner", "side", "face"][record.feature_a] == single.feature_a
        assert single.volume_tests == record.volume_tests > 0


@pytest.mark.skipif("ABUT" not in os.environ, reason="needs the command")
def test_options_are_those_of_the_command(recorded):
    for options, words in [({"margin": 0.25}, ["--margin", "0.25"]),
                           ({"time_tolerance": 1e-3, "distance_tolerance": 1e-4},
                            ["--time-tolerance", "1e-3", "--tolerance", "1e-4"]),
                           ({"after_parting": True}, ["--after-parting"])]:
        found = abut.first_contact_batch(recorded.ball, recorded.ring, MOTIONS, STILL, **options)
        said = recorded(*words)
        assert [(r.lower, r.upper) for r in found] == [
            (line["lower"], np.inf if line["upper"] is None else line["upper"]) for line in said]
    near = abut.within_along(recorded.ball, recorded.ring, 0.25, MOTIONS[0], STILL[0])
    assert near.upper == abut.first_contact(recorded.ball, recorded.ring, MOTIONS[0], STILL[0], margin=0.25).upper


@pytest.mark.skipif("ABUT" not in os.environ, reason="needs the command")
def test_intervals_and_clearances_are_those_of_the_command(recorded):
    said = recorded("--intervals", "--time-tolerance", "1e-3")
    batch = abut.contact_intervals_batch(recorded.ball, recorded.ring, MOTIONS, STILL, time_tolerance=1e-3)
    for motion, still, line, of_batch in zip(MOTIONS, STILL, said, batch):
        found = abut.contact_intervals(recorded.ball, recorded.ring, motion, still, time_tolerance=1e-3)
        assert found.parts == of_batch.parts == [(p["kind"], p["begin"], p["end"]) for p in line["parts"]]
        assert found.complete and found.tolerance > 0 and repr(found)
    said = recorded("--clearance")
    batch = abut.least_clearance_batch(recorded.ball, recorded.ring, MOTIONS, STILL)
    for motion, still, line, of_batch in zip(MOTIONS, STILL, said, batch):
        found = abut.least_clearance(recorded.ball, recorded.ring, motion, still)
        assert (found.lower, found.upper, found.time) == (line["lower"], line["clearance"], line["time"])
        assert (found.lower, found.upper, found.time) == (of_batch.lower, of_batch.upper, of_batch.time)
        assert repr(found)


def test_batches_are_the_same_for_every_number_of_threads():
    motions = [abut.Motion.screw(at(-6, y, 0.1), at(6, -y, 0, 130)) for y in np.linspace(-6, 6, 25)]
    one = abut.first_contact_batch(BALL, RING, motions)
    assert 0 < (one.verdict == 1).sum() < 25
    for threads in [2, 0]:
        assert abut.first_contact_batch(BALL, RING, motions, threads=threads).tobytes() == one.tobytes()
    both = abut.first_contact_batch(BALL, RING, motions, [abut.Motion()] * 25)
    assert both.tobytes() == one.tobytes()
    pairs = abut.first_contact_pairs([(BALL, RING, motion) for motion in motions], threads=2)
    assert pairs.tobytes() == one.tobytes()
    swapped = abut.first_contact_pairs([(RING, BALL, None, motion) for motion in motions])
    assert np.array_equal(swapped.verdict, one.verdict)
    assert len(abut.first_contact_batch(BALL, RING, [])) == 0


def test_motions_pass_exactly_through_what_is_given():
    start, to = at(1, 2, 3, 10), at(-1, 0, 5, 95)
    for motion in [abut.Motion.screw(start, to, during=(2, 4)), abut.Motion.slerp(start, to, during=(2, 4)),
                   abut.Motion.slerp(start, to, [1, 1, 1], during=(2, 4)), abut.Motion.through([2, 4], [start, to]),
                   abut.Motion.through([2, 4], [start, to], way="slerp")]:
        assert motion.during == (2, 4)
        assert np.array_equal(motion.at(2), start) and np.array_equal(motion.at(4), to)
        low, high = motion.enclosure(2.5, 3.5)
        for time in np.linspace(2.5, 3.5, 20):
            assert (low <= motion.at(time)).all() and (motion.at(time) <= high).all()
    assert np.allclose(abut.Motion.slerp(start, to).at(0.5)[:3, 3], (start + to)[:3, 3] / 2, atol=1e-15)
    carried = abut.Motion.slerp(start, to, [1, 1, 1]).at(0.5) @ [1, 1, 1, 1]
    assert np.allclose(carried, (start + to) @ [1, 1, 1, 1] / 2, atol=1e-14)
    still = abut.Motion(start)
    assert still.during == (-np.inf, np.inf) and np.array_equal(still.at(1e9), start)
    assert repr(still) == "<abut.Motion: stays>" and repr(motion) == "<abut.Motion.through: from 2 to 4>"


def test_a_screw_turns_and_advances_as_told():
    screw = abut.Motion.screw(None, point=[1, 0, 0], direction=[0, 0, 5], angle=2 * np.pi, advance=4, during=(0, 4))
    assert np.allclose(screw.at(1)[:3, 3], [1, -1, 1], atol=1e-14)
    assert np.allclose(abut.Motion.screw(at(1), advance=2).at(1)[:3, 3], [1, 0, 2])


def test_a_function_of_python_is_a_motion():
    box = abut.Model(abut.shapes.box([1, 1, 1]))
    asked = []

    def swing(time):
        asked.append(threading.current_thread())
        return at(-4 * np.cos(time))

    motion = abut.Motion.of(swing, linear=4.0, during=(0, 3))
    hit = abut.first_contact(box, box, motion)
    assert hit and hit.lower <= np.arccos(0.5) + 1e-9 and hit.upper >= np.arccos(0.5) - 1e-9 and asked
    assert hit.upper - hit.lower <= 3e-6
    hits = abut.first_contact_batch(box, box, [motion] * 4, threads=2)
    assert (hits.lower == hit.lower).all()
    # What turns, has an angular bound.
    turning = abut.Motion.of(lambda t: at(4, degrees=90 * t), linear=0, angular=1.6)
    assert not abut.first_contact(box, box, turning)


def test_what_a_function_raises_comes_out():
    box = abut.Model(abut.shapes.box([1, 1, 1]))

    def broken(time):
        if time > 0:
            raise KeyError("no such time")
        return at(-4)

    motion = abut.Motion.of(broken, linear=8.0)
    with pytest.raises(KeyError, match="no such time"):
        abut.first_contact(box, box, motion)
    with pytest.raises(KeyError, match="no such time"):
        abut.first_contact_batch(box, box, [motion] * 3, threads=2)
    with pytest.raises(abut.Error, match="what the function returns must have the shape"):
        abut.first_contact(box, box, abut.Motion.of(lambda t: [1, 2, 3], linear=1.0))
    with pytest.raises(KeyError):
        motion.at(0.5)


def test_other_threads_run_meanwhile():
    """The lock is free while a query without functions runs."""
    heavy = abut.Model(abut.shapes.sphere(1.0, 80))
    motions = [abut.Motion.screw(at(-3, y, 0), at(3, y, 0, 170)) for y in np.linspace(-1, 1, 40)] * 25
    counted, done = [0], threading.Event()

    def count():
        while not done.is_set():
            counted[0] += 1
            done.wait(0.0005)

    counter = threading.Thread(target=count)
    counter.start()
    before = counted[0]
    abut.first_contact_batch(heavy, heavy, motions)
    seen = counted[0] - before
    done.set()
    counter.join()
    assert seen > 3


def test_budgets_widen_the_bracket():
    motion = abut.Motion.straight(at(-6, degrees=20), [12, 0, 0])
    whole = abut.first_contact(BALL, RING, motion)
    part = abut.first_contact(BALL, RING, motion, max_tests=200)
    assert not part.complete and part.lower <= whole.upper
    assert part.verdict == "undecided"
    with pytest.raises(abut.Error, match="not known whether"):
        bool(part)
    assert not abut.least_clearance(BALL, RING, motion, max_seconds=0).complete
    cut = abut.contact_intervals(BALL, RING, motion, max_parts=2)
    assert len(cut.parts) <= 3 and not cut.complete


def test_only_the_time_asked_about_is_looked_at():
    motion = abut.Motion.straight(at(-9), [18, 0, 0])
    assert not abut.first_contact(BALL, RING, motion, during=(0, 0.2))
    inside = abut.first_contact(BALL, RING, motion, during=(0.45, 1))
    assert inside.verdict == "contact" and inside.lower > 0.45
    parts = abut.contact_intervals(BALL, RING, motion, until_apart=True, during=(0.3, 1), time_tolerance=1e-3).parts
    assert parts[-1][0] == "apart" and parts[-1][2] < 1


@pytest.mark.parametrize("call, error, message", [
    (lambda: abut.Motion.screw(at(), at(degrees=180)), abut.Error, "half a turn"),
    (lambda: abut.Motion.screw(at()), abut.Error, "give `to` or these"),
    (lambda: abut.Motion.screw(at(), at(1), angle=1.0), abut.Error, "give `to` or these"),
    (lambda: abut.Motion.screw(at(), point=[1, 0, 0]), abut.Error, "needs an angle"),
    (lambda: abut.Motion.screw(at(), angle=1.0, direction=[0, 0, 0]), abut.Error, "direction"),
    (lambda: abut.Motion.straight(at() * 2, [1, 0, 0]), abut.Error, "last row"),
    (lambda: abut.Motion.straight(at()[:3] * 2, [1, 0, 0]), abut.Error, "rotation"),
    (lambda: abut.Motion.straight(at(), [1, 0]), abut.Error, "by must have the shape"),
    (lambda: abut.Motion.straight(at(), [1, 0, 0], during=(1, 1)), abut.Error, "end after it begins"),
    (lambda: abut.Motion.straight(at(), [1, 0, 0], during=3), TypeError, "during must be a tuple"),
    (lambda: abut.Motion.straight(at(), [1, 0, 0], during=("a", 2)), TypeError, "during must be two numbers"),
    (lambda: abut.Motion.straight(at(), [1, 0, 0], speed=2), TypeError, "straight\\(\\) has no option 'speed'"),
    (lambda: abut.Motion.through([0], [at()]), abut.Error, "at least two"),
    (lambda: abut.Motion.through([0, 1, 2], [at(), at(1)]), abut.Error, "one for each placement"),
    (lambda: abut.Motion.through([1, 1], [at(), at(1)]), abut.Error, "end after it begins"),
    (lambda: abut.Motion.through([0, 1], [at(), at(1)], way="line"), abut.Error, "'screw' or 'slerp'"),
    (lambda: abut.Motion.of(3, linear=1.0), TypeError, "function of the time"),
    (lambda: abut.Motion.of(lambda t: at()), TypeError, "needs a bound of the speed"),
    (lambda: abut.Motion.of(lambda t: at(), linear=-1.0), abut.Error, "not negative"),
    (lambda: MOTIONS[0].at(7), abut.Error, "before it begins or after it ends"),
    (lambda: MOTIONS[0].enclosure(1, 0), abut.Error, "in the wrong order"),
    (lambda: abut.first_contact(BALL, RING), abut.Error, "neither model moves"),
    (lambda: abut.first_contact(BALL, RING, MOTIONS[0], during=(5, 6)), abut.Error, "no time in common"),
    (lambda: abut.first_contact(BALL, RING, MOTIONS[0], margin=-1), abut.Error, "margin"),
    (lambda: abut.first_contact(BALL, RING, MOTIONS[0], distance_tolerance=-1), abut.Error, "0 or more"),
    (lambda: abut.first_contact(BALL, RING, MOTIONS[0], time_tolerance=np.nan), abut.Error, "0 or more"),
    (lambda: abut.first_contact(BALL, RING, "there"), TypeError, "motion_a must be"),
    (lambda: abut.first_contact(BALL, RING, MOTIONS[0], simd="abacus"), abut.Error, "there is no simd"),
    (lambda: abut.first_contact_batch(BALL, RING, MOTIONS[0]), abut.Error, "needs a list of motions"),
    (lambda: abut.first_contact_batch(BALL, RING, MOTIONS, MOTIONS[:2]), abut.Error, "there must be as many"),
    (lambda: abut.first_contact_batch(BALL, RING, MOTIONS, threads=-1), abut.Error, "threads"),
    (lambda: abut.first_contact_pairs([(BALL, RING)]), TypeError, "pairs\\[0\\] must be a tuple"),
    (lambda: abut.contact_intervals(BALL, RING, MOTIONS[0], max_parts=-1), abut.Error, "max_parts"),
    (lambda: abut.contact_intervals(BALL, RING, MOTIONS[0], after_parting=True), TypeError, "has no option"),
    (lambda: abut.least_clearance(BALL, RING, MOTIONS[0], relative_error=0), abut.Error, "relative error"),
])
def test_errors_say_what_is_wrong(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_solids_inside_each_other_are_in_contact():
    small, large = abut.Solid(abut.shapes.box([0.5, 0.5, 0.5])), abut.Solid(abut.shapes.box([3, 3, 3]))
    out = abut.Motion.through([0, 1, 2], [at(0), at(7), at(0)])
    plain, inside = abut.first_contact(small.model, large.model, out), abut.first_contact(small, large, out, solid=True)
    assert plain.upper == pytest.approx(2.5 / 7, abs=1e-5)
    assert (inside.verdict, inside.lower, inside.upper) == ("contact", 0, 0)
    assert inside.distance == pytest.approx(2.5, abs=1e-12)
    later = abut.first_contact(small, large, out, solid=True, after_parting=True)
    assert later.upper == pytest.approx(2 - 3.5 / 7, abs=1e-5)
    near = abut.within_along(small, large, 1.0, abut.Motion.straight(at(9), [-9, 0, 0]), solid=True)
    assert near.upper == pytest.approx(4.5 / 9, abs=1e-5)
    stays = abut.Motion.straight(at(0), [1, 0, 0])
    batch = abut.first_contact_batch(small, large, [out, stays, abut.Motion.straight(at(9), [0, 1, 0])], solid=True,
                                     threads=2)
    assert batch.verdict.tolist() == [1, 1, 0] and batch.upper.tolist()[:2] == [0, 0]
    pairs = abut.first_contact_pairs([(small, large, stays), (large.model, small, None, stays)], solid=True)
    assert pairs.upper.tolist() == [0, 0] and pairs.verdict.tolist() == [1, 1]
    assert abut.first_contact_pairs([(small.model, large.model, stays)]).verdict.tolist() == [0]
    with pytest.raises(TypeError, match=r"pairs\[0\] must be a tuple of two abut.Models"):
        abut.first_contact_pairs([(small, large, stays)])
    with pytest.raises(TypeError, match="Pass its .model"):
        abut.first_contact(small, large, stays)
    open_box = abut.Mesh(large.model.vertices, large.model.faces[1:])
    with pytest.raises(abut.Error, match="not closed"):
        abut.first_contact(small, open_box, stays, solid=True)
    with pytest.raises(TypeError, match="has no option 'solid'"):
        abut.least_clearance(small.model, large.model, stays, solid=True)


