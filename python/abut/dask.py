"""Queries spread over the workers of a Dask client, with the answers that one machine gives.

>>> client = distributed.Client(n_workers=2)                                           # doctest: +SKIP
>>> hits = abut.dask.touches(client, ball, ring, poses)                                # doctest: +SKIP

Every function is that of abut for many items, with the client before its arguments. Models and scenes are sent to each
worker once. Poses and answers travel in pieces of about a second of work each. Where the poses are a Dask array, the
answer is one, too, not computed yet, with a block for each block of the poses. Needs distributed (Debian:
python3-distributed), and abut on every worker.
"""

import hashlib
import pickle

import numpy as np

import abut

from . import _abut

try:
    import distributed
except ImportError as error:
    raise ImportError("abut.dask needs Dask: install python3-distributed (Debian) or distributed (PyPI).") from error

from . import _dask_pieces as _pieces
from . import _dask_queue as _queue
from . import _dask_shared as _shared

__all__ = ["clash", "collide", "contacts", "distance", "edges", "first_contact", "free", "send", "touches", "within"]

# A query of it checks poses, motions and options, and has nothing else to do.
_NOTHING = abut.Model(abut.Mesh(np.zeros((0, 3)), np.zeros((0, 3), dtype=np.uint32)))
_ONE_POSE = np.eye(4)[np.newaxis]


def send(client, thing):
    """Sends a model, a solid or a scene to every worker, once: a Dask future, which all functions take in its place.

    It stays there until the future is gone. A worker that comes later gets it when it needs it.
    """
    _require_client(client)
    state = pickle.dumps(thing, protocol=5)
    name = f"abut-{type(thing).__name__.lower()}-{hashlib.sha256(state).hexdigest()[:32]}"
    future = _queue.submit(client, _pieces.receive, abut.__version__, state, key=name)
    distributed.wait(future)
    if future.status == "error":
        future.result()
    try:
        client.replicate(future)
    except Exception:  # A worker has died meanwhile. Those without it fetch it when they need it.
        pass
    return future


def touches(client, a, b, pose_a=None, pose_b=None, *, threads=1, piece_seconds=1.0, progress=None, **options):
    """abut.touches_batch on the workers: an array of N booleans.

    client: a distributed.Client, of whichever cluster. a, b: models, or futures of models, as send gives them.
    pose_a, pose_b: as in abut.touches_batch, or Dask arrays.
    threads: of each piece. piece_seconds: how long a piece is meant to take. progress: called with the number of items
    done and that of all. Other options are those of abut.touches_batch.
    """
    return _at_poses(client, "touches", (a, b), (), (pose_a, pose_b), options, threads, piece_seconds, progress)


def collide(client, a, b, pose_a=None, pose_b=None, *, threads=1, piece_seconds=1.0, progress=None, **options):
    """abut.collide_batch on the workers: an abut.Contacts. Arguments as in touches; the poses are no Dask arrays."""
    return _at_poses(client, "collide", (a, b), (), (pose_a, pose_b), options, threads, piece_seconds, progress)


def distance(client, a, b, pose_a=None, pose_b=None, *, threads=1, piece_seconds=1.0, progress=None, **options):
    """abut.distance_batch on the workers: its record array. Arguments as in touches."""
    return _at_poses(client, "distance", (a, b), (), (pose_a, pose_b), options, threads, piece_seconds, progress)


def within(client, a, b, limit, pose_a=None, pose_b=None, *, threads=1, piece_seconds=1.0, progress=None, **options):
    """abut.within_batch on the workers: its record array. Arguments as in touches."""
    return _at_poses(client, "within", (a, b), (limit,), (pose_a, pose_b), options, threads, piece_seconds, progress)


def first_contact(client, a, b, motion_a=None, motion_b=None, *, threads=1, piece_seconds=1.0, progress=None, **options):
    """abut.first_contact_batch on the workers: its record array.

    motion_a, motion_b: as in abut.first_contact_batch. Otherwise as touches.
    """
    _require_client(client)
    motions = (motion_a, motion_b)
    checked = abut.first_contact_batch(_NOTHING, _NOTHING, *motions, **{**options, "solid": False})
    if options.get("solid"):
        a, b = (_made(abut.Solid, thing) for thing in (a, b))
    columns = [_pieces.Column(motion, _are_motions(motion)) for motion in motions]
    work = _Work("first_contact", "first_contact_batch", (a, b), (), columns, options)
    return work.run(client, len(checked), checked[:0], threads, piece_seconds, progress)


def free(client, scene, configurations, *, margin=0.0, threads=1, piece_seconds=1.0, progress=None):
    """Scene.free on the workers: an array of N booleans for (N, dof) configurations.

    scene: an abut.Scene with robots. Other arguments as in touches.
    """
    given = _configurations(client, scene, configurations, "configurations", margin)
    work = _Work("free", "free_at", (scene,), (), [given], {"margin": margin})
    return work.run(client, len(given.values), np.zeros(0, bool), threads, piece_seconds, progress)


def contacts(client, scene, configurations, *, margin=0.0, threads=1, piece_seconds=1.0, progress=None):
    """Scene.contacts_at on the workers: a list of lists of pairs of names. Arguments as in free."""
    given = _configurations(client, scene, configurations, "configurations", margin)
    work = _Work("contacts", "contacts_at", (scene,), (), [given], {"margin": margin})
    return work.run(client, len(given.values), [], threads, piece_seconds, progress)


def edges(client, scene, starts, ends, *, threads=1, piece_seconds=1.0, progress=None, **options):
    """Scene.motion on the workers, for N edges: from (N, dof) configurations straight to (N, dof) others.

    Gives a numpy record array with the fields of abut.Edge. verdict: 0 clear, 1 contact, 2 undecided. lower, upper: the
    first contact, NaN where there is none. pair: two numbers of scene.checker().names, -1 where there is none.
    last_valid: NaN where there is none. proved_until.
    Options are those of Scene.motion. Other arguments as in free.
    """
    given = [_configurations(client, scene, starts, "starts"), _configurations(client, scene, ends, "ends")]
    count = len(given[0].values)
    if len(given[1].values) != count:
        raise abut.Error(f"there are {count} starts and {len(given[1].values)} ends; there must be as many.")
    if count:
        # A way of no length checks the options.
        scene.motion(given[0].values[0], given[0].values[0], **options)
    work = _Work("edges", "edges_between", (scene,), (), given, options)
    return work.run(client, count, np.zeros(0, _pieces.EDGE).view(np.recarray), threads, piece_seconds, progress)


def clash(client, assembly, *, threads=None, piece_seconds=1.0, progress=None, **options):
    """abut.clash with the pairs of parts spread over the workers: the same abut.ClashReport.

    assembly: as in abut.clash. Each worker gets all parts, once. The client finds the pairs that are near; the workers
    check them and measure how deep they are in each other.
    threads: of each worker and of the client (default: those that Dask gave the smallest worker).
    progress: called with the numbers of pairs done and of those known by now.
    Other options are those of abut.clash but max_tests and max_seconds.
    """
    _require_client(client)
    for budget in ("max_tests", "max_seconds"):
        if options.pop(budget, None) is not None:
            raise abut.Error(f"{budget} is for one machine; leave it out, or ask abut.clash.")
    if threads is None:
        threads = min(client.nthreads().values(), default=1)
    shared = _abut._shared_clash(assembly, threads=threads, **options)
    sent, done = [], [0]

    def spread(name, query, items, *more):
        if not len(items):
            return []
        if not sent:
            sent.append(send(client, shared))
        tell = progress and query == "check_pairs" and (lambda now, known: progress(done[0] + now, done[0] + known))
        queue = _queue.Queue(client, name, _pieces.ask, len(items), threads=threads, seconds=piece_seconds,
                             progress=tell or None)
        answers = {}
        queue.run(lambda first, last: (query, sent, [items[first:last], *more], {}),
                  lambda first, last, answer: answers.update({first: answer}))
        return [answers[first] for first in sorted(answers)]

    def check(pairs):
        found = spread("clash", "check_pairs", pairs)
        done[0] += len(pairs)
        return found

    def measure(findings, what):
        return sum(spread(f"clash_{what}", "measure_findings", findings, what), [])

    return shared.run(check, measure)


class _Work:
    """A query of many items.

    name: as people see it. query: a function of abut, or of the workers'. things: what is sent once. before: arguments
    that stand before those that items have.
    """

    def __init__(self, name, query, things, before, columns, options):
        self.name, self.query, self.before, self.columns = name, query, before, columns
        self.things, self.options = things, options

    def run(self, client, count, empty, threads, piece_seconds, progress):
        """empty: the answer for no item."""
        if not piece_seconds > 0:
            raise abut.Error(f"piece_seconds must be more than 0; it is {piece_seconds}.")
        abut.touches_batch(_NOTHING, _NOTHING, _ONE_POSE, threads=threads)
        bytes_per_item = self._bytes_per_item(empty)
        is_shared = count * bytes_per_item >= _shared.LEAST_BYTES and _shared.are_here(client)
        answers = _pieces.joiner_of(empty, count, is_shared)
        columns = [column.shared() if is_shared else None for column in self.columns]
        try:
            if count:
                queue = _queue.Queue(client, self.name, _pieces.ask, count, threads=threads, seconds=piece_seconds,
                                     bytes_per_item=bytes_per_item, progress=progress)
                self._ask(queue, _sent(client, self.things), {**self.options, "threads": threads}, columns, answers)
            return answers.joined()
        finally:
            for shared in (*columns, answers.shared):
                if shared:
                    shared.close()

    def _ask(self, queue, sent, options, shared_columns, answers):
        def by_message(first, last):
            parts = [column.sent(first, last) for column in self.columns]
            return self.query, sent, [*self.before, *parts], options

        def by_memory(first, last):
            place = _shared.Rows(answers.shared, first, last) if answers.shared else None
            try:
                parts = [self._in_memory(*each, first, last) for each in zip(self.columns, shared_columns)]
            except OSError:  # There is no memory left.
                return by_message(first, last)
            return self.query, sent, [*self.before, *parts], options, place

        is_shared = answers.shared or any(shared_columns)
        queue.run(by_memory if is_shared else by_message, answers.take, by_message)

    def _in_memory(self, column, shared, first, last):
        if not shared:
            return column.sent(first, last)
        shared.write(first, column.part(first, last))
        return _shared.Rows(shared, first, last)

    def _bytes_per_item(self, empty):
        sample = 100
        there = sum(len(pickle.dumps(column.part(0, sample), protocol=5)) for column in self.columns if column.is_many)
        return there // sample + getattr(getattr(empty, "dtype", None), "itemsize", 0)


def _at_poses(client, name, things, before, poses, options, threads, piece_seconds, progress):
    _require_client(client)
    if "counters" in options:
        raise TypeError("what workers count does not come back; leave out the option 'counters'.")
    query = name + "_batch"
    things = [thing if _is_future(thing) or isinstance(thing, abut.classic.Model) else _made(abut.Model, thing)
              for thing in things]
    # The options of classic models are checked with the models themselves.
    of_engine = [_NOTHING if _is_future(thing) or isinstance(thing, abut.Model) else thing for thing in things]
    empty = getattr(abut, query)(*of_engine, *before, _ONE_POSE, **{**options, "threads": threads})[:0]
    if any(isinstance(pose, _pieces.dask.array.Array) for pose in poses):
        if isinstance(empty, abut.Contacts):
            raise TypeError("contacts are no array, so that collide needs poses in numpy arrays: poses.compute().")
        options = {**options, "threads": threads}
        return _pieces.lazy_answer(name, query, _sent(client, things), before, poses, options, empty.dtype)
    columns = [_pieces.Poses(pose) for pose in poses]
    count = _checked_count(columns)
    work = _Work(name, query, things, before, columns, options)
    try:
        return work.run(client, count, empty, threads, piece_seconds, progress)
    except abut.Error:
        # A worker names a pose of its piece; all together name that of the whole.
        _all_checked(columns)
        raise


def _checked_count(columns):
    """How many poses there are. The last rows of all and all of the first poses are checked; the rest by workers."""
    at_once = 1 << 14
    lengths = {len(column.values) for column in columns if column.is_many}
    if len(lengths) == 1 and max(lengths) > at_once and all(column.has_usual_rows() for column in columns):
        abut.touches_batch(_NOTHING, _NOTHING, *[column.first(at_once) for column in columns])
        return lengths.pop()
    return _all_checked(columns)


def _all_checked(columns):
    return len(abut.touches_batch(_NOTHING, _NOTHING, *[column.values for column in columns]))


def _configurations(client, scene, given, name, margin=0.0):
    """As a column, after all checks."""
    _require_client(client)
    if not isinstance(scene, abut.Scene):
        raise TypeError(f"scene must be an abut.Scene; it is {type(scene).__name__}.")
    checker = scene.checker()
    all_of_them = np.ascontiguousarray(given, dtype=np.float64)
    if all_of_them.ndim != 2 or all_of_them.shape[1] != checker.dof:
        raise abut.Error(f"{name} must have the shape (N, {checker.dof}); it has {all_of_them.shape}.")
    for bad in np.flatnonzero(~np.isfinite(all_of_them).all(axis=1))[:1]:
        try:
            checker.free(all_of_them[bad])
        except abut.Error as error:
            raise abut.Error(f"{name}[{bad}]: {error}") from None
    if len(all_of_them):
        checker.free(all_of_them[0], margin=margin)
    return _pieces.Column(all_of_them, True)


def _made(kind, thing):
    return thing if _is_future(thing) or isinstance(thing, kind) else kind(thing)


def _sent(client, things):
    return [thing if _is_future(thing) else send(client, thing) for thing in things]


def _is_future(thing):
    return isinstance(thing, distributed.Future)


def _are_motions(motions):
    """A list of motions; a placement may be a list, too."""
    return isinstance(motions, (list, tuple)) and (not motions or any(isinstance(one, abut.Motion) for one in motions))


def _require_client(client):
    if not isinstance(client, distributed.Client):
        raise TypeError(f"client must be a distributed.Client; it is {type(client).__name__}.")
    if client.asynchronous:
        raise TypeError("abut.dask waits for its answers; give it a client that is not asynchronous.")
