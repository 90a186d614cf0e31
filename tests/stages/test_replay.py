"""Replay: many calls in one process; a call that crashes is a result, and the others are made all the same."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from runners.contract import MachineError
from runners.element_types import element_type, encode
from runners.release import Release
from runners.settings import RunnerSettings
from runners.stages.compile import CompileCache, compile_program
from runners.stages.invocation import Tensor
from runners.stages.job import Job, scratch
from runners.stages.replay import Call, replay
from runners.toolchain import Toolchain, Toolchains
from tests.programs import ADD, CPU

READ = """
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
}
func.func @twice(%n: i32) -> i32 {
  %m = arith.addi %n, %n : i32
  return %m : i32
}
"""
FAR = 1 << 40
"""An index so far out that reading there ends the process."""


@pytest.fixture
def module(job: Job, toolchain: Toolchain) -> Path:
    return compiled(job, toolchain, READ + ADD)


def compiled(job: Job, toolchain: Toolchain, text: str) -> Path:
    path = job.subfolder("program") / "p.mlir"
    path.write_text(text)
    made = compile_program(job, toolchain, path, CPU, CompileCache(job.settings))
    assert made.module is not None, made.reason
    return made.module


@pytest.fixture
def tensor(tmp_path: Path) -> Callable[..., Tensor]:
    def make(dtype: str, *values: float) -> Tensor:
        kind = element_type(dtype)
        file = tmp_path / f"{len(list(tmp_path.iterdir()))}.bin"
        file.write_bytes(encode(np.array(values).astype(kind.numpy), kind))
        return Tensor(kind, (len(values),), file, "")

    return make


def test_calls_are_answered_in_their_order(job: Job, toolchain: Toolchain, module: Path, tensor: Callable[..., Tensor]) -> None:
    x = tensor("f32", 1, 2, 3, 4)
    calls = [*(Call("read", (x, tensor("i64", i))) for i in (2, 0)), Call("add", (x, x)), Call("twice", (-21,))]
    done = replay(job, toolchain, module, "local-task", calls, 3)
    assert [one.reason for one in done] == [None] * 4
    assert [len(one.results) for one in done] == [3] * 4
    assert all(one.bit_stable for one in done)
    assert [one.results[2][0].load().tolist() for one in done] == [[3.0], [1.0], [2.0, 4.0, 6.0, 8.0], -42]


def test_a_call_that_crashes_is_a_result_and_the_others_are_made(job: Job, toolchain: Toolchain, module: Path, tensor: Callable[..., Tensor]) -> None:
    x = tensor("f32", 1, 2, 3, 4)
    calls = [Call("read", (x, tensor("i64", i))) for i in (1, FAR, 2, FAR, 3)]
    done = replay(job, toolchain, module, "local-task", calls, 3)
    assert [one.reason for one in done] == [None, "the replay was killed by SIGSEGV", None, "the replay was killed by SIGSEGV", None]
    assert [[repeat[0].load().tolist() for repeat in one.results] for one in done] == [[[2.0]] * 3, [], [[3.0]] * 3, [], [[4.0]] * 3]


REFUSED = {
    "no such function": ("away", 0, 4, "the module has no function 'away'"),
    "another shape": ("add", 2, 2, "shape"),
    "too few arguments": ("add", 1, 4, "Error invoking function"),
}


@pytest.mark.parametrize("row", REFUSED)
def test_a_call_that_is_refused_says_why(job: Job, toolchain: Toolchain, module: Path, tensor: Callable[..., Tensor], row: str) -> None:
    function, arguments, length, reason = REFUSED[row]
    call = Call(function, (tensor("f32", *range(length)),) * arguments)
    right = Call("read", (tensor("f32", 1, 2, 3, 4), tensor("i64", 3)))
    wrong, after = replay(job, toolchain, module, "local-task", [call, right], 2)
    assert reason in (wrong.reason or "")
    assert wrong.results == ()
    assert len(after.results) == 2


def test_a_module_or_device_that_cannot_be_had_is_the_reason_of_every_call(job: Job, toolchain: Toolchain, module: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.vmfb"
    broken.write_bytes(b"nothing that the runtime reads")
    calls = [Call("twice", (1,)), Call("twice", (2,))]
    assert all(one.reason and not one.results for one in replay(job, toolchain, broken, "local-task", calls, 2))
    assert all("no-such" in (one.reason or "") for one in replay(job, toolchain, module, "no-such-device", calls, 2))


def test_a_call_that_hangs_is_stopped_and_the_others_are_made(settings: RunnerSettings, toolchain: Toolchain) -> None:
    spin = """
    func.func @spin(%n: i64) -> i64 {
      %c0 = arith.constant 0 : i64
      %r = scf.while (%i = %c0) : (i64) -> i64 {
        %more = arith.cmpi sge, %i, %c0 : i64
        scf.condition(%more) %i : i64
      } do {
      ^bb0(%i: i64):
        %next = arith.xori %i, %n : i64
        scf.yield %next : i64
      }
      return %r : i64
    }
    """
    with scratch(settings) as job:
        module = compiled(job, toolchain, spin + READ)
        hurried = Job(job.folder / "hurried", settings.model_copy(update={"run_timeout_s": 1.5}))
        hurried.folder.mkdir()
        hung, after = replay(hurried, toolchain, module, "local-task", [Call("spin", (1,)), Call("twice", (4,))], 1)
        assert "was stopped after" in (hung.reason or "")
        assert after.results[0][0].value == 8


def test_results_that_change_from_run_to_run_are_told(job: Job, toolchain: Toolchain, module: Path, tensor: Callable[..., Tensor]) -> None:
    (done,) = replay(job, toolchain, module, "local-task", [Call("read", (tensor("f32", 1, 2, 3, 4), tensor("i64", 1)))], 2)
    assert done.bit_stable
    other = replace(done, results=(done.results[0], (replace(done.results[0][0], sha256="0" * 64),)))
    assert not other.bit_stable


def test_numbers_go_to_old_releases_and_floats_by_their_bits(job: Job, toolchains: Toolchains) -> None:
    toolchain = toolchains.get(Release.parse("20230815.614"))
    (done,) = replay(job, toolchain, compiled(job, toolchain, READ), "local-task", [Call("twice", (-3,))], 1)
    assert done.results[0][0].value == -6


def test_a_tensor_without_a_file_is_refused(job: Job, toolchain: Toolchain, module: Path) -> None:
    with pytest.raises(ValueError, match="a tensor without a file is a number"):
        replay(job, toolchain, module, "local-task", [Call("twice", (Tensor(element_type("i64"), (), None, "", 3),))], 1)


def test_a_full_disk_is_the_machines_fault(job: Job, toolchain: Toolchain, module: Path, tmp_path: Path) -> None:
    full = tmp_path / "python"
    full.write_text("""#!/bin/sh
folder=$(dirname "$3")
printf '{"event": "failed", "text": "OSError: [Errno 28] No space left on device"}\\n' > "$folder/events.jsonl"
""")
    full.chmod(0o755)
    with pytest.raises(MachineError, match="is full"):
        replay(job, replace(toolchain, python=full), module, "local-task", [Call("twice", (1,))], 1)
