"""Robots in scenes: what abut.Scene has beside bodies."""

import os
import weakref

import numpy

from . import _abut

Scene = _abut.Scene
# What is known of a scene beside its bodies: its robots, as tuples (robot, base, name, padding, self_padding, what links
# carry), and the checker that was made of it, if it did not change since.
_robots = weakref.WeakKeyDictionary()
_checkers = weakref.WeakKeyDictionary()

_of_bodies = {name: getattr(Scene, name) for name in ("add", "attach", "detach", "__getstate__", "__setstate__", "__copy__", "__deepcopy__")}


def _add(
    self,
    what,
    shape=None,
    pose=None,
    *,
    name="",
    padding=0.0,
    self_padding=0.0,
    group=1,
    mask=0xFFFFFFFF,
    solid=False,
):
    """Adds a body, or a robot.

    what: the name of a body, or an abut.Robot.
    shape: of a body: an abut.Shape, a Solid, Model or mesh, or the name of a file. Of a robot: where its root link stands.
    pose: where a body stands.
    solid: of a mesh or file: what it encloses belongs to it. Error if it is not closed.
    padding: how far others have to stay away; of a robot: bodies of the scene, and self_padding its own links.
    name: of a robot, stands before the names of its links, as in 'left/finger', to tell several robots apart.
    group, mask: bodies are looked at together when each one's mask has a bit of the other's group.
    """
    _checkers.pop(self, None)
    if isinstance(what, _abut.Robot):
        robots = _robots.setdefault(self, [])
        if any(robot[2] == name for robot in robots):
            raise _abut.Error("the scene has a robot of that name; give this one another: add(robot, base, name='left').")
        robots.append((what, numpy.eye(4) if shape is None else shape, name, padding, self_padding, []))
        return
    if isinstance(shape, (str, os.PathLike)):
        shape = _abut.load(os.fspath(shape))
    if solid and not isinstance(shape, _abut.Shape):
        shape = _abut.Solid(shape if isinstance(shape, _abut.Model) else _abut.Model(shape))
    _of_bodies["add"](self, what, shape, pose, padding=padding, group=group, mask=mask)


def _attach(self, name, to, pose=None, *, may_collide=False):
    """Lets a body move with another one, or with a link of a robot.

    pose: where it is in the other one, or in the link. Of another body, the default is where it stands now.
    """
    _checkers.pop(self, None)
    found = _find_link(self, to)
    if found is None:
        return _of_bodies["attach"](self, name, to, pose, may_collide=may_collide)
    robot, link = found
    if pose is None:
        raise _abut.Error(f"say where '{name}' is in the link '{to}': attach(name, link, pose).")
    _let_go(self, name)
    robot[5].append((name, link, self.shape(name), pose))


def _detach(self, name):
    """The body stays where the scene has it."""
    _checkers.pop(self, None)
    if not _let_go(self, name):
        _of_bodies["detach"](self, name)


def _let_go(scene, name):
    for robot in _robots.get(scene, []):
        for i, carried in enumerate(robot[5]):
            if carried[0] == name:
                del robot[5][i]
                return True
    return False


def _find_link(scene, name):
    for robot in _robots.get(scene, []):
        prefix = robot[2] + "/" if robot[2] else ""
        if name.startswith(prefix) and name[len(prefix) :] in robot[0].links:
            return robot, name[len(prefix) :]
    return None


def _changing(name):
    """A method of the scene after which a checker has to be made anew."""
    change = getattr(Scene, name)

    def method(self, *given, **options):
        _checkers.pop(self, None)
        return change(self, *given, **options)

    method.__name__, method.__doc__ = name, change.__doc__
    return method


def _checker(self):
    """An abut.Checker of the scene as it is now. It is kept until the scene changes."""
    if self not in _checkers:
        _checkers[self] = _abut.Checker(self, _robots.get(self, []))
    return _checkers[self]


def _free(self, configurations, *, margin=0.0, threads=1):
    """Which configurations of the robots are free: see abut.Checker.free.

    With several robots a configuration holds the numbers of all of them, one after the other.
    """
    return self.checker().free(configurations, margin=margin, threads=threads)


def _contacts_at(self, configurations, *, margin=0.0, threads=1):
    """What touches at configurations and may not: see abut.Checker.contacts."""
    return self.checker().contacts(configurations, margin=margin, threads=threads)


def _distances_at(self, configuration, *, cut_off, depth=False, threads=1):
    """How far the robots are from what they may not touch: see abut.Checker.distances."""
    return self.checker().distances(configuration, cut_off=cut_off, depth=depth, threads=threads)


def _motion(self, a, b, **options):
    """Is the straight way between two configurations free? Proved: see abut.Checker.motion."""
    return self.checker().motion(a, b, **options)


def _path(self, configurations, **options):
    """Asks motion from each configuration to the next: see abut.Checker.path."""
    return self.checker().path(configurations, **options)


def _curve(self, configurations, **options):
    """Is a spline through configurations free? Proved: see abut.Checker.curve."""
    return self.checker().curve(configurations, **options)


def _getstate(self):
    """What a pickle holds."""
    return _of_bodies["__getstate__"](self) + (_robots.get(self, []),)


def _setstate(self, state):
    """Makes a scene of what a pickle holds."""
    _of_bodies["__setstate__"](self, state[:-1])
    _take_robots(self, state[-1])


def _take_robots(scene, robots):
    if robots:
        _robots[scene] = [robot[:5] + (list(robot[5]),) for robot in robots]
    return scene


for _name in ("remove", "move", "set_shape", "set_options", "allow"):
    setattr(Scene, _name, _changing(_name))
for _name, _method in {
    "add": _add,
    "attach": _attach,
    "detach": _detach,
    "checker": _checker,
    "free": _free,
    "contacts_at": _contacts_at,
    "distances_at": _distances_at,
    "motion": _motion,
    "path": _path,
    "curve": _curve,
    "__getstate__": _getstate,
    "__setstate__": _setstate,
    "__copy__": lambda self: _take_robots(_of_bodies["__copy__"](self), _robots.get(self)),
    "__deepcopy__": lambda self, memo: _take_robots(_of_bodies["__deepcopy__"](self, memo), _robots.get(self)),
}.items():
    _method.__name__ = _name
    setattr(Scene, _name, _method)
Scene.robots = property(
    lambda self: [robot[0] for robot in _robots.get(self, [])], doc="The robots, in the order in which they were added."
)
