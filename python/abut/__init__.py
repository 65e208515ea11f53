"""Finds where triangle meshes touch and how close they are, exactly and fast.

>>> ball = abut.Model(abut.shapes.sphere(1.0))
>>> ring = abut.Model(abut.shapes.torus(3.0, 0.5))
>>> abut.touches(ball, ring)
False
>>> round(abut.distance(ball, ring).upper, 2)
1.5

Load files with abut.load, prepare them with abut.Model, ask with abut.collide, touches, distance, within, closest_point
and contains; the functions that end in _batch ask for many placements or points at once. abut.clash checks whole
assemblies. abut.classic has the trees of the papers, for comparisons.
"""

from . import classic, shapes
from ._abut import (
    Assembly,
    ClashFinding,
    ClashReport,
    ClosestPoint,
    Contacts,
    Distance,
    Error,
    Mesh,
    Model,
    Nearness,
    Part,
    SignedDistance,
    Solid,
    __version__,
    clash,
    closest_point,
    closest_point_batch,
    collide,
    collide_batch,
    contains,
    contains_batch,
    distance,
    distance_batch,
    load,
    load_assembly,
    save,
    self_contacts,
    signed_distance,
    signed_distance_batch,
    touches,
    touches_batch,
    winding_number,
    within,
    within_batch,
)
from ._answer import Answer
from ._side import Side

__all__ = [
    "Answer",
    "Assembly",
    "ClashFinding",
    "ClashReport",
    "ClosestPoint",
    "Contacts",
    "Distance",
    "Error",
    "Mesh",
    "Model",
    "Nearness",
    "Part",
    "Side",
    "SignedDistance",
    "Solid",
    "__version__",
    "clash",
    "classic",
    "closest_point",
    "closest_point_batch",
    "collide",
    "collide_batch",
    "contains",
    "contains_batch",
    "distance",
    "distance_batch",
    "load",
    "load_assembly",
    "save",
    "self_contacts",
    "shapes",
    "signed_distance",
    "signed_distance_batch",
    "touches",
    "touches_batch",
    "winding_number",
    "within",
    "within_batch",
]
