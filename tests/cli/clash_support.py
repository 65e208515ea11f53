"""Small assemblies for the tests of abut clash, and how they ask it."""

import json
import struct

from command import CommandTest

BOX_FACES = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]


def boxes(*named):
    """An OBJ file of groups, each a box: (name, corner, side)."""
    lines, count = [], 0
    for name, (x, y, z), side in named:
        lines.append("g " + name)
        lines += ["v %r %r %r" % (x + a * side, y + b * side, z + c * side)
                  for a in (0, 1) for b in (0, 1) for c in (0, 1)]
        lines += ["f " + " ".join(str(count + i + 1) for i in face) for face in BOX_FACES]
        count += 8
    return "\n".join(lines) + "\n"


# left and middle 0.25 apart, middle and right overlap, flush lies on left, pebble is inside left, 0.25 from flush.
ASSEMBLY = boxes(("left", (0, 0, 0), 1), ("middle", (1.25, 0, 0), 1), ("right", (2, 0.125, 0.125), 1),
                 ("flush", (0, 1, 0), 1), ("pebble", (0.25, 0.25, 0.25), 0.5), ("far away", (9, 0, 0), 1))


def motion(steps):
    """Steps of (time, {name: placement})."""
    text = "time angle [deg]\n"
    for at, placements in steps:
        text += "step %r\n" % at
        for name, placement in placements.items():
            text += '"%s" %s\n' % (name, " ".join(repr(number) for number in placement))
    return text


def glb(document, binary):
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    binary += b"\0" * (-len(binary) % 4)
    return (b"glTF" + struct.pack("<III", 2, 28 + len(text) + len(binary), len(text)) + b"JSON" + text +
            struct.pack("<I", len(binary)) + b"BIN\0" + binary)


def two_boxes_glb(gap):
    """One box that two nodes share."""
    points = b"".join(struct.pack("<3f", x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1))
    corners = [i for a, b, c, d in BOX_FACES for i in (a, b, c, a, c, d)]
    indices = struct.pack("<36H", *corners)
    return glb({"asset": {"version": "2.0"}, "scenes": [{"nodes": [0, 1]}],
                "nodes": [{"name": "one", "mesh": 0}, {"name": "other", "mesh": 0, "translation": [1 + gap, 0, 0]}],
                "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
                "buffers": [{"byteLength": 168}],
                "bufferViews": [{"buffer": 0, "byteLength": 96}, {"buffer": 0, "byteOffset": 96, "byteLength": 72}],
                "accessors": [{"bufferView": 0, "componentType": 5126, "count": 8, "type": "VEC3"},
                              {"bufferView": 1, "componentType": 5123, "count": 36, "type": "SCALAR"}]},
               points + indices)


class ClashTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.file("a.obj", ASSEMBLY)

    def report(self, *arguments):
        result = self.abut("clash", *arguments, "--json")
        self.assertIn(result.status, (0, 1), result.err)
        report = json.loads(result.out)
        found = [finding for finding in report["findings"] if finding["kind"] != "touch"]
        self.assertEqual(result.status, 1 if found else 0)
        return report

    def findings(self, *arguments):
        """(kind, name, name) of each finding, in the report's order."""
        return self.named(self.report(*arguments))

    def named(self, report):
        names = [part["name"] for part in report["parts"]]
        return [(finding["kind"], names[finding["a"]], names[finding["b"]]) for finding in report["findings"]]
