import enum
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal, Protocol, TypedDict

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import classic as classic
from . import shapes as shapes
from . import small as small

__version__: str
__all__: list[str]

class HasVerticesAndFaces(Protocol):
    @property
    def vertices(self) -> np.recarray[Any, Any]: ...
    @property
    def faces(self) -> np.recarray[Any, Any]: ...

# A model, or anything that can be made into one.
_ModelLike = Model | HasVerticesAndFaces | str | os.PathLike[str]
# A model of either house.
_AnyModelLike = _ModelLike | classic.Model
# Two models, and where they stand.
_ModelPair = (
    tuple[Model, Model]
    | tuple[Model, Model, ArrayLike | None]
    | tuple[Model, Model, ArrayLike | None, ArrayLike | None]
)
_Sat = Literal["full", "lite"]
_Descent = Literal["diameter", "volume", "both"]
_Search = Literal["depth", "breadth", "priority", "left"]
_Simd = Literal["best", "scalar", "sse4", "avx2", "avx512"]

class _Tree(TypedDict):
    nodes: int
    leaves: int
    depth: int
    bytes: int

class Error(ValueError): ...

class Part:
    @property
    def name(self) -> str: ...
    @property
    def first(self) -> int: ...
    @property
    def count(self) -> int: ...

class Mesh:
    def __init__(self, vertices: ArrayLike, faces: ArrayLike, parts: Sequence[tuple[str, int]] = ...) -> None: ...
    @property
    def vertices(self) -> NDArray[np.float64]: ...
    @property
    def faces(self) -> NDArray[np.uint32]: ...
    @property
    def parts(self) -> list[Part]: ...
    @property
    def bounds(self) -> NDArray[np.float64]: ...
    def part(self, name: str) -> Mesh: ...
    def point_on(
        self, triangle: int | ArrayLike, weights: ArrayLike, pose: ArrayLike | None = ...
    ) -> NDArray[np.float64]: ...
    def __copy__(self) -> Mesh: ...
    def __deepcopy__(self, memo: object) -> Mesh: ...

class Model:
    def __init__(
        self,
        mesh: HasVerticesAndFaces | str | os.PathLike[str],
        *,
        threads: int = ...,
        rays: bool = ...,
    ) -> None: ...
    @property
    def mesh(self) -> Mesh: ...
    @property
    def vertices(self) -> NDArray[np.float64]: ...
    @property
    def faces(self) -> NDArray[np.uint32]: ...
    @property
    def volume(self) -> Literal["auto"]: ...
    @property
    def tree(self) -> _Tree: ...
    @property
    def nbytes(self) -> int: ...
    @property
    def spread(self) -> float: ...
    @property
    def should_rebuild(self) -> bool: ...
    @property
    def generation(self) -> int: ...
    def refit(self, vertices: ArrayLike, threads: int = ...) -> None: ...
    def rebuild(self) -> None: ...
    def save(self, path: str | os.PathLike[str]) -> None: ...
    @staticmethod
    def open(path: str | os.PathLike[str], *, threads: int = ..., rays: bool = ...) -> Model: ...
    @staticmethod
    def map(path: str | os.PathLike[str], *, threads: int = ..., rays: bool = ...) -> Model: ...
    def __copy__(self) -> Model: ...
    def __deepcopy__(self, memo: object) -> Model: ...

class Solid:
    def __init__(
        self,
        model: _ModelLike,
        *,
        holes: Literal["refuse", "winding-number"] = ...,
    ) -> None: ...
    @property
    def model(self) -> Model: ...
    @property
    def is_closed(self) -> bool: ...

class Side(enum.IntEnum):
    OUTSIDE = 0
    INSIDE = 1
    SURFACE = 2
    UNKNOWN = 3

class Answer(enum.IntEnum):
    NO = 0
    YES = 1
    UNKNOWN = 2

class Contacts:
    @property
    def pairs(self) -> NDArray[np.uint32]: ...
    @property
    def offsets(self) -> NDArray[np.int64]: ...
    @property
    def counts(self) -> NDArray[np.int64]: ...
    @property
    def complete(self) -> NDArray[np.bool_]: ...
    @property
    def volume_tests(self) -> NDArray[np.uint64]: ...
    @property
    def triangle_tests(self) -> NDArray[np.uint64]: ...
    @property
    def exact_tests(self) -> NDArray[np.uint64]: ...
    def __len__(self) -> int: ...
    def __getitem__(self, pose: int) -> NDArray[np.uint32]: ...
    def __iter__(self) -> Iterator[NDArray[np.uint32]]: ...

class Distance:
    @property
    def lower(self) -> float: ...
    @property
    def upper(self) -> float: ...
    @property
    def triangle_a(self) -> int: ...
    @property
    def triangle_b(self) -> int: ...
    @property
    def triangles(self) -> tuple[int, int]: ...
    @property
    def weights_a(self) -> NDArray[np.float64]: ...
    @property
    def weights_b(self) -> NDArray[np.float64]: ...
    @property
    def point_a(self) -> NDArray[np.float64]: ...
    @property
    def point_b(self) -> NDArray[np.float64]: ...
    @property
    def complete(self) -> bool: ...
    @property
    def volume_tests(self) -> int: ...
    @property
    def triangle_tests(self) -> int: ...
    @property
    def exact_tests(self) -> int: ...

class Nearness:
    @property
    def answer(self) -> Answer: ...
    @property
    def upper(self) -> float: ...
    @property
    def triangle_a(self) -> int: ...
    @property
    def triangle_b(self) -> int: ...
    @property
    def triangles(self) -> tuple[int, int]: ...
    @property
    def weights_a(self) -> NDArray[np.float64]: ...
    @property
    def weights_b(self) -> NDArray[np.float64]: ...
    @property
    def point_a(self) -> NDArray[np.float64]: ...
    @property
    def point_b(self) -> NDArray[np.float64]: ...
    @property
    def complete(self) -> bool: ...
    @property
    def volume_tests(self) -> int: ...
    @property
    def triangle_tests(self) -> int: ...
    @property
    def exact_tests(self) -> int: ...
    def __bool__(self) -> bool: ...

class ClosestPoint:
    @property
    def lower(self) -> float: ...
    @property
    def upper(self) -> float: ...
    @property
    def triangle(self) -> int: ...
    @property
    def weights(self) -> NDArray[np.float64]: ...
    @property
    def point(self) -> NDArray[np.float64]: ...
    @property
    def complete(self) -> bool: ...
    @property
    def volume_tests(self) -> int: ...
    @property
    def triangle_tests(self) -> int: ...
    @property
    def exact_tests(self) -> int: ...

class FeatureContact:
    @property
    def found(self) -> bool: ...
    @property
    def lower(self) -> float: ...
    @property
    def upper(self) -> float: ...
    @property
    def weights_a(self) -> NDArray[np.float64]: ...
    @property
    def weights_b(self) -> NDArray[np.float64]: ...
    @property
    def point_a(self) -> NDArray[np.float64]: ...
    @property
    def point_b(self) -> NDArray[np.float64]: ...
    @property
    def normal(self) -> NDArray[np.float64]: ...
    def __bool__(self) -> bool: ...

class DeformingContact:
    @property
    def answer(self) -> Answer: ...
    @property
    def kind(self) -> Literal["vertex_face", "face_vertex", "edge_edge", "triangles"]: ...
    @property
    def triangle_a(self) -> int: ...
    @property
    def triangle_b(self) -> int: ...
    @property
    def complete(self) -> bool: ...
    @property
    def volume_tests(self) -> int: ...
    @property
    def triangle_tests(self) -> int: ...
    @property
    def exact_tests(self) -> int: ...
    @property
    def lower(self) -> float: ...
    @property
    def upper(self) -> float: ...
    @property
    def weights_a(self) -> NDArray[np.float64]: ...
    @property
    def weights_b(self) -> NDArray[np.float64]: ...
    @property
    def point_a(self) -> NDArray[np.float64]: ...
    @property
    def point_b(self) -> NDArray[np.float64]: ...
    @property
    def normal(self) -> NDArray[np.float64]: ...
    def __bool__(self) -> bool: ...

# How a model moves, or where it stays.
_MotionLike = Motion | ArrayLike | None
_Motions = Sequence[_MotionLike] | _MotionLike
_Span = tuple[float, float]

class Motion:
    def __init__(self, at: ArrayLike | None = ...) -> None: ...
    @staticmethod
    def straight(start: ArrayLike | None, by: ArrayLike, *, during: _Span = ...) -> Motion: ...
    @staticmethod
    def screw(
        start: ArrayLike | None,
        to: ArrayLike | None = ...,
        *,
        point: ArrayLike | None = ...,
        direction: ArrayLike | None = ...,
        angle: float | None = ...,
        advance: float | None = ...,
        during: _Span = ...,
    ) -> Motion: ...
    @staticmethod
    def slerp(
        start: ArrayLike | None, to: ArrayLike | None, straight_point: ArrayLike | None = ..., *, during: _Span = ...
    ) -> Motion: ...
    @staticmethod
    def through(times: ArrayLike, placements: ArrayLike, *, way: Literal["screw", "slerp"] = ...) -> Motion: ...
    @staticmethod
    def of(
        function: Callable[[float], ArrayLike],
        *,
        linear: float,
        angular: float = ...,
        about: ArrayLike | None = ...,
        during: _Span = ...,
    ) -> Motion: ...
    @property
    def during(self) -> _Span: ...
    def at(self, time: float) -> NDArray[np.float64]: ...
    def enclosure(self, begin: float, end: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]: ...

_Feature = Literal["corner", "side", "face"]

class MovingContact:
    @property
    def verdict(self) -> Literal["clear", "contact", "undecided"]: ...
    @property
    def lower(self) -> float: ...
    @property
    def upper(self) -> float: ...
    @property
    def tolerance(self) -> float: ...
    @property
    def triangle_a(self) -> int: ...
    @property
    def triangle_b(self) -> int: ...
    @property
    def triangles(self) -> tuple[int, int]: ...
    @property
    def distance(self) -> float: ...
    @property
    def point_a(self) -> NDArray[np.float64]: ...
    @property
    def point_b(self) -> NDArray[np.float64]: ...
    @property
    def normal(self) -> NDArray[np.float64]: ...
    @property
    def velocity(self) -> NDArray[np.float64]: ...
    @property
    def feature_a(self) -> _Feature: ...
    @property
    def feature_b(self) -> _Feature: ...
    @property
    def complete(self) -> bool: ...
    @property
    def volume_tests(self) -> int: ...
    @property
    def triangle_tests(self) -> int: ...
    @property
    def exact_tests(self) -> int: ...
    def __bool__(self) -> bool: ...

class MotionParts:
    @property
    def parts(self) -> list[tuple[Literal["apart", "within", "undecided"], float, float]]: ...
    @property
    def tolerance(self) -> float: ...
    @property
    def complete(self) -> bool: ...
    @property
    def volume_tests(self) -> int: ...
    @property
    def triangle_tests(self) -> int: ...
    @property
    def exact_tests(self) -> int: ...

class MotionClearance:
    @property
    def lower(self) -> float: ...
    @property
    def upper(self) -> float: ...
    @property
    def time(self) -> float: ...
    @property
    def complete(self) -> bool: ...
    @property
    def volume_tests(self) -> int: ...
    @property
    def triangle_tests(self) -> int: ...
    @property
    def exact_tests(self) -> int: ...

class BulletHit:
    @property
    def verdict(self) -> Literal["clear", "contact", "undecided"]: ...
    @property
    def lower(self) -> float: ...
    @property
    def upper(self) -> float: ...
    @property
    def tolerance(self) -> float: ...
    @property
    def target(self) -> int: ...
    @property
    def triangle(self) -> int: ...
    @property
    def distance(self) -> float: ...
    @property
    def place(self) -> NDArray[np.float64]: ...
    @property
    def point(self) -> NDArray[np.float64]: ...
    @property
    def normal(self) -> NDArray[np.float64]: ...
    def __bool__(self) -> bool: ...

class CastHit:
    @property
    def lower(self) -> float: ...
    @property
    def upper(self) -> float: ...
    @property
    def triangle(self) -> int: ...
    @property
    def point(self) -> NDArray[np.float64]: ...

class RayHit:
    @property
    def t(self) -> float: ...
    @property
    def t_error(self) -> float: ...
    @property
    def triangle(self) -> int: ...
    @property
    def face(self) -> Literal["front", "back", "edge"]: ...
    @property
    def weights(self) -> NDArray[np.float64]: ...
    @property
    def point(self) -> NDArray[np.float64]: ...
    @property
    def normal(self) -> NDArray[np.float64]: ...

class SignedDistance:
    @property
    def lower(self) -> float: ...
    @property
    def upper(self) -> float: ...
    @property
    def side(self) -> Side: ...
    @property
    def triangle(self) -> int: ...
    @property
    def weights(self) -> NDArray[np.float64]: ...
    @property
    def point(self) -> NDArray[np.float64]: ...
    @property
    def complete(self) -> bool: ...
    @property
    def volume_tests(self) -> int: ...
    @property
    def triangle_tests(self) -> int: ...
    @property
    def exact_tests(self) -> int: ...

class Pieces:
    def __init__(self, model: _ModelLike) -> None: ...
    @property
    def model(self) -> Model: ...
    @property
    def first_triangles(self) -> NDArray[np.uint32]: ...
    def __len__(self) -> int: ...

class Enclosure:
    @property
    def answer(self) -> Answer: ...
    @property
    def triangle(self) -> int | None: ...
    @property
    def complete(self) -> bool: ...
    @property
    def volume_tests(self) -> int: ...
    @property
    def triangle_tests(self) -> int: ...
    @property
    def exact_tests(self) -> int: ...
    def __bool__(self) -> bool: ...

class ContactCurve:
    @property
    def points(self) -> NDArray[np.float64]: ...
    @property
    def is_closed(self) -> bool: ...
    def __len__(self) -> int: ...

class ContactArea:
    @property
    def outlines(self) -> list[NDArray[np.float64]]: ...
    @property
    def area(self) -> float: ...
    @property
    def normal(self) -> NDArray[np.float64]: ...

class ContactPatch:
    @property
    def pairs(self) -> NDArray[np.uint32]: ...
    @property
    def curves(self) -> list[ContactCurve]: ...
    @property
    def areas(self) -> list[ContactArea]: ...
    @property
    def points(self) -> NDArray[np.float64]: ...
    @property
    def centre(self) -> NDArray[np.float64]: ...
    @property
    def normal(self) -> NDArray[np.float64]: ...
    @property
    def area(self) -> float: ...
    @property
    def length(self) -> float: ...
    @property
    def extent(self) -> NDArray[np.float64]: ...
    def __len__(self) -> int: ...

class ContactRegions:
    @property
    def patches(self) -> list[ContactPatch]: ...
    @property
    def complete(self) -> bool: ...
    @property
    def volume_tests(self) -> int: ...
    @property
    def triangle_tests(self) -> int: ...
    @property
    def exact_tests(self) -> int: ...
    def __len__(self) -> int: ...

class OverlapSolid:
    def __init__(self, solid: Solid | _ModelLike) -> None: ...
    @property
    def solid(self) -> Solid: ...
    @property
    def is_clean(self) -> bool: ...

class Overlap:
    @property
    def volume(self) -> tuple[float, float]: ...
    @property
    def centre(self) -> NDArray[np.float64]: ...
    @property
    def centre_error(self) -> float: ...
    @property
    def from_surfaces(self) -> bool: ...
    @property
    def complete(self) -> bool: ...
    @property
    def volume_tests(self) -> int: ...
    @property
    def triangle_tests(self) -> int: ...
    @property
    def exact_tests(self) -> int: ...

class InteriorsMeeting:
    @property
    def answer(self) -> Answer: ...
    @property
    def triangle_a(self) -> int | None: ...
    @property
    def triangle_b(self) -> int | None: ...
    @property
    def complete(self) -> bool: ...
    @property
    def volume_tests(self) -> int: ...
    @property
    def triangle_tests(self) -> int: ...
    @property
    def exact_tests(self) -> int: ...
    def __bool__(self) -> bool: ...

class Penetration:
    @property
    def depth(self) -> tuple[float, float]: ...
    @property
    def deepest(self) -> NDArray[np.float64]: ...
    @property
    def reach_a(self) -> tuple[float, float]: ...
    @property
    def reach_a_point(self) -> NDArray[np.float64]: ...
    @property
    def reach_a_triangle(self) -> int: ...
    @property
    def reach_b(self) -> tuple[float, float]: ...
    @property
    def reach_b_point(self) -> NDArray[np.float64]: ...
    @property
    def reach_b_triangle(self) -> int: ...
    @property
    def way_out_length(self) -> tuple[float, float]: ...
    @property
    def way_out(self) -> NDArray[np.float64]: ...
    @property
    def complete(self) -> bool: ...
    @property
    def volume_tests(self) -> int: ...
    @property
    def triangle_tests(self) -> int: ...
    @property
    def exact_tests(self) -> int: ...

class SignedGap:
    @property
    def lower(self) -> float: ...
    @property
    def upper(self) -> float: ...
    @property
    def overlaps(self) -> bool: ...
    @property
    def distance(self) -> Distance: ...
    @property
    def penetration(self) -> Penetration: ...
    @property
    def complete(self) -> bool: ...
    @property
    def volume_tests(self) -> int: ...
    @property
    def triangle_tests(self) -> int: ...
    @property
    def exact_tests(self) -> int: ...

class Counters:
    def __init__(self) -> None: ...
    @property
    def volume_tests(self) -> int: ...
    @property
    def triangle_tests(self) -> int: ...
    @property
    def exact_tests(self) -> int: ...
    @property
    def queries(self) -> int: ...
    @property
    def complete(self) -> bool: ...

class CollideCache:
    def __init__(self) -> None: ...
    def clear(self) -> None: ...

class DistanceCache:
    def __init__(self) -> None: ...
    def clear(self) -> None: ...

class BoundPair:
    def __init__(
        self,
        a: _ModelLike,
        b: _ModelLike,
        *,
        margin: float = ...,
        max_contacts: int | None = ...,
        relative_error: float = ...,
        absolute_error: float = ...,
        known_upper: float | None = ...,
        smallest_touching: bool = ...,
        max_tests: int | None = ...,
        max_seconds: float | None = ...,
        simd: _Simd | None = ...,
        coherent: bool = ...,
    ) -> None: ...
    def touches(self, pose_a: ArrayLike | None = ..., pose_b: ArrayLike | None = ...) -> bool: ...
    def collide(self, pose_a: ArrayLike | None = ..., pose_b: ArrayLike | None = ...) -> NDArray[np.uint32]: ...
    def distance(self, pose_a: ArrayLike | None = ..., pose_b: ArrayLike | None = ...) -> Distance: ...
    def within(self, limit: float, pose_a: ArrayLike | None = ..., pose_b: ArrayLike | None = ...) -> Nearness: ...
    def touches_batch(
        self,
        pose_a: ArrayLike | None = ...,
        pose_b: ArrayLike | None = ...,
        *,
        out: NDArray[np.bool_] | None = ...,
    ) -> NDArray[np.bool_]: ...
    def distance_batch(self, pose_a: ArrayLike | None = ..., pose_b: ArrayLike | None = ...) -> np.recarray[Any, Any]: ...
    def within_batch(
        self, limit: float, pose_a: ArrayLike | None = ..., pose_b: ArrayLike | None = ...
    ) -> np.recarray[Any, Any]: ...

class Stray:
    @property
    def kind(self) -> Literal["none", "estimated", "sampled", "bounded"]: ...
    @property
    def of_triangles(self) -> NDArray[np.float32]: ...
    @property
    def largest(self) -> float: ...
    @property
    def spacing(self) -> float: ...

def estimated_stray(mesh: HasVerticesAndFaces) -> Stray: ...

class Assembly:
    def __init__(self) -> None: ...
    def add(self, name: str, model: _ModelLike, pose: ArrayLike | None = ...) -> str: ...
    @property
    def names(self) -> list[str]: ...
    def model(self, name: str) -> Model: ...
    def pose(self, name: str) -> NDArray[np.float64]: ...
    def stray(self, name: str) -> Stray: ...
    def __len__(self) -> int: ...

_ClashKind = Literal["clash", "inside", "touch", "clearance"]

class ClashFinding:
    @property
    def kind(self) -> _ClashKind: ...
    @property
    def a(self) -> str: ...
    @property
    def b(self) -> str: ...
    @property
    def id(self) -> str: ...
    @property
    def limit(self) -> float: ...
    @property
    def worst_step(self) -> int: ...
    @property
    def worst_time(self) -> float: ...
    @property
    def is_between_steps(self) -> bool: ...
    @property
    def intervals(self) -> list[tuple[_ClashKind, tuple[float, float], tuple[float, float]]]: ...
    @property
    def least(self) -> tuple[float, float, float] | None: ...
    @property
    def gap(self) -> Distance: ...
    @property
    def contacts(self) -> int: ...
    @property
    def triangles_a(self) -> NDArray[np.uint32]: ...
    @property
    def triangles_b(self) -> NDArray[np.uint32]: ...
    @property
    def triangles_complete(self) -> bool: ...
    @property
    def region(self) -> NDArray[np.float64] | None: ...
    @property
    def inner(self) -> str | None: ...
    @property
    def spans(self) -> list[tuple[_ClashKind, int, int]]: ...
    @property
    def curve(self) -> NDArray[np.float64]: ...
    @property
    def state(self) -> Literal["new", "still"] | None: ...
    @property
    def was(self) -> _ClashKind | None: ...

class Baseline:
    @property
    def complete(self) -> bool: ...
    @property
    def findings(self) -> list[tuple[str, str, str, str]]: ...
    def __len__(self) -> int: ...

class ClashReport:
    @property
    def findings(self) -> list[ClashFinding]: ...
    @property
    def pairs(self) -> int: ...
    @property
    def pairs_checked(self) -> int: ...
    @property
    def complete(self) -> bool: ...
    @property
    def unmatched(self) -> list[str]: ...
    @property
    def undecided(self) -> list[tuple[str, str, float, float]]: ...
    @property
    def unknown_ways(self) -> list[tuple[str, float, float, str]]: ...
    @property
    def closed(self) -> dict[str, bool]: ...
    @property
    def resolved(self) -> list[tuple[str, str, str, str]] | None: ...
    def compare(self, baseline: Baseline) -> ClashReport: ...
    def to_json(self) -> str: ...
    def to_csv(self) -> str: ...
    def to_text(self) -> str: ...
    def write_page(self, path: _Path) -> None: ...
    def __len__(self) -> int: ...

def load(path: str | os.PathLike[str]) -> Mesh: ...
def save(mesh: HasVerticesAndFaces, path: str | os.PathLike[str]) -> None: ...
def collide(
    a: _AnyModelLike,
    b: _AnyModelLike,
    pose_a: ArrayLike | None = ...,
    pose_b: ArrayLike | None = ...,
    *,
    first: bool = ...,
    max_contacts: int | None = ...,
    margin: float = ...,
    consider: Callable[[int, int], bool] | None = ...,
    cache: CollideCache | None = ...,
    max_tests: int | None = ...,
    max_seconds: float | None = ...,
    simd: _Simd | None = ...,
    threads: int | None = ...,
    counters: Counters | None = ...,
    sat: _Sat | None = ...,
    descent: _Descent | None = ...,
) -> NDArray[np.uint32]: ...
def collide_batch(
    a: _AnyModelLike,
    b: _AnyModelLike,
    pose_a: ArrayLike | None = ...,
    pose_b: ArrayLike | None = ...,
    *,
    first: bool = ...,
    max_contacts: int | None = ...,
    margin: float = ...,
    consider: Callable[[int, int], bool] | None = ...,
    max_tests: int | None = ...,
    max_seconds: float | None = ...,
    simd: _Simd | None = ...,
    threads: int = ...,
    sat: _Sat | None = ...,
    descent: _Descent | None = ...,
) -> Contacts: ...
def collide_pairs(
    pairs: Sequence[_ModelPair],
    *,
    first: bool = ...,
    max_contacts: int | None = ...,
    margin: float = ...,
    consider: Callable[[int, int], bool] | None = ...,
    max_tests: int | None = ...,
    max_seconds: float | None = ...,
    simd: _Simd | None = ...,
    threads: int = ...,
) -> Contacts: ...
def touches(
    a: _AnyModelLike,
    b: _AnyModelLike,
    pose_a: ArrayLike | None = ...,
    pose_b: ArrayLike | None = ...,
    *,
    margin: float = ...,
    consider: Callable[[int, int], bool] | None = ...,
    cache: CollideCache | None = ...,
    max_tests: int | None = ...,
    max_seconds: float | None = ...,
    simd: _Simd | None = ...,
    threads: int | None = ...,
    counters: Counters | None = ...,
    sat: _Sat | None = ...,
    descent: _Descent | None = ...,
) -> bool: ...
def touches_batch(
    a: _AnyModelLike,
    b: _AnyModelLike,
    pose_a: ArrayLike | None = ...,
    pose_b: ArrayLike | None = ...,
    *,
    margin: float = ...,
    consider: Callable[[int, int], bool] | None = ...,
    max_tests: int | None = ...,
    max_seconds: float | None = ...,
    simd: _Simd | None = ...,
    threads: int = ...,
    counters: Counters | None = ...,
    sat: _Sat | None = ...,
    descent: _Descent | None = ...,
) -> NDArray[np.bool_]: ...
def distance(
    a: _AnyModelLike,
    b: _AnyModelLike,
    pose_a: ArrayLike | None = ...,
    pose_b: ArrayLike | None = ...,
    *,
    relative_error: float = ...,
    absolute_error: float = ...,
    known_upper: float | None = ...,
    smallest_touching: bool = ...,
    cache: DistanceCache | None = ...,
    max_tests: int | None = ...,
    max_seconds: float | None = ...,
    simd: _Simd | None = ...,
    search: _Search | None = ...,
    descent: _Descent | None = ...,
    queue_size: int | None = ...,
) -> Distance: ...
def distance_batch(
    a: _AnyModelLike,
    b: _AnyModelLike,
    pose_a: ArrayLike | None = ...,
    pose_b: ArrayLike | None = ...,
    *,
    relative_error: float = ...,
    absolute_error: float = ...,
    known_upper: float | None = ...,
    smallest_touching: bool = ...,
    max_tests: int | None = ...,
    max_seconds: float | None = ...,
    simd: _Simd | None = ...,
    threads: int = ...,
    search: _Search | None = ...,
    descent: _Descent | None = ...,
    queue_size: int | None = ...,
) -> np.recarray[Any, Any]: ...
def distance_pairs(
    pairs: Sequence[_ModelPair],
    *,
    relative_error: float = ...,
    absolute_error: float = ...,
    known_upper: float | None = ...,
    smallest_touching: bool = ...,
    max_tests: int | None = ...,
    max_seconds: float | None = ...,
    simd: _Simd | None = ...,
    threads: int = ...,
) -> np.recarray[Any, Any]: ...
def within(
    a: _AnyModelLike,
    b: _AnyModelLike,
    limit: float,
    pose_a: ArrayLike | None = ...,
    pose_b: ArrayLike | None = ...,
    *,
    cache: DistanceCache | None = ...,
    max_tests: int | None = ...,
    max_seconds: float | None = ...,
    simd: _Simd | None = ...,
    search: _Search | None = ...,
    descent: _Descent | None = ...,
    queue_size: int | None = ...,
) -> Nearness: ...
def within_batch(
    a: _AnyModelLike,
    b: _AnyModelLike,
    limit: float,
    pose_a: ArrayLike | None = ...,
    pose_b: ArrayLike | None = ...,
    *,
    max_tests: int | None = ...,
    max_seconds: float | None = ...,
    simd: _Simd | None = ...,
    threads: int = ...,
    search: _Search | None = ...,
    descent: _Descent | None = ...,
    queue_size: int | None = ...,
) -> np.recarray[Any, Any]: ...
def within_pairs(
    pairs: Sequence[_ModelPair],
    limit: float,
    *,
    max_tests: int | None = ...,
    max_seconds: float | None = ...,
    simd: _Simd | None = ...,
    threads: int = ...,
) -> np.recarray[Any, Any]: ...
def self_contacts(
    model: _AnyModelLike,
    *,
    max_contacts: int | None = ...,
    consider: Callable[[int, int], bool] | None = ...,
    max_tests: int | None = ...,
    max_seconds: float | None = ...,
    simd: _Simd | None = ...,
    threads: int = ...,
    counters: Counters | None = ...,
    sat: _Sat | None = ...,
    descent: _Descent | None = ...,
) -> NDArray[np.uint32]: ...
def touches_itself(
    model: _AnyModelLike,
    *,
    consider: Callable[[int, int], bool] | None = ...,
    max_tests: int | None = ...,
    max_seconds: float | None = ...,
    simd: _Simd | None = ...,
    threads: int = ...,
    counters: Counters | None = ...,
    sat: _Sat | None = ...,
    descent: _Descent | None = ...,
) -> bool: ...
def closest_point(
    model: _AnyModelLike,
    point: ArrayLike,
    pose: ArrayLike | None = ...,
    *,
    relative_error: float = ...,
    absolute_error: float = ...,
    known_upper: float | None = ...,
    max_tests: int | None = ...,
    max_seconds: float | None = ...,
    simd: _Simd | None = ...,
    search: _Search | None = ...,
) -> ClosestPoint: ...
def closest_point_batch(
    model: _AnyModelLike,
    points: ArrayLike,
    pose: ArrayLike | None = ...,
    *,
    relative_error: float = ...,
    absolute_error: float = ...,
    known_upper: float | None = ...,
    max_tests: int | None = ...,
    max_seconds: float | None = ...,
    simd: _Simd | None = ...,
    threads: int = ...,
    search: _Search | None = ...,
) -> np.recarray[Any, Any]: ...
def first_contact_vertex_face(
    before: ArrayLike,
    after: ArrayLike,
    *,
    distance_tolerance: float = ...,
    time_tolerance: float = ...,
) -> FeatureContact: ...
def first_contacts_vertex_face(
    before: ArrayLike,
    after: ArrayLike,
    *,
    distance_tolerance: float = ...,
    time_tolerance: float = ...,
    threads: int = ...,
) -> np.recarray[Any, Any]: ...
def first_contact_edge_edge(
    before: ArrayLike,
    after: ArrayLike,
    *,
    distance_tolerance: float = ...,
    time_tolerance: float = ...,
) -> FeatureContact: ...
def first_contacts_edge_edge(
    before: ArrayLike,
    after: ArrayLike,
    *,
    distance_tolerance: float = ...,
    time_tolerance: float = ...,
    threads: int = ...,
) -> np.recarray[Any, Any]: ...
def first_contact_deforming(
    a: _ModelLike,
    new_points_a: ArrayLike,
    b: _ModelLike,
    new_points_b: ArrayLike,
    *,
    distance_tolerance: float = ...,
    time_tolerance: float = ...,
    max_tests: int | None = ...,
    max_seconds: float | None = ...,
    simd: _Simd | None = ...,
) -> DeformingContact: ...
def first_self_contact_deforming(
    model: _ModelLike,
    new_points: ArrayLike,
    *,
    distance_tolerance: float = ...,
    time_tolerance: float = ...,
    max_tests: int | None = ...,
    max_seconds: float | None = ...,
    simd: _Simd | None = ...,
) -> DeformingContact: ...
def first_contact(
    a: _ModelLike,
    b: _ModelLike,
    motion_a: _MotionLike = ...,
    motion_b: _MotionLike = ...,
    *,
    margin: float = ...,
    distance_tolerance: float | None = ...,
    time_tolerance: float | None = ...,
    after_parting: bool = ...,
    during: _Span | None = ...,
    max_tests: int | None = ...,
    max_seconds: float | None = ...,
    simd: _Simd | None = ...,
) -> MovingContact: ...
def first_contact_batch(
    a: _ModelLike,
    b: _ModelLike,
    motion_a: _Motions = ...,
    motion_b: _Motions = ...,
    *,
    margin: float = ...,
    distance_tolerance: float | None = ...,
    time_tolerance: float | None = ...,
    after_parting: bool = ...,
    during: _Span | None = ...,
    max_tests: int | None = ...,
    max_seconds: float | None = ...,
    simd: _Simd | None = ...,
    threads: int = ...,
) -> np.recarray[Any, Any]: ...
def first_contact_pairs(
    pairs: Sequence[tuple[Model, Model, _MotionLike] | tuple[Model, Model, _MotionLike, _MotionLike]],
    *,
    margin: float = ...,
    distance_tolerance: float | None = ...,
    time_tolerance: float | None = ...,
    after_parting: bool = ...,
    during: _Span | None = ...,
    max_tests: int | None = ...,
    max_seconds: float | None = ...,
    simd: _Simd | None = ...,
    threads: int = ...,
) -> np.recarray[Any, Any]: ...
def within_along(
    a: _ModelLike,
    b: _ModelLike,
    limit: float,
    motion_a: _MotionLike = ...,
    motion_b: _MotionLike = ...,
    *,
    distance_tolerance: float | None = ...,
    time_tolerance: float | None = ...,
    after_parting: bool = ...,
    during: _Span | None = ...,
    max_tests: int | None = ...,
    max_seconds: float | None = ...,
    simd: _Simd | None = ...,
) -> MovingContact: ...
def contact_intervals(
    a: _ModelLike,
    b: _ModelLike,
    motion_a: _MotionLike = ...,
    motion_b: _MotionLike = ...,
    *,
    max_parts: int = ...,
    until_apart: bool = ...,
    margin: float = ...,
    distance_tolerance: float | None = ...,
    time_tolerance: float | None = ...,
    during: _Span | None = ...,
    max_tests: int | None = ...,
    max_seconds: float | None = ...,
    simd: _Simd | None = ...,
) -> MotionParts: ...
def contact_intervals_batch(
    a: _ModelLike,
    b: _ModelLike,
    motion_a: _Motions = ...,
    motion_b: _Motions = ...,
    *,
    max_parts: int = ...,
    until_apart: bool = ...,
    margin: float = ...,
    distance_tolerance: float | None = ...,
    time_tolerance: float | None = ...,
    during: _Span | None = ...,
    max_tests: int | None = ...,
    max_seconds: float | None = ...,
    simd: _Simd | None = ...,
    threads: int = ...,
) -> list[MotionParts]: ...
def least_clearance(
    a: _ModelLike,
    b: _ModelLike,
    motion_a: _MotionLike = ...,
    motion_b: _MotionLike = ...,
    *,
    relative_error: float = ...,
    absolute_error: float = ...,
    during: _Span | None = ...,
    max_tests: int | None = ...,
    max_seconds: float | None = ...,
    simd: _Simd | None = ...,
) -> MotionClearance: ...
def least_clearance_batch(
    a: _ModelLike,
    b: _ModelLike,
    motion_a: _Motions = ...,
    motion_b: _Motions = ...,
    *,
    relative_error: float = ...,
    absolute_error: float = ...,
    during: _Span | None = ...,
    max_tests: int | None = ...,
    max_seconds: float | None = ...,
    simd: _Simd | None = ...,
    threads: int = ...,
) -> np.recarray[Any, Any]: ...
def shoot(
    model: _ModelLike,
    start: ArrayLike,
    end: ArrayLike,
    motion: _MotionLike = ...,
    *,
    during: _Span = ...,
    distance_tolerance: float | None = ...,
    time_tolerance: float | None = ...,
    simd: _Simd | None = ...,
) -> BulletHit: ...
def shoot_batch(
    targets: Sequence[Model | tuple[Model, _MotionLike]],
    starts: ArrayLike,
    ends: ArrayLike,
    *,
    during: _Span = ...,
    distance_tolerance: float | None = ...,
    time_tolerance: float | None = ...,
    simd: _Simd | None = ...,
    threads: int = ...,
) -> np.recarray[Any, Any]: ...
def cast(
    model: _ModelLike,
    origin: ArrayLike,
    direction: ArrayLike | None = ...,
    pose: ArrayLike | None = ...,
    *,
    radius: float,
    axis: ArrayLike | None = ...,
    to: ArrayLike | None = ...,
    t_min: float | None = ...,
    t_max: float | None = ...,
    simd: _Simd | None = ...,
) -> CastHit | None: ...
def cast_batch(
    model: _ModelLike,
    origins: ArrayLike,
    directions: ArrayLike | None = ...,
    pose: ArrayLike | None = ...,
    *,
    radius: float,
    axis: ArrayLike | None = ...,
    to: ArrayLike | None = ...,
    t_min: float | None = ...,
    t_max: float | None = ...,
    simd: _Simd | None = ...,
    threads: int = ...,
) -> np.recarray[Any, Any]: ...
def first_hit(
    model: _ModelLike,
    origin: ArrayLike,
    direction: ArrayLike | None = ...,
    pose: ArrayLike | None = ...,
    *,
    to: ArrayLike | None = ...,
    t_min: float | None = ...,
    t_max: float | None = ...,
    back_faces: Literal["keep", "cull"] = ...,
    consider: Callable[[int], bool] | None = ...,
    simd: _Simd | None = ...,
) -> RayHit | None: ...
def first_hit_batch(
    model: _ModelLike,
    origins: ArrayLike,
    directions: ArrayLike | None = ...,
    pose: ArrayLike | None = ...,
    *,
    to: ArrayLike | None = ...,
    t_min: float | None = ...,
    t_max: float | None = ...,
    back_faces: Literal["keep", "cull"] = ...,
    simd: _Simd | None = ...,
    threads: int = ...,
) -> np.recarray[Any, Any]: ...
def any_hit(
    model: _ModelLike,
    origin: ArrayLike,
    direction: ArrayLike | None = ...,
    pose: ArrayLike | None = ...,
    *,
    to: ArrayLike | None = ...,
    t_min: float | None = ...,
    t_max: float | None = ...,
    back_faces: Literal["keep", "cull"] = ...,
    consider: Callable[[int], bool] | None = ...,
    simd: _Simd | None = ...,
) -> bool: ...
def any_hit_batch(
    model: _ModelLike,
    origins: ArrayLike,
    directions: ArrayLike | None = ...,
    pose: ArrayLike | None = ...,
    *,
    to: ArrayLike | None = ...,
    t_min: float | None = ...,
    t_max: float | None = ...,
    back_faces: Literal["keep", "cull"] = ...,
    simd: _Simd | None = ...,
    threads: int = ...,
) -> NDArray[np.bool_]: ...
def all_hits(
    model: _ModelLike,
    origin: ArrayLike,
    direction: ArrayLike | None = ...,
    pose: ArrayLike | None = ...,
    *,
    to: ArrayLike | None = ...,
    t_min: float | None = ...,
    t_max: float | None = ...,
    back_faces: Literal["keep", "cull"] = ...,
    consider: Callable[[int], bool] | None = ...,
    simd: _Simd | None = ...,
) -> np.recarray[Any, Any]: ...
def all_hits_batch(
    model: _ModelLike,
    origins: ArrayLike,
    directions: ArrayLike | None = ...,
    pose: ArrayLike | None = ...,
    *,
    to: ArrayLike | None = ...,
    t_min: float | None = ...,
    t_max: float | None = ...,
    back_faces: Literal["keep", "cull"] = ...,
    simd: _Simd | None = ...,
    threads: int = ...,
) -> np.recarray[Any, Any]: ...
def crossings(
    model: _ModelLike,
    origin: ArrayLike,
    direction: ArrayLike | None = ...,
    pose: ArrayLike | None = ...,
    *,
    to: ArrayLike | None = ...,
    t_min: float | None = ...,
    t_max: float | None = ...,
    back_faces: Literal["keep", "cull"] = ...,
    consider: Callable[[int], bool] | None = ...,
    simd: _Simd | None = ...,
) -> tuple[int, int]: ...
def crossings_batch(
    model: _ModelLike,
    origins: ArrayLike,
    directions: ArrayLike | None = ...,
    pose: ArrayLike | None = ...,
    *,
    to: ArrayLike | None = ...,
    t_min: float | None = ...,
    t_max: float | None = ...,
    back_faces: Literal["keep", "cull"] = ...,
    simd: _Simd | None = ...,
    threads: int = ...,
) -> np.recarray[Any, Any]: ...
def contains(
    solid: Solid | _ModelLike,
    point: ArrayLike,
    pose: ArrayLike | None = ...,
    *,
    max_tests: int | None = ...,
    max_seconds: float | None = ...,
    simd: _Simd | None = ...,
    counters: Counters | None = ...,
) -> bool: ...
def contains_batch(
    solid: Solid | _ModelLike,
    points: ArrayLike,
    pose: ArrayLike | None = ...,
    *,
    max_tests: int | None = ...,
    max_seconds: float | None = ...,
    simd: _Simd | None = ...,
    threads: int = ...,
    counters: Counters | None = ...,
) -> NDArray[np.bool_]: ...
def locate(
    solid: Solid | _ModelLike,
    point: ArrayLike,
    pose: ArrayLike | None = ...,
    *,
    max_tests: int | None = ...,
    max_seconds: float | None = ...,
    simd: _Simd | None = ...,
    counters: Counters | None = ...,
) -> Side: ...
def winding_number(
    solid: Solid | _ModelLike,
    point: ArrayLike,
    pose: ArrayLike | None = ...,
    *,
    simd: _Simd | None = ...,
) -> float: ...
def signed_distance(
    solid: Solid | _ModelLike,
    point: ArrayLike,
    pose: ArrayLike | None = ...,
    *,
    relative_error: float = ...,
    absolute_error: float = ...,
    known_upper: float | None = ...,
    max_tests: int | None = ...,
    max_seconds: float | None = ...,
    simd: _Simd | None = ...,
) -> SignedDistance: ...
def signed_distance_batch(
    solid: Solid | _ModelLike,
    points: ArrayLike,
    pose: ArrayLike | None = ...,
    *,
    relative_error: float = ...,
    absolute_error: float = ...,
    known_upper: float | None = ...,
    max_tests: int | None = ...,
    max_seconds: float | None = ...,
    simd: _Simd | None = ...,
    threads: int = ...,
) -> np.recarray[Any, Any]: ...
def enclosed(
    a: Pieces | _ModelLike,
    solid: Solid | _ModelLike,
    pose_a: ArrayLike | None = ...,
    pose_b: ArrayLike | None = ...,
    *,
    max_tests: int | None = ...,
    max_seconds: float | None = ...,
    simd: _Simd | None = ...,
) -> Enclosure: ...
def contact_regions(
    a: _ModelLike,
    b: _ModelLike,
    pose_a: ArrayLike | None = ...,
    pose_b: ArrayLike | None = ...,
    *,
    max_tests: int | None = ...,
    max_seconds: float | None = ...,
    simd: _Simd | None = ...,
    threads: int = ...,
) -> ContactRegions: ...
def interiors_meet(
    a: Solid | _ModelLike,
    b: Solid | _ModelLike,
    pose_a: ArrayLike | None = ...,
    pose_b: ArrayLike | None = ...,
    *,
    max_tests: int | None = ...,
    max_seconds: float | None = ...,
    simd: _Simd | None = ...,
) -> InteriorsMeeting: ...
def overlap(
    a: OverlapSolid | Solid | _ModelLike,
    b: OverlapSolid | Solid | _ModelLike,
    pose_a: ArrayLike | None = ...,
    pose_b: ArrayLike | None = ...,
    *,
    relative_error: float = ...,
    max_tests: int | None = ...,
    max_seconds: float | None = ...,
    simd: _Simd | None = ...,
) -> Overlap: ...
def penetration(
    a: Solid | _ModelLike,
    b: Solid | _ModelLike,
    pose_a: ArrayLike | None = ...,
    pose_b: ArrayLike | None = ...,
    *,
    relative_error: float = ...,
    absolute_error: float = ...,
    max_cells: int | None = ...,
    max_tests: int | None = ...,
    max_seconds: float | None = ...,
    simd: _Simd | None = ...,
) -> Penetration: ...
def penetration_batch(
    a: Solid | _ModelLike,
    b: Solid | _ModelLike,
    pose_a: ArrayLike | None = ...,
    pose_b: ArrayLike | None = ...,
    *,
    relative_error: float = ...,
    absolute_error: float = ...,
    max_cells: int | None = ...,
    max_tests: int | None = ...,
    max_seconds: float | None = ...,
    simd: _Simd | None = ...,
    threads: int = ...,
) -> np.recarray[Any, Any]: ...
def signed_gap(
    a: Solid | _ModelLike,
    b: Solid | _ModelLike,
    pose_a: ArrayLike | None = ...,
    pose_b: ArrayLike | None = ...,
    *,
    relative_error: float = ...,
    absolute_error: float = ...,
    max_cells: int | None = ...,
    max_tests: int | None = ...,
    max_seconds: float | None = ...,
    simd: _Simd | None = ...,
) -> SignedGap: ...
def signed_gap_batch(
    a: Solid | _ModelLike,
    b: Solid | _ModelLike,
    pose_a: ArrayLike | None = ...,
    pose_b: ArrayLike | None = ...,
    *,
    relative_error: float = ...,
    absolute_error: float = ...,
    max_cells: int | None = ...,
    max_tests: int | None = ...,
    max_seconds: float | None = ...,
    simd: _Simd | None = ...,
    threads: int = ...,
) -> np.recarray[Any, Any]: ...
def available_simd() -> list[_Simd]: ...

_Path = str | os.PathLike[str]

def load_assembly(
    paths: _Path | Sequence[_Path],
    *,
    threads: int = ...,
    deflection: float = ...,
    outside_files: bool = ...,
) -> Assembly: ...
def clash(
    assembly: Assembly | Mapping[str, _ModelLike] | _Path | Sequence[_Path],
    *,
    clearance: float = ...,
    clearances: Sequence[tuple[str, str, float]] = ...,
    only: Sequence[tuple[str, str]] = ...,
    ignore: Sequence[tuple[str, str]] = ...,
    touch_tolerance: float = ...,
    motion: Mapping[str, ArrayLike] | _Path | None = ...,
    times: Sequence[float] | None = ...,
    threads: int = ...,
    max_triangles: int = ...,
    whole_curves: bool = ...,
    between_steps: bool = ...,
    tests_between_steps: int = ...,
    max_tests: int | None = ...,
    max_seconds: float | None = ...,
) -> ClashReport: ...
def read_baseline(path: _Path) -> Baseline: ...
def read_clearances(path: _Path) -> list[tuple[str, str, float]]: ...
def read_pairs(path: _Path) -> list[tuple[str, str]]: ...
def require_sane_sizes(
    assembly: Assembly | Mapping[str, _ModelLike] | _Path | Sequence[_Path], clearance: float = ...
) -> None: ...
