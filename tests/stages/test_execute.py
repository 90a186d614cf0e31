"""Running: outputs of every kind as arrays; failures as results."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from runners.contract import Input, MachineError, RunCall
from runners.settings import RunnerSettings
from runners.stages.arguments import make_argument
from runners.stages.compile import CompileCache, compile_program
from runners.stages.execute import execute
from runners.stages.invocation import Execution, Invocation
from runners.stages.job import Job, scratch
from runners.toolchain import Toolchain
from tests.programs import ADD, CPU, SCALARS


def ran(job: Job, toolchain: Toolchain, program: str, inputs: Sequence[dict[str, Any]], *, call: RunCall | None = None, repeats: int = 1) -> Execution:
    path = job.subfolder("program") / "p.mlir"
    path.write_text(program)
    module = compile_program(job, toolchain, path, CPU, CompileCache(job.settings)).module
    assert module is not None
    folder = job.subfolder("arguments")
    arguments = tuple(make_argument(Input(index=i, **given), None, folder) for i, given in enumerate(inputs))
    return execute(job, toolchain, module, Invocation(call or RunCall(), arguments), repeats=repeats)


FOUR = {"kind": "values", "shape": (4,), "dtype": "f32", "value": (1, 2, 3, 4)}
ONES = {"kind": "splat", "shape": (4,), "dtype": "f32", "value": 1}


def test_results_are_arrays_with_every_bit(job: Job, toolchain: Toolchain) -> None:
    done = ran(job, toolchain, ADD, [FOUR, {**ONES, "value": 0.1}])
    want = np.array([1, 2, 3, 4], "f4") + np.float32(0.1)
    assert done.results[0][0].load().tobytes() == want.tobytes()
    assert done.results[0][0].type == "4xf32"


def test_scalars_go_in_and_come_out(job: Job, toolchain: Toolchain) -> None:
    scalars = [{"kind": "splat", "shape": (), "dtype": "f32", "value": 0.5}, {"kind": "splat", "shape": (), "dtype": "i32", "value": 21}]
    done = ran(job, toolchain, SCALARS, [FOUR, *scalars])
    assert [t.load().tolist() for t in done.results[0]] == [[0.5, 1.0, 1.5, 2.0], 0.5, 42]


@pytest.mark.parametrize("dtype", ["f64", "f16", "bf16", "f8E4M3FN", "i64", "i16", "i8", "i4", "i1"])
def test_every_element_type_comes_back_as_it_went_in(job: Job, toolchain: Toolchain, dtype: str) -> None:
    program = f"func.func @same(%x: tensor<4x{dtype}>) -> tensor<4x{dtype}> {{ return %x : tensor<4x{dtype}> }}"
    path = job.subfolder("program") / "p.mlir"
    path.write_text(program)
    module = compile_program(job, toolchain, path, [*CPU, "--iree-input-demote-f64-to-f32=false"], CompileCache(job.settings)).module
    assert module is not None
    argument = make_argument(Input(index=0, kind="values", shape=(4,), dtype=dtype, value=(0, 1, 1, 0)), None, job.subfolder("a"))
    done = execute(job, toolchain, module, Invocation(RunCall(), (argument,)), repeats=1)
    assert done.reason is None
    assert done.results[0][0].kind.name == dtype
    assert done.results[0][0].load().astype(float).tolist() == [0, 1, 1, 0]


def test_every_repeat_is_kept_and_equal_bits_are_stable(job: Job, toolchain: Toolchain) -> None:
    done = ran(job, toolchain, ADD, [FOUR, ONES], repeats=5)
    assert len(done.results) == 5
    assert done.bit_stable


def test_arguments_are_read_back_after_the_run(job: Job, toolchain: Toolchain) -> None:
    done = ran(job, toolchain, ADD, [FOUR, ONES])
    assert [t.load().tolist() for t in done.arguments if t] == [[1, 2, 3, 4], [1, 1, 1, 1]]


def test_a_wrong_shape_is_a_result_with_the_declared_signature(job: Job, toolchain: Toolchain) -> None:
    done = ran(job, toolchain, ADD, [{**FOUR, "shape": (2, 2)}, ONES])
    assert done.exit == 1
    assert "shape" in (done.reason or "")
    assert "@add(%input0: tensor<4xf32>, %input1: tensor<4xf32>)" in done.declaration


def test_a_missing_argument_is_a_result(job: Job, toolchain: Toolchain) -> None:
    assert ran(job, toolchain, ADD, [FOUR]).reason


def test_a_function_that_is_not_there_is_a_result_and_the_only_one_is_taken_without_a_name(job: Job, toolchain: Toolchain) -> None:
    assert ran(job, toolchain, ADD, [FOUR, ONES], call=RunCall(function="foo")).reason
    assert ran(job, toolchain, ADD, [FOUR, ONES]).reason is None


def test_which_function_is_asked_where_there_are_two(job: Job, toolchain: Toolchain) -> None:
    reason = ran(job, toolchain, ADD + ADD.replace("@add", "@plus"), [FOUR, ONES]).reason or ""
    assert "2 functions (add, plus)" in reason


def test_runtime_flags_are_applied_and_unknown_ones_are_told(job: Job, toolchain: Toolchain) -> None:
    call = RunCall(device="local-task", flags=("--task_topology_group_count=1", "--no_such_flag=1"))
    done = ran(job, toolchain, ADD, [FOUR, ONES], call=call)
    assert done.reason is None
    assert done.ignored_flags == ("--no_such_flag=1",)


def test_a_device_that_this_machine_lacks_is_the_machines_fault(job: Job, toolchain: Toolchain) -> None:
    with pytest.raises(MachineError, match=r"this machine has no device hip://0: run it on a machine that has one"):
        ran(job, toolchain, ADD, [FOUR, ONES], call=RunCall(device="hip://0"))


def test_a_run_that_crashes_is_a_result(job: Job, toolchain: Toolchain) -> None:
    far = """
    func.func @read(%x: tensor<4xf32>, %at: tensor<1xi64>) -> tensor<1xf32> {
      %e = tensor.empty() : tensor<1xf32>
      %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
        ins(%at : tensor<1xi64>) outs(%e : tensor<1xf32>) {
      ^bb0(%i: i64, %out: f32):
        %k = arith.index_cast %i : i64 to index
        %v = tensor.extract %x[%k] : tensor<4xf32>
        linalg.yield %v : f32
      } -> tensor<1xf32>
      return %r : tensor<1xf32>
    }"""
    done = ran(job, toolchain, far, [FOUR, {"kind": "values", "shape": (1,), "dtype": "i64", "value": (1 << 40,)}])
    assert (done.exit, done.reason) == (-11, "the run was killed by SIGSEGV")


def test_a_run_that_hangs_is_stopped_and_is_a_result(settings: RunnerSettings, toolchain: Toolchain) -> None:
    with scratch(settings.model_copy(update={"run_timeout_s": 0.05})) as job:
        assert "the run was stopped after" in (ran(job, toolchain, ADD, [FOUR, ONES]).reason or "")


def test_half_a_line_of_a_process_that_died_is_not_believed(job: Job, toolchain: Toolchain, tmp_path: Path) -> None:
    dying = tmp_path / "python"
    dying.write_text("""#!/bin/sh
folder=$(dirname "$3")
printf '{"event": "function", "name": "f", "declaration": "d"}\\n{"event": "done"' > "$folder/events.jsonl"
kill -ABRT $$
""")
    dying.chmod(0o755)
    done = execute(job, replace(toolchain, python=dying), tmp_path / "none.vmfb", Invocation(RunCall()), repeats=1)
    assert (done.declaration, done.reason) == ("d", "the run was killed by SIGABRT")
