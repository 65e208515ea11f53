"""Names from files under attack: what a terminal obeys, what a spreadsheet computes, bytes that are no text."""

import csv
import json
import os
import re
import subprocess
import unittest

from command import ABUT, PATIENCE, CommandTest
from outputs_test import two_boxes

# Controls of all kinds (one of two bytes is U+009B, which begins a command as ESC [ does) and turns of direction.
OBEYED = ([chr(code) for code in range(1, 32)] + [chr(code) for code in range(0x7F, 0xA0)] +
          list("\u061c\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"))
HOSTILE = re.compile("[%s]" % "".join(re.escape(c) for c in OBEYED if c != "\n"))
# What is broken in every way that UTF-8 can be.
BROKEN = [b"\xff", b"\x80", b"\xc3", b"\xc3(", b"\xe2\x82", b"\xe2\x82(", b"\xf0\x9f\x98", b"\xf0\x9f(", b"\xc0\xaf",
          b"\xe0\x80\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xf8\x88\x80\x80\x80", b"\xe2\x28\xa1", b"\xf0\x28\x8c",
          b"caf\xe9", b"\xc3\xa9\xe9", b"\xf0\x9f\x98\x80\xf0\x9f"]


def written_out(text):
    return HOSTILE.sub(lambda match: ("\\x%02x" if ord(match[0]) < 0x80 else "\\u%04x") % ord(match[0]), text)


class NameTest(CommandTest):
    def gltf(self, *names):
        """An assembly whose parts may be called anything: triangles side by side, 0.25 apart."""
        points = "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"
        return self.file("named.gltf", json.dumps({
            "asset": {"version": "2.0"}, "scenes": [{"nodes": list(range(len(names)))}],
            "nodes": [{"name": name, "mesh": 0, "translation": [1.25 * i, 0, 0]} for i, name in enumerate(names)],
            "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
            "buffers": [{"byteLength": 36, "uri": points}], "bufferViews": [{"buffer": 0, "byteLength": 36}],
            "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}]}))

    def clash(self, file, *more):
        result = self.abut("clash", file, "--clearance", "0.5", *more)
        self.assertEqual(result.status, 1, result.err)
        return result

    def rows(self, *arguments):
        self.clash(*arguments, "--csv", "out.csv", "--quiet")
        with open(self.folder / "out.csv", newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def assert_harmless(self, text):
        self.assertIsNone(HOSTILE.search(text), repr(text))


class Terminals(NameTest):
    """Escapes, U+009B and U+202E reached the terminal."""

    def test_are_told_nothing_by_names_of_parts(self):
        for character in OBEYED:
            name = "a%sb" % character
            # Readers make blanks of the controls that ASCII has.
            escaped = written_out(name) if ord(character) > 0x7F else "a b"
            result = self.clash(self.gltf(name, "plain"))
            self.assert_harmless(result.out)
            # A finding, a blank line, the summary, and that both parts are open.
            self.assertEqual(len(result.out.splitlines()), 4, repr(character))
            self.assertIn("clearance  %s  plain  0.25 apart" % escaped, result.out)
            self.assert_harmless(self.clash("named.gltf", "--json").out)

    def test_are_told_nothing_by_any_command(self):
        name = "x\x1b]0;owned\x07\u202e\u009b2J"
        escaped = "x ]0;owned \\u202e\\u009b2J"
        crossing = "g %s\nv 0 0 0\nv 4 0 0\nv 0 4 0\nv 1 1 -1\nv 1 1 1\nv 2 1 1\nf 1 2 3\nf 4 5 6\n" % name
        self.file("named.obj", crossing)
        self.file("more.obj", crossing + two_boxes("left").replace("f ", "# "))
        for command in [["tree", "named.obj"], ["self", "named.obj"], ["self", "named.obj", "--first"]]:
            result = self.abut(*command)
            self.assert_harmless(result.out)
            self.assertIn(escaped, result.out)
        result = self.abut("tree", "named.obj", "--json")
        self.assert_harmless(result.out)
        self.assertEqual(json.loads(result.out)["parts"][0]["name"], "x ]0;owned \u202e\u009b2J")

    def test_are_told_nothing_by_names_of_files(self):
        name = "x\x1b[2J\u202e.obj"
        shown = "x\\x1b[2J\\u202e.obj"
        for command in [["tree", name], ["self", name], ["collide", name, name], ["clash", name],
                        ["collide", "--poses", name, name, name], ["clash", "--motion", name, name],
                        ["clash", "--baseline", name, name], ["clash", "--allow", name, name]]:
            result = self.abut(*command)
            self.assertEqual((result.status, result.out), (2, ""))
            self.assertEqual(result.err, "abut: %s: there is no such file. Check the path.\n" % shown)
        self.file(name, two_boxes("left", "right"))
        self.assertTrue(self.abut("tree", name).out.startswith(shown + "\n"))
        result = self.abut("collide", name, name, "--solid")
        self.assert_harmless(result.err + result.out)
        self.assertEqual(json.loads(self.abut("tree", name, "--json").out)["model"], name)

    def test_are_told_nothing_by_arguments(self):
        for arguments in [["\x1b[2J"], ["tree", "--\x1b[2J"], ["clash", "a", "--clearance", "\x1b[2J"],
                          ["clash", "a", "--ignore", "\x1b[2J\u202e"], ["collide", "a", "b", "--volume", "\u009b2J"],
                          ["tree", "a", "\x1b[2J"], ["bench", "\x1b[2J"], ["bench", "--filter", "\x1b[2J"]]:
            result = self.abut(*arguments)
            self.assertEqual((result.status, result.out), (2, ""), arguments)
            self.assert_harmless(result.err)
            self.assertEqual(result.err.count("\n"), 1)

    def test_are_told_nothing_by_a_baseline(self):
        self.gltf("left", "right")
        self.clash("named.gltf", "--save", "old.json")
        old = json.loads((self.folder / "old.json").read_text())
        old["findings"][0]["kind"] = "=1+1\x1b[2J"
        old["findings"].append(dict(old["findings"][0], id="=cmd\x1b"))
        self.file("old.json", json.dumps(old))
        result = self.clash("named.gltf", "--baseline", "old.json")
        self.assert_harmless(result.out)
        self.assertIn("was =1+1\\x1b[2J", result.out)
        rows = self.rows("named.gltf", "--baseline", "old.json")
        self.assertEqual([(row["id"], row["kind"], row["was"]) for row in rows][1], ("'=cmd\\x1b", "'=1+1\\x1b[2J", ""))
        self.assertEqual(rows[0]["was"], "'=1+1\\x1b[2J")


class Spreadsheets(NameTest):
    """Names such as =cmd|... were written bare, and computed."""

    def test_compute_no_name(self):
        for name in ["=cmd|' /C calc'!A0", "+1+1", "-2+3", "@SUM(1)", "\t=1+1", "\r=1+1", "\n=1", "=", "\uff1d1+1",
                     '="a",1']:
            [row] = self.rows(self.gltf(name, "plain"))
            self.assertEqual((row["part_a"], row["part_b"]), ("'" + name.strip(), "plain"))

    def test_get_all_other_names_as_they_are(self):
        for name in ["a=b", "1+1", "'quoted'", "x@y", "a,b", 'a"b', "1-2", "\u00e9\u4e2d\U0001f600"]:
            [row] = self.rows(self.gltf(name, "plain"))
            self.assertEqual(row["part_a"], name)

    def test_get_numbers_as_numbers(self):
        self.file("a.obj", re.sub(r"(?m)^v (\S+)", lambda match: "v %r" % (float(match[1]) - 9), two_boxes("a", "b")))
        [row] = self.rows("a.obj")
        self.assertTrue(row["ax"].startswith("-"))
        self.assertAlmostEqual(float(row["bx"]) - float(row["ax"]), 0.25)

    def test_see_what_a_terminal_sees(self):
        [row] = self.rows(self.gltf("a\u009b2J\u202e", "plain"))
        self.assertEqual(row["part_a"], "a\\u009b2J\\u202e")

    def test_compute_nothing_of_a_baseline(self):
        """Its texts come as they are, line breaks and all."""
        self.gltf("left", "right")
        self.clash("named.gltf", "--save", "old.json")
        old = json.loads((self.folder / "old.json").read_text())
        for name, field in [("\t=1+1", "'\t=1+1"), ("\r=1", "'\r=1"), ("\n=1", "'\n=1"), ("a\nb", "a\nb"),
                            ("a\tb", "a\tb"), (" =1", " =1"), ("a\x00\x1b\x7f", "a\\x00\\x1b\\x7f")]:
            old["parts"][0]["name"] = name
            self.file("old.json", json.dumps(old))
            self.abut("clash", "named.gltf", "--baseline", "old.json", "--csv", "out.csv", "--quiet")
            with open(self.folder / "out.csv", newline="", encoding="utf-8") as file:
                [row] = list(csv.DictReader(file))
            self.assertEqual((row["state"], row["part_a"]), ("gone", field))


class NoText(NameTest):
    """Bytes that are not UTF-8 differed between CSV and JSON, and made tree --json fail."""

    def test_becomes_the_same_everywhere(self):
        for broken in BROKEN:
            self.file("a.obj", two_boxes("NAME", "plain").encode().replace(b"NAME", b"a" + broken + b"z"))
            expected = "a%sz" % broken.decode(errors="replace")
            result = self.clash("a.obj", "--json", "--csv", "out.csv", "--save", "out.json")
            self.assertEqual(json.loads(result.out)["parts"][0]["name"], expected)
            self.assertEqual(json.loads((self.folder / "out.json").read_text())["parts"][0]["name"], expected)
            self.assertEqual(self.rows("a.obj")[0]["part_a"], expected)
            self.assertIn("clearance  %s " % expected, self.clash("a.obj").out)
            self.assertEqual(json.loads(self.abut("tree", "a.obj", "--json").out)["parts"][0]["name"], expected)
            self.assertIn("triangles  %s\n" % expected, self.abut("tree", "a.obj").out)

    def test_leaves_ids_apart(self):
        """They come from the bytes: names that look alike afterwards are still two."""
        ids = set()
        for broken in [b"\xff", b"\xfe", "\ufffd".encode()]:
            self.file("a.obj", two_boxes("NAME", "plain").encode().replace(b"NAME", broken))
            [finding] = json.loads(self.clash("a.obj", "--json").out)["findings"]
            ids.add(finding["id"])
        self.assertEqual(len(ids), 3)

    def test_in_names_of_files_is_replaced_in_messages_and_reports(self):
        name = b"caf\xe9.obj"
        completed = subprocess.run([ABUT, b"tree", name], cwd=self.folder, capture_output=True, timeout=PATIENCE)
        self.assertEqual((completed.returncode, completed.stderr.decode()),
                         (2, "abut: caf\ufffd.obj: there is no such file. Check the path.\n"))
        with open(os.path.join(os.fsencode(self.folder), name), "w") as file:
            file.write(two_boxes("left", "right"))
        completed = subprocess.run([ABUT, b"clash", name, b"--json"], cwd=self.folder, capture_output=True,
                                   timeout=PATIENCE)
        self.assertEqual((completed.returncode, json.loads(completed.stdout)["inputs"]), (0, ["caf\ufffd.obj"]))


if __name__ == "__main__":
    unittest.main()
