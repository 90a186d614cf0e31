"""Reads flow-phase IR: writes its dispatch graph, and the same module with trace ops of our own.

usage: python -I flow_probe.py FLOW.mlirbc TRACED.mlirbc GRAPH.json

Started by a toolchain's own Python, with the bindings that belong to its compiler, so it imports nothing of ours.

Every ``flow.dispatch`` gets an ordinal, its place in the walk of the module. Before it a ``flow.tensor.trace`` with
the key ``<ordinal> in`` records its operands, after it one with ``<ordinal> out`` its results. Scalar operands are
traced as tensors of rank 0; operands with an encoding are decoded to row major first. (The compiler's own
``--iree-flow-trace-dispatch-tensors`` sees nothing inside loops and branches, drops scalars, and cannot tell call
sites of one executable apart.)
"""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from iree.compiler import ir

_SEGMENTS = "operandSegmentSizes"


def walk(operation: Any) -> Iterator[tuple[Any, Any]]:
    """Every operation below with the one that follows it in its block (None at the end), in program order."""
    for region in operation.regions:
        for block in region:
            operations = [view.operation for view in block]
            for inner, following in zip(operations, [*operations[1:], None], strict=True):
                yield inner, following
                yield from walk(inner)


def is_tensor(value: Any) -> bool:
    """Whether a value is a tensor (and not a scalar operand)."""
    return str(value.type).startswith("tensor")


def dynamic_dims(value: Any) -> int:
    """How many extents of a tensor are only known at run time."""
    return str(value.type).split("#")[0].count("?") if is_tensor(value) else 0


class Call:
    """One ``flow.dispatch`` with its operand groups told apart."""

    def __init__(self, ordinal: int, operation: Any, following: Any) -> None:
        self.ordinal, self.operation, self.following = ordinal, operation, following
        workload, arguments, argument_dims, _ = list(ir.DenseI32ArrayAttr(operation.attributes[_SEGMENTS]))
        operands = list(operation.operands)
        self.arguments = operands[workload : workload + arguments]
        dims = operands[workload + arguments :]
        self.argument_dims = _dealt(self.arguments, dims[:argument_dims])
        self.results = list(operation.results)
        self.result_dims = _dealt(self.results, dims[argument_dims:])

    @property
    def executable_and_entry(self) -> tuple[str, str]:
        """Names of the executable and of the entry point that is called."""
        point = str(self.operation.attributes["entry_points"]).strip("[]").split(",")[0]
        executable, _, entry = point.partition("::")
        return executable.strip().lstrip("@").strip('"'), entry.strip().lstrip("@").strip('"')


def _dealt(values: list[Any], dims: list[Any]) -> list[list[Any]]:
    """Give each value the dynamic extents that belong to it."""
    dealt, at = [], 0
    for value in values:
        count = dynamic_dims(value)
        dealt.append(dims[at : at + count])
        at += count
    return dealt


def calls_in(module: Any) -> list[Call]:
    """All dispatches of the module in program order."""
    found: list[Call] = []
    for operation, following in walk(module.operation):
        if operation.name == "flow.dispatch":
            found.append(Call(len(found), operation, following))
    return found


def segments(*sizes: int) -> dict[str, Any]:
    """The attribute that tells an operation's operand groups apart."""
    return {_SEGMENTS: ir.DenseI32ArrayAttr.get(list(sizes))}


def traceable(value: Any, dims: list[Any]) -> tuple[Any, list[Any]]:
    """A row-major tensor with the value's elements, made where the insertion point stands."""
    if not is_tensor(value):
        kind = value.type
        if str(kind) == "index":
            kind = ir.IntegerType.get_signless(64)
            value = ir.Operation.create("arith.index_cast", results=[kind], operands=[value]).result
        splat = ir.Operation.create("flow.tensor.splat", results=[ir.RankedTensorType.get([], kind)], operands=[value])
        return splat.result, []
    if "encoding" in str(value.type):
        ranked = ir.RankedTensorType(value.type)
        plain = ir.RankedTensorType.get(ranked.shape, ranked.element_type)
        count = len(dims)
        value = ir.Operation.create("flow.tensor.encode", results=[plain], operands=[value, *dims, *dims], attributes=segments(1, count, count)).result
    return value, dims


def trace(key: str, values: list[Any], dims: list[list[Any]]) -> None:
    """Insert one trace op for these values."""
    made = [traceable(value, own) for value, own in zip(values, dims, strict=True)]
    tensors, extents = [value for value, _ in made], [extent for _, own in made for extent in own]
    if tensors:
        attributes = {"key": ir.StringAttr.get(key), **segments(len(tensors), len(extents))}
        ir.Operation.create("flow.tensor.trace", results=[], operands=[*tensors, *extents], attributes=attributes)


def instrument(calls: list[Call]) -> None:
    """Put the trace ops around every call."""
    for call in calls:
        with ir.InsertionPoint(call.operation):
            trace(f"{call.ordinal} in", call.arguments, call.argument_dims)
        with ir.InsertionPoint(call.following):
            trace(f"{call.ordinal} out", call.results, call.result_dims)


Places = dict[Any, tuple[int, int]]
"""Which result of which dispatch a value is."""


def source_of(value: Any, places: Places) -> dict[str, Any]:
    """Where a dispatch operand comes from, looking through imports and reshapes."""
    if value in places:
        ordinal, position = places[value]
        return {"kind": "dispatch", "ordinal": ordinal, "result": position}
    if isinstance(value.owner, ir.Block):
        return {"kind": "block"}
    owner = getattr(value.owner, "operation", value.owner)
    if owner.name == "hal.tensor.import":
        return _import_source(owner)
    if owner.name in _SAME_VALUE:
        return source_of(owner.operands[0], places)
    if owner.name == "util.global.load":
        return {"kind": "global", "name": str(owner.attributes["global"]).lstrip("@")}
    if owner.name in ("arith.constant", "flow.tensor.constant"):
        return {"kind": "constant"}
    return {"kind": "operation", "name": owner.name}


_SAME_VALUE = frozenset({"flow.tensor.reshape", "flow.tensor.bitcast", "tensor.cast", "flow.tensor.encode"})


def _import_source(owner: Any) -> dict[str, Any]:
    imported = owner.operands[0]
    if not isinstance(imported.owner, ir.Block):
        return {"kind": "operation", "name": owner.name}
    return {"kind": "argument", "index": ir.BlockArgument(imported).arg_number, "imported_as": str(owner.results[0].type)}


def first_location(operation: Any) -> str | None:
    """``file:line:column`` of an operation, the first that its location names."""
    match = re.search(r'"([^"]+)":(\d+):(\d+)', str(operation.location))
    return f"{match[1]}:{match[2]}:{match[3]}" if match else None


def graph_of(module: Any, calls: list[Call]) -> dict[str, Any]:
    """The dispatches as data: entry point, operations and text of the body, location, operands with their sources."""
    bodies: dict[str, tuple[list[str], str]] = {}
    for view in module.body.operations:
        if view.operation.name == "flow.executable":
            name = ir.StringAttr(view.operation.attributes["sym_name"]).value
            bodies[name] = (_operations_in(view.operation), view.operation.get_asm())
    places = {result: (call.ordinal, i) for call in calls for i, result in enumerate(call.results)}
    dispatches = []
    for call in calls:
        executable, entry = call.executable_and_entry
        operations, text = bodies.get(executable, ([], ""))
        dispatches.append(
            {
                "ordinal": call.ordinal,
                "symbol": entry,
                "executable": executable,
                "operations": operations,
                "body": text,
                "location": first_location(call.operation),
                "operands": [{"type": str(v.type), "source": source_of(v, places)} for v in call.arguments],
                "results": [str(v.type) for v in call.results],
            }
        )
    return {"dispatches": dispatches}


def _operations_in(executable: Any) -> list[str]:
    """Names of the tensor operations in a body: what an engineer would call the dispatch."""
    named = []
    for operation, _ in walk(executable):
        if operation.name.startswith(("linalg.", "iree_linalg_ext.")) and operation.name not in ("linalg.yield", "linalg.index", "iree_linalg_ext.yield"):
            named.append(operation.name)
    return named


def main() -> None:
    """Read, write the graph, instrument, write the traced module."""
    source, traced, graph = (Path(name) for name in sys.argv[1:4])
    with ir.Context(), ir.Location.unknown():
        module = ir.Module.parse(source.read_bytes())
        calls = calls_in(module)
        graph.write_text(json.dumps(graph_of(module, calls)), encoding="utf-8")
        instrument(calls)
        module.operation.verify()
        with traced.open("wb") as file:
            module.operation.write_bytecode(file)


if __name__ == "__main__":
    main()
