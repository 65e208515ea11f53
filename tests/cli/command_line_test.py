"""The command line itself: help, version, wrong arguments."""

import re
import unittest

from command import FLAT, CommandTest, abut, pose


class Help(unittest.TestCase):
    def commands(self):
        listed = abut("--help").out.split("Commands:\n")[1].split("\n\n")[0]
        return re.findall(r"^  (\w+)", listed, re.MULTILINE)

    def test_lists_the_commands(self):
        result = abut("--help")
        self.assertEqual((result.status, result.err), (0, ""))
        self.assertEqual(self.commands()[:7], ["collide", "distance", "within", "depth", "point", "self", "tree"])

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
        # Those of `ranks` are the options of the command that it starts.
        for command in set(self.commands()) - {"ranks"}:
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
        self.assert_refused("no command is given. See abut --help.")
        result = self.abut("colide", "a.obj", "a.obj")
        self.assertRegex(result.err, r"\Aabut: 'colide' is not a command of abut; the commands are collide, distance, within, depth, point, self, tree.*\. See abut --help\.\n\Z")
        self.assertEqual((result.status, result.out), (2, ""))

    def test_an_unknown_command_is_told_also_when_help_is_asked_for(self):
        listed = r"collide, distance, within, depth, point, self, tree.*\. See abut --help\.\n\Z"
        for arguments in [["colide", "--help"], ["--help", "colide"], ["colide", "a.obj", "-h"],
                          ["colide", "--version"]]:
            result = self.abut(*arguments)
            self.assertRegex(result.err, r"\Aabut: 'colide' is not a command of abut; the commands are " + listed)
            self.assertEqual((result.status, result.out), (2, ""), arguments)

    def test_missing_files(self):
        self.assert_refused("A is required. See abut collide --help.", "collide")
        self.assert_refused("B is required. See abut collide --help.", "collide", "a.obj")
        self.assert_refused("MODEL is required. See abut tree --help.", "tree")

    def test_one_too_many(self):
        self.assert_refused("'b.obj' is one argument too many for abut tree. See abut tree --help.", "tree", "a.obj",
                            "b.obj")

    def test_unknown_options(self):
        self.assert_refused("'--gentle' is not an option of abut collide. See abut collide --help.", "collide", "a.obj",
                            "a.obj", "--gentle")
        self.assert_refused("'--poses' is not an option of abut tree. See abut tree --help.", "tree", "a.obj",
                            "--poses", "x")

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
            ("--volume", "cube", "--volume is 'cube'; it must be one of sphere, aabb, obb, obb-quaternion, lss, rss, "
             "kdop6, kdop14, kdop18, kdop26, hybrid, hybrid-dynamic, auto"),
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


class OptionsThatAKindLacks(CommandTest):
    """No option is ignored: one that does not apply is an error, and nothing is printed."""

    def setUp(self):
        super().setUp()
        self.file("a.obj", FLAT)
        self.file("many.txt", 3 * pose())
        self.commands = [["collide", "a.obj", "a.obj"], ["distance", "a.obj", "a.obj"],
                         ["within", "a.obj", "a.obj", "1"], ["self", "a.obj"], ["tree", "a.obj"]]
        self.queries = self.commands[:4]

    def assert_kind_lacks(self, kind, option, *arguments):
        self.assert_refused("'%s' does not take the option '%s': leave it out, or choose another kind of volume." %
                            (kind, option), *arguments)

    def assert_engine_lacks(self, option, *arguments):
        self.assert_refused("the engine has one way to search; leave out the option '%s', or choose a classic kind of "
                            "volume." % option, *arguments)

    def test_the_engine_has_no_choices_of_trees(self):
        for option, value, name in [("--fit", "vertices", "fit"), ("--split", "surface-area", "split"),
                                    ("--storage", "double", "storage"), ("--leaf", "1", "leaf size")]:
            for command in self.commands:
                self.assert_kind_lacks("auto", name, *command, option, value)
                self.assert_kind_lacks("auto", name, *command, option, value, "--volume", "auto")

    def test_the_engine_has_no_choices_of_searches(self):
        collide, distance, within, itself = self.queries
        for command, option, value in [(collide, "sat", "full"), (itself, "sat", "full"),
                                       (distance, "search", "priority"), (within, "search", "priority")]:
            self.assert_engine_lacks(option, *command, "--" + option, value)
        for command in self.queries:
            self.assert_engine_lacks("descent", *command, "--descent", "diameter")

    def test_kinds_without_axes_have_no_fit(self):
        for kind in ["sphere", "aabb", "kdop6", "kdop18"]:
            for command in self.commands:
                self.assert_refused("'%s' has no axes to fit; leave out the fit 'vertices'." % kind, *command,
                                    "--volume", kind, "--fit", "vertices")

    def test_kinds_that_are_no_boxes_have_no_sat(self):
        for kind in ["sphere", "lss", "rss", "kdop14", "kdop26", "hybrid", "hybrid-dynamic"]:
            for command in [self.commands[0], self.commands[3]]:
                self.assert_refused("'%s' has no separating axes to choose from; leave out the option 'sat'." % kind,
                                    *command, "--volume", kind, "--sat", "full")

    def test_classic_kinds_have_no_simd(self):
        for kind in ["aabb", "obb", "hybrid-dynamic"]:
            for command in self.queries:
                self.assert_kind_lacks(kind, "simd", *command, "--volume", kind, "--simd", "best")

    def test_classic_kinds_have_no_threads_where_there_is_nothing_to_divide(self):
        for command in self.commands[:3]:
            self.assert_refused("'obb' does not take the option 'threads' for a single pose: leave it out, or choose "
                                "another kind of volume.", *command, "--volume", "obb", "--threads", "2")
        self.assert_kind_lacks("obb", "threads", "tree", "a.obj", "--volume", "obb", "--threads", "2")

    def test_classic_kinds_take_threads_that_have_something_to_do(self):
        for command in self.commands[:3]:
            result = self.abut(*command, "--poses", "many.txt", "--volume", "obb", "--threads", "2")
            self.assertEqual((result.err, result.out.count("\n") >= 3), ("", True))
        self.assertEqual(self.abut("self", "a.obj", "--volume", "obb", "--threads", "2").out, "no contact\n")

    def test_solids_are_for_the_engine(self):
        for kind in ["obb", "sphere"]:
            self.assert_refused("--solid needs the volume 'auto'; '%s' does not tell inside from outside." % kind,
                                "collide", "a.obj", "a.obj", "--solid", "--volume", kind)

    def test_costs_are_those_of_the_best_instructions(self):
        self.assert_refused("--costs always uses the best instructions of this machine; leave out --simd.",
                            "collide", "a.obj", "a.obj", "--costs", "--simd", "scalar")

    def test_a_kind_keeps_the_options_that_it_has(self):
        for arguments in [["--volume", "obb", "--fit", "surface", "--sat", "lite", "--descent", "both"],
                          ["--volume", "aabb", "--sat", "lite"], ["--volume", "rss", "--fit", "surface"],
                          ["--volume", "sphere", "--descent", "volume", "--leaf", "2"], ["--simd", "scalar"]]:
            result = self.abut("collide", "a.obj", "a.obj", *arguments)
            self.assertEqual((result.err, result.status), ("", 1), arguments)


if __name__ == "__main__":
    unittest.main()
