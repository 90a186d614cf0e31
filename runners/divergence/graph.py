"""The dispatch graph of one variant, as the flow probe read it from the compiler's IR."""

import re
from collections.abc import Iterator
from typing import Literal

from pydantic import Field

from runners.contract import Model

Result = tuple[int, int]
"""A result of a dispatch: its ordinal and the position of the result."""


class Origin(Model):
    """Where an operand of a dispatch comes from, looked through casts and reshapes."""

    kind: Literal["dispatch", "argument", "global", "constant", "block", "operation"]
    ordinal: int | None = None
    result: int | None = None
    index: int | None = None
    imported_as: str | None = None
    name: str | None = None

    def __str__(self) -> str:
        match self.kind:
            case "dispatch":
                return f"result {self.result} of dispatch {self.ordinal}"
            case "argument":
                return f"argument {self.index}"
            case "global":
                return f"global {self.name}"
            case "block":
                return "a loop or branch"
            case "operation":
                return f"a {self.name}"
            case _:
                return "a constant"


class Operand(Model):
    """One operand, or one result of a function: its type in the IR, what it is, and every dispatch result it is made of."""

    type: str
    source: Origin
    depends: tuple[Result, ...] = ()


class Point(Model):
    """A tensor that a dispatch's body makes: by which operation, of which type, and where in the source that stands."""

    operation: str
    type: str
    place: str | None = None


_UNWRITTEN = ("flow.tensor.empty", "flow.tensor.alloca", "tensor.empty")
"""Operations that give memory without a value."""


class DispatchNode(Model):
    """One ``flow.dispatch``.

    ``operations`` are the tensor operations of its body, ``body`` a digest of its code without its name. ``points`` are
    all tensors that the body makes, ``stored`` which of them becomes each result. ``tied`` says for each result whose
    operand's memory it takes over (-1: none), ``untraced`` which tensors of a side the release cannot show. ``loop`` names the loop or branch around it.
    """

    ordinal: int
    symbol: str
    executable: str
    operations: tuple[str, ...]
    body: str
    location: str | None
    operands: tuple[Operand, ...]
    results: tuple[str, ...]
    points: tuple[Point, ...] = ()
    stored: tuple[int | None, ...] = ()
    tied: tuple[int, ...] = ()
    untraced: dict[str, tuple[int, ...]] = Field(default_factory=dict)
    loop: str | None = None

    @property
    def unwritten(self) -> tuple[int, ...]:
        """Places of the operands that are memory which nobody has written to."""
        return tuple(i for i, operand in enumerate(self.operands) if operand.source.kind == "operation" and operand.source.name in _UNWRITTEN)

    @property
    def depends(self) -> frozenset[Result]:
        """Every dispatch result that this dispatch reads, directly or through what is no dispatch."""
        return frozenset(result for operand in self.operands for result in operand.depends)


class Graph(Model):
    """All dispatches of a module in program order, and what each of its functions returns."""

    dispatches: tuple[DispatchNode, ...]
    functions: dict[str, tuple[Operand, ...]] = Field(default_factory=dict)

    def returned(self, function: str) -> tuple[Operand, ...]:
        """What a function returns; the work may be done by a twin of it that waits on fences."""
        return self.functions.get(function, ())

    def results(self) -> Iterator[Result]:
        """Every dispatch result in program order."""
        for node in self.dispatches:
            for position in range(len(node.results)):
                yield node.ordinal, position


def same_partition(a: Graph, b: Graph) -> bool:
    """Whether both modules cut the program into the same dispatches.

    Same number, and pair by pair the same operations over the same shapes with operands from the same places.
    Element types may differ: a flag that changes a type is just what is looked for.
    """
    return len(a.dispatches) == len(b.dispatches) and all(map(_same_node, a.dispatches, b.dispatches))


def _same_node(a: DispatchNode, b: DispatchNode) -> bool:
    return (
        a.operations == b.operations
        and [shape_in(o.type) for o in a.operands] == [shape_in(o.type) for o in b.operands]
        and [shape_in(r) for r in a.results] == [shape_in(r) for r in b.results]
        and all(_same_place(x.source, y.source) for x, y in zip(a.operands, b.operands, strict=True))
    )


def _same_place(a: Origin, b: Origin) -> bool:
    return (a.kind, a.ordinal, a.result, a.index) == (b.kind, b.ordinal, b.result, b.index)


def shape_in(tensor_type: str) -> str:
    """The extents in a type: ``5x4x`` of ``tensor<5x4xf32>``; empty for a scalar."""
    match = re.match(r"tensor<((?:(?:\d+|\?)x)*)", tensor_type)
    return match[1] if match else ""
