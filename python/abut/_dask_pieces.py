"""What a piece of work for Dask is: what goes to a worker, what it does there, and how the answers become one again."""

import time
from concurrent.futures import ThreadPoolExecutor

import dask
import dask.array
import numpy as np
from dask.highlevelgraph import HighLevelGraph

import abut

from ._dask_shared import Rows, Shared


class Column:
    """An argument of a query: one value for each item, or one for all of them."""

    def __init__(self, values, is_many):
        self.values, self.is_many = values, is_many

    def part(self, first, last):
        return self.values[first:last] if self.is_many else self.values

    def shared(self):
        """Memory for all of it that workers of this machine see; None where that is not possible."""
        sample = self.part(0, 1)
        if not self.is_many or not isinstance(sample, np.ndarray):
            return None
        return Shared.make(sample.dtype, (len(self.values), *sample.shape[1:]))

    def sent(self, first, last):
        """The part as an argument of a task. A task inside a task makes Dask send arrays as they are, without copies of
        them inside of pickles, which would take as long as cheap queries do."""
        part = self.part(first, last)
        return (as_is, part) if isinstance(part, np.ndarray) else part


class Poses(Column):
    """Placements: rows that are always 0 0 0 1 stay at home."""

    def __init__(self, values):
        is_many = np.ndim(values) == 3
        super().__init__(np.asarray(values) if is_many else values, is_many)

    def part(self, first, last):
        if not self.is_many:
            return self.values
        return np.ascontiguousarray(self.values[first:last, :3], dtype=np.float64)

    def first(self, count):
        return self.values[:count] if self.is_many else self.values

    def has_usual_rows(self):
        """Is what stays at home 0 0 0 1?"""
        return not self.is_many or self.values.ndim == 3 and self.values.shape[1:] == (3, 4) or \
            self.values.shape[1:] == (4, 4) and bool((self.values[:, 3] == [0, 0, 0, 1]).all())


# --- On a worker.


def as_is(part):
    return part


def receive(version, state):
    """What abut.dask.send sends."""
    import pickle

    if version != abut.__version__:
        raise abut.Error(f"a worker has abut {abut.__version__}, the client has {version}; they must be the same.")
    return pickle.loads(state)


NOT_SEEN = "the memory of the client is not seen here"


def ask(query, things, arguments, options, answers=None):
    """(seconds, answer) of a query of this file or of abut. Arguments may be Rows; an answer goes to `answers`, Rows,
    if they are given, and is None then. Where they are not to be seen or there is no memory, the answer is NOT_SEEN."""
    begin = time.perf_counter()
    rows = [each for each in (*arguments, answers) if isinstance(each, Rows)]
    try:
        if not all(each.find() for each in rows):
            return 0.0, NOT_SEEN
        answer = (globals().get(query) or getattr(abut, query))(*things, *map(value_of, arguments), **options)
        if answers is not None:
            require_layout(answer, answers.shared.dtype)
            answers.write(answer)
            answer = None
        return time.perf_counter() - begin, answer
    except OSError:
        if not rows:
            raise
        return 0.0, NOT_SEEN
    finally:
        for each in rows:
            each.close()


def value_of(argument):
    if isinstance(argument, Rows):
        return argument.array()
    # Where Dask does not look for tasks inside of tasks, they are still there.
    return argument[1] if isinstance(argument, tuple) and argument and argument[0] is as_is else argument


def require_layout(answer, dtype):
    if answer.dtype != dtype:
        raise abut.Error("the answers of the workers are laid out differently; do all of them have the same abut?")


def ask_block(query, first, things, arguments, options):
    """The answer for a block of a Dask array that begins at item `first`."""
    try:
        return ask(query, things, arguments, options)[1]
    except abut.Error as error:
        raise abut.Error(f"in the block from item {first} on: {error}") from None


def free_at(scene, configurations, **options):
    return scene.free(configurations, **options)


def contacts_at(scene, configurations, **options):
    return scene.contacts_at(configurations, **options)


def check_pairs(clash, pairs):
    return clash.check(pairs)


def measure_findings(clash, findings, what):
    return clash.measure(findings, what)


EDGE = np.dtype([("verdict", np.int32), ("lower", np.float64), ("upper", np.float64), ("pair", np.int32, 2),
                 ("last_valid", np.float64), ("proved_until", np.float64)])


def edges_between(scene, starts, ends, threads=1, **options):
    checker = scene.checker()
    records = np.zeros(len(starts), EDGE).view(np.recarray)
    number_of = {name: number for number, name in enumerate(checker.names)}

    def check(i):
        edge = checker.motion(starts[i], ends[i], **options)
        lower, upper = edge.first_contact or (np.nan, np.nan)
        pair = [number_of[name] for name in edge.pair] if edge.pair else [-1, -1]
        last_valid = np.nan if edge.last_valid is None else edge.last_valid
        records[i] = (("clear", "contact", "undecided").index(edge.verdict), lower, upper, pair, last_valid,
                      edge.proved_until)

    with ThreadPoolExecutor(threads or None) as pool:
        list(pool.map(check, range(len(starts))))
    return records


# --- At the client.


class Records:
    """One array of the arrays of pieces, byte for byte.

    is_shared: workers write into it, if that is possible.
    """

    def __init__(self, count, empty, is_shared):
        self.kind, self.dtype, self.count = type(empty), empty.dtype, count
        self.shared = Shared.make(empty.dtype, (count,)) if is_shared else None
        self.all = None if self.shared else np.empty(count, empty.dtype)

    def take(self, first, last, answer):
        if answer is None:
            return
        require_layout(answer, self.dtype)
        if self.shared:
            self.shared.write(first, answer)
        else:
            self.all[first:last].view(np.uint8)[:] = np.ascontiguousarray(answer).view(np.ndarray).view(np.uint8)

    def joined(self):
        return (self.shared.rows(0, self.count) if self.shared else self.all).view(self.kind)


class Lists:
    """One list of the lists of pieces."""

    shared = None

    def __init__(self, count):
        self.all = [None] * count

    def take(self, first, last, answer):
        self.all[first:last] = answer

    def joined(self):
        return self.all


class ManyContacts:
    """One abut.Contacts of those of pieces."""

    shared = None

    def __init__(self, count, empty):
        self.parts = {0: empty.__getstate__()} if count == 0 else {}

    def take(self, first, last, answer):
        self.parts[first] = answer.__getstate__()

    def joined(self):
        pairs, offsets, *counts = zip(*(self.parts[first] for first in sorted(self.parts)))
        begins = np.cumsum([0, *(part[-1] for part in offsets)])
        all_offsets = np.concatenate([[0], *(part[1:] + begin for part, begin in zip(offsets, begins))])
        contacts = abut.Contacts.__new__(abut.Contacts)
        contacts.__setstate__((np.concatenate(pairs), all_offsets.astype(np.int64), *map(np.concatenate, counts)))
        return contacts


def joiner_of(empty, count, is_shared):
    """For answers like this one, which is that of no item."""
    if isinstance(empty, abut.Contacts):
        return ManyContacts(count, empty)
    return Lists(count) if isinstance(empty, list) else Records(count, empty, is_shared)


def lazy_answer(name, query, things, before, poses, options, dtype):
    """A Dask array of the answers at poses of which at least one is a Dask array."""
    arrays = [pose for pose in poses if isinstance(pose, dask.array.Array)]
    if any(pose.ndim != 3 or np.isnan(pose.shape[0]) for pose in arrays):
        raise abut.Error("poses in a Dask array must have the shape (N, 4, 4) or (N, 3, 4), and blocks of known sizes.")
    if len({len(pose) for pose in arrays}) > 1:
        raise abut.Error(f"there are {len(arrays[0])} poses of A and {len(arrays[1])} of B; there must be as many.")
    blocks = arrays[0].chunks[0]
    begins = np.cumsum([0, *blocks[:-1]])
    columns = []
    for pose in poses:
        if isinstance(pose, dask.array.Array):
            columns.append(pose.rechunk((blocks, -1, -1)).to_delayed().ravel())
        else:
            column = Poses(pose)
            columns.append([column.part(begin, begin + size) for begin, size in zip(begins, blocks)])
    asked = [dask.delayed(ask_block, pure=False)(query, int(begin), list(things), [*before, *parts], options)
             for begin, *parts in zip(begins, *columns)]
    key = f"abut-{name}-{dask.base.tokenize(*[each.key for each in asked])}"
    graph = HighLevelGraph.from_collections(key, {(key, i): each.key for i, each in enumerate(asked)}, asked)
    return dask.array.Array(graph, key, (blocks,), dtype=dtype)
