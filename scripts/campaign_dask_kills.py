"""Studies on Dask in each of which a worker is killed at a random time: for scripts/campaign_dask.py."""

import os
import random
import signal
import tempfile
import threading
import time

import distributed
import numpy as np

import abut
import abut.dask


def studies(random_placements):
    """(name, what one machine says, the question to a client), each of about a second's work for two workers."""
    a, b = (abut.Model(abut.shapes.sphere(1.0, 10)), abut.Model(abut.shapes.torus(1.0, 0.35, 30, 20)))
    poses = random_placements(60000, 2.0, 5)
    scene, configurations = arm_beside_a_box()
    heap = heap_of_balls(random_placements(400, 6.0, 7))
    ask = abut.dask
    return [("distance", abut.distance_batch(a, b, poses), lambda client: ask.distance(client, a, b, poses, piece_seconds=0.2)),
            ("collide", abut.collide_batch(a, b, poses), lambda client: ask.collide(client, a, b, poses, piece_seconds=0.2)),
            ("robot", scene.free(configurations), lambda client: ask.free(client, scene, configurations, piece_seconds=0.2)),
            ("clash", abut.clash(heap, clearance=0.1), lambda client: ask.clash(client, heap, clearance=0.1, piece_seconds=0.1))]


def arm_beside_a_box():
    with tempfile.TemporaryDirectory() as folder:
        robot = abut.Robot(abut.shapes.write_robot("arm", folder))
    scene = abut.Scene()
    scene.add(robot, padding=0.01)
    scene.add("box", abut.Box(0.3, 0.3, 0.3), [[1, 0, 0, 0.5], [0, 1, 0, 0], [0, 0, 1, 0.4]])
    low, high = robot.limits.T
    return scene, np.random.default_rng(5).uniform(low, high, (100000, robot.dof))


def heap_of_balls(at):
    ball, assembly = abut.Model(abut.shapes.sphere(1.0, 12)), abut.Assembly()
    for i, place in enumerate(at):
        assembly.add(f"part {i}", ball, place)
    return assembly


def same(got, want):
    """Byte for byte, but for what lies between the fields of records and the time that a report took."""
    if isinstance(want, abut.Contacts):
        return all(same(x, y) for x, y in zip(got.__getstate__(), want.__getstate__()))
    if isinstance(want, abut.ClashReport):
        return got.to_csv() == want.to_csv()
    if want.dtype.names:
        return all(same(np.asarray(got[name]), np.asarray(want[name])) for name in want.dtype.names)
    return got.tobytes() == want.tobytes()


def wait_for_both(client):
    """Two workers; one, if Dask gave the other up, as it does with workers of a machine that stood still meanwhile."""
    try:
        client.wait_for_workers(2, timeout=60)
    except (TimeoutError, distributed.TimeoutError):
        client.cluster.scale(1)
        client.cluster.scale(2)
        client.wait_for_workers(1, timeout=60)


def killed_runs(cluster, client, runs, random_placements):
    """(wrong answers, kills, the seconds of a usual run by study, the longest run)"""
    all_studies, usual, longest, wrong, kills = studies(random_placements), {}, 0.0, 0, []
    for name, want, ask in all_studies:
        begin = time.perf_counter()
        assert same(ask(client), want), name
        usual[name] = time.perf_counter() - begin

    def kill(seed):
        up = [nanny.process.pid for nanny in cluster.workers.values()
              if nanny.worker_address in cluster.scheduler.workers]
        if len(up) > 1:
            os.kill(random.Random(seed).choice(up), signal.SIGKILL)
            kills.append(seed)

    for run in range(runs):
        name, want, ask = all_studies[run % len(all_studies)]
        wait_for_both(client)
        killer = threading.Timer(random.Random(run).uniform(0, usual[name]), kill, (run,))
        killer.start()
        begin = time.perf_counter()
        got = ask(client)
        longest = max(longest, time.perf_counter() - begin)
        killer.join()
        wrong += not same(got, want)
        print(f"run {run + 1} of {runs}, {name}, {time.perf_counter() - begin:.1f} s: {wrong} wrong", flush=True)
    return wrong, len(kills), usual, longest
