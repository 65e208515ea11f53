"""--baseline under attack: whatever the file holds, it is compared with or refused by its name."""

import json
import random
import unittest

from command import CommandTest
from outputs_test import two_boxes


class Baseline(CommandTest):
    def setUp(self):
        super().setUp()
        self.file("a.obj", two_boxes("left", "right"))
        self.command = ["clash", "a.obj", "--clearance", "0.5"]
        self.abut(*self.command, "--save", "good.json", "--quiet")
        self.good = json.loads((self.folder / "good.json").read_text())

    def assert_damaged(self, text):
        self.file("old.json", text)
        self.assert_refused("old.json: is a damaged report: its findings lack what they should have. Create it again.",
                            *self.command, "--baseline", "old.json")

    def compared(self, text):
        self.file("old.json", text)
        result = self.abut(*self.command, "--baseline", "old.json", "--json")
        self.assertEqual((result.status, result.err), (1, ""), text[:200])
        return json.loads(result.out)["findings"][0]["state"]

    def test_that_is_nested_60000_deep_is_refused(self):
        """A version, say, that is 60,000 lists deep overflowed the stack."""
        for depth in [200, 60_000, 1_000_000]:
            for opening, closing in [("[", "]"), ('{"a":', "}")]:
                nested = opening * depth + "0" + closing * depth
                for text in [nested, opening * depth] + [
                        '{"schema":"abut-clash","version":1,"%s":%s}' % (key, nested)
                        for key in ["schema", "version", "complete", "parts", "findings", "other"]]:
                    self.file("old.json", text)
                    self.assert_refused("old.json: is nested too deeply to be a report. Name one that abut clash "
                                        "--save wrote.", *self.command, "--baseline", "old.json")

    def test_of_wrong_types_is_refused(self):
        wrong = [None, True, -1, 0.5, 10 ** 30, "text", [], {}, [[]], [[1]], [["a"]], [{}], {"a": {"id": "x"}},
                 {"x": [1]}, [None], [0], ["x"]]
        for key in ["findings", "complete"]:
            for value in wrong:
                if (key, value) in [("findings", []), ("complete", True)]:
                    continue
                self.assert_damaged(json.dumps(dict(self.good, **{key: value})))
        for value in wrong:
            self.assert_damaged(json.dumps(dict(self.good, parts=value)))
        for key in ["id", "kind", "a", "b"]:
            for value in [None, True, -1, 0.5, 2, 10 ** 30, [], {}, [["x"]]]:
                self.assert_damaged(json.dumps(dict(self.good, findings=[dict(self.good["findings"][0], **{key: value})])))

    def test_of_another_version_is_refused(self):
        for value, shown in [(3, "3"), (0, "0"), (-1, "-1"), (1.5, "1.5"), ("1", "'1'"), (None, "null"), (True, "true"),
                             ("\x1b[2J" + 100 * "x", "'\\x1b[2J" + 36 * "x" + "'")]:
            self.file("old.json", json.dumps(dict(self.good, version=value)))
            self.assert_refused("old.json: is a report of version %s, but this abut reads versions 1 to 2. Create it again." %
                                shown, *self.command, "--baseline", "old.json")

    def test_that_is_no_json_is_refused(self):
        for content in ["{", "nul", '{"schema":"abut-clash","version":1e999}', "\x00\x01", b"\xff\xfe{\x00",
                        b'{"schema":"\xff"}', b"\x89PNG\r\n\x1a\n", "[" * 50, '{"a" 1}', '{"a":1}}']:
            self.file("old.json", content)
            self.assert_refused("old.json: is not JSON. Name a report that abut clash --save wrote.", *self.command,
                                "--baseline", "old.json")
        self.file("old.json", "")
        self.assert_refused("old.json: the file is empty. Was it saved or downloaded in full?", *self.command,
                            "--baseline", "old.json")

    def test_with_findings_twice_is_refused_and_other_keys_may_repeat(self):
        text = json.dumps(self.good)
        self.assert_damaged(text[:-1] + ',"findings":[]}')
        self.assertEqual(self.compared(text[:-1] + ',"complete":true,"clearance":3,"clearance":4}'), "still")

    def test_may_have_its_keys_in_any_order_and_unknown_ones(self):
        self.assertEqual(self.compared(json.dumps(self.good, sort_keys=True, indent=1)), "still")
        self.assertEqual(self.compared(json.dumps(dict(reversed(self.good.items())))), "still")
        self.assertEqual(self.compared(json.dumps(dict(self.good, more={"findings": [1], "parts": [[[]]], "x": 1e300}))),
                         "still")
        self.assertEqual(self.compared("\ufeff" + json.dumps(self.good)), "still")
        self.assertEqual(self.compared(json.dumps(dict(self.good, findings=[]))), "new")

    def test_that_is_cut_anywhere_is_refused(self):
        text = (self.folder / "good.json").read_bytes().rstrip()
        for size in range(1, len(text), 7):
            self.file("old.json", text[:size])
            self.assert_refused("old.json: is not JSON. Name a report that abut clash --save wrote.", *self.command,
                                "--baseline", "old.json")

    def test_that_is_mutated_never_breaks_anything(self):
        text = (self.folder / "good.json").read_bytes()
        seeded = random.Random(13)
        for _ in range(300):
            bytes_ = bytearray(text)
            for _ in range(seeded.randint(1, 4)):
                at = seeded.randrange(len(bytes_))
                choice = seeded.randrange(3)
                if choice == 0:
                    bytes_[at] = seeded.choice(b'{}[]",:0-9e\\ut\x00\xff')
                elif choice == 1:
                    del bytes_[at:at + seeded.randint(1, 30)]
                else:
                    bytes_[at:at] = bytes_[seeded.randrange(len(bytes_)):][:seeded.randint(1, 30)]
            self.file("old.json", bytes(bytes_))
            result = self.abut(*self.command, "--baseline", "old.json", "--json")
            if result.status == 2:
                self.assertRegex(result.err, r"\Aabut: old\.json: (is|the file) .*\n\Z")
            else:
                self.assertEqual((result.status, len(json.loads(result.out)["findings"])), (1, 1))


if __name__ == "__main__":
    unittest.main()
