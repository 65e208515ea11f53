import enum


class Side(enum.IntEnum):
    """Where a point is relative to a closed surface."""

    OUTSIDE = 0
    INSIDE = 1
    SURFACE = 2
    UNKNOWN = 3


Side.__module__ = "abut"
