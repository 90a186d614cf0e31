"""Writes the body of one dispatch as a plain function on tensors: text that people read and any compiler of it takes.

usage: python -I plain_probe.py FLOW JOB.json ANSWER.json

The job names the ordinal of a ``flow.dispatch``, the function, the file for the text, and whether results inside the body
are returned as well. With ``shapes``, those of the operands and results by side and the ``values`` of index operands, the
function has these shapes; otherwise extents stay dynamic and are parameters. Operands in ``constants`` are no parameters:
their elements, as they stand in ``dense<...>``, are written into the text. The answer says how it is called.

Started by a toolchain's own Python, with the bindings that belong to its compiler.
"""

import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from iree.compiler import ir, passmanager

if TYPE_CHECKING:
    from runners.stages.flow_calls import Call, attribute_names, calls_in, dynamic_axes, is_tensor, positions, row_major, symbol, walk
else:
    sys.path.append(str(Path(__file__).parent))
    from flow_calls import Call, attribute_names, calls_in, dynamic_axes, is_tensor, positions, row_major, symbol, walk

_PLACEHOLDER = "builtin.unrealized_conversion_cast"
_DYNAMIC = "index"
_BARRIER = "util.optimization_barrier"
"""Gives its operand, of which no pass then knows that it is a constant."""
_SAME_VALUE = ("dispatch.workload.ordinal", "dispatch.tie_shape", "iree_encoding.set_encoding", "iree_encoding.unset_encoding")
"""Operations that give their first operand, as far as values go."""
_NO_VALUE = ("arith.constant", "linalg.fill", "tensor.empty")
"""Operations whose results say nothing of what a body computes."""


class NotPlainError(Exception):
    """A body cannot be written as a function on tensors; the text says why."""


class Argument:
    """One argument of a body: a tensor that is read, written or both, or a scalar."""

    def __init__(self, value: Any) -> None:
        inner = re.fullmatch(r"!\w+\.dispatch\.tensor<(readonly|writeonly|readwrite):(.*)>", str(value.type))
        self.access = inner[1] if inner else "value"
        self.type = ir.Type.parse(inner[2], value.type.context) if inner else value.type
        self.value = value

    @property
    def is_parameter(self) -> bool:
        """Whether its value comes from outside."""
        return self.access != "writeonly"


def body_of(module: Any, call: Call) -> Any:
    """The function that a dispatch calls."""
    if len(call.entry_points) > 1:
        raise NotPlainError("what is called is only chosen when it runs")
    executable, entry = call.entry_points[0]
    unit = next(o for o in walk(module.operation) if o.name == "flow.executable" and symbol(o) == executable)
    export = next(o for o in walk(unit) if o.name == "flow.executable.export" and symbol(o) == entry)
    name = str(ir.FlatSymbolRefAttr(export.attributes["function_ref"]).value) if "function_ref" in attribute_names(export) else entry
    found = [o for o in walk(unit) if o.name == "func.func" and symbol(o) == name]
    if not found:
        raise NotPlainError("its body is not in the module")
    return found[0]


def result_arguments(call: Call, arguments: list[Argument]) -> list[int]:
    """Which argument of the body each result is: the operand that it is tied to, else the next that is only written."""
    written = iter([i for i, argument in enumerate(arguments) if argument.access == "writeonly"])
    tied = [-1] * len(call.results)
    if "tied_operands" in attribute_names(call.operation):
        tied = [ir.IntegerAttr(index).value for index in ir.ArrayAttr(call.operation.attributes["tied_operands"])]
    return [next(written) if operand < 0 else operand for operand in tied]


def with_shape(kind: Any, shape: list[int] | None) -> Any:
    """A tensor type without encoding, of this shape where one is given."""
    plain = row_major(kind)
    return plain if shape is None else ir.RankedTensorType.get(shape, plain.element_type)


class Plain:
    """Writes one body into a new module as a function on tensors.

    :ivar inner: operations of the body whose results are returned besides, with the values.
    """

    def __init__(self, call: Call, function: Any, job: dict[str, Any]) -> None:
        self._call, self._job = call, job
        self._block = function.regions[0].blocks[0]
        self.arguments = [Argument(value) for value in self._block.arguments]
        self.results = result_arguments(call, self.arguments)
        self.parameters = [i for i, a in enumerate(self.arguments) if a.is_parameter and not self._is_constant(i)]
        self.inner: list[tuple[Any, Any]] = []
        self._current: dict[int, Any] = {}
        self._root: dict[Any, int] = {}
        self._dims: dict[int, list[Any]] = {}
        self._mapping: dict[Any, Any] = {}

    @property
    def _concrete(self) -> bool:
        return self._job["shapes"] is not None

    def _is_constant(self, i: int) -> bool:
        return str(i) in self._job["constants"] or (self._concrete and str(self.arguments[i].type) == _DYNAMIC)

    def parameter_type(self, i: int) -> Any:
        """The type of a parameter: a tensor also for scalars, so that their bits are given as they are; an index is one."""
        argument = self.arguments[i]
        if str(argument.type) == _DYNAMIC:
            return argument.type
        if argument.access == "value":
            return ir.RankedTensorType.get([], argument.type)
        return with_shape(argument.type, self._job["shapes"]["in"][i] if self._concrete else None)

    def result_type(self, position: int) -> Any:
        """The type of a result of the dispatch."""
        return with_shape(self.arguments[self.results[position]].type, self._job["shapes"]["out"][position] if self._concrete else None)

    def write(self, module: Any) -> Any:
        """Add the function to the module and give it back."""
        parameters = [self.parameter_type(i) for i in self.parameters]
        listed = ", ".join(f"%p{i}: {kind}" for i, kind in zip(self.parameters, parameters, strict=True))
        names = ", ".join(f"%p{i}" for i in self.parameters)
        types = ", ".join(map(str, parameters))
        text = f'func.func @{self._job["name"]}({listed}) {{\n%0 = "{_PLACEHOLDER}"({names}) : ({types}) -> index\nreturn\n}}'
        parsed = ir.Module.parse(text, module.context)
        function = parsed.body.operations[0].operation.clone(ir.InsertionPoint(module.body)).operation
        place = next(o for o in walk(function) if o.name == _PLACEHOLDER)
        self._end = next(o for o in walk(function) if o.name == "func.return")
        self._begin(list(place.operands))
        place.erase()
        for view in list(self._block.operations):
            self._add(view.operation)
        self._return(function, parameters)
        return function

    def _make(self, name: str, results: list[Any], operands: list[Any], attributes: dict[str, Any] | None = None, like: Any = None) -> Any:
        location = ir.Location.unknown() if like is None else like.location
        with ir.InsertionPoint(self._end), location:
            return ir.Operation.create(name, results=results, operands=operands, attributes=attributes or {}).result

    def _begin(self, given: list[Any]) -> None:
        """Give every argument its value at the beginning."""
        parameters = dict(zip(self.parameters, given, strict=True))
        parameters |= {int(i): self._written(self.parameter_type(int(i)), elements) for i, elements in self._job["constants"].items()}
        for i, argument in enumerate(self.arguments):
            if argument.access == "writeonly":
                self._root[argument.value] = i
            elif argument.access != "value":
                self._root[argument.value] = i
                self._current[i] = self._cast(parameters[i], row_major(argument.type))
            elif i in parameters and str(argument.type) == _DYNAMIC:
                self._mapping[argument.value] = parameters[i]
            elif i in parameters:
                self._mapping[argument.value] = self._make("tensor.extract", [argument.type], [parameters[i]])
            else:
                number = ir.IntegerAttr.get(argument.type, self._job["values"][str(i)])
                self._mapping[argument.value] = self._make("arith.constant", [argument.type], [], {"value": number})

    def _written(self, kind: Any, elements: str) -> Any:
        """A constant that is computed with as a parameter is: nothing is folded into it, and it is stored in the same way."""
        constant = self._make("arith.constant", [kind], [], {"value": ir.Attribute.parse(f"dense<{elements}> : {kind}")})
        return self._make(_BARRIER, [kind], [constant])

    def _cast(self, value: Any, kind: Any) -> Any:
        return value if value.type == kind else self._make("tensor.cast", [kind], [value])

    def _add(self, operation: Any) -> None:
        name = operation.name
        if name in ("func.return", "return"):
            return
        if name.endswith(_SAME_VALUE):
            self._look_through(operation)
        elif name.endswith("dispatch.tensor.load"):
            self._mapping[operation.result] = self._loaded(operation)
        elif name.endswith("dispatch.tensor.store"):
            self._store(operation)
        elif ".dispatch." in name:
            raise NotPlainError(f"{name} has no meaning on tensors")
        else:
            self._copy(operation)

    def _look_through(self, operation: Any) -> None:
        source, *others = operation.operands
        if source in self._root:
            root = self._root[operation.result] = self._root[source]
            self._dims[root] = [self._mapping[dim] for dim in others]
        else:
            self._mapping[operation.result] = self._mapping[source]

    def _copy(self, operation: Any) -> None:
        copied = operation.clone(ir.InsertionPoint(self._end)).operation
        for each in [copied, *walk(copied)]:
            for i, operand in enumerate(list(each.operands)):
                if operand in self._mapping:
                    each.operands[i] = self._mapping[operand]
            for result in each.results:
                if is_tensor(result) and "encoding" in str(result.type):
                    result.set_type(row_major(result.type))
        self._mapping.update(zip(operation.results, copied.results, strict=True))
        if operation.name not in _NO_VALUE:
            self.inner += [(operation, result) for result in copied.results if is_tensor(result)]

    def _loaded(self, operation: Any) -> Any:
        root = self._root[operation.operands[0]]
        if root not in self._current:
            self._current[root] = self._unwritten(root)
        whole, part = self._current[root], Part(operation)
        if self._is_whole(part, root, operation.result.type):
            return whole
        kind = row_major(operation.result.type)
        return self._make("tensor.extract_slice", [kind], [whole, *self._mapped(part.operands)], part.attributes(1), operation)

    def _store(self, operation: Any) -> None:
        value, target = operation.operands[0], operation.operands[1]
        root, part = self._root[target], Part(operation)
        if self._is_whole(part, root, value.type):
            self._current[root] = self._mapping[value]
            return
        if root not in self._current:
            self._current[root] = self._unwritten(root)
        into = self._current[root]
        operands = [self._mapping[value], into, *self._mapped(part.operands)]
        self._current[root] = self._make("tensor.insert_slice", [into.type], operands, part.attributes(2), operation)

    def _mapped(self, values: list[Any]) -> list[Any]:
        return [self._mapping[value] for value in values]

    def _is_whole(self, part: "Part", root: int, kind: Any) -> bool:
        whole = row_major(self.arguments[root].type)
        return row_major(kind) == whole and part.covers(list(whole.shape)) and self._mapped(part.operands) == self._dims.get(root, [])

    def _unwritten(self, root: int) -> Any:
        """What a result holds before anything is written: zeros, so that every run of the function gives the same."""
        kind = row_major(self.arguments[root].type)
        zero = "0.0" if re.match(r"b?f\d", str(kind.element_type)) else "0"
        if not self._dims.get(root):
            return self._make("arith.constant", [kind], [], {"value": ir.Attribute.parse(f"dense<{zero}> : {kind}")})
        scalar = self._make("arith.constant", [kind.element_type], [], {"value": ir.Attribute.parse(f"{zero} : {kind.element_type}")})
        return self._make("tensor.splat", [kind], [scalar, *self._dims[root]])

    def _return(self, function: Any, parameters: list[Any]) -> None:
        values = [self._cast(self._current[root], self.result_type(i)) for i, root in enumerate(self.results)]
        taken = [self._current[root] for root in self.results]
        self.inner = [(operation, value) for operation, value in self.inner if value not in taken] if self._job["intermediates"] else []
        values += [value for _, value in self.inner]
        with ir.InsertionPoint(self._end), ir.Location.unknown():
            ir.Operation.create("func.return", results=[], operands=values)
        self._end.erase()
        function.attributes["function_type"] = ir.TypeAttr.get(ir.FunctionType.get(parameters, [value.type for value in values]))


class Part:
    """Which part of a tensor a load or store is of.

    :ivar operands: offsets, sizes and strides that are only known at run time, in this order.
    """

    def __init__(self, operation: Any) -> None:
        self._operation = operation
        self._name = next(name for name in ("operandSegmentSizes", "operand_segment_sizes") if name in attribute_names(operation))
        # Last come the groups of offsets, sizes and strides; before them what is read or written, and its extents.
        self._groups = list(ir.DenseI32ArrayAttr(operation.attributes[self._name]))[-3:]
        self.operands = list(operation.operands)[len(operation.operands) - sum(self._groups) :]

    def covers(self, shape: list[int]) -> bool:
        """Whether it may be all of a tensor of this shape: it is if its dynamic sizes are the tensor's extents."""
        offsets, sizes, strides = (list(ir.DenseI64ArrayAttr(self._operation.attributes[f"static_{name}"])) for name in _PARTS)
        return not any(offsets) and all(stride == 1 for stride in strides) and sizes == shape

    def attributes(self, leading: int) -> dict[str, Any]:
        """Those of a slice operation with so many operands before the offsets."""
        kept = {f"static_{name}": self._operation.attributes[f"static_{name}"] for name in _PARTS}
        return {**kept, self._name: ir.DenseI32ArrayAttr.get([1] * leading + self._groups)}


_PARTS = ("offsets", "sizes", "strides")


def written(module: Any, job: dict[str, Any]) -> dict[str, Any]:
    """Write the text; how the function is called."""
    calls = calls_in(module)
    ordinal = job["ordinal"]
    if ordinal >= len(calls):
        raise NotPlainError(f"the module has {len(calls)} dispatches, there is none of ordinal {ordinal}")
    call = calls[ordinal]
    plain = Plain(call, body_of(module, call), job)
    made = ir.Module.create()
    function = plain.write(made)
    made.operation.verify()
    if job["shapes"] is not None and any(dynamic_axes(result) for operation in walk(function) for result in operation.results):
        # Only where there are extents to settle: a pass that folds could hide what is looked for.
        passmanager.PassManager.parse("builtin.module(func.func(canonicalize,cse))").run(made.operation)
    Path(job["text"]).write_text(made.operation.get_asm(), encoding="utf-8")
    sources = [{"ordinal": ordinal, "side": "in", "position": i} for i in plain.parameters]
    return {
        "parameters": [{"type": str(plain.parameter_type(i)), "source": source} for i, source in zip(plain.parameters, sources, strict=True)],
        "results": [{"ordinal": ordinal, "position": i, "type": str(plain.result_type(i))} for i in range(len(plain.results))],
        "intermediates": [{"operation": o.name, "type": str(value.type), "location": positions(o)} for o, value in plain.inner],
    }


def main() -> None:
    """Read, write the text and the answer."""
    source, job_file, answer_file = (Path(name) for name in sys.argv[1:4])
    job = json.loads(job_file.read_text(encoding="utf-8"))
    data = source.read_bytes()
    with ir.Context(), ir.Location.unknown():
        module = ir.Module.parse(data if data.startswith(b"ML\xefR") else data.decode())
        try:
            answer = written(module, job)
        except NotPlainError as reason:
            answer = {"problem": str(reason)}
    answer_file.write_text(json.dumps(answer), encoding="utf-8")


if __name__ == "__main__":
    main()
