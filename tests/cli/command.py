"""Runs the built abut command and makes the small files that its tests need. Standard library only."""

import json
import math
import os
import pathlib
import struct
import subprocess
import tempfile
import time
import unittest

ABUT = str(pathlib.Path(os.environ.get("ABUT", "build/release/abut")).resolve())

IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]


def shifted(x, y, z):
    return [1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z]


def pose(at_a=IDENTITY, at_b=IDENTITY):
    return " ".join(repr(number) for number in at_a + at_b) + "\n"


def obj(points, faces):
    """Faces count from 0."""
    lines = ["v %r %r %r" % tuple(point) for point in points]
    lines += ["f " + " ".join(str(index + 1) for index in face) for face in faces]
    return "\n".join(lines) + "\n"


def binary_stl(triangles, count=None):
    """Triangles of three points; `count` is what the head claims."""
    head = b"made for a test".ljust(80, b" ") + struct.pack("<I", len(triangles) if count is None else count)
    return head + b"".join(
        struct.pack("<12fH", 0, 0, 0, *[c for point in triangle for c in point], 0) for triangle in triangles)


TRIANGLE = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
FLAT = obj([(0, 0, 0), (4, 0, 0), (0, 4, 0)], [(0, 1, 2)])
UPRIGHT = obj([(1, 1, -1), (1, 1, 1), (2, 1, 1)], [(0, 1, 2)])  # pierces FLAT
UNIT_BOX = obj([(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)],
               [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)])


def torus(around=40, across=20, major=1.0, minor=0.35, triangles=False):
    """Of squares, or of triangles: squares cross themselves where the tube is wider than the ring."""
    points, faces = [], []
    for i in range(around):
        for j in range(across):
            u, v = 2 * math.pi * i / around, 2 * math.pi * j / across
            ring = major + minor * math.cos(v)
            points.append((ring * math.cos(u), ring * math.sin(u), minor * math.sin(v)))
            i2, j2 = (i + 1) % around, (j + 1) % across
            square = (i * across + j, i2 * across + j, i2 * across + j2, i * across + j2)
            faces += [square[:3], (square[0], *square[2:])] if triangles else [square]
    return obj(points, faces)


def turned(angle, x, y, z):
    """A turn about the x axis, then a shift."""
    c, s = math.cos(angle), math.sin(angle)
    return [1, 0, 0, x, 0, c, -s, y, 0, s, c, z]


def gltf(parts, buffer, rotation=(0, 0, 0, 1)):
    """A glTF file whose root node turns all parts, and the bytes of its buffer, which is the file `buffer`. Parts are
    points and triangles by name."""
    data, views, accessors, meshes, nodes = b"", [], [], [], [{"rotation": list(rotation), "children": []}]
    for name, (points, faces) in parts.items():
        for kind, values, code, rows in [("VEC3", points, "<3f", len(points)), ("SCALAR", faces, "<3I", 3 * len(faces))]:
            packed = b"".join(struct.pack(code, *row) for row in values)
            accessors.append({"bufferView": len(views), "componentType": 5126 if kind == "VEC3" else 5125,
                              "count": rows, "type": kind})
            views.append({"buffer": 0, "byteOffset": len(data), "byteLength": len(packed)})
            data += packed
        nodes[0]["children"].append(len(nodes))
        nodes.append({"name": name, "mesh": len(meshes)})
        meshes.append({"primitives": [{"attributes": {"POSITION": len(accessors) - 2}, "indices": len(accessors) - 1}]})
    return json.dumps({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": nodes,
                       "meshes": meshes, "accessors": accessors, "bufferViews": views,
                       "buffers": [{"uri": buffer, "byteLength": len(data)}]}), data


# A pin inside of a housing, as points and triangles.
HOUSING = ([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)],
           [(0, 1, 3), (0, 3, 2), (4, 6, 7), (4, 7, 5), (0, 4, 5), (0, 5, 1), (2, 3, 7), (2, 7, 6), (0, 2, 6), (0, 6, 4),
            (1, 5, 7), (1, 7, 3)])
PIN = ([(.5, .2, .1), (.55, .2, .1), (.5, .25, .1), (.5, .2, .15)], [(0, 2, 1), (0, 1, 3), (1, 2, 3), (0, 3, 2)])


class Result:
    def __init__(self, completed):
        self.status = completed.returncode
        self.out = completed.stdout.decode()
        self.err = completed.stderr.decode()

    def lines(self):
        return [json.loads(line) for line in self.out.splitlines()]


# Seconds until a command that does not end is given up; a sanitizer makes it many times as slow.
PATIENCE = 300 * int(os.environ.get("ABUT_SLOWDOWN", "1"))


def abut(*arguments, **options):
    return Result(subprocess.run([ABUT, *map(str, arguments)], capture_output=True, timeout=PATIENCE, **options))


def wait_until_it_catches(process, number):
    """Waits until a process has a handler for the signal, or has ended."""
    while process.poll() is None:
        status = pathlib.Path("/proc/%d/status" % process.pid).read_text()
        if int(status.split("SigCgt:")[1].split()[0], 16) >> (number - 1) & 1:
            return
        time.sleep(0.01)


class CommandTest(unittest.TestCase):
    """A test with a folder of its own, which is the command's working directory."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="abut_cli_")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def file(self, name, content):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return name

    def abut(self, *arguments, **options):
        return abut(*arguments, cwd=self.folder, **options)

    def choices(self, command, option):
        """The names that the help of a command lists for an option."""
        words = self.abut(command, "--help").out.split(option + " ")[1].split(" (default: ")[0]
        words = words[words.rindex(":") + 1:]
        return [name.strip() for name in words.split(",")]

    def assert_same_on_all_instructions(self, expected, *arguments):
        """The command prints the same with every set that this machine has, and refuses the others."""
        names = self.choices(arguments[0], "--simd")
        self.assertEqual(names, ["best", "scalar", "sse4", "avx2", "avx512"])
        for name in names:
            result = self.abut(*arguments, "--simd", name)
            if result.status == 2 and name not in ["best", "scalar"]:
                self.assertRegex(result.err,
                                 r"\Aabut: this machine cannot run %s instructions\. It has: scalar.*\.\n\Z" % name)
                self.assertEqual(result.out, "")
            else:
                self.assertEqual((result.out, result.err), (expected, ""), name)

    def assert_refused(self, sentence, *arguments, **options):
        """Exit status 2, the sentence on the standard error, nothing printed, no file written."""
        before = sorted(self.folder.rglob("*"))
        result = self.abut(*arguments, **options)
        self.assertEqual(result.err, "abut: " + sentence + "\n")
        self.assertEqual(result.status, 2)
        self.assertEqual(result.out, "")
        self.assertEqual(sorted(self.folder.rglob("*")), before)
