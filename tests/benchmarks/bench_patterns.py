"""How long it takes to tell what a difference looks like, beside one comparison of the same tensors.

usage: python -m tests.benchmarks.bench_patterns [EXTENT]

Pairs of EXTENT x EXTENT f32 (4096 by default: 16 Mi elements each), one for each planted pattern, and two that have
nothing to do with each other. Best of three. Target: 5 s at most.
"""

import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from runners.contract import Pattern
from runners.element_types import ELEMENT_TYPES
from runners.numerics.compare import compare
from runners.numerics.patterns import patterns
from tests.numerics.plants import PLANTS, Array, values

F32 = ELEMENT_TYPES["f32"]
ROUNDS = 3
LIMIT = 5.0


def best(action: Callable[[], Any]) -> tuple[float, Any]:
    times = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        result = action()
        times.append(time.perf_counter() - began)
    return min(times), result


def pairs(shape: tuple[int, int]) -> Iterator[tuple[str, Array, Array]]:
    for plant in PLANTS:
        if plant.kind == "f32" and plant.kind_b is None and len(plant.shape) == 2 and not plant.shape[-1] % 8:
            yield (plant.name, *replace(plant, shape=shape).pair())
    yield "nothing", values(F32, shape, np.random.default_rng(1)), values(F32, shape, np.random.default_rng(2))


def told(found: tuple[Pattern, ...]) -> str:
    return ", ".join(f"{pattern.kind} {pattern.explained:.0%}" for pattern in found) or "none"


def main() -> None:
    extent = int(sys.argv[1]) if len(sys.argv) > 1 else 4096
    slowest = 0.0
    print(f"{'planted':24}{'seconds':>8}{'compare':>9}{'ratio':>7}   told")
    for name, a, b in pairs((extent, extent)):
        one, _ = best(partial(compare, a, b, kind_a=F32, kind_b=F32))
        seconds, found = best(partial(patterns, a, b, kind_a=F32, kind_b=F32))
        slowest = max(slowest, seconds)
        print(f"{name:24}{seconds:8.2f}{one:9.3f}{seconds / one:7.1f}   {told(found)}", flush=True)
    print(f"slowest {slowest:.2f} s; limit {LIMIT:.0f} s: {'held' if slowest < LIMIT else 'MISSED'}")


if __name__ == "__main__":
    main()
