"""Exact values and the noise floor of a few elements of large dispatches, in one run.

usage: python -m tests.benchmarks.bench_arbiter [ROUNDS]

Inputs are mapped from files, as those of a trace are. Targets: 64 elements of a matrix product of 4096³ and of a 3x3
convolution of 1280 channels in less than a second each, without the probe, which takes its time whatever the sizes.
"""

import math
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import structlog

from runners.numerics.arbiter import exact
from runners.numerics.noise import noise_floor, sample
from runners.numerics.program import Program
from runners.settings import RunnerSettings
from runners.stages.body import read_body
from runners.stages.job import Job, scratch
from runners.toolchain import Toolchain, Toolchains, bundled_release

Array = npt.NDArray[Any]

LIMIT_S = 1.0
ELEMENTS = 64

PRODUCT = """
func.func @main(%a: tensor<4096x4096xf32>, %b: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4096x4096xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %r = linalg.matmul ins(%a, %b : tensor<4096x4096xf32>, tensor<4096x4096xf32>) outs(%f : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  return %r : tensor<4096x4096xf32>
}"""

CONVOLUTION = """
func.func @main(%x: tensor<1x32x32x1280xf32>, %k: tensor<3x3x1280x1280xf32>) -> tensor<1x32x32x1280xf32> {
  %z = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %z : f32
  } : tensor<1x32x32x1280xf32> to tensor<1x34x34x1280xf32>
  %e = tensor.empty() : tensor<1x32x32x1280xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x32x32x1280xf32>) -> tensor<1x32x32x1280xf32>
  %r = linalg.conv_2d_nhwc_hwcf ins(%p, %k : tensor<1x34x34x1280xf32>, tensor<3x3x1280x1280xf32>)
    outs(%f : tensor<1x32x32x1280xf32>) -> tensor<1x32x32x1280xf32>
  return %r : tensor<1x32x32x1280xf32>
}"""

ATTENTION = """
#q = affine_map<(b, m, k2, k1, n) -> (b, m, k1)>
#k = affine_map<(b, m, k2, k1, n) -> (b, k2, k1)>
#v = affine_map<(b, m, k2, k1, n) -> (b, k2, n)>
#s = affine_map<(b, m, k2, k1, n) -> ()>
#o = affine_map<(b, m, k2, k1, n) -> (b, m, n)>
func.func @main(%q: tensor<32x4096x128xf16>, %k: tensor<32x4096x128xf16>, %v: tensor<32x4096x128xf16>) -> tensor<32x4096x128xf16> {
  %e = tensor.empty() : tensor<32x4096x128xf16>
  %scale = arith.constant 0.0884 : f16
  %r = iree_linalg_ext.attention <indexing_maps = [#q, #k, #v, #s, #o]>
    ins(%q, %k, %v, %scale : tensor<32x4096x128xf16>, tensor<32x4096x128xf16>, tensor<32x4096x128xf16>, f16) outs(%e : tensor<32x4096x128xf16>) {
  ^bb0(%score: f32):
    iree_linalg_ext.yield %score : f32
  } -> tensor<32x4096x128xf16>
  return %r : tensor<32x4096x128xf16>
}"""

DISPATCHES = (
    ("matrix product 4096x4096x4096, f32", PRODUCT, LIMIT_S),
    ("convolution 3x3, 1280 channels, f32", CONVOLUTION, LIMIT_S),
    ("attention 32x4096x128, f16", ATTENTION, None),
)


def timed(action: Callable[[], Any]) -> tuple[float, Any]:
    began = time.perf_counter()
    result = action()
    return time.perf_counter() - began, result


def probed(job: Job, toolchain: Toolchain, text: str) -> Program:
    path = job.subfolder("program") / "p.mlir"
    path.write_text(text)
    program = read_body(job, toolchain, path, "main").program
    assert program is not None
    return program


def mapped(folder: Path, program: Program) -> list[Array]:
    """An input of random values for each argument, in a file."""
    random = np.random.default_rng(0)
    inputs: list[Array] = []
    for i, kind in enumerate(program.inputs):
        shape = kind.static
        assert shape is not None
        dtype = np.float16 if kind.element == "f16" else np.float32
        array = np.memmap(folder / f"{i}.bin", dtype, "w+", shape=shape)
        for part in np.array_split(array.reshape(-1), max(1, math.prod(shape) >> 24)):
            part[:] = random.standard_normal(part.size, np.float32)
        array.flush()
        inputs.append(np.memmap(folder / f"{i}.bin", dtype, "r", shape=shape))
    return inputs


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(40))
    settings = RunnerSettings()
    toolchain = Toolchains(settings).get(bundled_release())
    print(f"{ELEMENTS} elements{'':29} probe   exact   floor   memory of exact (shortest of {rounds})")
    for name, text, limit in DISPATCHES:
        with scratch(settings) as job, tempfile.TemporaryDirectory() as folder:
            probe_s, program = timed(partial(probed, job, toolchain, text))
            inputs = mapped(Path(folder), program)
            shape = program.outputs[0].static
            assert shape is not None
            indices = sample(shape, [], seed=1, count=ELEMENTS).indices
            exact_s, known = min((timed(partial(exact, program, inputs, 0, indices)) for _ in range(rounds)), key=lambda pair: pair[0])
            floor_s, _ = timed(partial(noise_floor, program, inputs, 0, indices, known))
            tracemalloc.start()
            exact(program, inputs, 0, indices)
            peak = tracemalloc.get_traced_memory()[1] >> 20
            tracemalloc.stop()
        assert known.known.all()
        held = "" if limit is None else f"   below {limit:g} s: {'held' if exact_s < limit else 'MISSED'}"
        print(f"{name:40}{probe_s:6.2f} s{exact_s:6.2f} s{floor_s:6.2f} s{peak:6} MiB{held}")


if __name__ == "__main__":
    main()
