"""Comparing tensors against plain numpy and against the speed at which memory is read, in one run.

usage: python -m tests.benchmarks.bench_compare [MIB] [ROUNDS]
       python -m tests.benchmarks.bench_compare --mapped GIB [FOLDER]

MIB (256) is the size of one side. "Plain" is what one writes without chunks: the same figures but for ULP and the
worst elements, each by one expression over the whole tensors. Memory is read in the same chunks by as many threads.
"noise" is as large everywhere, "rounding" is up to three units in the last place. The ratios are medians over rounds, in
each of which all three were timed one after the other; the range is that of the ratio to plain.
Targets: 8 times plain for f32, 4 times for f16 and bf16, and 60 % of the speed of memory where f32 sides are equal, 25 %
where they differ.

With ``--mapped``, two files of GIB each are written to FOLDER (a temporary one), compared memory-mapped as
``numerics-bot compare`` does it, and removed. Target: less than 64 MiB of memory beside the files' pages.
"""

import contextlib
import re
import statistics
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from runners import npy
from runners.compared import Judging
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


def seconds(actions: list[Callable[[], object]], rounds: int) -> list[list[float]]:
    """How long each takes, in each of some rounds."""
    times: list[list[float]] = []
    for _ in range(rounds):
        times.append([])
        for action in actions:
            began = time.perf_counter()
            action()
            times[-1].append(time.perf_counter() - began)
    return times


def sides(name: str, mib: int) -> Iterator[tuple[str, Array, Array]]:
    """Standard normal values, and the same with noise (a few units in the last place of f32, or one in that of f16), with rounding errors, and as they are."""
    kind = ELEMENT_TYPES[name].numpy
    rng = np.random.default_rng(0)
    values = rng.standard_normal((mib << 20) // kind.itemsize, np.float32)
    b = values.astype(kind)
    noise = rng.standard_normal(b.size, np.float32)
    noise *= np.float32(1e-5 if kind.itemsize == 4 else 1e-3)
    noise += values
    yield "noise", noise.astype(kind), b
    del noise
    a = b.copy()
    # Zero is left alone: one less is NaN.
    a.view(f"i{kind.itemsize}")[...] += np.where(b != 0, rng.integers(-3, 4, b.size, np.int8), 0)
    yield "rounding", a, b
    yield "equal", b.copy(), b


def in_memory(mib: int, rounds: int) -> None:
    print(f"{'':13} {'compare':>8} {'plain':>7} {'read':>7} GB/s  {'of plain':>8} {'range':>13} {'of read':>8}")
    for name in ("f32", "f16", "bf16"):
        kind = ELEMENT_TYPES[name]
        for what, a, b in sides(name, mib):
            actions: list[Callable[[], object]] = [partial(compare, a, b, kind_a=kind, kind_b=kind), partial(plain, a, b), partial(read, a, b)]
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", RuntimeWarning)
                times = seconds(actions, rounds if kind.bits == 32 else min(rounds, 3))
            ours, usual, memory = (2 * b.nbytes / 1e9 / min(column) for column in zip(*times, strict=True))
            ratios = sorted(row[1] / row[0] for row in times)
            of_read = statistics.median(row[2] / row[0] for row in times)
            spread = f"{ratios[0]:.1f}-{ratios[-1]:.1f}"
            print(f"{name:4} {what:8} {ours:8.2f} {usual:7.3f} {memory:7.2f}       {statistics.median(ratios):8.1f} {spread:>13} {of_read:8.0%}", flush=True)


def private_bytes() -> int:
    """Memory of this process that is no page of a file."""
    return int(re.findall(r"^RssAnon:\s+(\d+) kB", Path("/proc/self/status").read_text(encoding="ascii"), re.MULTILINE)[0]) << 10


@contextlib.contextmanager
def watched(peak: list[int]) -> Iterator[None]:
    """Append to ``peak`` how much private memory grew at most, looked at every few milliseconds."""
    before, over = private_bytes(), threading.Event()
    seen = [before]

    def watch() -> None:
        while not over.wait(0.005):
            seen.append(private_bytes())

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        watcher.join()
        peak.append(max(seen) - before)


def written(path: Path, gib: float, seed: int) -> None:
    """A file of f32, in which 64 MiB of noisy values repeat, larger from time to time."""
    rng = np.random.default_rng(0)
    tile = rng.standard_normal(1 << 24, np.float32)
    tile += np.random.default_rng(seed).standard_normal(tile.size, np.float32) * np.float32(1e-7)
    tiles = max(1, round(gib * 16))
    with path.open("wb") as file:
        np.lib.format.write_array_header_1_0(file, {"descr": "<f4", "fortran_order": False, "shape": (tiles, tile.size)})
        for number in range(tiles):
            (tile * np.float32(1 + number % 7)).tofile(file)


def mapped(gib: float, folder: str | None) -> None:
    with tempfile.TemporaryDirectory(dir=folder) as made:
        files = [Path(made) / name for name in ("a.npy", "b.npy")]
        for seed, path in enumerate(files, start=1):
            written(path, gib, seed)
        (a, kind_a), (b, kind_b) = map(npy.load, files)
        stages: dict[str, Callable[[], object]] = {
            "figures": partial(compare, a, b, kind_a=kind_a, kind_b=kind_b),
            "and judged": partial(Judging(None, 1024).values, (a, kind_a), (b, kind_b)),
            "and patterns": partial(Judging(None, 1).values, (a, kind_a), (b, kind_b)),
        }
        for what, action in stages.items():
            peak: list[int] = []
            with watched(peak):
                ((took,),) = seconds([action], 1)
            print(f"{what:12} {took:8.1f} s  {2 * b.nbytes / 1e9 / took:6.2f} GB/s   {peak[0] / 2**20:6.1f} MiB", flush=True)


def main() -> None:
    if sys.argv[1:2] == ["--mapped"]:
        mapped(float(sys.argv[2]), sys.argv[3] if len(sys.argv) > 3 else None)
    else:
        mib, rounds = (int(sys.argv[i]) if len(sys.argv) > i else default for i, default in ((1, 256), (2, 7)))
        in_memory(mib, rounds)


if __name__ == "__main__":
    main()
