"""The dispatch graph of one variant, as the flow probe read it from the compiler's IR."""

import re
from typing import Literal

from runners.contract import Model


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
    """One operand: its type in the IR, and where it comes from."""

    type: str
    source: Origin


class DispatchNode(Model):
    """One ``flow.dispatch``. ``operations`` are the tensor operations of its body, ``body`` its text."""

    ordinal: int
    symbol: str
    executable: str
    operations: tuple[str, ...]
    body: str
    location: str | None
    operands: tuple[Operand, ...]
    results: tuple[str, ...]


class Graph(Model):
    """All dispatches of a module in program order."""

    dispatches: tuple[DispatchNode, ...]


def same_partition(a: Graph, b: Graph) -> bool:
    """Whether both modules cut the program into the same dispatches.

    Same number, and pair by pair the same operations over the same shapes with operands from the same places.
    Element types may differ: a flag that changes a type is just what is looked for.
    """
    return len(a.dispatches) == len(b.dispatches) and all(map(_same_node, a.dispatches, b.dispatches))


def _same_node(a: DispatchNode, b: DispatchNode) -> bool:
    return (
        a.operations == b.operations
        and [_shape(o.type) for o in a.operands] == [_shape(o.type) for o in b.operands]
        and [_shape(r) for r in a.results] == [_shape(r) for r in b.results]
        and all(_same_place(x.source, y.source) for x, y in zip(a.operands, b.operands, strict=True))
    )


def _same_place(a: Origin, b: Origin) -> bool:
    return (a.kind, a.ordinal, a.result, a.index) == (b.kind, b.ordinal, b.result, b.index)


def _shape(tensor_type: str) -> str:
    """The extents in a type: ``5x4x`` of ``tensor<5x4xf32>``; empty for a scalar."""
    match = re.match(r"tensor<((?:(?:\d+|\?)x)*)", tensor_type)
    return match[1] if match else ""
