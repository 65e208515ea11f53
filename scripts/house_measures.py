#!/usr/bin/env python3
"""Measures the house: house_measures.py [BUILD_FOLDER]

Prints how many headers users see and reach, how long `#include <abut/abut.h>` takes to compile, how many files lie
between collide() and the kernels, how often ideas stand that should stand once, and, with a build folder, the job times
of each library by its .ninja_log (build with -j1 and without ccache on an idle machine, or they say little).
"""

import os
import re
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import check_path  # noqa: E402

REPOSITORY = Path(__file__).resolve().parents[1]
INCLUDE = re.compile(r"^#include <(abut/[^>]+)>", re.MULTILINE)
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
# Ideas that stood several times (issue 14); each is a definition to be found once in the engine's rooms.
ONCE = {
    "buffers of pairs (PairBatch)": r"^ *alignas\(64\) std::uint32_t a_\[",
    "structs of what a visit did (Visited)": r"\bstruct \w*Visited\b[^;{]*\{",
    "kinds of sinks": r"\bclass \w*Sink\b[^;{]*\{",
    "vector types over Highway": r"^ *hn::(?:Vec|VFromD)<[^;()]*> \w+;",
    "is_worse": r"\bbool is_worse\([^;]*\{",
    "budgets": r"\bstruct Budget\b[^;]*\{",
}


def text_of(path):
    return COMMENT.sub("", path.read_text(encoding="utf-8"))


def reached_headers():
    reached, waiting = set(), ["abut/abut.h"]
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting += INCLUDE.findall((REPOSITORY / "include" / name).read_text(encoding="utf-8"))
    return reached


def compile_seconds(program):
    """The shortest of five times of g++ on this program, in CPU time of the user."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "main.cpp"
        source.write_text(program, encoding="utf-8")
        times = []
        for _ in range(5):
            before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            subprocess.run([os.environ.get("CXX", "g++"), "-std=c++20", "-c", "-I", REPOSITORY / "include", source,
                            "-o", Path(folder) / "main.o"], check=True)
            times.append(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before)
        return min(times)


def job_seconds(log):
    """Per target, the sum of the times of its jobs: the last one of each output counts."""
    last = {}
    for line in log.read_text(encoding="utf-8").splitlines()[1:]:
        begin, end, _, output, *_ = line.split("\t")
        last[output] = (int(end) - int(begin)) / 1000
    sums = {}
    for output, seconds in last.items():
        if found := re.search(r"CMakeFiles/(\w+)\.dir/", output):
            sums[found[1]] = sums.get(found[1], 0) + seconds
    return sums


def main():
    headers = sorted((REPOSITORY / "include/abut").glob("*"))
    reached = reached_headers()
    templates = sum(len(re.findall(r"^ *template\b *<", text_of(REPOSITORY / "include" / name), re.MULTILINE))
                    for name in reached)
    print(f"installed headers: {len(headers)}")
    print(f"headers that abut.h reaches, itself included: {len(reached)}; templates in them: {templates}")
    floor = "".join(f"#include <{name}>\n" for name in ["array", "atomic", "cstdint", "optional", "span", "string", "vector"])
    print(f"compiling #include <abut/abut.h>: {compile_seconds('#include <abut/abut.h>' + chr(10)):.2f} s; "
          f"the standard headers that it cannot do without: {compile_seconds(floor):.2f} s")
    rows = check_path.rows_of((REPOSITORY / "docs/house.md").read_text(encoding="utf-8"))
    print(f"files from collide() to the kernels: {len({file for file, _ in rows})}")
    rooms = [path for folder in ["include", "src"] for path in (REPOSITORY / folder).rglob("*")
             if path.suffix in {".h", ".cpp"}]
    for idea, pattern in ONCE.items():
        places = [f"{path.relative_to(REPOSITORY)}" for path in rooms for _ in re.findall(pattern, text_of(path), re.MULTILINE)]
        print(f"{idea}: {len(places)}" + (f" ({', '.join(sorted(places))})" if places else ""))
    if len(sys.argv) > 1:
        sums = job_seconds(Path(sys.argv[1]) / ".ninja_log")
        for target, seconds in sorted(sums.items(), key=lambda item: -item[1]):
            print(f"jobs of {target}: {seconds:.0f} s")
        print(f"all jobs: {sum(sums.values()):.0f} s")


if __name__ == "__main__":
    main()
