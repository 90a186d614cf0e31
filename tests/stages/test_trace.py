"""Tracing: every dispatch's tensors, by dispatch and iteration, with the real compilers."""

from collections.abc import Iterator
from pathlib import Path

import iree.runtime as rt
import numpy as np
import pytest

from runners.divergence.events import Traced
from runners.divergence.graph import same_partition
from runners.settings import RunnerSettings
from runners.stages.job import scratch
from tests.divergence.made import Values
from tests.programs import ADD, LOOP, TWO_STEPS
from tests.stages.test_graph import CALLS, NESTED, STATE
from tests.stages.test_isolate import ASYNC, CALLED_TWICE, DYNAMIC, IN_PLACE, INITIALIZER
from tests.stages.traces import Given, Traces, traces

MAP = 'indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]'


@pytest.fixture(scope="module")
def made() -> Iterator[Traces]:
    with traces() as shared:
        yield shared


def drawn(*shape: int, dtype: str = "f32", seed: int = 1) -> Given:
    return {"kind": "random", "shape": shape, "dtype": dtype, "seed": seed}


def listed(dtype: str, *value: float, shape: tuple[int, ...] = ()) -> Given:
    return {"kind": "values", "shape": shape or (len(value),), "dtype": dtype, "value": value}


def number(dtype: str, value: float) -> Given:
    return {"kind": "splat", "shape": (), "dtype": dtype, "value": value}


X, W = drawn(8, 16), drawn(16, 4, seed=2)
EIGHT = listed("f32", *range(1, 9))


def values(traced: Traced, ordinal: int, side: str, iteration: int = 0) -> list[object]:
    return [tensor.load().tolist() for tensor in traced.tensors(ordinal, side, iteration)]


def keys(traced: Traced) -> list[tuple[int, str]]:
    return sorted({(event.ordinal, event.side) for event in traced.events})


def test_every_dispatch_gives_its_operands_and_results(made: Traces) -> None:
    traced = made.traced(TWO_STEPS, [X, W])
    assert keys(traced) == [(0, "in"), (0, "out"), (1, "in"), (1, "out")]
    x, w = (t.load() for t in traced.tensors(0, "in"))
    np.testing.assert_allclose(traced.tensors(0, "out")[0].load(), x @ w, rtol=1e-5)
    assert traced.tensors(1, "in")[0].sha256 == traced.tensors(0, "out")[0].sha256
    np.testing.assert_allclose(traced.tensors(1, "out")[0].load(), np.exp(x @ w).sum(1), rtol=1e-5)
    assert traced.results[0].sha256 == traced.tensors(1, "out")[0].sha256
    assert traced.function == "main"


def test_the_graph_names_dispatches_operations_and_places(made: Traces) -> None:
    first, second = made.graph(TWO_STEPS).dispatches
    assert "matmul" in first.symbol
    assert "linalg.matmul" in first.operations
    assert first.location == "p.mlir:6:14"
    assert second.results == ("tensor<8xf32>",)


def test_in_a_loop_the_kth_event_of_a_dispatch_is_iteration_k(made: Traces) -> None:
    square = listed("f32", 0, 1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 3, 4, 0, 0, 0, shape=(4, 4))
    traced = made.traced(LOOP, [square, number("i32", 3)])
    x = np.array(square["value"], "f4").reshape(4, 4)
    assert traced.iterations(0) == 3
    for k in range(3):
        np.testing.assert_array_equal(traced.tensors(0, "out", k)[0].load(), np.linalg.matrix_power(x, k + 2))


def test_a_branch_within_a_loop_has_the_iterations_that_took_it(made: Traces) -> None:
    traced = made.traced(NESTED, [EIGHT, number("i64", 4), number("i32", 1)])
    assert [traced.iterations(i) for i in range(4)] == [1, 4, 2, 1]
    # It takes the root each time, and from the third time on its exponential.
    assert [traced.tensors(2, "in", k)[0].sha256 for k in range(2)] == [traced.tensors(1, "out", 2 + k)[0].sha256 for k in range(2)]
    never = made.traced(NESTED, [EIGHT, number("i64", 2), number("i32", 1)])
    assert [never.iterations(i) for i in range(4)] == [1, 2, 0, 1]


def test_dynamic_shapes_scalar_operands_and_several_results(made: Traces) -> None:
    traced = made.traced(DYNAMIC, [drawn(5, 16), number("f32", 2.5), number("i32", -3)])
    given = [tensor.load() for tensor in traced.tensors(0, "in")]
    x = next(array for array in given if array.ndim == 2)
    assert {array.item() for array in given if not array.ndim} >= {2.5, -3}
    sums, scaled = (tensor.load() for tensor in traced.tensors(0, "out"))
    np.testing.assert_allclose(sums, (x * np.float32(2.5) - 3).sum(1), rtol=1e-4)
    np.testing.assert_array_equal(scaled, x * np.float32(2.5))
    assert 5 in values(traced, 0, "workload")


def test_a_result_in_place_of_an_operand_does_not_change_what_was_read(made: Traces) -> None:
    inputs = [drawn(6, 8), drawn(12, 16, seed=2)]
    traced = made.traced(IN_PLACE, inputs)
    x, old = (tensor.load() for tensor in made.passed(inputs))
    node = traced.graph.dispatches[-1]
    np.testing.assert_array_equal(traced.tensors(node.ordinal, "in")[node.tied[0]].load(), old)
    want = old.copy()
    want[2:8, 3:11] = np.exp(x)
    np.testing.assert_allclose(traced.tensors(node.ordinal, "out")[0].load(), want, rtol=1e-6)


def test_one_executable_at_two_call_sites_is_two_dispatches(made: Traces) -> None:
    traced = made.traced(CALLED_TWICE, [listed("f32", 1, 1, 0, 1, shape=(2, 2)) | {"shape": (4, 4), "value": tuple(np.eye(4, k=1).ravel() + 1)}])
    x = np.eye(4, k=1, dtype="f4") + 1
    np.testing.assert_array_equal(traced.tensors(0, "out")[0].load(), x @ x)
    np.testing.assert_array_equal(traced.tensors(1, "out")[0].load(), x @ x @ x @ x)


def test_a_function_that_is_called_twice_has_two_iterations(made: Traces) -> None:
    traced = made.traced(CALLS, [EIGHT, listed("f32", *[0] * 8)], function="main")
    assert [traced.iterations(i) for i in range(3)] == [2, 1, 0]
    assert traced.tensors(0, "in", 1)[0].sha256 == traced.tensors(0, "out", 0)[0].sha256
    assert values(traced, 0, "in") == [[0] * 8]
    assert values(traced, 1, "in") == [list(range(1, 9))]


def test_of_several_entry_points_only_the_called_one_runs(made: Traces) -> None:
    assert keys(made.traced(CALLS, [EIGHT, EIGHT], function="other")) == [(2, "in"), (2, "out")]
    state = made.traced(STATE, [EIGHT], function="get")
    assert values(state, 1, "in") == [list(range(1, 9)), [0] * 8]
    assert made.run(CALLS, [EIGHT, EIGHT]).problem == "the traced run failed: the module has 2 functions (main, other): name one with --function="


def test_an_initializer_is_traced_when_the_module_is_loaded(made: Traces) -> None:
    traced = made.traced(INITIALIZER, [EIGHT])
    assert (traced.iterations(0), traced.iterations(1)) == (1, 1)
    np.testing.assert_allclose(traced.tensors(0, "out")[0].load(), np.exp(np.arange(1, 9, dtype="f4")), rtol=1e-6)
    assert traced.tensors(0, "out")[0].sha256 in [tensor.sha256 for tensor in traced.tensors(1, "in")]


def test_an_asynchronous_entry_point_is_traced_where_it_runs(made: Traces) -> None:
    traced = made.traced(ASYNC, [EIGHT], function="main")
    ran = [node.ordinal for node in traced.graph.dispatches if traced.iterations(node.ordinal)]
    (returned,) = traced.graph.returned("main")
    assert [returned.source.ordinal] == ran
    assert values(traced, ran[0], "in") == [list(range(1, 9))]


def test_parameters_are_operands(made: Traces, tmp_path: Path) -> None:
    text = """
    util.global private @w = #flow.parameter.named<"model"::"w"> : tensor<8xf32>
    func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
      %w = util.global.load @w : tensor<8xf32>
      %y = arith.mulf %x, %w : tensor<8xf32>
      return %y : tensor<8xf32>
    }"""
    archive = tmp_path / "w.irpa"
    rt.save_archive_file({"w": np.arange(8, dtype="f4")}, str(archive))
    traced = made.traced(text, [EIGHT], parameters=[("model", archive)])
    assert values(traced, 0, "in") == [list(range(1, 9)), list(range(8))]
    x, w = (operand.source for operand in traced.graph.dispatches[0].operands)
    assert (x.kind, x.index, w.kind) == ("argument", 0, "global")


def test_encoded_operands_are_traced_row_major(made: Traces) -> None:
    traced = made.traced(TWO_STEPS, [X, W], "--iree-opt-data-tiling")
    encoded = [(n, i) for n in traced.graph.dispatches for i, operand in enumerate(n.operands) if "encoding" in operand.type]
    assert encoded
    passed = {tensor.sha256 for tensor in made.passed([X, W])}
    read = {traced.tensors(node.ordinal, "in")[i].sha256 for node, i in encoded}
    assert passed <= read
    x, w = (tensor.load() for tensor in made.passed([X, W]))
    np.testing.assert_allclose(traced.results[0].load(), np.exp(x @ w).sum(1), rtol=1e-5)


def test_trace_ops_that_a_program_has_itself_are_not_taken_for_ours(made: Traces) -> None:
    text = """
    util.func public @main(%x: tensor<8xf32>) -> tensor<8xf32> {
      %y = arith.addf %x, %x : tensor<8xf32>
      flow.tensor.trace "0 out" = [%x : tensor<8xf32>]
      flow.tensor.trace "layer 3/attention" = [%y : tensor<8xf32>]
      util.return %y : tensor<8xf32>
    }"""
    traced = made.traced(text, [EIGHT])
    assert [(e.ordinal, e.side) for e in traced.events] == [(0, "in"), (0, "out")]
    assert values(traced, 0, "out") == [list(range(2, 18, 2))]


FLOATS = ("f16", "bf16", "f32", "f64", "f8E4M3FN", "f8E5M2", "f8E4M3FNUZ", "f8E5M2FNUZ")
INTEGERS = ("i1", "i2", "i4", "i8", "i16", "i32", "i64")


def every_type() -> str:
    """A function with an argument of each element type, each doubled or flipped by a dispatch of its own."""
    lines = []
    for n, dtype in enumerate((*FLOATS, *INTEGERS)):
        if dtype.startswith("f8"):
            make = f"%w = arith.extf %in : {dtype} to f32\n%s = arith.addf %w, %w : f32\n%r = arith.truncf %s : f32 to {dtype}"
        elif dtype in FLOATS:
            make = f"%r = arith.addf %in, %in : {dtype}"
        else:
            make = f"%ones = arith.constant {'true' if dtype == 'i1' else -1} {'' if dtype == 'i1' else f': {dtype}'}\n%r = arith.xori %in, %ones : {dtype}"
        kind = f"tensor<8x{dtype}>"
        lines.append(
            f"%e{n} = tensor.empty() : {kind}\n%y{n} = linalg.generic {{{MAP}}} ins(%x{n} : {kind}) outs(%e{n} : {kind}) {{\n"
            f"^bb0(%in: {dtype}, %out: {dtype}):\n{make}\nlinalg.yield %r : {dtype}\n}} -> {kind}"
        )
    kinds = [f"tensor<8x{dtype}>" for dtype in (*FLOATS, *INTEGERS)]
    given, returned = (", ".join(f"%{name}{n}" + (f": {kind}" if name == "x" else "") for n, kind in enumerate(kinds)) for name in "xy")
    body = "\n".join(lines)
    return f"func.func @main({given}) -> ({', '.join(kinds)}) {{\n{body}\nreturn {returned} : {', '.join(kinds)}\n}}"


def test_every_element_type_is_traced_to_the_bit(made: Traces) -> None:
    inputs = [drawn(8, dtype=dtype, seed=n) for n, dtype in enumerate((*FLOATS, *INTEGERS))]
    traced = made.traced(every_type(), inputs, "--iree-input-demote-f64-to-f32=false")
    passed = made.passed(inputs)
    assert len(traced.graph.dispatches) == len(inputs)
    for node in traced.graph.dispatches:
        (source,) = [operand.source for operand in node.operands]
        assert source.index is not None
        ((read,), (wrote,)) = (traced.tensors(node.ordinal, side) for side in ("in", "out"))
        assert (read.type, read.sha256) == (passed[source.index].type, passed[source.index].sha256)
        assert wrote.sha256 == traced.results[source.index].sha256
        assert wrote.sha256 != read.sha256


def test_over_the_budget_the_trace_stops_and_says_so() -> None:
    with scratch(RunnerSettings().model_copy(update={"trace_bytes": 600})) as job:
        small = Traces(job)
        assert "NUMERICS_BOT_TRACE_BYTES" in (small.run(TWO_STEPS, [X, W]).problem or "")
        assert "NUMERICS_BOT_TRACE_BYTES" in (small.run(TWO_STEPS, [X, W], release="3.0.0").problem or "")


@pytest.mark.parametrize(
    ("program", "says"),
    [
        ("func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> { return %x : tensor<4xf32> }", "no dispatch"),
        ("func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> { return %y : tensor<4xf32> }", "compiling to the flow phase failed"),
    ],
)
def test_what_cannot_be_traced_says_why(made: Traces, program: str, says: str) -> None:
    assert says in (made.run(program, [drawn(4)]).problem or "")


def test_a_run_that_fails_says_so(made: Traces) -> None:
    assert (made.run(TWO_STEPS, [W, X]).problem or "").startswith("the traced run failed: ")


def constants(length: int) -> str:
    """Constants of five element types, too long to be folded into the dispatches that read them."""
    rng = np.random.default_rng(3)
    random = rng.integers(0, 256, length)
    rows = {
        "f32": (_hexadecimal(rng.standard_normal(length).astype("f4")), "%w = arith.addf %b, %b : f32"),
        "f16": (_hexadecimal(rng.standard_normal(length).astype("f2")), "%w = arith.extf %b : f16 to f32"),
        "i32": (_hexadecimal(rng.integers(-(1 << 31), 1 << 31, length).astype("i4")), "%w = arith.sitofp %b : i32 to f32"),
        "i1": (f"[{', '.join(['false', 'true'][n % 2] for n in random)}]", "%w = arith.uitofp %b : i1 to f32"),
        "i4": (f"[{', '.join(str(n % 16 - 8) for n in random)}]", "%w = arith.sitofp %b : i4 to f32"),
    }
    wide = f"tensor<{length}xf32>"
    three = MAP.replace("[affine", "[affine_map<(d0) -> (d0)>, affine", 1)
    lines = [
        f"%c{n} = arith.constant dense<{text}> : tensor<{length}x{dtype}>\n%e{n} = tensor.empty() : {wide}\n"
        f"%r{n} = linalg.generic {{{three}}} ins(%x, %c{n} : {wide}, tensor<{length}x{dtype}>) outs(%e{n} : {wide}) {{\n"
        f"^bb0(%a: f32, %b: {dtype}, %o: f32):\n{convert}\n%m = arith.mulf %a, %w : f32\nlinalg.yield %m : f32\n}} -> {wide}"
        for n, (dtype, (text, convert)) in enumerate(rows.items())
    ]
    returned = f"{', '.join(f'%r{n}' for n in range(len(rows)))} : {', '.join([wide] * len(rows))}"
    return f"func.func @main(%x: {wide}) -> ({', '.join([wide] * len(rows))}) {{\n" + "\n".join(lines) + f"\nreturn {returned}\n}}"


def _hexadecimal(array: Values) -> str:
    return f'"0x{array.tobytes().hex().upper()}"'


CONSTANTS = constants(2560)


def contents(traced: Traced) -> list[tuple[int, str, list[tuple[str, str]]]]:
    return [(event.ordinal, event.side, [(tensor.type, tensor.sha256) for tensor in event.tensors]) for event in traced.events]


@pytest.mark.parametrize("release", ["20230815.614", "20231113.707", "20240410.859", "3.0.0"])
def test_what_early_releases_print_is_what_others_hand_over_to_the_bit(made: Traces, release: str) -> None:
    inputs = [drawn(2560)]
    printed, handed = made.traced(CONSTANTS, inputs, release=release, function="main"), made.traced(CONSTANTS, inputs)
    assert contents(printed) == contents(handed)
    assert [read[1].kind.name for read in (printed.tensors(i, "in") for i in range(5))] == ["f32", "f16", "i32", "i1", "i4"]


def test_a_loop_is_traced_by_releases_that_print(made: Traces) -> None:
    inputs = [listed("f32", *range(16), shape=(4, 4)), number("i32", 3)]
    printed = made.traced(LOOP, inputs, "--iree-opt-data-tiling=false", release="3.0.0")
    assert printed.iterations(0) == 3
    assert contents(printed) == contents(made.traced(LOOP, inputs))


def test_the_oldest_release_that_hands_tensors_over_does(made: Traces) -> None:
    traced = made.traced(TWO_STEPS, [X, W], "--iree-opt-data-tiling=false", release="3.2.0")
    assert keys(traced) == [(0, "in"), (0, "out"), (1, "in"), (1, "out")]
    assert contents(traced)[0][2] == contents(made.traced(TWO_STEPS, [X, W]))[0][2]


def test_other_flags_can_mean_another_partition(made: Traces) -> None:
    assert same_partition(made.graph(TWO_STEPS), made.graph(TWO_STEPS, "--iree-llvmcpu-number-of-threads=1"))
    assert not same_partition(made.graph(TWO_STEPS), made.graph(ADD))


@pytest.mark.parametrize("release", ["3.0.0", "3.2.0"])
def test_what_a_release_cannot_show_is_a_hole_and_the_rest_is_there(made: Traces, release: str) -> None:
    """These have no operation that undoes an encoding, which vmvx gives the operands of a product."""
    traced = made.traced(TWO_STEPS, [X, W], release=release, base=("--iree-hal-target-backends=vmvx",))
    tensors = [tensor for event in traced.events for tensor in event.tensors]
    assert {tensor.untraced for tensor in tensors} == {True, False}
    assert all(
        "encoding" in traced.node(event.ordinal).operands[i].type
        for event in traced.events
        if event.side == "in"
        for i, t in enumerate(event.tensors)
        if t.untraced
    )
    plain = made.traced(TWO_STEPS, [X, W])
    (shown,) = [traced.result((node.ordinal, 0)) for node in traced.graph.dispatches if node.results == ("tensor<8xf32>",)]
    assert shown is not None
    np.testing.assert_allclose(shown.load(), plain.results[0].load(), rtol=1e-4)
    hidden = next(tensor for tensor in tensors if tensor.untraced)
    with pytest.raises(LookupError, match="not kept"):
        hidden.load()
