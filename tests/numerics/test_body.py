"""Reading a body that a child wrote: what it says, and nothing that is not so."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from runners.element_types import ELEMENT_TYPES
from runners.numerics.affine import AffineMap, Binary, Dim
from runners.numerics.arbiter import evaluate
from runners.numerics.arithmetic import DECLARED, EXACT
from runners.numerics.body import UnreadableBodyError, read_program
from runners.numerics.program import Dense, Program, bits_of, is_float

Chance = np.random.Generator

F32 = {"shape": None, "element": "f32"}
ROW = {"shape": [4], "element": "f32"}
SIX = {"shape": [6], "element": "f32"}
SEVEN = {"shape": [7], "element": "f32"}
MATRIX = {"shape": [4, 6], "element": "f32"}


def operation(name: str, operands: list[int], results: list[tuple[int, Any]], attributes: dict[str, Any] | None = None, regions: Any = ()) -> dict[str, Any]:
    made = [{"id": number, "type": kind} for number, kind in results]
    return {"name": name, "operands": operands, "results": made, "attributes": attributes or {}, "regions": list(regions), "location": "p.mlir:1:2"}


def body() -> dict[str, Any]:
    """The row means of a matrix, less a constant, padded and cut."""
    maps = [{"map": {"dims": 2, "symbols": 0, "results": results}} for results in ([["d", 0], ["+", ["d", 1], 0]], [["d", 1]], [["d", 0]])]
    kinds = [{"text": "#linalg.iterator_type<parallel>"}, {"text": "#linalg.iterator_type<reduction>"}]
    region = {
        "blocks": 1,
        "arguments": [{"id": 10, "type": F32}, {"id": 11, "type": F32}, {"id": 12, "type": F32}],
        "operations": [
            operation("arith.divf", [10, 2], [(13, F32)], {"fastmath": {"text": "#arith.fastmath<none>"}}),
            operation("arith.addf", [13, 12], [(14, F32)]),
            operation("linalg.yield", [14], []),
        ],
    }
    pad = {"blocks": 1, "arguments": [{"id": 30, "type": {"shape": None, "element": "index"}}], "operations": [operation("tensor.yield", [2], [])]}
    slices = {"static_offsets": [1], "static_sizes": [3], "static_strides": [2], "operandSegmentSizes": [1, 0, 0, 0]}
    data = {
        "name": "mean",
        "arguments": [{"access": "readonly", "id": 0, "type": MATRIX}, {"access": "writeonly", "id": 1, "type": {"shape": [3], "element": "f32"}}],
        "operations": [
            operation("arith.constant", [], [(2, F32)], {"value": {"float": (6.0).hex()}}),
            operation("arith.constant", [], [(3, ROW)], {"value": {"dense": ROW, "file": "constant0.bin", "dtype": "<f4"}}),
            operation(
                "arith.constant",
                [],
                [(4, {"shape": [6], "element": "f32"})],
                {"value": {"dense": {"shape": [6], "element": "f32"}, "splat": {"float": "0x0p0"}}},
            ),
            operation("iree_tensor_ext.dispatch.tensor.load", [0], [(5, MATRIX)], _window([0, 0], [4, 6], [1, 1], [1, 0, 0, 0, 0])),
            operation("linalg.generic", [5, 4, 3], [(6, ROW)], {"indexing_maps": maps, "iterator_types": kinds, "operandSegmentSizes": [2, 1]}, [region]),
            operation(
                "tensor.pad", [6], [(7, {"shape": [7], "element": "f32"})], {"static_low": [1], "static_high": [2], "operandSegmentSizes": [1, 0, 0]}, [pad]
            ),
            operation("tensor.extract_slice", [7], [(8, {"shape": [3], "element": "f32"})], slices),
            operation("iree_tensor_ext.dispatch.tensor.store", [8, 1], [], _window([0], [3], [1], [1, 1, 0, 0, 0, 0])),
        ],
        "results": [1],
    }
    # Types stand in it several times: what is changed in one place must not change in others.
    return copy.deepcopy(data)


def _window(offsets: list[int], sizes: list[int], strides: list[int], segments: list[int]) -> dict[str, Any]:
    return {"static_offsets": offsets, "static_sizes": sizes, "static_strides": strides, "operandSegmentSizes": segments}


START = np.array([1, 2, 3, 4], np.float32)


def written(folder: Path, data: object) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "body.json").write_text(json.dumps(data))
    START.tofile(folder / "constant0.bin")
    return folder


def test_a_body_becomes_a_program(tmp_path: Path) -> None:
    program = read_program(written(tmp_path, body()))
    assert program.name == "mean"
    assert [str(kind) for kind in (*program.inputs, *program.outputs)] == ["tensor<4x6xf32>", "tensor<3xf32>"]
    generic = program.operations[4]
    assert generic.maps("indexing_maps")[0] == AffineMap(2, 0, (Dim(0), Binary("+", Dim(1), 0)))
    assert generic.location == "p.mlir:1:2"
    constant = program.operations[1].attributes["value"]
    assert isinstance(constant, Dense)
    assert isinstance(constant.elements, np.memmap)
    x = np.random.default_rng(0).standard_normal((4, 6)).astype(np.float32)
    want = np.pad(x.astype(float).mean(1) + START, (1, 2), constant_values=6)[1::2]
    np.testing.assert_allclose(evaluate(program, [x], 0, [[0], [1], [2]], EXACT).values, want, rtol=1e-14)


def test_a_result_of_another_shape_than_its_type_says_is_not_believed(tmp_path: Path) -> None:
    data = body()
    data["operations"][5]["results"][0]["type"]["shape"] = [8]
    found = evaluate(read_program(written(tmp_path, data)), [np.ones((4, 6), np.float32)], 0, [[0]], EXACT)
    assert str(found.why(0)) == "tensor.pad at p.mlir:1:2: its result of type tensor<8xf32> would have the shape [7]"


def _set(*path: Any, to: Any) -> Callable[[Any], None]:
    def change(data: Any) -> None:
        for key in path[:-1]:
            data = data[key]
        data[path[-1]] = to

    return change


def _nested(levels: int) -> Any:
    value: Any = ["d", 0]
    for _ in range(levels):
        value = ["+", value, 1]
    return value


MAP = ("operations", 4, "attributes", "indexing_maps", 0, "map")


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (_set("operations", 4, "operands", 0, to=99), "value 99 is used before it is defined"),
        (_set("operations", 4, "results", 0, "id", to=5), "value 5 is defined twice"),
        (_set("results", 0, to=13), "a result is local"),
        (_set("arguments", 0, "type", "shape", 0, to=-1), "an extent is '-1'"),
        (_set("arguments", 0, "type", "shape", 0, to=1 << 60), "an extent is"),
        (_set("arguments", 0, "type", "shape", to=[1 << 40, 1 << 40]), "a tensor has too many elements"),
        (_set("arguments", 0, "type", "shape", to=[1] * 40), "a shape is no list of at most 32"),
        (_set("arguments", 0, "access", to="execute"), "an argument has the access 'execute'"),
        (_set("arguments", 0, "id", to=True), "the number of a value is 'True'"),
        (_set(*MAP, "results", 0, to=["d", 2]), "a dimension in a map is '2'"),
        (_set(*MAP, "results", 0, to=["s", 0]), "a symbol in a map is '0'"),
        (_set(*MAP, "results", 0, to=["pow", ["d", 0], 2]), "a map joins by 'pow'"),
        (_set(*MAP, "results", 0, to=["mod", ["d", 0], 0]), "a map divides by what is not positive"),
        (_set(*MAP, "results", 0, to=_nested(40)), "an affine expression is nested too deeply"),
        (_set("operations", 1, "attributes", "value", "file", to="../constant0.bin"), "a constant lies in another file"),
        (_set("operations", 1, "attributes", "value", "dtype", to="|O"), "a constant is of type '|O'"),
        (_set("operations", 1, "attributes", "value", "dense", "shape", to=[5]), "16 bytes are there for a constant of 20"),
        (_set("operations", 0, "attributes", "value", to={"float": "one"}), "invalid hexadecimal"),
        (_set("operations", 0, "attributes", "value", to={"strange": 1}), "an attribute is of no known kind"),
        (_set("operations", 0, "attributes", "value", to=1.5), "the body cannot be read"),
        (_set("operations", 0, "attributes", to="none"), "the body cannot be read"),
        (_set("operations", to={}), "the operations is no list"),
        (_set("name", to="n" * 2000), "the name is no short text"),
    ],
)
def test_what_is_no_program_is_said(tmp_path: Path, change: Callable[[Any], None], problem: str) -> None:
    data = body()
    change(data)
    with pytest.raises(UnreadableBodyError, match=problem.replace("|", r"\|")):
        read_program(written(tmp_path, data))


def test_regions_inside_regions_have_an_end(tmp_path: Path) -> None:
    data = body()
    inner: dict[str, Any] = {"blocks": 1, "arguments": [], "operations": []}
    for _ in range(60):
        inner = {"blocks": 1, "arguments": [], "operations": [operation("scf.execute_region", [], [], {}, [inner])]}
    data["operations"].append(operation("scf.execute_region", [], [], {}, [inner]))
    with pytest.raises(UnreadableBodyError, match="nested too deeply"):
        read_program(written(tmp_path, data))
    (tmp_path / "body.json").write_text("[" * 100_000)
    with pytest.raises(UnreadableBodyError):
        read_program(tmp_path)
    (tmp_path / "body.json").unlink()
    with pytest.raises(UnreadableBodyError, match="cannot be read"):
        read_program(tmp_path)


def _places(data: Any) -> list[tuple[Any, Any]]:
    """Every container in a document with every key in it."""
    keys = list(data) if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    return [(data, key) for key in keys] + [place for key in keys for place in _places(data[key])]


def _damaged(data: Any, chance: Chance) -> None:
    places = _places(data)
    where, key = places[chance.integers(len(places))]
    value = where[key]
    choices: list[Any] = [None, 1, "x", [], {}, 1.5, *(copy.deepcopy(other[at]) for other, at in (places[i] for i in chance.integers(len(places), size=3)))]
    if isinstance(value, int):
        choices += [value + 1, value - 1, 0, 1 << 40, -(1 << 63)] * 3
    if isinstance(value, str):
        choices += ["f16", "i32", "i1", "index", "i128", "complex<f32>", "arith.addi", "arith.select", "tensor.extract", "tensor.cast", "linalg.generic"] * 2
    where[key] = choices[chance.integers(len(choices))]


def _given(program: Program) -> list[Any] | None:
    """Inputs of a program's types; None where they are none that can be made."""
    inputs = []
    for kind in program.inputs:
        shape = tuple(2 if extent is None else extent for extent in kind.shape or ())
        if np.prod([float(extent) for extent in shape]) > 1e6 or not (is_float(kind.element) or bits_of(kind.element)):
            return None
        inputs.append(np.ones(shape, ELEMENT_TYPES[kind.element].numpy if is_float(kind.element) else np.int64))
    return inputs


def test_no_damaged_body_breaks_the_evaluation(tmp_path: Path) -> None:
    chance = np.random.default_rng(0)
    evaluated = 0
    for _ in range(600):
        data = body()
        for _ in range(chance.integers(1, 3)):
            _damaged(data, chance)
        try:
            program = read_program(written(tmp_path, data))
        except UnreadableBodyError:
            continue
        inputs = _given(program)
        if inputs is None:
            continue
        for output, kind in enumerate(program.outputs):
            if 0 in (kind.shape or ()):
                continue
            for arithmetic in (EXACT, DECLARED):
                evaluate(program, inputs, output, [[0] * len(kind.shape or ())], arithmetic, work=1 << 24)
                evaluated += 1
    assert evaluated > 200
