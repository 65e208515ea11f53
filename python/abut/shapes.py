"""Procedural meshes and robots for trying things out, with the same bytes on every machine."""

from . import _abut

box = _abut.shapes.box
cylinder = _abut.shapes.cylinder
sphere = _abut.shapes.sphere
teapot = _abut.shapes.teapot
torus = _abut.shapes.torus
write_robot = _abut.shapes.write_robot

__all__ = ["box", "cylinder", "sphere", "teapot", "torus", "write_robot"]
