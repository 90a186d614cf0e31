"""The kinds of faults that can be planted in the body of a dispatch.

A kind looks at a body and lists the changes that it could make there; none means that it does not apply. Kinds are
what goes wrong in compilers: an operand, an operation, a map, a bound, a lane order or a precision that is not the
one the program asked for.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from iree.compiler import ir

from runners.stages.flow_calls import walk
from tests.faults.bodies import LOAD, STORE, Generic, extents, generics, index_constant, is_encoded, loads, loop_index, make, replace, reread


@dataclass(frozen=True)
class Change:
    """One fault that could be planted: what it is in words, and how it is done."""

    what: str
    apply: Callable[[], None]


@dataclass(frozen=True)
class Kind:
    """A kind of fault. ``generalised`` says that named operations are written out before it looks."""

    changes: Callable[[Any], Iterator[Change]]
    generalised: bool = False


_FLOATS = ("f16", "bf16", "f32", "f64")
_GROUPS = (8, 4, 2)
_SWAPPED = {"arith.addf": "arith.subf", "arith.subf": "arith.addf", "arith.addi": "arith.subi", "arith.subi": "arith.addi"}
_TERMS = frozenset({"arith.addf", "arith.subf"})
_BINARY = frozenset({"arith.addf", "arith.subf", "arith.mulf", "arith.divf"})
_UNARY = frozenset({"math.tanh", "math.exp", "math.log", "math.log1p", "math.sqrt", "math.rsqrt", "math.erf", "math.absf", "math.roundeven"})
_CLAMPS = frozenset({"arith.maximumf", "arith.minimumf"})
_STRICTNESS = {2: 3, 3: 2, 4: 5, 5: 4, 6: 7, 7: 6, 8: 9, 9: 8}
"""Predicates of ``arith.cmpi``: less than ↔ less or equal, greater than ↔ greater or equal."""


def _region_operations(executable: Any) -> Iterator[tuple[str, Generic, Any]]:
    """Each operation in the region of a ``linalg.generic``, with a name for people."""
    for number, operation in enumerate(generics(executable)):
        generic = Generic(operation)
        for place, inner in enumerate(generic.inner):
            yield f"{inner.name} ({place} of linalg.generic {number})", generic, inner


def _wrong_constant(executable: Any) -> Iterator[Change]:
    for op in walk(executable):
        if op.name == "arith.constant" and str(op.results[0].type) in _FLOATS:
            value = ir.FloatAttr(op.attributes["value"]).value
            if math.isfinite(value) and list(op.results[0].uses):
                wrong = value * 1.25 if value else 0.125
                yield Change(f"constant {value:g} is {wrong:g}", partial(_set_constant, op, wrong))


def _set_constant(op: Any, value: float) -> None:
    op.attributes["value"] = ir.FloatAttr.get(op.results[0].type, value)


def _dropped_term(executable: Any) -> Iterator[Change]:
    for name, generic, op in _region_operations(executable):
        if op.name in _TERMS and not generic.accumulates(op):
            for kept in (0, 1):
                yield Change(f"{name} gives operand {kept}", partial(_keep_operand, op, kept))


def _keep_operand(op: Any, kept: int) -> None:
    replace(op, op.operands[kept])


def _swapped_sign(executable: Any) -> Iterator[Change]:
    for name, _, op in _region_operations(executable):
        if op.name in _SWAPPED and str(op.results[0].type) != "index":
            yield Change(f"{name} is {_SWAPPED[op.name]}", partial(_swap, op))


def _swap(op: Any) -> None:
    with op.location, ir.InsertionPoint(op):
        other = make(_SWAPPED[op.name], op.results[0].type, list(op.operands))
    replace(op, other)


def _doubled_operand(executable: Any) -> Iterator[Change]:
    for name, generic, op in _region_operations(executable):
        if op.name in _BINARY and not generic.accumulates(op) and op.operands[0] != op.operands[1]:
            for doubled in (0, 1):
                yield Change(f"{name} takes operand {doubled} twice", partial(_double, op, doubled))


def _double(op: Any, doubled: int) -> None:
    op.operands[1 - doubled] = op.operands[doubled]


def _missing_activation(executable: Any) -> Iterator[Change]:
    for name, generic, op in _region_operations(executable):
        if generic.accumulates(op):
            continue
        if op.name in _UNARY:
            yield Change(f"{name} is missing", partial(_keep_operand, op, 0))
        elif op.name in _CLAMPS:
            bounded = [
                i for i, operand in enumerate(op.operands) if getattr(getattr(operand.owner, "operation", operand.owner), "name", "") != "arith.constant"
            ]
            if len(bounded) == 1:
                yield Change(f"{name} is missing", partial(_keep_operand, op, bounded[0]))


def _wrong_comparison(executable: Any) -> Iterator[Change]:
    for name, _, op in _region_operations(executable):
        if op.name == "arith.cmpi" and (predicate := ir.IntegerAttr(op.attributes["predicate"]).value) in _STRICTNESS:
            yield Change(f"{name} has predicate {_STRICTNESS[predicate]} instead of {predicate}", partial(_set_predicate, op, _STRICTNESS[predicate]))


def _set_predicate(op: Any, predicate: int) -> None:
    op.attributes["predicate"] = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), predicate)


def _wrong_index_map(executable: Any) -> Iterator[Change]:
    for number, operation in enumerate(generics(executable)):
        generic = Generic(operation)
        if generic.encoded:
            continue
        sizes = generic.loop_extents
        for position in range(len(generic.inputs)):
            affine = generic.maps[position]
            for results in _confused(affine, sizes):
                wrong = ir.AffineMap.get(affine.n_dims, 0, results)
                what = f"operand {position} of linalg.generic {number} is read by {_written(wrong)} instead of {_written(affine)}"
                yield Change(what, partial(_set_map, generic, position, wrong))


def _confused(affine: Any, sizes: dict[int, int]) -> Iterator[list[Any]]:
    """The results of a map with two loops of the same extent taken one for the other."""
    results = list(affine.results)
    if not all(isinstance(r, ir.AffineDimExpr) for r in results):
        return
    dims = [r.position for r in results]
    for first, dim in enumerate(dims):
        for other in range(affine.n_dims):
            if other == dim or dim not in sizes or sizes[dim] != sizes.get(other) or sizes[dim] == 1:
                continue
            if other not in dims:
                yield [ir.AffineDimExpr.get(other if i == first else d) for i, d in enumerate(dims)]
            elif dim < other:
                swapped = {dim: other, other: dim}
                yield [ir.AffineDimExpr.get(swapped.get(d, d)) for d in dims]


def _written(affine: Any) -> str:
    return str(affine).partition("-> ")[2].rstrip(">")


def _set_map(generic: Generic, position: int, wrong: Any) -> None:
    generic.set_maps([wrong if i == position else m for i, m in enumerate(generic.maps)])


def _truncated_reduction(executable: Any) -> Iterator[Change]:
    for number, operation in enumerate(generics(executable)):
        generic = Generic(operation)
        if generic.encoded:
            continue
        for dim in generic.reductions:
            size = generic.loop_extents.get(dim, 0)
            if size > 1:
                yield Change(f"reduction of linalg.generic {number} leaves out index {size - 1} of loop {dim}", partial(_truncate, generic, dim, size))


def _truncate(generic: Generic, dim: int, size: int) -> None:
    last = generic.inner[-1]
    boolean, predicate = ir.IntegerType.get_signless(1), ir.IntegerAttr.get(ir.IntegerType.get_signless(64), 0)
    with last.location, ir.InsertionPoint(last):
        is_last = make("arith.cmpi", boolean, [loop_index(dim), index_constant(size - 1)], predicate=predicate)
        for i, (value, before) in enumerate(zip(list(last.operands), generic.accumulators, strict=True)):
            last.operands[i] = make("arith.select", value.type, [is_last, before, value])


def _reversed_lanes(executable: Any) -> Iterator[Change]:
    for load in loads(executable):
        lanes = extents(load.results[0])[-1] or 0
        for group in (g for g in _GROUPS if lanes % g == 0):
            yield Change(f"groups of {group} lanes of {load.results[0].type} are read in reverse", partial(reread, load, partial(_reversed, group)))
            break


def _reversed(group: int, lane: Any) -> Any:
    kind = ir.IndexType.get()
    size = index_constant(group)
    within = make("arith.remui", kind, [lane, size])
    start = make("arith.subi", kind, [lane, within])
    mirrored = make("arith.subi", kind, [index_constant(group - 1), within])
    return make("arith.addi", kind, [start, mirrored])


def _off_by_one(executable: Any) -> Iterator[Change]:
    for op in walk(executable):
        if op.name == LOAD:
            offsets = list(ir.DenseI64ArrayAttr(op.attributes["static_offsets"]))
            sizes = list(ir.DenseI64ArrayAttr(op.attributes["static_sizes"]))
            for axis, (offset, size) in enumerate(zip(offsets, sizes, strict=True)):
                if offset > 0 and size > 0:
                    moved = [o - 1 if i == axis else o for i, o in enumerate(offsets)]
                    yield Change(f"slice begins at {moved} instead of {offsets}", partial(_set_offsets, op, moved))
    for load in loads(executable):
        yield Change(f"{load.results[0].type} is read one lane to the left", partial(reread, load, _to_the_left))


def _set_offsets(op: Any, offsets: list[int]) -> None:
    op.attributes["static_offsets"] = ir.DenseI64ArrayAttr.get(offsets)


def _to_the_left(lane: Any) -> Any:
    kind = ir.IndexType.get()
    at_least_one = make("arith.maxui", kind, [lane, index_constant(1)])
    return make("arith.subi", kind, [at_least_one, index_constant(1)])


def _half_accumulation(executable: Any) -> Iterator[Change]:
    yield from _narrowed(executable, "arith.addf", "f32", _through_half, "accumulates in f16")


def _narrow_accumulation(executable: Any) -> Iterator[Change]:
    yield from _narrowed(executable, "arith.addi", "i32", _through_i16, "accumulates in i16")


def _narrowed(executable: Any, adding: str, element: str, through: Callable[[Any], Any], what: str) -> Iterator[Change]:
    for number, operation in enumerate(generics(executable)):
        generic = Generic(operation)
        if not generic.reductions or generic.encoded:
            continue
        for inner in generic.inner:
            if inner.name == adding and generic.accumulates(inner) and str(inner.results[0].type) == element:
                yield Change(f"reduction of linalg.generic {number} {what}", partial(_pass_on, generic, through))


def _pass_on(generic: Generic, through: Callable[[Any], Any]) -> None:
    last = generic.inner[-1]
    with last.location, ir.InsertionPoint(last):
        last.operands[0] = through(last.operands[0])


def _through_half(value: Any) -> Any:
    return make("arith.extf", value.type, [make("arith.truncf", ir.F16Type.get(), [value])])


def _through_i16(value: Any) -> Any:
    return make("arith.extsi", value.type, [make("arith.trunci", ir.IntegerType.get_signless(16), [value])])


def _missing_initialisation(executable: Any) -> Iterator[Change]:
    for op in walk(executable):
        if op.name == "linalg.fill" and not is_encoded(op.results[0]):
            yield Change(f"{op.results[0].type} is not filled before it is accumulated into", partial(_keep_operand, op, 1))


def _unwritten(executable: Any) -> Iterator[Change]:
    for op in walk(executable):
        if op.name == STORE and not is_encoded(op.operands[0]):
            sizes = list(ir.DenseI64ArrayAttr(op.attributes["static_sizes"]))
            if sizes and min(sizes) > 0 and max(sizes) > 1 and "writeonly" in str(op.operands[1].type):
                yield Change(f"the last part of {op.operands[0].type} is not written", partial(_store_less, op, sizes))


def _store_less(op: Any, sizes: list[int]) -> None:
    axis = next(i for i, size in enumerate(sizes) if size > 1)
    fewer = [size - 1 if i == axis else size for i, size in enumerate(sizes)]
    given = ir.RankedTensorType(op.operands[0].type)
    with op.location, ir.InsertionPoint(op):
        segments = ir.DenseI32ArrayAttr.get([1, 0, 0, 0])
        rank = len(sizes)
        part = make(
            "tensor.extract_slice", ir.RankedTensorType.get(fewer, given.element_type), [op.operands[0]],
            static_offsets=ir.DenseI64ArrayAttr.get([0] * rank), static_sizes=ir.DenseI64ArrayAttr.get(fewer),
            static_strides=ir.DenseI64ArrayAttr.get([1] * rank), operandSegmentSizes=segments,
        )  # fmt: skip
    op.operands[0] = part
    op.attributes["static_sizes"] = ir.DenseI64ArrayAttr.get(fewer)


KINDS: dict[str, Kind] = {
    "wrong constant": Kind(_wrong_constant),
    "dropped term": Kind(_dropped_term),
    "add/sub swapped": Kind(_swapped_sign, generalised=True),
    "doubled operand": Kind(_doubled_operand),
    "missing activation": Kind(_missing_activation),
    "wrong comparison": Kind(_wrong_comparison),
    "wrong index map": Kind(_wrong_index_map, generalised=True),
    "truncated reduction": Kind(_truncated_reduction, generalised=True),
    "reversed lanes": Kind(_reversed_lanes),
    "off-by-one slice": Kind(_off_by_one),
    "f16 accumulation": Kind(_half_accumulation, generalised=True),
    "i16 accumulation": Kind(_narrow_accumulation, generalised=True),
    "missing initialisation": Kind(_missing_initialisation),
    "unwritten tail": Kind(_unwritten),
}
