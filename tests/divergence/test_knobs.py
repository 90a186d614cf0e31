"""Knobs with the real compiler: which switch makes a difference vanish, and which does not."""

from collections.abc import Iterator

import numpy as np
import pytest

from runners.compared import Judging
from runners.contract import Tolerance
from runners.divergence.case import Case
from runners.divergence.knobs import backend_of, switches_for, try_knobs
from runners.flags import Flag
from runners.release import Release
from runners.settings import RunnerSettings
from runners.stages.isolate import recorded_by
from runners.stages.job import scratch
from runners.toolchain import Toolchains, bundled_release
from tests.programs import CPU
from tests.stages.taken import Traced, drawn, traced

SUM = """
func.func @main(%x: tensor<4x1000xf32>) -> tensor<4xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x1000xf32>) outs(%f : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %a = arith.addf %in, %out : f32
    linalg.yield %a : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}"""
ORDER = "iree-llvmcpu-reassociate-fp-reductions"
TO_THE_BIT = Judging(Tolerance(atol=0.0, rtol=0.0), 1000)
"""Where every bit counts, another order of a sum is another value: a fault that a switch can make and mend."""


@pytest.fixture(scope="module")
def reordered() -> Iterator[Traced]:
    """The sum, compiled so that its order is changed."""
    settings = RunnerSettings()
    with scratch(settings) as job:
        yield traced(job, Toolchains(settings).get(bundled_release()), SUM, [drawn(4, 1000)], [*CPU, f"--{ORDER}=true"])


def case(taken: Traced, *, judging: Judging = TO_THE_BIT, flags: tuple[str, ...] | None = None) -> Case:
    """Expected is the sum in the order that the program says."""
    recorded = recorded_by(taken.events)
    in_order = np.zeros(4, np.float32)
    for column in recorded(0, "in")[0].load().T:
        in_order += column
    return Case(taken.flow, 0, taken.symbols[0], recorded, taken.flags if flags is None else flags, {0: in_order}, judging)


def test_each_switch_is_tried_alone_and_says_what_it_does(reordered: Traced) -> None:
    tried = try_knobs(
        reordered.job,
        reordered.toolchain,
        case(reordered, flags=(*reordered.flags, "--iree-llvmcpu-target-cpu-features=+avx2")),
        switches=[
            Flag(ORDER, "false"),
            Flag("iree-llvmcpu-slp-vectorization", "false"),
            Flag("iree-llvmcpu-target-cpu-features", "+sse4.2"),
            Flag("iree-llvmcpu-target-cpu", "host"),
            Flag("iree-no-such-switch", "1"),
        ],
    )
    assert tried.problem is None
    effects = {knob.flag: knob.effect for knob in tried.tried}
    assert effects == {
        f"--{ORDER}=false": "vanishes",
        "--iree-llvmcpu-slp-vectorization=false": "persists",
        "--iree-llvmcpu-target-cpu-features=+sse4.2": "changes",  # narrower vectors, another order again
        "--iree-llvmcpu-target-cpu=host": "fails",  # features cannot be given beside it
    }


def test_rounding_is_no_difference(reordered: Traced) -> None:
    tried = try_knobs(reordered.job, reordered.toolchain, case(reordered, judging=Judging(None, 1000)))
    assert tried.problem == "the dispatch alone gives what is expected"


def test_flags_without_a_back_end_of_the_table_say_so(reordered: Traced) -> None:
    assert try_knobs(reordered.job, reordered.toolchain, case(reordered, flags=("--iree-opt-level=O3",))).problem is not None


@pytest.mark.parametrize(
    ("flags", "backend"),
    [
        (["--iree-hal-target-backends=llvm-cpu"], "llvm-cpu"),
        (["--iree-hal-target-device=local", "--iree-hal-local-target-device-backends=vmvx"], "vmvx"),
        (["--iree-hal-target-device=local"], "llvm-cpu"),
        (["--iree-hal-target-device=hip[0]"], "rocm"),
        (["--iree-hal-target-backends=vulkan"], "vulkan"),
        (["--iree-hal-target-backends=metal-spirv"], None),
        ([], None),
    ],
)
def test_the_back_end_is_read_from_the_flags(flags: list[str], backend: str | None) -> None:
    assert backend_of(flags) == backend


ROWS = {
    "what is not set": ("llvm-cpu", [], "iree-opt-level", ["O3"]),
    "the other direction of what is set": ("llvm-cpu", ["--iree-opt-level=O3"], "iree-opt-level", ["O0"]),
    "of a flag that is on or off": ("llvm-cpu", ["--iree-llvmcpu-slp-vectorization=false"], "iree-llvmcpu-slp-vectorization", ["true"]),
    "a flag that is given without a value is on": ("vmvx", ["--iree-vmvx-enable-microkernels"], "iree-vmvx-enable-microkernels", ["false"]),
    "another value than the one that is set": ("llvm-cpu", ["--iree-llvmcpu-target-cpu=host"], "iree-llvmcpu-target-cpu", ["generic"]),
    "the last one counts": ("llvm-cpu", ["--iree-opt-level=O3", "--iree-opt-level=O2"], "iree-opt-level", ["O3"]),
    "not of another back end": ("vulkan", [], "iree-llvmcpu-target-cpu", []),
}


@pytest.mark.parametrize("row", ROWS)
def test_which_values_are_tried(row: str) -> None:
    backend, flags, name, values = ROWS[row]
    assert [flag.value for flag in switches_for(backend, flags, Release.parse("3.13.0")) if flag.name == name] == values


@pytest.mark.parametrize(("release", "knows"), [("3.13.0", True), ("20230815.614", False)])
def test_only_switches_that_the_release_knows_are_tried(release: str, knows: bool) -> None:
    names = {flag.name for flag in switches_for("llvm-cpu", [], Release.parse(release))}
    assert ("iree-llvmcpu-mlir-opt-level" in names) is knows
    assert "iree-llvmcpu-loop-unrolling" in names
