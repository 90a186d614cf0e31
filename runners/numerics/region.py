"""The region of a structured operation, taken apart: what is needed for one result, and what of it depends on the point before."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from runners.numerics.arithmetic import Arithmetic
from runners.numerics.program import MalformedError, Operation, Region, Type, bits_of, is_float
from runners.numerics.rules import signed, unsigned, wrap
from runners.numerics.scope import Step, prepared

Array = npt.NDArray[Any]
TakeIn = Callable[[Array, Array], Array]
"""From one value a row, and for each row further ones, to one value a row."""


def _at_once(ufunc: np.ufunc, before: Array, terms: Array) -> Array:
    return np.asarray(ufunc(before, ufunc.reduce(terms, axis=1)))


def _one_by_one(ufunc: np.ufunc, element: str, arithmetic: Arithmetic, before: Array, terms: Array) -> Array:
    for term in terms.T:
        before = arithmetic.kept(ufunc(before, term), element)
    return before


_ROUNDING = {"arith.addf": np.add, "arith.mulf": np.multiply}
"""Sums and products of floats may be formed in any order where nothing is rounded, and have to be formed in turn where it is."""

_NUMBERS = {
    "arith.maximumf": np.maximum,
    "arith.minimumf": np.minimum,
    "arith.maxnumf": np.fmax,
    "arith.minnumf": np.fmin,
    "arith.maxsi": np.maximum,
    "arith.minsi": np.minimum,
    "arith.andi": np.bitwise_and,
    "arith.ori": np.bitwise_or,
    "arith.xori": np.bitwise_xor,
}
_WRAPPING = {"arith.addi": np.add, "arith.muli": np.multiply}
_UNSIGNED = {"arith.maxui": np.maximum, "arith.minui": np.minimum}
"""Operations that may be carried out in any order."""


def _take_in(name: str, element: str, arithmetic: Arithmetic) -> TakeIn | None:
    """How an operation takes in many values, where it can do so without going through a region for each."""
    if is_float(element) != name.endswith("f"):
        return None
    bits = bits_of(element)
    if name in _ROUNDING and arithmetic.rounds:
        return partial(_one_by_one, _ROUNDING[name], element, arithmetic)
    if name in _ROUNDING or name in _NUMBERS:
        return partial(_at_once, (_ROUNDING | _NUMBERS)[name])
    if name in _WRAPPING and bits:
        return lambda before, terms: wrap(_at_once(_WRAPPING[name], before, terms), bits)
    if name in _UNSIGNED and bits:
        return lambda before, terms: signed(_at_once(_UNSIGNED[name], unsigned(before, bits), unsigned(terms, bits)), bits)
    return None


@dataclass(frozen=True, slots=True)
class Combiner:
    """The one operation that takes in a further point, where it can do so for many points.

    :ivar term: the value of the region that it takes in.
    """

    term: int
    take_in: TakeIn


@dataclass(frozen=True, slots=True)
class Plan:
    """How to carry out a region for one of its results.

    :ivar carried: positions of the results whose value at one point the next point needs.
    :ivar first: steps that do not depend on those; ``then``: steps that do.
    :ivar used: values that the steps and the results take in from outside of them.
    """

    carried: tuple[int, ...]
    first: tuple[Step, ...]
    then: tuple[Step, ...]
    used: frozenset[int]
    combiner: Combiner | None


def plan_for(region: Region, result: int, accumulators: Sequence[int], types: Mapping[int, Type], arithmetic: Arithmetic) -> Plan:
    """The plan for one result of a region.

    :param accumulators: the arguments of the region that hold what it yielded at the point before, result by result.
    :raises MalformedError: when the region yields another number of values than there are accumulators.
    """
    yielded = region.yielded
    if [types[number] for number in yielded] != [types[number] for number in accumulators]:
        raise MalformedError("its region yields other values than it has results")
    body = region.operations[:-1]
    # What is needed may carry other results along, which are then needed, too.
    wanted = {result}
    while True:
        needed, used = _closure(body, (yielded[position] for position in wanted))
        more = {position for position, number in enumerate(accumulators) if number in used} | wanted
        if more == wanted:
            break
        wanted = more
    carried = tuple(position for position in sorted(wanted) if accumulators[position] in used)
    depends = {accumulators[position] for position in carried}
    first: list[Step] = []
    then: list[Step] = []
    for operation in needed:
        on_the_point_before = not depends.isdisjoint(operation.operands)
        if on_the_point_before:
            depends.update(value.id for value in operation.results)
        (then if on_the_point_before else first).append(prepared(operation, types))
    combiner = _combiner(then, yielded[result], accumulators[result], arithmetic) if carried == (result,) else None
    return Plan(carried, tuple(first), tuple(then), frozenset(used), combiner)


def _closure(body: Sequence[Operation], wanted: Iterable[int]) -> tuple[list[Operation], set[int]]:
    """The operations that some values need, in order, and the values that come from outside of these operations."""
    missing = set(wanted)
    needed = []
    for operation in reversed(body):
        defined = {value.id for value in operation.results}
        if not defined.isdisjoint(missing):
            needed.append(operation)
            missing -= defined
            missing.update(operation.operands)
    return needed[::-1], missing


def _combiner(then: Sequence[Step], yielded: int, accumulator: int, arithmetic: Arithmetic) -> Combiner | None:
    if len(then) != 1:
        return None
    operation, call = then[0].operation, then[0].call
    others = [number for number in operation.operands if number != accumulator]
    if len(operation.operands) != 2 or len(others) != 1 or len(call.results) != 1 or operation.results[0].id != yielded or {*call.operands} != {*call.results}:
        return None
    if operation.words("overflowFlags") & {"nsw", "nuw"} or operation.words("fastmath") & {"nnan", "ninf", "fast"}:
        return None
    take_in = _take_in(operation.name, call.results[0], arithmetic)
    return Combiner(others[0], take_in) if take_in else None
