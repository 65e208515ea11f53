"""The layer check must see what it is there for: each test builds a small house with one fault in it."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

CHECK = Path(__file__).resolve().parents[2] / "scripts" / "check_layers.py"

SOUND = {
    "abut.h": "#pragma once\n#include <abut/query/collide.h>\n#include <abut/io/load.h>\n",
    "error.h": "#pragma once\n#include <string>\n",
    "math/vec3.h": "#pragma once\n#include <cmath>\n",
    "math/eigen.h": "#pragma once\n#include <abut/math/vec3.h>\n#include <Eigen/Geometry>\n",
    "mesh/mesh.h": "#pragma once\n#include <abut/math/vec3.h>\n",
    "mesh/mesh.cpp": "#include <abut/error.h>\n#include <abut/mesh/mesh.h>\n#include <boost/version.hpp>\n",
    "io/load.h": "#pragma once\n#include <abut/mesh/mesh.h>\n",
    "tree/build.h": '#pragma once\n#include <abut/mesh/mesh.h>\n#include "split.h"\n',
    "tree/split.h": "#pragma once\n",
    "query/collide.h": "#pragma once\n#include <abut/tree/build.h>\n",
}


class CheckLayers(unittest.TestCase):
    def check(self, **changes):
        """Runs the check on the sound house with some files changed; gives its exit status and what it printed."""
        with tempfile.TemporaryDirectory() as repository:
            for name, text in {**SOUND, **changes.get("files", {})}.items():
                path = Path(repository) / "src" / "abut" / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            run = subprocess.run([sys.executable, CHECK, repository], capture_output=True, text=True, check=False)
            return run.returncode, run.stdout

    def assert_fault(self, files, line):
        self.assertEqual(self.check(files=files), (1, line + "\n"))

    def test_passes_a_sound_house(self):
        self.assertEqual(self.check(), (0, "layers: 10 files include only leftwards\n"))

    def test_refuses_an_include_to_the_right(self):
        self.assert_fault(
            {"mesh/mesh.cpp": "#include <abut/query/collide.h>\n"},
            "abut/mesh/mesh.cpp: includes abut/query/collide.h, but mesh may include only math, itself, error.h",
        )

    def test_refuses_an_include_to_the_right_by_a_relative_name(self):
        self.assert_fault(
            {"tree/split.h": '#pragma once\n  #  include "../query/collide.h"\n'},
            "abut/tree/split.h: includes abut/query/collide.h, "
            "but tree may include only math, mesh, volume, leaf, itself, error.h",
        )

    def test_refuses_a_mesh_that_reads_files(self):
        self.assert_fault(
            {"mesh/mesh.cpp": "#include <abut/io/load.h>\n"},
            "abut/mesh/mesh.cpp: includes abut/io/load.h, but mesh may include only math, itself, error.h",
        )

    def test_refuses_io_that_asks_queries(self):
        self.assert_fault(
            {"io/stl.cpp": "#include <abut/query/collide.h>\n"},
            "abut/io/stl.cpp: includes abut/query/collide.h, but io may include only math, mesh, tree, itself, error.h",
        )

    def test_refuses_an_error_header_that_includes_a_room(self):
        self.assert_fault(
            {"error.h": "#pragma once\n#include <abut/math/vec3.h>\n"},
            "abut/error.h: includes abut/math/vec3.h, but error.h stands below every room",
        )

    def test_refuses_abut_h_inside_the_house(self):
        self.assert_fault(
            {"mesh/mesh.cpp": "#include <abut/abut.h>\n"},
            "abut/mesh/mesh.cpp: includes abut.h, which is for users only",
        )

    def test_refuses_a_file_that_is_not_there(self):
        self.assert_fault(
            {"mesh/mesh.cpp": "#include <abut/math/vec4.h>\n"},
            "abut/mesh/mesh.cpp: includes abut/math/vec4.h, which does not exist",
        )

    def test_refuses_an_unknown_room_and_a_file_without_one(self):
        self.assert_fault(
            {"attic/box.h": "#pragma once\n"},
            "abut/attic/box.h: 'attic' is not a room of the house "
            "(math mesh volume leaf tree traverse query scene io)",
        )
        self.assert_fault(
            {"box.h": "#pragma once\n"},
            "abut/box.h: only abut.h and error.h live at the top; everything else has a room",
        )

    def test_refuses_a_header_without_pragma_once(self):
        self.assert_fault({"tree/split.h": "// #pragma once\n"}, "abut/tree/split.h: has no #pragma once")
        self.assert_fault({"leaf/box-inl.h": "#pragma once\n"}, "abut/leaf/box-inl.h: has no guard by HWY_TARGET_TOGGLE")
        kernel = "#if defined(BOX_INL_H_) == defined(HWY_TARGET_TOGGLE)\n#include <hwy/highway.h>\n#endif\n"
        self.assertEqual(self.check(files={"leaf/box-inl.h": kernel})[0], 0)

    def test_refuses_a_public_header_that_needs_a_library(self):
        for header in ["Eigen/Core", "boost/version.hpp", "tbb/parallel_for.h", "oneapi/tbb.h", "libqhullcpp/Qhull.h",
                       "hwy/highway.h"]:
            self.assert_fault(
                {"tree/split.h": f"#pragma once\n#include <{header}>\n"},
                f"abut/tree/split.h: includes {header}, which users need not have, but abut.h reaches it "
                "(abut/abut.h > abut/query/collide.h > abut/tree/build.h > abut/tree/split.h)",
            )

    def test_does_not_mistake_a_comment_for_an_include(self):
        self.assertEqual(
            self.check(files={"mesh/mesh.cpp": "// #include <abut/abut.h>\n/*\n#include <abut/abut.h>\n*/\n"})[0], 0
        )

    def test_refuses_a_repository_without_sources(self):
        with tempfile.TemporaryDirectory() as empty:
            run = subprocess.run([sys.executable, CHECK, empty], capture_output=True, text=True, check=False)
            self.assertEqual(run.returncode, 1)


if __name__ == "__main__":
    unittest.main()
