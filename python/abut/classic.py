"""The trees of the papers, for comparing methods: every kind of volume and its options, with the engine's answers.

abut.collide, touches, distance, within, closest_point, self_contacts and their batches take these models, also together
with an abut.Model. They then take the options of these trees:

sat: "full" or "lite": which axes the tests of boxes try.
descent: "diameter" (the default), "volume" or "both": which node of a pair is opened next.
search: "depth", "breadth", "priority" (the default) or "left": the order in which pairs are opened for a distance.
queue_size: the most pairs in the queue of a priority search (default: 200).
overflow: "new-queue" (the default) or "depth": what a priority search does when its queue is full.

Options that neither model has raise abut.Error.

triangles_in finds what of a model lies in a Region: a plane, a slab, a beam, a line, a ray, a segment or any box.

>>> ball = abut.classic.Model(abut.shapes.sphere(1.0), "obb")
>>> ring = abut.Model(abut.shapes.torus(1.0, 0.5))
>>> len(abut.collide(ball, ring, descent="both")) == len(abut.collide(abut.Model(ball.mesh), ring))
True
"""

from . import _abut

Model = _abut.classic.Model
QueryCost = _abut.classic.QueryCost
Region = _abut.classic.Region
beam = _abut.classic.beam
fat_ray = _abut.classic.fat_ray
line = _abut.classic.line
measure_cost = _abut.classic.measure_cost
node_quality = _abut.classic.node_quality
plane = _abut.classic.plane
ray = _abut.classic.ray
segment = _abut.classic.segment
slab = _abut.classic.slab
touches_region = _abut.classic.touches_region
tree_quality = _abut.classic.tree_quality
triangles_in = _abut.classic.triangles_in

__all__ = ["Model", "QueryCost", "Region", "beam", "fat_ray", "line", "measure_cost", "node_quality", "plane", "ray",
           "segment", "slab", "touches_region", "tree_quality", "triangles_in"]
