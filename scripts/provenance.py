"""Which command made results, at which commit, when and on what machine: `run.json` beside the tables of a run, and the
line that opens their page."""

import datetime
import json
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
CODE = ["include", "src", "classic", "shapes", "bench", "cli"]  # what a result may depend on


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


def processor():
    cpuinfo = pathlib.Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return "an unknown processor"


def git(*arguments):
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True)


def today():
    """The day of the record where scripts/record makes it, so that all pages of a night agree."""
    return os.environ.get("ABUT_RECORD_DATE") or datetime.date.today().isoformat()


def commit():
    """HEAD, or the commit of the record that scripts/record makes: pages that are committed on the way do not change it."""
    return os.environ.get("ABUT_RECORD_COMMIT") or git("rev-parse", "--short", "HEAD").stdout.strip() or "an unknown commit"


def run_of(command):
    """What there is to know of a run that is made now."""
    return {
        "command": command,
        "commit": commit(),
        "changed": git("diff", "--quiet", "HEAD", "--", *CODE).returncode != 0,
        "date": today(),
        "machine": f"{os.cpu_count()} cores, {vector_extensions()}",
        "processor": processor(),
        "note": "",
    }


def write_run(directory, command):
    (directory / "run.json").write_text(json.dumps(run_of(command), indent=1) + "\n", encoding="utf-8")


def read_run(directory):
    return json.loads((directory / "run.json").read_text(encoding="utf-8"))


def line_of(run):
    machine = ", ".join(filter(None, (run["machine"], run["processor"])))
    line = f"Made by `{run['command']}` at {run['commit']}{' with changes' if run['changed'] else ''} on {run['date']}, {machine}."
    return f"{line}\n\n{run['note']}" if run["note"] else line


def made_by(command):
    return line_of(run_of(command))


def made_by_processor(command):
    """Of a campaign, whose counts do not depend on vector extensions."""
    return line_of(run_of(command) | {"machine": f"{os.cpu_count()} cores"})
