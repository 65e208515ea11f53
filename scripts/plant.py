"""An assembly as large as it is asked for: a GLB file of bumpy balls on a grid, each a closed part, neighbours now and
then in each other, that place a smaller number of meshes."""

import json
import math
import random
import struct

import numpy as np


def ball(triangles, phase, bumps):
    """Points and triangles, about so many."""
    rings = max(3, round(math.sqrt(triangles / 4)))
    columns = 2 * rings
    t = (np.pi * np.arange(1, rings) / rings)[:, None]
    p = (2 * np.pi * np.arange(columns) / columns)[None, :]
    radius = 1 + bumps * np.sin(5 * t + phase) * np.cos(3 * p)
    around = np.stack([radius * np.sin(t) * np.cos(p), radius * np.sin(t) * np.sin(p),
                       radius * np.cos(t) * np.ones_like(p)], axis=2).reshape(-1, 3)
    points = np.concatenate([[(0, 0, 1)], around, [(0, 0, -1)]]).astype("<f4")
    here = 1 + np.arange((rings - 1) * columns).reshape(rings - 1, columns)
    beside = np.roll(here, -1, axis=1)
    a, b, c, d = here[:-1], beside[:-1], here[1:], beside[1:]
    faces = [np.stack([a, c, b], axis=2), np.stack([b, c, d], axis=2)]
    caps = [np.stack([np.zeros_like(here[0]), here[0], beside[0]], axis=1),
            np.stack([np.full_like(here[0], len(points) - 1), beside[-1], here[-1]], axis=1)]
    return points, np.concatenate([face.reshape(-1, 3) for face in faces] + caps).astype("<u4")


def write_plant(file, parts, meshes, triangles):
    """Returns the number of triangles of all meshes together."""
    choose = random.Random(19)
    data, views, accessors, all_meshes, count = [], [], [], [], 0
    size = 0
    for _ in range(meshes):
        points, faces = ball(triangles, choose.uniform(0, 6), choose.uniform(0.05, 0.15))
        count += len(faces)
        for kind, values, component in [("VEC3", points, 5126), ("SCALAR", faces, 5125)]:
            accessors.append({"bufferView": len(views), "componentType": component, "type": kind,
                              "count": len(values) if kind == "VEC3" else values.size})
            views.append({"buffer": 0, "byteOffset": size, "byteLength": values.nbytes})
            data.append(values.tobytes())
            size += values.nbytes
        accessors[-2].update(min=points.min(axis=0).tolist(), max=points.max(axis=0).tolist())
        all_meshes.append({"primitives": [{"attributes": {"POSITION": len(accessors) - 2},
                                           "indices": len(accessors) - 1}]})
    side = math.ceil(parts ** (1 / 3))
    nodes = []
    for i in range(parts):
        place = [2.12 * cell + choose.uniform(0, 0.1) for cell in (i % side, i // side % side, i // side // side)]
        turn = choose.uniform(0, 3)
        nodes.append({"name": "part%06d" % i, "mesh": choose.randrange(meshes), "translation": place,
                      "rotation": [0, 0, math.sin(turn), math.cos(turn)]})
    head = json.dumps({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": list(range(parts))}],
                       "nodes": nodes, "meshes": all_meshes, "accessors": accessors, "bufferViews": views,
                       "buffers": [{"byteLength": size}]}, separators=(",", ":")).encode()
    head += b" " * (-len(head) % 4)
    with open(file, "wb") as out:
        out.write(struct.pack("<IIIII", 0x46546C67, 2, 28 + len(head) + size, len(head), 0x4E4F534A) + head)
        out.write(struct.pack("<II", size, 0x004E4942))
        for piece in data:
            out.write(piece)
    return count
