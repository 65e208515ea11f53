"""Filters, caches, counters, instructions, pairs of several models, costs and quality."""

import threading

import numpy as np
import pytest

import abut
from conftest import random_placements

BALL = abut.Model(abut.shapes.sphere(1.0, 6))
RING = abut.Model(abut.shapes.torus(1.2, 0.4, 24, 12))
BOXES = abut.classic.Model(abut.shapes.sphere(1.0, 6), "obb")
TEAPOT = abut.Model(abut.shapes.teapot())


def shifted(x):
    at = np.eye(4)
    at[0, 3] = x
    return at


@pytest.mark.parametrize("ball", [BALL, BOXES])
def test_consider_leaves_pairs_out(ball):
    everything = abut.collide(ball, RING)
    asked = []

    def even(a, b):
        asked.append((a, b))
        return (a + b) % 2 == 0

    found = abut.collide(ball, RING, consider=even)
    assert np.array_equal(found, everything[everything.sum(axis=1) % 2 == 0]) and 0 < len(found) < len(everything)
    assert set(map(tuple, everything.tolist())) <= set(asked)
    assert not abut.touches(ball, RING, consider=lambda a, b: False)
    batch = abut.collide_batch(ball, RING, np.array([np.eye(4), shifted(0.1)]), consider=even)
    assert np.array_equal(batch[0], found)
    own = abut.self_contacts(TEAPOT)
    assert np.array_equal(abut.self_contacts(TEAPOT, consider=lambda a, b: a < 100), own[own[:, 0] < 100])
    assert not abut.touches_itself(TEAPOT, consider=lambda a, b: False) and abut.touches_itself(TEAPOT)


def test_what_consider_raises_comes_out():
    calls = []

    def fails(a, b):
        calls.append((a, b))
        raise KeyError("no such pair")

    queries = [lambda: abut.collide(BALL, RING, consider=fails),
               lambda: abut.collide_batch(BALL, RING, np.array([np.eye(4)] * 3), consider=fails),
               lambda: abut.self_contacts(TEAPOT, consider=fails),
               lambda: abut.collide_pairs([(BALL, RING)], consider=fails)]
    for query in queries:
        calls.clear()
        with pytest.raises(KeyError, match="no such pair"):
            query()
        assert len(calls) == 1
    with pytest.raises(abut.Error, match="consider is asked on one thread; leave out the option 'threads'."):
        abut.collide(BALL, RING, consider=lambda a, b: True, threads=2)
    with pytest.raises(TypeError, match="consider must be a function of two triangle ids; it is 3."):
        abut.collide(BALL, RING, consider=3)


def test_caches_change_no_answer():
    collide_cache, distance_cache, within_cache = abut.CollideCache(), abut.DistanceCache(), abut.DistanceCache()
    for x in np.linspace(0, 4, 60):
        at = shifted(x)
        assert np.array_equal(abut.collide(BALL, RING, at, cache=collide_cache), abut.collide(BALL, RING, at))
        plain = abut.distance(BALL, RING, at)
        cached = abut.distance(BALL, RING, at, cache=distance_cache)
        assert (cached.upper, cached.triangles) == (plain.upper, plain.triangles)
        assert bool(abut.within(BALL, RING, 0.5, at, cache=within_cache)) == (plain.upper <= 0.5)
    fresh = abut.Counters()
    abut.touches(BALL, RING, cache=collide_cache)
    abut.touches(BALL, RING, cache=collide_cache, counters=fresh)
    plain = abut.Counters()
    abut.touches(BALL, RING, counters=plain)
    assert fresh.volume_tests < plain.volume_tests
    collide_cache.clear()
    again = abut.Counters()
    abut.touches(BALL, RING, cache=collide_cache, counters=again)
    assert again.volume_tests >= plain.volume_tests
    with pytest.raises(TypeError, match="cache must be an abut.DistanceCache"):
        abut.distance(BALL, RING, cache=collide_cache)
    with pytest.raises(abut.Error, match="cache"):
        abut.collide(BOXES, RING, cache=collide_cache)


def test_a_cache_serves_one_query_at_a_time():
    cache, box = abut.CollideCache(), BALL

    def again(a, b):
        with pytest.raises(abut.Error, match="the cache serves another query at the moment"):
            abut.touches(box, RING, cache=cache)
        with pytest.raises(abut.Error, match="the cache serves a query at the moment"):
            cache.clear()
        return True

    assert abut.touches(box, RING, cache=cache, consider=again)
    assert abut.touches(box, RING, cache=cache)
    failures = []

    def work():
        for _ in range(200):
            try:
                abut.collide(BALL, RING, cache=cache)
            except abut.Error as error:
                failures.append(str(error))

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all("serves another query" in failure for failure in failures)


def test_counters_add_up():
    counters = abut.Counters()
    abut.collide(BALL, RING, counters=counters)
    once = counters.volume_tests, counters.triangle_tests, counters.exact_tests
    assert once[0] > 0 and once[1] > 0 and counters.queries == 1
    abut.collide(BALL, RING, counters=counters)
    assert (counters.volume_tests, counters.triangle_tests) == (2 * once[0], 2 * once[1]) and counters.queries == 2
    batch = abut.collide_batch(BALL, RING, np.array([np.eye(4)] * 3))
    assert batch.volume_tests.tolist() == [once[0]] * 3 and batch.triangle_tests.tolist() == [once[1]] * 3
    assert batch.exact_tests.tolist() == [once[2]] * 3 and batch.complete.tolist() == [True] * 3
    for query in (lambda c: abut.self_contacts(TEAPOT, counters=c), lambda c: abut.touches_itself(TEAPOT, counters=c),
                  lambda c: abut.touches_batch(BALL, RING, np.array([np.eye(4)]), counters=c),
                  lambda c: abut.contains(BALL, [0.1, 0.2, 0.3], counters=c),
                  lambda c: abut.contains_batch(BALL, [[0.1, 0.2, 0.3]], counters=c),
                  lambda c: abut.locate(BALL, [0.1, 0.2, 0.3], counters=c)):
        counters = abut.Counters()
        query(counters)
        assert counters.volume_tests + counters.triangle_tests > 0 and counters.queries == 1 and counters.complete
    inside = abut.Counters()
    abut.contains(BALL, [0.1, 0.2, 0.3], counters=inside)
    closest = abut.closest_point(BALL, [0.1, 0.2, 0.3])
    both = abut.signed_distance(BALL, [0.1, 0.2, 0.3])
    assert both.triangle_tests == inside.triangle_tests + closest.triangle_tests
    assert both.volume_tests == abut.signed_distance_batch(BALL, [[0.1, 0.2, 0.3]]).volume_tests[0]
    assert abut.within(BALL, RING, 1.0).volume_tests > 0
    with pytest.raises(TypeError, match="counters must be an abut.Counters; it is 1."):
        abut.collide(BALL, RING, counters=1)


def test_a_budget_that_runs_out_is_never_read_as_no():
    with pytest.raises(abut.Error, match="the budget ended the query before it was done"):
        abut.collide(BALL, RING, max_tests=10)
    counters = abut.Counters()
    found = abut.collide(BALL, RING, max_tests=10, counters=counters)
    assert not counters.complete and len(found) < len(abut.collide(BALL, RING))
    batch = abut.collide_batch(BALL, RING, np.array([np.eye(4), shifted(9.0)]), max_tests=10)
    assert batch.complete.tolist() == [False, True]
    for query in (lambda: abut.touches(BALL, RING, max_tests=0), lambda: abut.touches_itself(TEAPOT, max_tests=0),
                  lambda: abut.touches_batch(BALL, RING, np.array([np.eye(4)]), max_tests=0),
                  lambda: abut.contains(BALL, [0.1, 0.2, 0.3], max_tests=0),
                  lambda: abut.contains_batch(BALL, [[0.1, 0.2, 0.3]], max_tests=0)):
        with pytest.raises(abut.Error, match="before it was known whether"):
            query()
    assert abut.locate(BALL, [0.1, 0.2, 0.3], max_tests=0) == abut.Side.UNKNOWN
    capped = abut.Counters()
    assert len(abut.collide(BALL, RING, max_contacts=3, counters=capped)) == 3 and capped.complete


def test_instructions_change_no_answer():
    names = abut.available_simd()
    assert names[0] == "scalar"
    point = [0.3, 0.2, 2.0]
    for simd in names:
        assert np.array_equal(abut.collide(BALL, RING, simd=simd), abut.collide(BALL, RING))
        assert abut.distance(BALL, RING, shifted(5), simd=simd).upper == abut.distance(BALL, RING, shifted(5)).upper
        assert bool(abut.within(BALL, RING, 9.0, simd=simd))
        assert abut.closest_point(BALL, point, simd=simd).upper == abut.closest_point(BALL, point).upper
        assert not abut.contains(BALL, point, simd=simd) and abut.winding_number(BALL, [0, 0, 0], simd=simd) == 1
        assert np.array_equal(abut.self_contacts(TEAPOT, simd=simd), abut.self_contacts(TEAPOT))
    with pytest.raises(abut.Error, match="there is no simd 'mmx'; choose one of 'best', 'scalar'"):
        abut.collide(BALL, RING, simd="mmx")


def test_a_known_bound_shortens_the_search():
    gap = abut.distance(BALL, RING, shifted(5))
    known = abut.distance(BALL, RING, shifted(5), known_upper=gap.upper)
    assert known.upper == gap.upper and known.volume_tests <= gap.volume_tests
    assert abut.distance(BALL, RING, shifted(50), known_upper=1.0).lower >= 1.0
    far = abut.closest_point(BALL, [9, 0, 0], known_upper=1.0)
    assert far.upper == np.inf and far.lower >= 1.0


@pytest.mark.parametrize("threads", [1, 2])
def test_pairs_of_several_models(threads):
    models = [BALL, RING, TEAPOT]
    poses = random_placements(12, 1.5, seed=3)
    pairs = [(models[i % 3], models[(i + 1) % 3], poses[i], None) for i in range(12)]
    pairs += [(BALL, RING), (BALL, RING, shifted(1.0)), (RING, BALL, None, shifted(1.0))]
    found = abut.collide_pairs(pairs, threads=threads)
    gaps = abut.distance_pairs(pairs, threads=threads)
    near = abut.within_pairs(pairs, 0.25, threads=threads)
    assert len(found) == len(gaps) == len(near) == len(pairs)
    for i, pair in enumerate(pairs):
        assert np.array_equal(found[i], abut.collide(*pair))
        assert gaps.upper[i] == abut.distance(*pair).upper
        assert (near.answer[i] == abut.Answer.YES) == (gaps.upper[i] <= 0.25)
    assert len(abut.collide_pairs([])) == 0


def test_what_is_no_pair_is_refused():
    for pairs in ([(BALL,)], [(BALL, BOXES)], [(BALL, RING, None, None, None)], [BALL]):
        with pytest.raises(TypeError, match=r"pairs\[0\] must be a tuple of two abut.Models and up to two placements."):
            abut.collide_pairs(pairs)
    with pytest.raises(TypeError, match="pairs must be a list of tuples"):
        abut.distance_pairs(3)
    with pytest.raises(abut.Error, match="the placement of A in pose 1 is singular"):
        abut.distance_pairs([(BALL, RING), (BALL, RING, np.zeros((3, 4)))])


def test_patches_have_depths_of_their_own():
    box = abut.Solid(abut.shapes.box([1, 1, 1]))
    sunk = abut.contact_regions(box.model, box.model, pose_b=shifted(1.75))
    depths = abut.patch_depths(box, box, sunk, pose_b=shifted(1.75))
    [patch] = depths.patches
    assert len(depths) == 1 and depths.complete
    assert patch.depth[0] <= 0.25 <= patch.depth[1] <= 1.02 * patch.depth[0]
    assert patch.reach_a[1] <= patch.depth[1] and patch.reach_a_point.shape == (3,) and patch.reach_b_triangle < 12
    touching = abut.contact_regions(box.model, box.model, pose_b=shifted(2.0))
    assert [patch.depth for patch in abut.patch_depths(box, box, touching, pose_b=shifted(2.0)).patches] == [(0, 0)]


def test_contact_regions_are_curves_areas_and_points():
    box = abut.Model(abut.shapes.box([1, 1, 1]))
    beside = abut.contact_regions(box, box, pose_b=shifted(2.0))
    assert len(beside) == 1 and beside.complete
    [patch] = beside.patches
    assert len(patch) == len(patch.pairs) == len(abut.collide(box, box, pose_b=shifted(2.0)))
    assert patch.area == 4 and patch.length == 0 and not patch.curves and patch.points.shape == (0, 3)
    [area] = patch.areas
    assert area.area == 4 and area.normal.tolist() == [1, 0, 0]
    assert [outline.shape for outline in area.outlines] == [(4, 3)]
    assert patch.extent.tolist() == [[1, -1, -1], [1, 1, 1]] and patch.centre.tolist() == [1, 0, 0]
    plate = abut.shapes.box([3, 3, 0.5])
    sunk = abut.contact_regions(plate, box, threads=2).patches
    assert [[curve.is_closed for curve in each.curves] for each in sunk] == [[True], [True]]
    assert all(each.length == 8 and curve.points[:, 2].ptp() == 0 for each in sunk for curve in each.curves)
    assert sorted(each.normal[2] for each in sunk) == [-1, 1]
    assert not abut.contact_regions(box, box, pose_b=shifted(2.0), max_tests=0).complete


def test_interiors_meet_tells_overlap_from_touch():
    box = abut.Solid(abut.shapes.box([1, 1, 1]))
    beside = abut.interiors_meet(box, box, pose_b=shifted(2.0))
    assert not beside and beside.answer == abut.Answer.NO and beside.triangle_a is None and beside.complete
    sunk = abut.interiors_meet(box, box, shifted(0.0), shifted(2 - 2e-16))
    assert sunk and sunk.triangle_a is not None and sunk.triangle_b is not None
    inside = abut.interiors_meet(abut.shapes.box([0.5, 0.5, 0.5]), box)
    assert inside and inside.triangle_a is not None and inside.triangle_b is None
    unknown = abut.interiors_meet(box, box, pose_b=shifted(2.0), max_tests=0)
    assert unknown.answer == abut.Answer.UNKNOWN and not unknown.complete
    with pytest.raises(abut.Error):
        bool(unknown)


def test_enclosed_pieces_are_found():
    shell = abut.Solid(abut.shapes.sphere(3.0))
    inner = abut.enclosed(BALL, shell, shifted(0.5))
    assert inner and inner.answer == abut.Answer.YES and inner.triangle == 0 and inner.complete
    assert inner.triangle_tests + inner.volume_tests > 0
    outer = abut.enclosed(abut.Pieces(BALL), shell, shifted(9.0), np.eye(4))
    assert not outer and outer.triangle is None
    two = abut.Mesh(np.vstack([BALL.vertices + [9, 0, 0], BALL.vertices]),
                    np.vstack([BALL.faces, BALL.faces + len(BALL.vertices)]))
    assert abut.Pieces(two).first_triangles.tolist() == [0, len(BALL.faces)]
    assert abut.enclosed(two, shell).triangle == len(BALL.faces)
    unknown = abut.enclosed(BALL, shell, max_tests=0)
    assert unknown.answer == abut.Answer.UNKNOWN and not unknown.complete
    with pytest.raises(abut.Error):
        bool(unknown)


def test_costs_and_quality_of_trees():
    at = shifted(1.2)
    cost = abut.classic.measure_cost(BOXES, BOXES, at, repetitions=2, descent="both")
    counters = abut.Counters()
    abut.collide(BOXES, BOXES, at, descent="both", counters=counters)
    assert (cost.volume_tests, cost.triangle_tests) == (counters.volume_tests, counters.triangle_tests)
    assert 0 < cost.seconds_per_triangle_test < cost.total_seconds and cost.seconds_per_volume_test >= 0
    with pytest.raises(abut.Error):
        abut.classic.measure_cost(BOXES, BOXES, repetitions=0)
    levels = abut.classic.tree_quality(BOXES, nodes_per_level=4)
    assert levels.level.tolist() == list(range(len(levels))) and levels.nodes[0] == 1
    assert (levels.measured <= 4).all() and (levels.diameter[:, 0] <= levels.diameter[:, 1]).all()
    assert levels.nodes.sum() == BOXES.tree["nodes"]
    nodes = abut.classic.node_quality(BOXES, nodes_per_level=4)
    assert len(nodes) == levels.measured.sum()
    assert np.allclose(nodes.diameter[nodes.level == 3].mean(axis=0), levels.diameter[3])
    assert len(abut.classic.tree_quality(BALL)) > 0
