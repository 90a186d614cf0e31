"""Printed traces: read back to the bit, or refused; never a wrong tensor."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from runners.divergence.graph import DispatchNode, Graph, Operand, Origin
from runners.element_types import ELEMENT_TYPES, ElementType, byte_length
from runners.stages.invocation import TraceEvent
from runners.stages.printed_trace import UnreadableTraceError, read_printed

MOST = 1 << 20
NOT_PRINTED = ("complex<f32>", "complex<f64>", "f4E2M1FN", "ui2", "ui4")
TRACED = [kind for name, kind in ELEMENT_TYPES.items() if name not in NOT_PRINTED]
KINDS = st.sampled_from(TRACED)
SHAPES = st.lists(st.integers(0, 4), max_size=3).map(tuple)
SAME_FOLDER = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)


def a_graph(*types: str, results: Sequence[str] = ()) -> Graph:
    """One dispatch that reads these types."""
    operands = tuple(Operand(type=kind, source=Origin(kind="constant")) for kind in types)
    return Graph(
        dispatches=(DispatchNode(ordinal=0, symbol="d", executable="e", operations=(), body="", location=None, operands=operands, results=tuple(results)),)
    )


def tensor_type(shape: Sequence[int | str], kind: ElementType) -> str:
    return f"tensor<{''.join(f'{extent}x' for extent in shape)}{kind.name}>"


def printed(shape: Sequence[int], kind: ElementType, raw: bytes, signs: str = "i") -> str:
    """The bits of a tensor as the runtime prints integers: rows in brackets, unsigned or signed."""
    if kind.kind == "bool":
        name, words = "i1", [f"{byte:02X}" for byte in raw]
    else:
        width = max(kind.bits, 8)
        shape = shape if kind.bits >= 8 else [len(raw)]
        name = f"{signs}{width}"
        words = list(map(str, np.frombuffer(raw, f"<{'u' if signs == 'ui' else 'i'}{width // 8}").tolist()))
    return f"{''.join(f'{extent}x' for extent in shape)}{name}={_rows(shape, words)}"


def _rows(shape: Sequence[int], words: Sequence[str]) -> str:
    if len(shape) < 2:
        return " ".join(words)
    each = len(words) // shape[0] if shape[0] else 0
    return "".join(f"[{_rows(shape[1:], words[i * each : (i + 1) * each])}]" for i in range(shape[0]))


def read(folder: Path, text: str, made: Graph, most: int = MOST) -> tuple[list[TraceEvent], bool]:
    path = folder / "printed"
    path.write_text(text, encoding="utf-8", newline="")
    return read_printed(path, made, folder, most=most)


@st.composite
def tensors(draw: Any) -> tuple[tuple[int, ...], ElementType, bytes]:
    kind, shape = draw(KINDS), draw(SHAPES)
    size = byte_length(shape, kind)
    raw = draw(st.lists(st.integers(0, 1), min_size=size, max_size=size).map(bytes) if kind.kind == "bool" else st.binary(min_size=size, max_size=size))
    return shape, kind, raw


@given(made=st.lists(tensors(), min_size=1, max_size=3), dynamic=st.booleans(), signs=st.sampled_from(["i", "si", "ui"]))
@SAME_FOLDER
def test_every_element_type_comes_back_to_the_bit(tmp_path: Path, made: Any, dynamic: bool, signs: str) -> None:
    types = [tensor_type(["?" if dynamic and kind.bits >= 8 else extent for extent in shape], kind) for shape, kind, _ in made]
    text = "=== 0 in ===\n" + "".join(f"{printed(shape, kind, raw, signs)}\n" for shape, kind, raw in made) + "\n"
    (event,), stopped = read(tmp_path, text, a_graph(*types))
    assert (event.ordinal, event.side, stopped) == (0, "in", False)
    for tensor, (shape, kind, raw) in zip(event.tensors, made, strict=True):
        assert (tensor.shape, tensor.kind) == (shape, kind)
        assert tensor.file is not None
        assert tensor.file.read_bytes() == raw


@pytest.mark.parametrize(
    ("declared", "line", "value"),
    [
        ("f32", "i32=-1082130432", -1.0),
        ("f64", "i64=4607182418800017408", 1.0),
        ("f16", "i16=-32767", -5.960464477539063e-08),
        ("i32", "i32=-5", -5),
        ("index", "i64=7", 7),
        ("i64", "i64=-9223372036854775808", -(1 << 63)),
        ("i1", "i1=01", True),
        ("tensor<f32>", "i32=0", 0.0),
        ("tensor<f32, #iree_encoding.encoding<operand_index = 0>>", "i32=1065353216", 1.0),
    ],
)
def test_scalars_and_tensors_of_rank_0(tmp_path: Path, declared: str, line: str, value: float) -> None:
    ((event,), _) = read(tmp_path, f"=== 0 in ===\n{line}\n\n", a_graph(declared))
    assert event.tensors[0].shape == ()
    assert event.tensors[0].load().item() == value


def test_events_keep_their_order_and_what_is_printed_between_them_is_nothing(tmp_path: Path) -> None:
    text = (
        "some driver's message\n=== main_dispatch_0::main_dispatch_0 inputs ===\n2xi8=1 2\n\n"
        "=== 0 in ===\n1xi32=1\n\n=== 0 workload ===\ni64=4\ni64=5\n\nnoise\n\n=== 0 out ===\n1xi32=2\n\n=== 0 in ===\n1xi32=3\n=== 0 out ===\n1xi32=4"
    )
    events, _ = read(tmp_path, text, a_graph("tensor<1xi32>", results=["tensor<1xi32>"]))
    assert [(e.side, [t.load().reshape(-1).tolist() for t in e.tensors]) for e in events] == [
        ("in", [[1]]), ("workload", [[4], [5]]), ("out", [[2]]), ("in", [[3]]), ("out", [[4]]),
    ]  # fmt: skip


def test_equal_contents_are_one_file(tmp_path: Path) -> None:
    events, _ = read(tmp_path, "=== 0 in ===\n1xi32=1\n\n=== 0 in ===\n1xi32=1\n\n", a_graph("tensor<1xf32>"))
    assert len({event.tensors[0].file for event in events}) == 1


def test_over_the_budget_it_stops_and_says_so(tmp_path: Path) -> None:
    text = "=== 0 in ===\n1xi32=1\n\n=== 0 in ===\n1xi32=2\n\n"
    assert [(len(events), stopped) for most in (7, 8) for events, stopped in [read(tmp_path, text, a_graph("tensor<1xf32>"), most)]] == [(1, True), (2, False)]


@pytest.mark.parametrize(
    ("declared", "lines", "says"),
    [
        ("tensor<2xf32>", "2xi32=1", "has 4 bytes where 8 are expected"),
        ("tensor<2xf32>", "2xi32=1 2 3", "has 12 bytes where 8 are expected"),
        ("tensor<2xf32>", "2xf32=1 2", "it was printed as f32"),
        ("tensor<2xf32>", "1xi64=1", r"with the shape \[1\]"),
        ("tensor<2x2xf32>", "4xi32=1 2 3 4", r"with the shape \[4\]"),
        ("tensor<?x2xf32>", "2x3xi32=[1 2 3][4 5 6]", r"with the shape \[2, 3\]"),
        ("f32", "1xi32=1", r"with the shape \[1\]"),
        ("tensor<2xf32>", "2xi32=1 4294967296", "does not fit into i32"),
        ("tensor<2xf32>", "2xi32=1 -2147483649", "does not fit into i32"),
        ("tensor<2xf32>", "2xi32=1 1_0", "cannot be read"),
        ("tensor<2xf32>", "2xi32=1 ...", "cannot be read"),
        ("tensor<2xf32>", "2xi32=1 ٣", "cannot be read"),
        ("tensor<2xf32>", "2xi32=1 a", "invalid literal"),
        ("tensor<2xi1>", "2xi1=00 100", "cannot be read"),
        ("tensor<?xi4>", "2xi4=1 2", "it was printed as i4"),
        ("tensor<?xi4>", "1xi8=1", "how many elements its bytes hold is not known"),
        ("tensor<2xf19>", "2xi32=1 2", "element type 'f19' is not known"),
        ("tensor<2xcomplex<f32>>", "2xcf32=1+2j 3+4j", "cannot be read"),
        ("tensor<2xf32>", "2xi32=1 2\n2xi32=1 2", "has 1 tensors on the side 'in', 2 were printed"),
        ("tensor<2xf32>", "", "has 1 tensors on the side 'in', 0 were printed"),
        ("tensor<2xf32>", "hello", "cannot be read"),
        ("tensor<2xf32>", f"{'9' * 5000}xi32=1", "cannot be read"),
        ("tensor<2xf32>", f"2xi32=1 {'9' * 5000}", "cannot be read"),
    ],
)
def test_what_does_not_fit_is_refused(tmp_path: Path, declared: str, lines: str, says: str) -> None:
    with pytest.raises(UnreadableTraceError, match=says):
        read(tmp_path, f"=== 0 in ===\n{lines}\n\n", a_graph(declared))


def test_an_event_of_a_dispatch_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableTraceError, match="an event of dispatch 1, the module has 1 dispatches"):
        read(tmp_path, "=== 1 in ===\n1xi32=1\n\n", a_graph("tensor<1xf32>"))


LINES = st.one_of(
    st.sampled_from(
        ["=== 0 in ===", "=== 0 out ===", "=== 7 in ===", "=== 0 workload ===", "", "i64=3", "2xi32=1 2", "[", "2xi32=", f"=== {'1' * 5000} in ==="]
    ),
    st.from_regex(r"(\d{1,3}x){0,3}[a-z]{1,2}\d{1,2}=[-\[\] 0-9a-f_]*", fullmatch=True),
    st.text(max_size=30),
)


@given(lines=st.lists(LINES, max_size=12))
@settings(parent=SAME_FOLDER, max_examples=150)
def test_whatever_is_printed_gives_tensors_of_the_declared_types_or_is_refused(tmp_path: Path, lines: list[str]) -> None:
    made = a_graph("tensor<2xf32>", results=["tensor<?x2xi1>", "index"])
    try:
        events, _ = read(tmp_path, "\n".join(lines), made)
    except UnreadableTraceError:
        return
    for event in events:
        if event.side == "in":
            assert [t.type for t in event.tensors] == ["2xf32"]
        if event.side == "out":
            assert [(t.kind.name, t.shape[1:]) for t in event.tensors] == [("i1", (2,)), ("i64", ())]
        assert all(t.load().size == np.prod(t.shape, dtype=int) for t in event.tensors)


@given(made=tensors(), at=st.integers(0, 400), edit=st.sampled_from(["", "0", " ", "x", "-", "\n"]))
@SAME_FOLDER
def test_a_damaged_tensor_is_refused_or_differs_in_one_number(tmp_path: Path, made: Any, at: int, edit: str) -> None:
    shape, kind, raw = made
    line = printed(shape, kind, raw)
    damaged = line[:at] + edit + line[at + 1 :]
    try:
        events, _ = read(tmp_path, f"=== 0 in ===\n{damaged}\n\n", a_graph(tensor_type(shape, kind)))
    except UnreadableTraceError:
        return
    (tensor,) = events[0].tensors
    assert (tensor.shape, tensor.kind) == (shape, kind)
    assert tensor.file is not None
    got, was = (np.frombuffer(data, f"V{max(kind.bits // 8, 1)}") for data in (tensor.file.read_bytes(), raw))
    assert sum(x != y for x, y in zip(got.tolist(), was.tolist(), strict=True)) <= 1
