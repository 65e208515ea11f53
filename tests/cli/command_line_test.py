"""The command line itself: help, version, wrong arguments."""

import re
import unittest

from command import FLAT, CommandTest, abut


class Help(unittest.TestCase):
    def commands(self):
        listed = abut("--help").out.split("Commands:\n")[1].split("\n\n")[0]
        return re.findall(r"^  (\w+)", listed, re.MULTILINE)

    def test_lists_the_commands(self):
        result = abut("--help")
        self.assertEqual((result.status, result.err), (0, ""))
        self.assertEqual(self.commands()[:5], ["collide", "distance", "within", "self", "tree"])

    def test_shows_an_example_for_each_command(self):
        for command in self.commands():
            result = abut(command, "--help")
            self.assertEqual((result.status, result.err), (0, ""), command)
            self.assertIn("Examples:\n  abut " + command, result.out)
            self.assertIn("Exit status: 0", result.out)

    def test_fits_a_screen_of_110_columns(self):
        for command in self.commands():
            for line in abut(command, "--help").out.split("All experiments")[0].splitlines():
                self.assertLessEqual(len(line), 110, line)

    def test_every_command_has_json_quiet_and_threads(self):
        for command in self.commands():
            self.assertRegex(abut(command, "--help").out, r"(?s)\n  --json .*\n  --quiet .*\n  --threads ")

    def test_prints_its_version(self):
        result = abut("--version")
        self.assertRegex(result.out, r"\Aabut \d+\.\d+\.\d+\n\Z")
        self.assertEqual((result.status, result.err), (0, ""))


class WrongArguments(CommandTest):
    def setUp(self):
        super().setUp()
        self.file("a.obj", FLAT)

    def test_no_command_or_an_unknown_one(self):
        self.assert_refused("say what to do. See abut --help.")
        result = self.abut("colide", "a.obj", "a.obj")
        self.assertRegex(result.err, r"\Aabut: 'colide' is no command of abut; it has collide, distance, within, self, tree.*\. See abut --help\.\n\Z")
        self.assertEqual((result.status, result.out), (2, ""))

    def test_missing_files(self):
        self.assert_refused("A is required. See abut collide --help.", "collide")
        self.assert_refused("B is required. See abut collide --help.", "collide", "a.obj")
        self.assert_refused("MODEL is required. See abut tree --help.", "tree")

    def test_one_too_many(self):
        self.assert_refused("'b.obj' is one argument too many for abut tree. See abut tree --help.", "tree", "a.obj",
                            "b.obj")

    def test_unknown_options(self):
        self.assert_refused("'--gentle' is no option of abut collide. See abut collide --help.", "collide", "a.obj",
                            "a.obj", "--gentle")
        self.assert_refused("'--poses' is no option of abut tree. See abut tree --help.", "tree", "a.obj", "--poses",
                            "x")

    def test_values(self):
        for option, value, sentence in [
            ("--leaf", "0", "--leaf: '0' is not a whole number from 1 to 1073741824"),
            ("--leaf", "few", "--leaf: 'few' is not a whole number from 1 to 1073741824"),
            ("--threads", "-1", "--threads: '-1' is not a whole number from 0 to 1024"),
            ("--threads", "1.5", "--threads: '1.5' is not a whole number from 0 to 1024"),
            ("--max-contacts", "0", "--max-contacts: '0' is not a whole number of 1 or more"),
            ("--max-contacts", "99999999999999999999",
             "--max-contacts: '99999999999999999999' is not a whole number of 1 or more"),
            ("--margin", "-0.1", "--margin: '-0.1' is not a length of 0 or more"),
            ("--margin", "nan", "--margin: 'nan' is not a length of 0 or more"),
            ("--margin", "inf", "--margin: 'inf' is not a length of 0 or more"),
            ("--margin", "wide", "--margin: 'wide' is not a length of 0 or more"),
            ("--volume", "cube", "--volume is 'cube'; it must be one of sphere, aabb, obb, lss, rss, kdop18, hybrid, "
             "hybrid-dynamic, auto"),
            ("--fit", "tight", "--fit is 'tight'; it must be one of vertices, hull-vertices, hull-surface, surface"),
            ("--storage", "half", "--storage is 'half'; it must be one of float, double"),
            ("--sat", "13", "--sat is '13'; it must be one of full, lite"),
            ("--simd", "mmx", "--simd is 'mmx'; it must be one of best, scalar, sse4, avx2, avx512"),
            ("--descent", "left", "--descent is 'left'; it must be one of diameter, volume, both"),
        ]:
            self.assert_refused(sentence + ". See abut collide --help.", "collide", "a.obj", "a.obj", option, value)

    def test_a_value_that_is_missing_or_given_twice(self):
        self.assert_refused("--poses needs a value. See abut collide --help.", "collide", "a.obj", "a.obj", "--poses")
        self.assert_refused("--leaf is given more than once. See abut collide --help.", "collide", "a.obj", "a.obj",
                            "--leaf", "1", "--leaf", "2")


if __name__ == "__main__":
    unittest.main()
