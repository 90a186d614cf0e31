"""Programs in the text: where they begin and end, what they are called, what they lack."""

import pytest

from bot.intake.mlir import argument_types, returns_nothing, sketch
from bot.intake.program import Listing, read_listings
from tests.intake.reports import COMPILE, MLIR, PROGRAM, RUN, block, commands_in, document

QUOTED = "\n".join(f"> {line}" for line in MLIR.rstrip().split("\n"))
ALIAS = "#id = affine_map<(d0) -> (d0)>\n"
RESOURCES = '{-#\n  dialect_resources: {\n    builtin: {\n      w: "0x04000000FFFF"\n    }\n  }\n#-}\n'


def listings(text: str) -> list[Listing]:
    return read_listings(document(text), commands_in(text))


@pytest.mark.parametrize(
    ("text", "programs"),
    [
        pytest.param(PROGRAM, [MLIR], id="fenced"),
        pytest.param(block(MLIR.rstrip(), tag="llvm"), [MLIR], id="with another tag"),
        pytest.param(block(MLIR.rstrip()), [MLIR], id="without a tag"),
        pytest.param(f"Program:\n\n{QUOTED}\n\nmore", [MLIR], id="quoted"),
        pytest.param(f"I have\n\n{MLIR}\nand it fails", [MLIR], id="bare"),
        pytest.param(f"I have\n{MLIR}\nand it fails", [MLIR], id="bare, below a line of text"),
        pytest.param(f"module {{\n\n{MLIR}\n}}\n\nmore", [f"module {{\n\n{MLIR}\n}}\n"], id="bare, with empty lines"),
        pytest.param(f"<details>\n{PROGRAM}</details>", [MLIR], id="folded away"),
        pytest.param(block(f"// a comment\n{ALIAS}{MLIR}{RESOURCES}".rstrip()), [f"// a comment\n{ALIAS}{MLIR}{RESOURCES}"], id="with all that belongs to it"),
        pytest.param(block(MLIR, COMPILE, RUN), [MLIR], id="above commands in one block"),
        pytest.param(block("$ cat add.mlir", MLIR, "$ ls"), [MLIR], id="shown in a terminal"),
        pytest.param(f"{PROGRAM}\n{PROGRAM.replace('@add', '@sub')}", [MLIR, MLIR.replace("@add", "@sub")], id="two"),
        pytest.param(block("module {", "x", "}", tag="python"), [], id="another language"),
        pytest.param(block(COMPILE, RUN), [], id="commands"),
        pytest.param("The module is called main.", [], id="a sentence"),
    ],
)
def test_a_program_is_found_whole(text: str, programs: list[str]) -> None:
    found = listings(text)
    # Markdown keeps no blanks at the begin of a line of running text.
    assert [[line.strip() for line in one.text.split("\n")] for one in found] == [[line.strip() for line in one.split("\n")] for one in programs]
    assert all(one.sketch.complete for one in found)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (f"Module (`add.mlir`):\n\n{PROGRAM}", ("add.mlir",)),
        (f"add.mlir:\n{PROGRAM}", ("add.mlir",)),
        (f"1. Put this into `add.mlir`\n\n{PROGRAM}", ("add.mlir",)),
        (f"Not old.mlir but add.mlir.txt\n\n{PROGRAM}", ("add.mlir",)),
        (block(f"// add.mlir\n{MLIR}"), ("add.mlir",)),
        (block(f"$ cat add.mlir\n{MLIR}"), ("add.mlir",)),
        (f"Program:\n\n{PROGRAM}", ()),
        (f"{block('x')}\n{PROGRAM}", ()),
    ],
)
def test_the_words_around_a_program_name_it(text: str, names: tuple[str, ...]) -> None:
    assert [one.names for one in listings(text)] == [names]


def test_a_program_knows_its_lines() -> None:
    assert [str(one.lines) for one in listings(f"a\n\n{PROGRAM}\n{QUOTED}")] == ["body, lines 4-7", "body, lines 10-13"]


@pytest.mark.parametrize(
    ("text", "dump"),
    [
        (PROGRAM, False),
        (block("// -----// IR Dump After CSE //----- //", MLIR.rstrip()), True),
        (block("module {", "  flow.executable private @x {", "  }", "}"), True),
        (block("module {", "  llvm.func @x()", "}"), True),
    ],
)
def test_a_dump_of_the_compiler_is_told_from_a_program(text: str, dump: bool) -> None:
    assert [one.is_dump for one in listings(text)] == [dump]


@pytest.mark.parametrize(
    ("text", "functions"),
    [
        (MLIR, ("add",)),
        (f"module @m {{\n{MLIR}}}", ("add",)),
        (MLIR.replace("func.func @add", "func.func public @add"), ("add",)),
        (MLIR.replace("func.func @add", "func.func private @add"), ()),
        (MLIR.replace("func.func @add", "util.func public @add"), ("add",)),
        (MLIR.replace("func.func", "func"), ("add",)),
        (MLIR.replace("@add", '@"a b"'), ("a b",)),
        (MLIR + MLIR.replace("@add", "@sub"), ("add", "sub")),
        ('"func.func"() <{function_type = () -> (), sym_name = "add"}> ({\n}) : () -> ()', ("add",)),
        (f"// {MLIR}", ()),
        ("%0 = arith.addf %a, %b : f32", ()),
    ],
)
def test_public_functions(text: str, functions: tuple[str, ...]) -> None:
    assert sketch(text).functions == functions


@pytest.mark.parametrize(
    ("signature", "types"),
    [
        ("(%a: tensor<4xf32>, %b: i32) -> i32 {", ("tensor<4xf32>", "i32")),
        ("() -> i32 {", ()),
        ("( ) {", ()),
        ("(%a: tensor<?xf32, affine_map<(d0, d1) -> (d1)>> {x = [1, 2]}, %b: i1) {", ("tensor<?xf32, affine_map<(d0, d1) -> (d1)>>", "i1")),
        ("(%a: !torch.vtensor<[1,2],f32>) -> !torch.vtensor<[1,2],f32> {", ("!torch.vtensor<[1,2],f32>",)),
        ("(\n  %a: tensor<4xf32>,\n  %b: index\n) -> () {", ("tensor<4xf32>", "index")),
        ("(tensor<4xf32>, i32)", ("tensor<4xf32>", "i32")),
    ],
)
def test_arguments(signature: str, types: tuple[str, ...]) -> None:
    assert argument_types(f"func.func @f{signature}", "f") == types


@pytest.mark.parametrize(("text", "function"), [(MLIR, "sub"), ("func.func @f(%a: i32", "f"), ("func.func @f(%a, %b) {", "f")])
def test_arguments_that_are_not_plain(text: str, function: str) -> None:
    assert argument_types(text, function) is None


@pytest.mark.parametrize(("rest", "nothing"), [(" {", True), (" attributes {a} {", True), (" -> i32 {", False), ("", False), ("\n  -> (i32) {", False)])
def test_a_function_without_results(rest: str, nothing: bool) -> None:
    assert returns_nothing(f"func.func @f(%a: i32){rest}", "f") is nothing


@pytest.mark.parametrize(
    ("text", "complete"),
    [
        (MLIR, True),
        (MLIR.rstrip().rstrip("}"), False),
        (MLIR + "}", False),
        ("%0 = linalg.generic {} ins(%a : tensor<4xf32>)", False),
        (MLIR + '// { "\n', True),
        (MLIR.replace("  return", '  %s = util.x "{{" \n  return'), True),
    ],
)
def test_a_program_is_whole(text: str, complete: bool) -> None:
    assert sketch(text).complete is complete


@pytest.mark.parametrize(
    ("text", "elided"),
    [
        ("dense_resource<__elided__> : tensor<4xf32>", ("__elided__",)),
        ("dense_resource<w> : tensor<4xf32>", ("w",)),
        (f"dense_resource<w> : tensor<1xf32>\n{RESOURCES}", ()),
        (f"dense_resource<w> dense_resource<v>\n{RESOURCES}", ("v",)),
        ("dense<[1.0, 2.0, ...]> : tensor<4xf32>", ("dense<\u2026>",)),
        ("dense<...> : tensor<4xf32>", ("dense<\u2026>",)),
        ('dense<"0x0000"> : tensor<4xf32>', ()),
        ("dense<[1.0, 2.0]> : tensor<2xf32>", ()),
    ],
)
def test_constants_that_were_left_out(text: str, elided: tuple[str, ...]) -> None:
    assert sketch(text).elided == elided


@pytest.mark.parametrize(
    ("text", "dialect"),
    [
        ('torch.operator "onnx.Gather"(%a)', "onnx"),
        ("torch.aten.mm %a, %b", "torch"),
        ("stablehlo.add %a, %b", "stablehlo"),
        ("mhlo.add %a, %b", "mhlo"),
        ("tosa.add %a, %b", "tosa"),
        ("linalg.generic {}", "linalg"),
        (MLIR, "tensor"),
        ("util.return", None),
    ],
)
def test_dialects(text: str, dialect: str | None) -> None:
    assert sketch(text).dialect == dialect


@pytest.mark.parametrize(
    "text",
    [
        '#hal.executable.object<{path = "/etc/passwd"}>',
        "hal.executable.binary @x",
        "hal.dispatch.extern",
        '#hal.executable.target<"llvm-cpu", "system-elf-x86_64">',
        "#hal.device.target<local>",
        '#hal<"executable.target<llvm-cpu>">',
        "#hal <device.target<local>>",
    ],
)
def test_what_no_program_may_hold(text: str) -> None:
    assert sketch(f"{MLIR}\n{text}").forbidden is not None
    assert sketch(MLIR).forbidden is None
