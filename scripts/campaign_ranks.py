"""Starts the command on ranks, and looks after it: for scripts/campaign_cluster.py."""

import os
import pathlib
import signal
import subprocess
import sys
import threading
import time

BUILD = pathlib.Path(sys.argv[1]).resolve()
ABUT = str(BUILD / "abut")
ENVIRONMENT = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
               "OMPI_MCA_btl": "self,vader", "OMPI_MCA_oob_tcp_if_include": "lo", "TMPDIR": "/tmp"}
# No run takes so long, in seconds.
LIMIT = 1800


def command(ranks, *arguments):
    start = [] if ranks == 1 else ["mpirun", "-n", str(ranks), "--oversubscribe"]
    return [*start, ABUT, *arguments]


def timed(folder, commands):
    """Seconds until all of them have ended, started together."""
    begin = time.monotonic()
    runs = [subprocess.Popen(each, cwd=folder, env=ENVIRONMENT, stderr=subprocess.PIPE) for each in commands]
    for run in runs:
        try:
            _, error = run.communicate(timeout=LIMIT)
        except subprocess.TimeoutExpired:
            end_all([run.pid, *descendants_of(run.pid)])
            raise
        assert run.returncode in (0, 1), error.decode()
    return time.monotonic() - begin


def children_of(process):
    found = subprocess.run(["pgrep", "-P", str(process)], capture_output=True, check=False).stdout.split()
    return [int(child) for child in found]


def descendants_of(process):
    return [each for child in children_of(process) for each in (child, *descendants_of(child))]


def end_all(processes):
    for process in processes:
        try:
            os.kill(process, signal.SIGKILL)
        except ProcessLookupError:
            pass


class Watch:
    """The most memory, in MB, that one of the ranks has taken, while it lives."""

    def __enter__(self):
        self.most, self.ends = 0.0, threading.Event()
        self.thread = threading.Thread(target=self.look)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.ends.set()
        self.thread.join()

    def look(self):
        while not self.ends.wait(0.05):
            for process in subprocess.run(["pgrep", "-x", "abut"], capture_output=True, check=False).stdout.split():
                try:
                    if os.readlink("/proc/%d/exe" % int(process)) != ABUT:
                        continue
                    status = pathlib.Path("/proc/%d/status" % int(process)).read_text(encoding="ascii")
                    peak = [line.split() for line in status.splitlines() if line.startswith("VmHWM:")]
                    self.most = max([self.most, *(float(words[1]) / 1000 for words in peak)])
                except OSError:
                    pass
