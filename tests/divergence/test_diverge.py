"""From two variants to the dispatch where they begin to differ, with real compilers."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from runners.contract import Stage
from runners.diverge import Diverged, audit_all
from runners.progress import Progress
from tests.divergence.finding import EXACTLY, build, found, found_alone
from tests.stages.test_graph import STATE
from tests.stages.traces import Given, Traces, traces

SQUARE, ROW = "tensor<16x16xf32>", "tensor<16xf32>"
X: Given = {"kind": "random", "shape": (16, 16), "dtype": "f32", "seed": 1}
W: Given = {"kind": "random", "shape": (16, 16), "dtype": "f32", "seed": 2}
FUSED = "--iree-dispatch-creation-enable-aggressive-fusion"


def product(name: str, a: str, b: str) -> str:
    return f"""
  %e_{name} = tensor.empty() : {SQUARE}
  %i_{name} = linalg.fill ins(%zero : f32) outs(%e_{name} : {SQUARE}) -> {SQUARE}
  %{name} = linalg.matmul ins(%{a}, %{b} : {SQUARE}, {SQUARE}) outs(%i_{name} : {SQUARE}) -> {SQUARE}"""


def reduced(name: str, of: str, operation: str, start: str) -> str:
    return f"""
  %e_{name} = tensor.empty() : {ROW}
  %i_{name} = linalg.fill ins(%{start} : f32) outs(%e_{name} : {ROW}) -> {ROW}
  %{name} = linalg.generic {{indexing_maps = [#full, #row], iterator_types = ["parallel", "reduction"]}} ins(%{of} : {SQUARE}) outs(%i_{name} : {ROW}) {{
  ^bb0(%in: f32, %out: f32):
    %r = {operation} %in, %out : f32
    linalg.yield %r : f32
  }} -> {ROW}"""


def mapped(name: str, of: str, row: str, body: str) -> str:
    return f"""
  %e_{name} = tensor.empty() : {SQUARE}
  %{name} = linalg.generic {{indexing_maps = [#full, #row, #full], iterator_types = ["parallel", "parallel"]}}
    ins(%{of}, %{row} : {SQUARE}, {ROW}) outs(%e_{name} : {SQUARE}) {{
  ^bb0(%p: f32, %q: f32, %out: f32):
    {body}
    linalg.yield %r : f32
  }} -> {SQUARE}"""


BLOCK = "".join(
    [
        "#full = affine_map<(i, j) -> (i, j)>\n#row = affine_map<(i, j) -> (i)>\n",
        f"func.func @main(%x: {SQUARE}, %w: {SQUARE}) -> {SQUARE} {{\n",
        "  %zero = arith.constant 0.0 : f32\n  %low = arith.constant -1.0e+30 : f32\n  %scale = arith.constant 0.25 : f32\n  %n = arith.constant 16.0 : f32",
        product("scores", "x", "w"),
        reduced("top", "scores", "arith.maximumf", "low"),
        mapped("raised", "scores", "top", "%d = arith.subf %p, %q : f32\n    %s = arith.mulf %d, %scale : f32\n    %r = math.exp %s : f32"),
        reduced("sum", "raised", "arith.addf", "zero"),
        mapped("soft", "raised", "sum", "%r = arith.divf %p, %q : f32"),
        product("mixed", "soft", "x"),
        reduced("total", "mixed", "arith.addf", "zero"),
        mapped("centred", "mixed", "total", "%m = arith.divf %q, %n : f32\n    %r = arith.subf %p, %m : f32"),
        product("last", "centred", "w"),
        f"\n  return %last : {SQUARE}\n}}\n",
    ]
)
"""Six dispatches, or five where more is fused: product, two of a softmax, product, centring, product."""
SUBTRACTED = "".join(
    [
        "#full = affine_map<(i, j) -> (i, j)>\n#row = affine_map<(i, j) -> (i)>\n",
        f"func.func @main(%x: {SQUARE}, %w: {SQUARE}) -> {SQUARE} {{\n  %zero = arith.constant 0.0 : f32",
        product("first", "x", "w"),
        reduced("total", "first", "arith.addf", "zero"),
        mapped("scaled", "first", "total", "%r = arith.mulf %p, %q : f32"),
        product("second", "scaled", "w"),
        reduced("sum", "second", "arith.addf", "zero"),
        mapped("negated", "second", "sum", "%s = arith.addf %p, %q : f32\n    %r = arith.subf %p, %s : f32"),
        product("third", "negated", "x"),
        f"\n  return %third : {SQUARE}\n}}\n",
    ]
)
"""VMVX of 3.0.0 takes the operands of the subtraction the wrong way round."""
COPYING = """
func.func @f(%a: tensor<2x3xf32>, %b: tensor<3x2xf32>, %c: tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x2xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<2x2xf32>) -> tensor<2x2xf32>
  %m = linalg.matmul ins(%a, %b : tensor<2x3xf32>, tensor<3x2xf32>) outs(%i : tensor<2x2xf32>) -> tensor<2x2xf32>
  %r = arith.addf %m, %c : tensor<2x2xf32>
  return %r, %c : tensor<2x2xf32>, tensor<2x2xf32>
}"""
IN_PLACE = """
func.func @f(%a: tensor<2x3xf32>, %b: tensor<3x2xf32>, %c: tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>) {
  %r = linalg.matmul ins(%a, %b : tensor<2x3xf32>, tensor<3x2xf32>) outs(%c : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %r, %c : tensor<2x2xf32>, tensor<2x2xf32>
}"""
THREE: list[Given] = [{"kind": "random", "shape": shape, "dtype": "f32", "seed": i} for i, shape in enumerate([(2, 3), (3, 2), (2, 2)])]


@pytest.fixture(scope="module")
def made() -> Iterator[Traces]:
    with traces() as shared:
        yield shared


def planted(made: Traces, old: str, new: str, *flags: str) -> Diverged:
    """A is the block; B is compiled with other flags, with one change in its flow module."""
    assert BLOCK.count(old) == 1
    flow = made.module(BLOCK.replace(old, new), *flags).flow
    healthy = build(made, "B", BLOCK, [X, W], *flags)
    return found(made, build(made, "A", BLOCK, [X, W]), replace(healthy, flow=flow, results=()))


def test_nobody_is_called_culprit_where_only_rounding_differs(made: Traces) -> None:
    """Asked with a tolerance of nothing, by which the results of healthy builds differ; they are cut into other dispatches, too."""
    a, b = build(made, "A", BLOCK, [X, W]), build(made, "B", BLOCK, [X, W], "--iree-opt-level=O3")
    said = found(made, a, b, EXACTLY)
    assert [output.judgement for output in said.outputs] == ["different"]
    divergence = said.divergence
    assert (divergence.dispatch, divergence.role, divergence.at_fault, divergence.suspects) == (None, None, "undetermined", ())
    assert divergence.alignment is not None
    assert (divergence.alignment.aligned, divergence.alignment.total, divergence.alignment.unmatched) == (5, 5, ())
    assert {tensor.judgement for tensor in divergence.along} == {"equal", "within_noise"}
    assert divergence.sentence.startswith("The outputs of all 5 traced dispatch runs agree but for rounding")
    assert said.notes == ()


def test_one_change_in_the_middle_is_found_across_another_partition(made: Traces) -> None:
    divergence = planted(made, "constant 0.25", "constant 0.75", FUSED).divergence
    assert divergence.dispatch is not None
    named = {one.variant: one for one in (divergence.dispatch, *divergence.counterpart)}
    assert (named["A"].ordinal, named["A"].count, named["B"].ordinal, named["B"].count) == (1, 6, 1, 5)
    assert (divergence.stage, divergence.role, divergence.at_fault, divergence.confirmed) == (Stage.GRAPH, "culprit", "undetermined", "3/3")
    assert divergence.sentence.startswith("Begins here: what it reads agrees, ")
    assert "the codes compute different things" in divergence.sentence
    assert "other dispatch" not in divergence.sentence
    assert [suspect.role for suspect in divergence.suspects] == ["culprit"]
    tensors = {tensor.b: tensor.judgement for tensor in divergence.along}
    assert tensors[0, 0] in ("equal", "within_noise")
    assert tensors[max(tensors)] == "different"


def test_wrong_code_in_the_middle_is_found_and_confirmed_across_back_ends_and_partitions(made: Traces) -> None:
    """By a release that prints its traces; A packs and unpacks around its products, B does not."""
    untiled = ("--iree-hal-target-backends=vmvx", "--iree-opt-data-tiling=false")
    a, b = build(made, "A", SUBTRACTED, [X, W], release="3.0.0"), build(made, "B", SUBTRACTED, [X, W], release="3.0.0", base=untiled)
    divergence = found(made, a, b).divergence
    assert divergence.dispatch is not None
    assert (divergence.dispatch.variant, divergence.dispatch.ordinal, divergence.dispatch.count) == ("B", 3, 5)
    assert (divergence.stage, divergence.role, divergence.at_fault, divergence.confirmed) == (Stage.CODEGEN, "culprit", "B", "3/3")
    assert divergence.sentence.startswith("Begins here: what it reads agrees, 256 of 256 elements of its output differ.")
    assert [one.dispatch.variant for one in divergence.suspects if one.role == "culprit"] == ["B"]


def test_equal_code_that_is_called_with_another_value_is_not_put_down_to_rounding(made: Traces) -> None:
    a, b = build(made, "A", BLOCK, [X, W]), build(made, "B", BLOCK.replace("ins(%soft, %x", "ins(%soft, %w"), [X, W])
    divergence = found(made, a, b).divergence
    assert divergence.dispatch is not None
    assert (divergence.dispatch.ordinal, divergence.stage, divergence.role, divergence.at_fault) == (3, Stage.GRAPH, "victim", "undetermined")
    assert "its input 1 is argument 0 in A and argument 1 in B, 256 of 256 elements differ" in divergence.sentence


def test_an_argument_that_one_side_overwrites_is_told_even_if_tracing_saves_it(made: Traces) -> None:
    said = found(made, build(made, "A", COPYING, THREE), build(made, "B", IN_PLACE, THREE))
    divergence = said.divergence
    assert divergence.dispatch is not None
    assert (divergence.dispatch.variant, divergence.at_fault, divergence.stage, divergence.role) == ("B", "B", Stage.RUNTIME, "unconfirmed")
    assert divergence.sentence.startswith("Argument 2 is changed before result 1 of the function reads it: 4 of 4 elements.")
    assert [note.code for note in said.notes] == ["observer_effect"]


def test_what_another_entry_point_would_have_run_is_no_suspect(made: Traces) -> None:
    eight: Given = {"kind": "random", "shape": (8,), "dtype": "f32", "seed": 1}
    other = STATE.replace("arith.addf", "arith.subf").replace("dense<0.0>", "dense<1.0>")
    a, b = build(made, "A", STATE, [eight], function="get"), build(made, "B", other, [eight], function="get")
    divergence = found(made, a, b).divergence
    assert [suspect.dispatch.ordinal for suspect in divergence.suspects] == [1]
    assert divergence.sentence.startswith("First seen here: its input 1 differs already, 8 of 8 elements of its output differ.")


def test_without_a_trace_the_reason_is_told(made: Traces) -> None:
    empty = "func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> { return %x : tensor<8xf32> }"
    one = build(made, "A", empty, [{"kind": "random", "shape": (8,), "dtype": "f32", "seed": 1}])
    said = found(made, one, one)
    assert said.divergence.sentence.startswith("No dispatch is named: A: the program has no dispatch")
    assert (said.divergence.dispatch, said.divergence.at_fault) == (None, "undetermined")


@pytest.fixture
def little_disk(made: Traces) -> Iterator[None]:
    """Room for a few of the block's tensors, which have 1 KiB each, but not for all."""
    whole = made.job.settings
    made.job.settings = whole.model_copy(update={"trace_bytes": 6 << 10})
    yield
    made.job.settings = whole


@pytest.mark.usefixtures("little_disk")
def test_where_not_all_tensors_can_be_kept_sketches_lead_to_the_dispatch(made: Traces) -> None:
    said = planted(made, "constant 0.25", "constant 0.75", FUSED)
    divergence = said.divergence
    assert divergence.dispatch is not None
    assert {one.variant: one.ordinal for one in (divergence.dispatch, *divergence.counterpart)} == {"A": 1, "B": 1}
    assert (divergence.stage, divergence.role, divergence.confirmed) == (Stage.GRAPH, "culprit", "3/3")
    assert [note.code for note in said.notes] == ["two_passes"]
    assert said.located is not None
    kept = [tensor.kept for event in said.located.benches.b.traced.events for tensor in event.tensors]
    assert True in kept
    assert False in kept


@pytest.mark.usefixtures("little_disk")
def test_a_variant_that_is_alone_is_judged_in_parts_where_not_all_tensors_can_be_kept(made: Traces) -> None:
    said = found_alone(made, build(made, "A", BLOCK, [X, W]), 0)
    assert said.audit is not None
    assert [local.opinion for local in said.audit.locals] == ["right"] * 6
    assert said.divergence.sentence == "All 6 dispatch runs that could be judged make of their inputs what their code says."


@pytest.mark.usefixtures("little_disk")
def test_every_dispatch_is_judged_in_parts_where_not_all_tensors_can_be_kept(made: Traces) -> None:
    audits, notes = audit_all(made.job, [build(made, "A", BLOCK, [X, W])], None, Progress())
    assert [(audit.variant, audit.dispatches, audit.runs, audit.unknown, audit.culprits) for audit in audits] == [("A", 6, 6, 0, ())]
    assert notes == ()
    made.job.settings = made.job.settings.model_copy(update={"trace_bytes": 512})
    audits, (note,) = audit_all(made.job, [build(made, "A", BLOCK, [X, W])], None, Progress())
    assert audits == ()
    assert "need more disk than NUMERICS_BOT_TRACE_BYTES allows" in note.text
