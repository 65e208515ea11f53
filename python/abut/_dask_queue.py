"""Work in pieces on the workers of a Dask client: how large pieces are, and the queue that keeps workers busy."""

import time
import uuid
import warnings

import distributed

# The first pieces have so many items: nothing is known yet.
FIRST_ITEMS = 8
# A piece has at most so many times the items of the largest piece done: a few items say little about many. But one
# that takes no longer than this as far as is known costs little even if it takes much longer.
GROWTH = 8
SHORT_SECONDS = 0.02
# So many pieces per place where one can run: one runs, the next waits beside it.
WAITING = 2
# A piece takes at least this part of the time aimed at, however little is left.
LEAST_SHARE = 1 / 32
# What is sent with a piece and comes back stays within this.
MOST_BYTES = 32 << 20
# How often the number of workers is asked for, in seconds.
LOOK_AGAIN = 2.0


class PieceSizes:
    """Cuts 0 .. count - 1 into pieces of about so many seconds each, as pieces done teach; the last ones are smaller.

    most: the most items of a piece.
    """

    def __init__(self, count, seconds, most):
        self.count, self.seconds, self.most = count, seconds, max(1, int(most))
        self.given = 0
        self.largest = 0
        # Sums in which older pieces count less and less.
        self.items, self.spent = 0.0, 0.0

    def took(self, items, seconds):
        """A piece of so many items is done."""
        self.largest = max(self.largest, items)
        self.items = items + 0.5 * self.items
        self.spent = max(seconds, 1e-9) + 0.5 * self.spent

    def next(self, places):
        """(first, last), last excluded, for one of so many places where pieces run; None: nothing is left."""
        left = self.count - self.given
        if left == 0:
            return None
        size = FIRST_ITEMS
        share = -(-left // (WAITING * places))
        if self.items:
            rate = self.items / self.spent
            size = min(self.seconds * rate, max(GROWTH * self.largest, SHORT_SECONDS * rate))
            share = max(share, LEAST_SHARE * size)
        size = max(1, min(int(size), int(share), self.most, left))
        self.given += size
        return self.given - size, self.given


def places_of(client, threads):
    """How many pieces of so many threads (0: all of a worker's machine) run at a time."""
    return max(1, sum(max(1, has // threads) if threads else 1 for has in client.nthreads().values()))


def submit(client, function, *arguments, key):
    """client.submit, without a warning about the size of what is sent: it is known, and bounded."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="(Large object|Sending large graph)")
        return client.submit(function, *arguments, key=key)


class Queue:
    """Runs function(*arguments_of(first, last)), which gives (seconds, answer), for pieces of `count` items.

    take(first, last, answer) is called for each piece, in any order, and progress(done, count) after it.
    """

    def __init__(self, client, name, function, count, *, threads=1, seconds=1.0, bytes_per_item=1, progress=None):
        self.client, self.name, self.function, self.count = client, name, function, count
        self.threads, self.progress = threads, progress
        self.sizes = PieceSizes(count, seconds, MOST_BYTES // max(1, bytes_per_item))
        self.running = {}
        self.places, self.looked = 1, -LOOK_AGAIN

    def run(self, arguments_of, take, otherwise=None):
        """otherwise: arguments for a worker that answers, by a text, that it cannot see what those of arguments_of are
        about; and from then on for all."""
        finished = distributed.as_completed(with_results=True, raise_errors=False)
        done = 0
        try:
            self._send(finished, arguments_of)
            while self.running:
                future, result = next(finished)
                first, last = self.running.pop(future.key)[1]
                if future.status != "finished":
                    self._fail(future, first, last)
                seconds, answer = result
                if isinstance(answer, str):
                    arguments_of = otherwise
                    self._submit(finished, arguments_of, (first, last))
                    continue
                self.sizes.took(last - first, seconds)
                self._send(finished, arguments_of)
                take(first, last, answer)
                done += last - first
                if self.progress:
                    self.progress(done, self.count)
        finally:
            if self.running:
                self.client.cancel([future for future, _ in self.running.values()])

    def _send(self, finished, arguments_of):
        if time.monotonic() - self.looked > LOOK_AGAIN:
            self.places, self.looked = places_of(self.client, self.threads), time.monotonic()
        while len(self.running) < WAITING * self.places:
            piece = self.sizes.next(self.places)
            if piece is None:
                return
            self._submit(finished, arguments_of, piece)

    def _submit(self, finished, arguments_of, piece):
        key = f"abut-{self.name}-{uuid.uuid4().hex}-{piece[0]}"
        future = submit(self.client, self.function, *arguments_of(*piece), key=key)
        self.running[key] = future, piece
        finished.add(future)

    def _fail(self, future, first, last):
        try:
            future.result()
        except distributed.scheduler.KilledWorker as error:
            raise RuntimeError(f"{self.name}, items {first} to {last - 1}: the workers that had them died, one after the "
                               "other. Do they have enough memory?") from error
        raise RuntimeError(f"{self.name}, items {first} to {last - 1}: the answer was lost.")
