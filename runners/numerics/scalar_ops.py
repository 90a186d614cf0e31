"""The table of scalar operations, and how one of them is applied to lanes."""

from collections.abc import Sequence

import numpy as np

from runners.numerics.accuracy import NEVER_ROUNDED, SLACK
from runners.numerics.arithmetic import Arithmetic
from runners.numerics.conversion_rules import CONVERSION_RULES
from runners.numerics.float_rules import FLOAT_RULES
from runners.numerics.integer_rules import INTEGER_RULES
from runners.numerics.lanes import Lanes, Reason, Status, chosen, merged, opened
from runners.numerics.program import MalformedError, is_float
from runners.numerics.rules import Array, Call, Rule, width

RULES: dict[str, Rule] = FLOAT_RULES | INTEGER_RULES | CONVERSION_RULES
"""Every operation of MLIR's arith and math dialects, but for ``arith.constant``."""

_PROMISES = {
    "nnan": (Reason.NOT_NAN, np.isnan),
    "ninf": (Reason.NOT_INFINITE, np.isinf),
}


def apply(call: Call, operands: Sequence[Lanes], arithmetic: Arithmetic) -> tuple[Lanes, ...]:
    """The results of an operation, of its name in :data:`RULES`, lane by lane.

    A lane is open where an operand is, except that a select takes the status of what it selects.

    :raises MalformedError: when it has other operands, types or attributes than it must have.
    """
    rule = RULES[call.operation.name]
    _check(call, rule, operands)
    slack, rounds = SLACK.get(call.operation.name), call.operation.name not in NEVER_ROUNDED
    taken = [arithmetic.taken(lanes.values, element, slack) if rounds else lanes.values for lanes, element in zip(operands, call.operands, strict=True)]
    answer = rule.compute(call, taken)
    if len(answer.values) != len(call.results):
        raise MalformedError(f"it has {len(call.results)} results")
    values = answer.values
    if rounds:
        values = tuple(arithmetic.kept(value, element, slack) for value, element in zip(values, call.results, strict=True))
    if call.operation.name == "arith.select":
        condition, yes, no = operands
        return (Lanes(values[0], merged([condition.status, chosen(condition.values != 0, yes, no).status])),)
    broken = _broken_promises(call, [operand.values for operand in operands], values)
    status = merged([*(operand.status for operand in operands), answer.status, *broken])
    return tuple(Lanes(value, status) for value in values)


def _check(call: Call, rule: Rule, operands: Sequence[Lanes]) -> None:
    if len(operands) != rule.operands:
        raise MalformedError(f"it has {len(operands)} operands")
    if any(is_float(element) != (lanes.values.dtype.kind == "f") for element, lanes in zip(call.operands, operands, strict=True)):
        raise MalformedError("an operand is not of its type")
    if call.operation.name in INTEGER_RULES:
        for element in (*call.operands, *call.results):
            width(element)


def _broken_promises(call: Call, operands: Sequence[Array], results: Sequence[Array]) -> list[Status | None]:
    """Where fast-math flags exclude an operand or a result that is there."""
    flags = call.operation.words("fastmath")
    if "fast" in flags:
        flags |= _PROMISES.keys()
    return [
        opened(reason, test(value)) for flag, (reason, test) in _PROMISES.items() if flag in flags for value in (*operands, *results) if value.dtype.kind == "f"
    ]
