"""Plain functions with real compilers: a body written on tensors gives what the dispatch gave."""

import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from runners.element_types import ELEMENT_TYPES
from runners.release import Release
from runners.stages.compile import CompileCache, compile_program
from runners.stages.isolate import recorded_by
from runners.stages.job import Job
from runners.stages.plain import Plain, compile_plain, dense_elements, plain, plain_flags
from runners.stages.replay import replay
from runners.toolchain import Toolchain, Toolchains
from tests.programs import CPU, LOOP, TWO_STEPS
from tests.stages.taken import Given, Traced, drawn, number, traced
from tests.stages.test_body_probe import MANY, MANY_INPUTS
from tests.stages.test_isolate import DYNAMIC, SMALL_SCALARS, function

ATTENTION = """
func.func @main(%q: tensor<2x8x16xf16>, %k: tensor<2x8x16xf16>, %v: tensor<2x8x16xf16>) -> tensor<2x8x16xf16> {
  %scale = arith.constant 0.25 : f16
  %e = tensor.empty() : tensor<2x8x16xf16>
  %r = iree_linalg_ext.attention <
      indexing_maps = [affine_map<(b, m, n, k, l) -> (b, m, k)>, affine_map<(b, m, n, k, l) -> (b, l, k)>,
                       affine_map<(b, m, n, k, l) -> (b, l, n)>, affine_map<(b, m, n, k, l) -> ()>, affine_map<(b, m, n, k, l) -> (b, m, n)>]>
      ins(%q, %k, %v, %scale : tensor<2x8x16xf16>, tensor<2x8x16xf16>, tensor<2x8x16xf16>, f16) outs(%e : tensor<2x8x16xf16>) {
  ^bb0(%s: f32):
    iree_linalg_ext.yield %s : f32
  } -> tensor<2x8x16xf16>
  return %r : tensor<2x8x16xf16>
}"""

CONVOLUTION = """
func.func @main(%x: tensor<1x8x8x3xf32>, %w: tensor<3x3x3x4xf32>, %b: tensor<4xf32>) -> tensor<1x6x6x4xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x6x6x4xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32>
  %c = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) outs(%f : tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(n, h, w, c) -> (n, h, w, c)>, affine_map<(n, h, w, c) -> (c)>, affine_map<(n, h, w, c) -> (n, h, w, c)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c, %b : tensor<1x6x6x4xf32>, tensor<4xf32>) outs(%e : tensor<1x6x6x4xf32>) {
  ^bb0(%in: f32, %bias: f32, %out: f32):
    %s = arith.addf %in, %bias : f32
    %t = arith.maximumf %s, %z : f32
    linalg.yield %t : f32
  } -> tensor<1x6x6x4xf32>
  return %r : tensor<1x6x6x4xf32>
}"""

SUMMED = """
func.func @main(%x: tensor<4x8xf32>) -> tensor<4xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xf32>) outs(%f : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %a = arith.addf %in, %out : f32
    linalg.yield %a : f32
  } -> tensor<4xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%s : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %q = math.exp %in : f32
    linalg.yield %q : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}"""

FEW_TYPES = ["f64", "bf16", "i4", "i1"]
ROWS: dict[str, tuple[str, Sequence[Given], Sequence[str]]] = {
    "attention in f16": (ATTENTION, [drawn(2, 8, 16, dtype="f16", seed=i) for i in range(3)], ()),
    "convolution, bias, relu": (CONVOLUTION, [drawn(1, 8, 8, 3), drawn(3, 3, 3, 4), drawn(4)], ()),
    "softmax, gather, in place, i8 sum, pad": (MANY, MANY_INPUTS, ()),
    "a loop": (LOOP, [drawn(4, 4), number(2, "i32")], ()),
    "encoded operands": (TWO_STEPS, [drawn(8, 16), drawn(16, 4)], ("--iree-opt-data-tiling",)),
    "dynamic shapes, scalars": (DYNAMIC, [drawn(5, 16), number(2.5, "f32"), number(-3, "i32")], ()),
    "scalars of few bits": (SMALL_SCALARS, [drawn(8), number(-3, "i32")], ()),
    "element types": (function(FEW_TYPES), [drawn(8, dtype=dtype) for dtype in FEW_TYPES], ("--iree-input-demote-f64-to-f32=false",)),
}


def functions(taken: Traced, *, concrete: bool, intermediates: bool = False) -> list[Plain]:
    recorded = recorded_by(taken.events) if concrete else None
    return [
        plain(taken.job, taken.toolchain, taken.flow, ordinal, name=taken.symbols[ordinal], recorded=recorded, intermediates=intermediates)
        for ordinal in taken.ordinals
    ]


def together(taken: Traced, made: Sequence[Plain]) -> Path:
    """All of the functions in one module, to compile them at once."""
    maps, bodies = [], []
    for i, one in enumerate(made):
        assert one.text is not None, one.problem
        text = re.sub(r"#(map\d*)\b", rf"#\1_{i}", one.text.read_text())
        maps += re.findall(r"^#map.*$", text, re.MULTILINE)
        bodies += text[text.index("module {") :].splitlines()[1:-1]
    path = taken.job.subfolder("together") / "functions.mlir"
    path.write_text("\n".join([*maps, "module {", *bodies, "}"]))
    return path


def same_as_the_dispatches(taken: Traced, made: Sequence[Plain]) -> None:
    compiled = compile_program(taken.job, taken.toolchain, together(taken, made), plain_flags(taken.flags), CompileCache(taken.job.settings))
    assert compiled.module is not None, compiled.reason
    recorded = recorded_by(taken.events)
    done = replay(taken.job, taken.toolchain, compiled.module, "local-task", [one.call(recorded) for one in made], 1)
    for ordinal, one in zip(taken.ordinals, done, strict=True):
        assert one.reason is None
        assert [t.sha256 for t in one.results[0]] == [t.sha256 for t in taken.outputs(ordinal)], taken.symbols[ordinal]


@pytest.mark.parametrize("row", ROWS)
def test_a_plain_function_gives_what_the_dispatch_gave(job: Job, toolchain: Toolchain, row: str) -> None:
    text, inputs, flags = ROWS[row]
    taken = traced(job, toolchain, text, inputs, [*CPU, *flags])
    assert taken.ordinals
    same_as_the_dispatches(taken, functions(taken, concrete=True))


@pytest.mark.parametrize("release", ["3.2.0", "20240410.859", "20230815.614"])
def test_bodies_of_other_releases_are_written_too(job: Job, toolchains: Toolchains, release: str) -> None:
    taken = traced(job, toolchains.get(Release.parse(release)), SUMMED, [drawn(4, 8)], CPU)
    same_as_the_dispatches(taken, functions(taken, concrete=True))


def test_what_was_written_for_one_release_compiles_on_others(job: Job, toolchain: Toolchain, toolchains: Toolchains) -> None:
    taken = traced(job, toolchain, DYNAMIC, [drawn(5, 16), number(2.5, "f32"), number(-3, "i32")], CPU)
    (made,) = functions(taken, concrete=True)
    for name in ("20230815.614", "3.0.0"):
        old = toolchains.get(Release.parse(name))
        compiled = compile_plain(job, old, made, taken.flags, CompileCache(job.settings))
        assert compiled.module is not None, compiled.reason
        (done,) = replay(job, old, compiled.module, "local-task", [made.call(recorded_by(taken.events))], 1)
        for result, want in zip(done.results[0], taken.outputs(0), strict=True):
            np.testing.assert_allclose(result.load(), want.load(), rtol=1e-5)


def test_the_text_is_what_an_engineer_wants_to_read(job: Job, toolchain: Toolchain) -> None:
    taken = traced(job, toolchain, DYNAMIC, [drawn(5, 16), number(2.5, "f32"), number(-3, "i32")], CPU)
    (concrete,), (dynamic,) = functions(taken, concrete=True), functions(taken, concrete=False)
    assert concrete.text is not None
    assert dynamic.text is not None
    written = concrete.text.read_text()
    assert f"func.func @{taken.symbols[0]}(%arg0: tensor<f32>, %arg1: tensor<i32>, %arg2: tensor<5x16xf32>) -> (tensor<5xf32>, tensor<5x16xf32>)" in written
    assert "?" not in written
    assert not re.search(r"dispatch\.|flow\.|slice|cast", written.replace(taken.symbols[0], ""))
    assert "tensor<?x16xf32>" in dynamic.text.read_text()
    assert [p.type for p in dynamic.parameters] == ["tensor<f32>", "tensor<i32>", "tensor<?x16xf32>", "index"]


def test_dynamic_extents_are_parameters_where_no_trace_is_given(job: Job, toolchain: Toolchain) -> None:
    taken = traced(job, toolchain, DYNAMIC, [drawn(5, 16), number(2.5, "f32"), number(-3, "i32")], CPU)
    same_as_the_dispatches(taken, functions(taken, concrete=False))


def test_intermediates_are_returned_with_the_places_they_come_from(job: Job, toolchain: Toolchain) -> None:
    taken = traced(job, toolchain, SUMMED, [drawn(4, 8)], CPU)
    assert len(taken.ordinals) == 1
    (made,) = functions(taken, concrete=True, intermediates=True)
    (sums,) = made.intermediates
    assert (sums.operation, sums.type) == ("linalg.generic", "tensor<4xf32>")
    assert "p.mlir:6:8" in (sums.location or "")
    compiled = compile_plain(job, toolchain, made, CPU, CompileCache(job.settings))
    assert compiled.module is not None, compiled.reason
    recorded = recorded_by(taken.events)
    (done,) = replay(job, toolchain, compiled.module, "local-task", [made.call(recorded)], 1)
    result, inner = (tensor.load() for tensor in done.results[0])
    np.testing.assert_allclose(inner, recorded(0, "in")[0].load().sum(axis=1), rtol=1e-5)
    np.testing.assert_allclose(result, np.exp(inner), rtol=1e-5)


PARTLY = """
func.func @main(%x: tensor<4x3xf32>, %y: tensor<4x5xf32>) -> tensor<4x8xf32> {
  %r = tensor.concat dim(1) %x, %y : (tensor<4x3xf32>, tensor<4x5xf32>) -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}"""


def test_parts_that_are_stored_one_by_one_make_up_the_result(job: Job, toolchain: Toolchain) -> None:
    taken = traced(job, toolchain, PARTLY, [drawn(4, 3), drawn(4, 5, seed=2)], CPU)
    made = functions(taken, concrete=True)
    assert any("tensor.insert_slice" in one.text.read_text() for one in made if one.text is not None)
    same_dispatches = [n for n in taken.ordinals if not made[n].problem]
    assert same_dispatches == taken.ordinals


CONSTANTS = ["i4", "f8E4M3FN"]


def test_operands_that_are_constants_are_computed_with_as_they_were(job: Job, toolchain: Toolchain) -> None:
    taken = traced(job, toolchain, function(CONSTANTS), [drawn(8, dtype=dtype) for dtype in CONSTANTS], CPU)
    recorded = recorded_by(taken.events)
    made = [plain(job, toolchain, taken.flow, i, name=taken.symbols[i], recorded=recorded, constants=[0]) for i in taken.ordinals]
    assert [one.parameters for one in made] == [()] * len(CONSTANTS)
    same_as_the_dispatches(taken, made)


def test_only_operands_that_were_recorded_can_be_constants(job: Job, toolchain: Toolchain) -> None:
    taken = traced(job, toolchain, SUMMED, [drawn(4, 8)], CPU)
    with pytest.raises(ValueError, match=r"1 operands are recorded, numbered from 0; asked for as constants: \[1\]"):
        plain(job, toolchain, taken.flow, 0, recorded=recorded_by(taken.events), constants=[1])
    with pytest.raises(ValueError, match="0 operands are recorded"):
        plain(job, toolchain, taken.flow, 0, constants=[0])


DENSE = {
    "signed, packed": ([[1, -8], [7, -1]], "i4", "[[1, -8], [7, -1]]"),
    "unsigned": ([250, 3], "ui8", "[250, 3]"),
    "truth": ([True, False], "i1", "[true, false]"),
    "one number": (-3, "i2", "-3"),
    "bits of floats": ([1.5, -0.0, float("nan")], "f16", "[0x3e00, 0x8000, 0x7e00]"),
    "one float": (1.5, "f8E4M3FN", "0x3c"),
}


@pytest.mark.parametrize("row", DENSE)
def test_elements_are_written_as_mlir_reads_them(row: str) -> None:
    values, kind, text = DENSE[row]
    assert dense_elements(np.asarray(values, ELEMENT_TYPES[kind].numpy), ELEMENT_TYPES[kind]) == text


@pytest.mark.parametrize(("shape", "kind"), [((0, 4), "i4"), ((2,), "complex<f32>")])
def test_what_cannot_be_a_constant_is_refused(shape: tuple[int, ...], kind: str) -> None:
    with pytest.raises(ValueError, match=f"{'x'.join(map(str, shape))}x{kind} cannot be written as a constant"):
        dense_elements(np.zeros(shape, ELEMENT_TYPES[kind].numpy), ELEMENT_TYPES[kind])


def test_what_cannot_be_written_says_why(job: Job, toolchain: Toolchain, tmp_path: Path) -> None:
    taken = traced(job, toolchain, SUMMED, [drawn(4, 8)], CPU)
    missing = plain(job, toolchain, taken.flow, 7)
    assert missing.text is None
    assert "the module has 1 dispatches, there is none of ordinal 7" in (missing.problem or "")
    with pytest.raises(ValueError, match="there is no function to compile"):
        compile_plain(job, toolchain, missing, CPU, CompileCache(job.settings))
    broken = tmp_path / "flow.mlir"
    broken.write_text("module {")
    assert "cannot be written as a function on tensors" in (plain(job, toolchain, broken, 0).problem or "")


@pytest.mark.parametrize(("given", "name"), [("a$b.c-d", "a_b_c_d"), ('"x\n} evil', "_x___evil"), ("9lives", "_9lives"), ("fine_1", "fine_1")])
def test_names_of_functions_are_made_harmless(job: Job, toolchain: Toolchain, tmp_path: Path, given: str, name: str) -> None:
    assert plain(job, toolchain, tmp_path / "none.mlir", 0, name=given).name == name


def test_flags_that_say_what_a_program_is_written_in_are_left_out() -> None:
    assert plain_flags(["--iree-input-type=torch", "--iree-opt-level=O3"]) == ("--iree-opt-level=O3",)
