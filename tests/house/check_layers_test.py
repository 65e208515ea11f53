"""The layer check must see what it is there for: each test builds a small house with one fault in it."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

CHECK = Path(__file__).resolve().parents[2] / "scripts" / "check_layers.py"

SOUND = {
    "include/abut/abut.h": "#pragma once\n#include <abut/collide.h>\n#include <abut/load.h>\n",
    "include/abut/error.h": "#pragma once\n#include <string>\n",
    "include/abut/vec3.h": "#pragma once\n#include <cmath>\n",
    "include/abut/eigen.h": "#pragma once\n#include <abut/vec3.h>\n#include <Eigen/Geometry>\n",
    "include/abut/mesh.h": "#pragma once\n#include <abut/vec3.h>\n",
    "include/abut/load.h": "#pragma once\n#include <abut/mesh.h>\n",
    "include/abut/collide.h": "#pragma once\n#include <abut/mesh.h>\n",
    "src/mesh/mesh.cpp": "#include <abut/error.h>\n#include <abut/mesh.h>\n#include <boost/version.hpp>\n",
    "src/engine/tree.h": '#pragma once\n#include "mesh/polygon.h"\n',
    "src/mesh/polygon.h": "#pragma once\n#include <abut/mesh.h>\n",
    "shapes/box.cpp": '#include "mesh/polygon.h"\n',
    "cli/collide.cpp": '#include "output.h"\n#include <abut/abut.h>\n#include "report/shown.h"\n',
    "src/report/shown.h": "#pragma once\n",
}


class CheckLayers(unittest.TestCase):
    def check(self, **changes):
        """Runs the check on the sound house with some files changed; gives its exit status and what it printed."""
        with tempfile.TemporaryDirectory() as repository:
            for name, text in {**SOUND, **changes.get("files", {})}.items():
                path = Path(repository) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            run = subprocess.run([sys.executable, CHECK, repository], capture_output=True, text=True, check=False)
            return run.returncode, run.stdout

    def assert_fault(self, files, line):
        self.assertEqual(self.check(files=files), (1, line + "\n"))

    def test_passes_a_sound_house(self):
        self.assertEqual(self.check(), (0, "layers: 13 files include only leftwards\n"))

    def test_refuses_an_include_to_the_right(self):
        self.assert_fault(
            {"src/mesh/mesh.cpp": '#include "engine/tree.h"\n'},
            "src/mesh/mesh.cpp: includes engine/tree.h, but mesh may include only base, math, itself",
        )

    def test_refuses_a_public_header_of_a_room_to_the_right(self):
        self.assert_fault(
            {"src/mesh/mesh.cpp": "#include <abut/collide.h>\n"},
            "src/mesh/mesh.cpp: includes abut/collide.h, but mesh may include only base, math, itself",
        )

    def test_refuses_an_engine_that_passes_through_the_classic_trees(self):
        self.assert_fault(
            {"src/engine/tree.h": '#pragma once\n  #  include "classic/obb.h"\n', "classic/obb.h": "#pragma once\n"},
            "src/engine/tree.h: includes classic/obb.h, but engine may include only base, math, mesh, leaf, itself",
        )

    def test_refuses_io_that_asks_queries(self):
        self.assert_fault(
            {"src/io/stl.cpp": "#include <abut/collide.h>\n"},
            "src/io/stl.cpp: includes abut/collide.h, but io may include only base, math, mesh, itself",
        )

    def test_refuses_a_command_that_looks_into_the_rooms(self):
        self.assert_fault(
            {"cli/collide.cpp": '#include "engine/tree.h"\n'},
            "cli/collide.cpp: includes engine/tree.h, but cli may include only public headers and "
            "assembly/body_cache.h, assembly/clash_pieces.h, assembly/read_parts.h, assembly/size_check.h, "
            "base/workers.h, classic/any_model.h, cluster/bytes.h, cluster/crew.h, io/checksum.h, "
            "io/file.h, io/module_file.h, io/text.h, io/unfinished.h, report/amounts.h, report/shown.h")

    def test_refuses_abut_h_inside_the_house(self):
        self.assert_fault(
            {"src/mesh/mesh.cpp": "#include <abut/abut.h>\n"},
            "src/mesh/mesh.cpp: includes abut.h, which is for users only",
        )

    def test_refuses_a_file_that_is_not_there(self):
        self.assert_fault(
            {"src/mesh/mesh.cpp": "#include <abut/vec4.h>\n"},
            "src/mesh/mesh.cpp: includes abut/vec4.h, which does not exist",
        )
        self.assert_fault(
            {"src/mesh/mesh.cpp": '#include "math/vec4.h"\n'},
            "src/mesh/mesh.cpp: includes math/vec4.h, which does not exist",
        )

    def test_refuses_a_file_without_a_room(self):
        self.assert_fault(
            {"src/attic/box.h": "#pragma once\n"},
            "src/attic/box.h: is in no room of the house (src/base, src/math, src/mesh, src/leaf, src/engine, "
            "src/query, src/shape, src/store, src/assembly, src/robot, src/scene, src/report, src/io, shapes, cluster, classic)",
        )

    def test_refuses_a_public_header_that_nobody_announced(self):
        self.assert_fault(
            {"include/abut/attic.h": "#pragma once\n"},
            "include/abut/attic.h: is not known as a public header; name its room in SPEAKS_FOR",
        )

    def test_refuses_a_header_without_a_guard(self):
        self.assert_fault({"src/mesh/polygon.h": "// #pragma once\n"}, "src/mesh/polygon.h: has no #pragma once")
        self.assert_fault({"src/leaf/box-inl.h": "#pragma once\n"},
                          "src/leaf/box-inl.h: has no guard by HWY_TARGET_TOGGLE")
        kernel = "#if defined(BOX_INL_H_) == defined(HWY_TARGET_TOGGLE)\n#include <hwy/highway.h>\n#endif\n"
        self.assertEqual(self.check(files={"src/leaf/box-inl.h": kernel})[0], 0)

    def test_refuses_a_public_header_that_needs_a_library(self):
        for header in ["Eigen/Core", "boost/version.hpp", "tbb/parallel_for.h", "oneapi/tbb.h", "libqhullcpp/Qhull.h",
                       "hwy/highway.h"]:
            self.assert_fault(
                {"include/abut/collide.h": f"#pragma once\n#include <{header}>\n"},
                f"include/abut/collide.h: includes {header}, which users need not have",
            )

    def test_refuses_a_public_header_that_needs_a_private_one(self):
        self.assert_fault(
            {"include/abut/collide.h": '#pragma once\n#include "engine/tree.h"\n'},
            "include/abut/collide.h: includes engine/tree.h, which users do not have",
        )
        self.assert_fault(
            {"include/abut/abut.h": "#pragma once\n#include <abut/eigen.h>\n"},
            "include/abut/abut.h: includes abut/eigen.h, which asks for a library that users need not have",
        )

    def test_does_not_mistake_a_comment_for_an_include(self):
        self.assertEqual(
            self.check(files={"src/mesh/mesh.cpp": "// #include <abut/abut.h>\n/*\n#include <abut/abut.h>\n*/\n"})[0], 0
        )

    def test_refuses_a_repository_without_sources(self):
        with tempfile.TemporaryDirectory() as empty:
            run = subprocess.run([sys.executable, CHECK, empty], capture_output=True, text=True, check=False)
            self.assertEqual(run.returncode, 1)


if __name__ == "__main__":
    unittest.main()
