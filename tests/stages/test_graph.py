"""The dispatch graph as it is read from the compiler's IR: where every operand and every result comes from."""

from collections.abc import Iterator, Sequence

import pytest

from runners.divergence.graph import DispatchNode, Graph
from tests.stages.test_isolate import ASYNC, BRANCH, CALLED_TWICE, IN_PLACE, INITIALIZER
from tests.stages.traces import Traces, traces

CALLS = """
util.func private @exp(%x: tensor<8xf32>) -> tensor<8xf32> attributes {inlining_policy = #util.inline.never} {
  %y = math.exp %x : tensor<8xf32>
  util.return %y : tensor<8xf32>
}
util.func private @root(%x: tensor<8xf32>) -> tensor<8xf32> attributes {inlining_policy = #util.inline.never} {
  %y = math.sqrt %x : tensor<8xf32>
  util.return %y : tensor<8xf32>
}
util.func public @main(%s: tensor<8xf32>, %x: tensor<8xf32>) -> (tensor<8xf32>, tensor<2x4xf32>) {
  %1 = util.call @exp(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %2 = util.call @exp(%1) : (tensor<8xf32>) -> tensor<8xf32>
  %3 = util.call @root(%s) : (tensor<8xf32>) -> tensor<8xf32>
  %4 = tensor.expand_shape %3 [[0, 1]] output_shape [2, 4] : tensor<8xf32> into tensor<2x4xf32>
  util.return %2, %4 : tensor<8xf32>, tensor<2x4xf32>
}
util.func public @other(%x: tensor<8xf32>, %y: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %1 = arith.mulf %x, %y : tensor<8xf32>
  util.return %1, %x : tensor<8xf32>, tensor<8xf32>
}"""
STATE = """
util.global private mutable @state = dense<0.0> : tensor<8xf32>
util.global private @scale = dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : tensor<8xf32>
util.func public @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %s = util.global.load @scale : tensor<8xf32>
  %y = arith.mulf %x, %s : tensor<8xf32>
  util.global.store %y, @state : tensor<8xf32>
  util.return %y : tensor<8xf32>
}
util.func public @get(%x: tensor<8xf32>) -> tensor<8xf32> {
  %s = util.global.load @state : tensor<8xf32>
  %y = arith.addf %x, %s : tensor<8xf32>
  util.return %y : tensor<8xf32>
}"""
NESTED = """
func.func @main(%x: tensor<8xf32>, %n: index, %c: i32) -> (tensor<8xf32>, tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %first = math.absf %x : tensor<8xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%v = %first) -> tensor<8xf32> {
    %k = arith.index_cast %i : index to i32
    %q = arith.cmpi sgt, %k, %c : i32
    %s = math.sqrt %v : tensor<8xf32>
    %t = scf.if %q -> tensor<8xf32> {
      %y = math.exp %s : tensor<8xf32>
      scf.yield %y : tensor<8xf32>
    } else {
      scf.yield %s : tensor<8xf32>
    }
    scf.yield %t : tensor<8xf32>
  }
  %last = math.sin %r : tensor<8xf32>
  return %last, %first : tensor<8xf32>, tensor<8xf32>
}"""
SLICES = """
func.func @main(%x: tensor<8x4xf32>, %old: tensor<12x4xf32>) -> (tensor<12x4xf32>, tensor<2x4xf32>, tensor<4x4xf32>, tensor<32xf32>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x8xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %et = tensor.empty() : tensor<4x8xf32>
  %t = linalg.transpose ins(%x : tensor<8x4xf32>) outs(%et : tensor<4x8xf32>) permutation = [1, 0]
  %m = linalg.matmul ins(%x, %t : tensor<8x4xf32>, tensor<4x8xf32>) outs(%f : tensor<8x8xf32>) -> tensor<8x8xf32>
  %p = tensor.extract_slice %m[4, 0] [2, 8] [1, 1] : tensor<8x8xf32> to tensor<2x8xf32>
  %q = tensor.expand_shape %p [[0, 1], [2, 3]] output_shape [2, 1, 2, 4] : tensor<2x8xf32> into tensor<2x1x2x4xf32>
  %w = tensor.collapse_shape %q [[0, 1, 2], [3]] : tensor<2x1x2x4xf32> into tensor<4x4xf32>
  %s = tensor.extract_slice %w[1, 0] [2, 4] [1, 1] : tensor<4x4xf32> to tensor<2x4xf32>
  %new = tensor.insert_slice %s into %old[2, 0] [2, 4] [1, 1] : tensor<2x4xf32> into tensor<12x4xf32>
  %ez = tensor.empty() : tensor<4x4xf32>
  %fz = linalg.fill ins(%z : f32) outs(%ez : tensor<4x4xf32>) -> tensor<4x4xf32>
  %n = linalg.matmul ins(%w, %w : tensor<4x4xf32>, tensor<4x4xf32>) outs(%fz : tensor<4x4xf32>) -> tensor<4x4xf32>
  %flat = tensor.collapse_shape %x [[0, 1]] : tensor<8x4xf32> into tensor<32xf32>
  return %new, %s, %n, %flat : tensor<12x4xf32>, tensor<2x4xf32>, tensor<4x4xf32>, tensor<32xf32>
}"""
BLOCKS = """
util.func public @main(%x: tensor<8xf32>, %c: i32) -> tensor<8xf32> {
  %zero = arith.constant 0 : i32
  %p = arith.cmpi sgt, %c, %zero : i32
  cf.cond_br %p, ^bb1, ^bb2
^bb1:
  %y = math.sqrt %x : tensor<8xf32>
  util.return %y : tensor<8xf32>
^bb2:
  %w = math.sin %x : tensor<8xf32>
  util.return %w : tensor<8xf32>
}"""


@pytest.fixture(scope="module")
def made() -> Iterator[Traces]:
    with traces() as shared:
        yield shared


def operands(node: DispatchNode) -> list[str]:
    return [str(operand.source) for operand in node.operands]


def depends(graph: Graph) -> list[list[int]]:
    return [sorted(ordinal for ordinal, _ in node.depends) for node in graph.dispatches]


def returned(graph: Graph, function: str = "main") -> list[tuple[str, list[int]]]:
    return [(str(operand.source), [ordinal for ordinal, _ in operand.depends]) for operand in graph.returned(function)]


def test_calls_are_looked_through_where_there_is_one(made: Traces) -> None:
    """The argument of a function that is called is no argument of the entry point, whatever its number."""
    graph = made.graph(CALLS)
    exp, root, other = graph.dispatches
    assert operands(exp) == ["a util.call"]
    assert operands(root) == ["argument 0"]
    assert operands(other) == ["argument 0", "argument 1"]
    assert depends(graph) == [[0], [], []]
    assert [node.loop for node in graph.dispatches] == ["util.func exp", None, None]
    assert returned(graph) == [("a util.call", [0]), ("result 0 of dispatch 1", [1])]
    assert returned(graph, "other") == [("result 0 of dispatch 2", [2]), ("argument 0", [])]
    assert graph.returned("nobody") == ()


def test_a_global_is_made_of_what_is_stored_in_it(made: Traces) -> None:
    graph = made.graph(STATE)
    assert operands(graph.dispatches[1]) == ["argument 0", "global state"]
    assert depends(graph) == [[], [0]]
    assert returned(graph, "get") == [("result 0 of dispatch 1", [1])]


def test_loops_and_branches_may_pass_on_whatever_goes_into_them(made: Traces) -> None:
    graph = made.graph(NESTED)
    assert [operands(node) for node in graph.dispatches] == [["argument 0"], ["a loop or branch"], ["result 0 of dispatch 1"], ["a scf.for"]]
    assert depends(graph) == [[], [0, 1, 2], [1], [0, 1, 2]]
    assert returned(graph) == [("result 0 of dispatch 3", [3]), ("result 0 of dispatch 0", [0])]
    assert [(node.loop or "").partition(" ")[0] for node in graph.dispatches] == ["", "scf.for", "scf.if", ""]


def test_slices_and_updates_are_made_of_what_they_read(made: Traces) -> None:
    graph = made.graph(SLICES)
    assert operands(graph.dispatches[1]) == ["a flow.tensor.slice"]
    assert depends(graph) == [[], [0]]
    assert returned(graph) == [("a flow.tensor.update", [0]), ("a flow.tensor.slice", [0]), ("result 0 of dispatch 1", [1]), ("argument 0", [])]


@pytest.mark.parametrize("program", [BRANCH, BLOCKS], ids=["scf.if", "blocks"])
def test_what_one_of_two_branches_returns_is_made_of_both(made: Traces, program: str) -> None:
    ((source, ordinals),) = returned(made.graph(program))
    assert ordinals == [0, 1]
    assert "dispatch" not in source


def test_the_work_of_an_entry_point_is_done_behind_fences(made: Traces) -> None:
    graph = made.graph(ASYNC)
    for function in ("main", "main$async"):
        ((source, (ordinal,)),) = returned(graph, function)
        assert source == f"result 0 of dispatch {ordinal}"
        assert operands(graph.dispatches[ordinal]) == ["argument 0"]


def test_call_sites_of_one_executable_are_dispatches_of_their_own(made: Traces) -> None:
    graph = made.graph(CALLED_TWICE)
    first, second = graph.dispatches
    assert (first.executable, first.body) == (second.executable, second.body)
    assert first.body
    assert (operands(first), operands(second)) == (["argument 0"], ["result 0 of dispatch 0"])


def test_a_result_takes_over_the_memory_of_the_operand_it_is_tied_to(made: Traces) -> None:
    *others, node = made.graph(IN_PLACE).dispatches
    assert [str(node.operands[at].source) for at in node.tied] == ["argument 1"]
    assert {at for other in others for at in other.tied} <= {-1}


def test_an_initializer_s_dispatch_feeds_the_global(made: Traces) -> None:
    graph = made.graph(INITIALIZER)
    assert [operands(node) for node in graph.dispatches][1:] == [["argument 0", "global weights"]]
    assert depends(graph) == [[], [0]]


@pytest.mark.parametrize(
    ("dtype", "flags"),
    [("f64", ["--iree-input-demote-f64-to-f32=false"]), ("f64", []), ("i64", ["--iree-input-demote-i64-to-i32"])],
    ids=["kept", "f64 demoted", "i64 demoted"],
)
def test_the_type_that_an_argument_is_imported_as(made: Traces, dtype: str, flags: Sequence[str]) -> None:
    add = "addf" if dtype[0] == "f" else "addi"
    text = f"func.func @main(%x: tensor<8x{dtype}>) -> tensor<8x{dtype}> {{\n  %y = arith.{add} %x, %x : tensor<8x{dtype}>\n  return %y : tensor<8x{dtype}>\n}}"
    (node,) = made.graph(text, *flags).dispatches
    source = node.operands[0].source
    demoted = not (flags and "=false" in flags[0])
    assert (source.kind, source.index, source.imported_as) == ("argument", 0, f"tensor<8x{dtype[0]}{32 if demoted else 64}>")


def test_a_body_is_the_same_whatever_its_name_and_another_where_one_operation_is(made: Traces) -> None:
    bodies = [made.graph(text).dispatches[1].body for text in (CALLS, CALLS.replace("@root", "@other_name"), CALLS.replace("math.sqrt", "math.rsqrt"))]
    assert bodies[0] == bodies[1]
    assert bodies[0] != bodies[2]


def test_points_say_what_a_body_makes_and_which_of_it_is_stored(made: Traces) -> None:
    (first, second) = made.graph(SLICES).dispatches
    for node in (first, second):
        assert [point.operation for point in node.points] == ["linalg.fill", "linalg.matmul"]
        assert node.stored == (1,)
        assert node.operations == ("linalg.fill", "linalg.matmul")


TILED = ("20240410.859", "3.0.0", "3.2.0")
"""Releases that cut a matrix product into packing, product and unpacking unless they are told not to."""


@pytest.mark.parametrize("release", ["20230815.614", "20231113.707", *TILED, "3.8.0"])
def test_earlier_releases_have_the_same_graph(made: Traces, release: str) -> None:
    graph = made.graph(CALLED_TWICE, *["--iree-opt-data-tiling=false"] * (release in TILED), release=release)
    assert [operands(node)[0] for node in graph.dispatches] == ["argument 0", "result 0 of dispatch 0"]
    assert depends(graph) == [[], [0]]
    assert returned(graph) == [("result 0 of dispatch 1", [1])]
    assert len({node.body for node in graph.dispatches}) == 1
