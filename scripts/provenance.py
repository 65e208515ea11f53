"""The line that opens every page of docs/results: which command made it, at which commit, when and on what machine."""

import datetime
import os
import pathlib
import subprocess


def vector_extensions():
    flags = set()
    cpuinfo = pathlib.Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text().splitlines():
            if line.startswith("flags"):
                flags = set(line.split(":", 1)[1].split())
                break
    for flag, name in (("avx512f", "AVX-512"), ("avx2", "AVX2"), ("sse4_2", "SSE4")):
        if flag in flags:
            return name
    return "no vector extension known"


def made_by(command):
    here = pathlib.Path(__file__).resolve().parent.parent
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=here, capture_output=True, text=True).stdout.strip()
    changed = subprocess.run(["git", "diff", "--quiet", "HEAD", "--", "include", "src", "classic", "shapes", "bench", "cli"], cwd=here).returncode != 0
    return (
        f"Made by `{command}` at {commit or 'an unknown commit'}{' with changes' if changed else ''} on "
        f"{datetime.date.today().isoformat()}, {os.cpu_count()} cores, {vector_extensions()}."
    )
