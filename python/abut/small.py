"""Small tests between single solids: spheres, oriented boxes, frusta, spot lights, triangles and rays; and culling."""

from . import _abut

Box = _abut.small.Box
Frustum = _abut.small.Frustum
RoundedCone = _abut.small.RoundedCone
Sphere = _abut.small.Sphere
contains = _abut.small.contains
cull = _abut.small.cull
first_contact = _abut.small.first_contact
first_hit = _abut.small.first_hit
may_be_seen = _abut.small.may_be_seen
may_touch = _abut.small.may_touch
touches = _abut.small.touches

__all__ = [
    "Box",
    "Frustum",
    "RoundedCone",
    "Sphere",
    "contains",
    "cull",
    "first_contact",
    "first_hit",
    "may_be_seen",
    "may_touch",
    "touches",
]
