#!/usr/bin/env python3
"""Writes small valid files for the fuzzers to start from: seeds.py DIRECTORY makes stl/, obj/, ply/, gltf/, dae/, urdf/ and world/ in it.

Tree files are made by the command: see scripts/fuzz.
"""

import base64
import json
import pathlib
import struct
import sys

POINTS = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0.5)]
FACES = [(0, 1, 2), (0, 2, 3)]


def binary_stl(header):
    body = b"".join(
        struct.pack("<12fH", 0, 0, 1, *(value for corner in face for value in POINTS[corner]), 0) for face in FACES)
    return header.ljust(80) + struct.pack("<I", len(FACES)) + body


def ascii_stl(name):
    lines = [f"solid {name}"]
    for face in FACES:
        lines += ["facet normal 0 0 1", "outer loop"]
        lines += ["vertex %g %g %g" % POINTS[corner] for corner in face]
        lines += ["endloop", "endfacet"]
    return "\n".join(lines + [f"endsolid {name}", ""]).encode()


OBJ = {
    "plain": "".join("v %g %g %g\n" % p for p in POINTS) + "f 1 2 3\nf 1 3 4\n",
    "groups": "o a\nv 0 0 0 1 1 1\nv +1e0 0 0\nv 0 .5 0\nvt 0 0\nvn 0 0 1\ng left side\nf 1/1/1 2//1 3/1\n"
              "g right\nf -3 -2 -1 # back\nl 1 2\n",
    "grid": "".join("v %d %d %d\n" % (i % 5, i // 5, i % 3) for i in range(20)) +
            "".join("f %d %d %d %d\n" % (i + 1, i + 2, i + 7, i + 6) for i in range(14) if i % 5 < 4) +
            "f 1 1 2\nf 3 3 3\n",
    "continued": "# note\r\nf 1 2\\\r\n 3 4 5\r\nv 0 0 0\r\nv 1 0 0\r\nv 1 1 0\r\nv 0 1 0\r\nv -1 2 \\\r\n3e-2\r\n",
}


def ply_header(form, vertex, face, index="list uchar int vertex_indices", more=""):
    properties = "".join(f"property {vertex} {axis}\n" for axis in "xyz")
    return (f"ply\nformat {form} 1.0\ncomment seed\n{more}element vertex {len(POINTS)}\n{properties}"
            f"element face {face}\nproperty {index}\nend_header\n").encode()


def ascii_ply():
    lines = ["%g %g %g" % p for p in POINTS] + ["3 %d %d %d" % f for f in FACES]
    return ply_header("ascii", "float", len(FACES)) + "\n".join(lines + [""]).encode()


def binary_ply(order, form):
    points = b"".join(struct.pack(order + "3d", *p) for p in POINTS)
    faces = b"".join(struct.pack(order + "B3i", 3, *f) for f in FACES)
    return ply_header(form, "double", len(FACES)) + points + faces


def rich_ply():
    more = "element label 1\nproperty list ushort char text\nproperty float32 size\nobj_info none\n"
    body = struct.pack(">H2bf", 2, 65, 66, 1.5)
    body += b"".join(struct.pack(">3h", *(int(value) for value in p)) for p in POINTS)
    body += struct.pack(">I4H", 4, 0, 1, 2, 3)
    return ply_header("binary_big_endian", "int16", 1, "list uint32 ushort vertex_index", more) + body


def gltf_json(buffer, **root):
    points = b"".join(struct.pack("<3f", *p) for p in POINTS)
    return {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
            "nodes": [{"name": "a", "translation": [1, 0, 0], "rotation": [0, 0, 1, 0], "children": [1]},
                      {"mesh": 0, "matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]}],
            "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1, "mode": 4}]}],
            "accessors": [{"bufferView": 0, "componentType": 5126, "count": len(POINTS), "type": "VEC3"},
                          {"bufferView": 1, "componentType": 5123, "count": 6, "type": "SCALAR"}],
            "bufferViews": [{"buffer": 0, "byteLength": len(points)},
                            {"buffer": 0, "byteOffset": len(points), "byteLength": 12}],
            "buffers": [buffer], **root}


def gltf_bytes():
    indices = b"".join(struct.pack("<3H", *f) for f in FACES)
    return b"".join(struct.pack("<3f", *p) for p in POINTS) + indices


def plain_gltf(**root):
    data = base64.b64encode(gltf_bytes()).decode()
    buffer = {"uri": "data:application/octet-stream;base64," + data, "byteLength": len(gltf_bytes())}
    return json.dumps(gltf_json(buffer, **root)).encode()


def binary_gltf():
    text = json.dumps(gltf_json({"byteLength": len(gltf_bytes())})).encode()
    text += b" " * (-len(text) % 4)
    data = gltf_bytes()
    data += b"\0" * (-len(data) % 4)
    chunks = struct.pack("<II", len(text), 0x4E4F534A) + text + struct.pack("<II", len(data), 0x004E4942) + data
    return struct.pack("<III", 0x46546C67, 2, 12 + len(chunks)) + chunks


DAE = """<?xml version="1.0"?><COLLADA><asset><unit meter="0.01"/><up_axis>Y_UP</up_axis></asset><library_geometries>
<geometry id="g"><mesh><source id="s"><float_array id="f" count="12">0 0 0 1 0 0 1 1 0 0 1 .5</float_array>
<technique_common><accessor source="#f" count="4" stride="3"/></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#s"/></vertices>%s</mesh></geometry></library_geometries>
<library_nodes><node id="n"><instance_geometry url="#g"/></node></library_nodes>
<library_visual_scenes><visual_scene id="vs"><node><translate>1 2 3</translate><rotate>0 0 1 90</rotate>
<scale>1 -1 2</scale><instance_node url="#n"/><node><matrix>1 0 0 0 0 1 0 0 0 0 1 5 0 0 0 1</matrix>
<instance_geometry url="#g"/></node></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#vs"/></scene></COLLADA>"""
DAE_INPUT = '<input semantic="VERTEX" source="#v" offset="0"/>'
URDF = """<?xml version="1.0"?><!-- r --><robot name="r"><link name="a"><collision><origin xyz="1 2 3" rpy="0 .1 0"/>
<geometry><box size="1 2 3"/></geometry></collision><visual/></link><link name="b"><collision><geometry>
<mesh filename="package://r/tetrahedron.obj" scale="1 -1 1"/></geometry></collision></link><link name="c"/><link name="d"/>
<joint name="j" type="revolute"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/><limit lower="-1" upper="1"/></joint>
<joint name="k" type="prismatic"><parent link="b"/><child link="c"/><mimic joint="j" multiplier="2"/></joint>
<joint name="l" type="floating"><parent link="a"/><child link="d"/></joint><gazebo/></robot>"""
SRDF = """<robot name="r"><group name="g"><chain base_link="a" tip_link="c"/><group name="h"/></group><group name="h"/>
<group_state name="s" group="g"><joint name="j" value="0.5"/></group_state><passive_joint name="k"/>
<virtual_joint name="v" type="planar" parent_frame="w" child_link="a"/><disable_default_collisions link="b"/>
<disable_collisions link1="a" link2="b" reason="Adjacent"/><enable_collisions link1="b" link2="c"/></robot>"""

WORLD = """# name, shape, where
table box 1.2 0.8 0.05 at 0.5 0 -0.03
"a part" mesh tetrahedron.obj at 0.6 0.1 0.05 rpy 0 0 1.57 scale 0.5 0.5 -2
sheet mesh triangle.obj
ball sphere 0.1 at .2 .4 3e-1 padding 0.01
post cylinder 0.05 1.2 at 0 -0.6 0.6
rail capsule 0.02 1 rpy 1.5708 0 0
floor half-space at 0 0 -0.05
"""

SEEDS = {
    "stl": {"binary": binary_stl(b"seed"), "binary_solid": binary_stl(b"solid seed"), "ascii": ascii_stl("seed"),
            "two_solids": ascii_stl("a") + ascii_stl("B c").upper().replace(b"\n", b"\r\n")},
    "obj": {name: text.encode() for name, text in OBJ.items()},
    "ply": {"ascii": ascii_ply(), "little": binary_ply("<", "binary_little_endian"),
            "big": binary_ply(">", "binary_big_endian"), "rich": rich_ply()},
    "gltf": {"plain": plain_gltf(), "binary": binary_gltf(), "no_scene": plain_gltf(scenes=[]),
             "strip": plain_gltf(meshes=[{"primitives": [{"attributes": {"POSITION": 0}, "mode": 5}]}])},
    "dae": {name: (DAE % f"<{name} count=\"1\">{DAE_INPUT}{body}</{name}>").encode() for name, body in {
        "triangles": "<p>0 1 2 0 2 3</p>", "polylist": "<vcount>4</vcount><p>0 1 2 3</p>",
        "polygons": "<p>0 1 2 3</p>", "trifans": "<p>0 1 2 3</p>", "tristrips": "<p>1 2 0 3</p>"}.items()},
    "world": {"all": WORLD.encode(), "mesh": b"a mesh tetrahedron.obj scale .5 1 -1\n"},
    "urdf": {"robot": URDF.encode(), "both": (URDF + "\0" + SRDF).encode()},
}

for kind, files in SEEDS.items():
    directory = pathlib.Path(sys.argv[1]) / kind
    directory.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (directory / name).write_bytes(content)
