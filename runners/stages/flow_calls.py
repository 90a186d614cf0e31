"""The dispatches of flow-phase IR, in whatever release's bindings: what several probes need to know of it.

Imported by probes, which run in a toolchain's own Python; so it imports nothing of ours either.
"""

import re
from collections.abc import Iterator
from typing import Any

from iree.compiler import ir

_SEGMENTS = ("operandSegmentSizes", "operand_segment_sizes")
_ENTRY_POINTS = ("entry_points", "entry_point")


def walk(operation: Any) -> Iterator[Any]:
    """Every operation below, in program order."""
    for region in operation.regions:
        for block in region:
            for view in list(block):
                yield view.operation
                yield from walk(view.operation)


def attribute_names(operation: Any) -> list[str]:
    """Names of an operation's attributes; older bindings iterate over pairs."""
    return [entry if isinstance(entry, str) else entry.name for entry in operation.attributes]


def named_attribute(operation: Any, names: tuple[str, ...]) -> Any:
    """The attribute that goes by one of several names, by release."""
    there = attribute_names(operation)
    return operation.attributes[next(name for name in names if name in there)]


def symbol(operation: Any) -> str:
    """Name under which an operation is called."""
    return str(ir.StringAttr(operation.attributes["sym_name"]).value)


def defining(value: Any) -> Any:
    """The operation that a value is a result of; None for an argument of a block."""
    return None if isinstance(value.owner, ir.Block) else getattr(value.owner, "operation", value.owner)


def is_tensor(value: Any) -> bool:
    """Whether a value is a tensor (and not a scalar)."""
    return str(value.type).startswith("tensor")


def row_major(kind: Any) -> Any:
    """A tensor type without its encoding."""
    ranked = ir.RankedTensorType(kind)
    return ir.RankedTensorType.get(list(ranked.shape), ranked.element_type)


def untraceable(value: Any) -> bool:
    """Whether a tensor has an encoding that this release has no operation to undo: its elements cannot be looked at."""
    return "encoding" in str(value.type) and not ir.Context.current.is_registered_operation("flow.tensor.encode")


def dynamic_axes(value: Any) -> list[int]:
    """The axes of a tensor whose extents are only known at run time."""
    if not is_tensor(value):
        return []
    ranked = ir.RankedTensorType(value.type)
    return [axis for axis in range(ranked.rank) if ranked.is_dynamic_dim(axis)]


class Call:
    """One ``flow.dispatch`` with its operand groups told apart. ``…_dims[i]`` are the dynamic extents of value i.

    ``segments`` is the name under which this release keeps the sizes of operand groups.
    """

    def __init__(self, ordinal: int, operation: Any) -> None:
        self.ordinal, self.operation = ordinal, operation
        self.segments = next(name for name in _SEGMENTS if name in attribute_names(operation))
        workload, arguments, argument_dims, _ = list(ir.DenseI32ArrayAttr(operation.attributes[self.segments]))
        operands = list(operation.operands)
        self.workload = operands[:workload]
        self.arguments = operands[workload : workload + arguments]
        dims = operands[workload + arguments :]
        self.argument_dims = _dealt(self.arguments, dims[:argument_dims])
        self.results = list(operation.results)
        self.result_dims = _dealt(self.results, dims[argument_dims:])

    @property
    def entry_points(self) -> list[tuple[str, str]]:
        """Executable and entry point of everything that may be called."""
        text = str(named_attribute(self.operation, _ENTRY_POINTS)).strip("[]")
        pairs = [point.strip().partition("::") for point in text.split(",")]
        return [(executable.lstrip("@").strip('"'), entry.lstrip("@").strip('"')) for executable, _, entry in pairs]

    @property
    def tied(self) -> list[int]:
        """For each result the place in ``arguments`` of the operand whose memory it takes over, -1 for none."""
        if "tied_operands" not in attribute_names(self.operation):
            return [-1] * len(self.results)
        return [ir.IntegerAttr(index).value for index in ir.ArrayAttr(self.operation.attributes["tied_operands"])]


def _dealt(values: list[Any], dims: list[Any]) -> list[list[Any]]:
    """Give each value the dynamic extents that belong to it."""
    dealt, at = [], 0
    for value in values:
        count = len(dynamic_axes(value))
        dealt.append(dims[at : at + count])
        at += count
    return dealt


def following(operation: Any) -> Any:
    """The operation behind this one in its block."""
    operations = [view.operation for view in operation.block.operations] if hasattr(operation, "block") else _siblings(operation)
    return operations[operations.index(operation) + 1]


def _siblings(operation: Any) -> list[Any]:
    """The operations of the block that holds this one; early bindings do not lead from an operation to its block."""
    around = getattr(operation.parent, "operation", operation.parent)
    blocks = ([view.operation for view in block] for region in around.regions for block in region)
    return next(block for block in blocks if operation in block)


def calls_in(module: Any) -> list[Call]:
    """All dispatches of the module in program order; a dispatch's place among them is its ordinal."""
    return [Call(ordinal, operation) for ordinal, operation in enumerate(o for o in walk(module.operation) if o.name == "flow.dispatch")]


def positions(operation: Any) -> str | None:
    """Where an operation comes from: ``file:line:column`` of every place that its location names, but not of its callers."""
    text = str(operation.location).removeprefix("loc(").removesuffix(")")
    own = text.removeprefix("callsite(").split(" at ")[0] if text.startswith("callsite(") else text
    places = sorted({f"{m[1]}:{m[2]}:{m[3]}" for m in re.finditer(r'"([^"]+)":(\d+):(\d+)', own)})
    return " ".join(places) or None
