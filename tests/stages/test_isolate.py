"""Isolation with real compilers: a dispatch alone, fed with what it read in the program, gives what it gave there."""

import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

import iree.runtime as rt
import numpy as np
import pytest

from runners.release import Release
from runners.stages.compile import CompileCache
from runners.stages.isolate import Isolated, compile_bare, compile_isolated, compile_reference, isolate, isolate_region, recorded_by
from runners.stages.job import Job
from runners.toolchain import Toolchain, Toolchains
from tests.programs import CPU, LOOP, TWO_STEPS
from tests.stages.taken import Given, Traced, drawn, number, traced
from tests.stages.test_body_probe import DYNAMIC as BODY_DYNAMIC

MAP = 'indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]'


TYPE_BODIES = {
    "f64": "%r = math.exp %in : f64",
    "f32": "%r = math.exp %in : f32",
    "f16": "%r = arith.addf %in, %in : f16",
    "bf16": "%r = arith.addf %in, %in : bf16",
    "f8E4M3FN": "%w = arith.extf %in : f8E4M3FN to f32\n%s = arith.addf %w, %w : f32\n%r = arith.truncf %s : f32 to f8E4M3FN",
    "i64": "%r = arith.muli %in, %in : i64",
    "i8": "%r = arith.muli %in, %in : i8",
    "i4": "%r = arith.muli %in, %in : i4",
    "i1": "%t = arith.constant true\n%r = arith.xori %in, %t : i1",
}


def elementwise(i: int, dtype: str) -> str:
    return f"""
      %e{i} = tensor.empty() : tensor<8x{dtype}>
      %y{i} = linalg.generic {{{MAP}}} ins(%x{i} : tensor<8x{dtype}>) outs(%e{i} : tensor<8x{dtype}>) {{
      ^bb0(%in: {dtype}, %out: {dtype}):
        {TYPE_BODIES[dtype]}
        linalg.yield %r : {dtype}
      }} -> tensor<8x{dtype}>"""


def function(dtypes: Sequence[str]) -> str:
    """A program with a dispatch of its own for each of these element types."""
    types = ", ".join(f"tensor<8x{dtype}>" for dtype in dtypes)
    parameters = ", ".join(f"%x{i}: tensor<8x{dtype}>" for i, dtype in enumerate(dtypes))
    body = "".join(elementwise(i, dtype) for i, dtype in enumerate(dtypes))
    return f"func.func @main({parameters}) -> ({types}) {{{body}\nreturn {', '.join(f'%y{i}' for i in range(len(dtypes)))} : {types}\n}}"


TYPES = function(list(TYPE_BODIES))

DYNAMIC = """
func.func @main(%x: tensor<?x16xf32>, %s: f32, %k: i32) -> (tensor<?xf32>, tensor<?x16xf32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %d = tensor.dim %x, %c0 : tensor<?x16xf32>
  %e = tensor.empty(%d) : tensor<?xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %r:2 = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x16xf32>) outs(%f, %x : tensor<?xf32>, tensor<?x16xf32>) {
  ^bb0(%a: f32, %o: f32, %p: f32):
    %m = arith.mulf %a, %s : f32
    %kf = arith.sitofp %k : i32 to f32
    %t = arith.addf %m, %kf : f32
    %u = arith.addf %t, %o : f32
    linalg.yield %u, %m : f32, f32
  } -> (tensor<?xf32>, tensor<?x16xf32>)
  return %r#0, %r#1 : tensor<?xf32>, tensor<?x16xf32>
}"""

IN_PLACE = """
func.func @main(%x: tensor<6x8xf32>, %old: tensor<12x16xf32>) -> tensor<12x16xf32> {
  %y = math.exp %x : tensor<6x8xf32>
  %new = tensor.insert_slice %y into %old[2, 3] [6, 8] [1, 1] : tensor<6x8xf32> into tensor<12x16xf32>
  return %new : tensor<12x16xf32>
}"""

CALLED_TWICE = """
func.func private @square(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x4xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %y = linalg.matmul ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%f : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %y : tensor<4x4xf32>
}
func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %1 = call @square(%x) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = call @square(%1) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}"""

COUNTED = """
func.func @main(%x: tensor<8xf32>, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%v = %x) -> tensor<8xf32> {
    %k = arith.index_cast %i : index to i32
    %e = tensor.empty() : tensor<8xf32>
    %y = linalg.generic {MAP} ins(%v : tensor<8xf32>) outs(%e : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %kf = arith.sitofp %k : i32 to f32
      %s = arith.addf %in, %kf : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    scf.yield %y : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}""".replace("MAP", MAP)

BRANCH = """
func.func @main(%x: tensor<8xf32>, %c: i32) -> tensor<8xf32> {
  %zero = arith.constant 0 : i32
  %p = arith.cmpi sgt, %c, %zero : i32
  %r = scf.if %p -> tensor<8xf32> {
    %y = math.exp %x : tensor<8xf32>
    scf.yield %y : tensor<8xf32>
  } else {
    %y = math.sqrt %x : tensor<8xf32>
    scf.yield %y : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}"""

INITIALIZER = """
util.global private @weights = #util.uninitialized : tensor<8xf32>
util.initializer {
  %i = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : tensor<8xf32>
  %b = util.optimization_barrier %i : tensor<8xf32>
  %w = math.exp %b : tensor<8xf32>
  util.global.store %w, @weights : tensor<8xf32>
  util.return
}
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %w = util.global.load @weights : tensor<8xf32>
  %y = arith.mulf %x, %w : tensor<8xf32>
  return %y : tensor<8xf32>
}"""

ASYNC = """
util.func public @main$async(%x: !hal.buffer_view, %wait: !hal.fence, %signal: !hal.fence) -> !hal.buffer_view
    attributes {iree.abi.model = "coarse-fences", iree.abi.stub} {
  %t = hal.tensor.import wait(%wait) => %x : !hal.buffer_view -> tensor<8xf32>
  %y = math.exp %t : tensor<8xf32>
  %b = hal.tensor.barrier join(%y : tensor<8xf32>) => %signal : !hal.fence
  %r = hal.tensor.export %b : tensor<8xf32> -> !hal.buffer_view
  util.return %r : !hal.buffer_view
}
util.func public @main(%x: !hal.buffer_view) -> !hal.buffer_view attributes {iree.abi.stub} {
  %null = util.null : !hal.fence
  %forever = arith.constant -1 : i32
  %c0 = arith.constant 0 : index
  %device = hal.devices.get %c0 : !hal.device
  %fence = hal.fence.create device(%device : !hal.device) flags("None") : !hal.fence
  %r = util.call @main$async(%x, %null, %fence) : (!hal.buffer_view, !hal.fence, !hal.fence) -> !hal.buffer_view
  %status = hal.fence.await until([%fence]) timeout_millis(%forever) flags("None") : i32
  util.return %r : !hal.buffer_view
}"""

ROWS: dict[str, tuple[str, Sequence[Given], Sequence[str]]] = {
    "dynamic shapes, scalar operands, several results": (DYNAMIC, [drawn(5, 16), number(2.5, "f32"), number(-3, "i32")], ()),
    "a result in place of an operand": (IN_PLACE, [drawn(6, 8), drawn(12, 16)], ()),
    "one executable at two call sites": (CALLED_TWICE, [drawn(4, 4)], ()),
    "in scf.while": (LOOP, [drawn(4, 4), number(3, "i32")], ()),
    "in scf.for, with a scalar of the iteration": (COUNTED, [drawn(8), number(3, "i64")], ()),
    "in a branch": (BRANCH, [drawn(8), number(1, "i32")], ()),
    "in an initializer": (INITIALIZER, [drawn(8)], ()),
    "encoded operands": (TWO_STEPS, [drawn(8, 16), drawn(16, 4)], ("--iree-opt-data-tiling",)),
    "an asynchronous entry point": (ASYNC, [drawn(8)], ()),
    "every element type": (TYPES, [drawn(8, dtype=dtype, seed=i) for i, dtype in enumerate(TYPE_BODIES)], ("--iree-input-demote-f64-to-f32=false",)),
}


def same_alone(taken: Traced, isolated: Isolated, module: Path | None, reason: str | None) -> None:
    """Every call of the module gives the bits that the dispatch gave in the program."""
    assert module is not None, reason
    assert [f.problem for f in isolated.functions] == [None] * len(isolated.functions)
    for done, want in zip(taken.replayed(isolated, module), taken.wanted(isolated), strict=True):
        assert done.reason is None
        assert [t.type for t in done.results[0]] == [t.type for t in want]
        assert [t.sha256 for t in done.results[0]] == [t.sha256 for t in want]


@pytest.mark.parametrize("row", ROWS)
def test_a_dispatch_alone_gives_what_it_gave_in_the_program(job: Job, toolchain: Toolchain, row: str) -> None:
    text, inputs, flags = ROWS[row]
    taken = traced(job, toolchain, text, inputs, [*CPU, *flags], function="main")
    assert taken.ordinals
    isolated = isolate(job, toolchain, taken.flow, taken.ordinals)
    compiled = compile_isolated(job, toolchain, isolated, taken.flags, CompileCache(job.settings))
    same_alone(taken, isolated, compiled.module, compiled.reason)


SMALL_SCALARS = """
func.func @main(%x: tensor<8xf32>, %b: i32) -> tensor<8xf32> {
  %short = arith.trunci %b : i32 to i16
  %byte = arith.trunci %b : i32 to i8
  %bit = arith.trunci %b : i32 to i1
  %e = tensor.empty() : tensor<8xf32>
  %y = linalg.generic {MAP} ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %hf = arith.uitofp %short : i16 to f32
    %bf = arith.sitofp %byte : i8 to f32
    %s = arith.addf %in, %hf : f32
    %t = arith.addf %s, %bf : f32
    %u = arith.select %bit, %t, %in : f32
    linalg.yield %u : f32
  } -> tensor<8xf32>
  return %y : tensor<8xf32>
}""".replace("MAP", MAP)


def test_scalars_that_no_function_takes_are_passed_by_their_bits(job: Job, toolchain: Toolchain) -> None:
    taken = traced(job, toolchain, SMALL_SCALARS, [drawn(8), number(-3, "i32")], CPU)
    isolated = isolate(job, toolchain, taken.flow, [0])
    assert {p.type for p in isolated.of(0).parameters} == {"tensor<8xf32>", "i16", "i8", "i1"}
    compiled = compile_isolated(job, toolchain, isolated, taken.flags, CompileCache(job.settings))
    same_alone(taken, isolated, compiled.module, compiled.reason)


def test_parameters_are_operands_like_others(job: Job, toolchain: Toolchain, tmp_path: Path) -> None:
    text = """
    util.global private @w = #flow.parameter.named<"model"::"w"> : tensor<8xf32>
    func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
      %w = util.global.load @w : tensor<8xf32>
      %y = arith.mulf %x, %w : tensor<8xf32>
      return %y : tensor<8xf32>
    }"""
    archive = tmp_path / "w.irpa"
    rt.save_archive_file({"w": np.arange(8, dtype="f4")}, str(archive))
    taken = traced(job, toolchain, text, [drawn(8)], CPU, parameters=[("model", archive)])
    isolated = isolate(job, toolchain, taken.flow, taken.ordinals)
    compiled = compile_isolated(job, toolchain, isolated, taken.flags, CompileCache(job.settings))
    same_alone(taken, isolated, compiled.module, compiled.reason)


def asm(toolchain: Toolchain, path: Path) -> str:
    """A module as text."""
    code = "import sys; from iree.compiler import ir\nwith ir.Context(): print(ir.Module.parse(open(sys.argv[1], 'rb').read()).operation.get_asm())"
    return subprocess.run([toolchain.python, "-c", code, path], capture_output=True, text=True, check=True).stdout


def test_call_sites_share_their_executable_and_others_are_gone(job: Job, toolchain: Toolchain) -> None:
    taken = traced(job, toolchain, CALLED_TWICE, [drawn(4, 4)], CPU)
    isolated = isolate(job, toolchain, taken.flow, [0, 1])
    assert isolated.module is not None
    text = asm(toolchain, isolated.module)
    assert text.count("flow.executable private") == 1
    assert text.count("util.func public") == 2
    two_steps = traced(job, toolchain, TWO_STEPS, [drawn(8, 16), drawn(16, 4)], CPU)
    last = isolate(job, toolchain, two_steps.flow, [1])
    assert last.module is not None
    text = asm(toolchain, last.module)
    assert "matmul" not in text
    assert text.count("flow.executable private") == 1


def test_a_scalar_that_is_constant_where_the_dispatch_is_called_stays_constant(job: Job, toolchain: Toolchain, tmp_path: Path) -> None:
    taken = traced(job, toolchain, DYNAMIC, [drawn(5, 16), number(2.5, "f32"), number(-3, "i32")], CPU)
    isolated = isolate(job, toolchain, taken.flow, [0])
    assert {p.type for p in isolated.of(0).parameters} == {"tensor<?x16xf32>", "f32", "i32", "index"}
    assert isolated.text is not None
    flow = tmp_path / "flow.mlir"
    flow.write_text(re.sub(r"arith\.bitcast %\w+ : i32 to f32", "arith.constant 2.5 : f32", isolated.text.read_text()))
    again = isolate(job, toolchain, flow, [0])
    assert {p.type for p in again.of(0).parameters} == {"tensor<?x16xf32>", "i32", "index"}
    assert again.text is not None
    assert "arith.constant 2.5" in again.text.read_text()


PIECES = """
func.func @main(%x: tensor<4x3xf32>, %y: tensor<4x5xf32>) -> tensor<4x8xf32> {
  %r = tensor.concat dim(1) %x, %y : (tensor<4x3xf32>, tensor<4x5xf32>) -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}"""


def test_memory_that_nothing_was_written_to_is_told(job: Job, toolchain: Toolchain) -> None:
    taken = traced(job, toolchain, PIECES, [drawn(4, 3), drawn(4, 5)], CPU)
    isolated = isolate(job, toolchain, taken.flow, taken.ordinals)
    told = [[p.type for p in f.parameters if p.uninitialised] for f in isolated.functions]
    assert told == [["tensor<4x8xf32>"], []]  # the second piece goes into what the first was written to


def test_the_device_is_kept_or_left_to_the_flags(job: Job, toolchain: Toolchain) -> None:
    taken = traced(job, toolchain, TWO_STEPS, [drawn(8, 16), drawn(16, 4)], CPU)
    isolated = isolate(job, toolchain, taken.flow, taken.ordinals)
    cache = CompileCache(job.settings)
    vmvx = ["--iree-hal-target-backends=vmvx"]
    kept, bare = (compile_(job, toolchain, isolated, vmvx, cache).module for compile_ in (compile_isolated, compile_bare))
    assert kept is not None
    assert bare is not None
    assert b"vmvx-bytecode-fb" not in kept.read_bytes()
    assert b"vmvx-bytecode-fb" in bare.read_bytes()


def test_the_reference_is_the_same_partition_with_the_cpus_own_code_generation(job: Job, toolchain: Toolchain) -> None:
    taken = traced(job, toolchain, TWO_STEPS, [drawn(8, 16), drawn(16, 4)], ["--iree-hal-target-backends=vmvx"])
    isolated = isolate(job, toolchain, taken.flow, taken.ordinals)
    compiled = compile_reference(job, toolchain, isolated, CompileCache(job.settings))
    assert compiled.module is not None, compiled.reason
    for done, want in zip(taken.replayed(isolated, compiled.module), taken.wanted(isolated), strict=True):
        np.testing.assert_allclose(done.results[0][0].load(), want[0].load(), rtol=1e-5)


CHAIN = """
func.func @main(%x: tensor<4x4xf32>, %old: tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<4xf32>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x4xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = linalg.matmul ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%f : tensor<4x4xf32>) -> tensor<4x4xf32>
  %flat = tensor.collapse_shape %1 [[0, 1]] : tensor<4x4xf32> into tensor<16xf32>
  %four = tensor.expand_shape %flat [[0, 1, 2]] output_shape [2, 4, 2] : tensor<16xf32> into tensor<2x4x2xf32>
  %e2 = tensor.empty() : tensor<2x2xf32>
  %f2 = linalg.fill ins(%z : f32) outs(%e2 : tensor<2x2xf32>) -> tensor<2x2xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k, j)>, affine_map<(i, j, k) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction"]} ins(%four : tensor<2x4x2xf32>) outs(%f2 : tensor<2x2xf32>) {
  ^bb0(%in: f32, %out: f32):
    %a = arith.addf %in, %out : f32
    linalg.yield %a : f32
  } -> tensor<2x2xf32>
  %r = tensor.collapse_shape %s [[0, 1]] : tensor<2x2xf32> into tensor<4xf32>
  %q = math.exp %r : tensor<4xf32>
  %new = tensor.insert_slice %1 into %old[2, 0] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<8x4xf32>
  return %new, %q : tensor<8x4xf32>, tensor<4xf32>
}"""


def test_a_region_keeps_its_inner_edges_and_gives_every_result(job: Job, toolchain: Toolchain) -> None:
    taken = traced(job, toolchain, CHAIN, [drawn(4, 4), drawn(8, 4, seed=2)], CPU)
    assert taken.ordinals == [0, 1]
    region = isolate_region(job, toolchain, taken.flow, taken.ordinals)
    (function,) = region.functions
    assert {(p.source.ordinal, p.source.side) for p in function.parameters if p.source.ordinal == 0} == {(0, "in")}
    assert [(r.ordinal, r.position) for r in function.results] == [(n, 0) for n in taken.ordinals]
    compiled = compile_isolated(job, toolchain, region, CPU, CompileCache(job.settings))
    same_alone(taken, region, compiled.module, compiled.reason)


def test_what_cannot_be_taken_out_says_why_and_the_others_are_there(job: Job, toolchain: Toolchain) -> None:
    taken = traced(job, toolchain, BRANCH, [drawn(8), number(1, "i32")], CPU)
    isolated = isolate(job, toolchain, taken.flow, [1, 7])
    assert [f.problem for f in isolated.functions] == [None, "the module has 2 dispatches, there is none of ordinal 7"]
    assert isolated.module is not None
    (region,) = isolate_region(job, toolchain, taken.flow, [0, 1]).functions
    assert region.problem == "the dispatches do not stand in one straight line of code"
    nothing = isolate(job, toolchain, taken.flow, [7])
    assert nothing.module is None
    with pytest.raises(ValueError, match="nothing was isolated"):
        compile_isolated(job, toolchain, nothing, CPU, CompileCache(job.settings))


def test_a_file_that_is_no_module_is_a_problem_of_every_function(job: Job, toolchain: Toolchain, tmp_path: Path) -> None:
    broken = tmp_path / "flow.mlir"
    broken.write_text("module {")
    isolated = isolate(job, toolchain, broken, [0, 1])
    assert isolated.module is None
    assert all((f.problem or "").startswith("the flow IR cannot be taken apart: ") for f in isolated.functions)


def test_what_the_trace_does_not_hold_is_an_error(job: Job, toolchain: Toolchain) -> None:
    taken = traced(job, toolchain, BRANCH, [drawn(8), number(1, "i32")], CPU)
    other = next(n for n in (0, 1) if n not in taken.ordinals)
    function = isolate(job, toolchain, taken.flow, [other]).of(other)
    with pytest.raises(LookupError, match=f"the trace has no 'in' event 0 of dispatch {other}"):
        function.call(recorded_by(taken.events))


@pytest.mark.parametrize("release", ["3.2.0", "20240410.859", "20230815.614"])
def test_dispatches_of_other_releases_give_what_they_gave(job: Job, toolchains: Toolchains, release: str) -> None:
    toolchain = toolchains.get(Release.parse(release))
    taken = traced(job, toolchain, BODY_DYNAMIC, [drawn(5, 16), drawn(5, 16, seed=2)], CPU, function="main")
    isolated = isolate(job, toolchain, taken.flow, taken.ordinals)
    for compiled in (
        compile_isolated(job, toolchain, isolated, taken.flags, CompileCache(job.settings)),
        compile_reference(job, toolchain, isolated, CompileCache(job.settings)),
    ):
        same_alone(taken, isolated, compiled.module, compiled.reason)
