#!/usr/bin/env python3
"""Every function of the public headers has a row in the property run, or a reason why not: public_queries_test.py PROPERTY"""

import json
import re
import subprocess
import sys
import unittest
from pathlib import Path

SOURCES = Path(__file__).resolve().parent.parent.parent / "include"
# Headers without functions that answer something: arithmetic, procedural models, conversions.
WITHOUT_ANSWERS = {"abut.h", "vec3.h", "shapes.h", "inline_four.h", "eigen.h"}


def public_headers():
    return sorted(f"abut/{path.name}" for path in (SOURCES / "abut").glob("*.h") if path.name not in WITHOUT_ANSWERS)


def outermost(text):
    """The text within namespace abut, or abut::classic, and outside of all other braces, without comments."""
    text = re.sub(r"^namespace ABUT_API classic \{$|^\}  // namespace classic$", "", text, flags=re.MULTILINE)
    text = re.sub(r"//[^\n]*|^#[^\n]*", "", text, flags=re.MULTILINE)
    depth, kept = 0, []
    for c in text:
        if c == "}":
            depth -= 1
            kept.append(";" if depth == 1 else "")
        elif depth == 1 and c != "{":
            kept.append(c)
        depth += c == "{"
    return "".join(kept)


def functions_of(text):
    """The names of functions that are declared, operators aside."""
    names = set()
    for statement in outermost(text).split(";"):
        found = re.match(r"[\s\w:<>,&*\[\]]*?\b(\w+)\s*\(", statement)
        if found and "=" not in statement[: found.end()] and found.group(1) not in ("operator", "requires", "decltype"):
            names.add(found.group(1))
    return names


class PublicQueries(unittest.TestCase):
    lists = {}

    def test_every_public_function_has_a_row_or_a_reason(self):
        declared = set()
        for header in public_headers():
            declared |= functions_of((SOURCES / header).read_text(encoding="utf-8"))
        self.assertLessEqual({"collide", "distance", "within", "contains", "enclosed", "find_clashes"}, declared)
        asked = {name for row in self.lists["rows"] for name in row["functions"].split()}
        unasked = {name for one in self.lists["without_row"] for name in one["functions"].split()}
        self.assertEqual(declared - asked - unasked, set(), "add a row in tests/property, or a reason to without_row()")
        self.assertEqual((asked | unasked) - declared, set(), "tests/property names functions that are not there")
        self.assertEqual(asked & unasked, set())

    def test_reads_declarations(self):
        text = """namespace abut {
        struct A { int in_a(int); };
        /// not_this(int)
        std::vector<A> one(const A& a,
                           int b = 1);
        constexpr A two(int x) { return three(x); }
        inline constexpr int number = f(3);
        A operator*(const A&, const A&);
        }"""
        self.assertEqual(functions_of(text), {"one", "two"})


if __name__ == "__main__":
    PublicQueries.lists = json.loads(subprocess.run([sys.argv.pop(1), "--list", "1"], check=True, capture_output=True, text=True).stdout)
    unittest.main()
