"""Reports whose builds are really run: what a build got wrong, exact values tell, and which side it is."""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from runners.numerics.arbiter import exact
from runners.numerics.lanes import Reason
from runners.numerics.noise import Judged, judge_elements, noise_floor, sample
from runners.numerics.program import Program
from runners.release import Release
from runners.stages.body import read_body
from runners.stages.compile import compile_to
from runners.stages.job import Job
from runners.toolchain import Toolchain, Toolchains
from tests.numerics.bodies import body, ran, values, whole

Array = npt.NDArray[Any]

CASES = Path(__file__).parent.parent / "cases"
LLVM_CPU, VMVX = "--iree-hal-target-backends=llvm-cpu", "--iree-hal-target-backends=vmvx"


def reported(case: str) -> str:
    """The program in a report's text."""
    text = json.loads((CASES / case / "issue.json").read_text())["body"].replace("\r\n", "\n")
    blocks = re.findall(r"```\w*\n(.*?)```", text, re.DOTALL)
    return str(next(block for block in blocks if "func.func" in block))


def attached(case: str, name: str) -> Path:
    return CASES / case / "files" / name


class Builds:
    """Runs a program as some release and flags build it."""

    def __init__(self, job: Job, program: str) -> None:
        self._job = job
        self.path = job.subfolder("program") / "p.mlir"
        self.path.write_text(program)

    def __call__(self, toolchain: Toolchain, flags: Sequence[str], name: str, *inputs: Array) -> Array:
        return ran(self._job, toolchain, self.path, flags, inputs, name=name)[0]


def judged(program: Program, inputs: Sequence[Array], a: Array, b: Array) -> Judged:
    """Both sides at the elements where they are farthest apart, and some more."""
    apart = np.nan_to_num(np.abs(a.astype(float) - b.astype(float)), nan=np.inf).reshape(-1)
    worst = [tuple(int(i) for i in np.unravel_index(position, a.shape)) for position in np.argsort(-apart, kind="stable")[:10]]
    chosen = sample(a.shape, worst, seed=0)
    known = exact(program, inputs, 0, chosen.indices)
    floor = noise_floor(program, inputs, 0, chosen.indices, known)
    at = tuple(chosen.indices.T)
    return judge_elements(a[at], b[at], known, floor, worst=chosen.worst)


def test_subtract_add_is_not_folded_to_plus_one(job: Job, toolchain: Toolchain, toolchains: Toolchains) -> None:
    text = reported("backend-ab-vmvx-subadd")
    x = np.array([0, 1, -2.5, 8, 100, 0.125], np.float32)
    program, build = body(job, toolchain, text), Builds(job, text)
    assert values(program, x).tolist() == [-1] * 6
    old = toolchains.get(Release.parse("3.0.0"))
    found = judged(program, [x], build(old, [LLVM_CPU], "main", x), build(old, [VMVX], "main", x))
    assert found.a is not None
    assert found.b is not None
    assert (found.a.error, found.b.error) == (0, 2)
    assert not found.b.within_noise
    assert found.closer == "A"


def test_powers_in_f16(job: Job, toolchain: Toolchain, toolchains: Toolchains) -> None:
    text = reported("printed-values-powf")
    x = np.array([0, 0.03125, 0.0625, 0.125, 0.1875, 0.25, 0.3125, 0.375], np.float16)
    program, build = body(job, toolchain, text, "inv_freq"), Builds(job, text)
    np.testing.assert_allclose(values(program, x), 10000.0 ** -x.astype(float), rtol=1e-15)
    wrong = build(toolchains.get(Release.parse("20231113.707")), [LLVM_CPU, "--iree-llvmcpu-target-cpu=x86-64-v3"], "inv_freq", x)
    expected = np.array([1, 0.749512, 0.5625, 0.316162, 0.177734, 0.0999756, 0.0562439, 0.0316162], np.float16)
    found = judged(program, [x], wrong, expected)
    assert found.a is not None
    assert found.b is not None
    assert found.a.error == np.inf
    assert not found.a.within_noise
    assert found.b.within_noise
    assert found.closer == "B"


def test_the_softmax_of_rows_far_below_zero(job: Job, toolchain: Toolchain, toolchains: Toolchains) -> None:
    text = reported("softmax-nan")
    x, golden = np.load(attached("softmax-nan", "logits.npy.txt")), np.load(attached("softmax-nan", "probs_expected.npy"))
    program, build = body(job, toolchain, text, "softmax"), Builds(job, text)
    np.testing.assert_allclose(values(program, x), golden, rtol=1e-7)
    found = judged(program, [x], build(toolchains.get(Release.parse("20240410.859")), [LLVM_CPU], "softmax", x), golden)
    assert found.a is not None
    assert found.b is not None
    assert not found.a.within_noise
    assert found.b.within_noise


def test_the_rows_that_were_asked_for(job: Job, toolchain: Toolchain) -> None:
    build = Builds(job, reported("flag-ab-gather-demote"))
    flow = compile_to(job, toolchain, build.path, [LLVM_CPU], "flow")
    assert flow.module is not None
    program = read_body(job, toolchain, flow.module, 0).program
    assert program is not None
    table, rows = np.arange(24, dtype=np.float32).reshape(6, 4), np.array([5, 4, 3, 2, 1])
    np.testing.assert_array_equal(values(program, table, rows), table[rows])
    demoted = build(toolchain, [LLVM_CPU, "--iree-input-demote-i64-to-i32"], "main_graph", table, rows)
    found = judged(program, [table, rows], table[rows], demoted)
    assert found.a is not None
    assert found.b is not None
    assert (found.a.error, found.b.error) == (0, 16)
    assert not found.b.within_noise


def test_what_no_byte_can_hold_is_nobodys_fault(job: Job, toolchain: Toolchain) -> None:
    text = reported("undefined-fptosi")
    x = np.array([3, -7, 100, -100, 127, -128, 200, -200, 1e12, -1e12, np.nan, np.inf], np.float32)
    program, build = body(job, toolchain, text, "quantize"), Builds(job, text)
    known = whole(program, x)
    assert known.values[:6].tolist() == x[:6].tolist()
    assert [known.why(lane) for lane in range(12)] == [None] * 6 + [Reason.CONVERSION] * 6
    found = judged(program, [x], build(toolchain, [LLVM_CPU], "quantize", x), build(toolchain, [VMVX], "quantize", x))
    assert (found.elements, found.open, found.closer) == (6, 6, None)
    assert "neither side is wrong there: a float is converted to an integer type that cannot hold it" in found.sentence


def test_the_default_build_is_the_inexact_side_of_a_layer_norm(job: Job, toolchain: Toolchain) -> None:
    text = attached("flag-ab-layernorm-f16", "layernorm.mlir.txt").read_text()
    x = np.load(attached("flag-ab-layernorm-f16", "x.npy.txt"))
    program, build = body(job, toolchain, text), Builds(job, text)
    wide = x.astype(float)
    centred = wide - wide.mean(1, keepdims=True)
    by_numpy = centred / np.sqrt((centred**2).mean(1, keepdims=True) + float(np.float16(1.000210e-03)))
    np.testing.assert_allclose(values(program, x), by_numpy, rtol=1e-10, atol=1e-13)
    found = judged(program, [x], build(toolchain, [LLVM_CPU], "main", x), build(toolchain, [LLVM_CPU, "--iree-opt-level=O3"], "main", x))
    assert found.a is not None
    assert found.b is not None
    assert found.a.error == pytest.approx(0.67, abs=0.01)
    assert found.b.error == pytest.approx(0.024, abs=0.004)
    assert found.a.ratio == pytest.approx(1, abs=0.1)
    assert found.closer == "B"
    assert found.factor == pytest.approx(27, abs=5)
    assert "B is closer to exact than A, 2" in found.sentence
