"""A tensor as runs of consecutive elements, and the threads that walk over them."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

CHUNK = 1 << 18
"""Elements that are worked on at a time. With fewer, threads spend their time waiting for the interpreter's lock between two
calls of numpy (at a quarter of this, two are no faster than one); with more, the arrays leave the cache."""

_CHUNKS_PER_SPAN = 16
_WORKERS = min(4, os.cpu_count() or 1)
"""More than four wait for the interpreter's lock, and each one has scratch memory of its own."""

T = TypeVar("T")


def flat_part(array: npt.NDArray[Any], start: int, stop: int) -> npt.NDArray[Any]:
    """Elements ``start`` to ``stop`` in row-major order; a view where ``array`` lies in memory that way, else a copy."""
    if array.flags.c_contiguous:
        return array.reshape(-1)[start:stop]
    part: npt.NDArray[Any] = array.flat[start:stop]
    return part


def over_spans(elements: int, chunk: int, work: Callable[[range], T]) -> Iterator[T]:
    """What ``work`` makes of each span, in order of the spans, which threads share among them.

    :param work: gets the first elements of the chunks of one span; floating-point warnings are off while it runs.
    """
    span = chunk * _CHUNKS_PER_SPAN
    spans = [range(start, min(elements, start + span), chunk) for start in range(0, elements, span)]

    def quietly(chunks: range) -> T:
        with np.errstate(all="ignore"):
            return work(chunks)

    if len(spans) < 2 or _WORKERS < 2:
        yield from map(quietly, spans)
        return
    with ThreadPoolExecutor(_WORKERS) as pool:
        yield from pool.map(quietly, spans)
