"""Turns a key in its lock and says where it jams: clash from Python, without a file."""

import numpy as np

import abut


def turned(degrees):
    """A turn about the x axis."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[1, 0, 0, 0], [0, c, -s, 0], [0, s, c, 0], [0, 0, 0, 1]])


def shifted(x, y, z):
    at = np.eye(4)
    at[:3, 3] = x, y, z
    return at


assembly = abut.Assembly()
assembly.add("key", abut.shapes.box([4.0, 1.0, 0.2]))
assembly.add("pin above", abut.shapes.cylinder(0.3, 0.5), shifted(2.0, 0.0, 1.2))
assembly.add("pin behind", abut.shapes.cylinder(0.3, 0.5), shifted(-2.0, 1.4, 0.0))

angles = np.arange(0.0, 91.0, 5.0)
report = abut.clash(assembly, clearance=0.2, motion={"key": np.array([turned(angle) for angle in angles])}, times=angles)

print(report)
for finding in report.findings:
    for kind, first, last in finding.spans:
        print(f"{kind}: {finding.a} and {finding.b}, from {angles[first]:g} to {angles[last]:g} degrees")
