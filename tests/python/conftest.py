"""What the tests of the Python package share: small scenes, oracles in numpy, the command."""

import json
import os
import pathlib
import subprocess

import numpy as np
import pytest

import abut


def placement(axis, angle, shift):
    """A turn about an axis through the origin, then a shift, as a 4x4 matrix."""
    x, y, z = np.asarray(axis, dtype=float) / np.linalg.norm(axis)
    across = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    at = np.eye(4)
    at[:3, :3] += np.sin(angle) * across + (1 - np.cos(angle)) * across @ across
    at[:3, 3] = shift
    return at


def random_placements(count, spread, seed=7):
    random = np.random.default_rng(seed)
    return np.array([
        placement(random.normal(size=3), random.uniform(0, np.pi), random.uniform(-spread, spread, 3))
        for _ in range(count)
    ])


def corners_of(mesh, at):
    """(M, 3, 3): the corners of the faces in the world."""
    return (mesh.vertices @ at[:3, :3].T + at[:3, 3])[mesh.faces]


def squared_distances_of_segments(p, q, r, s):
    """Between segments p-q and r-s, arrays of points: the best of the inner solution and of the ends on the other."""

    def point_to_segment(point, start, end):
        along = end - start
        t = np.clip(((point - start) * along).sum(-1) / (along * along).sum(-1), 0, 1)
        return ((point - start - t[..., None] * along)**2).sum(-1)

    best = np.minimum.reduce([
        point_to_segment(p, r, s), point_to_segment(q, r, s), point_to_segment(r, p, q), point_to_segment(s, p, q)])
    u, v, w = q - p, s - r, p - r
    normal = np.cross(u, v)
    size = (normal * normal).sum(-1)
    with np.errstate(divide="ignore", invalid="ignore"):
        t = (np.cross(v, w) * normal).sum(-1) / size
        k = (np.cross(u, w) * normal).sum(-1) / size
        inside = (t >= 0) & (t <= 1) & (k >= 0) & (k <= 1)
        return np.where(inside, np.minimum(best, (w * normal).sum(-1)**2 / size), best)


def squared_distances_to_triangles(points, triangles):
    """From each point to the plane of each triangle where it lies above the inside, else infinite."""
    a, b, c = (triangles[:, i][None] for i in range(3))
    p = points[:, None]
    normal = np.cross(b - a, c - a)
    above = np.ones(p.shape[:1] + a.shape[1:2], dtype=bool)
    for start, end in ((a, b), (b, c), (c, a)):
        above &= (np.cross(end - start, p - start) * normal).sum(-1) >= 0
    squared = ((p - a) * normal).sum(-1)**2 / (normal * normal).sum(-1)
    return np.where(above, squared, np.inf)


def pierces(segments, triangles):
    """Does each segment, given by two points, cross each triangle? For scenes in general position."""
    p, q = segments[:, None, 0], segments[:, None, 1]
    a, b, c = (triangles[:, i][None] for i in range(3))

    def volume(w, x, y, z):
        return (np.cross(x - w, y - w) * (z - w)).sum(-1)

    sides = [volume(p, q, x, y) > 0 for x, y in ((a, b), (b, c), (c, a))]
    return ((volume(a, b, c, p) > 0) != (volume(a, b, c, q) > 0)) & (sides[0] == sides[1]) & (sides[1] == sides[2])


def edges_of(triangles):
    """(3 M, 2, 3)"""
    return np.stack([triangles, np.roll(triangles, -1, axis=1)], axis=2).reshape(-1, 2, 3)


def single_edges_of(mesh, at):
    """(E, 2, 3): those that two faces share are named once."""
    ends = np.stack([mesh.faces, np.roll(mesh.faces, -1, axis=1)], axis=2).reshape(-1, 2)
    return (mesh.vertices @ at[:3, :3].T + at[:3, 3])[np.unique(np.sort(ends, axis=1), axis=0)]


def brute_force_contacts(mesh_a, at_a, mesh_b, at_b):
    """The touching pairs of two meshes in general position, sorted."""
    a, b = corners_of(mesh_a, at_a), corners_of(mesh_b, at_b)
    through_b = pierces(edges_of(a), b).reshape(len(a), 3, len(b)).any(axis=1)
    through_a = pierces(edges_of(b), a).reshape(len(b), 3, len(a)).any(axis=1).T
    return np.argwhere(through_a | through_b)


def brute_force_distance(mesh_a, at_a, mesh_b, at_b):
    """Of two meshes that do not touch."""
    a, b = corners_of(mesh_a, at_a), corners_of(mesh_b, at_b)
    of_a, of_b = single_edges_of(mesh_a, at_a), single_edges_of(mesh_b, at_b)
    best = squared_distances_of_segments(of_a[:, None, 0], of_a[:, None, 1], of_b[None, :, 0], of_b[None, :, 1]).min()
    best = min(best, squared_distances_to_triangles(a.reshape(-1, 3), b).min())
    return np.sqrt(min(best, squared_distances_to_triangles(b.reshape(-1, 3), a).min()))


class Command:
    """The built abut command, asked for JSON."""

    def __init__(self, folder):
        self.folder = folder

    def __call__(self, name, a, b, *arguments, poses=None):
        if poses is not None:
            rows = [np.concatenate([np.asarray(at)[:3].ravel() for at in pair]) for pair in poses]
            np.savetxt(self.folder / "poses.txt", np.array(rows), fmt="%.17g")
            arguments += ("--poses", self.folder / "poses.txt")
        program = pathlib.Path(os.environ["ABUT"]).resolve()
        done = subprocess.run([program, name, a, b, "--json", *map(str, arguments)], capture_output=True, text=True)
        assert done.stderr == ""
        return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture
def command(tmp_path):
    if "ABUT" not in os.environ:
        pytest.fail("set ABUT to the built command, or run the tests by ctest")
    return Command(tmp_path)


@pytest.fixture(scope="session")
def ball():
    return abut.Model(abut.shapes.sphere(1.0, 3))


@pytest.fixture(scope="session")
def ring():
    return abut.Model(abut.shapes.torus(1.0, 0.35, 18, 10))
