"""The bundle with the real tools: it shows the difference where there is one, and nothing where there is none."""

import os
import shlex
import subprocess
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from runners.compared import Judging
from runners.contract import RunCall
from runners.divergence.bundle import OTHER_TARGETS, compiles_for, write_bundle
from runners.divergence.bundle_text import Commands, compile_command, run_command, script
from runners.divergence.case import Case
from runners.release import Release
from runners.settings import RunnerSettings
from runners.stages.compile import CompileCache
from runners.stages.invocation import Tensor
from runners.stages.isolate import recorded_by
from runners.stages.job import Job, scratch
from runners.toolchain import Toolchain, Toolchains, bundled_release
from tests.programs import CPU, TWO_STEPS
from tests.stages.taken import Traced, drawn, number, traced
from tests.stages.test_isolate import DYNAMIC, function

Values = npt.NDArray[Any]


def case(taken: Traced, ordinal: int, change: Callable[[Values], Values], call: RunCall | None = None) -> Case:
    """A case in which something else than the dispatch gave is expected."""
    expected = {i: change(np.array(tensor.load())) for i, tensor in enumerate(taken.outputs(ordinal))}
    return Case(taken.flow, ordinal, taken.symbols[ordinal], recorded_by(taken.events), taken.flags, expected, Judging(None, 16), call or RunCall())


def same(values: Values) -> Values:
    return values


def other_first(values: Values) -> Values:
    flat = values.reshape(-1)
    flat[0] = not flat[0] if values.dtype == np.bool_ else flat[0] - 2 if flat[0] > 0 else flat[0] + 2
    return values


def ran(toolchain: Toolchain, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a bundle's script as a person would, with this release's tools on the path."""
    places = {toolchain.tool("iree-compile").parent, toolchain.tool("iree-run-module").parent}
    path = os.pathsep.join([*map(str, places), "/usr/bin", "/bin"])
    return subprocess.run(["sh", folder / "repro.sh"], env={"PATH": path}, capture_output=True, text=True, check=False)


TYPES = ("f32", "bf16", "f8E4M3FN", "i64")


@pytest.fixture(scope="module")
def typed() -> Iterator[Traced]:
    """A program with a dispatch for each of the types."""
    settings = RunnerSettings()
    with scratch(settings) as job:
        inputs = [drawn(8, dtype=dtype, seed=i) for i, dtype in enumerate(TYPES)]
        yield traced(job, Toolchains(settings).get(bundled_release()), function(TYPES), inputs, CPU)


@pytest.mark.parametrize("ordinal", range(1, len(TYPES)), ids=TYPES[1:])
def test_the_script_fails_where_the_values_are_others_and_only_there(typed: Traced, tmp_path: Path, ordinal: int) -> None:
    wrong = write_bundle(typed.job, typed.toolchain, case(typed, ordinal, other_first), tmp_path / "wrong", repeats=1)
    assert (wrong.verified, wrong.confirmed, wrong.problem) == (True, "1/1", None)
    assert ran(typed.toolchain, wrong.path).returncode != 0
    right = write_bundle(typed.job, typed.toolchain, case(typed, ordinal, same), tmp_path / "right", repeats=1)
    assert (right.verified, right.confirmed) == (False, "0/1")
    done = ran(typed.toolchain, right.path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_bundle_holds_everything_that_it_needs(typed: Traced, tmp_path: Path) -> None:
    bundled = write_bundle(typed.job, typed.toolchain, case(typed, 0, other_first), tmp_path / "b")
    assert bundled.confirmed == "3/3"
    assert bundled.program == tmp_path / "b" / "dispatch.mlir"
    assert sorted(file.name for file in bundled.path.iterdir()) == sorted(
        ["README.md", "dispatch.flow.mlir", "dispatch.mlir", "expected_0.npy", "input_0.npy", "repro.sh"]
    )
    lines = (bundled.path / "README.md").read_text().splitlines()
    assert len(lines) == 4
    assert "Run here 3 times, shown 3 times: output 0 (8xf32): 1 of 8 elements, by up to 2." in lines
    assert "iree-base-compiler==3.13.0" in lines[1]
    commands = (bundled.path / "repro.sh").read_text().splitlines()[-2:]
    assert [shlex.split(line)[0] for line in commands] == ["iree-compile", "iree-run-module"]
    assert "--iree-llvmcpu-target-cpu=generic" in commands[0]
    assert "--expected_output=@expected_0.npy" in commands[1]


def test_extents_and_scalars_of_the_trace_go_along(job: Job, toolchain: Toolchain, tmp_path: Path) -> None:
    taken = traced(job, toolchain, DYNAMIC, [drawn(5, 16), number(2.5, "f32"), number(-3, "i32")], CPU)
    both = case(taken, 0, other_first)
    only_sums = replace(both, expected={0: both.expected[0]})
    bundled = write_bundle(job, toolchain, only_sums, tmp_path / "b", repeats=1)
    assert bundled.verified
    assert "'--expected_output=(ignored)'" in (bundled.path / "repro.sh").read_text()
    assert "[FAILED] result[0]: element at index 0" in ran(toolchain, bundled.path).stdout


def test_expected_values_are_read_whatever_their_order_in_memory(job: Job, toolchain: Toolchain, tmp_path: Path) -> None:
    taken = traced(job, toolchain, TWO_STEPS, [drawn(8, 16), drawn(16, 4)], CPU)
    wanted = case(taken, 0, lambda values: np.asfortranarray(other_first(values)))
    bundled = write_bundle(job, toolchain, wanted, tmp_path / "b", repeats=1)
    assert (bundled.verified, [output.mismatched for output in bundled.outputs]) == (True, [1])


def test_differences_below_what_the_tool_looks_for_are_shown(job: Job, toolchain: Toolchain, tmp_path: Path) -> None:
    taken = traced(job, toolchain, TWO_STEPS, [{**drawn(8, 16), "kind": "splat", "seed": None, "value": 1e-5}, drawn(16, 4)], CPU)
    bundled = write_bundle(job, toolchain, case(taken, 0, lambda values: values * np.float32(1.5)), tmp_path / "b", repeats=1)
    assert bundled.verified
    assert "--expected_f32_threshold=" in (bundled.path / "repro.sh").read_text()


def test_what_does_not_compile_alone_is_said(job: Job, toolchain: Toolchain, tmp_path: Path) -> None:
    taken = traced(job, toolchain, TWO_STEPS, [drawn(8, 16), drawn(16, 4)], CPU)
    wanted = case(taken, 0, other_first)
    broken = replace(wanted, flags=(*CPU, "--iree-no-such-flag"))
    bundled = write_bundle(job, toolchain, broken, tmp_path / "b", repeats=1)
    assert not bundled.verified
    assert "it does not compile: " in (bundled.problem or "")
    missing = replace(wanted, expected={0: np.zeros((3, 3), np.float32)})
    with pytest.raises(ValueError, match=r"result 0 of dispatch 0 has shape \(8, 4\), the expected values have \(3, 3\)"):
        write_bundle(job, toolchain, missing, tmp_path / "c")


def test_bundles_of_old_releases(job: Job, toolchains: Toolchains, tmp_path: Path) -> None:
    toolchain = toolchains.get(Release.parse("20230815.614"))
    taken = traced(job, toolchain, TWO_STEPS, [drawn(8, 16), drawn(16, 4)], CPU)
    last = taken.ordinals[-1]
    assert write_bundle(job, toolchain, case(taken, last, other_first), tmp_path / "b", repeats=1).verified
    assert ran(toolchain, tmp_path / "b").returncode != 0
    assert not write_bundle(job, toolchain, case(taken, last, same), tmp_path / "c", repeats=1).verified
    assert ran(toolchain, tmp_path / "c").returncode == 0


def test_what_the_tool_cannot_carry_out_is_not_verified(job: Job, toolchains: Toolchains, tmp_path: Path) -> None:
    toolchain = toolchains.get(Release.parse("3.8.0"))  # its iree-run-module reads no i4
    many = 1 << 17  # elements, more than are written into a text
    taken = traced(job, toolchain, function(["i4"]).replace("8xi4", f"{many}xi4"), [drawn(many, dtype="i4")], CPU)
    bundled = write_bundle(job, toolchain, case(taken, 0, other_first), tmp_path / "b", repeats=1)
    assert [output.judgement for output in bundled.outputs] == ["different"]
    assert bundled.confirmed == "0/1"
    assert "iree-run-module does not carry it out: " in (bundled.problem or "")


def test_operands_that_the_tool_cannot_read_are_constants(job: Job, toolchains: Toolchains, tmp_path: Path) -> None:
    toolchain = toolchains.get(Release.parse("20230815.614"))
    weights = np.random.default_rng(3).integers(-8, 8, (32, 40))
    flags = (*CPU, "--iree-opt-const-expr-hoisting=false", "--iree-opt-const-eval=false")
    taken = traced(job, toolchain, DEQUANTISED.replace("WEIGHTS", str(weights.tolist())), [drawn(40)], flags)
    (ordinal,) = taken.ordinals
    right = weights * recorded_by(taken.events)(ordinal, "in")[1].load()
    bundled = write_bundle(job, toolchain, case(taken, ordinal, lambda _: other_first(right.astype(np.float32))), tmp_path / "b")
    assert bundled.confirmed == "3/3"
    assert [(output.mismatched, output.elements) for output in bundled.outputs] == [(1, weights.size)]
    assert "--input=@input_1.npy" in (bundled.path / "repro.sh").read_text()
    assert sorted(file.name for file in bundled.path.glob("input_*")) == ["input_1.npy"]
    assert "Operand 0 (32x40xi4), which not every iree-run-module reads, is a constant in dispatch.mlir." in (bundled.path / "README.md").read_text()
    assert "[FAILED] result[0]: element at index 0 " in ran(toolchain, bundled.path).stdout


DEQUANTISED = """
func.func @main(%s: tensor<40xf32>) -> tensor<32x40xf32> {
  %w = arith.constant dense<WEIGHTS> : tensor<32x40xi4>
  %e = tensor.empty() : tensor<32x40xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%w, %s : tensor<32x40xi4>, tensor<40xf32>) outs(%e : tensor<32x40xf32>) {
  ^bb0(%in: i4, %scale: f32, %out: f32):
    %x = arith.extsi %in : i4 to i32
    %f = arith.sitofp %x : i32 to f32
    %m = arith.mulf %f, %scale : f32
    linalg.yield %m : f32
  } -> tensor<32x40xf32>
  return %r : tensor<32x40xf32>
}"""


def test_packed_elements_are_compared_by_their_bytes(job: Job, toolchain: Toolchain, tmp_path: Path) -> None:
    taken = traced(job, toolchain, function(["i4"]), [drawn(8, dtype="i4")], CPU)
    assert write_bundle(job, toolchain, case(taken, 0, other_first), tmp_path / "b", repeats=1).verified
    done = ran(toolchain, tmp_path / "b")
    assert (done.returncode, "output_0.bin expected_0.bin differ" in done.stdout) == (1, True)
    assert not write_bundle(job, toolchain, case(taken, 0, same), tmp_path / "c", repeats=1).verified
    assert ran(toolchain, tmp_path / "c").returncode == 0


def test_a_bundle_compiles_for_devices_that_are_not_here(typed: Traced, tmp_path: Path) -> None:
    bundled = write_bundle(typed.job, typed.toolchain, case(typed, 0, other_first), tmp_path / "b", repeats=1)
    assert bundled.program is not None
    for flags in OTHER_TARGETS.values():
        compiled = compiles_for(typed.job, typed.toolchain, bundled.program, flags, CompileCache(typed.job.settings))
        assert compiled.module is not None, compiled.reason


def test_where_the_dispatch_alone_is_right_those_before_it_come_along(job: Job, toolchain: Toolchain, tmp_path: Path) -> None:
    taken = traced(job, toolchain, TWO_STEPS, [drawn(8, 16), drawn(16, 4)], CPU)
    recorded = recorded_by(taken.events)
    # What the second dispatch was given is recorded as zeros: it is right about those, and only the first one makes another value of it.
    file = tmp_path / "zeros.bin"
    file.write_bytes(bytes(8 * 4 * 4))
    zeros = replace(recorded(1, "in")[0], file=file, sha256="")

    def otherwise(ordinal: int, side: str) -> Sequence[Tensor]:
        return [zeros] if (ordinal, side) == (1, "in") else recorded(ordinal, side)

    overwritten = replace(case(taken, 1, lambda values: np.full_like(values, 4)), recorded=otherwise)
    assert write_bundle(job, toolchain, overwritten, tmp_path / "alone", repeats=1, regions=False).confirmed == "0/1"
    bundled = write_bundle(job, toolchain, overwritten, tmp_path / "together", repeats=2)
    assert bundled.confirmed == "2/2"
    assert bundled.program == tmp_path / "together" / "dispatches.flow.mlir"
    assert "result[1]: element at index" in ran(toolchain, bundled.path).stdout


def test_nothing_in_a_script_is_read_as_anything_but_an_argument(tmp_path: Path) -> None:
    hostile = ["--flag=$(touch pwned)", "`touch pwned`", "a'b", "x; touch pwned", "two\nlines"]
    tool = tmp_path / "iree-compile"
    tool.write_text('#!/bin/sh\nprintf "%s\\0" "$@" >> seen\n')
    tool.chmod(0o755)
    (tmp_path / "iree-run-module").symlink_to(tool)
    commands = Commands(compile_command("dispatch.mlir", hostile), run_command("f", "local-task", hostile, []))
    (tmp_path / "repro.sh").write_text(script(commands))
    subprocess.run(["sh", tmp_path / "repro.sh"], env={"PATH": f"{tmp_path}:/usr/bin:/bin"}, check=True)
    assert not (tmp_path / "pwned").exists()
    assert (tmp_path / "seen").read_text().split("\0")[:-1] == [*commands.compile[1:], *commands.run[1:]]
