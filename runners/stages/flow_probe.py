"""Reads flow IR and puts trace ops of our own around every dispatch; started by a toolchain's own Python, so it imports nothing of ours.

usage: python -I flow_probe.py SOURCE GRAPH [TRACED [bits]]

SOURCE is MLIR at the flow phase, text or bytecode; GRAPH gets its dispatches as JSON, TRACED the module with trace ops.
Every ``flow.dispatch`` gets an ordinal, its place in the walk of the module. Before it a ``flow.tensor.trace`` with the
key ``<ordinal> in`` records its operands and one with ``<ordinal> workload`` its workload, after it one with
``<ordinal> out`` its results. Scalars are traced as tensors of rank 0; operands with an encoding are decoded to row major
first. (The compiler's own ``--iree-flow-trace-dispatch-tensors`` sees nothing inside loops and branches, drops scalars,
and cannot tell call sites of one executable apart.) With ``bits``, floats and what is smaller than a byte are traced as
integers of their bits: releases that can only print a trace print those exactly. Trace ops that the program has itself
are taken out: their keys are not ours.
"""

import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from iree.compiler import ir

if TYPE_CHECKING:
    from runners.stages.body_probe import elements_in
    from runners.stages.flow_calls import Call, calls_in, defining, following, is_tensor, row_major, untraceable, walk
    from runners.stages.graph_reader import graph_of
else:
    sys.path.append(str(Path(__file__).parent))
    from body_probe import elements_in
    from flow_calls import Call, calls_in, defining, following, is_tensor, row_major, untraceable, walk
    from graph_reader import graph_of

_FLOAT_BITS = {"f16": 16, "bf16": 16, "f32": 32, "f64": 64}


class Tracer:
    """Puts the trace ops around calls.

    :param bits: trace floats and what is smaller than a byte as integers of their bits.
    """

    def __init__(self, *, bits: bool) -> None:
        self._bits = bits

    def instrument(self, call: Call) -> None:
        """Trace one call's operands, workload and results."""
        with ir.InsertionPoint(call.operation):
            self._trace(call, "in", call.arguments, call.argument_dims)
            self._trace(call, "workload", call.workload, [[] for _ in call.workload])
        with ir.InsertionPoint(following(call.operation)):
            self._trace(call, "out", call.results, call.result_dims)

    def _trace(self, call: Call, side: str, values: list[Any], dims: list[list[Any]]) -> None:
        made = [self._traceable(call, value, own) for value, own in zip(values, dims, strict=True)]
        if not made:
            return
        tensors, extents = [value for value, _ in made], [extent for _, own in made for extent in own]
        key = {"key": ir.StringAttr.get(f"{call.ordinal} {side}")}
        if call.segments == "operandSegmentSizes":
            tensors = [*tensors, *extents]
            key |= self._segments(call, len(tensors) - len(extents), len(extents))
        # In the early releases the operation takes tensors alone.
        ir.Operation.create("flow.tensor.trace", results=[], operands=tensors, attributes=key)

    def _traceable(self, call: Call, value: Any, dims: list[Any]) -> tuple[Any, list[Any]]:
        """A row-major tensor with the value's elements, made where the insertion point stands; a 0 for what cannot be looked at."""
        if untraceable(value):
            word = ir.IntegerType.get_signless(64)
            value, dims = ir.Operation.create("arith.constant", results=[word], attributes={"value": ir.IntegerAttr.get(word, 0)}).result, []
        if not is_tensor(value):
            kind = value.type
            if str(kind) == "index":
                kind = ir.IntegerType.get_signless(64)
                value = ir.Operation.create("arith.index_cast", results=[kind], operands=[value]).result
            width = _FLOAT_BITS.get(str(kind), 0)
            if self._bits and width:
                kind = ir.IntegerType.get_signless(width)
                value = ir.Operation.create("arith.bitcast", results=[kind], operands=[value]).result
            splat = ir.Operation.create("flow.tensor.splat", results=[ir.RankedTensorType.get([], kind)], operands=[value])
            return splat.result, []
        if "encoding" in str(value.type):
            sizes = self._segments(call, 1, len(dims), len(dims))
            value = ir.Operation.create("flow.tensor.encode", results=[row_major(value.type)], operands=[value, *dims, *dims], attributes=sizes).result
        return (self._as_bits(call, value, dims) if self._bits else value), dims

    def _as_bits(self, call: Call, value: Any, dims: list[Any]) -> Any:
        ranked = ir.RankedTensorType(value.type)
        element = str(ranked.element_type)
        shape, width = list(ranked.shape), _FLOAT_BITS.get(element, 8 if element.startswith("f8") else 0)
        if element in ("i2", "i4") and (constant := _bytes_of_constant(value, int(element[1:]))) is not None:
            return constant
        if element in ("i2", "i4") and not dims:
            # What is smaller than a byte cannot be printed: its bytes can.
            count = 1
            for extent in shape:
                count *= extent
            shape, width = [count * int(element[1:]) // 8], 8
        if not width:
            return value
        kind = ir.RankedTensorType.get(shape, ir.IntegerType.get_signless(width))
        # Releases without a bitcast let a reshape change the type.
        name = next(name for name in ("flow.tensor.bitcast", "flow.tensor.reshape") if ir.Context.current.is_registered_operation(name))
        sizes = self._segments(call, 1, len(dims), len(dims))
        return ir.Operation.create(name, results=[kind], operands=[value, *dims, *dims], attributes=sizes).result

    def _segments(self, call: Call, *sizes: int) -> dict[str, Any]:
        return {call.segments: ir.DenseI32ArrayAttr.get(list(sizes))}


def _bytes_of_constant(value: Any, bits: int) -> Any:
    """The packed bytes of a constant as a constant of their own; None for what is no constant.

    The earliest releases cannot show the bits of a packed tensor in any other way.
    """
    owner = defining(value)
    if owner is None or owner.name != "arith.constant":
        return None
    text = re.match(r"dense<(.*)> : tensor", str(owner.attributes["value"]), re.DOTALL)
    values = None if text is None else elements_in(text[1], f"i{bits}")
    if values is None:
        return None
    count = int(np.prod(list(ir.RankedTensorType(value.type).shape), dtype=np.int64))
    each = np.resize(values, count).astype(np.uint8) & ((1 << bits) - 1)
    parts = [each[i :: 8 // bits] << (bits * i) for i in range(8 // bits)]
    packed = np.bitwise_or.reduce(parts).astype(np.int8)
    attribute = ir.Attribute.parse(f"dense<[{', '.join(map(str, packed.tolist()))}]> : tensor<{packed.size}xi8>")
    return ir.Operation.create("arith.constant", results=[attribute.type], attributes={"value": attribute}).result


def main() -> None:
    """Read, write the graph, and the traced module where one is asked for."""
    source, graph = (Path(name) for name in sys.argv[1:3])
    data = source.read_bytes()
    with ir.Context(), ir.Location.unknown():
        module = ir.Module.parse(data if data.startswith(b"ML\xefR") else data.decode())
        calls = calls_in(module)
        graph.write_text(json.dumps(graph_of(module, calls)), encoding="utf-8")
        if len(sys.argv) > 3:
            for operation in [operation for operation in walk(module.operation) if operation.name == "flow.tensor.trace"]:
                operation.erase()
            tracer = Tracer(bits=sys.argv[4:] == ["bits"])
            for call in calls:
                tracer.instrument(call)
            module.operation.verify()
            write(module, Path(sys.argv[3]))


def write(module: Any, path: Path) -> None:
    """Write a module as bytecode; as generic text where the bindings cannot, since some pretty forms do not parse back."""
    if hasattr(module.operation, "write_bytecode"):
        with path.open("wb") as file:
            module.operation.write_bytecode(file)
    else:
        path.write_text(module.operation.get_asm(print_generic_op_form=True, enable_debug_info=True), encoding="utf-8")


if __name__ == "__main__":
    main()
