"""Softmax and attention as the structured operations that they stand for.

The operations and the types between them are those of IREE's own decompositions
(``SoftmaxOp::decomposeOperation`` of MLIR, ``AttentionOp::decomposeOperation`` of IREE's LinalgExt dialect), so that an
arithmetic that rounds rounds where they do. Constants that they round to the operands' types are given in full, so that
one that does not round computes what the operation means.
"""

import math

from runners.element_types import ELEMENT_TYPES
from runners.numerics.maker import Block, Dims, Maker
from runners.numerics.program import MalformedError, Operation, Value, is_float
from runners.numerics.scope import Scope
from runners.numerics.tensors import Tensor

_LOG2_E = math.log2(math.e)


def softmax(scope: Scope, operation: Operation) -> tuple[Tensor, ...]:
    """``linalg.softmax``: exp(x - max) / sum of that, along one dimension.

    :raises MalformedError: when it is none over floats of one type.
    """
    source, output = operation.operand(0), operation.operand(1)
    shape, element = scope.tensor(source).shape, scope.element(source)
    along = operation.integer("dimension")
    if not is_float(element) or scope.element(output) != element or not 0 <= along < len(shape) or scope.tensor(output).shape != shape:
        raise MalformedError("its operands are not two of one float type and shape")
    every = tuple(range(len(shape)))
    row = tuple(dimension for dimension in every if dimension != along)
    extents = tuple(shape[dimension] for dimension in row)
    maker = Maker(scope, operation)

    def raised(block: Block, x: Value, largest: Value) -> Value:
        return block.add("math.exp", (block.add("arith.subf", (x, largest), element),), element)

    largest = maker.compute(
        [(source, every)], (maker.everywhere(math.nan, extents, element), row), lambda block, x, so_far: block.add("arith.maxnumf", (x, so_far), element)
    )
    total = maker.compute(
        [(source, every), (largest, row)],
        (maker.everywhere(0.0, extents, element), row),
        lambda block, x, m, so_far: block.add("arith.addf", (raised(block, x, m), so_far), element),
    )
    result = maker.compute(
        [(source, every), (largest, row), (total, row)],
        (output, every),
        lambda block, x, m, sum_, _: block.add("arith.divf", (raised(block, x, m), sum_), element),
    )
    return (scope.tensor(result),)


class Heads:
    """The dimensions of an attention: those of query, key, value, mask and output, and of its scores and their rows.

    :raises MalformedError: when its maps are not those of an attention.
    """

    def __init__(self, operation: Operation) -> None:
        maps = operation.maps("indexing_maps")
        if len(maps) != len(operation.operands) or not 5 <= len(maps) <= 6:
            raise MalformedError("its maps do not fit its operands")
        dims = [tuple(position for position in m.positions() if position is not None) for m in maps]
        if any(len(own) != len(m.results) for own, m in zip(dims, maps, strict=True)):
            raise MalformedError("its maps are no projected permutations")
        self.query, self.key, self.value, _, *mask, self.output = dims
        self.mask = mask[0] if mask else None
        inner = set(self.query) & set(self.key) - set(self.output)
        self.score = tuple(sorted({*self.query, *self.key} - inner))
        self.row = tuple(sorted(set(self.query) & set(self.output)))


class Attention:
    """The parts of ``iree_linalg_ext.attention``, each a structured operation.

    :raises MalformedError: when it does something else to the scores, or is none over floats.
    """

    def __init__(self, scope: Scope, operation: Operation) -> None:
        self.dims = Heads(operation)
        self.query, self.key, self.value, self.scale, *self.mask, self.output = operation.operands
        region = operation.region()
        if len(region.arguments) != 1 or region.yielded != (region.arguments[0].id,):
            raise MalformedError("its region changes the scores")
        self.element = region.arguments[0].type.element
        floats = (self.query, self.key, self.value, self.scale, self.output)
        if not all(is_float(kind) for kind in (self.element, *(scope.element(number) for number in floats))):
            raise MalformedError("its operands are no floats")
        self._scope, self._maker = scope, Maker(scope, operation)

    def _start(self, number: float, dims: Dims) -> tuple[int, Dims]:
        extents: dict[int, int] = {}
        for operand, own in ((self.query, self.dims.query), (self.key, self.dims.key), (self.value, self.dims.value)):
            extents.update(zip(own, self._scope.tensor(operand).shape, strict=False))
        if not extents.keys() >= set(dims):
            raise MalformedError("an extent of its iterations follows from no operand")
        return self._maker.everywhere(number, tuple(extents[dimension] for dimension in dims), self.element), dims

    def scores(self) -> int:
        """scale · log2(e) · query · keyᵀ, and the mask."""
        # Of types of 8 bits and less not the query is scaled, which would lose too much, but the product.
        narrow = ELEMENT_TYPES[self._scope.element(self.query)].bits <= 8
        query = self.query
        if not narrow:
            query = self._maker.compute([(self.scale, ())], (query, self.dims.query), self._scaled)
        scores = self._product((query, self.dims.query), (self.key, self.dims.key), self.dims.score)
        if narrow:
            scores = self._maker.compute([(self.scale, ())], (scores, self.dims.score), self._scaled)
        if self.dims.mask is not None:
            scores = self._maker.compute([(self.mask[0], self.dims.mask)], (scores, self.dims.score), self._masked)
        return scores

    def weights(self, scores: int) -> tuple[int, int]:
        """2 to the power of the scores, less the largest of their row, and the sum over the row."""
        score, row, element = self.dims.score, self.dims.row, self.element
        largest = self._maker.compute(
            [(scores, score)], self._start(-math.inf, row), lambda block, x, so_far: block.add("arith.maximumf", (x, so_far), element)
        )
        weights = self._maker.compute(
            [(largest, row)], (scores, score), lambda block, m, x: block.add("math.exp2", (block.add("arith.subf", (x, m), element),), element)
        )
        total = self._maker.compute([(weights, score)], self._start(0.0, row), lambda block, x, so_far: block.add("arith.addf", (x, so_far), element))
        return weights, total

    def result(self, weights: int, total: int) -> Tensor:
        """weights · value, divided by their sum; the weights in the type of the values."""
        stored = self._scope.element(self.value)

        def product(block: Block, weight: Value, x: Value, so_far: Value) -> Value:
            return self._added(block, block.cast(weight, stored), x, so_far)

        def normalised(block: Block, x: Value, sum_: Value, there: Value) -> Value:
            share = block.add("arith.divf", (block.constant(1.0, self.element), sum_), self.element)
            return block.cast(block.add("arith.mulf", (share, x), self.element), there.type.element)

        mixed = self._maker.compute([(weights, self.dims.score), (self.value, self.dims.value)], self._start(0.0, self.dims.output), product)
        return self._scope.tensor(self._maker.compute([(mixed, self.dims.output), (total, self.dims.row)], (self.output, self.dims.output), normalised))

    def _product(self, one: tuple[int, Dims], other: tuple[int, Dims], dims: Dims) -> int:
        return self._maker.compute([one, other], self._start(0.0, dims), self._added)

    def _added(self, block: Block, x: Value, y: Value, so_far: Value) -> Value:
        both = block.add("arith.mulf", (block.cast(x, self.element), block.cast(y, self.element)), self.element)
        return block.add("arith.addf", (both, so_far), self.element)

    def _scaled(self, block: Block, by: Value, x: Value) -> Value:
        factor = block.add("arith.mulf", (by, block.constant(_LOG2_E, by.type.element)), by.type.element)
        return block.add("arith.mulf", (x, block.cast(factor, x.type.element)), x.type.element)

    def _masked(self, block: Block, by: Value, score: Value) -> Value:
        if is_float(by.type.element):
            bias = block.add("arith.mulf", (block.cast(by, self.element), block.constant(_LOG2_E, self.element)), self.element)
        else:
            shown = by if by.type.element == "i1" else block.add("arith.trunci", (by,), "i1")
            bias = block.add("arith.select", (shown, block.constant(0.0, self.element), block.constant(-math.inf, self.element)), self.element)
        return block.add("arith.addf", (score, bias), self.element)


def attention(scope: Scope, operation: Operation) -> tuple[Tensor, ...]:
    """``iree_linalg_ext.attention``: softmax(scale · query · keyᵀ + mask) · value.

    :raises MalformedError: as :class:`Attention`.
    """
    parts = Attention(scope, operation)
    return (parts.result(*parts.weights(parts.scores())),)


DECOMPOSITIONS = {
    "linalg.softmax": softmax,
    "iree_linalg_ext.attention": attention,
}
