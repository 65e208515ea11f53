"""Budgets of abut collide, self and within: what they leave is never taken for a no."""

import json
import unittest

from command import IDENTITY, CommandTest, pose, shifted, torus, turned

NONE_OF_IT = [["--max-tests", "1"], ["--budget-ms", "0"]]
ENOUGH = [["--max-tests", "1000000000"], ["--budget-ms", "1e9"]]
KINDS = ["auto", "obb", "sphere"]


class Budgets(CommandTest):
    def setUp(self):
        super().setUp()
        self.file("torus.obj", torus())
        self.file("apart.txt", pose(IDENTITY, shifted(10, 0, 0)))

    def each(self, budgets):
        return [["--volume", kind, *budget] for kind in KINDS for budget in budgets]

    def test_that_ran_out_leave_it_open_whether_models_touch(self):
        for more in self.each(NONE_OF_IT):
            result = self.abut("collide", "torus.obj", "torus.obj", *more)
            self.assertEqual((result.out, result.err, result.status),
                             ("pose 0: the search ran out of its budget and found no contact\n", "", 3), more)
            result = self.abut("collide", "torus.obj", "torus.obj", "--json", *more)
            self.assertEqual((result.out, result.status), ('{"pose":0,"contacts":[],"complete":false}\n', 3), more)
            self.assertEqual(self.abut("collide", "torus.obj", "torus.obj", "--quiet", *more).status, 3)
            self.assertEqual(self.abut("collide", "torus.obj", "torus.obj", "--first", *more).status, 3)

    def test_that_ran_out_leave_it_open_whether_a_model_touches_itself(self):
        for more in self.each(NONE_OF_IT):
            result = self.abut("self", "torus.obj", *more)
            self.assertEqual((result.out, result.err, result.status),
                             ("the search ran out of its budget and found no contact\n", "", 3), more)
            result = self.abut("self", "torus.obj", "--json", *more)
            self.assertEqual((result.out, result.status), ('{"contacts":[],"complete":false}\n', 3), more)

    def test_that_ran_out_leave_it_open_whether_models_are_near(self):
        # Linked as in a chain: no box tells.
        self.file("linked.txt", pose(IDENTITY, turned(1.5, 1, 0, 0)))
        gap = self.abut("distance", "torus.obj", "torus.obj", "--poses", "linked.txt", "--json").lines()[0]["distance"]
        limit = 0.99 * gap
        for more in self.each(NONE_OF_IT):
            arguments = ["within", "torus.obj", "torus.obj", repr(limit), "--poses", "linked.txt"]
            result = self.abut(*arguments, *more)
            self.assertEqual((result.out, result.err, result.status),
                             ("pose 0: the search ran out of its budget: perhaps within %s\n" % repr(limit), "", 3), more)
            result = self.abut(*arguments, "--json", *more)
            self.assertEqual((result.out, result.status), ('{"pose":0,"within":null}\n', 3), more)

    def test_that_ran_out_keep_what_was_found(self):
        every = self.abut("collide", "torus.obj", "torus.obj", "--json").lines()[0]["contacts"]
        found = set()
        for tests in [300, 1000, 3000, 10000, 30000]:
            for threads in ["1", "2"]:
                result = self.abut("collide", "torus.obj", "torus.obj", "--json", "--max-tests", str(tests), "--threads",
                                   threads)
                line = result.lines()[0]
                self.assertEqual(line.get("complete", True), line["contacts"] == every)
                self.assertEqual(result.status, 1 if line["contacts"] else 3)
                self.assertTrue(all(pair in every for pair in line["contacts"]))
                found.add((tests, json.dumps(line)))
        self.assertEqual(len(found), 5, "the same on one thread and on two")

    def test_that_are_large_enough_change_nothing(self):
        for command in [["collide", "torus.obj", "torus.obj", "--poses", "apart.txt"], ["self", "torus.obj"],
                        ["within", "torus.obj", "torus.obj", "1", "--poses", "apart.txt"]]:
            plain = self.abut(*command, "--json")
            self.assertEqual(plain.status, 0)
            for more in self.each(ENOUGH):
                result = self.abut(*command, "--json", *more)
                self.assertEqual((result.out, result.status), (plain.out, 0), more)

    def test_in_one_pose_do_not_hide_what_another_finds(self):
        self.file("two.txt", pose(IDENTITY, shifted(10, 0, 0)) + pose())
        result = self.abut("within", "torus.obj", "torus.obj", "1000", "--poses", "two.txt", "--max-tests", "1")
        self.assertEqual((result.out, result.status), ("pose 0: within 1000\npose 1: within 1000\n", 1))


if __name__ == "__main__":
    unittest.main()
