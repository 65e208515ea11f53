"""From a URDF file to a planned motion that is proved free: a roadmap of certified edges."""

import heapq
import pathlib

import numpy as np

import abut

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "robots" / "arm"
robot = abut.Robot(FOLDER / "arm.urdf", srdf=FOLDER / "arm.srdf")
scene = abut.Scene()
scene.add(robot, padding=0.005)
scene.add("floor", abut.HalfSpace(), [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, -0.05]])
scene.add("pillar", abut.Cylinder(0.08, 2), [[1, 0, 0, 0.45], [0, 1, 0, 0], [0, 0, 1, 0.8]])
scene.allow("floor", "link0")

start, goal = robot.configuration("ready"), robot.configuration("ready")
start[0], goal[0] = 1.2, -1.2
low, high = np.clip(robot.limits, -2, 2).T
samples = np.random.default_rng(3).uniform(low, high, (400, robot.dof))
nodes = np.vstack([start, goal, samples[scene.free(samples, margin=0.01, threads=0)]])
print(f"{len(nodes)} free configurations; the straight way is {scene.motion(start, goal, margin=0.01).verdict}")

best, waiting = {0: (0.0, None)}, [(0.0, 0)]
while waiting:
    length, at = heapq.heappop(waiting)
    if at == 1:
        break
    steps = np.abs(nodes - nodes[at]).max(axis=1)
    for to in np.argsort(steps)[1:25]:
        if length + steps[to] < best.get(to, (np.inf,))[0] and scene.motion(nodes[at], nodes[to], margin=0.01):
            best[to] = (length + steps[to], at)
            heapq.heappush(waiting, (length + steps[to], to))

path, at = [], 1 if 1 in best else None
while at is not None:
    path.insert(0, nodes[at])
    at = best[at][1]
edges = scene.path(np.array(path), margin=0.01)
print(f"a path of {len(edges)} edges, all proved: {all(edges)}; " f"least clearance {min(e.clearance[0] for e in edges):.3f}")
