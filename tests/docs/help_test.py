"""Every script in scripts/ says what it does when asked for --help, and does nothing else."""

import subprocess
import unittest
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
# Called by other scripts alone.
INNER = {"campaign_run"}


def is_bash(file):
    return file.is_file() and not file.suffix and file.read_text(encoding="utf-8").startswith("#!/usr/bin/env bash")


class Help(unittest.TestCase):
    def test_it_is_the_script_s_own_first_lines(self):
        scripts = [file for file in sorted(SCRIPTS.iterdir()) if is_bash(file) and file.name not in INNER]
        self.assertGreater(len(scripts), 15)
        for file in scripts:
            with self.subTest(file.name):
                # A script that went on would build for minutes.
                run = subprocess.run([file, "--help"], capture_output=True, text=True, timeout=10, check=False)
                first = file.read_text(encoding="utf-8").splitlines()[1]
                self.assertEqual((run.returncode, run.stderr), (0, ""))
                self.assertEqual("# " + run.stdout.splitlines()[0], first)
                self.assertNotIn("source", run.stdout)


if __name__ == "__main__":
    unittest.main()
