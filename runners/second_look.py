"""A second look with varied inputs: one value everywhere hides indexing and layout bugs."""

from collections.abc import Sequence

from runners.contract import Input
from runners.element_types import element_type


def randomised(inputs: Sequence[Input], seed: int) -> tuple[Input, ...] | None:
    """The same inputs with each float splat replaced by seeded random values; None where there is no such splat.

    Integers stay: they may be indices or lengths, and a random one could be out of range.
    """
    changed = tuple(_randomised(given, seed) for given in inputs)
    return changed if changed != tuple(inputs) else None


def _randomised(given: Input, seed: int) -> Input:
    if given.kind not in ("splat", "zeros") or not given.shape or given.dtype is None or element_type(given.dtype).kind != "float":
        return given
    return Input(index=given.index, kind="random", shape=given.shape, dtype=given.dtype, seed=seed + given.index)
