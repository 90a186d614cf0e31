"""The region of a structured operation, taken apart: what is needed for one result, and what of it depends on the point before."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from runners.numerics.arithmetic import Arithmetic
from runners.numerics.program import MalformedError, Operation, Region, Type, bits_of, is_float
from runners.numerics.rules import signed, unsigned, wrap
from runners.numerics.scope import Step, prepared

Array = npt.NDArray[Any]
Reduce = Callable[[Array, str], Array]
"""All values of the second axis made one, for an element type."""


def _over(ufunc: np.ufunc) -> Reduce:
    return lambda values, _: np.asarray(ufunc.reduce(values, axis=1))


def _over_integers(ufunc: np.ufunc) -> Reduce:
    return lambda values, element: wrap(ufunc.reduce(values, axis=1), bits_of(element))


def _over_unsigned(ufunc: np.ufunc) -> Reduce:
    return lambda values, element: signed(ufunc.reduce(unsigned(values, bits_of(element)), axis=1), bits_of(element))


_ROUNDING: dict[str, Reduce] = {"arith.addf": _over(np.add), "arith.mulf": _over(np.multiply)}
_REDUCTIONS: dict[str, Reduce] = {
    "arith.maximumf": _over(np.maximum),
    "arith.minimumf": _over(np.minimum),
    "arith.maxnumf": _over(np.fmax),
    "arith.minnumf": _over(np.fmin),
    "arith.addi": _over_integers(np.add),
    "arith.muli": _over_integers(np.multiply),
    "arith.andi": _over_integers(np.bitwise_and),
    "arith.ori": _over_integers(np.bitwise_or),
    "arith.xori": _over_integers(np.bitwise_xor),
    "arith.maxsi": _over_integers(np.maximum),
    "arith.minsi": _over_integers(np.minimum),
    "arith.maxui": _over_unsigned(np.maximum),
    "arith.minui": _over_unsigned(np.minimum),
}
"""Operations that may be carried out in any order. Sums and products of floats may be only where nothing is rounded."""


@dataclass(frozen=True, slots=True)
class Combiner:
    """The one operation that takes in a further point, where it may be carried out over all points at once.

    :ivar term: the value of the region that it takes in.
    """

    step: Step
    term: int
    reduce: Reduce


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
    reduce = _REDUCTIONS.get(operation.name) or (None if arithmetic.rounds else _ROUNDING.get(operation.name))
    others = [number for number in operation.operands if number != accumulator]
    if reduce is None or len(operation.operands) != 2 or len(others) != 1 or len(operation.results) != 1 or operation.results[0].id != yielded:
        return None
    promises = operation.words("overflowFlags") & {"nsw", "nuw"} or operation.words("fastmath") & {"nnan", "ninf", "fast"}
    (element,) = call.results
    fits = {*call.operands} == {element} and (is_float(element) if operation.name.endswith("f") else bits_of(element) > 0)
    return Combiner(then[0], others[0], reduce) if fits and not promises else None
