"""Takes dispatches out of a flow module: one module with one public function for each dispatch, or group of dispatches.

usage: python -I isolate_probe.py FLOW JOB.json ANSWER.json

The job lists the functions, ``[{"name": …, "ordinals": […]}]``, and where the module goes: ``module`` as bytecode with
its device, ``bare`` without one, so that target flags act again, ``text`` the latter as text. The answer says for each
function how it is called: which parameter is which traced tensor, extent or scalar; or why it cannot be.

Started by a toolchain's own Python, with the bindings that belong to its compiler.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from iree.compiler import ir

if TYPE_CHECKING:
    from runners.stages.flow_calls import Call, attribute_names, calls_in, defining, dynamic_axes, is_tensor, row_major, symbol, walk
else:
    sys.path.append(str(Path(__file__).parent))
    from flow_calls import Call, attribute_names, calls_in, defining, dynamic_axes, is_tensor, row_major, symbol, walk

_INDEX = "index"
_WIDTHS = {"i1": 1, "i8": 8, "i16": 16, "i32": 32, "i64": 64, "f16": 16, "bf16": 16, "f32": 32, "f64": 64, _INDEX: 64}
"""Scalars that a function can be given, and their widths. All of them are passed as integers with the same bits."""

_CHEAP = (
    "flow.tensor.bitcast",
    "flow.tensor.clone",
    "flow.tensor.constant",
    "flow.tensor.empty",
    "flow.tensor.encode",
    "flow.tensor.reshape",
    "flow.tensor.slice",
    "flow.tensor.splat",
    "flow.tensor.update",
    "tensor.cast",
)
"""What is no dispatch and may stand between two of them."""

_DEVICE_ATTRIBUTES = ("stream.affinity", "stream.affinity.default", "hal.device.targets")


class CannotIsolateError(Exception):
    """A group of dispatches cannot be taken out; the text says why."""


class Sources:
    """Where values are recorded when the module runs: by dispatch, side and position.

    :param elsewhere: asked for what these calls do not record. In a loop, what another dispatch records of a value may be
        of another iteration; so the dispatch's own record comes first.
    """

    def __init__(self, calls: list[Call], elsewhere: "Sources | None" = None) -> None:
        self._elsewhere = elsewhere
        self._tensors: dict[Any, dict[str, Any]] = {}
        self._scalars: dict[Any, dict[str, Any]] = {}
        self._dims: dict[Any, list[Any]] = {}
        for call in calls:
            for side, values, dims in (("in", call.arguments, call.argument_dims), ("out", call.results, call.result_dims)):
                for position, (value, own) in enumerate(zip(values, dims, strict=True)):
                    self._record(value, own, {"ordinal": call.ordinal, "side": side, "position": position})
            for position, value in enumerate(call.workload):
                self._scalars.setdefault(value, {"ordinal": call.ordinal, "side": "workload", "position": position})

    def _record(self, value: Any, dims: list[Any], source: dict[str, Any]) -> None:
        if not is_tensor(value):
            self._scalars.setdefault(value, source)
            return
        self._tensors.setdefault(value, source)
        self._dims.setdefault(value, dims)
        for axis, dim in zip(dynamic_axes(value), dims, strict=True):
            self._scalars.setdefault(dim, {**source, "axis": axis})

    def of(self, value: Any) -> dict[str, Any] | None:
        """Where this value is recorded; None where it is not."""
        found = (self._tensors if is_tensor(value) else self._scalars).get(value)
        return self._elsewhere.of(value) if found is None and self._elsewhere is not None else found

    def dims_of(self, value: Any) -> list[Any]:
        """The dynamic extents of a recorded tensor."""
        return self._elsewhere.dims_of(value) if value not in self._dims and self._elsewhere is not None else self._dims[value]


class Group:
    """Dispatches that go into one function: what they need from outside, and what is copied with them.

    :ivar scalars: scalar values that become parameters, with their sources; ``tensors`` likewise.
    :ivar scalar_operations: what computes scalars, to be copied before anything else; ``operations`` what comes after.
    """

    def __init__(self, calls: list[Call], sources: Sources) -> None:
        self.calls, self._sources = calls, sources
        self.outputs = [(call.ordinal, position, value) for call in calls for position, value in enumerate(call.results)]
        if not self.outputs:
            raise CannotIsolateError("it has no results")
        self.scalars: dict[Any, dict[str, Any]] = {}
        self.tensors: dict[Any, dict[str, Any]] = {}
        self.scalar_operations: list[Any] = []
        self.operations: list[Any] = []
        self._known: set[Any] = set()
        self._own = {value for _, _, value in self.outputs}
        self._inner: dict[Any, bool] = {}
        for call in calls:
            for operand in call.operation.operands:
                self._need(operand)
            self.operations.append(call.operation)
            self._known.update(call.results)
            for dim in (dim for dims in call.result_dims for dim in dims):
                self._need(dim)

    def dims_of(self, value: Any) -> list[Any]:
        """The dynamic extents of a tensor that comes from outside, or goes there."""
        return self._sources.dims_of(value)

    def _need(self, value: Any) -> None:
        """Make sure that this value is there: from outside, or by copying what makes it."""
        if value in self._known:
            return
        source = self._sources.of(value)
        producer = defining(value)
        if is_tensor(value):
            if source is not None and not self._depends(value):
                self.tensors[value] = source
                for dim in self._sources.dims_of(value):
                    self._need(dim)
            else:
                self._copy(value, producer, self.operations)
        elif source is not None and not (producer is not None and producer.name == "arith.constant"):
            if str(value.type) not in _WIDTHS:
                raise CannotIsolateError(f"a scalar operand is {value.type}, which no function can be given")
            self.scalars[value] = source
        else:
            self._copy(value, producer, self.scalar_operations)
        self._known.add(value)

    def _copy(self, value: Any, producer: Any, into: list[Any]) -> None:
        if producer is None:
            raise CannotIsolateError(f"a {value.type} comes from a loop or branch and is not traced")
        if producer.name not in _CHEAP and not producer.name.startswith("arith."):
            raise CannotIsolateError(f"a {value.type} comes from {producer.name} and is not traced")
        for operand in producer.operands:
            self._need(operand)
        into.append(producer)
        self._known.update(producer.results)

    def _depends(self, value: Any) -> bool:
        """Whether a value is computed from results of the group, by operations that can be copied."""
        if value in self._own:
            return True
        if value not in self._inner:
            producer = defining(value)
            follows = producer is not None and producer.name in _CHEAP
            self._inner[value] = follows and any(self._depends(operand) for operand in producer.operands)
        return self._inner[value]


def chosen(module: Any, calls: list[Call], ordinals: list[int]) -> list[Call]:
    """The dispatches of these ordinals, which run one after the other.

    :raises CannotIsolateError: when there is none of an ordinal, what one calls is not here, or a loop or a branch lies between them.
    """
    if ordinals[-1] >= len(calls):
        raise CannotIsolateError(f"the module has {len(calls)} dispatches, there is none of ordinal {ordinals[-1]}")
    own = [calls[ordinal] for ordinal in ordinals]
    there = {symbol(view.operation) for view in module.body.operations if view.operation.name == "flow.executable"}
    if elsewhere := {executable for call in own for executable, _ in call.entry_points} - there:
        raise CannotIsolateError(f"it calls {min(elsewhere)}, whose code is not in the module as IR")
    if len(own) > 1 and not any(all(call.operation in block for call in own) for block in blocks_of(module)):
        raise CannotIsolateError("the dispatches do not stand in one straight line of code")
    return own


def blocks_of(module: Any) -> Iterator[list[Any]]:
    """The operations of every block."""
    for operation in [module.operation, *walk(module.operation)]:
        for region in operation.regions:
            for block in region:
                yield [view.operation for view in block]


def build(module: Any, name: str, group: Group) -> dict[str, Any]:
    """Add the public function of a group to the module; how it is called."""
    kind = "util" if any(view.operation.name == "util.func" for view in module.body.operations) else "func"
    shell = Shell(group)
    try:
        parsed = ir.Module.parse(shell.text(kind, name), module.context)
    except Exception as error:  # the class differs between releases
        raise CannotIsolateError(f"no function can be made around it: {str(error).splitlines()[0]}") from error
    function = parsed.body.operations[0].operation.clone(ir.InsertionPoint(module.body)).operation
    extents, results = (o for o in walk(function) if o.name == _PLACEHOLDER)
    mapping = {value: _received(extents, parameter, value.type) for value, parameter in zip(shell.scalars, list(extents.operands), strict=True)}
    for operation in group.scalar_operations:
        _copy_before(extents, operation, mapping)
    _settle(extents, [mapping[dim] for dim in shell.dims])
    mapping.update(zip(shell.tensors, results.operands, strict=True))
    for operation in group.operations:
        _copy_before(results, operation, mapping)
    _settle(results, [mapping[value] for value in shell.outputs])
    given = {**group.tensors, **group.scalars}
    return {
        "parameters": [{"type": _plain_type(value), "source": source, "uninitialised": _is_uninitialised(value)} for value, source in given.items()],
        "results": [{"type": _plain_type(value), "ordinal": ordinal, "position": position} for ordinal, position, value in group.outputs],
    }


def _is_uninitialised(value: Any) -> bool:
    """Whether nothing was ever written to this memory: what it holds differs from one use to the next."""
    producer = defining(value)
    while producer is not None and producer.name in ("flow.tensor.reshape", "flow.tensor.bitcast"):
        producer = defining(producer.operands[0])
    return producer is not None and producer.name == "flow.tensor.empty"


_PLACEHOLDER = "builtin.unrealized_conversion_cast"


class Shell:
    """A function that imports its parameters and exports its results, with two placeholders: one makes extents, one results.

    It is made as text, since what import and export operations carry differs between releases, and their syntax does not.
    """

    def __init__(self, group: Group) -> None:
        self._group = group
        self.tensors, self.scalars = list(group.tensors), list(group.scalars)
        self.outputs = [value for _, _, value in group.outputs]
        self.dims = list(dict.fromkeys(dim for value in (*self.tensors, *self.outputs) for dim in group.dims_of(value)))
        self._lines: list[str] = []

    def text(self, kind: str, name: str) -> str:
        """The function, ``util.func`` or ``func.func``."""
        numbers = [(f"%s{i}", _passed_as(value.type)) for i, value in enumerate(self.scalars)]
        self._lines = [_placeholder("%d", [number for number, _ in numbers], [passed for _, passed in numbers], [_INDEX] * len(self.dims))]
        imported = [self._imported(i, value) for i, value in enumerate(self.tensors)]
        self._lines.append(_placeholder("%r", imported, [str(value.type) for value in self.tensors], [str(value.type) for value in self.outputs]))
        exported = [self._exported(i, value) for i, value in enumerate(self.outputs)]
        views = [f"%a{i}: !hal.buffer_view" for i in range(len(self.tensors))]
        parameters = ", ".join([*views, *(f"{number}: {passed}" for number, passed in numbers)])
        returned = ", ".join(["!hal.buffer_view"] * len(exported))
        public = "public " if kind == "util" else ""
        head = f"{kind}.func {public}@{name}({parameters}) -> ({returned}) attributes {{iree.abi.stub}} {{"
        return "\n".join([head, *self._lines, f"{kind}.return {', '.join(exported)} : {returned}", "}"])

    def _imported(self, i: int, value: Any) -> str:
        self._lines.append(f"%t{i} = hal.tensor.import %a{i} : !hal.buffer_view -> {_plain_type(value)}{self._extents(value)}")
        return self._encoded(f"%t{i}", f"%e{i}", value, (_plain_type(value), str(value.type)))

    def _exported(self, i: int, value: Any) -> str:
        decoded = self._encoded(f"%r#{i}", f"%p{i}", value, (str(value.type), _plain_type(value)))
        self._lines.append(f"%o{i} = hal.tensor.export {decoded} : {_plain_type(value)}{self._extents(value)} -> !hal.buffer_view")
        return f"%o{i}"

    def _encoded(self, source: str, target: str, value: Any, types: tuple[str, str]) -> str:
        """The value in another encoding, where there is one."""
        if types[0] == types[1]:
            return source
        self._lines.append(f"{target} = flow.tensor.encode {source} : {types[0]}{self._extents(value)} -> {types[1]}{self._extents(value)}")
        return target

    def _extents(self, value: Any) -> str:
        own = ", ".join(f"%d#{self.dims.index(dim)}" for dim in self._group.dims_of(value))
        return f"{{{own}}}" if own else ""


def _placeholder(name: str, operands: list[str], operand_types: list[str], result_types: list[str]) -> str:
    # One result more than is used: an operation of this kind must have one.
    types = f"({', '.join(operand_types)}) -> ({', '.join([*result_types, _INDEX])})"
    return f'{name}:{len(result_types) + 1} = "{_PLACEHOLDER}"({", ".join(operands)}) : {types}'


def _plain_type(value: Any) -> str:
    return str(row_major(value.type) if is_tensor(value) else value.type)


def _passed_as(kind: Any) -> str:
    return "i64" if _WIDTHS[str(kind)] == 64 else "i32"


def _received(place: Any, parameter: Any, kind: Any) -> Any:
    """The scalar of this type whose bits the parameter holds."""
    name = str(kind)
    with ir.InsertionPoint(place):
        if name == _INDEX:
            return ir.Operation.create("arith.index_cast", results=[kind], operands=[parameter]).result
        width = _WIDTHS[name]
        bits = ir.IntegerType.get_signless(width)
        if width < 32:
            parameter = ir.Operation.create("arith.trunci", results=[bits], operands=[parameter]).result
        return parameter if kind == bits else ir.Operation.create("arith.bitcast", results=[kind], operands=[parameter]).result


def _copy_before(place: Any, operation: Any, mapping: dict[Any, Any]) -> None:
    copied = operation.clone(ir.InsertionPoint(place)).operation
    for i, operand in enumerate(list(copied.operands)):
        copied.operands[i] = mapping[operand]
    mapping.update(zip(operation.results, copied.results, strict=True))


def _settle(placeholder: Any, values: list[Any]) -> None:
    """Put the real values in the place of those that stood for them."""
    for result, value in zip(list(placeholder.results)[:-1], values, strict=True):
        result.replace_all_uses_with(value)
    placeholder.erase()


def erase_others(operations: list[Any], executables: set[str]) -> None:
    """Erase operations of the top of a module but devices and these executables."""
    for operation in operations:
        kept = operation.name == "flow.executable" and symbol(operation) in executables
        if not kept and not is_device(operation):
            operation.erase()


def is_device(operation: Any) -> bool:
    """Whether this is the global that says what device a module is for."""
    return operation.name == "util.global" and "!hal.device" in str(operation.attributes["type"])


def strip_device(module: Any) -> None:
    """Remove what says for which device the module is, so that target flags decide it."""
    for operation in [module.operation, *walk(module.operation)]:
        for name in set(attribute_names(operation)) & set(_DEVICE_ATTRIBUTES):
            del operation.attributes[name]
    for view in list(module.body.operations):
        if is_device(view.operation):
            view.operation.erase()


def isolate(module: Any, wanted: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Reduce the module to the functions that are wanted; how each is called, or its problem."""
    calls = calls_in(module)
    sources = Sources(calls)
    before = [view.operation for view in module.body.operations]
    answers, executables = [], set()
    for function in wanted:
        answer: dict[str, Any] = {"name": function["name"], "ordinals": sorted(function["ordinals"])}
        try:
            own = chosen(module, calls, answer["ordinals"])
            answer.update(build(module, answer["name"], Group(own, Sources(own, sources))))
            executables |= {executable for call in own for executable, _ in call.entry_points}
        except CannotIsolateError as reason:
            answer["problem"] = str(reason)
        answers.append(answer)
    erase_others(before, executables)
    module.operation.verify()
    return answers


def main() -> None:
    """Read, isolate, write the modules and the answer."""
    source, job_file, answer_file = (Path(name) for name in sys.argv[1:4])
    job = json.loads(job_file.read_text(encoding="utf-8"))
    with ir.Context(), ir.Location.unknown():
        data = source.read_bytes()
        module = ir.Module.parse(data if data.startswith(b"ML\xefR") else data.decode())
        answers = isolate(module, job["functions"])
        write(module, Path(job["module"]))
        strip_device(module)
        write(module, Path(job["bare"]))
        Path(job["text"]).write_text(module.operation.get_asm(), encoding="utf-8")
    answer_file.write_text(json.dumps(answers), encoding="utf-8")


def write(module: Any, path: Path) -> None:
    """Write a module as bytecode; as generic text where the bindings cannot, since some pretty forms do not parse back."""
    if hasattr(module.operation, "write_bytecode"):
        with path.open("wb") as file:
            module.operation.write_bytecode(file)
    else:
        path.write_text(module.operation.get_asm(print_generic_op_form=True, enable_debug_info=True), encoding="utf-8")


if __name__ == "__main__":
    main()
