"""What shared libraries of abut export, and that programs run with them:
shared_test.py COMPILER FLAGS WORK_FOLDER LIBRARY.so..."""

import re
import subprocess
import sys
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
INCLUDE = HERE.parents[1] / "include"
COMPILER, FLAGS, WORK = sys.argv[1], sys.argv[2].split(), Path(sys.argv[3])
LIBRARIES = {Path(path).name.partition(".")[0]: Path(path).absolute() for path in sys.argv[4:]}
HEADERS = "\n".join(re.sub(r"//[^\n]*", "", path.read_text(encoding="utf-8")) for path in INCLUDE.glob("abut/*"))
# "abut::classic::Model::refit(...)" and "typeinfo for abut::Error" name Model and Error.
OURS = re.compile(r"^(?:(?:vtable|typeinfo|typeinfo name|guard variable) for )?abut::(?:classic::|detail::|shapes::)?(~?\w+)")


def exported(library):
    """[(kind, name), ...] as nm tells."""
    output = subprocess.run(["nm", "-DC", "--defined-only", library], check=True, capture_output=True, text=True).stdout
    return [(line.split()[1], line.split(maxsplit=2)[2].removeprefix("non-virtual thunk to "))
            for line in output.splitlines() if len(line.split(maxsplit=2)) == 3]


class SharedLibraries(unittest.TestCase):
    def test_export_what_the_public_headers_declare_and_nothing_else(self):
        private = set(re.findall(r"ABUT_PRIVATE (\w+)", HEADERS))
        self.assertIn("ModelData", private)
        for library in LIBRARIES.values():
            names = exported(library)
            # The smallest, abut_report, has ten functions.
            self.assertGreaterEqual(sum(bool(OURS.match(name)) for _, name in names), 10, library)
            for kind, name in names:
                ours = OURS.match(name)
                self.assertIsNotNone(ours, f"{library}: {kind} {name}")
                word = ours[1].removeprefix("~")
                self.assertRegex(HEADERS, rf"\b{word}\b", f"{library}: {kind} {name}")
                self.assertNotIn(word, private, f"{library}: {kind} {name}")
                self.assertNotRegex(name.split("(")[0], rf"::(?:{'|'.join(private)})\b", f"{library}: {kind} {name}")

    def test_export_a_function_of_each_kind(self):
        every = {name for library in LIBRARIES.values() for _, name in exported(library)}
        for start in ["abut::collide(", "abut::Model::Model(", "abut::Solid::model() const", "abut::classic::collide(",
                      "abut::write_page(", "abut::detail::new_stamp()"]:
            self.assertTrue(any(name.startswith(start) for name in every), start)
        self.assertFalse(any(name.startswith("abut::visit_pairs(") for name in every))

    def run_with_them(self, source, words, *libraries):
        program = WORK / Path(source).stem
        paths = [LIBRARIES[name] for name in libraries]
        subprocess.run([COMPILER, "-std=c++20", *FLAGS, "-I", INCLUDE, HERE / source, *paths,
                        *[f"-Wl,-rpath,{path.parent}" for path in paths], "-o", program], check=True)
        done = subprocess.run([program], cwd=WORK, check=True, capture_output=True, text=True)
        self.assertIn(words, done.stdout)
        needed = subprocess.run(["readelf", "-d", program], check=True, capture_output=True, text=True).stdout
        for name in libraries:
            self.assertIn(f"[{name}.so", needed)

    def test_serve_a_program_that_writes_reports(self):
        self.run_with_them("report.cpp", "the installed reports work", "libabut_report", "libabut")

    def test_serve_a_program(self):
        self.run_with_them("main.cpp", "the installed abut works", "libabut")

    def test_serve_a_program_with_classic_trees(self):
        self.run_with_them("classic.cpp", "the installed classic trees work", "libabut_classic", "libabut_shapes",
                           "libabut")


if __name__ == "__main__":
    WORK.mkdir(parents=True, exist_ok=True)
    unittest.main(argv=sys.argv[:1])
