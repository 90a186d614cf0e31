"""The body of one dispatch or function as data: values, operations in order, regions. What the arbiter evaluates."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal

import numpy.typing as npt

from runners.element_types import ELEMENT_TYPES
from runners.numerics.affine import AffineMap

Access = Literal["readonly", "writeonly", "readwrite", "value"]
"""How a body uses an argument: as a tensor behind a dispatch's binding, or as the plain value that it is."""

Shape = tuple[int, ...]


class MalformedError(Exception):
    """An operation lacks an attribute or operand that its kind has, or has one that makes no sense. The text says which."""


@dataclass(frozen=True, slots=True)
class Type:
    """A type: a scalar where ``shape`` is None; an extent is None where it is only known at run time."""

    element: str
    shape: tuple[int | None, ...] | None = None

    @property
    def static(self) -> Shape | None:
        """The shape where all of it is known; None for a scalar, and where it is not."""
        if self.shape is None or None in self.shape:
            return None
        return tuple(extent for extent in self.shape if extent is not None)

    def __str__(self) -> str:
        if self.shape is None:
            return self.element
        return f"tensor<{''.join('?x' if extent is None else f'{extent}x' for extent in self.shape)}{self.element}>"


@dataclass(frozen=True, slots=True)
class Value:
    """What an operation or a region defines, by the number that its uses name it with."""

    id: int
    type: Type


@dataclass(frozen=True, slots=True)
class Dense:
    """A tensor constant.

    :ivar elements: an array of the type's shape, or the one value of a splat; None where it cannot be read, ``problem`` says why.
    """

    type: Type
    elements: npt.NDArray[Any] | float | int | None
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Text:
    """An attribute of another kind, as the compiler prints it: ``#arith.fastmath<nnan>``."""

    text: str


Attribute = bool | int | float | str | tuple["Attribute", ...] | AffineMap | Dense | Text


@dataclass(frozen=True, slots=True)
class Region:
    """The one block of a region; ``blocks`` counts those that were there, and only where it is 1 are these its operations."""

    blocks: int
    arguments: tuple[Value, ...]
    operations: tuple["Operation", ...]

    @property
    def yielded(self) -> tuple[int, ...]:
        """The values that the block hands out at its end.

        :raises MalformedError: when it is not one block that ends so.
        """
        if self.blocks != 1 or not self.operations or not self.operations[-1].name.endswith(".yield"):
            raise MalformedError(f"a region of {self.blocks} blocks, or one that yields nothing")
        return self.operations[-1].operands


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation: ``operands`` are numbers of values, ``location`` is ``file:line:column``."""

    name: str
    operands: tuple[int, ...]
    results: tuple[Value, ...]
    attributes: Mapping[str, Attribute] = field(default_factory=dict)
    regions: tuple[Region, ...] = ()
    location: str | None = None

    def integer(self, name: str) -> int:
        """An integer attribute.

        :raises MalformedError: when it is not one.
        """
        value = self.attributes.get(name)
        if not isinstance(value, int):
            raise MalformedError(f"{name} is no integer")
        return value

    def integers(self, name: str) -> tuple[int, ...]:
        """A list of integers, written as an array or as a constant.

        :raises MalformedError: when it is not one.
        """
        value = self.attributes.get(name, ())
        if isinstance(value, Dense) and not isinstance(value.elements, float | int | None):
            value = tuple(value.elements.reshape(-1).tolist())
        if not isinstance(value, tuple):
            raise MalformedError(f"{name} is no list of integers")
        return tuple(_integer(item, name) for item in value)

    def groups(self, name: str) -> tuple[tuple[int, ...], ...]:
        """A list of lists of integers.

        :raises MalformedError: when it is not one.
        """
        value = self.attributes.get(name)
        if not isinstance(value, tuple):
            raise MalformedError(f"{name} is no list")
        groups = []
        for group in value:
            if not isinstance(group, tuple):
                raise MalformedError(f"{name} is no list of lists")
            groups.append(tuple(_integer(item, name) for item in group))
        return tuple(groups)

    def maps(self, name: str) -> tuple[AffineMap, ...]:
        """A list of affine maps.

        :raises MalformedError: when it is not one.
        """
        value = self.attributes.get(name)
        if not isinstance(value, tuple):
            raise MalformedError(f"{name} is no list")
        maps = tuple(item for item in value if isinstance(item, AffineMap))
        if len(maps) != len(value):
            raise MalformedError(f"{name} holds something that is no affine map")
        return maps

    def words(self, name: str) -> frozenset[str]:
        """The words of an attribute such as ``#arith.fastmath<nnan,ninf>``; none where it is absent."""
        value = self.attributes.get(name)
        return frozenset(re.findall(r"\w+", value.text.partition("<")[2])) if isinstance(value, Text) else frozenset()

    def segments(self, count: int) -> tuple[tuple[int, ...], ...]:
        """The operands in their groups.

        :raises MalformedError: when there are not ``count`` groups, or they do not hold all operands.
        """
        sizes = self.integers("operandSegmentSizes")
        if len(sizes) != count or sum(sizes) != len(self.operands) or min(sizes, default=0) < 0:
            raise MalformedError(f"its operands are not in {count} groups")
        operands = iter(self.operands)
        return tuple(tuple(next(operands) for _ in range(size)) for size in sizes)

    def operand(self, position: int) -> int:
        """One operand.

        :raises MalformedError: when there are not as many.
        """
        if position >= len(self.operands):
            raise MalformedError(f"it has {len(self.operands)} operands")
        return self.operands[position]

    def region(self) -> Region:
        """Its one region.

        :raises MalformedError: when it has none or several.
        """
        if len(self.regions) != 1:
            raise MalformedError(f"it has {len(self.regions)} regions")
        return self.regions[0]

    def result(self) -> Value:
        """Its one result.

        :raises MalformedError: when it has none or several.
        """
        if len(self.results) != 1:
            raise MalformedError(f"it has {len(self.results)} results")
        return self.results[0]


def _integer(value: Attribute, name: str) -> int:
    if not isinstance(value, int):
        raise MalformedError(f"{name} holds something that is no integer")
    return int(value)


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of the body."""

    value: Value
    access: Access


@dataclass(frozen=True, slots=True)
class Program:
    """A body.

    :ivar results: numbers of the values that are its outputs. Where that is an argument, the output is what the
        argument's tensor holds in the end.
    """

    name: str
    arguments: tuple[Argument, ...]
    operations: tuple[Operation, ...]
    results: tuple[int, ...]

    @property
    def inputs(self) -> tuple[Type, ...]:
        """Types of what has to be passed: all arguments but those that are only written."""
        return tuple(argument.value.type for argument in self.arguments if argument.access != "writeonly")

    @property
    def outputs(self) -> tuple[Type, ...]:
        """Types of the outputs."""
        types = {value.id: value.type for value in self.values()}
        return tuple(types[result] for result in self.results)

    @property
    def has_floats(self) -> bool:
        """Whether any value is or holds a float."""
        return any(is_float(value.type.element) for value in self.values())

    def values(self) -> Iterator[Value]:
        """All values, also those inside regions, in no particular order."""
        yield from (argument.value for argument in self.arguments)
        pending = list(self.operations)
        while pending:
            operation = pending.pop()
            yield from operation.results
            for region in operation.regions:
                yield from region.arguments
                pending += region.operations


@cache
def bits_of(element: str) -> int:
    """Width of an integer type or of index, which has 64; 0 for other types."""
    if element == "index":
        return 64
    match = re.fullmatch(r"i(\d{1,2})", element)
    bits = int(match[1]) if match else 0
    return bits if bits <= 64 else 0


@cache
def is_float(element: str) -> bool:
    """Whether a type is a real floating-point type that can be computed with here."""
    return element in ELEMENT_TYPES and ELEMENT_TYPES[element].kind == "float"
