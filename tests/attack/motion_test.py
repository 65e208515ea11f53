"""Names and matrices in motion and rule files that are easily taken wrong."""

import json
import unittest

from command import IDENTITY, UNIT_BOX, CommandTest, shifted


def row(numbers):
    return " ".join(repr(number) for number in numbers) + "\n"


class Names(CommandTest):
    def setUp(self):
        super().setUp()
        lines, count = [], 0
        for name, shift in [('1" bolt M6', 0), ("M\u00fctter", 0.5), ("plate", 9)]:
            lines.append("g " + name)
            for line in UNIT_BOX.splitlines():
                kind, *values = line.split()
                if kind == "v":
                    values = [repr(float(values[0]) + shift), *values[1:]]
                else:
                    values = [str(int(value) + count) for value in values]
                lines.append(" ".join([kind, *values]))
            count += 8
        self.file("a.obj", "\n".join(lines) + "\n")

    def findings(self, *arguments):
        result = self.abut("clash", "a.obj", "--json", *arguments)
        self.assertEqual((result.status in (0, 1), result.err), (True, ""))
        return len(json.loads(result.out)["findings"])

    # A name with a quote and a blank could not be written in a file.
    def test_a_name_with_a_quote_can_be_written(self):
        self.assertEqual(self.findings(), 1)
        self.file("motion.txt", 'step 0\n"1\\" bolt M6" ' + row(shifted(0, 5, 0)))
        self.assertEqual(self.findings("--motion", "motion.txt"), 0)
        self.file("allow.txt", '"1\\" bolt M6" *\n')
        self.assertEqual(self.findings("--allow", "allow.txt"), 0)
        self.file("clearances.txt", '"1\\" *" plate 8.5\n')
        self.assertEqual(self.findings("--clearances", "clearances.txt"), 2)

    # '?' took a byte.
    def test_a_question_mark_is_a_character(self):
        self.assertEqual(self.findings("--ignore", "M?tter:*"), 0)
        self.assertIn("no two parts match 'M??tter' and '*'.", self.abut("clash", "a.obj", "--ignore", "M??tter:*").err)

    def test_mirrored_and_scaled_parts_are_told(self):
        mirror, twice = list(IDENTITY), [2 * number for number in IDENTITY]
        mirror[0] = -1
        self.file("motion.txt", "step 0\nplate " + row(mirror) + "step 1\nplate " + row(mirror) + '"M\u00fctter" ' +
                  row(twice))
        result = self.abut("clash", "a.obj", "--motion", "motion.txt")
        self.assertEqual(result.status, 1)
        self.assertRegex(result.err, r"\Aabut: motion.txt: line 2: the placement mirrors 'plate', which a motion does "
                                     r"not do; is the matrix right\?\nabut: motion.txt: line 5: the placement scales "
                                     r"'M.+tter', which a motion does not do; is the matrix right\?\n\Z")
        self.assertEqual(self.abut("clash", "a.obj", "--motion", "motion.txt", "--steps-only", "--quiet").err, "")
        # What was not looked at is told in any case.
        self.assertRegex(self.abut("clash", "a.obj", "--motion", "motion.txt", "--quiet").err,
                         r"\Aabut: not looked at between steps: 1 part, first 'M.+tter' from 0 to 1: .* scales or shears")


if __name__ == "__main__":
    unittest.main()
