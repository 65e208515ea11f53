"""Bad input: each case with the sentence that a user sees, exit status 2, and nothing written."""

import math
import os
import struct
import unittest

from command import FLAT, IDENTITY, TRIANGLE, CommandTest, binary_stl, obj, pose

PLY = """ply
format ascii 1.0
element vertex 3
property double x
property double y
property double z
element face 1
property list uchar int vertex_indices
end_header
0 0 0
1 0 0
0 1 0
3 0 1 2
"""


class Meshes(CommandTest):
    """The same reader serves both commands and both places of collide."""

    def setUp(self):
        super().setUp()
        self.file("good.obj", FLAT)

    def refused(self, name, content, sentence):
        self.file(name, content)
        self.assert_refused(name + ": " + sentence, "tree", name)
        self.assert_refused(name + ": " + sentence, "collide", name, "good.obj", "--json")
        self.assert_refused(name + ": " + sentence, "collide", "good.obj", name, "--stats")

    def test_a_truncated_file(self):
        whole = binary_stl(1000 * [TRIANGLE])
        self.refused("bracket.stl", whole[:134],
                     "the file says 1000 triangles and ends after 1 (byte 134 of 50084). Was the download cut off?")
        self.refused("cut.ply", PLY[:PLY.index("1 0 0\n")],
                     "line 3: the header says 3 records of 'vertex' with 6 or more bytes each, but only 6 bytes are left. "
                     "Was the download cut off?")
        self.refused("cut.obj", FLAT + "f 1 2", "line 5: the face has 2 corners; it needs three or more.")

    def test_garbage(self):
        garbage = bytes(range(128, 256)) * 4
        self.refused("noise.dat", garbage,
                     "is in no format that abut knows: it does not begin like an STL, OBJ, PLY, glTF, STEP or tree file, "
                     "nor does its name end in .stl, .obj, .ply, .gltf, .glb, .step, .stp or .abut.")
        self.refused("noise.obj", garbage,
                     "has no triangles: none of its lines is a face ('f ...'). Is it an OBJ file?")
        self.refused("noise.ply", garbage, "is not a PLY file: its first line is not 'ply'.")
        self.refused("noise.stl", garbage,
                     "is not an STL file: it is text, but does not begin with 'solid'. Was the right thing saved?")

    def test_a_number_that_is_none(self):
        self.refused("a.obj", FLAT.replace("v 4 0 0", "v 4 zero 0"), "line 2: y is 'zero', which is not a number.")

    def test_nan(self):
        self.refused("nan.obj", FLAT.replace("v 4 0 0", "v 4 nan 0"),
                     "line 2: y is not a number (NaN). Repair the model or export it again.")
        self.refused("nan.stl", binary_stl([TRIANGLE, [(0, 0, 0), (0, 0, math.nan), (1, 1, 1)]]),
                     "triangle 1, corner 1 (byte 166): z is not a number (NaN). Repair the model or export it again.")

    def test_infinite(self):
        self.refused("inf.ply", PLY.replace("0 1 0", "0 -inf 0"),
                     "line 12: y is infinite. Repair the model or export it again.")

    def test_beyond_the_range(self):
        self.refused("far.obj", FLAT.replace("v 4 0 0", "v 4e200 0 0"),
                     "line 2: x is beyond 2^300, the largest coordinate that abut takes. Scale the model down.")

    def test_an_index_out_of_range(self):
        self.refused("index.obj", FLAT + "f 1 2 4\n",
                     "line 5: the face names point 4, but the file has 3 points (counted from 1).")
        self.refused("index.ply", PLY.replace("3 0 1 2", "3 0 1 3"),
                     "line 13: face 0 names point 3, but there are 3 points (counted from 0).")

    def test_lying_counts(self):
        self.refused("more.stl", binary_stl([TRIANGLE], count=4000000000),
                     "the file says 4000000000 triangles and ends after 1 (byte 134 of 200000000084). "
                     "Was the download cut off?")
        self.refused("more.ply", PLY.replace("vertex 3", "vertex 3000000000"),
                     "line 3: the header says 3000000000 records of 'vertex' with 6 or more bytes each, but only 26 bytes "
                     "are left. Was the download cut off?")

    def test_an_empty_file(self):
        for name in ["empty.stl", "empty.obj", "empty.ply", "empty"]:
            self.refused(name, "", "the file is empty. Was it saved or downloaded in full?")

    def test_a_directory(self):
        (self.folder / "parts.stl").mkdir()
        sentence = "parts.stl: is a directory. Name a file in it."
        self.assert_refused(sentence, "tree", "parts.stl")
        self.assert_refused(sentence, "collide", "good.obj", "parts.stl")

    def test_a_missing_file(self):
        self.assert_refused("gone.stl: there is no such file. Check the path.", "collide", "gone.stl", "good.obj")

    def test_an_unknown_format(self):
        self.refused("part.step", "ISO-10303-21;\nHEADER;\n",
                     "is a STEP file, which holds an assembly. 'abut clash' and load_assembly() read it; for a single "
                     "mesh, export it as STL, OBJ or PLY.")

    def test_no_triangles(self):
        self.refused("none.obj", obj(TRIANGLE, [])[:-1],
                     "has no triangles: none of its lines is a face ('f ...'). Is it an OBJ file?")
        self.refused("none.stl", binary_stl([]), "has no triangles: its header counts 0. Was the export empty?")
        self.refused("none.ply", PLY.replace("face 1", "face 0").replace("3 0 1 2\n", ""),
                     "has no triangles: its header counts 0 faces. Is it a point cloud?")


class Poses(CommandTest):
    def setUp(self):
        super().setUp()
        self.file("a.obj", FLAT)

    def refused(self, content, sentence):
        self.file("poses.txt", content)
        self.assert_refused("poses.txt: " + sentence, "collide", "a.obj", "a.obj", "--poses", "poses.txt", "--json")

    def test_the_wrong_number_of_values(self):
        twelve = " ".join(map(str, IDENTITY))
        self.refused("# A\n" + pose() + twelve + "\n",
                     "line 3: has 12 values; a pose has 24: A's 3x4 matrix row by row, then B's.")
        self.refused(pose()[:-1] + " 0\n", "line 1: has 25 values; a pose has 24: A's 3x4 matrix row by row, then B's.")
        self.refused("1\n", "line 1: has 1 value; a pose has 24: A's 3x4 matrix row by row, then B's.")
        self.refused(pose()[:-1] + "# 1\n" + pose()[:-2] + "# 1\n",
                     "line 2: has 23 values; a pose has 24: A's 3x4 matrix row by row, then B's.")

    def test_a_value_that_is_no_number(self):
        self.refused(pose() + pose().replace("1", "one", 1), "line 2: value 1 is 'one', which is not a number.")
        self.refused(pose().replace(" ", ","),
                     "line 1: value 1 is '%s...', which is not a number; separate numbers by blanks." %
                     pose().replace(" ", ",")[:40])
        self.refused(pose()[:-2] + "1e\n", "line 1: value 24 is '1e', which is not a number.")
        self.refused(pose()[:-2] + "0x1\n", "line 1: value 24 is '0x1', which is not a number.")

    def test_values_that_are_not_finite_or_too_large(self):
        for text, flaw in [("nan", "is not a number."), ("-inf", "is infinite."), ("1e999", "is infinite."),
                           ("1e91", "is beyond 2^300, the largest entry that abut takes.")]:
            self.refused(pose() + pose()[:-2] + text,
                         "line 2: the placement of B: row 3, column 4 " + flaw)

    def test_a_singular_placement(self):
        flat = [1, 0, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0]
        flaw = " is singular: its 3x3 part flattens space (determinant 0). Check its rows for zeros or repeats."
        self.refused(pose(flat, IDENTITY), "line 1: the placement of A" + flaw)
        self.refused("\n\n" + pose(IDENTITY, flat), "line 3: the placement of B" + flaw)
        self.refused(" ".join(24 * ["0"]), "line 1: the placement of A" + flaw)

    def test_a_bad_line_after_many_good_ones_prints_nothing(self):
        self.refused(5000 * pose() + "1 2 3\n",
                     "line 5001: has 3 values; a pose has 24: A's 3x4 matrix row by row, then B's.")

    def test_no_poses(self):
        flaw = "has no poses. Give one per line, 24 numbers: A's 3x4 matrix row by row, then B's."
        self.refused("", flaw)
        self.refused("# nothing\n\n   \t\r\n", flaw)

    def test_garbage(self):
        self.refused(struct.pack("<8d", *range(8)) + b"\xff\n", "line 1: value 1 is '%s...', which is not a number." %
                     struct.pack("<8d", *range(8))[:40].decode("latin1").translate(
                         {c: "?" for c in list(range(32)) + list(range(127, 256))}))

    def test_no_file(self):
        arguments = ["collide", "a.obj", "a.obj", "--poses"]
        self.assert_refused("gone.txt: there is no such file. Check the path.", *arguments, "gone.txt")
        self.assert_refused(".: is a directory. Name a file in it.", *arguments, ".")
        if os.geteuid() != 0:
            self.file("locked.txt", pose())
            os.chmod(self.folder / "locked.txt", 0)
            self.assert_refused("locked.txt: cannot be opened: Permission denied.", *arguments, "locked.txt")

    def test_an_empty_standard_input(self):
        self.assert_refused("standard input: has no poses. Give one per line, 24 numbers: A's 3x4 matrix row by row, "
                            "then B's.", "collide", "a.obj", "a.obj", "--poses", "-", input=b"")


if __name__ == "__main__":
    unittest.main()
