"""Rays from Python: single ones, arrays of them, segments, options."""

import numpy as np
import pytest

import abut


@pytest.fixture(scope="module")
def ring():
    return abut.Model(abut.shapes.torus(2.0, 0.5), rays=True)


def strewn(count):
    random = np.random.default_rng(5)
    return random.uniform(-4, 4, (count, 3)), random.uniform(-1, 1, (count, 3))


@pytest.mark.parametrize("threads", [1, 2])
def test_batches_answer_as_single_rays_do(ring, threads):
    origins, directions = strewn(300)
    first = abut.first_hit_batch(ring, origins, directions, threads=threads)
    some = abut.any_hit_batch(ring, origins, directions, threads=threads)
    every = abut.all_hits_batch(ring, origins, directions, threads=threads)
    crossed = abut.crossings_batch(ring, origins, directions, threads=threads)
    assert 20 < some.sum() < 280 and some.dtype == bool
    for i, (origin, direction) in enumerate(zip(origins, directions)):
        hit = abut.first_hit(ring, origin, direction)
        assert some[i] == first.hit[i] == (hit is not None) == abut.any_hit(ring, origin, direction)
        alone = abut.all_hits(ring, origin, direction)
        mine = every[every.ray == i]
        assert mine.t.tolist() == alone.t.tolist() and mine.triangle.tolist() == alone.triangle.tolist()
        assert (crossed["count"][i], crossed.balance[i]) == abut.crossings(ring, origin, direction)
        if hit is None:
            continue
        assert (first.t[i], first.triangle[i]) == (hit.t, hit.triangle) == (alone.t[0], alone.triangle[0])
        assert ["front", "back", "edge"][first.face[i]] == hit.face
        assert np.array_equal(first.point[i], hit.point) and np.allclose(origin + hit.t * direction, hit.point)
        assert np.allclose(ring.mesh.point_on(hit.triangle, hit.weights), hit.point)
        assert abs(np.linalg.norm(hit.normal) - 1) < 1e-12 and hit.t_error < 1e-9


def test_segments_end_where_they_are_told(ring):
    assert abut.first_hit(ring, [0, 0, 0], to=[1.2, 0, 0]) is None
    assert abut.first_hit(ring, [0, 0, 0], to=[1.8, 0, 0]).t <= 1
    assert abut.first_hit(ring, [0, 0, 0], [1.2, 0, 0]).t > 1
    assert abut.first_hit(ring, [0, 0, 0], [1.0, 0, 0], t_max=1.2) is None
    assert abut.first_hit(ring, [0, 0, 0], [1.0, 0, 0], t_min=1.9).t > 2
    assert not abut.any_hit_batch(ring, [[0, 0, 0]], to=[[1.2, 0, 0]])[0]


def test_options_are_honoured(ring):
    through = {"origin": [-5, 0.01, 0.02], "direction": [1, 0, 0]}
    assert [int(face) for face in abut.all_hits(ring, **through).face] == [0, 1, 0, 1]
    assert [int(face) for face in abut.all_hits(ring, **through, back_faces="cull").face] == [0, 0]
    first = abut.first_hit(ring, **through)
    second = abut.first_hit(ring, **through, consider=lambda triangle: triangle != first.triangle)
    assert second.t > first.t
    pose = np.eye(4)
    pose[0, 3] = 100
    assert abut.first_hit(ring, **through, pose=pose).t == pytest.approx(first.t + 100)
    for simd in abut.available_simd():
        assert abut.first_hit(ring, **through, simd=simd).t == first.t
    plain = abut.Model(ring.mesh)
    assert abut.first_hit(plain, **through).t == first.t and plain.nbytes < ring.nbytes
    assert repr(first).startswith("<abut.RayHit: t = 2.5")


def test_what_is_no_ray_is_refused(ring):
    with pytest.raises(abut.Error, match="must not be 0"):
        abut.first_hit(ring, [0, 0, 0], [0, 0, 0])
    with pytest.raises(abut.Error, match="give a direction or `to`"):
        abut.any_hit(ring, [0, 0, 0])
    with pytest.raises(abut.Error, match="give a direction or `to`"):
        abut.any_hit(ring, [0, 0, 0], [1, 0, 0], to=[1, 0, 0])
    with pytest.raises(abut.Error, match="2 origins and 1 directions"):
        abut.any_hit_batch(ring, [[0, 0, 0], [1, 1, 1]], [[1, 0, 0]])
    with pytest.raises(abut.Error, match="back_faces must be"):
        abut.any_hit(ring, [0, 0, 0], [1, 0, 0], back_faces="no")
    with pytest.raises(TypeError, match="consider must be a function"):
        abut.any_hit(ring, [0, 0, 0], [1, 0, 0], consider=3)
    with pytest.raises(ZeroDivisionError):
        abut.first_hit(ring, [-5, 0, 0], [1, 0, 0], consider=lambda triangle: 1 / 0)


def test_balls_and_capsules_are_cast(ring):
    origins, directions = strewn(60)
    hits = abut.cast_batch(ring, origins, directions, radius=0.3, t_max=10.0)
    rods = abut.cast_batch(ring, origins, directions, radius=0.3, axis=[0, 0, 1], t_max=10.0, threads=2)
    assert 5 < hits.hit.sum() < 60 and (rods.hit >= hits.hit).all()
    for i in range(60):
        hit = abut.cast(ring, origins[i], directions[i], radius=0.3, t_max=10.0)
        assert hits.hit[i] == (hit is not None)
        if hit is None:
            continue
        assert (hit.lower, hit.upper, hit.triangle) == (hits.lower[i], hits.upper[i], hits.triangle[i])
        assert rods.upper[i] <= hit.upper + 1e-9
        gap = abut.closest_point(ring, origins[i] + hit.upper * directions[i])
        assert gap.lower <= 0.3 + 1e-9 and (hit.upper == 0 or gap.upper > 0.3 - 1e-9)
    assert repr(abut.cast(ring, [-5, 0, 0], [1, 0, 0], radius=0.5)).startswith("<abut.CastHit: t = 2.0")
    with pytest.raises(TypeError, match="cast needs a radius"):
        abut.cast(ring, [-5, 0, 0], [1, 0, 0])
    with pytest.raises(abut.Error, match="radius"):
        abut.cast(ring, [-5, 0, 0], [1, 0, 0], radius=-1)


def test_batches_are_filtered_as_single_rays_are():
    ball = abut.Model(abut.shapes.sphere(1.0, 5))
    random = np.random.default_rng(4)
    origins, directions = random.normal(size=(50, 3)) * 3, -random.normal(size=(50, 3))
    directions[:40] = -origins[:40] + 0.3 * random.normal(size=(40, 3))

    def even(triangle):
        return triangle % 2 == 0

    firsts = abut.first_hit_batch(ball, origins, directions, consider=even)
    anys = abut.any_hit_batch(ball, origins, directions, consider=even)
    counts = abut.crossings_batch(ball, origins, directions, consider=even)
    alls = abut.all_hits_batch(ball, origins, directions, consider=even)
    assert firsts.hit.any() and not firsts.hit.all() and (alls.triangle % 2 == 0).all()
    for i, ray in enumerate(zip(origins, directions)):
        one = abut.first_hit(ball, *ray, consider=even)
        assert (one is not None) == firsts.hit[i] == anys[i]
        assert one is None or (one.triangle, one.t) == (firsts.triangle[i], firsts.t[i])
        assert abut.crossings(ball, *ray, consider=even) == tuple(counts[i])
        assert np.array_equal(abut.all_hits(ball, *ray, consider=even).t, alls.t[alls.ray == i])
    for batch in (abut.first_hit_batch, abut.any_hit_batch, abut.all_hits_batch, abut.crossings_batch):
        with pytest.raises(ZeroDivisionError):
            batch(ball, origins, directions, consider=lambda triangle: 1 / 0)
        with pytest.raises(abut.Error, match="consider is asked on one thread; leave out the option 'threads'."):
            batch(ball, origins, directions, consider=even, threads=2)
        with pytest.raises(TypeError, match="consider must be a function of a triangle's id; it is 3."):
            batch(ball, origins, directions, consider=3)
