"""arith operations between types, and select."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from runners.element_types import ELEMENT_TYPES
from runners.numerics.arithmetic import rounded
from runners.numerics.lanes import Reason, opened
from runners.numerics.program import MalformedError, bits_of, is_float
from runners.numerics.rules import Answer, Call, Rule, real, require_floats, signed, unsigned, width, wrap

Array = npt.NDArray[Any]


def _to_integer(as_unsigned: bool) -> Rule:
    """Rounded towards zero; open where the type cannot hold that."""

    def compute(call: Call, values: Sequence[Array]) -> Answer:
        require_floats(call.operands)
        bits = call.result_bits
        whole = np.trunc(values[0])
        low, high = (0.0, 2.0**bits) if as_unsigned else (-(2.0 ** (bits - 1)), 2.0 ** (bits - 1))
        fits = (whole >= low) & (whole < high)
        kept = np.where(fits, whole, 0.0)
        integers = kept.astype(np.uint64).view(np.int64) if as_unsigned else kept.astype(np.int64)
        return Answer((wrap(integers, bits),), opened(Reason.CONVERSION, ~fits))

    return Rule(1, compute)


def _to_float(as_unsigned: bool) -> Rule:
    def compute(call: Call, values: Sequence[Array]) -> Answer:
        require_floats(call.results)
        numbers = unsigned(values[0], call.bits) if as_unsigned else values[0]
        negative = as_unsigned and "nneg" in call.operation.attributes
        return Answer((numbers.astype(np.float64),), opened(Reason.OVERFLOW, values[0] < 0) if negative else None)

    return Rule(1, compute)


def _signed_resize(call: Call, values: Sequence[Array]) -> Answer:
    width(call.operands[0])
    return Answer((wrap(values[0], call.result_bits),))


def _unsigned_resize(call: Call, values: Sequence[Array]) -> Answer:
    negative = opened(Reason.OVERFLOW, values[0] < 0) if "nneg" in call.operation.attributes else None
    return Answer((signed(unsigned(values[0], call.bits), call.result_bits),), negative)


def _trunci(call: Call, values: Sequence[Array]) -> Answer:
    width(call.operands[0])
    bits = call.result_bits
    result = wrap(values[0], bits)
    promised = call.operation.words("overflowFlags")
    lost = np.zeros(result.shape, np.bool_)
    if "nsw" in promised:
        lost = lost | (result != values[0])
    if "nuw" in promised:
        lost = lost | (unsigned(result, bits) != unsigned(values[0], call.bits))
    return Answer((result,), opened(Reason.OVERFLOW, lost))


def _bitcast(call: Call, values: Sequence[Array]) -> Answer:
    """The bits of a value in its own type: a float is rounded to it first, or it would have none."""
    return Answer((_from_bits(_bits(values[0], call.operands[0]), call.results[0]),))


def _bits(values: Array, element: str) -> npt.NDArray[np.uint64]:
    if not is_float(element):
        return unsigned(values, width(element))
    kind = ELEMENT_TYPES[element]
    narrow = np.ascontiguousarray(rounded(values, element)).astype(kind.numpy)
    return narrow.view(f"u{kind.numpy.itemsize}").astype(np.uint64).reshape(np.shape(values))


def _from_bits(bits: npt.NDArray[np.uint64], element: str) -> Array:
    if bits_of(element):
        return signed(bits, bits_of(element))
    if not is_float(element):
        raise MalformedError(f"{element} has no bits that are known here")
    kind = ELEMENT_TYPES[element]
    narrow = np.ascontiguousarray(bits.astype(f"u{kind.numpy.itemsize}"))
    return narrow.view(kind.numpy).astype(np.float64).reshape(bits.shape)


def _scaling_extf(call: Call, values: Sequence[Array]) -> Answer:
    require_floats((*call.operands, *call.results))
    return Answer((values[0] * rounded(values[1], "f8E8M0FNU"),))


def _scaling_truncf(call: Call, values: Sequence[Array]) -> Answer:
    require_floats((*call.operands, *call.results))
    return Answer((values[0] / rounded(values[1], "f8E8M0FNU"),))


def _select(call: Call, values: Sequence[Array]) -> Answer:
    if call.operands[0] != "i1" or {*call.operands[1:]} != {*call.results}:
        raise MalformedError("it does not select between two values of its type")
    condition, yes, no = values
    return Answer((np.where(condition != 0, yes, no),))


def _same(values: Array) -> Array:
    return values


CONVERSION_RULES: dict[str, Rule] = {
    "arith.extf": real(_same, 1),
    "arith.truncf": real(_same, 1),
    "arith.convertf": real(_same, 1),
    "arith.scaling_extf": Rule(2, _scaling_extf),
    "arith.scaling_truncf": Rule(2, _scaling_truncf),
    "arith.fptosi": _to_integer(as_unsigned=False),
    "arith.fptoui": _to_integer(as_unsigned=True),
    "arith.sitofp": _to_float(as_unsigned=False),
    "arith.uitofp": _to_float(as_unsigned=True),
    "arith.extsi": Rule(1, _signed_resize),
    "arith.extui": Rule(1, _unsigned_resize),
    "arith.trunci": Rule(1, _trunci),
    "arith.index_cast": Rule(1, _signed_resize),
    "arith.index_castui": Rule(1, _unsigned_resize),
    "arith.bitcast": Rule(1, _bitcast),
    "arith.select": Rule(3, _select),
}
