#!/usr/bin/env python3
"""Checks that the house stands: check_layers.py [REPOSITORY]

Rooms include only leftwards; the command and the Python package include public headers and a few tools; public
headers, include/abut, include public headers and the standard library alone; every header has #pragma once (packet
kernels, *-inl.h, Highway's own guard). Prints one line per fault and fails if there is one.
"""

import re
import sys
from pathlib import Path

ORDER = ["base", "math", "mesh", "leaf", "engine", "query", "shape", "store", "assembly", "robot", "scene", "report"]
# What a room may include besides itself.
MAY_INCLUDE = {room: ORDER[:place] for place, room in enumerate(ORDER)}
MAY_INCLUDE["io"] = ["base", "math", "mesh"]
MAY_INCLUDE["store"] = MAY_INCLUDE["store"] + ["io"]
for asks_for_files in ["assembly", "robot", "scene"]:
    MAY_INCLUDE[asks_for_files] = MAY_INCLUDE[asks_for_files] + ["io"]
MAY_INCLUDE["report"] = MAY_INCLUDE["report"] + ["io"]
MAY_INCLUDE["shapes"] = ["base", "math", "mesh", "io"]
MAY_INCLUDE["cluster"] = ["base", "io"]
MAY_INCLUDE["classic"] = ["base", "math", "mesh", "leaf", "engine", "query", "io"]  # a tree has a file of its own
FOLDER = {room: f"src/{room}" for room in [*ORDER, "io"]} | {"shapes": "shapes", "cluster": "cluster", "classic": "classic"}

# What the command and the Python package include besides public headers: tools that users of the library do not want.
TOOLS = {
    "cli": ["assembly/body_cache.h", "assembly/clash_pieces.h", "assembly/read_parts.h", "assembly/size_check.h", "base/workers.h", "classic/any_model.h", "cluster/bytes.h", "cluster/crew.h", "io/checksum.h", "io/file.h", "io/module_file.h", "io/text.h", "io/unfinished.h", "report/amounts.h", "report/shown.h"],
    "python": ["assembly/clash_pieces.h", "classic/any_model.h"],
}

# The room that a public header speaks for: those further left may not include it.
SPEAKS_FOR = {
    "api.h": "base",
    "error.h": "base",
    "function.h": "base",
    "query.h": "base",
    "shared.h": "base",
    "vec3.h": "math",
    "placement.h": "math",
    "motion.h": "math",
    "eigen.h": "math",
    "mesh.h": "mesh",
    "stray.h": "mesh",
    "load.h": "io",
    "small_tests.h": "leaf",
    "moving_features.h": "leaf",
    "model.h": "query",
    "collide.h": "query",
    "distance.h": "query",
    "bound_pair.h": "query",
    "closest_point.h": "query",
    "solid.h": "query",
    "interiors.h": "query",
    "contact_regions.h": "query",
    "overlap.h": "query",
    "ray.h": "query",
    "cast.h": "query",
    "cull.h": "query",
    "first_contact.h": "query",
    "moving_solids.h": "query",
    "bullet.h": "query",
    "deforming_motion.h": "query",
    "penetration.h": "query",
    "patch_depths.h": "query",
    "shape.h": "shape",
    "tree_file.h": "store",
    "figure.h": "robot",
    "robot.h": "robot",
    "scene.h": "scene",
    "joint_curve.h": "robot",
    "joint_motion.h": "robot",
    "never.h": "robot",
    "checker.h": "scene",
    "robot_scene.h": "scene",
    "world_file.h": "scene",
    "assembly.h": "assembly",
    "clash.h": "assembly",
    "report.h": "report",
    "robot_report.h": "report",
    "edge.h": "scene",
    "shapes.h": "shapes",
    "robot_models.h": "shapes",
    "inline_four.h": "shapes",
    "classic.h": "classic",
    "classic_figure.h": "classic",
    "classic_game.h": "classic",
    "classic_region.h": "classic",
    "classic_kinds.inc": "classic",
    "abut.h": None,  # for users alone
}
STANDARD = re.compile(r"^[a-z_0-9]+$")
# What a public header may ask for besides: it is not part of abut.h then.
ALSO_ASKS_FOR = {"eigen.h": re.compile(r"^Eigen/")}

COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
INCLUDE = re.compile(r"^[ \t]*#[ \t]*include[ \t]*([<\"][^>\"\n]+)[>\"]", re.MULTILINE)
PRAGMA_ONCE = re.compile(r"^[ \t]*#[ \t]*pragma[ \t]+once\b", re.MULTILINE)
ONCE_PER_TARGET = re.compile(r"^[ \t]*#[ \t]*if defined\(\w+\) == defined\(HWY_TARGET_TOGGLE\)", re.MULTILINE)


class House:
    """The text of all rooms, file by file; files are named by their path in the repository."""

    def __init__(self, repository):
        repository = Path(repository)
        self.text = {}
        for folder in ["include", "src", "shapes", "cluster", "classic", *TOOLS]:
            for path in sorted((repository / folder).rglob("*")):
                if path.suffix in {".h", ".cpp", ".inc"}:
                    # A newline for a comment, so that what follows it on a line of its own stays there.
                    name = path.relative_to(repository).as_posix()
                    self.text[name] = COMMENT.sub("\n", path.read_text(encoding="utf-8"))

    def includes(self, file):
        """The names that `file` includes, and the files of the house they are, or None."""
        for found in INCLUDE.findall(self.text[file]):
            bracket, name = found[0], found[1:]
            candidates = [f"include/{name}"] if bracket == "<" else [f"src/{name}", name]
            yield bracket, name, next((c for c in candidates if c in self.text), None)


def room_of(file):
    """math for src/math/random.h and for include/abut/vec3.h; None for a file without a room."""
    if file.startswith("include/abut/"):
        return SPEAKS_FOR.get(file[len("include/abut/"):])
    return next((room for room, folder in FOLDER.items() if file.startswith(folder + "/")), None)


def layer_faults(house):
    for file in house.text:
        if file.startswith("include/") or guest_of(file):
            continue
        room = room_of(file)
        if room is None:
            yield f"{file}: is in no room of the house ({', '.join(FOLDER.values())})"
            continue
        for bracket, name, included in house.includes(file):
            if included is None:
                if bracket == '"' or name.startswith("abut/"):
                    yield f"{file}: includes {name}, which does not exist"
            elif included == "include/abut/abut.h":
                yield f"{file}: includes abut.h, which is for users only"
            elif room_of(included) not in [room, *MAY_INCLUDE[room]]:
                allowed = ", ".join([*MAY_INCLUDE[room], "itself"])
                yield f"{file}: includes {name}, but {room} may include only {allowed}"


def guest_of(file):
    """cli or python for a file of theirs, else None."""
    return next((folder for folder in TOOLS if file.startswith(folder + "/")), None)


def tool_faults(house):
    for file in house.text:
        guest = guest_of(file)
        for bracket, name, included in house.includes(file) if guest else []:
            if included is not None and bracket == '"' and not guest_of(included) and name not in TOOLS[guest]:
                allowed = ", ".join(TOOLS[guest])
                yield f"{file}: includes {name}, but {guest} may include only public headers and {allowed}"


def public_faults(house):
    for file in house.text:
        if not file.startswith("include/"):
            continue
        header = file[len("include/abut/"):]
        if header not in SPEAKS_FOR:
            yield f"{file}: is not known as a public header; name its room in SPEAKS_FOR"
            continue
        for bracket, name, included in house.includes(file):
            if bracket == '"':
                yield f"{file}: includes {name}, which users do not have"
            elif name.startswith("abut/") and included is None:
                yield f"{file}: includes {name}, which does not exist"
            elif included is None and not STANDARD.match(name):
                if not (header in ALSO_ASKS_FOR and ALSO_ASKS_FOR[header].match(name)):
                    yield f"{file}: includes {name}, which users need not have"
            elif included is not None and header == "abut.h" and included[len("include/abut/"):] in ALSO_ASKS_FOR:
                yield f"{file}: includes {name}, which asks for a library that users need not have"


def guard_faults(house):
    for file, text in house.text.items():
        if file.endswith("-inl.h"):
            if not ONCE_PER_TARGET.search(text):
                yield f"{file}: has no guard by HWY_TARGET_TOGGLE"
        elif file.endswith(".h") and not PRAGMA_ONCE.search(text):
            yield f"{file}: has no #pragma once"


def main():
    repository = sys.argv[1] if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent
    house = House(repository)
    faults = [*layer_faults(house), *tool_faults(house), *public_faults(house), *guard_faults(house)]
    if not house.text:
        faults = [f"{repository}: there are no sources in it"]
    for fault in faults:
        print(fault)
    if not faults:
        print(f"layers: {len(house.text)} files include only leftwards")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
