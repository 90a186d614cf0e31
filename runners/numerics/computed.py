"""Tensors whose elements an operation computes, each of them once."""

from abc import abstractmethod
from collections.abc import Callable

from runners.numerics.affine import Indices
from runners.numerics.evaluation import Evaluation
from runners.numerics.lanes import Lanes, nowhere
from runners.numerics.memo import Memo
from runners.numerics.program import MalformedError, Operation, Shape, is_float
from runners.numerics.tensors import Index, Tensor, linear, unravelled


class Computed(Tensor):
    """A result of an operation. Where the operation turns out not to make sense, its elements are not known."""

    def __init__(self, evaluation: Evaluation, operation: Operation, shape: Shape, element: str) -> None:
        super().__init__(shape, element)
        self._evaluation, self._operation = evaluation, operation
        self._memo = Memo(is_float(element))

    def _inside(self, index: Index) -> Lanes:
        return self._memo.get(linear(index, self.shape), self._compute)

    def _compute(self, positions: Indices) -> Lanes:
        with self._evaluation.deeper() as depth:
            try:
                return self._elements(positions, depth)
            except MalformedError as error:
                return nowhere(is_float(self.element), self._evaluation.code(self._evaluation.blamed(self._operation, error)))

    @abstractmethod
    def _elements(self, positions: Indices, depth: int) -> Lanes:
        """Elements at row-major positions, in a shape that broadcasts to that of the positions.

        :param depth: how many operations are being computed one for the other.
        :raises MalformedError: when the operation does not make sense.
        """


class Given(Computed):
    """A result whose elements a function gives for an index that lies in the tensor."""

    def __init__(self, evaluation: Evaluation, operation: Operation, kind: tuple[Shape, str], give: Callable[[Index], Lanes]) -> None:
        super().__init__(evaluation, operation, *kind)
        self._give = give

    def _elements(self, positions: Indices, depth: int) -> Lanes:  # noqa: ARG002 - a function holds few values at once
        self._evaluation.spend(positions.size)
        return self._give(unravelled(positions, self.shape))
