"""The trees of the papers, to compare methods with: every kind of volume, with its choices. Answers are the engine's.

abut.collide, touches, distance, within, closest_point, self_contacts and their batches take these models, too, also
beside an abut.Model. Then they take the options of such trees, too:

sat: "full" or "lite": which axes the tests of boxes try.
descent: "diameter" (the default), "volume" or "both": which node of a pair is opened.
search: "depth", "breadth", "priority" (the default) or "left": in which order pairs are opened for a distance.
queue_size: how many pairs wait at most in a priority search (default: 200).

Options that neither of the models has raise abut.Error.

>>> ball = abut.classic.Model(abut.shapes.sphere(1.0), "obb")
>>> ring = abut.Model(abut.shapes.torus(1.0, 0.5))
>>> len(abut.collide(ball, ring, descent="both")) == len(abut.collide(abut.Model(ball.mesh), ring))
True
"""

from . import _abut

Model = _abut.classic.Model

__all__ = ["Model"]
