"""Outputs under attack: names that are inputs or each other, links, permissions, closed and full streams, memory."""

import json
import os
import select
import stat
import subprocess
import threading
import unittest

from command import ABUT, HOUSING, PATIENCE, PIN, UNIT_BOX, CommandTest, Result, gltf

NOBODY = 65534


def two_boxes(*names, gap=0.25):
    """An OBJ file with a unit box per name, side by side."""
    text, count = "", 0
    for index, name in enumerate(names):
        text += "g %s\n" % name
        for line in UNIT_BOX.splitlines():
            kind, *numbers = line.split()
            if kind == "v":
                text += "v %r %s %s\n" % (float(numbers[0]) + index * (1 + gap), *numbers[1:])
            else:
                text += "f " + " ".join(str(int(number) + count) for number in numbers) + "\n"
        count += 8
    return text


class Pipe:
    """A pipe with a name, open for reading; a command that never opens it does not hold the test up."""

    def __init__(self, path):
        os.mkfifo(path)
        self.end = os.open(path, os.O_RDONLY | os.O_NONBLOCK)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self.end)

    def read_byte(self):
        """When it comes; nothing at the end, or when nothing comes."""
        return os.read(self.end, 1) if select.select([self.end], [], [], 60)[0] else b""


class OutputTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.file("a.obj", two_boxes("left", "right"))
        self.clash = ["clash", "a.obj", "--clearance", "0.5"]

    def path(self, name):
        return self.folder / name

    def mode(self, name):
        return stat.S_IMODE(os.stat(self.path(name)).st_mode)

    def names(self):
        return sorted(path.name for path in self.folder.iterdir())


class Inputs(OutputTest):
    """--save onto an input destroyed it."""

    def setUp(self):
        super().setUp()
        self.file("limits.txt", "left right 0.5\n")
        self.file("allowed.txt", "left left\n")
        self.file("motion.txt", "step 0\n")
        self.inputs = {"ASSEMBLY": "a.obj", "--clearances": "limits.txt", "--allow": "allowed.txt",
                       "--motion": "motion.txt"}
        self.command = ["clash", "a.obj", "--clearances", "limits.txt", "--allow", "allowed.txt", "--motion",
                        "motion.txt"]

    def test_are_never_overwritten(self):
        before = {file: self.path(file).read_bytes() for file in self.inputs.values()}
        for option, file in self.inputs.items():
            for output in ["--save", "--csv", "--report"]:
                self.assert_refused("%s: %s is an input (%s) and would be overwritten. Name another file." %
                                    (output, file, option), *self.command, output, file)
        for file, content in before.items():
            self.assertEqual(self.path(file).read_bytes(), content)

    def test_are_never_overwritten_under_another_name(self):
        os.symlink("a.obj", self.path("symbolic"))
        os.symlink("symbolic", self.path("twice"))
        os.link(self.path("a.obj"), self.path("hard"))
        self.path("sub").mkdir()
        for name in ["symbolic", "twice", "hard", "./a.obj", "sub/../a.obj", self.path("a.obj")]:
            self.assert_refused("--save: %s is an input (ASSEMBLY) and would be overwritten. Name another file." % name,
                                *self.command, "--save", name)

    def test_are_never_overwritten_where_only_another_input_names_them(self):
        text, data = gltf({"housing": HOUSING, "pin": PIN}, "numbers.bin")
        self.file("a.gltf", text)
        self.file("numbers.bin", data)
        for output in ["--save", "--csv", "--report"]:
            self.assert_refused("%s: numbers.bin is an input (named in ASSEMBLY) and would be overwritten. Name another "
                                "file." % output, "clash", "a.gltf", output, "numbers.bin")
        self.assertEqual(self.path("numbers.bin").read_bytes(), data)

    def test_a_table_or_page_does_not_replace_the_baseline(self):
        self.abut(*self.command, "--save", "old.json")
        for output in ["--csv", "--report"]:
            self.assert_refused("%s: old.json is an input (--baseline) and would be overwritten. Name another file." %
                                output, *self.command, "--baseline", "old.json", output, "old.json")


class SameName(OutputTest):
    """Of two outputs with one name the second won."""

    def test_of_two_outputs_is_refused(self):
        self.file("there", "x")
        os.symlink("gone", self.path("dangling"))
        os.symlink("there", self.path("link"))
        for first, second in [("out", "out"), ("out", "./out"), ("there", "there"), ("there", "link"),
                              ("dangling", "gone")]:
            self.assert_refused("--save and --csv name the same file, %s. Give each a file of its own." % second,
                                *self.clash, "--save", first, "--csv", second)
        self.assertEqual(self.path("there").read_text(), "x")

    def test_as_the_standard_output_or_error_is_refused(self):
        for stream in ["stdout", "stderr"]:
            with open(self.path("log"), "wb") as log:
                streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, stream: log}
                completed = subprocess.run([ABUT, *self.clash, "--save", "log"], cwd=self.folder, timeout=PATIENCE,
                                           **streams)
            self.assertEqual(completed.returncode, 2)
            said = completed.stderr if stream == "stdout" else self.path("log").read_bytes()
            self.assertEqual(said.decode(), "abut: --save: log is where the standard %s goes. Name another file.\n" %
                             {"stdout": "output", "stderr": "error"}[stream])

    def test_of_a_device_is_no_matter(self):
        self.assertEqual(self.abut(*self.clash, "--save", "/dev/null", "--csv", "/dev/null").status, 1)


class Names(OutputTest):
    def test_that_are_empty_are_refused(self):
        """--save '' was as if it had not been given."""
        for option in ["--save", "--csv", "--report", "--baseline", "--motion", "--allow", "--clearances"]:
            self.assert_refused("%s: the name is empty. See abut clash --help." % option, *self.clash, option, "")
        self.assert_refused("--poses: the name is empty. See abut collide --help.", "collide", "a.obj", "a.obj",
                            "--poses", "")
        self.assert_refused("MODEL: the name is empty. See abut tree --help.", "tree", "")

    def test_that_are_as_long_as_names_can_be_are_taken(self):
        name = "n" * 255
        self.assertEqual(self.abut(*self.clash, "--save", name).status, 1)
        self.assertEqual(self.names(), ["a.obj", name])


class Permissions(OutputTest):
    def test_of_files_that_are_replaced_stay(self):
        """0600 and 0444 became 0644."""
        for mode in [0o600, 0o640, 0o666] + ([0o444] if os.geteuid() == 0 else []):
            self.file("out.json", "old")
            os.chmod(self.path("out.json"), mode)
            self.assertEqual(self.abut(*self.clash, "--save", "out.json").status, 1)
            self.assertEqual(self.mode("out.json"), mode)
            self.assertNotEqual(self.path("out.json").read_text(), "old")

    def test_of_new_files_are_what_the_umask_leaves(self):
        for mask in [0o022, 0o077, 0]:
            self.assertEqual(self.abut(*self.clash, "--save", "new%o" % mask, preexec_fn=lambda: os.umask(mask)).status,
                             1)
            self.assertEqual(self.mode("new%o" % mask), 0o666 & ~mask)

    def test_that_forbid_to_write_are_heeded(self):
        """The folder would let us replace the file."""
        self.file("out.json", "old")
        os.chmod(self.path("out.json"), 0o444)
        os.chmod(self.folder, 0o777)
        as_nobody = {}
        if os.geteuid() == 0:
            as_nobody["preexec_fn"] = lambda: (os.setgid(NOBODY), os.setuid(NOBODY))
        self.assert_refused("out.json: cannot be written: Permission denied.", *self.clash, "--save", "out.json",
                            **as_nobody)
        self.assertEqual((self.path("out.json").read_text(), self.mode("out.json")), ("old", 0o444))


class Links(OutputTest):
    def test_are_followed_and_stay(self):
        self.path("sub").mkdir()
        self.file("sub/target.json", "old")
        os.symlink("sub/target.json", self.path("link"))
        os.symlink("sub/gone.json", self.path("dangling"))  # was replaced by a file
        for link in ["link", "dangling"]:
            self.assertEqual(self.abut(*self.clash, "--save", link).status, 1)
            self.assertTrue(self.path(link).is_symlink())
        self.assertEqual(sorted(os.listdir(self.path("sub"))), ["gone.json", "target.json"])
        for target in ["sub/target.json", "sub/gone.json"]:
            self.assertEqual(len(json.loads(self.path(target).read_text())["findings"]), 1)

    def test_that_lead_nowhere_are_refused(self):
        os.symlink("loop", self.path("loop"))
        self.assert_refused("loop: cannot be written: Too many levels of symbolic links.", *self.clash, "--save", "loop")
        os.symlink("no/such/folder", self.path("astray"))
        self.assert_refused("astray: cannot be written: its directory does not exist.", *self.clash, "--save", "astray")


class Streams(OutputTest):
    """What is no regular file is written to as it is."""

    def test_a_pipe_with_a_name_is_written_to(self):
        os.mkfifo(self.path("pipe"))
        read = []
        reader = threading.Thread(target=lambda: read.append(self.path("pipe").read_text()), daemon=True)
        reader.start()
        self.assertEqual(self.abut(*self.clash, "--save", "pipe", "--quiet").status, 1)
        reader.join(PATIENCE)
        self.assertEqual(len(json.loads(read[0])["findings"]), 1)
        self.assertTrue(stat.S_ISFIFO(os.stat(self.path("pipe")).st_mode))

    def test_a_pipe_that_nobody_reads_any_more_is_an_error_and_leaves_no_other_file(self):
        self.file("a.obj", two_boxes(*["part%d" % i for i in range(400)], gap=0))  # more than a pipe holds
        with Pipe(self.path("pipe")) as pipe:
            process = subprocess.Popen([ABUT, *self.clash, "--save", "pipe", "--csv", "table.csv"], cwd=self.folder,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            self.assertEqual(pipe.read_byte(), b"{")
        out, err = process.communicate(timeout=PATIENCE)
        self.assertEqual((process.returncode, out, err.decode()), (2, b"", "abut: pipe: cannot be written: Broken pipe.\n"))
        self.assertEqual(self.names(), ["a.obj", "pipe"])

    def test_the_standard_output_is_written_to_wherever_it_goes(self):
        for name in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]:
            result = self.abut(*self.clash, "--save", name, "--quiet")
            self.assertEqual((result.status, len(json.loads(result.out)["findings"])), (1, 1))
            with open(self.path("out"), "wb") as out:
                subprocess.run([ABUT, *self.clash, "--save", name], stdout=out, cwd=self.folder, timeout=PATIENCE)
            report, *text = self.path("out").read_text().splitlines()
            self.assertEqual(len(json.loads(report)["findings"]), 1)
            self.assertRegex(text[-1], r"\A1 clearance; ")

    def test_a_full_device_is_an_error(self):
        self.assert_refused("/dev/full: cannot be written: No space left on device.", *self.clash, "--save",
                            "/dev/full")

    def test_a_reader_that_goes_away_is_no_news(self):
        self.file("a.obj", two_boxes(*["part%d" % i for i in range(400)], gap=0))
        process = subprocess.Popen([ABUT, *self.clash, "--json", "--save", "out.json"], cwd=self.folder,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        process.stdout.read(1)
        process.stdout.close()
        self.assertEqual((process.stderr.read(), process.wait(PATIENCE)), (b"", 2))
        process.stderr.close()
        self.assertEqual(self.names(), ["a.obj", "out.json"])


class FullAndClosed(OutputTest):
    def run_with(self, redirection, *arguments):
        """Through a shell, which can close streams."""
        return Result(subprocess.run(["sh", "-c", '"$0" "$@" ' + redirection, ABUT, *arguments], cwd=self.folder,
                                     capture_output=True, timeout=PATIENCE))

    def test_help_and_version_on_a_full_device_are_errors(self):
        """They exited with 0."""
        for arguments in [["--help"], ["--version"], ["clash", "--help"], ["bench", "--help"], [*self.clash, "--json"],
                          self.clash, ["tree", "a.obj"], ["tree", "a.obj", "--json"], ["self", "a.obj", "--json"]]:
            result = self.run_with("> /dev/full", *arguments)
            self.assertEqual((result.status, result.err),
                             (2, "abut: the standard output cannot be written: No space left on device.\n"), arguments)
            self.assertEqual(self.run_with(">&-", *arguments).status, 2, arguments)

    def test_an_error_stream_that_cannot_be_written_changes_nothing_else(self):
        """It aborted the run; with the stream closed, a warning landed inside the saved JSON."""
        warned = [*self.clash, "--ignore", "nobody:noone", "--save", "out.json", "--json"]
        self.assertEqual(self.abut(*warned).err, "abut: no two parts match 'nobody' and 'noone'.\n")
        for redirection in ["2> /dev/full", "2>&-", "2< /dev/null", "0<&- 2>&-"]:
            result = self.run_with(redirection, *warned)
            self.assertEqual((result.status, result.err), (1, ""), redirection)
            self.assertEqual(json.loads(result.out), json.loads(self.path("out.json").read_text()))
            self.assertEqual(len(json.loads(result.out)["findings"]), 1)
            for arguments, status in [(["collide", "a.obj", "a.obj", "--stats"], 1), (["tree", "none.obj"], 2),
                                      (["no command"], 2)]:
                self.assertEqual(self.run_with(redirection, *arguments).status, status)

    def test_an_error_stream_that_nobody_reads_changes_nothing_else(self):
        reading, writing = os.pipe()
        os.close(reading)
        completed = subprocess.run([ABUT, *self.clash, "--ignore", "nobody:noone", "--json"], cwd=self.folder,
                                   stdout=subprocess.PIPE, stderr=writing, timeout=PATIENCE)
        os.close(writing)
        self.assertEqual((completed.returncode, len(json.loads(completed.stdout)["findings"])), (1, 1))

    def test_files_never_take_the_place_of_closed_streams(self):
        for closed in ["0<&-", "1>&-", "2>&-", "0<&- 1>&-", "0<&- 1>&- 2>&-"]:
            result = self.run_with(closed, *self.clash, "--ignore", "nobody:noone", "--save", "out.json", "--csv",
                                   "out.csv")
            self.assertEqual(result.status, 2 if "1>&-" in closed else 1, closed)
            self.assertEqual(len(json.loads(self.path("out.json").read_text())["findings"]), 1)
            self.assertEqual(len(self.path("out.csv").read_text().splitlines()), 2)
        self.assertEqual(self.run_with("0<&-", "collide", "a.obj", "a.obj", "--poses", "-").err,
                         "abut: standard input: cannot be read: Bad file descriptor.\n")

    def test_a_file_that_may_not_grow_is_an_error_and_the_old_one_stays(self):
        self.file("out.json", "old")
        result = self.run_with("", *self.clash, "--save", "out.json")
        self.file("out.json", "old")
        completed = subprocess.run(["sh", "-c", 'ulimit -f 0; "$0" "$@"', ABUT, *self.clash, "--save", "out.json"],
                                   cwd=self.folder, capture_output=True, timeout=PATIENCE)
        self.assertEqual((completed.returncode, completed.stderr.decode()),
                         (2, "abut: out.json: cannot be written: File too large.\n"))
        self.assertEqual((self.names(), self.path("out.json").read_text()), (["a.obj", "out.json"], "old"))
        self.assertEqual(result.status, 1)


@unittest.skipIf(os.environ.get("ABUT_SLOWDOWN", "1") != "1", "a sanitizer needs memory of its own")
class Memory(OutputTest):
    """--save held 6.7 GB for a report of 710 MB. This is a tenth of it."""

    def peak(self, *arguments):
        """In bytes."""
        process = subprocess.Popen([ABUT, *arguments, "--quiet"], cwd=self.folder, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(process.returncode, 1)
        return usage.ru_maxrss * 1024

    def test_of_a_large_report_is_not_that_of_its_text(self):
        # 20 boxes nearer to each other than asked for, 190 pairs, at 20,000 steps: 3.8 million distances.
        self.file("a.obj", two_boxes(*["part%d" % i for i in range(20)], gap=0.1234567))
        steps = 20000
        self.file("motion.txt", "".join("step %d\n" % i for i in range(steps)))
        command = ["clash", "a.obj", "--clearance", "25", "--any-size", "--motion", "motion.txt", "--threads", "1"]
        plain = self.peak(*command)
        saved = self.peak(*command, "--save", "out.json", "--csv", "out.csv")
        printed = self.peak(*command, "--json")
        size = os.path.getsize(self.path("out.json"))
        self.assertGreater(size, 60_000_000)
        # Was eight times the size.
        self.assertLess(saved - plain, 0.1 * size)
        self.assertLess(printed - plain, 0.1 * size)

    def test_that_is_not_enough_is_an_error(self):
        self.file("large.obj", "".join("v %d %d 0\n" % (i % 700, i // 700) for i in range(400000)) +
                  "".join("f %d %d %d\n" % (i, i + 1, i + 700) for i in range(1, 399000)))
        completed = subprocess.run(["sh", "-c", 'ulimit -v 60000; "$0" "$@"', ABUT, "tree", "large.obj"],
                                   cwd=self.folder, capture_output=True, timeout=PATIENCE)
        self.assertEqual((completed.returncode, completed.stderr.decode()),
                         (2, "abut: there is not enough memory for this.\n"))


if __name__ == "__main__":
    unittest.main()
