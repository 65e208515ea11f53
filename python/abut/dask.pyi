from collections.abc import Callable, Mapping, Sequence
from typing import Any

import dask.array
import distributed
import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import Assembly, ClashReport, Contacts, Scene, Solid, _AnyModelLike, _ModelLike, _Motions, _Path

__all__: list[str]

_Progress = Callable[[int, int], object] | None
_Poses = ArrayLike | dask.array.Array | None

def send(client: distributed.Client, thing: object) -> distributed.Future: ...
def touches(
    client: distributed.Client,
    a: _AnyModelLike | distributed.Future,
    b: _AnyModelLike | distributed.Future,
    pose_a: _Poses = ...,
    pose_b: _Poses = ...,
    *,
    threads: int = ...,
    piece_seconds: float = ...,
    progress: _Progress = ...,
    **options: Any,
) -> NDArray[np.bool_] | dask.array.Array: ...
def collide(
    client: distributed.Client,
    a: _AnyModelLike | distributed.Future,
    b: _AnyModelLike | distributed.Future,
    pose_a: ArrayLike | None = ...,
    pose_b: ArrayLike | None = ...,
    *,
    threads: int = ...,
    piece_seconds: float = ...,
    progress: _Progress = ...,
    **options: Any,
) -> Contacts: ...
def distance(
    client: distributed.Client,
    a: _AnyModelLike | distributed.Future,
    b: _AnyModelLike | distributed.Future,
    pose_a: _Poses = ...,
    pose_b: _Poses = ...,
    *,
    threads: int = ...,
    piece_seconds: float = ...,
    progress: _Progress = ...,
    **options: Any,
) -> np.recarray[Any, Any] | dask.array.Array: ...
def within(
    client: distributed.Client,
    a: _AnyModelLike | distributed.Future,
    b: _AnyModelLike | distributed.Future,
    limit: float,
    pose_a: _Poses = ...,
    pose_b: _Poses = ...,
    *,
    threads: int = ...,
    piece_seconds: float = ...,
    progress: _Progress = ...,
    **options: Any,
) -> np.recarray[Any, Any] | dask.array.Array: ...
def first_contact(
    client: distributed.Client,
    a: Solid | _ModelLike | distributed.Future,
    b: Solid | _ModelLike | distributed.Future,
    motion_a: _Motions = ...,
    motion_b: _Motions = ...,
    *,
    threads: int = ...,
    piece_seconds: float = ...,
    progress: _Progress = ...,
    **options: Any,
) -> np.recarray[Any, Any]: ...
def free(
    client: distributed.Client,
    scene: Scene,
    configurations: ArrayLike,
    *,
    margin: float = ...,
    threads: int = ...,
    piece_seconds: float = ...,
    progress: _Progress = ...,
) -> NDArray[np.bool_]: ...
def contacts(
    client: distributed.Client,
    scene: Scene,
    configurations: ArrayLike,
    *,
    margin: float = ...,
    threads: int = ...,
    piece_seconds: float = ...,
    progress: _Progress = ...,
) -> list[list[tuple[str, str]]]: ...
def edges(
    client: distributed.Client,
    scene: Scene,
    starts: ArrayLike,
    ends: ArrayLike,
    *,
    threads: int = ...,
    piece_seconds: float = ...,
    progress: _Progress = ...,
    **options: Any,
) -> np.recarray[Any, Any]: ...
def clash(
    client: distributed.Client,
    assembly: Assembly | Mapping[str, _ModelLike] | _Path | Sequence[_Path],
    *,
    threads: int | None = ...,
    piece_seconds: float = ...,
    progress: _Progress = ...,
    **options: Any,
) -> ClashReport: ...
