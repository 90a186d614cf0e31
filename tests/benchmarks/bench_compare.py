"""Comparing tensors against plain numpy and against the speed at which memory is read, in one run.

usage: python -m tests.benchmarks.bench_compare [MIB] [ROUNDS]

MIB (256) is the size of one side. "Plain" is what one writes without chunks: the same figures but for ULP and the
worst elements, each by one expression over the whole tensors. Memory is read in the same chunks by as many threads.
Targets: 8 times plain for f32, 4 times for f16 and bf16, and 60 % of the speed of memory where f32 sides are equal.
"""

import sys
import time
import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from runners.element_types import ELEMENT_TYPES
from runners.numerics.chunks import CHUNK, over_spans
from runners.numerics.compare import compare

Array = npt.NDArray[Any]


def plain(a: Array, b: Array) -> tuple[Any, ...]:
    """The usual figures by the usual expressions."""
    apart = np.abs(a - b)
    return (
        apart.max(),
        apart.argmax(),
        (apart / np.abs(b)).max(),
        np.linalg.norm(a - b) / np.linalg.norm(b),
        np.count_nonzero(a != b),
        np.isclose(a, b).all(),
        *(np.count_nonzero(what(side)) for side in (a, b) for what in (np.isnan, np.isinf)),
        *(np.count_nonzero(side == 0) for side in (a, b)),
    )


def read(a: Array, b: Array) -> None:
    """Load every byte of both sides once, as 32-bit integers."""
    words = [side.view(np.int32) for side in (a, b)]

    def load(starts: range) -> None:
        for start in starts:
            for side in words:
                np.maximum.reduce(side[start : start + CHUNK])

    for _ in over_spans(words[0].size, CHUNK, load):
        pass


def seconds(actions: list[Callable[[], object]], rounds: int) -> list[float]:
    """The shortest of some runs of each, in turn: what others do on the machine only ever adds to it."""
    shortest = [float("inf")] * len(actions)
    for _ in range(rounds):
        for i, action in enumerate(actions):
            began = time.perf_counter()
            action()
            shortest[i] = min(shortest[i], time.perf_counter() - began)
    return shortest


def pair(name: str, mib: int) -> tuple[Array, Array]:
    """Standard normal values, and the same with noise of a few units in the last place of f32, or of one in that of f16."""
    kind = ELEMENT_TYPES[name].numpy
    rng = np.random.default_rng(0)
    b = rng.standard_normal((mib << 20) // kind.itemsize, np.float32)
    noise = rng.standard_normal(b.size, np.float32)
    noise *= np.float32(1e-5 if kind.itemsize == 4 else 1e-3)
    noise += b
    return noise.astype(kind), b.astype(kind)


def main() -> None:
    mib, rounds = (int(sys.argv[i]) if len(sys.argv) > i else default for i, default in ((1, 256), (2, 7)))
    print(f"{'':12} {'compare':>10} {'plain':>10} {'ratio':>7} {'read':>10} {'of read':>8}   (GB/s of both sides)")
    for name in ("f32", "f16", "bf16"):
        kind = ELEMENT_TYPES[name]
        noisy, b = pair(name, mib)
        for what, a in (("different", noisy), ("equal", b.copy())):
            actions: list[Callable[[], object]] = [partial(compare, a, b, kind_a=kind, kind_b=kind), partial(plain, a, b), partial(read, a, b)]
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", RuntimeWarning)
                times = seconds(actions, rounds if kind.bits == 32 else 2)
            ours, usual, memory = (2 * b.nbytes / 1e9 / shortest for shortest in times)
            print(f"{name:4} {what:9} {ours:8.2f} {usual:10.3f} {ours / usual:7.1f} {memory:10.2f} {ours / memory:8.0%}", flush=True)


if __name__ == "__main__":
    main()
