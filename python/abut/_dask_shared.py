"""Arrays that a client and workers of the same machine have in the same memory, so that nothing of them travels.

The memory belongs to the client and has no name: others open it through /proc, as the system lets them, which is for
programs of the same user on the same machine. Whoever cannot see it is sent what it needs instead.
"""

import mmap
import os
import secrets

import distributed
import numpy as np

# A client of another machine may have the same number: before the array stand bytes that nobody else has.
TOKEN_BYTES = 32
# Less is sent to workers of the same machine, too.
LEAST_BYTES = 1 << 16


class Shared:
    """An array of the client's. Pickled, it is where to find it."""

    def __init__(self, file, pid, token, dtype, shape):
        self.file, self.pid, self.token, self.dtype, self.shape = file, pid, token, np.dtype(dtype), tuple(shape)
        self.row_bytes = self.dtype.itemsize * int(np.prod(self.shape[1:], dtype=np.int64))

    @staticmethod
    def make(dtype, shape):
        """None where the system has no such memory. It takes memory as it is written."""
        try:
            file = os.memfd_create("abut", os.MFD_CLOEXEC)
        except (AttributeError, OSError):
            return None
        shared = Shared(file, os.getpid(), secrets.token_bytes(TOKEN_BYTES), dtype, shape)
        try:
            os.ftruncate(file, TOKEN_BYTES + shared.shape[0] * shared.row_bytes)
            os.pwrite(file, shared.token, 0)
            return shared
        except OSError:
            shared.close()
            return None

    def write(self, first, rows):
        """Rows from this one on. Throws OSError when there is no memory left."""
        rest = memoryview(np.ascontiguousarray(rows).view(np.ndarray).reshape(-1).view(np.uint8))
        at = TOKEN_BYTES + first * self.row_bytes
        while len(rest):
            written = os.pwrite(self.file, rest, at)
            rest, at = rest[written:], at + written

    def rows(self, first, last):
        """Those rows. What is changed in them stays with who changes it."""
        begin, size = TOKEN_BYTES + first * self.row_bytes, (last - first) * self.row_bytes
        page = begin // mmap.ALLOCATIONGRANULARITY * mmap.ALLOCATIONGRANULARITY
        memory = mmap.mmap(self.file, begin - page + size, flags=mmap.MAP_PRIVATE, offset=page)
        return np.frombuffer(memory, np.uint8, size, begin - page).view(self.dtype).reshape(last - first, *self.shape[1:])

    def close(self):
        """Rows that were taken from it stay."""
        if self.file is not None:
            os.close(self.file)
            self.file = None

    def __getstate__(self):
        return self.file, self.pid, self.token, self.dtype, self.shape

    def __setstate__(self, state):
        there, *others = state
        self.__init__(None, *others)
        self.path = f"/proc/{self.pid}/fd/{there}"

    def find(self):
        """On a worker: is it there? Then it may be read and written until close()."""
        try:
            self.file = os.open(self.path, os.O_RDWR | os.O_CLOEXEC)
            if os.pread(self.file, TOKEN_BYTES, 0) == self.token:
                return True
        except OSError:
            pass
        self.close()
        return False


class Rows:
    """Some rows of it, for a worker."""

    def __init__(self, shared, first, last):
        self.shared, self.first, self.last = shared, first, last

    def find(self):
        return self.shared.find()

    def array(self):
        return self.shared.rows(self.first, self.last)

    def write(self, array):
        self.shared.write(self.first, array)

    def close(self):
        self.shared.close()


def are_here(client):
    """May all workers of the client see its memory? Those of other machines cannot."""
    hosts = {worker["host"] for worker in client.scheduler_info()["workers"].values()}
    return bool(hosts) and hosts <= {"127.0.0.1", "::1", "localhost", distributed.utils.get_ip()}
