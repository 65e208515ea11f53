"""Small inputs that ask for much: memory and time of abut clash go with the input and the findings."""

import base64
import json
import math
import os
import signal
import struct
import subprocess
import time
import unittest

from command import ABUT, PATIENCE, CommandTest, wait_until_it_catches

SLOWDOWN = int(os.environ.get("ABUT_SLOWDOWN", "1"))
# A sanitizer's own memory is not what is measured here.
MEASURES_MEMORY = SLOWDOWN == 1

BOX_FACES = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
DIAGONAL = [x / math.sqrt(3) for x in (1, 1, 1)]
ACROSS = [x / math.sqrt(2) for x in (1, -1, 0)]
UPWARDS = [x / math.sqrt(6) for x in (1, 1, -2)]


def boxes_gltf(half, placements, names):
    """One box of the given half sides that all nodes share; placements are (columns of a rotation, shift)."""
    points = b"".join(struct.pack("<3f", x, y, z) for x in (-half[0], half[0]) for y in (-half[1], half[1])
                      for z in (-half[2], half[2]))
    corners = [i for a, b, c, d in BOX_FACES for i in (a, b, c, a, c, d)]
    binary = points + struct.pack("<36H", *corners)
    nodes = [{"name": name, "mesh": 0, "matrix": [*x, 0, *y, 0, *z, 0, *shift, 1]}
             for name, ((x, y, z), shift) in zip(names, placements)]
    return json.dumps(
        {"asset": {"version": "2.0"}, "scenes": [{"nodes": list(range(len(nodes)))}], "nodes": nodes,
         "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
         "buffers": [{"byteLength": 168,
                      "uri": "data:application/octet-stream;base64," + base64.b64encode(binary).decode()}],
         "bufferViews": [{"buffer": 0, "byteLength": 96}, {"buffer": 0, "byteOffset": 96, "byteLength": 72}],
         "accessors": [{"bufferView": 0, "componentType": 5126, "count": 8, "type": "VEC3"},
                       {"bufferView": 1, "componentType": 5123, "count": 36, "type": "SCALAR"}]})


def grid(count):
    """Boxes that do not come near each other."""
    axes = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    side = math.ceil(count ** (1 / 3))
    return boxes_gltf((0.5, 0.5, 0.5),
                      [(axes, [3 * (i % side), 3 * (i // side % side), 3 * (i // side // side)]) for i in range(count)],
                      ["part%d" % i for i in range(count)])


def rods(count):
    """Thin rods side by side along the diagonal of space, longer than all of them are wide: every two boxes overlap."""
    side = math.ceil(math.sqrt(count))
    placements = []
    for i in range(count):
        u, v = 0.3 * (i % side), 0.3 * (i // side)
        placements.append(((DIAGONAL, ACROSS, UPWARDS), [u * a + v * b for a, b in zip(ACROSS, UPWARDS)]))
    return boxes_gltf((0.3 * side, 0.1, 0.1), placements, ["rod%d" % i for i in range(count)])


def copies(count):
    """Two parts, each a triangle many times over."""
    lines = ["v 0 0 0", "v 1 0 0", "v 0 1 0"]
    for name in "ab":
        lines += ["g " + name] + ["f 1 2 3"] * count
    return "\n".join(lines) + "\n"


def plate_with_cubes(side):
    """One part: a plate of side x side squares with a cube on every fourth, turned by 3-4-5; and a crumb far away."""
    lines, count = [], 0

    def point(x, y, z):
        nonlocal count
        lines.append("v %r %r %r" % (3 * x - 4 * z, 5 * y, 4 * x + 3 * z))
        count += 1
        return count

    def box(low, high):
        corners = [point(x, y, z) for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])]
        lines.extend("f " + " ".join(str(corners[i]) for i in face) for face in BOX_FACES)

    lines.append("o plate")
    # Squares above, squares below, and a rim around them.
    top = [[point(x, y, 0) for y in range(side + 1)] for x in range(side + 1)]
    bottom = [[point(x, y, -1) for y in range(side + 1)] for x in range(side + 1)]
    for x in range(side):
        for y in range(side):
            lines.append("f %d %d %d %d" % (top[x][y], top[x + 1][y], top[x + 1][y + 1], top[x][y + 1]))
            lines.append("f %d %d %d %d" % (bottom[x][y], bottom[x][y + 1], bottom[x + 1][y + 1], bottom[x + 1][y]))
    for i in range(side):
        for a, b in [((i, 0), (i + 1, 0)), ((i + 1, side), (i, side)), ((0, i + 1), (0, i)), ((side, i), (side, i + 1))]:
            lines.append("f %d %d %d %d" % (bottom[a[0]][a[1]], bottom[b[0]][b[1]], top[b[0]][b[1]], top[a[0]][a[1]]))
    for x in range(0, side - 1, 2):
        for y in range(0, side - 1, 2):
            box((x + 0.25, y + 0.25, 0), (x + 0.75, y + 0.75, 0.5))
    lines.append("o crumb")
    box((-9, -9, -9), (-8, -8, -8))
    return "\n".join(lines) + "\n"


class Cost:
    def __init__(self, status, seconds, megabytes, report, err):
        self.status, self.seconds, self.megabytes, self.report, self.err = status, seconds, megabytes, report, err


class CostTest(CommandTest):
    def cost(self, *arguments):
        """Runs abut clash on one thread; the processor's time and the largest resident memory of the command alone."""
        with open(self.folder / "out", "wb") as out, open(self.folder / "err", "wb") as err:
            process = subprocess.Popen([ABUT, "clash", *map(str, arguments), "--json", "--threads", "1"], stdout=out,
                                       stderr=err, cwd=self.folder)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        message = (self.folder / "err").read_text()
        self.assertIn(process.returncode, (0, 1), message)
        return Cost(process.returncode, (usage.ru_utime + usage.ru_stime) / SLOWDOWN, usage.ru_maxrss / 1024,
                    json.loads((self.folder / "out").read_bytes()), message)

    def assert_little_more(self, more, less, megabytes, seconds):
        """One run took no more than the other, but for so much."""
        if MEASURES_MEMORY:
            self.assertLess(more.megabytes, less.megabytes + megabytes)
        self.assertLess(more.seconds, less.seconds + seconds)


class LargeClearances(CostTest):
    # 20,000 parts took 12 GB and 60 s, as the largest clearance was that of the search for all pairs.
    def test_one_large_clearance_is_that_of_its_pair_alone(self):
        for count in (1000, 2000):
            self.file("grid.gltf", grid(count))
            self.file("one.txt", "part1 part%d 30\n" % (count // 2))
            plain = self.cost("grid.gltf", "--clearance", "0.1")
            one = self.cost("grid.gltf", "--clearance", "0.1", "--clearances", "one.txt")
            self.assertEqual(plain.report["summary"]["pairs_checked"], 0)
            self.assertLessEqual(one.report["summary"]["pairs_checked"], 1)
            self.assert_little_more(one, plain, megabytes=16, seconds=0.25)

    def test_a_large_clearance_of_one_part_costs_the_pairs_of_that_part(self):
        count = 2000
        self.file("grid.gltf", grid(count))
        self.file("one.txt", "part1 * 30\n")
        plain = self.cost("grid.gltf", "--clearance", "0.1")
        one = self.cost("grid.gltf", "--clearance", "0.1", "--clearances", "one.txt")
        self.assertGreater(len(one.report["findings"]), 500)
        self.assertLess(one.report["summary"]["pairs_checked"], count)
        self.assert_little_more(one, plain, megabytes=24, seconds=0.5)

    def test_a_large_clearance_that_a_later_line_takes_back_costs_nothing(self):
        self.file("grid.gltf", grid(2000))
        self.file("one.txt", "* * 30\n* * 0.1\n")
        plain = self.cost("grid.gltf", "--clearance", "0.1")
        one = self.cost("grid.gltf", "--clearances", "one.txt")
        self.assertEqual(one.report["summary"]["pairs_checked"], 0)
        self.assert_little_more(one, plain, megabytes=16, seconds=0.25)


class ManyShells(CostTest):
    # 400 cubes on a plate of 6,700 triangles took 5.4 s: each cube asked each corner of the plate, exactly.
    def test_bodies_that_lie_on_a_large_one_ask_where_they_lie(self):
        costs = []
        for side in (20, 40):
            self.file("plate.obj", plate_with_cubes(side))
            costs.append(self.cost("plate.obj"))
            self.assertEqual([part["closed"] for part in costs[-1].report["parts"]], [True, True])
        self.assertLess(costs[1].seconds, 8 * costs[0].seconds + 0.5)


class ManyRules(CostTest):
    # 100 lines took 18 s with 20,000 parts: each pair asked each line.
    def test_lines_of_allow_are_compared_with_names_once(self):
        count = 6000
        self.file("grid.gltf", grid(count))
        self.file("allow.txt", "".join("part%d* *%d\n" % (i, i + 7) for i in range(100)))
        plain = self.cost("grid.gltf")
        ruled = self.cost("grid.gltf", "--allow", "allow.txt")
        self.assertLess(ruled.report["summary"]["pairs"], count * (count - 1) // 2)
        self.assertGreater(ruled.report["summary"]["pairs"], 0)
        self.assert_little_more(ruled, plain, megabytes=24, seconds=0.5)

    def test_a_line_for_every_part_is_looked_up(self):
        count = 6000
        self.file("grid.gltf", grid(count))
        self.file("allow.txt", "".join("part%d part%d\n" % (i, i + 1) for i in range(count - 1)))
        plain = self.cost("grid.gltf")
        ruled = self.cost("grid.gltf", "--allow", "allow.txt")
        self.assertEqual(ruled.report["summary"]["pairs"], count * (count - 1) // 2 - (count - 1))
        self.assert_little_more(ruled, plain, megabytes=24, seconds=0.5)

    def test_a_clearance_for_every_part_is_looked_up(self):
        count = 6000
        self.file("grid.gltf", grid(count))
        self.file("clearances.txt", "".join("part%d * %r\n" % (i, 0.1 + i / count) for i in range(count)))
        plain = self.cost("grid.gltf")
        ruled = self.cost("grid.gltf", "--clearances", "clearances.txt")
        self.assertEqual(ruled.report["findings"], [])
        self.assert_little_more(ruled, plain, megabytes=24, seconds=0.75)


class OverlappingBoxes(CostTest):
    # 20,000 rods took 16 GB: every two boxes overlap, and all pairs were kept.
    def test_pairs_of_boxes_are_not_kept(self):
        costs = []
        for count in (1000, 2000, 4000):
            self.file("rods.gltf", rods(count))
            costs.append(self.cost("rods.gltf", "--clearance", "0.05"))
            self.assertEqual(costs[-1].report["findings"], [])
            self.assertEqual(costs[-1].report["summary"]["pairs_checked"], count * (count - 1) // 2)
        self.assert_little_more(costs[1], costs[0], megabytes=8, seconds=1)
        self.assert_little_more(costs[2], costs[1], megabytes=16, seconds=4)

    def test_the_search_for_pairs_can_be_interrupted(self):
        self.file("rods.gltf", rods(20000))
        process = subprocess.Popen([ABUT, "clash", "rods.gltf", "--threads", "1"], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, cwd=self.folder)
        wait_until_it_catches(process, signal.SIGINT)
        time.sleep(0.5)
        self.assertIsNone(process.poll(), "it is too fast for this test; take more rods")
        process.send_signal(signal.SIGINT)
        asked = time.monotonic()
        _, err = process.communicate(timeout=PATIENCE)
        self.assertLess(time.monotonic() - asked, 1.5 * SLOWDOWN)
        self.assertIn(b"stopped before the end", err)


class Copies(CostTest):
    # Every pair of copies was kept, 8 bytes each, and then sorted: 9 million of them here.
    def test_contacts_of_copies_are_counted_and_not_kept(self):
        costs = []
        for count in (750, 1500, 3000):
            self.file("copies.obj", copies(count))
            costs.append(self.cost("copies.obj"))
            [finding] = costs[-1].report["findings"]
            # An even number of copies is closed, and nothing is said to be inside.
            self.assertEqual((finding["kind"], finding["contacts"]), ("perhaps", count * count))
            self.assertEqual(len(finding["triangles_a"]), min(count, 2000))
        self.assert_little_more(costs[1], costs[0], megabytes=8, seconds=6)
        self.assert_little_more(costs[2], costs[1], megabytes=8, seconds=24)


if __name__ == "__main__":
    unittest.main()
