"""Writes structured operations that an operation of a body stands for, and makes their results known."""

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from runners.element_types import ELEMENT_TYPES
from runners.numerics.affine import AffineMap, Dim
from runners.numerics.generic import structured
from runners.numerics.program import Operation, Region, Shape, Type, Value
from runners.numerics.scope import Scope, constant
from runners.numerics.tensors import Held, Same, Tensor

Dims = tuple[int, ...]
"""Dimensions of an iteration space that an operand has, in its order."""


class Block:
    """A region that is being written."""

    def __init__(self, maker: "Maker", elements: Sequence[str]) -> None:
        self._maker = maker
        self.arguments = tuple(maker.value(Type(element)) for element in elements)
        self.operations: list[Operation] = []

    def add(self, name: str, operands: Sequence[Value], element: str, **attributes: float) -> Value:
        """One operation more; its result."""
        result = self._maker.value(Type(element))
        self.operations.append(Operation(name, tuple(operand.id for operand in operands), (result,), attributes, (), self._maker.location))
        return result

    def constant(self, number: float, element: str) -> Value:
        """A constant, not rounded to its type."""
        return self.add("arith.constant", (), element, value=number)

    def cast(self, value: Value, element: str) -> Value:
        """The value in another float type."""
        have, want = (ELEMENT_TYPES[e].bits for e in (value.type.element, element))
        if value.type.element == element:
            return value
        return self.add("arith.extf" if want > have else "arith.truncf" if want < have else "arith.convertf", (value,), element)


class Maker:
    """Writes structured operations in place of one operation, and makes their results known in its scope."""

    def __init__(self, scope: Scope, operation: Operation) -> None:
        self._scope, self.location = scope, operation.location

    def value(self, kind: Type) -> Value:
        """A new value."""
        made = Value(-1 - len(self._scope.types), kind)
        self._scope.types[made.id] = kind
        return made

    def everywhere(self, number: float, shape: Shape, element: str) -> int:
        """A tensor with this value everywhere."""
        return self.tensor(Same(shape, element, constant(number, element, self._scope.evaluation)))

    def table(self, numbers: npt.NDArray[np.float64], element: str) -> int:
        """A tensor of these values."""
        return self.tensor(Held(self._scope.evaluation.arithmetic.literal(numbers, element), element))

    def tensor(self, tensor: Tensor) -> int:
        """The number of a tensor from now on."""
        made = self.value(Type(tensor.element, tensor.shape))
        self._scope.tensors[made.id] = tensor
        return made.id

    def compute(self, inputs: Sequence[tuple[int, Dims]], output: tuple[int, Dims], write: Callable[..., Value]) -> int:
        """A ``linalg.generic`` that reduces over the dimensions that its output does not have.

        :param output: the tensor that it starts from.
        :param write: gets the region, the inputs and what is there so far; gives what is yielded.
        """
        operands = [*inputs, output]
        used = sorted({dimension for _, dims in operands for dimension in dims})
        maps = tuple(AffineMap(len(used), 0, tuple(Dim(used.index(dimension)) for dimension in dims)) for _, dims in operands)
        block = Block(self, [self._scope.element(number) for number, _ in operands])
        yielded = write(block, *block.arguments)
        block.operations.append(Operation("linalg.yield", (yielded.id,), ()))
        kinds = tuple("parallel" if dimension in output[1] else "reduction" for dimension in used)
        kind = self._scope.types[output[0]]
        operation = Operation(
            "linalg.generic",
            tuple(number for number, _ in operands),
            (self.value(kind),),
            {"indexing_maps": maps, "iterator_types": kinds, "operandSegmentSizes": (len(inputs), 1)},
            (Region(1, block.arguments, tuple(block.operations)),),
            self.location,
        )
        return self.tensor(structured(self._scope, operation)[0])
