"""Every operation of arith and math: what it gives at the edges, and where MLIR leaves it open."""

import math
import operator
import re
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runners.numerics.arithmetic import EXACT
from runners.numerics.lanes import REASONS, Lanes, Reason
from runners.numerics.program import Attribute, MalformedError, Operation, Text, Type, Value, bits_of, is_float
from runners.numerics.rules import Call
from runners.numerics.scalar_ops import RULES, apply

INF, NAN = math.inf, math.nan


def lanes(values: Sequence[Any], element: str) -> Lanes:
    return Lanes(np.array(values, np.float64 if is_float(element) else np.int64))


def results(
    name: str, kinds: Sequence[str], into: Sequence[str], operands: Sequence[Sequence[Any]], attributes: Mapping[str, Attribute] | None = None
) -> tuple[Lanes, ...]:
    outs = tuple(Value(100 + i, Type(kind)) for i, kind in enumerate(into))
    operation = Operation(name, tuple(range(len(kinds))), outs, attributes or {})
    with np.errstate(all="ignore"):
        return apply(Call(operation, tuple(kinds), tuple(into)), [lanes(values, kind) for values, kind in zip(operands, kinds, strict=True)], EXACT)


def told(found: Lanes) -> list[Any]:
    """Values, or the reason in the place of an open one."""
    status = found.statuses(found.values.shape)
    return [REASONS[code - 1] if code else value for value, code in zip(found.values.tolist(), status.tolist(), strict=True)]


def same(found: Sequence[Any], want: Sequence[Any]) -> None:
    for one, other in zip(found, want, strict=True):
        if isinstance(other, Reason):
            assert one is other
        elif isinstance(other, float) and math.isnan(other):
            assert isinstance(one, float)
            assert math.isnan(one)
        else:
            assert one == pytest.approx(other, rel=1e-15, abs=0)
            assert math.copysign(1, one) == math.copysign(1, other)


FLOATS: dict[str, tuple[list[list[float]], list[Any]]] = {
    "arith.addf": ([[1, INF, NAN, -0.0], [2, -INF, 1, -0.0]], [3.0, NAN, NAN, -0.0]),
    "arith.subf": ([[1, INF, 0.0], [2, INF, 0.0]], [-1.0, NAN, 0.0]),
    "arith.mulf": ([[3, INF, -1], [2, 0, 0]], [6.0, NAN, -0.0]),
    "arith.divf": ([[1, 1, 0, -1], [4, 0, 0, INF]], [0.25, INF, NAN, -0.0]),
    "arith.remf": ([[5.5, -5.5, 5.5, 1, 1], [2, 2, -2, 0, INF]], [1.5, -1.5, 1.5, NAN, 1.0]),
    "arith.negf": ([[1, 0.0, INF]], [-1.0, -0.0, -INF]),
    "arith.maximumf": ([[1, NAN, 1, -0.0, 0.0], [2, 1, NAN, 0.0, -0.0]], [2.0, NAN, NAN, 0.0, 0.0]),
    "arith.minimumf": ([[1, NAN, 1, -0.0, 0.0], [2, 1, NAN, 0.0, -0.0]], [1.0, NAN, NAN, -0.0, -0.0]),
    "arith.maxnumf": ([[1, NAN, 1, NAN], [2, 1, NAN, NAN]], [2.0, 1.0, 1.0, NAN]),
    "arith.minnumf": ([[1, NAN, 1, NAN], [2, 1, NAN, NAN]], [1.0, 1.0, 1.0, NAN]),
    "arith.maximumnumf": ([[1, NAN, 1, -0.0], [2, 1, NAN, 0.0]], [2.0, 1.0, 1.0, 0.0]),
    "arith.minimumnumf": ([[1, NAN, 1, 0.0], [2, 1, NAN, -0.0]], [1.0, 1.0, 1.0, -0.0]),
    "arith.maxf": ([[1, NAN], [2, 1]], [2.0, NAN]),
    "arith.minf": ([[1, NAN], [2, 1]], [1.0, NAN]),
    "arith.flush_denormals": ([[1e-39, -1e-39, 1.0, 2.0**-126]], [0.0, -0.0, 1.0, 2.0**-126]),
    "math.absf": ([[-1, -0.0, -INF]], [1.0, 0.0, INF]),
    "math.acos": ([[1, -1, 2]], [0.0, math.pi, NAN]),
    "math.acosh": ([[1, 2, 0]], [0.0, math.acosh(2), NAN]),
    "math.asin": ([[1, -0.0, 2]], [math.pi / 2, -0.0, NAN]),
    "math.asinh": ([[1, -INF]], [math.asinh(1), -INF]),
    "math.atan": ([[INF, -1]], [math.pi / 2, -math.pi / 4]),
    "math.atan2": ([[0.0, -0.0, 1, 0.0], [-1, -1, 0, 1]], [math.pi, -math.pi, math.pi / 2, 0.0]),
    "math.atanh": ([[0.5, 1, 2]], [math.atanh(0.5), INF, NAN]),
    "math.cbrt": ([[27, -8]], [3.0, -2.0]),
    "math.ceil": ([[1.2, -1.2, -0.5]], [2.0, -1.0, -0.0]),
    "math.clampf": ([[5, -5, 0.5, 0], [0, 0, 0, 1], [1, 1, 1, 0]], [1.0, 0.0, 0.5, Reason.BOUNDS]),
    "math.copysign": ([[1, -2, 3], [-0.0, 1, NAN]], [-1.0, 2.0, 3.0]),
    "math.cos": ([[0, INF]], [1.0, NAN]),
    "math.cosh": ([[1, -INF]], [math.cosh(1), INF]),
    "math.erf": ([[0.5, INF, NAN]], [math.erf(0.5), 1.0, NAN]),
    "math.erfc": ([[5, -INF]], [math.erfc(5), 2.0]),
    "math.exp": ([[1, -INF, INF]], [math.e, 0.0, INF]),
    "math.exp2": ([[10, -1]], [1024.0, 0.5]),
    "math.expm1": ([[1e-20, -INF]], [1e-20, -1.0]),
    "math.floor": ([[1.8, -1.2]], [1.0, -2.0]),
    "math.fma": ([[2, INF], [3, 0], [1, 1]], [7.0, NAN]),
    "math.log": ([[1, 0, -1]], [0.0, -INF, NAN]),
    "math.log10": ([[1000, 0]], [3.0, -INF]),
    "math.log1p": ([[1e-20, -1]], [1e-20, -INF]),
    "math.log2": ([[8, 0]], [3.0, -INF]),
    "math.powf": ([[2, -2, -2, 1, NAN, 10000, 0], [10, 3, 0.5, NAN, 0, 0.03125, -1]], [1024.0, -8.0, NAN, 1.0, 1.0, 10000**0.03125, INF]),
    "math.round": ([[0.5, 1.5, 2.5, -2.5, 0.49999999999999994, -0.2]], [1.0, 2.0, 3.0, -3.0, 0.0, -0.0]),
    "math.roundeven": ([[0.5, 1.5, 2.5, -2.5]], [0.0, 2.0, 2.0, -2.0]),
    "math.rsqrt": ([[4, 0.0, -0.0, -1, INF]], [0.5, INF, -INF, NAN, 0.0]),
    "math.sin": ([[0.5, INF]], [math.sin(0.5), NAN]),
    "math.sinh": ([[1, INF]], [math.sinh(1), INF]),
    "math.sqrt": ([[2, -0.0, -1]], [math.sqrt(2), -0.0, NAN]),
    "math.tan": ([[1]], [math.tan(1)]),
    "math.tanh": ([[1, INF]], [math.tanh(1), 1.0]),
    "math.trunc": ([[1.8, -1.8, -0.5]], [1.0, -1.0, -0.0]),
    "arith.extf": ([[1.5, NAN]], [1.5, NAN]),
    "arith.truncf": ([[0.1, 1e39]], [0.1, 1e39]),
    "arith.convertf": ([[0.1]], [0.1]),
    "arith.scaling_extf": ([[3, 3], [4, 5]], [12.0, 12.0]),
    "arith.scaling_truncf": ([[3], [4]], [0.75]),
}

BYTES: dict[str, tuple[list[list[int]], list[Any]]] = {
    "arith.addi": ([[127, -128, 1], [1, -1, 2]], [-128, 127, 3]),
    "arith.subi": ([[-128, 5], [1, 7]], [127, -2]),
    "arith.muli": ([[100, -128], [3, -1]], [44, -128]),
    "arith.andi": ([[12, -1], [10, 5]], [8, 5]),
    "arith.ori": ([[12], [3]], [15]),
    "arith.xori": ([[-1], [1]], [-2]),
    "arith.maxsi": ([[-1], [1]], [1]),
    "arith.minsi": ([[-1], [1]], [-1]),
    "arith.maxui": ([[-1], [1]], [-1]),
    "arith.minui": ([[-1], [1]], [1]),
    "arith.divsi": ([[7, -7, 7, -128, 1], [2, 2, -2, -1, 0]], [3, -3, -3, Reason.QUOTIENT, Reason.DIVISION]),
    "arith.floordivsi": ([[7, -7, -128, 1], [2, 2, -1, 0]], [3, -4, Reason.QUOTIENT, Reason.DIVISION]),
    "arith.ceildivsi": ([[7, -7, 6, -128, 1], [2, 2, 2, -1, 0]], [4, -3, 3, Reason.QUOTIENT, Reason.DIVISION]),
    "arith.remsi": ([[7, -7, 7, -128, 1], [2, 2, -2, -1, 0]], [1, -1, 1, Reason.QUOTIENT, Reason.DIVISION]),
    "arith.divui": ([[-1, 7, 1], [2, 2, 0]], [127, 3, Reason.DIVISION]),
    "arith.ceildivui": ([[-1, 7, 6, 1], [2, 2, 2, 0]], [-128, 4, 3, Reason.DIVISION]),
    "arith.remui": ([[-1, 1], [10, 0]], [5, Reason.DIVISION]),
    "arith.shli": ([[1, -1, 1, 1], [7, 1, 8, -1]], [-128, -2, Reason.SHIFT, Reason.SHIFT]),
    "arith.shrsi": ([[-128, 127, 1], [7, 6, 8]], [-1, 1, Reason.SHIFT]),
    "arith.shrui": ([[-128, -1, 1], [7, 4, 8]], [1, 15, Reason.SHIFT]),
    "math.absi": ([[-5, -128]], [5, -128]),
    "math.ctlz": ([[0, 1, -1]], [8, 7, 0]),
    "math.cttz": ([[0, 8, -128]], [8, 3, 7]),
    "math.ctpop": ([[0, 7, -1]], [0, 3, 8]),
    "math.ipowi": ([[3, 3, -1, 2, 0, 1, 5], [4, 5, -3, -1, -1, -5, 0]], [81, -13, -1, 0, Reason.DIVISION, 1, 1]),
}

OTHERS: list[tuple[str, list[str], list[str], list[list[Any]], list[list[Any]]]] = [
    ("arith.addui_extended", ["i8", "i8"], ["i8", "i1"], [[-1, 1], [1, 1]], [[0, 2], [-1, 0]]),
    ("arith.subui_extended", ["i8", "i8"], ["i8", "i1"], [[0, 3], [1, 1]], [[-1, 2], [-1, 0]]),
    ("arith.mulsi_extended", ["i8", "i8"], ["i8", "i8"], [[-128, 100], [-128, -100]], [[0, -16], [64, -40]]),
    ("arith.mulsi_extended", ["i64", "i64"], ["i64", "i64"], [[1 << 62, -1], [4, 3]], [[0, -3], [1, -1]]),
    ("arith.mului_extended", ["i8", "i8"], ["i8", "i8"], [[-1, 16], [-1, 16]], [[1, 0], [-2, 1]]),
    ("arith.mului_extended", ["i64", "i64"], ["i64", "i64"], [[-1], [-1]], [[1], [-2]]),
    (
        "arith.fptosi",
        ["f32"],
        ["i8"],
        [[127.9, -128.9, 128, -129, NAN, INF, -0.5]],
        [[127, -128, Reason.CONVERSION, Reason.CONVERSION, Reason.CONVERSION, Reason.CONVERSION, 0]],
    ),
    ("arith.fptosi", ["f64"], ["i64"], [[2.0**62, 2.0**63, -(2.0**63)]], [[1 << 62, Reason.CONVERSION, -(1 << 63)]]),
    ("arith.fptoui", ["f32"], ["i8"], [[255.9, 256, -0.9, -1]], [[-1, Reason.CONVERSION, 0, Reason.CONVERSION]]),
    ("arith.fptoui", ["f64"], ["i64"], [[2.0**63, 2.0**64]], [[-(1 << 63), Reason.CONVERSION]]),
    ("arith.sitofp", ["i8"], ["f32"], [[-1, 127]], [[-1.0, 127.0]]),
    ("arith.sitofp", ["i1"], ["f32"], [[-1, 0]], [[-1.0, 0.0]]),
    ("arith.uitofp", ["i8"], ["f32"], [[-1]], [[255.0]]),
    ("arith.uitofp", ["i1"], ["f32"], [[-1]], [[1.0]]),
    ("arith.uitofp", ["i64"], ["f64"], [[-1]], [[2.0**64]]),
    ("arith.extsi", ["i8"], ["i32"], [[-1]], [[-1]]),
    ("arith.extui", ["i8"], ["i32"], [[-1]], [[255]]),
    ("arith.extui", ["i1"], ["i8"], [[-1]], [[1]]),
    ("arith.trunci", ["i32"], ["i8"], [[300, 128]], [[44, -128]]),
    ("arith.trunci", ["i8"], ["i1"], [[2, 3]], [[0, -1]]),
    ("arith.index_cast", ["index"], ["i32"], [[(1 << 32) + 5, -1]], [[5, -1]]),
    ("arith.index_cast", ["i32"], ["index"], [[-1]], [[-1]]),
    ("arith.index_castui", ["i32"], ["index"], [[-1]], [[(1 << 32) - 1]]),
    ("arith.bitcast", ["f32"], ["i32"], [[1.0, -0.0]], [[0x3F800000, -(1 << 31)]]),
    ("arith.bitcast", ["i32"], ["f32"], [[0x3FC00000]], [[1.5]]),
    ("arith.bitcast", ["bf16"], ["i16"], [[1.0, 1.0000001]], [[0x3F80, 0x3F80]]),
    ("arith.bitcast", ["i8"], ["f8E4M3FN"], [[0x38]], [[1.0]]),
    ("arith.select", ["i1", "f32", "f32"], ["f32"], [[-1, 0], [1, 1], [2, 2]], [[1.0, 2.0]]),
    ("arith.select", ["i1", "i8", "i8"], ["i8"], [[-1, 0], [1, 1], [2, 2]], [[1, 2]]),
    ("math.fpowi", ["f32", "i32"], ["f32"], [[2, -2, 0], [-2, 3, 0]], [[0.25, -8.0, 1.0]]),
    ("math.sincos", ["f32"], ["f32", "f32"], [[0.5]], [[math.sin(0.5)], [math.cos(0.5)]]),
    ("math.isfinite", ["f32"], ["i1"], [[1, INF, NAN]], [[-1, 0, 0]]),
    ("math.isinf", ["f32"], ["i1"], [[1, -INF, NAN]], [[0, -1, 0]]),
    ("math.isnan", ["f32"], ["i1"], [[1, INF, NAN]], [[0, 0, -1]]),
    ("math.isnormal", ["f32"], ["i1"], [[1, 1e-39, INF, 0]], [[-1, 0, 0, 0]]),
    ("math.isnormal", ["f64"], ["i1"], [[1e-39]], [[-1]]),
]


@pytest.mark.parametrize("name", FLOATS)
def test_floats(name: str) -> None:
    operands, want = FLOATS[name]
    same(told(results(name, ["f32"] * len(operands), ["f32"], operands)[0]), want)


@pytest.mark.parametrize("name", BYTES)
def test_bytes(name: str) -> None:
    operands, want = BYTES[name]
    same(told(results(name, ["i8"] * len(operands), ["i8"], operands)[0]), want)


@pytest.mark.parametrize(("name", "kinds", "into", "operands", "want"), OTHERS)
def test_between_types(name: str, kinds: list[str], into: list[str], operands: list[list[Any]], want: list[list[Any]]) -> None:
    for found, expected in zip(results(name, kinds, into, operands), want, strict=True):
        same(told(found), expected)


ORDERED = (operator.eq, operator.gt, operator.ge, operator.lt, operator.le, operator.ne)
SIGNED = (operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge)


@pytest.mark.parametrize("predicate", range(16))
def test_every_predicate_of_cmpf(predicate: int) -> None:
    pairs = [(1.0, 2.0), (2.0, 1.0), (1.0, 1.0), (NAN, 1.0), (1.0, NAN), (0.0, -0.0)]
    found = results("arith.cmpf", ["f32", "f32"], ["i1"], [list(side) for side in zip(*pairs, strict=True)], {"predicate": predicate})[0]

    def want(a: float, b: float) -> bool:
        unordered = math.isnan(a) or math.isnan(b)
        if predicate in (0, 15):
            return predicate == 15
        if predicate in (7, 14):
            return unordered == (predicate == 14)
        if unordered:
            return predicate > 7
        return bool(ORDERED[predicate % 7 - 1](a, b))

    assert told(found) == [-int(want(a, b)) for a, b in pairs]


@pytest.mark.parametrize("predicate", range(10))
def test_every_predicate_of_cmpi(predicate: int) -> None:
    pairs = [(1, 2), (2, 1), (1, 1), (-1, 1), (-128, 127)]
    found = results("arith.cmpi", ["i8", "i8"], ["i1"], [list(side) for side in zip(*pairs, strict=True)], {"predicate": predicate})[0]
    holds = (*SIGNED, *SIGNED[2:])[predicate]
    assert told(found) == [-int(holds(a % 256, b % 256) if predicate > 5 else holds(a, b)) for a, b in pairs]


@pytest.mark.parametrize(
    ("name", "flag", "operands", "open_"),
    [
        ("arith.addi", "nsw", [[127, -1, 100], [1, -128, 27]], [True, True, False]),
        ("arith.addi", "nuw", [[-1, 127], [1, 1]], [True, False]),
        ("arith.subi", "nsw", [[-128, 5], [1, 7]], [True, False]),
        ("arith.subi", "nuw", [[5, 7], [7, 5]], [True, False]),
        ("arith.muli", "nsw", [[64, 63], [2, 2]], [True, False]),
        ("arith.muli", "nuw", [[-128, 64], [2, 2]], [True, False]),
        ("arith.shli", "nsw", [[64, 32], [1, 1]], [True, False]),
        ("arith.shli", "nuw", [[-128, 64], [1, 1]], [True, False]),
    ],
)
def test_a_broken_promise_leaves_an_integer_open(name: str, flag: str, operands: list[list[int]], open_: list[bool]) -> None:
    found = results(name, ["i8", "i8"], ["i8"], operands, {"overflowFlags": Text(f"#arith.overflow<{flag}>")})[0]
    assert [value is Reason.OVERFLOW for value in told(found)] == open_


@pytest.mark.parametrize(("flag", "open_"), [("nnan", [True, True, False, False]), ("ninf", [False, False, True, False]), ("fast", [True, True, True, False])])
def test_fast_math_promises_leave_a_float_open(flag: str, open_: list[bool]) -> None:
    found = results("arith.divf", ["f32", "f32"], ["f32"], [[NAN, 0, 1, 1], [1, 0, 0, 2]], {"fastmath": Text(f"#arith.fastmath<contract,{flag}>")})[0]
    assert [isinstance(value, Reason) for value in told(found)] == open_


def test_a_truncation_may_promise_to_lose_nothing() -> None:
    for flag, open_ in (("nsw", [True, True, False]), ("nuw", [True, False, True])):
        found = results("arith.trunci", ["i32"], ["i8"], [[300, 255, -1]], {"overflowFlags": Text(f"#arith.overflow<{flag}>")})[0]
        assert [value is Reason.OVERFLOW for value in told(found)] == open_


@pytest.mark.parametrize("name", ["arith.extui", "arith.uitofp"])
def test_an_unsigned_operand_may_be_promised_not_to_be_negative(name: str) -> None:
    found = results(name, ["i8"], ["i32" if name == "arith.extui" else "f32"], [[-1, 1]], {"nneg": Text("unit")})[0]
    assert told(found) == [Reason.OVERFLOW, 1]


def test_what_is_made_of_an_open_value_is_open_and_a_select_takes_one_side() -> None:
    status = np.array([1, 0], np.int16)
    value, other = Lanes(np.array([1.0, 1.0]), status), Lanes(np.array([2.0, 2.0]))
    add = Call(Operation("arith.addf", (0, 1), (Value(2, Type("f32")),)), ("f32", "f32"), ("f32",))
    assert told(apply(add, [value, other], EXACT)[0]) == [Reason.UNWRITTEN, 3.0]
    select = Call(Operation("arith.select", (0, 1, 2), (Value(3, Type("f32")),)), ("i1", "f32", "f32"), ("f32",))
    for condition, want in ((-1, [Reason.UNWRITTEN, 1.0]), (0, [2.0, 2.0])):
        assert told(apply(select, [Lanes(np.full(2, condition)), value, other], EXACT)[0]) == want
    open_condition = apply(select, [Lanes(np.array([-1, -1]), status), other, other], EXACT)[0]
    assert told(open_condition) == [Reason.UNWRITTEN, 2.0]


@given(
    name=st.sampled_from(["arith.addi", "arith.subi", "arith.muli", "arith.andi", "arith.ori", "arith.xori"]),
    element=st.sampled_from(["i1", "i4", "i8", "i16", "i32", "i64", "index"]),
    data=st.data(),
)
def test_integers_wrap_around_at_any_width(name: str, element: str, data: st.DataObject) -> None:
    bits = bits_of(element)
    a, b = (data.draw(st.integers(-(1 << (bits - 1)), (1 << (bits - 1)) - 1)) for _ in range(2))
    python = {"addi": a + b, "subi": a - b, "muli": a * b, "andi": a & b, "ori": a | b, "xori": a ^ b}[name.removeprefix("arith.")]
    want = (python + (1 << (bits - 1))) % (1 << bits) - (1 << (bits - 1))
    assert told(results(name, [element, element], [element], [[a], [b]])[0]) == [want]


def test_every_operation_of_the_bundled_release_has_a_rule_and_every_rule_is_tested() -> None:
    spec = find_spec("iree.compiler")
    assert spec is not None
    assert spec.submodule_search_locations is not None
    dialects = Path(spec.submodule_search_locations[0]) / "dialects"
    known = {name for dialect in ("arith", "math") for name in re.findall(r'OPERATION_NAME = "(.*?)"', (dialects / f"_{dialect}_ops_gen.py").read_text())}
    assert known - RULES.keys() == {"arith.constant"}
    assert RULES.keys() - {*FLOATS, *BYTES, *(row[0] for row in OTHERS)} == {"arith.cmpf", "arith.cmpi"}


@pytest.mark.parametrize(
    ("name", "kinds", "into", "attributes"),
    [
        ("arith.addf", ["f32"], ["f32"], {}),
        ("arith.addf", ["f32", "i32"], ["f32"], {}),
        ("arith.addf", ["f32", "f32"], ["f32", "f32"], {}),
        ("arith.addi", ["f32", "f32"], ["i32"], {}),
        ("arith.addi", ["i128", "i128"], ["i128"], {}),
        ("arith.cmpi", ["i8", "i8"], ["i1"], {"predicate": 10}),
        ("arith.cmpf", ["f32", "f32"], ["i1"], {}),
        ("arith.select", ["i8", "f32", "f32"], ["f32"], {}),
        ("arith.select", ["i1", "f32", "f16"], ["f32"], {}),
        ("arith.fptosi", ["complex<f32>"], ["i8"], {}),
    ],
)
def test_what_makes_no_sense_is_said(name: str, kinds: list[str], into: list[str], attributes: dict[str, Attribute]) -> None:
    with pytest.raises(MalformedError):
        results(name, kinds, into, [[1]] * len(kinds), attributes)
