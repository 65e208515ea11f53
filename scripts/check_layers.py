#!/usr/bin/env python3
"""Checks that the house stands: check_layers.py [REPOSITORY]

Rooms include only leftwards, every header has #pragma once (packet kernels, *-inl.h, Highway's own guard), and no header
that abut.h reaches asks a user for Eigen, Boost, TBB, Qhull, Highway or nlohmann-json. Prints one line per fault and fails if there is
one.
"""

import re
import sys
from pathlib import Path

ORDER = ["math", "mesh", "volume", "leaf", "tree", "traverse", "query", "scene"]
# What a room may include besides itself and error.h.
MAY_INCLUDE = {room: set(ORDER[:place]) for place, room in enumerate(ORDER)}
# Files are read into meshes and, one day, trees; only a scene may ask for files by itself.
MAY_INCLUDE["io"] = {"math", "mesh", "tree"}
MAY_INCLUDE["scene"].add("io")

NOT_FOR_USERS = re.compile(r"^(Eigen|unsupported/Eigen|boost|tbb|oneapi|libqhull\w*|hwy|nlohmann)/")

COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
INCLUDE = re.compile(r"^[ \t]*#[ \t]*include[ \t]*([<\"])([^>\"\n]+)[>\"]", re.MULTILINE)
PRAGMA_ONCE = re.compile(r"^[ \t]*#[ \t]*pragma[ \t]+once\b", re.MULTILINE)
ONCE_PER_TARGET = re.compile(r"^[ \t]*#[ \t]*if defined\(\w+\) == defined\(HWY_TARGET_TOGGLE\)", re.MULTILINE)


class House:
    """The text of src/abut, file by file; files are named by their path below src, such as abut/math/vec3.h."""

    def __init__(self, repository):
        source = Path(repository) / "src"
        self.text = {}
        for path in sorted((source / "abut").rglob("*")):
            if path.suffix in {".h", ".cpp"}:
                # A newline for a comment, so that what follows it on a line of its own stays there.
                self.text[path.relative_to(source).as_posix()] = COMMENT.sub("\n", path.read_text(encoding="utf-8"))

    def includes(self, file):
        """The files that `file` includes; a quoted name is looked for beside the file first, as a compiler does."""
        for quote, name in INCLUDE.findall(self.text[file]):
            beside = (Path("/") / file).parent / name
            beside = beside.resolve().relative_to("/").as_posix() if quote == '"' else ""
            yield beside if beside in self.text else name


def room_of(file):
    """math for abut/math/vec3.h; None for a file at the top, such as abut/error.h."""
    parts = file.split("/")
    return parts[1] if len(parts) > 2 else None


def layer_faults(house):
    for file in house.text:
        room = room_of(file)
        if room is None and file not in {"abut/abut.h", "abut/error.h"}:
            yield f"{file}: only abut.h and error.h live at the top; everything else has a room"
        if room is not None and room not in MAY_INCLUDE:
            yield f"{file}: '{room}' is not a room of the house ({' '.join(MAY_INCLUDE)})"
            continue
        for included in house.includes(file):
            if not included.startswith("abut/"):
                continue
            if included not in house.text:
                yield f"{file}: includes {included}, which does not exist"
            elif included == "abut/abut.h":
                yield f"{file}: includes abut.h, which is for users only"
            elif file == "abut/error.h":
                yield f"{file}: includes {included}, but error.h stands below every room"
            elif room is not None and included != "abut/error.h":
                other = room_of(included)
                if other != room and other not in MAY_INCLUDE[room]:
                    yield f"{file}: includes {included}, but {room} may include only {allowed(room)}"


def allowed(room):
    return ", ".join([r for r in [*ORDER, "io"] if r in MAY_INCLUDE[room]] + ["itself", "error.h"])


def pragma_faults(house):
    for file, text in house.text.items():
        if file.endswith("-inl.h"):
            if not ONCE_PER_TARGET.search(text):
                yield f"{file}: has no guard by HWY_TARGET_TOGGLE"
        elif file.endswith(".h") and not PRAGMA_ONCE.search(text):
            yield f"{file}: has no #pragma once"


def public_faults(house):
    """Follows the includes of abut.h; each fault shows the way that leads there."""
    ways = {"abut/abut.h": "abut/abut.h"} if "abut/abut.h" in house.text else {}
    waiting = list(ways)
    while waiting:
        file = waiting.pop()
        for included in house.includes(file):
            if NOT_FOR_USERS.match(included):
                yield f"{file}: includes {included}, which users need not have, but abut.h reaches it ({ways[file]})"
            elif included in house.text and included not in ways:
                ways[included] = f"{ways[file]} > {included}"
                waiting.append(included)


def faults_of(repository):
    house = House(repository)
    if not house.text:
        return [f"{repository}: there is no src/abut with sources in it"]
    return [*layer_faults(house), *pragma_faults(house), *public_faults(house)]


def main():
    repository = sys.argv[1] if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent
    faults = faults_of(repository)
    for fault in faults:
        print(fault)
    if not faults:
        print(f"layers: {len(House(repository).text)} files include only leftwards")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
