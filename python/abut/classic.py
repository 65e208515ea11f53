"""The trees of the papers, for comparing methods: every kind of volume and its options, with the engine's answers.

abut.collide, touches, distance, within, closest_point, self_contacts and their batches take these models, also together
with an abut.Model. They then take the options of these trees:

sat: "full" or "lite": which axes the tests of boxes try.
descent: "diameter" (the default), "volume" or "both": which node of a pair is opened next.
search: "depth", "breadth", "priority" (the default) or "left": the order in which pairs are opened for a distance.
queue_size: the most pairs in the queue of a priority search (default: 200).
overflow: "new-queue" (the default) or "depth": what a priority search does when its queue is full.

Options that neither model has raise abut.Error.

>>> ball = abut.classic.Model(abut.shapes.sphere(1.0), "obb")
>>> ring = abut.Model(abut.shapes.torus(1.0, 0.5))
>>> len(abut.collide(ball, ring, descent="both")) == len(abut.collide(abut.Model(ball.mesh), ring))
True
"""

from . import _abut

Model = _abut.classic.Model
QueryCost = _abut.classic.QueryCost
measure_cost = _abut.classic.measure_cost
node_quality = _abut.classic.node_quality
tree_quality = _abut.classic.tree_quality

__all__ = ["Model", "QueryCost", "measure_cost", "node_quality", "tree_quality"]
