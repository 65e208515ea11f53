"""Damaged files beside the meshes (poses, rules, motions, baselines): a result or one sentence that names the file."""

import unittest

from command import IDENTITY, UNIT_BOX, pose, shifted
from mutation import MutationTest

def boxes(*shifts):
    """Unit boxes as parts of one OBJ file: box 1, box 2, ..."""
    text, first = "", 0
    for number, (x, y, z) in enumerate(shifts, 1):
        text += "o box %d\n" % number
        for line in UNIT_BOX.splitlines():
            words = line.split()
            if words[0] == "v":
                text += "v %r %r %r\n" % tuple(float(word) + by for word, by in zip(words[1:], (x, y, z)))
            else:
                text += "f " + " ".join(str(int(word) + first) for word in words[1:]) + "\n"
        first += 8
    return text


POSES = "# two poses\n" + pose() + pose(shifted(0.5, 0, 0), IDENTITY) + "\n" + pose(IDENTITY, shifted(3, 0, 1e-3))
ALLOWED = '# pressed together\n"box 1"  "box ?"\n"box *"\t"box 3" # and these\n'
CLEARANCES = '* * 0.25\n"box 2" "box 3" 1e-3\n"box ?" "box [1]" 2\n'
MOTION = """time crank angle [deg]
step 0
"box 1"  1 0 0 0   0 1 0 0   0 0 1 0
# the second moves
step 5.5
"box 1"  1 0 0 0.25   0 1 0 0   0 0 1 0
"box 2"  0 -1 0 0   1 0 0 0   0 0 1 7
step 1e1
"box 2"  1 0 0 0   0 1 0 0   0 0 1 0
"""


class SideFiles(MutationTest):
    def setUp(self):
        super().setUp()
        self.file("box.obj", UNIT_BOX)
        self.file("boxes.obj", boxes((0, 0, 0), (0.5, 0, 0), (3, 0, 0)))

    def attack_clash(self, option, name, content):
        whole = self.abut("clash", "boxes.obj", option, self.file("whole_" + name, content))
        self.assertIn(whole.status, (0, 1), whole.err)
        self.attack({name: content if isinstance(content, bytes) else content.encode()},
                    lambda file: ["clash", "boxes.obj", option, file, "--json"], of_each=100)

    def test_poses(self):
        for command in (["collide", "box.obj", "box.obj"], ["distance", "box.obj", "box.obj"]):
            self.attack({"poses.txt": POSES.encode()}, lambda file: [*command, "--poses", file, "--json"], of_each=100)

    def test_allowed_pairs(self):
        self.attack_clash("--allow", "allowed.txt", ALLOWED)

    def test_clearances(self):
        self.attack_clash("--clearances", "limits.txt", CLEARANCES)

    def test_motions(self):
        self.attack_clash("--motion", "moves.txt", MOTION)

    def test_baselines(self):
        self.assertEqual(self.abut("clash", "boxes.obj", "--save", "old.json").status, 1)
        self.attack_clash("--baseline", "baseline.json", (self.folder / "old.json").read_bytes())


if __name__ == "__main__":
    unittest.main()
