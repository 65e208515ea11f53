import os
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import HasVerticesAndFaces, Mesh, _AnyModelLike, _Descent, _Sat, _Tree

__all__: list[str]

_Volume = Literal[
    "sphere", "aabb", "obb", "obb-quaternion", "lss", "rss", "kdop6", "kdop14", "kdop18", "kdop26", "hybrid",
    "hybrid-dynamic"]
_Fit = Literal["vertices", "hull-vertices", "hull-surface", "surface"]
_Split = Literal["mean", "area-centroid", "median", "middle", "half-balanced", "surface-area", "bottom-up"]

class Model:
    def __init__(
        self,
        mesh: HasVerticesAndFaces | str | os.PathLike[str],
        volume: _Volume = ...,
        *,
        fit: _Fit | None = ...,
        split: _Split | None = ...,
        storage: Literal["float", "double"] | None = ...,
        leaf_size: int | None = ...,
        tile: float | None = ...,
    ) -> None: ...
    @property
    def mesh(self) -> Mesh: ...
    @property
    def vertices(self) -> NDArray[np.float64]: ...
    @property
    def faces(self) -> NDArray[np.uint32]: ...
    @property
    def volume(self) -> _Volume: ...
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

class QueryCost:
    @property
    def volume_tests(self) -> int: ...
    @property
    def triangle_tests(self) -> int: ...
    @property
    def total_seconds(self) -> float: ...
    @property
    def seconds_per_volume_test(self) -> float: ...
    @property
    def seconds_per_triangle_test(self) -> float: ...

def measure_cost(
    a: _AnyModelLike,
    b: _AnyModelLike,
    pose_a: ArrayLike | None = ...,
    pose_b: ArrayLike | None = ...,
    *,
    repetitions: int = ...,
    max_contacts: int | None = ...,
    margin: float = ...,
    sat: _Sat | None = ...,
    descent: _Descent | None = ...,
) -> QueryCost: ...
def node_quality(
    model: _AnyModelLike, *, nodes_per_level: int = ..., tolerance: float = ...
) -> np.recarray[Any, Any]: ...
def tree_quality(
    model: _AnyModelLike, *, nodes_per_level: int = ..., tolerance: float = ...
) -> np.recarray[Any, Any]: ...
