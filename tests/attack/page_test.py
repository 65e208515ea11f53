"""The report page of hostile names and of interrupted runs, as a file; tests/web opens such pages in a browser."""

import json
import re
import signal
import subprocess
import time
import unittest

from command import ABUT, PATIENCE, UNIT_BOX, CommandTest, shifted, torus, wait_until_it_catches

BLOCK = '<script type="application/json" id="%s">'


class PageTest(CommandTest):
    def block(self, name):
        """The text of a data block, as a browser that knows no script inside of a script finds it."""
        page = (self.folder / "out.html").read_text()
        self.assertEqual(page.count(BLOCK % name), 1)
        return page.split(BLOCK % name)[1].split("</script>")[0]

    # <!--<script> opens a script within the script, and the page ends nowhere.
    def test_has_no_markup_in_its_data_whatever_parts_and_files_are_called(self):
        names = ["<!--<script>", "</script>", "<!--", "<script", "<\\/script>", "a<b>c&d"]
        boxes, corners = [], 0
        for i, name in enumerate(names):
            boxes.append("g " + name)
            for line in UNIT_BOX.splitlines():
                word, *rest = line.split()
                if word == "v":
                    boxes.append("v %r %s %s" % (float(rest[0]) + 0.5 * i, *rest[1:]))
                else:
                    boxes.append("f " + " ".join(str(int(corner) + corners) for corner in rest))
            corners += 8
        file = self.file("<!--<script>.obj", "\n".join(boxes) + "\n")
        motion = self.file("m.txt", "time <!--<script> [<s>]\nstep 0\nstep 1\n")
        result = self.abut("clash", file, "--motion", motion, "--report", "out.html", "--save", "out.json", "--quiet")
        if "built without the report page" in result.err:
            self.skipTest("this command has no report page")
        self.assertEqual((result.status, result.err), (1, ""))
        for name in ["abut-clash", "abut-geometry"]:
            self.assertNotIn("<", self.block(name))
        report = json.loads(self.block("abut-clash"))
        self.assertEqual(report, json.loads((self.folder / "out.json").read_text()))
        self.assertEqual([part["name"] for part in report["parts"]], names)

    def test_of_an_interrupted_run_says_that_it_is_not_complete(self):
        ring, text = torus(60, 30).splitlines(), []
        points = sum(line.startswith("v") for line in ring)
        for i, name in enumerate(["still", "moving"]):
            text.append("g " + name)
            for line in ring:
                text.append(re.sub(r"\d+", lambda m: str(int(m[0]) + i * points), line) if line[0] == "f" else line)
        self.file("rings.obj", "\n".join(text) + "\n")
        placements = [" ".join(map(repr, shifted(4e-6 * i, 0.3, 0.1))) for i in range(100000)]
        self.file("long.txt", "".join("step %d\nmoving %s\n" % step for step in enumerate(placements)))
        process = subprocess.Popen([ABUT, "clash", "rings.obj", "--motion", "long.txt", "--report", "out.html",
                                    "--threads", "1"], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        wait_until_it_catches(process, signal.SIGINT)
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE)
        if b"built without the report page" in errors:
            self.skipTest("this command has no report page")
        self.assertFalse(json.loads(self.block("abut-clash"))["complete"])


if __name__ == "__main__":
    unittest.main()
