"""Damaged STEP files: read whole or refused in one sentence that names the file; OpenCASCADE's crashes stay outside."""

import json
import os
import subprocess
import unittest

from mutation import MutationTest, flaw_of

WRITE_STEP = os.environ.get("ABUT_WRITE_STEP")


def flaw_or_lost_parts(outcome, file):
    flaw = flaw_of(outcome, file)
    if flaw is None and outcome.status != 2 and len(json.loads(outcome.out)["parts"]) < 3:
        return "it lost a part"
    return flaw


# Built without OpenCASCADE, abut refuses every STEP file; tests/install looks at that.
@unittest.skipUnless(WRITE_STEP, "abut was built without OpenCASCADE")
class Step(MutationTest):
    def setUp(self):
        super().setUp()
        subprocess.run([WRITE_STEP, self.folder / "whole.step"], check=True, capture_output=True)
        self.whole = (self.folder / "whole.step").read_bytes()

    def test_the_whole_file_has_three_parts(self):
        result = self.abut("clash", "whole.step", "--json")
        self.assertEqual((result.status, len(json.loads(result.out)["parts"])), (0, 3))

    def test_damaged_files(self):
        self.attack({"device.step": self.whole}, lambda file: ["clash", file, "--json"], of_each=100,
                    check=flaw_or_lost_parts)

    # "nothing found; 3 parts", exit status 0: the block had no surface.
    def test_a_deleted_solid(self):
        lines = self.whole.split(b"\n")
        damaged = b"\n".join(line for line in lines if b"MANIFOLD_SOLID_BREP" not in line)
        self.assertLess(len(damaged), len(self.whole))
        self.file("device.step", damaged)
        result = self.abut("clash", "device.step")
        self.assertEqual((result.status, result.out), (2, ""))
        self.assertRegex(result.err, r"\Aabut: device.step: is a damaged STEP file: OpenCASCADE says 'Unresolved Ref")


if __name__ == "__main__":
    unittest.main()
