"""Ranks that are killed at random times, in small runs of several commands: for scripts/campaign_cluster.py."""

import collections
import json
import os
import random
import signal
import subprocess
import time

from campaign_ranks import ENVIRONMENT, command, descendants_of, end_all, timed
from cluster_test import URDF, parts_of, poses_of, slow_poses_of
from command import torus

# A run that was disturbed must have ended after so many seconds.
PATIENCE = 120
RANKS = 3


def small_runs(folder):
    """Commands by name, each of about a second's work for a core, whose results go to out.txt."""
    (folder / "around.obj").write_text(torus(minor=0.36, triangles=True), encoding="ascii")
    (folder / "slow.txt").write_text(slow_poses_of(1200), encoding="ascii")
    (folder / "many.txt").write_text(poses_of(60000), encoding="ascii")
    (folder / "robot.urdf").write_text(URDF, encoding="ascii")
    (folder / "edges.csv").write_text("".join("%r,%r\n" % (0.02 * (i % 200) - 2, 0.013 * (i % 230)) for i in range(120000)),
                                      encoding="ascii")
    (folder / "parts.obj").write_text(parts_of(2500), encoding="ascii")
    return {"collide": ["collide", "torus.obj", "torus.obj", "--poses", "many.txt", "--json"],
            "distance": ["distance", "torus.obj", "around.obj", "--poses", "slow.txt", "--volume", "aabb", "--json"],
            "robot": ["robot", "robot.urdf", "--configurations", "edges.csv", "--edges", "--json"],
            "clash": ["clash", "parts.obj", "--clearance", "0.05", "--json"]}


def result_of(folder):
    """The bytes; of a report, without the time that it took."""
    text = (folder / "out.txt").read_text(encoding="utf-8")
    if not text.startswith('{"schema":"abut-clash"'):
        return text
    report = json.loads(text)
    del report["summary"]["seconds"]
    return report


def kill_one(folder, query, choose, longest):
    """(what was killed: "abut", "abut-guard" or nothing, the status or "hung", whether the results were complete)"""
    run = subprocess.Popen(command(RANKS, *query, "--out", "out.txt", "--threads", "1"), cwd=folder, env=ENVIRONMENT,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(choose.uniform(0.05, longest))
    what, ranks = "nothing", descendants_of(run.pid)
    if ranks:
        one = choose.choice(ranks)
        try:
            with open("/proc/%d/comm" % one, encoding="ascii") as name:
                what = name.read().strip()
            os.kill(one, signal.SIGKILL)
        except OSError:
            what = "nothing"
    try:
        status = run.wait(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        end_all([run.pid, *descendants_of(run.pid)])
        run.wait()
        status = "hung"
    return what, status, (folder / "out.txt").exists()


def kill_ranks(folder, kills, runs):
    """Lines for the page. So many kills, of the commands in turn."""
    choose, ends, lengths, expected = random.Random(2026), collections.Counter(), {}, {}
    for name, query in runs.items():
        (folder / "out.txt").unlink(missing_ok=True)
        timed(folder, [command(1, *query, "--out", "out.txt")])
        expected[name] = result_of(folder)
        lengths[name] = PATIENCE
        for _ in range(2):
            (folder / "out.txt").unlink()
            took = timed(folder, [command(RANKS, *query, "--out", "out.txt", "--threads", "1")])
            lengths[name] = min(lengths[name], took)
    done = tries = 0
    while done < kills and tries < 4 * kills:
        name = list(runs)[tries % len(runs)]
        tries += 1
        (folder / "out.txt").unlink(missing_ok=True)
        what, status, was_complete = kill_one(folder, runs[name], choose, 0.9 * lengths[name])
        if was_complete:
            assert result_of(folder) == expected[name], (name, tries)
        if not was_complete or (folder / "out.txt.journal").exists():
            timed(folder, [command(choose.choice([1, 2, 3]), *runs[name], "--out", "out.txt", "--resume")])
        assert result_of(folder) == expected[name], (name, tries)
        assert not (folder / "out.txt.journal").exists()
        print(name, what, status, "complete" if was_complete else "resumed", flush=True)
        if what == "nothing":
            continue
        done += 1
        ends[what, status, "complete" if was_complete else "resumed"] += 1
    lines = ["One of the %d ranks of small runs of %s was killed (kill -9) %d times at random times between their start and "
             "their end: the program that works, or its guard. Each run was then resumed and gave what an undisturbed run "
             "gives: 0 wrong, 0 lost." % (RANKS, ", ".join(runs), done), "",
             "| killed | status | results | times |", "|---|---|---|---|"]
    return lines + ["| %s | %s | %s | %d |" % (*end, count) for end, count in sorted(ends.items(), key=str)]
