"""What readers must not do: invent contacts, shift points, read other people's files, ask for much, or wait for ever."""

import base64
import json
import math
import os
import resource
import struct
import subprocess
import threading
import time
import unittest

from command import ABUT, FLAT, IDENTITY, PATIENCE, UPRIGHT, CommandTest, obj, pose

MARK = b"\xef\xbb\xbf"


class Polygons(CommandTest):
    def test_a_pin_in_the_notch_of_an_l_shape_touches_nothing(self):
        # The face's fan covered the notch.
        corners = [(0, 0, 0), (4, 0, 0), (4, 2, 0), (2, 2, 0), (2, 4, 0), (0, 4, 0)]
        self.file("pin.obj", obj([(2.5, 2.5, -1), (2.5, 2.5, 1), (2.6, 2.6, 1)], [(0, 1, 2)]))
        self.file("through.obj", obj([(0.5, 0.5, -1), (0.5, 0.5, 1), (0.6, 0.6, 1)], [(0, 1, 2)]))
        for first in range(6):
            face = [(first + i) % 6 for i in range(6)]
            self.file("l.obj", obj(corners, [face]))
            self.assertEqual(self.abut("collide", "l.obj", "pin.obj", "--quiet").status, 0, face)
            self.assertEqual(self.abut("collide", "l.obj", "through.obj", "--quiet").status, 1, face)
            self.assertRegex(self.abut("tree", "l.obj").out, r"triangles +4\n")

    def test_a_polygon_that_crosses_itself_is_refused_by_its_line(self):
        self.file("bow.obj", obj([(0, 0, 0), (1, 1, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 2), (0, 1, 2, 3)]))
        self.assert_refused("bow.obj: line 6: the face crosses itself, so that it bounds no surface. Repair it, or "
                            "export the model as triangles.", "self", "bow.obj")

    def test_a_large_polygon_costs_little(self):
        # A disc of 35,000 corners was a fan of as many needles, and `self` looked at all pairs of them for 42 seconds.
        seconds = []
        for corners in (350, 3500, 35000):
            self.file("disc.obj", obj([(math.cos(2 * math.pi * i / corners), math.sin(2 * math.pi * i / corners), 0)
                                       for i in range(corners)], [range(corners)]))
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            self.assertEqual(self.abut("self", "disc.obj", "--quiet").status, 0)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            seconds.append(after.ru_utime - before.ru_utime)
        # Square would be 100 times.
        self.assertLess(seconds[2], 40 * max(seconds[1], 0.02), seconds)


class ByteOrderMarks(CommandTest):
    """Editors write one at the start of a file. In an OBJ file the first vertex was lost, and all indices moved."""

    def setUp(self):
        super().setUp()
        self.file("a.obj", FLAT)
        self.file("b.obj", UPRIGHT)

    def same(self, name, content, *arguments):
        """The command prints the same whether the file begins with a mark or not."""
        content = content if isinstance(content, bytes) else content.encode()
        answers = []
        for mark in (b"", MARK):
            self.file(name, mark + content)
            result = self.abut(*arguments)
            self.assertIn(result.status, (0, 1), result.err)
            table = self.folder / "table.csv"
            answers.append((result.status, result.out, result.err, table.exists() and table.read_text()))
        self.assertEqual(answers[0], answers[1])

    def test_obj(self):
        self.same("a.obj", FLAT, "collide", "a.obj", "b.obj", "--json")
        self.same("a", FLAT, "collide", "a", "b.obj", "--json")

    def test_ascii_stl(self):
        stl = ("solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 4 0 0\nvertex 0 4 0\nendloop\nendfacet\n"
               "endsolid a\n")
        self.same("a.stl", stl, "collide", "a.stl", "b.obj", "--json")
        self.same("a", stl, "collide", "a", "b.obj", "--json")

    def test_ply(self):
        head = ("ply\nformat %s 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
                "element face 1\nproperty list uchar int vertex_indices\nend_header\n")
        self.same("a.ply", head % "ascii" + "0 0 0\n4 0 0\n0 4 0\n3 0 1 2\n", "collide", "a.ply", "b.obj", "--json")
        body = struct.pack("<9f", 0, 0, 0, 4, 0, 0, 0, 4, 0) + struct.pack("<B3i", 3, 0, 1, 2)
        self.same("a", (head % "binary_little_endian").encode() + body, "collide", "a", "b.obj", "--json")

    def test_gltf(self):
        self.same("a.gltf", gltf_text(), "clash", "a.gltf", "--csv", "table.csv", "--quiet")

    def test_poses(self):
        self.same("poses.txt", pose() + pose(), "collide", "a.obj", "b.obj", "--poses", "poses.txt", "--json")

    def test_rules_and_motions(self):
        clash = ["clash", "a.obj", "b.obj", "--csv", "table.csv", "--quiet"]
        self.same("allow.txt", "a b\n", *clash, "--allow", "allow.txt")
        self.same("clearances.txt", "a b 2\n", *clash, "--clearances", "clearances.txt")
        self.same("motion.txt", "step 0\na %s\nstep 1\na %s\n" % (2 * (" ".join(map(str, IDENTITY)),)), *clash, "--motion",
                  "motion.txt")


POINTS = struct.pack("<9f", 0, 0, 0, 1, 0, 0, 0, 1, 0)


def gltf(triangles=1, buffers=None, primitives=1, **more):
    """Two nodes of one mesh; its buffer has three points and indices of so many triangles."""
    data = POINTS + triangles * struct.pack("<3H", 0, 1, 2)
    if buffers is None:
        buffers = [{"uri": "data:;base64," + base64.b64encode(data).decode(), "byteLength": len(data)}]
    return {"asset": {"version": "2.0"}, "nodes": [{"name": "a", "mesh": 0}, {"name": "b", "mesh": 0}],
            "meshes": [{"primitives": primitives * [{"attributes": {"POSITION": 0}, "indices": 1}]}],
            "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"},
                          {"bufferView": 1, "componentType": 5123, "count": 3 * triangles, "type": "SCALAR"}],
            "bufferViews": [{"buffer": 0, "byteLength": 36},
                            {"buffer": 0, "byteOffset": 36, "byteLength": 6 * triangles}],
            "buffers": buffers, **more}


def gltf_text(**arguments):
    return json.dumps(gltf(**arguments))


class Gltf(CommandTest):
    def setUp(self):
        super().setUp()
        self.file("scene.bin", POINTS + struct.pack("<3H", 0, 1, 2))

    def named(self, uri):
        return self.file("scene.gltf", gltf_text(buffers=[{"uri": uri, "byteLength": 42}]))

    def peak(self, *arguments):
        """The most memory, in MB, that the command had at once, and how it ended."""
        child = subprocess.Popen([ABUT, *arguments], cwd=self.folder, stdout=subprocess.DEVNULL,
                                 stderr=subprocess.PIPE)
        words = child.stderr.read().decode()
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        child.stderr.close()
        return usage.ru_maxrss / 1024, child.returncode, words

    def test_a_buffer_within_the_folder_is_read(self):
        self.assertEqual(self.abut("clash", self.named("scene.bin"), "--quiet").status, 1)

    def test_a_buffer_outside_of_the_folder_is_refused_unless_asked_for(self):
        inner = self.folder / "inner"
        inner.mkdir()
        os.symlink("../scene.bin", inner / "link.bin")
        for uri in ["../scene.bin", "%2e%2e/scene.bin", "link.bin", str(self.folder / "scene.bin"),
                    "../../../../../../../../../../etc/passwd", "/etc/passwd"]:
            (inner / "scene.gltf").write_text(gltf_text(buffers=[{"uri": uri, "byteLength": 42}]))
            shown = uri if len(uri) <= 40 else uri[:40] + "..."
            self.assert_refused("inner/scene.gltf: the buffer '%s' is outside of the file's own folder, where a glTF "
                                "file could read anything. Move it beside the file; or, if you trust the file, allow "
                                "files outside (--allow-outside-files)." % shown, "clash", "inner/scene.gltf")
            if "scene" in uri:
                self.assertEqual(
                    self.abut("clash", "inner/scene.gltf", "--allow-outside-files", "--quiet").status, 1, uri)

    def test_a_zero_byte_hides_nothing(self):
        self.assert_refused("scene.gltf: the buffer '/etc/passwd%00.bin' is not a file: its name has a zero byte.",
                            "clash", self.named("/etc/passwd%00.bin"), "--allow-outside-files")

    def test_a_message_about_a_buffer_names_the_file(self):
        result = self.abut("clash", self.named("none.bin"))
        self.assertRegex(result.err, r"\Aabut: scene\.gltf: the buffer 'none\.bin' cannot be read: .*/none\.bin: there is "
                                     r"no such file\. Check the path\.\n\Z")
        self.assertEqual((result.status, result.out), (2, ""))

    def test_a_file_that_names_itself_often_is_read_once(self):
        # 4000 times 156 KB took 621 MB.
        peaks = []
        for count in (40, 400):
            text = gltf_text(buffers=count * [{"uri": "scene.gltf", "byteLength": 42}])
            # As if it were larger: what follows the JSON is blank.
            self.file("scene.gltf", text + 1000000 * " ")
            peaks.append(self.peak("clash", "scene.gltf", "--quiet")[0])
        self.assertLess(peaks[1], peaks[0] + 20, peaks)

    def test_repeated_primitives_are_refused_before_they_take_memory(self):
        # 8000 primitives of the same triangles took 3 GB.
        for primitives in (80, 800):
            self.file("scene.gltf", gltf_text(triangles=20000, primitives=primitives))
            size = (self.folder / "scene.gltf").stat().st_size
            megabytes, status, words = self.peak("clash", "scene.gltf", "--quiet")
            self.assertLess(megabytes, 200, primitives)
            self.assertEqual((status, words),
                             (2, "abut: scene.gltf: repeats the same numbers in so many primitives that it has more "
                                 "than %d corners of triangles in %d bytes. Export it with nodes that share a mesh.\n" %
                                 (2**20 + 16 * size, size)))

    def test_meshes_of_the_same_numbers_are_one(self):
        peaks = []
        for meshes in (80, 800):
            scene = gltf(triangles=20000)
            scene["meshes"] *= meshes
            scene["nodes"] = [{"mesh": i, "translation": [0, 0, 5 * i]} for i in range(meshes)]
            self.file("scene.gltf", json.dumps(scene))
            megabytes, status, words = self.peak("clash", "scene.gltf", "--quiet")
            self.assertEqual((status, words), (0, ""))
            peaks.append(megabytes)
        self.assertLess(peaks[1], peaks[0] + 30, peaks)


class Devices(CommandTest):
    def setUp(self):
        super().setUp()
        self.file("a.obj", FLAT)
        self.file("b.obj", UPRIGHT)
        self.poses = ["collide", "a.obj", "b.obj", "--json", "--poses"]
        os.mkfifo(self.folder / "pipe")

    def test_an_endless_device_ends(self):
        for device in ["/dev/zero", "/dev/full", "/dev/urandom"]:
            self.assert_refused(device + ": is neither a file nor a pipe. Save its content to a file first.",
                                *self.poses, device)
            for arguments in [["tree", device], ["clash", device], ["clash", "a.obj", "b.obj", "--allow", device],
                              ["clash", "a.obj", "b.obj", "--motion", device],
                              ["clash", "a.obj", "b.obj", "--baseline", device]]:
                self.assert_refused(device + ": is not a regular file. Save its content to a file first.", *arguments)
        with open("/dev/zero", "rb") as zeros:
            self.assert_refused("standard input: has a line of more than 2^20 bytes. Is it a text?", *self.poses, "-",
                                stdin=zeros)

    def test_a_pipe_without_a_writer_ends(self):
        self.assert_refused("pipe: is a pipe that nobody writes to. Start the program that writes to it first.",
                            *self.poses, "pipe")
        for arguments in [["tree", "pipe"], ["clash", "pipe"], ["clash", "a.obj", "b.obj", "--allow", "pipe"]]:
            self.assert_refused("pipe: is not a regular file. Save its content to a file first.", *arguments)

    def test_a_pipe_with_a_slow_writer_is_read_to_its_end(self):
        expected = self.abut(*self.poses, self.file("poses.txt", 3 * pose())).out

        def write():
            time.sleep(0.5)
            with open(self.folder / "pipe", "w") as pipe:
                for _ in range(3):
                    time.sleep(0.3)
                    pipe.write(pose())
                    pipe.flush()

        writer = threading.Thread(target=write)
        writer.start()
        self.assertEqual(self.abut(*self.poses, "pipe").out, expected)
        writer.join()

    def test_what_a_shell_writes_in_brackets_is_read(self):
        self.file("poses.txt", 3 * pose())
        expected = self.abut(*self.poses, "poses.txt").out
        line = "%s collide a.obj b.obj --json --poses <(sleep 0.2; cat poses.txt)" % ABUT
        ended = subprocess.run(["bash", "-c", line], cwd=self.folder, capture_output=True, timeout=PATIENCE)
        self.assertEqual((ended.stdout.decode(), ended.stderr), (expected, b""))


if __name__ == "__main__":
    unittest.main()
