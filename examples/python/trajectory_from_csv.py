"""Is a trajectory from a CSV file free, all of it? Its columns are the time and the numbers of the robot, by their names."""

import csv
import pathlib

import numpy as np

import abut

HERE = pathlib.Path(__file__).resolve().parent
FOLDER = HERE.parents[1] / "robots" / "arm"
robot = abut.Robot(FOLDER / "arm.urdf", srdf=FOLDER / "arm.srdf")
scene = abut.Scene()
scene.add(robot, padding=0.005)
scene.add("floor", abut.HalfSpace(), [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, -0.05]])
scene.add("pillar", abut.Cylinder(0.08, 2), [[1, 0, 0, 0.45], [0, 1, 0, 0], [0, 0, 1, 0.8]])
scene.allow("floor", "link0")

with open(HERE / "arm_trajectory.csv", newline="") as file:
    rows = list(csv.DictReader(file))
times = np.array([float(row["time"]) for row in rows])
configurations = np.array([[float(row[name]) for name in robot.numbers] for row in rows])

# Samples alone, as most checkers do, and every way between them, proved.
free = scene.free(configurations)
print(f"{free.sum()} of {len(free)} configurations are free")
for i, edge in enumerate(scene.path(configurations)):
    if not edge:
        begin, end = (times[i] + part * (times[i + 1] - times[i]) for part in edge.first_contact)
        print(f"{edge.verdict} between {begin:.3f} s and {end:.3f} s: {' and '.join(edge.pair)}")
        break
else:
    print("all of the trajectory is free")
