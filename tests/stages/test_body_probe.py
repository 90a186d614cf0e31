"""The body probe with real compilers: every dispatch of a program becomes one that gives what the dispatch gave."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from runners.contract import Input, RunCall
from runners.numerics.arbiter import exact
from runners.numerics.noise import judge_elements, noise_floor, sample
from runners.numerics.program import Dense, Program
from runners.release import Release
from runners.stages.arguments import make_argument
from runners.stages.body import Body, read_body
from runners.stages.compile import CompileCache, compile_to
from runners.stages.invocation import Invocation, TraceEvent
from runners.stages.job import Job
from runners.stages.trace import compile_traced, run_traced
from runners.toolchain import Toolchain, Toolchains
from tests.programs import CPU, LOOP, TWO_STEPS

Given = dict[str, Any]


def drawn(*shape: int, dtype: str = "f32", seed: int = 1) -> Given:
    return {"kind": "random", "shape": shape, "dtype": dtype, "seed": seed}


def listed(shape: tuple[int, ...], dtype: str, *value: float) -> Given:
    return {"kind": "values", "shape": shape, "dtype": dtype, "value": value}


class Dispatches:
    """A program compiled to flow, run with traces: the body of each dispatch, what it read and wrote first."""

    def __init__(self, job: Job, toolchain: Toolchain, text: str, inputs: Sequence[Given], flags: Sequence[str] = ()) -> None:
        self._job, self._toolchain = job, toolchain
        path = job.subfolder("program") / "p.mlir"
        path.write_text(text)
        flow = compile_to(job, toolchain, path, [*CPU, *flags], "flow")
        assert flow.module is not None, flow.reason
        self.flow = flow.module
        traced = compile_traced(job, toolchain, path, [*CPU, *flags], CompileCache(job.settings))
        folder = job.subfolder("arguments")
        arguments = tuple(make_argument(Input(index=i, **given), None, folder) for i, given in enumerate(inputs))
        trace = run_traced(job, toolchain, traced, Invocation(RunCall(), arguments))
        assert trace.problem is None, trace.problem
        assert trace.execution is not None
        assert trace.graph is not None
        self.symbols = [node.symbol for node in trace.graph.dispatches]
        self.events: dict[tuple[int, str], TraceEvent] = {}
        for event in trace.execution.trace:
            self.events.setdefault((event.ordinal, event.side), event)

    def body(self, ordinal: int) -> Program:
        found = read_body(self._job, self._toolchain, self.flow, ordinal)
        assert found.program is not None, found.problem
        return found.program

    def check(self) -> None:
        """Every output of every dispatch is exact but for rounding."""
        for ordinal, _ in enumerate(self.symbols):
            program = self.body(ordinal)
            inputs = [tensor.load() for tensor in self.events[ordinal, "in"].tensors]
            for output, tensor in enumerate(self.events[ordinal, "out"].tensors):
                index = sample(tensor.shape, [], seed=ordinal, count=100).indices
                known = exact(program, inputs, output, index)
                assert known.known.all(), (self.symbols[ordinal], [str(cause) for cause in known.unsupported])
                floor = noise_floor(program, inputs, output, index, known)
                found = tensor.load()[tuple(index.T)]
                judged = judge_elements(found, found, known, floor)
                assert judged.a is not None
                assert judged.a.within_noise, (self.symbols[ordinal], judged.sentence)


MANY = """
func.func @main(%x: tensor<6x8xf32>, %w: tensor<8x4xf32>, %q: tensor<6x8xi8>, %at: tensor<3xi32>, %old: tensor<12x16xf32>)
    -> (tensor<6x4xf32>, tensor<3x8xf32>, tensor<12x16xf32>, tensor<6xi32>, tensor<10x11xf32>) {
  %z = arith.constant 0.0 : f32
  %i0 = arith.constant 0 : i32
  %e0 = tensor.empty() : tensor<6x4xf32>
  %f0 = linalg.fill ins(%z : f32) outs(%e0 : tensor<6x4xf32>) -> tensor<6x4xf32>
  %product = linalg.matmul ins(%x, %w : tensor<6x8xf32>, tensor<8x4xf32>) outs(%f0 : tensor<6x4xf32>) -> tensor<6x4xf32>
  %soft = linalg.softmax dimension(1) ins(%product : tensor<6x4xf32>) outs(%e0 : tensor<6x4xf32>) -> tensor<6x4xf32>
  %e1 = tensor.empty() : tensor<3x8xf32>
  %rows = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%at : tensor<3xi32>) outs(%e1 : tensor<3x8xf32>) {
  ^bb0(%a: i32, %o: f32):
    %i = arith.index_cast %a : i32 to index
    %j = linalg.index 1 : index
    %v = tensor.extract %x[%i, %j] : tensor<6x8xf32>
    linalg.yield %v : f32
  } -> tensor<3x8xf32>
  %new = tensor.insert_slice %x into %old[2, 3] [6, 8] [1, 1] : tensor<6x8xf32> into tensor<12x16xf32>
  %e2 = tensor.empty() : tensor<6xi32>
  %f2 = linalg.fill ins(%i0 : i32) outs(%e2 : tensor<6xi32>) -> tensor<6xi32>
  %sum = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%q : tensor<6x8xi8>) outs(%f2 : tensor<6xi32>) {
  ^bb0(%b: i8, %o: i32):
    %wide = arith.extsi %b : i8 to i32
    %s = arith.addi %wide, %o : i32
    linalg.yield %s : i32
  } -> tensor<6xi32>
  %pad = tensor.pad %x low[1, 2] high[3, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  } : tensor<6x8xf32> to tensor<10x11xf32>
  return %soft, %rows, %new, %sum, %pad : tensor<6x4xf32>, tensor<3x8xf32>, tensor<12x16xf32>, tensor<6xi32>, tensor<10x11xf32>
}"""
MANY_INPUTS = [drawn(6, 8), drawn(8, 4), drawn(6, 8, dtype="i8"), listed((3,), "i32", 5, 0, 3), drawn(12, 16)]


@pytest.mark.parametrize("release", [None, "3.2.0"])
def test_every_dispatch_is_what_its_body_says(job: Job, toolchain: Toolchain, toolchains: Toolchains, release: str | None) -> None:
    chosen = toolchain if release is None else toolchains.get(Release.parse(release))
    Dispatches(job, chosen, MANY, MANY_INPUTS).check()


def test_tiles_and_encodings_are_looked_through(job: Job, toolchain: Toolchain, toolchains: Toolchains) -> None:
    inputs = [drawn(8, 16), drawn(16, 4)]
    tiled = Dispatches(job, toolchains.get(Release.parse("3.2.0")), TWO_STEPS, inputs)
    assert any("pack" in symbol for symbol in tiled.symbols)
    assert any("mmt4d" in symbol for symbol in tiled.symbols)
    tiled.check()
    encoded = Dispatches(job, toolchain, TWO_STEPS, inputs, ["--iree-opt-data-tiling"])
    assert any("encoding" in operation.name for operation in encoded.body(0).operations)
    encoded.check()


DYNAMIC = """
func.func @main(%x: tensor<?x16xf32>, %y: tensor<?x16xf32>) -> (tensor<?xf32>, tensor<?x16xf32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %d = tensor.dim %x, %c0 : tensor<?x16xf32>
  %e = tensor.empty(%d) : tensor<?xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %r:2 = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "reduction"]} ins(%x, %y : tensor<?x16xf32>, tensor<?x16xf32>) outs(%f, %x : tensor<?xf32>, tensor<?x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32, %p: f32):
    %m = arith.mulf %a, %b : f32
    %s = arith.addf %m, %o : f32
    linalg.yield %s, %m : f32, f32
  } -> (tensor<?xf32>, tensor<?x16xf32>)
  return %r#0, %r#1 : tensor<?xf32>, tensor<?x16xf32>
}"""


def test_several_results_extents_of_the_run_and_loops(job: Job, toolchain: Toolchain) -> None:
    dynamic = Dispatches(job, toolchain, DYNAMIC, [drawn(5, 16), drawn(5, 16, seed=2)])
    assert len(dynamic.body(0).outputs) == 2
    dynamic.check()
    Dispatches(job, toolchain, LOOP, [drawn(4, 4), {"kind": "splat", "shape": (), "dtype": "i32", "value": 2}]).check()


def test_a_result_that_is_written_over_an_operand_is_that_operand(job: Job, toolchain: Toolchain) -> None:
    dispatches = Dispatches(job, toolchain, MANY, MANY_INPUTS)
    program = next(dispatches.body(i) for i, symbol in enumerate(dispatches.symbols) if "memcpy" in symbol)
    written = [argument for argument in program.arguments if argument.access == "readwrite"]
    assert program.results == (written[0].value.id,)
    assert written[0].value.type in program.inputs


CONSTANTS = """
func.func @main(%x: tensor<4xf32>)
    -> (tensor<4xbf16>, tensor<3xf8E4M3FN>, tensor<4xi4>, tensor<3xi1>, tensor<3xf32>, tensor<4xbf16>, tensor<2x2xindex>, tensor<130xbf16>) {
  %0 = arith.constant dense<[1.0, 2.5, 0x7F80, -3.0]> : tensor<4xbf16>
  %1 = arith.constant dense<[1.0, 0xFF, 448.0]> : tensor<3xf8E4M3FN>
  %2 = arith.constant dense<[1, -2, 3, -8]> : tensor<4xi4>
  %3 = arith.constant dense<[true, false, true]> : tensor<3xi1>
  %4 = arith.constant dense_resource<blob> : tensor<3xf32>
  %5 = arith.constant dense<1.5> : tensor<4xbf16>
  %6 = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xindex>
  %7 = arith.constant dense<"0xLONG"> : tensor<130xbf16>
  return %0, %1, %2, %3, %4, %5, %6, %7
    : tensor<4xbf16>, tensor<3xf8E4M3FN>, tensor<4xi4>, tensor<3xi1>, tensor<3xf32>, tensor<4xbf16>, tensor<2x2xindex>, tensor<130xbf16>
}
{-#
  dialect_resources: { builtin: { blob: "0x04000000000080BF0000004000004040" } }
#-}""".replace("LONG", "803F0040" * 65)


@pytest.mark.parametrize("release", [None, "3.2.0", "3.8.0", "3.12.0"])
def test_constants_of_every_type_are_read(job: Job, toolchain: Toolchain, toolchains: Toolchains, release: str | None) -> None:
    chosen = toolchain if release is None else toolchains.get(Release.parse(release))
    program = function(job, chosen, CONSTANTS).program
    assert program is not None
    wants: list[list[float]] = [
        [1, 2.5, np.inf, -3],
        [1, np.nan, 448],
        [1, -2, 3, -8],
        [True, False, True],
        [-1, 2, 3],
        [1.5] * 4,
        [1, 2, 3, 4],
        [1, 2] * 65,
    ]
    for output, want in enumerate(wants):
        shape = tuple(extent or 0 for extent in program.outputs[output].shape or ())
        index = np.stack(np.unravel_index(np.arange(len(want)), shape), axis=1)
        np.testing.assert_array_equal(exact(program, [np.zeros(4, np.float32)], output, index).values, want)


def test_a_constant_that_is_not_there_is_said(job: Job, toolchain: Toolchain) -> None:
    text = "func.func @main() -> tensor<3xf32> {\n%0 = arith.constant dense_resource<gone> : tensor<3xf32>\nreturn %0 : tensor<3xf32>\n}"
    program = function(job, toolchain, text).program
    assert program is not None
    constant = program.operations[0].attributes["value"]
    assert isinstance(constant, Dense)
    assert constant.problem == "dense_resource<gone>"
    assert "the constant cannot be read: dense_resource<gone>" in str(exact(program, [], 0, [[0]]).why(0))


def function(job: Job, toolchain: Toolchain, text: str, which: int | str = "main") -> Body:
    path = job.subfolder("program") / "p.mlir"
    path.write_text(text)
    return read_body(job, toolchain, path, which)


MAPS = """
func.func @main(%a: index, %b: index) -> (index, index, index, index, index) {
  %0 = affine.apply affine_map<(d0, d1) -> (-d0 + 5)>(%a, %b)
  %1 = affine.apply affine_map<(d0, d1) -> (d0 - d1 * 2)>(%a, %b)
  %2 = affine.apply affine_map<(d0)[s0] -> ((d0 + s0) floordiv 3 + (d0 ceildiv 2) * 100)>(%a)[%b]
  %3 = affine.apply affine_map<()[s0, s1] -> ((s0 - 7) mod 4 - s1)>()[%a, %b]
  %4 = affine.min affine_map<(d0, d1) -> (d0 * 3 - 1, d1, 8)>(%a, %b)
  return %0, %1, %2, %3, %4 : index, index, index, index, index
}"""


@pytest.mark.parametrize("release", [None, "20231113.707"])
def test_maps_of_every_form_are_read(job: Job, toolchain: Toolchain, toolchains: Toolchains, release: str | None) -> None:
    chosen = toolchain if release is None else toolchains.get(Release.parse(release))
    program = function(job, chosen, MAPS).program
    assert program is not None
    for a, b in ((0, 0), (5, 2), (13, 9)):
        wants = [5 - a, a - 2 * b, (a + b) // 3 + -(-a // 2) * 100, (a - 7) % 4 - b, min(3 * a - 1, b, 8)]
        found = [int(exact(program, [np.asarray(a), np.asarray(b)], output, np.zeros((1, 0), np.int64)).values[0]) for output in range(5)]
        assert found == wants


def test_only_bodies_with_named_operations_go_through_a_pass(job: Job, toolchain: Toolchain) -> None:
    # The pass would fold 1 + 1, and take out what nobody uses.
    lines = "%one = arith.constant 1 : i32\n%two = arith.addi %one, %one : i32\n%three = arith.addi %two, %one : i32"
    plain = function(job, toolchain, f"func.func @main() -> i32 {{\n{lines}\nreturn %two : i32\n}}").program
    assert plain is not None
    assert [operation.name for operation in plain.operations] == ["arith.constant", "arith.addi", "arith.addi"]
    named = function(job, toolchain, TWO_STEPS).program
    assert named is not None
    assert "linalg.matmul" not in [operation.name for operation in named.operations]


@pytest.mark.parametrize(
    ("text", "which", "problem"),
    [
        ("func.func @main() { return }", "other", "there is no func.func @other"),
        ("func.func @main() { return }", 0, "the module has 0 dispatches, there is none of ordinal 0"),
        ("func.func @main( { return }", "main", "the body cannot be read: "),
    ],
)
def test_what_is_not_there_is_said(job: Job, toolchain: Toolchain, text: str, which: int | str, problem: str) -> None:
    found = function(job, toolchain, text, which)
    assert found.program is None
    assert problem in (found.problem or "")
