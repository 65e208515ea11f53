"""The check of the picture must see what it is there for: each test builds a small house with one fault in it."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

CHECK = Path(__file__).resolve().parents[2] / "scripts" / "check_path.py"

PICTURE = """# The house

## From `collide()` to the kernels

```
include/abut/collide.h      collide                    what users call
 ▼
src/query/collide.cpp       collide → run              checks
 └▶ src/engine/visit-inl.h  Visit::go → kernel         eight at once
```
"""
SOUND = {
    "docs/house.md": PICTURE,
    "include/abut/collide.h": "#pragma once\nint collide(int a);\n",
    "src/query/collide.cpp": '#include "engine/visit.h"\n#include <abut/collide.h>\n'
                             "namespace {\nint run(int a) { return Visit{a}.go(); }\n}\n"
                             "int collide(int a) {\n  if (a) { return 0; }\n  return run(a);\n}\n",
    "src/engine/visit.h": '#pragma once\n#include "engine/visit-inl.h"\n',
    "src/engine/visit-inl.h": "int kernel(int a) { return a; }\n"
                              "struct Visit {\n  int a;\n  int go() const { return kernel(a); }\n};\n",
    "classic/tree.h": "#pragma once\n",
}


class CheckPath(unittest.TestCase):
    def check(self, **files):
        with tempfile.TemporaryDirectory() as repository:
            for name, text in {**SOUND, **files.get("files", {})}.items():
                path = Path(repository) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            done = subprocess.run([sys.executable, CHECK, repository], capture_output=True, text=True, check=False)
            return done.returncode, done.stdout + done.stderr

    def expect_fault(self, words, **files):
        status, output = self.check(files=files)
        self.assertEqual(status, 1, output)
        self.assertIn(words, output)

    def changed(self, file, before, after):
        self.assertIn(before, SOUND[file])
        return {file: SOUND[file].replace(before, after)}

    def test_a_sound_picture_passes(self):
        status, output = self.check()
        self.assertEqual(status, 0, output)
        self.assertIn("3 files", output)

    def test_a_missing_picture_is_seen(self):
        self.expect_fault("no picture", **{"docs/house.md": "# The house\n"})

    def test_a_file_that_is_gone_is_seen(self):
        self.expect_fault("src/engine/gone.h: is not there",
                          **self.changed("docs/house.md", "src/engine/visit-inl.h", "src/engine/gone.h"))

    def test_a_function_that_was_renamed_is_seen(self):
        self.expect_fault("kernel is defined in no file of the picture",
                          **self.changed("src/engine/visit-inl.h", "kernel", "core"))

    def test_a_function_that_is_no_longer_called_is_seen(self):
        self.expect_fault("nothing before it in the picture calls run",
                          **self.changed("src/query/collide.cpp", "return run(a);", "return 0;"))
        self.expect_fault("nothing before it in the picture calls Visit::go",
                          **self.changed("src/query/collide.cpp", ".go()", ".a"))

    def test_a_function_that_moved_to_another_file_is_seen(self):
        moved = self.changed("src/engine/visit-inl.h", "int kernel(int a) { return a; }\n", '#include "engine/core.h"\n')
        self.expect_fault("kernel is also defined in src/engine/core.h",
                          **moved, **{"src/engine/core.h": "#pragma once\nint kernel(int a) { return a; }\n"})

    def test_a_way_through_classic_is_seen(self):
        self.expect_fault("includes classic/tree.h",
                          **self.changed("src/engine/visit.h", "#pragma once\n",
                                         '#pragma once\n#include "classic/tree.h"\n'))

    def test_more_than_six_files_are_seen(self):
        more = "".join(f"src/engine/more{i}.h  kernel\n" for i in range(5))
        files = {f"src/engine/more{i}.h": "#pragma once\nint kernel(int a) { return a; }\n" for i in range(5)}
        self.expect_fault("8 files, more than 6", **files,
                          **{"docs/house.md": PICTURE[:-4] + more + "```\n"})


if __name__ == "__main__":
    unittest.main()
