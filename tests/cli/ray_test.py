"""abut ray: answers, formats, options."""

import json
import unittest

from command import UNIT_BOX, CommandTest

# Through the middle, past it, from inside, along an edge.
RAYS = "# from and to\n-1,0.25,0.5, 3,0.25,0.5\n-1 5 5 3 5 5\n\n0.5,0.25,0.5,0.5,0.25,9  # up\n0,0,-1,0,0,2\n"


class Answers(CommandTest):
    def setUp(self):
        super().setUp()
        self.file("box.obj", UNIT_BOX)
        self.file("rays.txt", RAYS)

    def test_tells_what_one_ray_meets_first(self):
        result = self.abut("ray", "box.obj", "--from", "-1,0.25,0.5", "--to", "3,0.25,0.5")
        self.assertRegex(result.out, r"\Aray 0: triangle \d+ at \(0, 0\.25, 0\.5\), t = 0\.25 \(front\)\n\Z")
        self.assertEqual((result.err, result.status), ("", 1))
        result = self.abut("ray", "box.obj", "--from=-1,5,5", "--to=3,5,5")
        self.assertEqual((result.out, result.err, result.status), ("ray 0: meets nothing\n", "", 0))

    def test_tells_what_many_meet(self):
        lines = self.abut("ray", "box.obj", "--rays", "rays.txt").out.splitlines()
        self.assertEqual(len(lines), 4)
        self.assertEqual(lines[1], "ray 1: meets nothing")
        self.assertRegex(lines[2], r"\Aray 2: triangle \d+ at \(0\.5, 0\.25, 1\), t = 0\.0588235 \(back\)\Z")

    def test_prints_json(self):
        lines = self.abut("ray", "box.obj", "--rays", "rays.txt", "--json").lines()
        self.assertEqual([line["ray"] for line in lines], [0, 1, 2, 3])
        self.assertEqual([line["hit"] for line in lines], [True, False, True, True])
        self.assertEqual(list(lines[0]), ["ray", "hit", "t", "t_error", "point", "normal", "triangle", "face"])
        self.assertLessEqual(abs(lines[0]["t"] - 0.25), lines[0]["t_error"])
        self.assertEqual((lines[0]["point"], lines[0]["normal"]), ([0, .25, .5], [-1, 0, 0]))
        self.assertEqual(lines[1], {"ray": 1, "hit": False})

    def test_tells_all(self):
        result = self.abut("ray", "box.obj", "--rays", "rays.txt", "--all", "--json")
        lines = result.lines()
        self.assertEqual([hit["face"] for hit in lines[0]["hits"]], ["front", "back"])
        self.assertEqual((lines[1]["hits"], result.status), ([], 1))
        # Along an edge: the corners below, the edge's faces, the corners above.
        self.assertGreater(len(lines[3]["hits"]), 2)
        ts = [hit["t"] for hit in lines[3]["hits"]]
        self.assertEqual(ts, sorted(ts))
        text = self.abut("ray", "box.obj", "--rays", "rays.txt", "--all").out
        self.assertRegex(text, r"\Aray 0: 2 hits\n  triangle \d+ at \(0, 0\.25, 0\.5\), t = 0\.25 \(front\)\n")

    def test_tells_whether(self):
        result = self.abut("ray", "box.obj", "--rays", "rays.txt", "--any")
        self.assertEqual(result.out.splitlines()[:2], ["ray 0: meets the model", "ray 1: meets nothing"])
        result = self.abut("ray", "box.obj", "--rays", "rays.txt", "--any", "--json")
        self.assertEqual(result.lines()[1], {"ray": 1, "hit": False})
        result = self.abut("ray", "box.obj", "--rays", "rays.txt", "--quiet")
        self.assertEqual((result.out, result.err, result.status), ("", "", 1))

    def test_tells_what_it_took(self):
        result = self.abut("ray", "box.obj", "--rays", "rays.txt", "--stats", "--quiet")
        stats = json.loads(result.err)
        self.assertEqual(list(stats), ["queries", "build_ms", "query_us", "bytes"])
        self.assertEqual((stats["queries"], result.out, result.status), (4, "", 1))
        self.assertGreater(stats["query_us"], 0)
        rough = json.loads(self.abut("ray", "box.obj", "--rays", "rays.txt", "--stats", "--quiet", "--accuracy", "1").err)
        self.assertGreater(rough["volume_tests"], 0)

    def test_culls_back_faces(self):
        result = self.abut("ray", "box.obj", "--from", "0.5,0.25,0.5", "--to", "0.5,0.25,9", "--cull")
        self.assertEqual((result.out, result.status), ("ray 0: meets nothing\n", 0))

    def test_prints_a_table(self):
        head, *rows = self.abut("ray", "box.obj", "--rays", "rays.txt", "--csv").out.splitlines()
        self.assertEqual(head, "ray,t,t_error,x,y,z,normal_x,normal_y,normal_z,triangle,face")
        self.assertEqual([row.split(",")[0] for row in rows], ["0", "1", "2", "3"])
        self.assertEqual(rows[1], "1,,,,,,,,,,")
        self.assertEqual(self.abut("ray", "box.obj", "--rays", "rays.txt", "--any", "--csv").out.splitlines()[:3],
                         ["ray,hit", "0,true", "1,false"])

    def test_every_instruction_set_and_thread_count_prints_the_same(self):
        plain = self.abut("ray", "box.obj", "--rays", "rays.txt", "--all", "--json").out
        for options in (["--simd", "scalar"], ["--threads", "1"], ["--threads", "2"]):
            self.assertEqual(self.abut("ray", "box.obj", "--rays", "rays.txt", "--all", "--json", *options).out, plain)


class Roughly(CommandTest):
    def setUp(self):
        super().setUp()
        self.file("box.obj", UNIT_BOX)
        self.file("rays.txt", RAYS)

    def test_it_errs_to_contact_and_says_so(self):
        exact = self.abut("ray", "box.obj", "--rays", "rays.txt", "--json").lines()
        for accuracy in ("0", "0.3", "1"):
            rough = self.abut("ray", "box.obj", "--rays", "rays.txt", "--json", "--accuracy", accuracy).lines()
            for one, other in zip(rough, exact):
                self.assertTrue(one["hit"] or not other["hit"])
                self.assertTrue(one["exact"] or one["hit"])
                if other["hit"]:
                    self.assertLessEqual(one["t"], other["t"] + other["t_error"] + 1e-9)
                if accuracy == "1":
                    self.assertEqual((one["hit"], one["exact"]), (other["hit"], True))
                    self.assertAlmostEqual(one.get("t", 0), other.get("t", 0), places=9)
        # Past the box, but through the sphere around it.
        near = ("ray", "box.obj", "--from=-1,1.2,0.5", "--to=3,1.2,0.5")
        self.assertEqual(self.abut(*near).status, 0)
        result = self.abut(*near, "--accuracy", "0", "--json")
        line, = result.lines()
        self.assertEqual((line["hit"], line["exact"], result.status), (True, False, 1))
        self.assertRegex(self.abut(*near, "--accuracy", "0").out, r"\Aray 0: perhaps meets it at \(.*\), t = ")
        self.assertEqual(self.abut(*near, "--accuracy", "1").out, "ray 0: meets nothing\n")
        self.assertRegex(self.abut("ray", "box.obj", "--from=-1,.25,.5", "--to=3,.25,.5", "--accuracy", "1").out,
                         r"\Aray 0: meets the model at \(0, 0.25, 0.5\), t = 0.25\n\Z")

    def test_options_that_it_does_not_have(self):
        asked = ["ray", "box.obj", "--rays", "rays.txt", "--accuracy", "0.5"]
        for other in ["--any", "--all", "--cull", "--csv"]:
            self.assert_refused("--accuracy and %s exclude each other." % other, *asked, other)
        self.assert_refused("--accuracy must be from 0 to 1; it is 1.5.", *asked[:-1], "1.5")
        self.assert_refused("--accuracy: '-1' is not a number of 0 or more. See abut ray --help.", *asked[:-2],
                            "--accuracy=-1")


class WrongInput(CommandTest):
    def setUp(self):
        super().setUp()
        self.file("box.obj", UNIT_BOX)
        self.file("rays.txt", RAYS)

    def test_rays_that_are_none(self):
        self.assert_refused("rays.txt: line 1: has 5 values; a ray has 6: where it begins and where it ends.",
                            "ray", "box.obj", "--rays", self.file("rays.txt", "1 2 3 4 5\n"))
        self.assert_refused("rays.txt: line 2: the ray ends where it begins.",
                            "ray", "box.obj", "--rays", self.file("rays.txt", "\n1 2 3 1 2 3\n"))
        self.assert_refused("rays.txt: line 1: a coordinate is not finite.",
                            "ray", "box.obj", "--rays", self.file("rays.txt", "1 2 3 4 5 nan\n"))
        self.assert_refused("rays.txt: has no rays. Give one per line: where it begins and where it ends.",
                            "ray", "box.obj", "--rays", self.file("rays.txt", "# none\n"))
        self.assert_refused("--to takes three numbers, as in --to 0,1.5,-2; it is '1,2'.",
                            "ray", "box.obj", "--from", "0,0,0", "--to", "1,2")

    def test_options_that_exclude_each_other(self):
        self.assert_refused("give either --from and --to, or --rays.", "ray", "box.obj")
        self.assert_refused("give either --from and --to, or --rays.", "ray", "box.obj", "--rays", "rays.txt", "--to", "1,2,3")
        self.assert_refused("--from and --to belong together.", "ray", "box.obj", "--from", "1,2,3")
        self.assert_refused("--any and --all exclude each other.", "ray", "box.obj", "--rays", "rays.txt", "--any", "--all")
        self.assert_refused("--csv and --json exclude each other.", "ray", "box.obj", "--rays", "rays.txt", "--csv", "--json")


if __name__ == "__main__":
    unittest.main()
