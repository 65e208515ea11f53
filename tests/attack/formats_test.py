"""Damaged mesh files of every format: a result or one sentence that names the file; no crash, no hang."""

import base64
import json
import struct
import unittest

from command import binary_stl, obj
from mutation import MutationTest

POINTS = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0.5), (0.5, 0.5, 2)]
FACES = [(0, 1, 2), (0, 2, 3), (0, 1, 4), (1, 2, 4), (2, 3, 4)]
OBJ = ("# two parts\n" + obj(POINTS, []) + "o base\nusemtl grey\nf 1/1/1 2//1 3\nf -5 -3 -2\ng top \\\n cover\n"
       "f 1 2 5\nf 2 3 5 # side\nf 3 4 5\nv 0.25 0 0\nv 3 0.25 0\nv 3 3 0\nf 1 6 7 8 4\n")


def ascii_stl():
    lines = ["solid seed"]
    for face in FACES:
        lines += ["facet normal 0 0 1", "outer loop"]
        lines += ["vertex %g %g %g" % POINTS[corner] for corner in face]
        lines += ["endloop", "endfacet"]
    return "\n".join(lines + ["endsolid seed", ""])


def ply(form, face_count):
    return ("ply\nformat %s 1.0\ncomment seed\nelement vertex 5\nproperty float x\nproperty float y\nproperty float z\n"
            "element face %d\nproperty uchar flags\nproperty list uchar int vertex_indices\nend_header\n" %
            (form, face_count))


def ascii_ply():
    return ply("ascii", 5) + "".join("%g %g %g\n" % point for point in POINTS) + "".join(
        "7 3 %d %d %d\n" % face for face in FACES)


def binary_ply(order, form):
    points = b"".join(struct.pack(order + "3f", *point) for point in POINTS)
    faces = b"".join(struct.pack(order + "BB3i", 7, 3, *face) for face in FACES)
    return ply(form, 6).encode() + points + faces + struct.pack(order + "BB4i", 7, 4, 0, 1, 2, 3)


BUFFER = b"".join(struct.pack("<3f", *point) for point in POINTS) + b"".join(
    struct.pack("<3H", *face) for face in FACES)


def gltf(buffer):
    return json.dumps({
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
        "nodes": [{"name": "root", "translation": [1, 0, 0], "rotation": [0, 0, 0, 1], "children": [1, 2]},
                  {"name": "left", "mesh": 0, "matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]},
                  {"mesh": 1, "scale": [2, 2, 2]}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1, "mode": 4}]},
                   {"name": "strip", "primitives": [{"attributes": {"POSITION": 0}, "mode": 5}]}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 5, "type": "VEC3"},
                      {"bufferView": 1, "componentType": 5123, "count": 15, "type": "SCALAR"}],
        "bufferViews": [{"buffer": 0, "byteLength": 60}, {"buffer": 0, "byteOffset": 60, "byteLength": 30}],
        "buffers": [buffer]})


def embedded_gltf():
    address = "data:application/octet-stream;base64," + base64.b64encode(BUFFER).decode()
    return gltf({"uri": address, "byteLength": len(BUFFER)})


def glb():
    text = gltf({"byteLength": len(BUFFER)}).encode()
    text += b" " * (-len(text) % 4)
    data = BUFFER + b"\0" * (-len(BUFFER) % 4)
    chunks = struct.pack("<II", len(text), 0x4E4F534A) + text + struct.pack("<II", len(data), 0x004E4942) + data
    return struct.pack("<III", 0x46546C67, 2, 12 + len(chunks)) + chunks


class Formats(MutationTest):
    def setUp(self):
        super().setUp()
        self.file("good.obj", obj([(0, 0, 0), (4, 0, 0), (0, 4, 0)], [(0, 1, 2)]))

    def attack_mesh(self, name, content):
        content = content if isinstance(content, bytes) else content.encode()
        self.attack({name: content}, lambda file: ["collide", file, "good.obj", "--json"], of_each=100)

    def attack_assembly(self, name, content):
        content = content if isinstance(content, bytes) else content.encode()
        self.attack({name: content}, lambda file: ["clash", file, "--json"], of_each=100)

    def test_binary_stl(self):
        self.attack_mesh("a.stl", binary_stl([[POINTS[corner] for corner in face] for face in FACES]))

    def test_ascii_stl(self):
        self.attack_mesh("a.stl", ascii_stl())

    def test_obj(self):
        self.attack_mesh("a.obj", OBJ)

    def test_obj_as_an_assembly(self):
        self.attack_assembly("a.obj", OBJ)

    def test_ascii_ply(self):
        self.attack_mesh("a.ply", ascii_ply())

    def test_binary_ply(self):
        self.attack_mesh("little.ply", binary_ply("<", "binary_little_endian"))
        self.attack_mesh("big.ply", binary_ply(">", "binary_big_endian"))

    def test_tree_file(self):
        self.file("a.obj", OBJ)
        self.assertEqual(self.abut("tree", "a.obj", "-o", "a.abut").status, 0)
        tree = (self.folder / "a.abut").read_bytes()
        self.attack_mesh("damaged.abut", tree)
        self.attack_assembly("parts.abut", tree)

    def test_gltf(self):
        self.attack_assembly("a.gltf", embedded_gltf())

    def test_glb(self):
        self.attack_assembly("a.glb", glb())


if __name__ == "__main__":
    unittest.main()
