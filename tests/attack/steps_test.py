"""Motions of many steps, in which little moves: what they cost follows what the file says, not steps times parts."""

import os
import subprocess
import unittest

from command import ABUT, CommandTest, UNIT_BOX

SLOW = int(os.environ.get("ABUT_SLOWDOWN", "1")) > 1


def parts(count, pitch):
    """Unit boxes in rows, this far from one to the next."""
    lines = UNIT_BOX.splitlines()
    corners = [[float(x) for x in line.split()[1:]] for line in lines if line.startswith("v")]
    faces = [[int(corner) for corner in line.split()[1:]] for line in lines if line.startswith("f")]
    text = []
    for i in range(count):
        at = [pitch * (i % 20), pitch * (i // 20 % 20), pitch * (i // 400)]
        text.append("g part %d" % i)
        text += ["v " + " ".join(repr(x + y) for x, y in zip(corner, at)) for corner in corners]
        text += ["f " + " ".join(str(corner + 8 * i) for corner in face) for face in faces]
    return "\n".join(text) + "\n"


class StepsTest(CommandTest):
    def run_clash(self, steps, *more):
        """Megabytes of memory and of the page."""
        self.file("steps.txt", steps)
        files = ["parts.obj", "--motion", "steps.txt", "--save", "out.json"]
        process = subprocess.Popen([ABUT, "clash", *files, *more, "--quiet", "--threads", "1"], cwd=self.folder,
                                   stderr=subprocess.PIPE)
        with process.stderr as errors:
            self.complaint = errors.read().decode()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if "built without the report page" in self.complaint:
            self.skipTest("this command has no report page")
        self.assertEqual(self.complaint, "")
        page = self.folder / "out.html"
        return usage.ru_maxrss / 1e3, page.stat().st_size / 1e6 if page.exists() else 0

    # 2000 empty steps of 5000 parts took 1.4 GB and wrote a page of 643 MB.
    def test_empty_steps_cost_their_times_only(self):
        self.file("parts.obj", parts(500, 2))
        empty = lambda count: "".join("step %d\n" % i for i in range(count))
        least, least_page = self.run_clash(empty(1), "--report", "out.html")
        for count in [1000, 2000, 4000]:
            memory, page = self.run_clash(empty(count), "--report", "out.html")
            self.assertLess(page - least_page, 40e-6 * count)
            if not SLOW:
                self.assertLess(memory - least, 5 + 1e-3 * count)

    def test_parts_that_rest_cost_nothing_in_the_steps_of_one_that_moves(self):
        self.file("parts.obj", parts(500, 2))
        place = '"part 0" 1 0 0 -%d 0 1 0 0 0 0 1 0\n'
        moving = lambda count: "".join("step %d\n" % i + place % (i + 1) for i in range(count))
        least, least_page = self.run_clash(moving(1), "--report", "out.html")
        for count in [1000, 2000]:
            memory, page = self.run_clash(moving(count), "--report", "out.html")
            # A placement is written in 64 bytes, which make 86 of base64.
            self.assertLess(page - least_page, 130e-6 * count)
            if not SLOW:
                self.assertLess(memory - least, 5 + 2e-3 * count)

    def test_a_part_that_is_placed_again_where_it_stands_does_not_move(self):
        self.file("parts.obj", parts(20, 2))
        place = "".join('"part %d" 1 0 0 0 0 1 0 0 0 0 1 0\n' % i for i in range(20))
        again = lambda count: "".join("step %d\n" % i + place for i in range(count))
        _, least_page = self.run_clash(again(1), "--report", "out.html")
        _, page = self.run_clash(again(500), "--report", "out.html")
        self.assertLess(page - least_page, 40e-6 * 500)


if __name__ == "__main__":
    unittest.main()
