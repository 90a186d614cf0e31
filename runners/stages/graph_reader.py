"""The dispatches of a module at the flow phase as data: bodies, and where every operand and every result comes from.

Part of the flow probe, which is started by a toolchain's own Python: it imports nothing of ours but what lies beside it.
"""

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from iree.compiler import ir

if TYPE_CHECKING:
    from runners.stages.flow_calls import Call, attribute_names, positions, symbol, untraceable, walk
else:
    from flow_calls import Call, attribute_names, positions, symbol, untraceable, walk

Result = tuple[int, int]
"""A result of a dispatch: ordinal and position."""

_SAME_VALUE = frozenset(
    {
        "flow.tensor.reshape",
        "flow.tensor.bitcast",
        "flow.tensor.encode",
        "flow.tensor.transfer",
        "tensor.cast",
        "tensor.bitcast",
        "hal.tensor.export",
        "hal.tensor.alias",
        "util.optimization_barrier",
    }
)
"""Operations whose result has the elements of their first operand."""
_EACH_ITS_OWN = frozenset({"hal.tensor.barrier"})
"""Operations whose i-th result is their i-th operand."""
_FUNCTIONS = ("util.func", "func.func")
_RETURNS = ("util.return", "func.return")
_YIELDS = ("scf.yield", "scf.condition", "cf.br", "cf.cond_br")
_CALLS = ("util.call", "func.call")


def _owner(value: Any) -> Any:
    return getattr(value.owner, "operation", value.owner)


def _callee(call: Any) -> str:
    return str(call.attributes["callee"]).lstrip("@").strip('"')


def _global(access: Any) -> str:
    return str(access.attributes["global"]).lstrip("@").strip('"')


def _function_of(argument: Any) -> Any:
    """The function that a block's argument is an argument of; None for what a loop or a jump passes on."""
    above = getattr(argument.owner.owner, "operation", argument.owner.owner)
    return above if above.name in _FUNCTIONS and argument.owner == above.regions[0].blocks[0] else None


def _only_called(function: Any) -> bool:
    """Whether a function is run by calls of the module alone: private ones are, and what does a public one's work behind fences."""
    private = "sym_visibility" in attribute_names(function) and ir.StringAttr(function.attributes["sym_visibility"]).value == "private"
    return private or symbol(function).endswith("$async")


Carried = Iterator[tuple[Any, list[Any]]]
"""A value, and what it can be."""


def _to_results(around: Any, values: Sequence[Any]) -> Carried:
    """A branch: what it yields becomes its results."""
    for result, value in zip(around.results, values, strict=False):
        yield result, [value]


def _around_for(around: Any, values: Sequence[Any]) -> Carried:
    """A counted loop: bounds and step make the counter; the rest starts with an operand and goes on with what is yielded."""
    bounds, start = list(around.operands)[:3], list(around.operands)[3:]
    counter, *arguments = around.regions[0].blocks[0].arguments
    yield counter, bounds
    for argument, result, first, value in zip(arguments, around.results, start, values, strict=False):
        yield argument, [first, value]
        yield result, [first, value]


def _around_while(around: Any, values: Sequence[Any]) -> Carried:
    """A loop with a condition: what its body yields is what the condition sees next."""
    for argument, first, value in zip(around.regions[0].blocks[0].arguments, around.operands, values, strict=False):
        yield argument, [first, value]


def _past_condition(around: Any, values: Sequence[Any]) -> Carried:
    """What the condition lets through goes into the body, or is what the loop gives."""
    for argument, result, value in zip(around.regions[1].blocks[0].arguments, around.results, values[1:], strict=False):
        yield argument, [value]
        yield result, [value]


_RULES = {("scf.for", "scf.yield"): _around_for, ("scf.while", "scf.yield"): _around_while, ("scf.while", "scf.condition"): _past_condition}
"""By what stands around, and what passes values on."""


class Wiring:
    """Follows values backwards through everything that is no dispatch: views, loops, branches, calls, globals."""

    def __init__(self, module: Any, calls: Sequence[Call]) -> None:
        self._places: dict[Any, Result] = {result: (call.ordinal, i) for call in calls for i, result in enumerate(call.results)}
        self.functions: dict[str, Any] = {}
        self._returned: dict[str, list[Any]] = {}
        self._callers: dict[str, list[Any]] = {}
        self._stores: dict[str, list[Any]] = {}
        self._carried: dict[Any, list[Any]] = {}
        for view in module.body.operations:
            top = view.operation
            if top.name in _FUNCTIONS:
                self.functions[symbol(top)] = top
            if top.name != "flow.executable":
                self._read(top)

    def _read(self, top: Any) -> None:
        for operation in walk(top):
            if operation.name in _CALLS:
                self._callers.setdefault(_callee(operation), []).append(operation)
            elif operation.name == "util.global.store":
                self._stores.setdefault(_global(operation), []).append(operation.operands[0])
            elif operation.name in _RETURNS and top.name in _FUNCTIONS:
                self._returned.setdefault(symbol(top), []).append(list(operation.operands))
            elif operation.name in _YIELDS:
                self._yield(operation)

    def _yield(self, operation: Any) -> None:
        """Say of each value that a loop, branch or jump passes on what it becomes there."""
        values = list(operation.operands)
        if operation.name.startswith("cf."):  # which of them goes to which block is not told apart
            for successor in getattr(operation, "successors", []):
                for argument in successor.arguments:
                    self._carry(argument, values)
            return
        around = getattr(operation.parent, "operation", operation.parent)
        rows = _RULES.get((around.name, operation.name), _to_results)(around, values)
        for target, sources in rows:
            self._carry(target, sources)

    def _carry(self, target: Any, sources: Sequence[Any]) -> None:
        self._carried.setdefault(target, []).extend(sources)

    def returned(self, function: str) -> list[tuple[Any, ...]]:
        """For each result of a function the values that it returns: one for each place where it returns."""
        return list(zip(*self._returned.get(function, []), strict=True))

    def calls(self, function: str) -> Sequence[Any]:
        """The calls of a function from within the module."""
        return self._callers.get(function, [])

    def origin(self, value: Any) -> dict[str, Any]:
        """What a value is, looked through casts, reshapes and calls."""
        for _ in range(1000):  # as deep as any chain of views is
            if value in self._places:
                ordinal, position = self._places[value]
                return {"kind": "dispatch", "ordinal": ordinal, "result": position}
            if isinstance(value.owner, ir.Block):
                function = _function_of(value)
                if function is None:
                    return {"kind": "block"}
                number, calls = ir.BlockArgument(value).arg_number, self.calls(symbol(function))
                if not calls:
                    return {"kind": "argument", "index": number}
                if len(calls) > 1 or not _only_called(function):
                    return {"kind": "operation", "name": calls[0].name}
                value = calls[0].operands[number]
                continue
            owner = _owner(value)
            if owner.name == "hal.tensor.import":
                imported = self.origin(owner.operands[0])
                return {**imported, "imported_as": str(owner.results[0].type)} if imported["kind"] == "argument" else imported
            following = self._same(owner, value)
            if following is None:
                return self._made_by(owner)
            value = following
        return {"kind": "operation", "name": "chain of views"}

    def _same(self, owner: Any, value: Any) -> Any:
        if owner.name in _SAME_VALUE:
            return owner.operands[0]
        if owner.name in _EACH_ITS_OWN:
            return owner.operands[list(owner.results).index(value)]
        if owner.name in _CALLS and len(self.calls(_callee(owner))) == 1:  # else it is not told by which of its runs
            values = self._given_back(owner, value)
            return values[0] if len(values) == 1 else None
        return None

    def _given_back(self, call: Any, result: Any) -> tuple[Any, ...]:
        """The values that a call's result may be in the function that is called."""
        returned = self.returned(_callee(call))
        position = list(call.results).index(result)
        return returned[position] if position < len(returned) else ()

    def _made_by(self, owner: Any) -> dict[str, Any]:
        if owner.name == "util.global.load":
            return {"kind": "global", "name": _global(owner)}
        if owner.name in ("arith.constant", "flow.tensor.constant"):
            return {"kind": "constant"}
        return {"kind": "operation", "name": owner.name}

    def depends(self, value: Any) -> list[Result]:
        """Every dispatch result that the value is made of, without going through a dispatch."""
        found, seen, pending = set(), {value}, [value]
        while pending:
            current = pending.pop()
            if current in self._places:
                found.add(self._places[current])
                continue
            for before in self._before(current):
                if before not in seen:
                    seen.add(before)
                    pending.append(before)
        return sorted(found)

    def _before(self, value: Any) -> Iterable[Any]:
        carried = self._carried.get(value, [])
        if isinstance(value.owner, ir.Block):
            function = _function_of(value)
            if function is None:
                return carried
            number = ir.BlockArgument(value).arg_number
            return [call.operands[number] for call in self.calls(symbol(function))]
        owner = _owner(value)
        if owner.name in _CALLS:
            return self._given_back(owner, value)
        if owner.name == "util.global.load":
            return list(self._stores.get(_global(owner), []))
        return [*carried, *owner.operands]


def points_of(block: Any) -> tuple[list[dict[str, Any]], list[int | None]]:
    """The tensors that a dispatch's code makes, and which of them becomes each result (None: none of them)."""
    points: list[dict[str, Any]] = []
    numbers: dict[Any, int] = {}
    stored: dict[Any, Any] = {}
    for view in block.operations:
        operation = view.operation
        if operation.name.endswith("dispatch.tensor.store"):
            stored[operation.operands[1]] = operation.operands[0]
        elif any(str(result.type).startswith("tensor") for result in operation.results) and not operation.name.endswith(_NO_POINT):
            place = positions(operation)
            if operation.name in _SAME_ELEMENTS and operation.operands[0] in numbers:
                place = points[numbers[operation.operands[0]]]["place"]
            for result in operation.results:
                numbers[result] = len(points)
                points.append({"operation": operation.name, "type": str(result.type), "place": place})
    return points, [numbers.get(stored[argument]) for argument in block.arguments if argument in stored]


class Body:
    """What the code of one dispatch is: the tensors that it makes, names of its operations, a digest."""

    def __init__(self, function: Any, name: str) -> None:
        self.points, self.stored = points_of(function.regions[0].blocks[0])
        self.operations = [point["operation"] for point in self.points if point["operation"].startswith(("linalg.", "iree_linalg_ext."))]
        text = re.sub(rf"@\"?{re.escape(name)}\"?(?![\w$.-])", "@body", function.get_asm())
        self.digest = hashlib.sha256(text.encode()).hexdigest()


_SAME_ELEMENTS = frozenset({"iree_encoding.set_encoding", "iree_encoding.unset_encoding", "tensor.cast", "tensor.expand_shape", "tensor.collapse_shape"})
"""Operations whose result is their operand, element for element: it is made where the operand is made."""
_NO_POINT = ("dispatch.tensor.load", "tensor.empty", "dispatch.tie_shape")
"""Operations on tensors that compute nothing."""


def _bodies(module: Any) -> dict[str, Body]:
    found = {}
    for view in module.body.operations:
        executable = view.operation
        if executable.name != "flow.executable":
            continue
        functions = [operation for operation in walk(executable) if operation.name in _FUNCTIONS]
        exports = [operation for operation in walk(executable) if operation.name == "flow.executable.export"]
        for export in exports:
            name = symbol(export)
            target = str(export.attributes["function_ref"]).lstrip("@").strip('"') if "function_ref" in attribute_names(export) else name
            for function in functions:
                if symbol(function) == target and list(function.regions[0].blocks):
                    found[f"{symbol(executable)}::{name}"] = Body(function, target)
    return found


def graph_of(module: Any, calls: Sequence[Call]) -> dict[str, Any]:
    """All dispatches in program order, and what each function returns."""
    bodies = _bodies(module)
    wiring = Wiring(module, calls)

    def operand(value: Any) -> dict[str, Any]:
        return {"type": str(value.type), "source": wiring.origin(value), "depends": wiring.depends(value)}

    def either(values: Sequence[Any]) -> dict[str, Any]:
        found = [operand(value) for value in values]
        sources = [one["source"] for one in found]
        depends = sorted({result for one in found for result in one["depends"]})
        return {**found[0], "source": sources[0] if sources.count(sources[0]) == len(sources) else {"kind": "block"}, "depends": depends}

    dispatches = []
    for call in calls:
        executable, entry = call.entry_points[0]
        body = bodies.get(f"{executable}::{entry}")
        dispatches.append(
            {
                "ordinal": call.ordinal,
                "symbol": entry,
                "executable": executable,
                "operations": body.operations if body else [],
                "body": body.digest if body else "",
                "points": body.points if body else [],
                "stored": body.stored if body else [],
                "location": positions(call.operation),
                "loop": loop_around(call.operation, wiring.calls),
                "operands": [operand(value) for value in call.arguments],
                "results": [str(value.type) for value in call.results],
                "tied": call.tied,
                "untraced": {
                    "in": [i for i, value in enumerate(call.arguments) if untraceable(value)],
                    "out": [i for i, value in enumerate(call.results) if untraceable(value)],
                },
            }
        )
    functions = {name: [either(values) for values in wiring.returned(name)] for name in wiring.functions}
    return {"dispatches": dispatches, "functions": functions}


def loop_around(operation: Any, calls: Callable[[str], Sequence[Any]]) -> str | None:
    """What lets an operation run more than once or not at all: the innermost loop or branch around it, or a function with several calls.

    :param calls: the calls of a function; where there is one, what is around that counts.
    """
    for _ in range(1000):  # functions may call themselves
        above = getattr(operation.parent, "operation", operation.parent)
        if above is None or above.name == "builtin.module":
            return None
        if above.name.startswith("scf."):
            return f"{above.name} {positions(above)}"
        if above.name in _FUNCTIONS:
            found = calls(symbol(above))
            if len(found) != 1:
                return f"{above.name} {symbol(above)}" if found else None
            operation = found[0]
        else:
            operation = above
    return "calls of itself"
