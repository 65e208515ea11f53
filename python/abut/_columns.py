import enum

import numpy as np

from . import _abut

_AXES = ("x", "y", "z")


def columns(results):
    """The results of many queries as columns: a dict of names and arrays of one length, as pandas.DataFrame takes it.

    results: a record array of a batch, an abut.Contacts, an abut.ClashReport, or a list of results of one kind, as single
    queries return them; also of tuples (a, b, result), as scenes do.

    Points and vectors become three columns (point_a_x, point_a_y, point_a_z), weights three (weights_a_0 and so on),
    brackets two (depth_lower, depth_upper), pairs of names two (pair_a, pair_b), gradients one for each number of a
    configuration (gradient_0 and so on). Contacts have a row for each pair of triangles: pose, triangle_a, triangle_b.
    Left out are lists of varying length and what would have to be computed first (Edge.clearance); what is None is not a
    number (NaN).

    >>> box = abut.Model(abut.shapes.box([1, 1, 1]))
    >>> poses = np.tile(np.eye(4), (2, 1, 1))
    >>> poses[:, 0, 3] = [1.5, 4]
    >>> table = abut.columns(abut.distance_batch(box, box, poses))     # pandas.DataFrame(table)
    >>> list(table)[:5], table["upper"].round(9)
    (['lower', 'upper', 'triangle_a', 'triangle_b', 'weights_a_0'], array([0., 2.]))
    """
    if isinstance(results, _abut.Contacts):
        poses = np.repeat(np.arange(len(results)), results.counts)
        return {"pose": poses, "triangle_a": results.pairs[:, 0], "triangle_b": results.pairs[:, 1]}
    if isinstance(results, _abut.ClashReport):
        return _of_objects(results.findings)
    if isinstance(results, np.ndarray) and results.dtype.names:
        return _of_records(results)
    if isinstance(results, (list, tuple)) and len({type(each) for each in results}) <= 1:
        if all(_is_result(each) for each in results):
            return _of_objects(results)
        if all(_is_named_result(each) for each in results):
            return {**_pair("", results), **_of_objects([each[2] for each in results])}
    raise TypeError("results must be those of a batch, an abut.Contacts, an abut.ClashReport, or a list of results of "
                    f"one kind; it is {type(results).__name__}.")


def _of_records(records):
    table = {}
    for name in records.dtype.names:
        values = np.asarray(records[name])
        if values.ndim == 1:
            table[name] = values
        else:
            table.update(zip(_names(name, values.shape[1]), values.T))
    return table


def _of_objects(objects, prefix=""):
    """`objects` are of one kind, or None where there is nothing."""
    kinds = [type(each) for each in objects if each is not None]
    names = [name for name, member in vars(kinds[0]).items() if isinstance(member, property)] if kinds else []
    table = {}
    for name in names:
        # Triangles are triangle_a and triangle_b as well.
        if name != "triangles" and (name, kinds[0]) != ("clearance", _abut.Edge):
            values = [None if each is None else getattr(each, name) for each in objects]
            table.update(_of_values(prefix + name, values))
    return table


def _of_values(name, values):
    there = [value for value in values if value is not None]
    if there and all(_is_result(value) for value in there):
        return _of_objects(values, name + "_")
    if there and all(_is_pair(value) for value in there):
        return _pair(name + "_", [(None, None) if value is None else value for value in values])
    if there and all(_is_vector(value, name) for value in there) and len({len(value) for value in there}) == 1:
        parts = _names(name, len(there[0]))
        return {part: _column([None if value is None else value[i] for value in values])
                for i, part in enumerate(parts)}
    if all(isinstance(value, (bool, int, float, str, np.generic)) for value in there):
        return {name: _column(values)}
    return {}


def _column(values):
    if all(value is None for value in values):
        return np.full(len(values), np.nan)
    if any(isinstance(value, str) for value in values):
        return np.array(values, dtype=object)
    return np.array([np.nan if value is None else value for value in values])


def _names(name, count):
    if name == "least":
        return ["least_lower", "least_upper", "least_time"]
    if name == "gradient":
        return [f"gradient_{i}" for i in range(count)]
    if count == 2:
        return [name + "_lower", name + "_upper"]
    return [f"{name}_{i if 'weights' in name else _AXES[i]}" for i in range(count)]


def _is_result(value):
    return type(value).__module__ == "abut" and not isinstance(value, enum.Enum)


def _is_pair(value):
    return isinstance(value, tuple) and len(value) == 2 and all(isinstance(each, str) for each in value)


def _is_named_result(value):
    return isinstance(value, tuple) and len(value) == 3 and _is_pair(value[:2]) and _is_result(value[2])


def _pair(prefix, pairs):
    return {prefix + end: np.array([pair[i] for pair in pairs], dtype=object) for i, end in enumerate("ab")}


def _is_vector(value, name):
    if isinstance(value, np.ndarray):
        return value.ndim == 1 and (len(value) == 3 or name == "gradient") and value.dtype.kind == "f"
    return isinstance(value, tuple) and len(value) in (2, 3) and all(isinstance(each, float) for each in value)


columns.__module__ = "abut"
