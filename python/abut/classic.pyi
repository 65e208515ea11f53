import os
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import HasVerticesAndFaces, Mesh, _Tree

__all__: list[str]

_Volume = Literal["sphere", "aabb", "obb", "lss", "rss", "kdop18", "hybrid", "hybrid-dynamic"]
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
