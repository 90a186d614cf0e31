"""The table of tensor operations: from an operation of a body to tensors whose elements can be asked for."""

import math
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from runners.numerics.computed import Given
from runners.numerics.generic import structured
from runners.numerics.lanes import Lanes, Reason, open_everywhere
from runners.numerics.program import Dense, MalformedError, Operation, Shape, Type, is_float
from runners.numerics.scope import DYNAMIC, Frame, Scope, constant, prepared
from runners.numerics.slicing import Tiling, joined, packed, padded, replaced, reshaped, sliced, window
from runners.numerics.tensors import Held, Index, Listed, Moved, Part, Pieced, Same, Tensor, lanes_of, unwritten

Builder = Callable[[Scope, Operation], tuple[Tensor, ...]]


def elementwise(scope: Scope, operation: Operation) -> tuple[Tensor, ...]:
    """A scalar operation on whole tensors."""
    step = prepared(operation, scope.types)
    shapes = {scope.tensor(number).shape for number in operation.operands if scope.types[number].shape is not None}
    if len(shapes) != 1:
        raise MalformedError("its operands have different shapes")
    shape = shapes.pop()

    def result(position: int) -> Tensor:
        def give(index: Index) -> Lanes:
            frame = Frame(scope, {number: _element(scope, number, index) for number in operation.operands})
            step.run(frame)
            return frame.lanes(operation.results[position].id)

        return Given(scope.evaluation, operation, (shape, operation.results[position].type.element), give)

    return tuple(result(position) for position in range(len(operation.results)))


def _element(scope: Scope, number: int, index: Index) -> Lanes:
    return scope.scalar(number) if scope.types[number].shape is None else scope.tensor(number).at(index)


def _by_region(scope: Scope, operation: Operation, shape: Shape, element: str) -> Tensor:
    """A tensor whose elements the region of an operation computes from their index."""
    region = operation.region()
    if len(region.arguments) != len(shape) or len(region.yielded) != 1:
        raise MalformedError("its region does not take an index and give an element")
    steps = [prepared(operation, scope.types) for operation in region.operations[:-1]]
    if not steps and region.yielded[0] in scope.scalars:
        return Same(shape, element, scope.scalar(region.yielded[0]))

    def give(index: Index) -> Lanes:
        frame = Frame(scope, {argument.id: Lanes(part) for argument, part in zip(region.arguments, index, strict=True)})
        for step in steps:
            step.run(frame)
        return frame.lanes(region.yielded[0]).broadcast(lanes_of(index))

    return Given(scope.evaluation, operation, (shape, element), give)


def _constant(scope: Scope, operation: Operation) -> tuple[Tensor, ...]:
    value, kind = operation.attributes.get("value"), operation.result().type
    if not isinstance(value, Dense) or value.type != kind:
        raise MalformedError("its value is no constant of its type")
    if value.elements is None:
        raise MalformedError(f"the constant cannot be read: {value.problem}")
    shape = scope.mixed([DYNAMIC if extent is None else extent for extent in kind.shape or ()], ())
    if isinstance(value.elements, bool | int | float):
        return (Same(shape, kind.element, constant(value.elements, kind.element, scope.evaluation)),)
    return (Held(value.elements, kind.element),)


def _empty(scope: Scope, operation: Operation) -> tuple[Tensor, ...]:
    kind = operation.result().type
    return (unwritten(extents(scope, kind, operation.operands), kind.element),)


def extents(scope: Scope, kind: Type, dynamic: Sequence[int]) -> Shape:
    """The shape of a type whose unknown extents are operands."""
    return scope.mixed([DYNAMIC if extent is None else extent for extent in kind.shape or ()], dynamic)


def _fill(scope: Scope, operation: Operation) -> tuple[Tensor, ...]:
    (value,), (output,) = _pairs(operation)
    if scope.element(value) != scope.element(output):
        raise MalformedError("it fills with a value of another type")
    return (Same(scope.tensor(output).shape, scope.element(output), scope.scalar(value)),)


def _pairs(operation: Operation) -> tuple[tuple[int, ...], tuple[int, ...]]:
    first, second = operation.segments(2)
    if len(first) != 1 or len(second) != 1:
        raise MalformedError("it does not have one input and one output")
    return first, second


def _splat(scope: Scope, operation: Operation) -> tuple[Tensor, ...]:
    kind = operation.result().type
    return (Same(extents(scope, kind, operation.operands[1:]), kind.element, scope.scalar(operation.operand(0))),)


def _from_elements(scope: Scope, operation: Operation) -> tuple[Tensor, ...]:
    kind = operation.result().type
    shape = extents(scope, kind, ())
    if math.prod(shape) != len(operation.operands):
        raise MalformedError("it has another number of operands than elements")
    return (Listed(shape, kind.element, [scope.scalar(number) for number in operation.operands]),)


def _generate(scope: Scope, operation: Operation) -> tuple[Tensor, ...]:
    kind = operation.result().type
    return (_by_region(scope, operation, extents(scope, kind, operation.operands), kind.element),)


def _identity(scope: Scope, operation: Operation) -> tuple[Tensor, ...]:
    return (scope.tensor(operation.operand(0)),)


def _identities(scope: Scope, operation: Operation) -> tuple[Tensor, ...]:
    return tuple(scope.tensor(number) for number in operation.operands)


def _load(scope: Scope, operation: Operation) -> tuple[Tensor, ...]:
    (source,), dims, *dynamic = operation.segments(5)
    whole = binding(scope, source, dims)
    return (sliced(whole, window(scope, operation, whole.shape, dynamic, operation.result().type)),)


def store(scope: Scope, operation: Operation) -> None:
    """Put a tensor into an argument, from now on.

    :raises MalformedError: when the operation is none that can be carried out.
    """
    (value,), (target,), dims, *dynamic = operation.segments(6)
    whole = binding(scope, target, dims)
    part = scope.tensor(value)
    where = window(scope, operation, whole.shape, dynamic, scope.types[value])
    scope.contents[scope.bound[target]] = replaced(whole, part, where)


def tie_shape(scope: Scope, operation: Operation) -> None:
    """Another number for an argument, whose extents are said here.

    :raises MalformedError: when it is not an argument's.
    """
    binding(scope, operation.operand(0), operation.operands[1:])
    scope.bound[operation.result().id] = scope.bound[operation.operand(0)]


def binding(scope: Scope, number: int, dims: Sequence[int]) -> Tensor:
    """What an argument holds now; one that was never written gets its shape.

    :raises MalformedError: when the value is no argument of the body.
    """
    if number not in scope.bound:
        raise MalformedError("it loads from or stores to what is no argument")
    argument = scope.bound[number]
    if scope.contents[argument] is None and argument not in scope.missing:
        kind = scope.types[argument]
        scope.contents[argument] = unwritten(extents(scope, kind, dims), kind.element)
    return scope.tensor(argument)


def _extract_slice(scope: Scope, operation: Operation) -> tuple[Tensor, ...]:
    (source,), *dynamic = operation.segments(4)
    whole = scope.tensor(source)
    return (sliced(whole, window(scope, operation, whole.shape, dynamic, operation.result().type)),)


def _insert_slice(scope: Scope, operation: Operation) -> tuple[Tensor, ...]:
    (source,), (target,), *dynamic = operation.segments(5)
    whole = scope.tensor(target)
    return (replaced(whole, scope.tensor(source), window(scope, operation, whole.shape, dynamic, scope.types[source])),)


def _insert(scope: Scope, operation: Operation) -> tuple[Tensor, ...]:
    value, whole = scope.scalar(operation.operand(0)), scope.tensor(operation.operand(1))
    place = [scope.whole_number(number) for number in operation.operands[2:]]
    if len(place) != len(whole.shape):
        raise MalformedError("its index has another rank than its tensor")

    def parts(index: Index) -> list[Part]:
        mask = np.ones((), np.bool_)
        for part, wanted in zip(index, place, strict=True):
            mask = mask & (part == wanted)
        return [(mask, lambda _: value), (~mask, whole.at)]

    return (Pieced(whole.shape, whole.element, parts),)


def _pad(scope: Scope, operation: Operation) -> tuple[Tensor, ...]:
    (source,), low, high = operation.segments(3)
    inner = scope.tensor(source)
    below, above = scope.mixed(operation.integers("static_low"), low), scope.mixed(operation.integers("static_high"), high)
    if not len(below) == len(above) == len(inner.shape):
        raise MalformedError("its padding has another rank than its tensor")
    shape = tuple(sum(extents) for extents in zip(below, inner.shape, above, strict=True))
    if min(shape, default=0) < 0:
        raise MalformedError("its padding does not fit")
    return (padded(inner, below, above, _by_region(scope, operation, shape, inner.element)),)


def _concat(scope: Scope, operation: Operation) -> tuple[Tensor, ...]:
    operation.operand(0)
    return (joined([scope.tensor(number) for number in operation.operands], operation.integer("dim")),)


def _collapse_shape(scope: Scope, operation: Operation) -> tuple[Tensor, ...]:
    source = scope.tensor(operation.operand(0))
    groups = _reassociation(operation, len(source.shape))
    return (reshaped(source, tuple(math.prod(source.shape[dimension] for dimension in group) for group in groups)),)


def _reassociation(operation: Operation, rank: int) -> tuple[tuple[int, ...], ...]:
    groups = operation.groups("reassociation")
    if [dimension for group in groups for dimension in group] != list(range(rank)):
        raise MalformedError("its groups are not the dimensions in order")
    return groups


def _expand_shape(scope: Scope, operation: Operation) -> tuple[Tensor, ...]:
    source, kind = scope.tensor(operation.operand(0)), operation.result().type
    if "static_output_shape" in operation.attributes:
        return (reshaped(source, scope.mixed(operation.integers("static_output_shape"), operation.operands[1:])),)
    shape: list[int] = []
    for extent, group in zip(source.shape, _reassociation(operation, len(kind.shape or ())), strict=True):
        wanted = [(kind.shape or ())[dimension] for dimension in group]
        known = math.prod(known for known in wanted if known is not None)
        if wanted.count(None) > 1 or known == 0:
            raise MalformedError("its shape does not follow from its operand")
        shape += [extent // known if dimension is None else dimension for dimension in wanted]
    return (reshaped(source, tuple(shape)),)


def _reshape(scope: Scope, operation: Operation) -> tuple[Tensor, ...]:
    source, wanted = scope.tensor(operation.operand(0)), scope.tensor(operation.operand(1))
    if len(wanted.shape) != 1 or wanted.shape[0] > 32:
        raise MalformedError("its shape is no list of extents")
    lanes = wanted.at((np.arange(wanted.shape[0]),))
    if lanes.status is not None and lanes.status.any():
        raise MalformedError("its shape is not known")
    return (reshaped(source, tuple(int(extent) for extent in np.broadcast_to(lanes.values, wanted.shape))),)


def _bitcast(scope: Scope, operation: Operation) -> tuple[Tensor, ...]:
    return elementwise(scope, Operation("arith.bitcast", operation.operands, operation.results, {}, (), operation.location))


def _pack(scope: Scope, operation: Operation) -> tuple[Tensor, ...]:
    (source,), _, fill, dynamic = operation.segments(4)
    inner = scope.tensor(source)
    value = scope.scalar(fill[0]) if fill else open_everywhere(is_float(inner.element), Reason.UNWRITTEN)
    return (packed(inner, _tiling(scope, operation, len(inner.shape), dynamic), value),)


def _tiling(scope: Scope, operation: Operation, rank: int, dynamic: Sequence[int]) -> Tiling:
    tiles = scope.mixed(operation.integers("static_inner_tiles"), dynamic)
    return Tiling(rank, operation.integers("inner_dims_pos"), tiles, operation.integers("outer_dims_perm"))


def _unpack(scope: Scope, operation: Operation) -> tuple[Tensor, ...]:
    source, shape = scope.tensor(operation.operand(0)), scope.tensor(operation.operand(1)).shape
    tiling = _tiling(scope, operation, len(shape), operation.operands[2:])
    if tiling.packed_shape(shape) != source.shape:
        raise MalformedError("its source has another shape than its tiles need")
    return (Moved(source, shape, tiling.packed),)


TENSOR_OPS: Mapping[str, Builder] = {
    "arith.constant": _constant,
    "flow.dispatch.tensor.load": _load,
    "iree_tensor_ext.dispatch.tensor.load": _load,
    "iree_encoding.set_encoding": _identity,
    "iree_encoding.unset_encoding": _identity,
    "iree_tensor_ext.compute_barrier.start": _identity,
    "iree_tensor_ext.compute_barrier.end": _identity,
    "linalg.fill": _fill,
    "linalg.generic": structured,
    "linalg.pack": _pack,
    "linalg.unpack": _unpack,
    "tensor.bitcast": _bitcast,
    "tensor.cast": _identity,
    "tensor.collapse_shape": _collapse_shape,
    "tensor.concat": _concat,
    "tensor.empty": _empty,
    "tensor.expand_shape": _expand_shape,
    "tensor.extract_slice": _extract_slice,
    "tensor.from_elements": _from_elements,
    "tensor.generate": _generate,
    "tensor.insert": _insert,
    "tensor.insert_slice": _insert_slice,
    "tensor.pack": _pack,
    "tensor.pad": _pad,
    "tensor.reshape": _reshape,
    "tensor.splat": _splat,
    "tensor.unpack": _unpack,
    "util.optimization_barrier": _identities,
}
"""Operations whose results are tensors, beside scalar operations on whole tensors."""

EFFECTS: Mapping[str, Callable[[Scope, Operation], None]] = {
    "flow.dispatch.tensor.store": store,
    "iree_tensor_ext.dispatch.tensor.store": store,
    "flow.dispatch.tie_shape": tie_shape,
}
"""Operations that change what arguments hold, or give them another number."""
