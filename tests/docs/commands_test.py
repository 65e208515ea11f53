"""The runner of the documentation's commands must find them, run them in order, and stop at what fails."""

import subprocess
import unittest

from scripts import script

runner = script("run_docs_commands")


def ran(*commands):
    """Runs commands as a page would; gives the exit status and what they and the runner printed."""
    text = runner.script_of("page", commands)
    done = subprocess.run(["bash", "-u"], input=text, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


class Commands(unittest.TestCase):
    def test_only_marked_blocks_hold_commands(self):
        page = "```sh\na\n```\n```text\nb\n```\n```\nc\n```\n```console\n$ d\nprinted\n```\n"
        self.assertEqual(runner.BLOCK.findall(page), [("sh", "a\n"), ("console", "$ d\nprinted\n")])
        self.assertEqual(runner.commands_of("console", "$ d\nprinted\n"), ["d"])

    def test_a_command_may_have_several_lines(self):
        text = "# a comment\ncat > f <<'END'\none\nEND\n\nfor i in 1 2; do\n  echo $i\ndone\necho a \\\n  b\n"
        self.assertEqual(runner.commands_of("sh", text), ["cat > f <<'END'\none\nEND",
                                                          "for i in 1 2; do\n  echo $i\ndone", "echo a \\\n  b"])

    def test_a_command_without_an_end_is_refused(self):
        with self.assertRaises(ValueError):
            runner.commands_of("sh", "cat <<'END'\none\n")

    def test_commands_run_in_one_shell_and_are_shown(self):
        self.assertEqual(ran("x='it is'", 'echo "$x"'), (0, "[page] $ x='it is'\n[page] $ echo \"$x\"\nit is\n", ""))

    def test_the_first_failure_ends_the_page(self):
        self.assertEqual(ran("false", "echo on"), (1, "[page] $ false\n", "page: exit status 1, not 0\n"))

    def test_a_command_may_say_which_exit_status_it_has(self):
        self.assertEqual(ran("false  # exits with 1: on purpose")[0], 0)
        self.assertEqual(ran("true  # exits with 1: on purpose")[0], 1)

    def test_every_start_page_has_commands_with_an_end(self):
        start = [page for page in runner.pages() if page.parent.name == "start"]
        self.assertEqual([page.stem for page in start], runner.START)
        for page in start:
            self.assertTrue(runner.commands_in(page), page)


if __name__ == "__main__":
    unittest.main()
