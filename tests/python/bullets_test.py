"""Bullets at moving models: what anybody can check of them, batches, errors."""

import numpy as np
import pytest

import abut

BOX = abut.Model(abut.shapes.box([1, 1, 1]))
RING = abut.Model(abut.shapes.torus(2.0, 0.5, 24, 16))


def shifted(x, y=0.0, z=0.0):
    at = np.eye(4)
    at[:3, 3] = x, y, z
    return at


def scene(seed, count):
    numbers = np.random.default_rng(seed)
    targets = [(RING, abut.Motion.screw(shifted(*numbers.uniform(-6, 6, 3)), direction=numbers.uniform(-1, 1, 3),
                                        angle=numbers.uniform(-3, 3), advance=1.0)) for _ in range(12)]
    targets += [(BOX, shifted(0, 8)), BOX]
    return targets, numbers.uniform(-9, 9, (count, 3)), numbers.uniform(-9, 9, (count, 3))


def test_a_batch_is_the_first_of_single_shots():
    targets, starts, ends = scene(1, 300)
    hits = abut.shoot_batch(targets, starts, ends)
    assert 50 < (hits.verdict == 1).sum() < 290
    for i in range(100):
        singles = [abut.shoot(target[0], starts[i], ends[i], target[1]) if isinstance(target, tuple) else
                   abut.shoot(target, starts[i], ends[i]) for target in targets]
        upper = min(single.upper for single in singles)
        assert (hits.verdict[i] == 1) == np.isfinite(upper)
        if hits.verdict[i] == 1:
            assert abs(hits.upper[i] - upper) < 1e-6 and hits.lower[i] <= upper
            single = singles[hits.target[i]]
            assert bool(single) and single.verdict == "contact" and repr(single)
            assert abs(single.upper - hits.upper[i]) < 1e-6


def test_hits_are_where_they_say():
    targets, starts, ends = scene(2, 300)
    hits = abut.shoot_batch(targets, starts, ends)
    for i in np.flatnonzero(hits.verdict == 1):
        target = targets[hits.target[i]]
        model, motion = target if isinstance(target, tuple) else (target, None)
        pose = motion.at(hits.upper[i]) if isinstance(motion, abut.Motion) else motion
        closest = abut.closest_point(model, hits.place[i], pose)
        assert closest.upper <= hits.tolerance[i] and closest.lower <= hits.distance[i]
        assert np.abs(hits.place[i] - hits.point[i]).max() < 1e-9
        flight = starts[i] + hits.upper[i] * (ends[i] - starts[i])
        assert np.abs(flight - hits.place[i]).max() < 1e-12


def test_threads_and_instructions_do_not_matter():
    targets, starts, ends = scene(3, 500)
    hits = abut.shoot_batch(targets, starts, ends)
    for threads in [2, 0]:
        assert abut.shoot_batch(targets, starts, ends, threads=threads).tobytes() == hits.tobytes()
    for simd in abut.available_simd():
        assert abut.shoot_batch(targets, starts, ends, simd=simd).tobytes() == hits.tobytes()


def test_tolerances_and_times_are_honoured():
    loose = abut.shoot(BOX, [-5, 0.3, 0.2], [5, 0.3, 0.2], during=(10, 20), time_tolerance=1.0, distance_tolerance=0.25)
    tight = abut.shoot(BOX, [-5, 0.3, 0.2], [5, 0.3, 0.2], during=(10, 20), time_tolerance=1e-9)
    assert tight.lower <= 14 + 1e-9 and abs(tight.upper - 14) < 1e-8 and tight.upper - tight.lower <= 1e-9
    assert loose.tolerance == 0.25 and loose.distance <= 0.25 and loose.upper - loose.lower <= 1.0
    swing = abut.Motion.of(lambda t: shifted(3 * t), linear=3.0)
    hit = abut.shoot(BOX, [5, 0, 0.2], [2, 0, 0.2], swing)
    assert abs(hit.upper - 2 / 3) < 1e-6
    assert len(abut.shoot_batch([BOX], np.zeros((0, 3)), np.zeros((0, 3)))) == 0


@pytest.mark.parametrize("call, error, message", [
    (lambda: abut.shoot(BOX, [0, 0], [1, 0, 0]), abut.Error, "start must have the shape"),
    (lambda: abut.shoot(BOX, [0, 0, 5], [1, np.inf, 0]), abut.Error, "finite"),
    (lambda: abut.shoot(BOX, [0, 0, 5], [1, 0, 0], during=(1, 1)), abut.Error, "end after it begins"),
    (lambda: abut.shoot(BOX, [0, 0, 5], [1, 0, 0], distance_tolerance=-1), abut.Error, "0 or more"),
    (lambda: abut.shoot(BOX, [0, 0, 5], [1, 0, 0], speed=1), TypeError, "shoot\\(\\) has no option 'speed'"),
    (lambda: abut.shoot(BOX, [0, 0, 5], [1, 0, 0], abut.Motion.straight(None, [1, 0, 0], during=(5, 6))), abut.Error,
     "no time in common"),
    (lambda: abut.shoot_batch([3], [[0, 0, 5]], [[1, 0, 0]]), TypeError, "targets\\[0\\] must be an abut.Model"),
    (lambda: abut.shoot_batch(BOX, [[0, 0, 5]], [[1, 0, 0]]), TypeError, "targets must be a list"),
    (lambda: abut.shoot_batch([BOX], [[0, 0, 5]], [[1, 0, 0]] * 2), abut.Error, "as many starts as ends"),
])
def test_errors_say_what_is_wrong(call, error, message):
    with pytest.raises(error, match=message):
        call()
