"""Reads bodies of dispatches or functions and writes them as data: what an evaluator needs and no more.

usage: python -I body_probe.py MODULE FOLDER WHICH...

MODULE is MLIR, text or bytecode. WHICH is the ordinal of a ``flow.dispatch``, its place in the walk of the module, or
``@name`` of a function. For each, a subfolder of FOLDER by that name gets ``body.json`` and one file for each constant
that is no splat; or ``problem.txt``, which says why it cannot be read.

Started by a toolchain's own Python, with the bindings that belong to its compiler, so it imports nothing of ours but what lies beside it.
Named linalg operations are written as the ``linalg.generic`` that they stand for. An operation or attribute that this
does not know is written by its name all the same: the reader decides what it can do without.
"""

import ast
import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np
from iree.compiler import ir, passmanager

if TYPE_CHECKING:
    from runners.stages.flow_calls import attribute_names, calls_in, symbol, walk
else:
    sys.path.append(str(Path(__file__).parent))
    from flow_calls import attribute_names, calls_in, symbol, walk

_GENERALISE = "linalg-generalize-named-ops"
_FUNCTIONS = ("func.func", "util.func")
_RETURNS = ("func.return", "util.return")
_NOT_NAMED = ("linalg.generic", "linalg.yield", "linalg.index", "linalg.fill", "linalg.softmax", "linalg.pack", "linalg.unpack")
_LONGEST_TEXT = 200
_RENAMED = {"operand_segment_sizes": "operandSegmentSizes"}
"""Attributes that early releases have under another name."""

_READABLE = {"f16": "<f2", "f32": "<f4", "f64": "<f8", "i1": "|b1", "i8": "|i1", "i16": "<i2", "i32": "<i4", "i64": "<i8", "index": "<i8"}
"""Element types whose constants the bindings of every release hand over as arrays; for others old ones end the process."""

_BIT_PATTERNS = {
    "bf16": ml_dtypes.bfloat16,
    "f8E5M2": ml_dtypes.float8_e5m2,
    "f8E4M3FN": ml_dtypes.float8_e4m3fn,
    "f8E5M2FNUZ": ml_dtypes.float8_e5m2fnuz,
    "f8E4M3FNUZ": ml_dtypes.float8_e4m3fnuz,
    "f8E8M0FNU": ml_dtypes.float8_e8m0fnu,
    "f4E2M1FN": ml_dtypes.float4_e2m1fn,
    "f16": np.float16,
    "f32": np.float32,
    "f64": np.float64,
}

_OPERATORS = {ast.Add: "+", ast.Mult: "*", ast.Mod: "mod", ast.FloorDiv: "floordiv", ast.MatMult: "ceildiv"}
_AS_PYTHON = {"floordiv": "//", "ceildiv": "@", "mod": "%"}
"""Affine expressions are Python's, with its precedence, but for the names of three operators."""


class Target:
    """What was asked for: the function that holds the body, and which of its arguments are the results."""

    def __init__(self, function: Any, tied: list[int] | None) -> None:
        self.function, self.tied = function, tied


def find(module: Any, which: str) -> Target:
    """The function of that name, or the one that the dispatch of that ordinal calls."""
    if which.startswith("@"):
        return Target(_named(module.operation, _FUNCTIONS, which[1:]), None)
    calls = calls_in(module)
    if int(which) >= len(calls):
        raise LookupError(f"the module has {len(calls)} dispatches, there is none of ordinal {which}")
    call = calls[int(which)]
    executable, entry = call.entry_points[0]
    unit = _named(module.operation, ("flow.executable",), executable)
    export = _named(unit, ("flow.executable.export",), entry)
    name = str(ir.FlatSymbolRefAttr(export.attributes["function_ref"]).value) if "function_ref" in attribute_names(export) else entry
    return Target(_named(unit, _FUNCTIONS, name), call.tied)


def _named(below: Any, kinds: tuple[str, ...], name: str) -> Any:
    found = [operation for operation in walk(below) if operation.name in kinds and symbol(operation) == name]
    if not found:
        raise LookupError(f"there is no {kinds[0]} @{name}")
    return found[0]


def generalised(function: Any) -> Any:
    """A module with a copy of the function, its named linalg operations as generic ones; as they are where the pass fails.

    The pass folds what it can on its way, so it is not run where it has nothing to do: a folding that is wrong would hide.
    """
    module = _alone(function)
    if not any(operation.name.startswith("linalg.") and operation.name not in _NOT_NAMED for operation in walk(function)):
        return module
    try:
        passmanager.PassManager.parse(f"builtin.module({function.name}({_GENERALISE}))").run(module.operation)
    except Exception as error:  # noqa: BLE001 - the class differs between releases, and the body is worth having without the pass
        sys.stderr.write(f"{_GENERALISE}: {error}\n")
        return _alone(function)
    return module


def _alone(function: Any) -> Any:
    module = ir.Module.create()
    function.clone(ir.InsertionPoint(module.body))
    return module


class Writer:
    """Turns operations, types and attributes into data; constants go into files of the folder."""

    def __init__(self, module: Any, folder: Path) -> None:
        self._module, self._folder = module, folder
        self._numbers: dict[Any, int] = {}
        self._files = 0
        self._blobs: dict[str, bytes] | None = None

    def body(self, tied: list[int] | None) -> dict[str, Any]:
        """The module's one function."""
        function = self._module.body.operations[0].operation
        block = function.regions[0].blocks[0]
        arguments = [self._argument(argument) for argument in block.arguments]
        operations, returned = [], []
        for view in block.operations:
            if view.operation.name in _RETURNS:
                returned = [self._numbers[operand] for operand in view.operation.operands]
            else:
                operations.append(self._operation(view.operation))
        results = returned if tied is None else _results(arguments, tied)
        return {"name": symbol(function), "arguments": arguments, "operations": operations, "results": results}

    def _argument(self, argument: Any) -> dict[str, Any]:
        inner = re.fullmatch(r"!\w+\.dispatch\.tensor<(readonly|writeonly|readwrite):(.*)>", str(argument.type))
        kind = ir.Type.parse(inner[2], argument.type.context) if inner else argument.type
        return {"access": inner[1] if inner else "value", "id": self._number(argument), "type": self._type(kind)}

    def _number(self, value: Any) -> int:
        return self._numbers.setdefault(value, len(self._numbers))

    def _value(self, value: Any) -> dict[str, Any]:
        return {"id": self._number(value), "type": self._type(value.type)}

    def _type(self, kind: Any) -> dict[str, Any]:
        if isinstance(kind, ir.RankedTensorType) or str(kind).startswith("tensor<"):
            ranked = ir.RankedTensorType(kind)
            extents = [None if ranked.is_dynamic_dim(i) else ranked.get_dim_size(i) for i in range(ranked.rank)]
            return {"shape": extents, "element": str(ranked.element_type)}
        return {"shape": None, "element": str(kind)[:_LONGEST_TEXT]}

    def _operation(self, operation: Any) -> dict[str, Any]:
        operands = [self._numbers[operand] for operand in operation.operands]
        regions = [self._region(region) for region in operation.regions]
        # The attribute of a complex constant cannot be looked at: some releases end the process.
        opaque = any("complex" in str(result.type) for result in operation.results)
        names = [] if opaque and operation.name == "arith.constant" else attribute_names(operation)
        return {
            "name": operation.name,
            "operands": operands,
            "results": [self._value(result) for result in operation.results],
            "attributes": {_RENAMED.get(name, name): self._attribute(operation.attributes[name]) for name in names},
            "regions": regions,
            "location": first_location(operation),
        }

    def _region(self, region: Any) -> dict[str, Any]:
        blocks = list(region.blocks)
        if not blocks:
            return {"blocks": 0, "arguments": [], "operations": []}
        arguments = [self._value(argument) for argument in blocks[0].arguments]
        operations = [self._operation(view.operation) for view in blocks[0].operations] if len(blocks) == 1 else []
        return {"blocks": len(blocks), "arguments": arguments, "operations": operations}

    def _attribute(self, attribute: Any) -> Any:
        name = type(attribute).__name__
        if name in ("IntegerAttr", "BoolAttr", "StringAttr"):
            return attribute.value
        if name == "FloatAttr":
            return {"float": float(attribute.value).hex()}
        if name == "ArrayAttr":
            return [self._attribute(item) for item in attribute]
        if name in ("DenseI32ArrayAttr", "DenseI64ArrayAttr", "DenseBoolArrayAttr"):
            return list(attribute)
        if name == "AffineMapAttr":
            return {"map": affine_map(str(attribute))}
        if name in ("DenseFPElementsAttr", "DenseIntElementsAttr"):
            return self._dense(attribute)
        text = str(attribute)
        if text.startswith("dense_resource<"):
            return self._resource(text, attribute)
        return {"text": text[:_LONGEST_TEXT]}

    def _dense(self, attribute: Any) -> dict[str, Any]:
        kind = self._type(attribute.type)
        if attribute.is_splat:
            return {"dense": kind, "splat": self._attribute(attribute.get_splat_value())}
        if kind["element"] in _READABLE:
            return self._kept(kind, np.array(attribute).astype(_READABLE[kind["element"]]))
        text = re.match(r"dense<(.*)> : tensor", str(attribute), re.DOTALL)
        values = None if text is None else elements_in(text[1], kind["element"])
        return {"dense": kind, "unreadable": kind["element"]} if values is None else self._kept(kind, values)

    def _resource(self, text: str, attribute: Any) -> dict[str, Any]:
        kind = self._type(attribute.type)
        key = text.removeprefix("dense_resource<").partition(">")[0]
        if self._blobs is None:
            self._blobs = blobs_in(self._module.operation.get_asm())
        blob = self._blobs.get(key)
        if blob is None or kind["element"] == "i1":  # whether i1 is packed here differs between releases
            return {"dense": kind, "unreadable": f"dense_resource<{key}>"[:_LONGEST_TEXT]}
        values = from_bits(blob, kind["element"])
        return {"dense": kind, "unreadable": kind["element"]} if values is None else self._kept(kind, values)

    def _kept(self, kind: dict[str, Any], values: Any) -> dict[str, Any]:
        name = f"constant{self._files}.bin"
        self._files += 1
        np.ascontiguousarray(values).tofile(self._folder / name)
        return {"dense": kind, "file": name, "dtype": values.dtype.str}


def _results(arguments: list[dict[str, Any]], tied: list[int]) -> list[int]:
    """Which argument each result of the dispatch is: the operand it is tied to, else the next that is only written."""
    written = iter([argument["id"] for argument in arguments if argument["access"] == "writeonly"])
    return [next(written) if operand < 0 else arguments[operand]["id"] for operand in tied]


def first_location(operation: Any) -> str | None:
    """``file:line:column`` of an operation, the first that its location names."""
    match = re.search(r'"([^"]{1,200})":(\d+):(\d+)', str(operation.location))
    return f"{match[1]}:{match[2]}:{match[3]}" if match else None


def affine_map(text: str) -> dict[str, Any]:
    """Numbers of dimensions and symbols, and the results as nested expressions, of ``affine_map<(d0)[s0] -> (d0 + s0)>``.

    Read from the text, since old bindings do not hand a map out.
    """
    head, _, results = text.removeprefix("affine_map<").removesuffix(">").partition(" -> ")
    dims, _, symbols = head.partition("[")
    for name, operator in _AS_PYTHON.items():
        results = results.replace(f" {name} ", f" {operator} ")
    calls = ast.parse(f"f({results[1:-1]})", mode="eval").body
    listed = calls.args if isinstance(calls, ast.Call) else []
    return {"dims": dims.count("d"), "symbols": symbols.count("s"), "results": [expression(each) for each in listed]}


def expression(node: ast.expr) -> Any:
    """``["d", 0]``, ``["s", 0]``, a number, or ``[operator, left, right]``."""
    match node:
        case ast.Constant(value=int(number)):
            return number
        case ast.Name(id=name):
            return [name[0], int(name[1:])]
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return ["*", expression(operand), -1]
        case ast.BinOp(left=left, op=ast.Sub(), right=right):
            return ["+", expression(left), ["*", expression(right), -1]]
        case ast.BinOp(left=left, op=operator, right=right):
            return [_OPERATORS[type(operator)], expression(left), expression(right)]
    raise TypeError(f"affine expression {ast.dump(node)[:100]}")


def elements_in(text: str, element: str) -> Any:
    """Elements of a constant as the compiler prints them: a hexadecimal string of all bytes, or nested lists."""
    if text.startswith('"0x'):
        return from_bits(bytes.fromhex(text.strip('"')[2:]), element)
    words = re.findall(r"[^\s,\[\]]+", text)
    if element in _BIT_PATTERNS:
        return np.array([_float(word, element) for word in words], "<f8")
    return np.array([int(word) for word in words], "<i8") if re.fullmatch(r"i\d+", element) else None


def _float(word: str, element: str) -> float:
    """A literal; with ``0x`` it is the bit pattern."""
    if not word.startswith("0x"):
        return float(word)
    pattern = np.dtype(_BIT_PATTERNS[element])
    return float(np.array([int(word, 16)], f"<u{pattern.itemsize}").view(pattern)[0])


def from_bits(raw: bytes, element: str) -> Any:
    """Elements behind raw bytes, each in whole bytes; None for a type that is not known."""
    if element in _READABLE:
        return np.frombuffer(raw, _READABLE[element])
    if element in _BIT_PATTERNS:
        return np.frombuffer(raw, _BIT_PATTERNS[element]).astype("<f8")
    bits = re.fullmatch(r"i([2-7])", element)
    if bits is None:
        return None
    unused = 8 - int(bits[1])
    return (np.frombuffer(raw, np.uint8) << unused).astype(np.uint8).view(np.int8) >> unused


def blobs_in(text: str) -> dict[str, bytes]:
    """The resources that a module's text carries, without the four bytes of alignment before each."""
    return {key.strip('"'): bytes.fromhex(data)[4:] for key, data in re.findall(r'^\s*("[^"]+"|[\w.$-]+): "0x([0-9A-Fa-f]+)"', text, re.MULTILINE)}


def main() -> None:
    """Read, find, generalise, write; one that cannot be read does not keep the others from it."""
    source, folder = Path(sys.argv[1]), Path(sys.argv[2])
    data = source.read_bytes()
    with ir.Context(), ir.Location.unknown():
        module = ir.Module.parse(data if data.startswith(b"ML\xefR") else data.decode())
        for which in sys.argv[3:]:
            own = folder / which
            own.mkdir()
            try:
                target = find(module, which)
                body = Writer(generalised(target.function), own).body(target.tied)
            except Exception as error:  # noqa: BLE001 - whatever it is, it is what the reader is told
                (own / "problem.txt").write_text(f"{type(error).__name__}: {error}", encoding="utf-8")
            else:
                (own / "body.json").write_text(json.dumps(body), encoding="utf-8")


if __name__ == "__main__":
    main()
