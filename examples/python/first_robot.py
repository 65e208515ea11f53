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

start, goal = (robot.configuration("ready") + [turn, 0, 0, 0, 0, 0, 0] for turn in (1.2, -1.2))
samples = np.random.default_rng(3).uniform(*np.clip(robot.limits, -2, 2).T, (400, robot.dof))
nodes = np.vstack([start, goal, samples[scene.free(samples, margin=0.01, threads=0)]])
print(f"{len(nodes)} free configurations; the straight way is {scene.motion(start, goal, margin=0.01).verdict}")

best, waiting = {0: 0.0}, [(0.0, [0])]  # lengths of ways, and through which nodes they go
while waiting[0][1][-1] != 1:
    length, way = heapq.heappop(waiting)
    steps = np.abs(nodes - nodes[way[-1]]).max(axis=1)
    for to in np.argsort(steps)[1:25]:
        if length + steps[to] < best.get(to, np.inf) and scene.motion(nodes[way[-1]], nodes[to], margin=0.01):
            best[to] = length + steps[to]
            heapq.heappush(waiting, (best[to], [*way, to]))

edges = scene.path(nodes[waiting[0][1]], margin=0.01)
print(f"a path of {len(edges)} edges, all proved: {all(edges)}; least clearance {min(e.clearance[0] for e in edges):.3f}")
