#!/usr/bin/env python3
"""Checks the picture "From collide() to the kernels" of docs/house.md against the code: check_path.py [REPOSITORY]

A row of the picture names a file and functions that call each other, `first → second → Class::third`. Every function is
defined in a file of the picture and, as far as the row's file can see, nowhere else; it calls the next one; the first
of a row is called by one of an earlier row. At most six files, and none that includes anything of classic/. Prints one
line per fault and fails if there is one.
"""

import re
import sys
from pathlib import Path

HEADING = "## From `collide()` to the kernels"
MOST_FILES = 6
ROW = re.compile(r"^\W*((?:include|src|classic)/\S+\.(?:h|cpp))\s+(.+?)(?:\s{2,}.*)?$", re.MULTILINE)
INCLUDE = re.compile(r"^[ \t]*#[ \t]*include[ \t]*[<\"]([^>\"\n]+)[>\"]", re.MULTILINE)
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)


def rows_of(document):
    """[(file, [function, ...]), ...] of the block below the heading."""
    block = document.partition(HEADING)[2].partition("```")[2].partition("```")[0]
    return [(file, [name.strip() for name in names.split("→")]) for file, names in ROW.findall(block)]


def block_from(text, opening):
    """What stands between this brace and the one that closes it."""
    depth = 0
    for at in range(opening, len(text)):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if depth == 0:
            return text[opening + 1:at]
    return ""


def bodies(text, name):
    """The bodies of all functions of this name; of those of one class only for Class::function."""
    scope, _, function = name.rpartition("::")
    if scope:
        heads = re.finditer(rf"\b(?:class|struct) {scope}\b[^;{{]*\{{", text)
        return [body for head in heads for body in bodies(block_from(text, head.end() - 1), function)]
    # A definition has a brace before its first semicolon, and a type before its name.
    heads = re.finditer(rf"[\w>&*] +[&*]?{function}\([^;{{}}]*(?:\{{\}}[^;{{}}]*)*\)[^;{{}}()]*\{{", text)
    return [block_from(text, head.end() - 1) for head in heads]


class House:
    def __init__(self, repository):
        self.repository = Path(repository)
        self.texts = {}

    def text(self, file):
        if file not in self.texts:
            path = self.repository / file
            self.texts[file] = COMMENT.sub("", path.read_text(encoding="utf-8")) if path.is_file() else None
        return self.texts[file]

    def reach(self, file):
        """The file, the files of the house that it includes, also through others, and the sources beside these."""
        reached, waiting = set(), [file]
        while waiting:
            file = waiting.pop()
            if file in reached or self.text(file) is None:
                continue
            reached.add(file)
            for name in INCLUDE.findall(self.text(file)):
                waiting += [f"include/{name}", f"src/{name}", name]
        return reached | {source for header in reached if self.text(source := re.sub(r"\.h$", ".cpp", header))}


def faults(house, rows):
    files = [file for file, _ in rows]
    if len(rows) < 2:
        yield f"docs/house.md: no picture below '{HEADING}'"
    if len(set(files)) > MOST_FILES:
        yield f"the path goes through {len(set(files))} files, more than {MOST_FILES}"
    earlier = []
    for file, names in rows:
        if house.text(file) is None:
            yield f"{file}: is not there"
            continue
        reached = house.reach(file)
        yield from (f"{file}: includes {other}" for other in sorted(reached) if other.startswith("classic/"))
        is_interface = file.startswith("include/")
        callers = []
        for name in names:
            called = re.compile(rf"\b{name.rpartition('::')[2]}\b")
            if is_interface:
                if not called.search(house.text(file)):
                    yield f"{file}: declares no {name}"
                callers = [house.text(file)]
                continue
            homes = [other for other in sorted(reached) if bodies(house.text(other), name)]
            if not set(homes) & set(files):
                yield f"{file}: {name} is defined in no file of the picture"
            # Functions of one name that other files have for themselves are told apart by the row's own file.
            yield from (f"{file}: {name} is also defined in {other}" for other in homes
                        if other not in files and file not in homes)
            before = callers or earlier
            if not any(called.search(body) for body in before):
                yield f"{file}: nothing before it in the picture calls {name}"
            callers = [body for other in files if house.text(other) for body in bodies(house.text(other), name)]
            earlier += callers
        earlier += callers


def main():
    repository = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parents[1]
    rows = rows_of((repository / "docs/house.md").read_text(encoding="utf-8"))
    found = list(faults(House(repository), rows))
    for fault in found:
        print(fault)
    if found:
        sys.exit(1)
    print(f"path: collide() reaches the kernels through {len({file for file, _ in rows})} files")


if __name__ == "__main__":
    main()
