"""The noise floor, and what is said of errors that are held against it."""

import math
from typing import Any

import ml_dtypes
import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runners.element_types import ELEMENT_TYPES
from runners.numerics.arbiter import Exact, evaluate, exact
from runners.numerics.arithmetic import DECLARED, rounded, rounded_at_random, unit_in_the_last_place
from runners.numerics.evaluation import Unsupported
from runners.numerics.lanes import REASONS, Reason
from runners.numerics.limits import limits
from runners.numerics.noise import Floor, distance, judge_elements, noise_floor, sample
from runners.stages.job import Job
from runners.toolchain import Toolchain
from tests.numerics.bodies import body, everywhere, ran
from tests.programs import CPU

Array = npt.NDArray[Any]


# Rounding.


@given(value=st.floats(width=32), element=st.sampled_from(["f16", "bf16", "f8E5M2", "f8E4M3FN", "f8E5M2FNUZ", "f8E4M3FNUZ", "f4E2M1FN"]))
def test_rounding_once_is_what_the_types_do(value: float, element: str) -> None:
    with np.errstate(all="ignore"):
        want = np.array([value], np.float32).astype(ELEMENT_TYPES[element].numpy).astype(np.float64)
        np.testing.assert_array_equal(rounded(np.array([value]), element), want)


def test_a_value_is_rounded_once_and_not_by_way_of_a_wider_type() -> None:
    # To float32 first it becomes a tie, which then goes the other way.
    above_a_tie = np.array([1 + 2.0**-8 + 2.0**-30])
    assert rounded(above_a_tie, "bf16") == 1 + 2.0**-7
    assert float(ml_dtypes.bfloat16(np.float32(above_a_tie[0]))) == 1.0


@pytest.mark.parametrize("element", ["f32", "f16", "bf16", "f8E4M3FN"])
def test_rounding_at_random_stays_beside_the_value_and_keeps_its_mean(element: str) -> None:
    random = np.random.default_rng(0)
    value = 1 + 0.3 * float(unit_in_the_last_place(np.ones(1), element)[0])
    found = rounded_at_random(np.full(20000, value), element, random)
    unit = float(unit_in_the_last_place(np.ones(1), element)[0])
    assert set(found.tolist()) == {1.0, 1 + unit}
    assert found.mean() == pytest.approx(value, abs=0.02 * unit)
    own = rounded(random.standard_normal(1000), element)
    np.testing.assert_array_equal(rounded_at_random(own, element, random), own)


# The floor.

SUM = """func.func @main(%x: tensor<4x512xT>) -> tensor<4xT> {
  %z = arith.constant 0.0 : T
  %e = tensor.empty() : tensor<4xT>
  %f = linalg.fill ins(%z : T) outs(%e : tensor<4xT>) -> tensor<4xT>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%x : tensor<4x512xT>) outs(%f : tensor<4xT>) {
  ^bb0(%in: T, %out: T):
    %s = arith.addf %in, %out : T
    linalg.yield %s : T
  } -> tensor<4xT>
  return %r : tensor<4xT>
}"""


@pytest.mark.parametrize(("element", "dtype"), [("f32", np.float32), ("f16", np.float16), ("bf16", ml_dtypes.bfloat16)])
def test_the_floor_is_at_least_the_error_of_a_sum_in_order(job: Job, toolchain: Toolchain, element: str, dtype: Any) -> None:
    program = body(job, toolchain, SUM.replace("xT>", f"x{element}>").replace(": T", f": {element}"))
    x = np.random.default_rng(0).random((4, 512)).astype(dtype)
    index = everywhere((4,))
    known = exact(program, [x], 0, index)
    np.testing.assert_allclose(known.values, x.astype(float).sum(1), rtol=1e-14)
    in_order = np.zeros(4, dtype)
    for column in x.T:
        in_order = (in_order + column).astype(dtype)
    np.testing.assert_array_equal(evaluate(program, [x], 0, index, DECLARED).values, in_order.astype(float))
    floor = noise_floor(program, [x], 0, index, known)
    assert np.all(floor.errors >= np.abs(in_order.astype(float) - known.values))
    assert np.all(floor.errors <= 512 * limits(np.dtype(dtype)).eps * known.values)
    assert not floor.status.any()
    judged = judge_elements(in_order, x.astype(float).sum(1).astype(dtype), known, floor)
    assert judged.a is not None
    assert judged.a.ratio <= 1


def test_the_same_seed_gives_the_same_floor_and_a_worse_reference_raises_it(job: Job, toolchain: Toolchain) -> None:
    program = body(job, toolchain, SUM.replace("xT>", "xf32>").replace(": T", ": f32"))
    x = np.random.default_rng(0).random((4, 512)).astype(np.float32)
    index = everywhere((4,))
    known = exact(program, [x], 0, index)
    one, two = (noise_floor(program, [x], 0, index, known, seed=3) for _ in range(2))
    np.testing.assert_array_equal(one.errors, two.errors)
    other = noise_floor(program, [x], 0, index, known, reference=known.values + 1.0, seed=3)
    np.testing.assert_allclose(other.errors, 1.0)


def test_what_never_rounds_has_no_more_than_half_a_unit(job: Job, toolchain: Toolchain) -> None:
    kind = "tensor<64xf64>"
    lines = f"%a = arith.negf %x : {kind}\n%b = math.absf %a : {kind}\n%r = arith.maximumf %b, %y : {kind}\nreturn %r : {kind}"
    program = body(job, toolchain, f"func.func @main(%x: {kind}, %y: {kind}) -> {kind} {{\n{lines}\n}}")
    x, y = np.random.default_rng(0).standard_normal((2, 64))
    known = exact(program, [x, y], 0, everywhere((64,)))
    floor = noise_floor(program, [x, y], 0, everywhere((64,)), known)
    np.testing.assert_array_equal(floor.errors, unit_in_the_last_place(known.values, "f64") / 2)
    assert floor.rms_rel == 0


HALF = ("atan", "cbrt", "cos", "cosh", "erf", "exp", "expm1", "log1p", "tan", "tanh")
SINGLE = (*HALF, "acos", "asin", "asinh", "atanh", "exp2", "sin", "sinh")
POSITIVE = ("log", "log2", "rsqrt", "sqrt")


@pytest.mark.parametrize(("element", "functions"), [("f32", SINGLE), ("f16", HALF)])
def test_functions_as_they_are_compiled_are_within_noise(job: Job, toolchain: Toolchain, element: str, functions: tuple[str, ...]) -> None:
    # On this CPU subnormal numbers of f16 are flushed to zero, and some functions are compiled in f16 throughout.
    kind = f"tensor<256x{element}>"
    calls = [f"math.{name} %x" for name in functions] + [f"math.{name} %y" for name in POSITIVE] + ["math.powf %y, %x", "math.atan2 %x, %y"]
    lines = [f"%r{i} = {call} : {kind}" for i, call in enumerate(calls)]
    results, kinds = ", ".join(f"%r{i}" for i in range(len(calls))), ", ".join([kind] * len(calls))
    path = job.subfolder("program") / "p.mlir"
    path.write_text("\n".join([f"func.func @main(%x: {kind}, %y: {kind}) -> ({kinds}) {{", *lines, f"return {results} : {kinds}", "}"]))
    program = body(job, toolchain, path.read_text())
    random = np.random.default_rng(0)
    dtype = ELEMENT_TYPES[element].numpy
    x, y = random.uniform(-0.98, 0.98, 256).astype(dtype), random.uniform(0.1, 20, 256).astype(dtype)
    for output, found in enumerate(ran(job, toolchain, path, CPU, [x, y])):
        index = everywhere((256,))
        known = exact(program, [x, y], output, index)
        judged = judge_elements(found, found, known, noise_floor(program, [x, y], output, index, known))
        assert judged.a is not None
        assert judged.a.within_noise, (calls[output], judged.sentence)


def test_a_sum_of_numbers_that_a_device_may_take_for_zero(job: Job, toolchain: Toolchain) -> None:
    program = body(
        job, toolchain, "func.func @main(%x: tensor<3xf16>) -> tensor<3xf16> {\n%r = arith.addf %x, %x : tensor<3xf16>\nreturn %r : tensor<3xf16>\n}"
    )
    x = np.array([1e-5, 2.0, -1e-5], np.float16)
    known = exact(program, [x], 0, everywhere((3,)))
    floor = noise_floor(program, [x], 0, everywhere((3,)), known)
    np.testing.assert_array_equal(floor.errors, [known.values[0], 2.0**-9, known.values[0]])
    flushed = judge_elements(np.array([0, 4.0, 0], np.float16), np.array([0, 5.0, 0], np.float16), known, floor)
    assert flushed.a is not None
    assert flushed.b is not None
    assert flushed.a.within_noise
    assert not flushed.b.within_noise


def test_a_function_that_is_wrong_is_over_its_noise(job: Job, toolchain: Toolchain) -> None:
    program = body(job, toolchain, "func.func @main(%x: tensor<64xf32>) -> tensor<64xf32> {\n%r = math.sin %x : tensor<64xf32>\nreturn %r : tensor<64xf32>\n}")
    x = np.linspace(-3, 3, 64, dtype=np.float32)
    known = exact(program, [x], 0, everywhere((64,)))
    floor = noise_floor(program, [x], 0, everywhere((64,)), known)
    short = x - x.astype(float) ** 3 / 6 + x.astype(float) ** 5 / 120
    judged = judge_elements(short.astype(np.float32), np.sin(x), known, floor)
    assert judged.a is not None
    assert judged.b is not None
    assert not judged.a.within_noise
    assert judged.b.within_noise


def test_what_is_open_in_the_declared_types_has_no_floor(job: Job, toolchain: Toolchain) -> None:
    program = body(
        job,
        toolchain,
        """func.func @main(%x: tensor<3xf16>) -> tensor<3xi32> {
          %s = arith.mulf %x, %x : tensor<3xf16>
          %r = arith.fptosi %s : tensor<3xf16> to tensor<3xi32>
          return %r : tensor<3xi32>
        }""",
    )
    x = np.array([3, 300, -7], np.float16)  # 90000 is beyond the range of f16
    known = exact(program, [x], 0, everywhere((3,)))
    assert known.values.tolist() == [9, 90000, 49]
    floor = noise_floor(program, [x], 0, everywhere((3,)), known)
    assert [REASONS[code - 1] if code else None for code in floor.status] == [None, Reason.CONVERSION, None]
    judged = judge_elements(np.array([9, 5, 49]), np.array([9, 7, 49]), known, floor)
    assert (judged.elements, judged.open) == (2, 1)
    assert judged.why == (Reason.CONVERSION,)
    assert "1 element is left open by the program, so neither side is wrong there: a float is converted to an integer" in judged.sentence


def test_without_a_floor_nothing_is_judged(job: Job, toolchain: Toolchain) -> None:
    program = body(job, toolchain, SUM.replace("xT>", "xf32>").replace(": T", ": f32"))
    x = np.random.default_rng(0).random((4, 512)).astype(np.float32)
    known = exact(program, [x], 0, everywhere((4,)))
    floor = noise_floor(program, [x], 0, everywhere((4,)), known, work=1000)
    judged = judge_elements(known.values, known.values, known, floor)
    assert (judged.elements, judged.open, judged.unknown) == (0, 0, 4)
    assert judged.sentence == "4 elements were not evaluated: main: it takes more work than may be done for it."


# Distances.


def known(*values: float, element: str = "f32", status: list[int] | None = None, unsupported: tuple[Unsupported, ...] = ()) -> Exact:
    dtype = np.float64 if element.startswith("f") else np.int64
    return Exact(element, np.array(values, dtype), np.array(status or [0] * len(values), np.int16), unsupported)


def floor_of(*errors: float) -> Floor:
    return Floor(np.array(errors), np.zeros(len(errors), np.int16), 0.0)


def test_distances_at_the_ends_of_a_type() -> None:
    want = known(1.0, math.nan, math.inf, 1e39, 1e39, 2.0, 2.0, -math.inf)
    have = np.array([1.5, math.nan, math.inf, math.inf, 3e38, math.nan, math.inf, math.inf], np.float32)
    np.testing.assert_allclose(distance(have, want), [0.5, 0, 0, 0, 1e39 - 3e38, math.inf, math.inf, math.inf], rtol=1e-6)


def test_distances_of_integers_and_booleans() -> None:
    assert distance(np.array([True, False]), Exact("i1", np.array([True, True]), np.zeros(2, np.int16))).tolist() == [0, 1]
    assert distance(np.array([-128], np.int8), known(127, element="i8")).tolist() == [255]


# The judgement.


def test_a_side_far_over_the_floor_is_wrong_and_the_other_within_noise() -> None:
    judged = judge_elements(np.array([1.5, 2.0], np.float32), np.array([1.0000001, 2.0], np.float32), known(1.0, 2.0), floor_of(1e-6, 1e-6))
    assert judged.a is not None
    assert judged.b is not None
    assert not judged.a.within_noise
    assert judged.b.within_noise
    assert judged.a.ratio == pytest.approx(0.5e6)
    assert judged.a.lane == 0
    assert judged.closer == "B"
    assert judged.sentence == (
        "2 elements were held against exact values. A errs by up to 0.5, over the noise floor by 5e+05 times. "
        "B errs by up to 1.19e-07, 0.12 times the noise floor: it is closer to exact than a faithful evaluation in the declared types. "
        "B is closer to exact than A, 4.19e+06 times."
    )


def test_an_error_like_the_floor_is_rounding() -> None:
    judged = judge_elements(np.array([1.1]), np.array([0.75]), known(1.0), floor_of(0.1), names=("default", "O3"))
    assert judged.a is not None
    assert judged.a.within_noise
    assert judged.closer == "A"
    assert judged.factor == pytest.approx(2.5)
    assert judged.sentence == (
        "1 element was held against exact values. default errs by up to 0.1, 1 times the noise floor: rounding explains that. "
        "O3 errs by up to 0.25, 2.5 times the noise floor: rounding explains that. default is closer to exact than O3, 2.5 times."
    )


def test_few_elements_a_little_over_the_floor_are_rounding_too() -> None:
    values = np.ones(200)
    unit = 2.0**-23
    side = np.where(np.arange(200) == 0, 1 + 20 * unit, 1.0)
    floor = Floor(np.full(200, unit), np.zeros(200, np.int16), 0.0)
    for off, few, within in ((20, 1, True), (100, 1, False), (20, 10, False)):
        side = np.where(np.arange(200) < few, 1 + off * unit, 1.0)
        standing = judge_elements(side, values, known(*values), floor).a
        assert standing is not None
        assert standing.ratio == pytest.approx(off)
        assert standing.ulp == pytest.approx(off)
        assert standing.within_noise is within


def test_elements_that_were_chosen_for_being_bad_say_nothing_of_the_share() -> None:
    side = np.array([1.1, 1.1, 1.0, 1.0])
    chosen = judge_elements(side, side, known(1, 1, 1, 1), floor_of(1e-3, 1e-3, 1e-3, 1e-3), worst=2).a
    assert chosen is not None
    assert chosen.far == 0
    drawn = judge_elements(side, side, known(1, 1, 1, 1), floor_of(1e-3, 1e-3, 1e-3, 1e-3)).a
    assert drawn is not None
    assert drawn.far == 0.5


def test_where_rounding_explains_nothing_any_error_is_over() -> None:
    judged = judge_elements(np.array([3, 4]), np.array([3, 5]), known(3, 5, element="i32"), floor_of(0, 0))
    assert judged.a is not None
    assert judged.a.ratio == math.inf
    assert judged.a.ulp is None
    assert not judged.a.within_noise
    assert judged.sentence == (
        "2 elements were held against exact values. A errs by up to 1, where rounding explains no error. B is exact. B is closer to exact than A."
    )


def test_where_the_declared_types_overflow_an_infinity_is_no_fault() -> None:
    judged = judge_elements(np.array([math.inf]), np.array([math.inf]), known(7e4, element="f32"), floor_of(math.inf))
    assert judged.a is not None
    assert judged.a.ratio == 1
    assert judged.closer is None


def test_open_and_unknown_elements_are_not_judged() -> None:
    cause = Unsupported("iree_linalg_ext.sort", "p.mlir:3:4")
    status = [0, REASONS.index(Reason.CONVERSION) + 1, -1]
    judged = judge_elements(np.array([1.0, 5, 6]), np.array([1.0, 7, 8]), known(1, 0, 0, status=status, unsupported=(cause,)), floor_of(1, 1, 1))
    assert (judged.elements, judged.open, judged.unknown) == (1, 1, 1)
    assert judged.why == (Reason.CONVERSION, cause)
    assert judged.sentence == (
        "1 element was held against exact values. A is exact. B is exact. 1 element is left open by the program, so neither side is wrong there: "
        "a float is converted to an integer type that cannot hold it. 1 element was not evaluated: iree_linalg_ext.sort at p.mlir:3:4."
    )
    none = judge_elements(np.zeros(1), np.ones(1), known(0, status=[-1], unsupported=(cause,)), floor_of(1))
    assert (none.a, none.b, none.elements) == (None, None, 0)
    assert none.sentence == "1 element was not evaluated: iree_linalg_ext.sort at p.mlir:3:4."
    nothing = judge_elements(np.zeros(0), np.zeros(0), known(), floor_of())
    assert nothing.sentence == "No element was held against exact values."


# The sample.


def test_a_sample_has_the_worst_elements_first_and_no_element_twice() -> None:
    chosen = sample((100, 50), [(3, 4), (99, 49)], seed=1, count=20)
    assert chosen.worst == 2
    assert chosen.indices[:2].tolist() == [[3, 4], [99, 49]]
    assert len(np.unique(chosen.indices, axis=0)) == len(chosen.indices) == 22
    assert np.all((chosen.indices >= 0) & (chosen.indices < [100, 50]))
    np.testing.assert_array_equal(chosen.indices, sample((100, 50), [(3, 4), (99, 49)], seed=1, count=20).indices)
    assert chosen.indices.tolist() != sample((100, 50), [(3, 4), (99, 49)], seed=2, count=20).indices.tolist()


@pytest.mark.parametrize(("shape", "elements"), [((), 1), ((3,), 3), ((2, 2), 4), ((0, 5), 0)])
def test_of_a_small_tensor_the_sample_is_all(shape: tuple[int, ...], elements: int) -> None:
    chosen = sample(shape, [tuple(0 for _ in shape)] if elements else [], seed=0)
    assert chosen.indices.shape == (elements, len(shape))
    assert len(np.unique(chosen.indices, axis=0)) == elements


def test_a_sample_of_a_huge_tensor_costs_nothing() -> None:
    assert len(sample((1 << 20, 1 << 20), [], seed=0).indices) == 64
