"""Where triangle meshes touch, how close they are: exact answers, fast.

>>> ball = abut.Model(abut.shapes.sphere(1.0))
>>> ring = abut.Model(abut.shapes.torus(3.0, 0.5))
>>> abut.touches(ball, ring)
False
>>> round(abut.distance(ball, ring).upper, 2)
1.5

Load files with abut.load, prepare them with abut.Model, ask with abut.collide, touches, distance and within; the
functions that end in _batch ask for many placements at once.
"""

from . import shapes
from ._abut import (
    Contacts,
    Distance,
    Error,
    Mesh,
    Model,
    Part,
    __version__,
    collide,
    collide_batch,
    distance,
    distance_batch,
    load,
    save,
    self_contacts,
    touches,
    touches_batch,
    within,
    within_batch,
)

__all__ = [
    "Contacts",
    "Distance",
    "Error",
    "Mesh",
    "Model",
    "Part",
    "__version__",
    "collide",
    "collide_batch",
    "distance",
    "distance_batch",
    "load",
    "save",
    "self_contacts",
    "shapes",
    "touches",
    "touches_batch",
    "within",
    "within_batch",
]
