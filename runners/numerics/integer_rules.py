"""arith and math operations on integers and index, as MLIR defines them: two's complement of the type's width, index of 64 bits."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from runners.numerics.lanes import Reason, merged, opened
from runners.numerics.program import MalformedError
from runners.numerics.rules import Answer, Call, Compute, Rule, signed, truth, unsigned, wrap, wrapping

Array = npt.NDArray[Any]


def _checked(function: Callable[[Array, Array], Array]) -> Rule:
    """Sum, difference or product; open where it overflows although its flags promise that it does not."""

    def compute(call: Call, values: Sequence[Array]) -> Answer:
        bits = call.result_bits
        result = wrap(function(*values), bits)
        promised = call.operation.words("overflowFlags")
        broken = []
        for flag, as_numbers, kept in (("nsw", np.asarray, result), ("nuw", lambda v: unsigned(v, bits), unsigned(result, bits))):
            if flag in promised:
                true = function(*(as_numbers(value).astype(object) for value in values))
                broken.append(opened(Reason.OVERFLOW, np.asarray(true != kept.astype(object), np.bool_)))
        return Answer((result,), merged(broken))

    return Rule(2, compute)


def _cmpi(call: Call, values: Sequence[Array]) -> Answer:
    predicate = call.operation.integer("predicate")
    if predicate not in _COMPARISONS:
        raise MalformedError(f"cmpi has no predicate {predicate}")
    as_unsigned, holds = _COMPARISONS[predicate]
    a, b = (unsigned(v, call.bits) for v in values) if as_unsigned else values
    return Answer((truth(holds(a, b)),))


_COMPARISONS: dict[int, tuple[bool, Callable[[Array, Array], Array]]] = {
    0: (False, np.equal),
    1: (False, np.not_equal),
    2: (False, np.less),
    3: (False, np.less_equal),
    4: (False, np.greater),
    5: (False, np.greater_equal),
    6: (True, np.less),
    7: (True, np.less_equal),
    8: (True, np.greater),
    9: (True, np.greater_equal),
}
"""``arith.cmpi`` by number: whether operands are read as unsigned, and what holds between them."""


def _truncated(a: Array, b: Array) -> Array:
    floor = a // b
    return np.where((floor < 0) & (floor * b != a), floor + 1, floor)


def _raised(a: Array, b: Array) -> Array:
    floor = a // b
    return np.where(floor * b != a, floor + 1, floor)


def _divided(function: Callable[[Array, Array], Array]) -> Rule:
    """A quotient or remainder of signed numbers."""

    def compute(call: Call, values: Sequence[Array]) -> Answer:
        a, b = values
        lowest = -(1 << (call.bits - 1))
        overflow = (a == lowest) & (b == -1)
        status = merged([opened(Reason.DIVISION, b == 0), opened(Reason.QUOTIENT, overflow)])
        divisor = np.where((b == 0) | overflow, 1, b)
        return Answer((wrap(function(a, divisor), call.bits),), status)

    return Rule(2, compute)


def _divided_unsigned(function: Callable[[Array, Array], Array]) -> Rule:
    """A quotient or remainder of unsigned numbers."""

    def compute(call: Call, values: Sequence[Array]) -> Answer:
        a, b = (unsigned(v, call.bits) for v in values)
        divisor = np.where(b == 0, np.uint64(1), b)
        return Answer((signed(function(a, divisor), call.bits),), opened(Reason.DIVISION, b == 0))

    return Rule(2, compute)


def _raised_unsigned(a: Array, b: Array) -> Array:
    quotient = a // b
    raised: Array = quotient + (quotient * b != a).astype(np.uint64)
    return raised


def _shifted(function: Callable[[Array, Array, int], Array]) -> Rule:
    """A shift; the amount is unsigned, and from the width on the result is open."""

    def compute(call: Call, values: Sequence[Array]) -> Answer:
        bits = call.bits
        amount = unsigned(values[1], bits)
        too_far = amount >= bits
        result = wrap(function(values[0], np.where(too_far, np.uint64(0), amount).view(np.int64), bits), bits)
        broken = [opened(Reason.SHIFT, too_far)]
        promised = call.operation.words("overflowFlags")
        back = np.where(too_far, 0, amount).view(np.int64)
        if "nsw" in promised:
            broken.append(opened(Reason.OVERFLOW, result >> back != values[0]))
        if "nuw" in promised:
            broken.append(opened(Reason.OVERFLOW, unsigned(result, bits) >> back.view(np.uint64) != unsigned(values[0], bits)))
        return Answer((result,), merged(broken))

    return Rule(2, compute)


def _right_unsigned(a: Array, amount: Array, bits: int) -> Array:
    return (unsigned(a, bits) >> amount.view(np.uint64)).view(np.int64)


def _unsigned_order(function: Callable[[Array, Array], Array]) -> Rule:
    def compute(call: Call, values: Sequence[Array]) -> Answer:
        a, b = (unsigned(v, call.bits) for v in values)
        return Answer((signed(function(a, b), call.bits),))

    return Rule(2, compute)


def _with_carry(function: Callable[[Array, Array], Array], carries: Callable[[Array, Array, Array], Array]) -> Rule:
    """Sum or difference of unsigned numbers, and whether it did not fit."""

    def compute(call: Call, values: Sequence[Array]) -> Answer:
        result = wrap(function(*values), call.bits)
        a, b, r = (unsigned(v, call.bits) for v in (*values, result))
        return Answer((result, truth(carries(a, b, r))))

    return Rule(2, compute)


def _in_two_halves(as_unsigned: bool) -> Rule:
    """A product in full: its lower and its upper half."""

    def compute(call: Call, values: Sequence[Array]) -> Answer:
        bits = call.bits
        a, b = (np.asarray(unsigned(v, bits) if as_unsigned else v).astype(object) for v in values)
        upper = np.asarray((a * b) >> bits).astype(object)
        lowest = -(1 << 63)
        upper = np.asarray((upper - lowest) % (1 << 64) + lowest).astype(np.int64)
        return Answer((wrap(values[0] * values[1], bits), wrap(upper, bits)))

    return Rule(2, compute)


def _ipowi(call: Call, values: Sequence[Array]) -> Answer:
    base, exponent = values
    bits = call.bits
    result, power, left = np.ones_like(base + exponent), base + 0 * exponent, np.where(exponent > 0, exponent, 0)
    while np.any(left):
        result = np.where(left & 1 != 0, wrap(result * power, bits), result)
        power, left = wrap(power * power, bits), left >> 1
    # A negative power is 0 but for 1 and -1; of 0 it is a division.
    odd = np.where(exponent & 1 != 0, -1, 1)
    of_negative = np.where(base == 1, 1, np.where(base == -1, odd, 0))
    return Answer((wrap(np.where(exponent < 0, of_negative, result), bits),), opened(Reason.DIVISION, (exponent < 0) & (base == 0)))


def _counted(count: Callable[[npt.NDArray[np.uint64], int], Array]) -> Compute:
    def compute(call: Call, values: Sequence[Array]) -> Answer:
        return Answer((wrap(np.asarray(count(unsigned(values[0], call.bits), call.bits), np.int64), call.bits),))

    return compute


def _length(values: npt.NDArray[np.uint64]) -> Array:
    """Position of the highest bit that is set, from 1 on; 0 for 0."""
    smeared = values
    for step in (1, 2, 4, 8, 16, 32):
        smeared = smeared | (smeared >> np.uint64(step))
    length: Array = np.bitwise_count(smeared).astype(np.int64)
    return length


def _leading(values: npt.NDArray[np.uint64], bits: int) -> Array:
    return bits - _length(values)


def _trailing(values: npt.NDArray[np.uint64], bits: int) -> Array:
    lowest = values & (~values + np.uint64(1))
    return np.where(values == 0, bits, _length(lowest) - 1)


INTEGER_RULES: dict[str, Rule] = {
    "arith.addi": _checked(np.add),
    "arith.subi": _checked(np.subtract),
    "arith.muli": _checked(np.multiply),
    "arith.andi": wrapping(np.bitwise_and),
    "arith.ori": wrapping(np.bitwise_or),
    "arith.xori": wrapping(np.bitwise_xor),
    "arith.maxsi": wrapping(np.maximum),
    "arith.minsi": wrapping(np.minimum),
    "arith.maxui": _unsigned_order(np.maximum),
    "arith.minui": _unsigned_order(np.minimum),
    "arith.cmpi": Rule(2, _cmpi),
    "arith.divsi": _divided(_truncated),
    "arith.floordivsi": _divided(np.floor_divide),
    "arith.ceildivsi": _divided(_raised),
    "arith.remsi": _divided(np.fmod),
    "arith.divui": _divided_unsigned(np.floor_divide),
    "arith.ceildivui": _divided_unsigned(_raised_unsigned),
    "arith.remui": _divided_unsigned(np.remainder),
    "arith.shli": _shifted(lambda a, amount, _: a << amount),
    "arith.shrsi": _shifted(lambda a, amount, _: a >> amount),
    "arith.shrui": _shifted(_right_unsigned),
    "arith.addui_extended": _with_carry(np.add, lambda a, _, r: r < a),
    "arith.subui_extended": _with_carry(np.subtract, lambda a, b, _: a < b),
    "arith.mulsi_extended": _in_two_halves(as_unsigned=False),
    "arith.mului_extended": _in_two_halves(as_unsigned=True),
    "math.absi": wrapping(np.abs, 1),
    "math.ctlz": Rule(1, _counted(_leading)),
    "math.cttz": Rule(1, _counted(_trailing)),
    "math.ctpop": Rule(1, _counted(lambda values, _: np.bitwise_count(values))),
    "math.ipowi": Rule(2, _ipowi),
}
