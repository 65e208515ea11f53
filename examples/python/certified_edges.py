"""A roadmap whose edges are proved: a bar on its way through a window, from Python.

A planner asks of each edge whether it is free. Steps along the edge miss what happens between them; here every edge is
proved free, or ends where it is still proved free.
"""

import numpy as np

import abut


def placed(x, y, z, degrees=0.0):
    """A turn about the y axis, then a shift."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[c, 0, s, x], [0, 1, 0, y], [-s, 0, c, z], [0, 0, 0, 1]])


def window():
    """Four beams around a hole of 1.6 by 1.6."""
    lying, standing = abut.shapes.box([0.2, 2.0, 0.4]), abut.shapes.box([0.2, 0.4, 2.0])
    beams = [(lying, [0, 0, -1.2]), (lying, [0, 0, 1.2]), (standing, [0, -1.2, 0]), (standing, [0, 1.2, 0])]
    vertices = np.concatenate([beam.vertices + by for beam, by in beams])
    firsts = np.cumsum([0] + [len(beam.vertices) for beam, _ in beams[:-1]])
    return abut.Mesh(vertices, np.concatenate([beam.faces + first for (beam, _), first in zip(beams, firsts)]))


bar, frame = abut.Model(abut.shapes.box([0.1, 0.1, 1.5])), abut.Model(window())
states = {
    "upright before": placed(-3, 0, 0),
    "lying before": placed(-3, 0, 0, 90),
    "lying behind": placed(3, 0, 0, 90),
    "upright behind": placed(3, 0, 0),
}
edges = [("upright before", "lying before"), ("lying before", "lying behind"), ("lying behind", "upright behind"),
         ("upright before", "upright behind"), ("lying before", "upright behind")]

motions = [abut.Motion.screw(states[start], states[end]) for start, end in edges]
found = abut.first_contact_batch(bar, frame, motions, threads=0)
for (start, end), motion, contact in zip(edges, motions, found):
    if contact.verdict == 0:
        clearance = abut.least_clearance(bar, frame, motion)
        print(f"{start} to {end}: free, {clearance.upper:.2f} clear at time {clearance.time:.2f}")
    else:
        print(f"{start} to {end}: free until {contact.lower:.5f}, contact at {contact.upper:.5f}")

# The way through, one motion over the free edges.
route = ["upright before", "lying before", "lying behind", "upright behind"]
way = abut.Motion.through(range(4), [states[name] for name in route])
proof = abut.first_contact(bar, frame, way)
print(f"{len(route) - 1} edges in a row: {proof.verdict}")
