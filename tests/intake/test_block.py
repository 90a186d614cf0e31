"""The explicit block: field by field in place of what was read, through the same checks, and its mistakes answered with their place."""

import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.intake import Comment
from bot.intake.result import Intake, QuestionCode, RefusalCode
from runners.contract import ReproSpec
from tests.intake.any_text import check
from tests.intake.reports import COMPILE, EXPECTED, MLIR, PROGRAM, RELEASE, RUN, WHOLE, asked, block, read, reasons, refused, report

CPU, VMVX = "--iree-hal-target-backends=llvm-cpu", "--iree-hal-target-backends=vmvx"
COMMANDS = "compile: {flags: [--iree-hal-target-backends=llvm-cpu]}\nrun: {function: add, device: local-task}\n"
INPUTS = "inputs: [4xf32=1 2 3 4, 4xf32=5 6 7 8]\n"
REPEAT = "expectation: repeat_agree\n"


def explicit(text: str, info: str = "yaml numerics-repro") -> str:
    return f"```{info}\n{text.rstrip()}\n```\n"


def comment(text: str, *, author: str = "m", association: str = "MEMBER", number: int = 1) -> Comment:
    return Comment(id=number, body=explicit(text), author=author, association=association)


def ready(intake: Intake) -> ReproSpec:
    assert isinstance(intake.spec, ReproSpec), reasons(intake)
    return intake.spec


def flags(spec: ReproSpec) -> dict[str, tuple[str, ...]]:
    return {variant.name: variant.compile.flags for variant in spec.variants}


# What it can say


def test_a_block_and_a_program_are_a_report() -> None:
    spec = ready(read(report(PROGRAM, explicit(COMMANDS + INPUTS + 'iree_version: 3.11.0\nexpectation: ["4xf32=6 8 10 12"]'))))
    assert spec.program.text == MLIR
    assert (spec.variants[0].iree_version, spec.variants[0].run.device, flags(spec)) == ("3.11.0", "local-task", {"A": (CPU,)})
    assert [one.value for one in spec.inputs] == [(1, 2, 3, 4), (5, 6, 7, 8)]
    assert spec.expectation.values[0].values == (6, 8, 10, 12)


def test_the_program_may_stand_in_the_block() -> None:
    text = "program: |\n" + "".join(f"  {line}\n" for line in MLIR.splitlines())
    spec = ready(read(explicit(text + COMMANDS + INPUTS + REPEAT)))
    assert spec.program.text == MLIR


@pytest.mark.parametrize(
    ("said", "field", "want"),
    [
        ("function: other", "run.function", "other"),
        ("run: {function: other}", "run.function", "other"),
        ("device: local-sync", "run.device", "local-sync"),
        ("iree_version: 20240410.859", "iree_version", "20240410.859"),
        ("iree_version: v3.10.0", "iree_version", "3.10.0"),
        ("compile: {flags: [--iree-hal-target-backends=vmvx]}", "compile.flags", (VMVX,)),
        ("compile: {flags: --iree-hal-target-backends=vmvx --iree-opt-level=O3}", "compile.flags", (VMVX, "--iree-opt-level=O3")),
        ("compile: {flags: []}", "compile.flags", ()),
        ("run: {flags: [--device-allocator=caching]}", "run.flags", ("--device_allocator=caching",)),
        ("variants: [{name: A, device: local-sync}]", "run.device", "local-sync"),
    ],
)
def test_one_field_in_place_of_what_was_read(said: str, field: str, want: object) -> None:
    functions = MLIR + MLIR.replace("@add", "@other")
    intake = read(report(WHOLE.replace(MLIR, functions), explicit(said)), known=lambda _: None)
    found: object = ready(intake).variants[0]
    for part in field.split("."):
        found = getattr(found, part)
    assert found == want
    (origin,) = [one for one in intake.provenance if one.field == f"variants.A.{field}"]
    assert (origin.how, origin.recogniser) == ("read", "block")
    before, after = ready(read(WHOLE.replace(MLIR, functions), known=lambda _: None)), ready(intake)
    assert (after.inputs, after.expectation, after.program) == (before.inputs, before.expectation, before.program)


def test_a_second_variant_is_as_the_first_one_but_for_what_is_said() -> None:
    spec = ready(read(report(PROGRAM, block(COMPILE, RUN), explicit("variants: [{name: B, compile: {flags: [--iree-hal-target-backends=vmvx]}}]"))))
    a, b = spec.variants
    assert (flags(spec), a.run, spec.expectation.kind) == ({"A": (CPU,), "B": (VMVX,)}, b.run, "variants_agree")


def test_two_releases_of_one_command() -> None:
    spec = ready(read(report(PROGRAM, block(COMPILE, RUN), explicit("variants: [{name: A, iree_version: 3.8.0}, {name: B, iree_version: 3.9.0}]"))))
    assert [variant.iree_version for variant in spec.variants] == ["3.8.0", "3.9.0"]


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("4xf32=1 2 3 4", ("values", (4,), "f32", (1, 2, 3, 4))),
        ("4xf32=2", ("splat", (4,), "f32", 2)),
        ("4xf32", ("zeros", (4,), "f32", None)),
        ("{shape: [4], dtype: f32, value: 2}", ("splat", (4,), "f32", 2)),
        ("{shape: 4, dtype: f32, values: [1, 2, 3, 4]}", ("values", (4,), "f32", (1, 2, 3, 4))),
        ("{shape: [4], dtype: f32, value: [[1, 2], [3, nan]]}", ("values", (4,), "f32", (1, 2, 3, "nan"))),
        ("{shape: [4], dtype: f32, kind: random, seed: 7}", ("random", (4,), "f32", None)),
        ("{shape: [4], dtype: f32, seed: 7}", ("random", (4,), "f32", None)),
        ('"@x.npy"', ("file", (4,), "f32", None)),
        ("{file: x.npy}", ("file", (4,), "f32", None)),
        ('"4xf32=@x.bin"', ("file", (4,), "f32", None)),
        ("{file: x.bin, shape: [4], dtype: f32}", ("file", (4,), "f32", None)),
    ],
)
def test_inputs(tmp_path: Path, text: str, want: tuple[object, ...]) -> None:
    np.save(tmp_path / "x.npy", np.ones(4, np.float32))
    (tmp_path / "x.bin").write_bytes(bytes(16))
    spec = ready(read(report(WHOLE, explicit(f"inputs:\n  - {text}\n  - 4xf32=0\n")), folder=tmp_path))
    one = spec.inputs[0]
    assert (one.kind, one.shape, one.dtype, one.value) == want
    assert one.seed == (7 if one.kind == "random" else None)


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("repeat_agree", "repeat_agree"),
        ("{kind: repeat_agree}", "repeat_agree"),
        ("4xf32=6 8 10 13", (6, 8, 10, 13)),
        ("[4xf32=6 8 10 13]", (6, 8, 10, 13)),
        ("{values: [{index: 0, shape: [4], dtype: f32, values: 6 8, digits: 4}]}", (6, 8)),
        ('["@y.npy"]', "y.npy"),
        ("{kind: golden_file, files: [{index: 0, file: y.npy}]}", "y.npy"),
    ],
)
def test_what_the_outputs_are_held_against(tmp_path: Path, text: str, want: object) -> None:
    np.save(tmp_path / "y.npy", np.ones(4, np.float32))
    found = ready(read(report(WHOLE, explicit(f"expectation: {text}")), folder=tmp_path)).expectation
    assert want in (found.kind, *(one.values for one in found.values), *(one.file for one in found.files))


def test_tolerance_labels_and_parameters(tmp_path: Path) -> None:
    (tmp_path / "w.irpa").write_bytes(b"w")
    text = "tolerance: {atol: 1e-3, rtol: 0}\nrunner: {labels: [gfx942, rocm]}\nparameters: [model=w.irpa]\n"
    intake = read(report(WHOLE, explicit(text)), folder=tmp_path)
    spec = ready(intake)
    assert spec.tolerance is not None
    assert (spec.tolerance.atol, spec.runner.labels) == (1e-3, ("gfx942", "rocm"))
    assert [(one.scope, one.name) for one in spec.parameters] == [("model", "w.irpa")]
    assert {one.field: one.recogniser for one in intake.provenance}["tolerance"] == "block"


def test_files_by_address(tmp_path: Path) -> None:
    np.save(tmp_path / "x.npy", np.ones(4, np.float32))
    text = 'artifacts: [{name: x.npy, url: "https://example.org/1/x.npy.txt"}]\ninputs: ["@x.npy", 4xf32=1]\n'
    other = "[x.npy](https://example.org/2/x.npy)\n"
    spec = ready(read(report(WHOLE, other, explicit(text)), folder=tmp_path))
    assert [(one.name, one.url) for one in spec.artifacts] == [("x.npy", "https://example.org/1/x.npy.txt")]


def test_a_program_by_address(tmp_path: Path) -> None:
    (tmp_path / "m.mlir").write_text(MLIR)
    spec = ready(read(explicit('program: "https://example.org/m.mlir"\n' + COMMANDS + INPUTS + REPEAT), folder=tmp_path))
    assert (spec.program.kind, spec.program.url, spec.program.name) == ("url", "https://example.org/m.mlir", "m.mlir")


# Who says it, and which of several


def test_a_later_block_wins_field_by_field() -> None:
    first = explicit("device: local-sync\nvariants: [{name: A, iree_version: 3.10.0, function: add}]")
    spec = ready(read(report(WHOLE, first), comment("iree_version: 3.11.0"), known=lambda _: None))
    assert (spec.variants[0].iree_version, spec.variants[0].run.device) == ("3.11.0", "local-sync")
    spec = ready(read(report(WHOLE, first), comment("variants: [{name: A, device: local-task}]", author="reporter", association="NONE"), known=lambda _: None))
    assert (spec.variants[0].iree_version, spec.variants[0].run.device) == ("3.10.0", "local-task")


@pytest.mark.parametrize(
    ("one", "counts"),
    [
        (Comment(id=1, body=explicit("device: local-sync"), author="m", association="OWNER"), True),
        (Comment(id=1, body=explicit("device: local-sync"), author="m", association="COLLABORATOR"), True),
        (Comment(id=1, body=explicit("device: local-sync"), author="reporter"), True),
        (Comment(id=1, body=explicit("device: local-sync"), author="m", association="CONTRIBUTOR"), False),
        (Comment(id=1, body=explicit("device: local-sync"), author="m"), False),
        (Comment(id=1, body="<!-- numerics-bot spec=none -->\n" + explicit("device: local-sync"), author="bot", association="MEMBER"), False),
        (Comment(id=1, body="> " + explicit("device: local-sync").replace("\n", "\n> "), author="reporter"), False),
        (Comment(id=1, body=explicit("device: local-sync", "yaml"), author="reporter"), False),
        (Comment(id=1, body=explicit("device: local-sync", "yml Numerics-Repro"), author="reporter"), True),
        (Comment(id=1, body=f"````markdown\n{explicit('device: local-sync')}````\n", author="reporter"), False),
    ],
)
def test_whose_block_counts(one: Comment, counts: bool) -> None:
    assert ready(read(WHOLE, one)).variants[0].run.device == ("local-sync" if counts else "local-task")


def test_commands_that_it_replaces_are_not_asked_about() -> None:
    unread = report(PROGRAM, block(COMPILE.replace("add.mlir", "$UNSET_THING add.mlir"), "iree-run-module $(curl https://h.org/x) --module=add.vmfb"), RELEASE)
    assert read(unread).status == "refused"
    assert ready(read(unread, comment(COMMANDS + INPUTS + REPEAT))).variants[0].run.function == "add"
    # Only what it says in full: a device alone settles no command.
    assert read(unread, comment("device: local-sync\n" + REPEAT)).status == "refused"


def test_what_is_missing_is_still_asked() -> None:
    assert asked(read(report(PROGRAM, explicit(COMMANDS + REPEAT)))) == {QuestionCode.MISSING_INPUTS}
    assert asked(read(report(PROGRAM, explicit(COMMANDS + INPUTS)))) == {QuestionCode.MISSING_EXPECTED}
    assert asked(read(report(PROGRAM, explicit(COMMANDS + INPUTS + "expectation: variants_agree")))) == {QuestionCode.AMBIGUOUS_VARIANTS}
    assert QuestionCode.MISSING_COMMANDS in asked(read(report(PROGRAM, explicit("run: {function: add}\n" + INPUTS + REPEAT))))
    assert QuestionCode.MISSING_COMMANDS in asked(read(report(PROGRAM, explicit("iree_version: 3.11.0"))))
    assert QuestionCode.UNREACHABLE_PATH in asked(read(report(WHOLE, explicit('inputs: ["@none.npy", 4xf32]'))))


# The same checks as for everything else


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("compile: {flags: [--iree-llvmcpu-system-linker-path=/bin/sh]}", RefusalCode.FLAG_NOT_ALLOWED),
        ("compile: {flags: ['--iree-llvmcpu-target-cpu=../x']}", RefusalCode.PATH_NOT_ALLOWED),
        ("variants: [{name: B, compile: {flags: [--iree-cuda-use-ptxas-from=x]}}]", RefusalCode.FLAG_NOT_ALLOWED),
        ("run: {flags: [--executable_plugin=x]}", RefusalCode.FLAG_NOT_ALLOWED),
        ('artifacts: [{name: x.npy, url: "http://example.org/x.npy"}]\ninputs: ["@x.npy", 4xf32]', RefusalCode.URL_NOT_ALLOWED),
        ('inputs: ["@https://127.0.0.1/x.npy", 4xf32]', RefusalCode.URL_NOT_ALLOWED),
        ("program: x.vmfb", RefusalCode.BINARY_NOT_ALLOWED),
        ('program: "https://example.org/x.so"', RefusalCode.BINARY_NOT_ALLOWED),
        ("program: |\n  func.func @add(%a: tensor<4xf32>, %b: tensor<4xf32>) {\n    hal.dispatch.extern\n  }", RefusalCode.PROGRAM_NOT_ALLOWED),
    ],
)
def test_refused(text: str, code: RefusalCode) -> None:
    intake = read(report(WHOLE, explicit(text)))
    assert code in refused(intake), reasons(intake)
    first = 1 + report(WHOLE, "").count("\n") + 1
    assert any(refusal.lines is not None and refusal.lines.first >= first for refusal in intake.refusals)
    check(intake)


@pytest.mark.parametrize("name", ["/etc/passwd.npy", "../../x.npy", "~/x.npy"])
def test_a_path_is_only_ever_a_name(tmp_path: Path, name: str) -> None:
    intake = read(report(WHOLE, explicit(f'inputs: ["@{name}", 4xf32]')), folder=tmp_path)
    assert asked(intake) == {QuestionCode.UNREACHABLE_PATH}
    assert not intake.spec.artifacts


def test_a_device_and_a_flag_that_nobody_knows() -> None:
    assert asked(read(report(WHOLE, explicit("device: toaster")))) == {QuestionCode.UNKNOWN_DEVICE}
    intake = read(report(WHOLE, explicit("compile: {flags: [--iree-opt-levle=O3, --iree-hal-target-backends=llvm-cpu]}")))
    assert asked(intake) == {QuestionCode.UNKNOWN_FLAG}
    assert "--iree-opt-level" in reasons(intake)[0]


# Mistakes


@pytest.mark.parametrize(
    ("text", "line", "column", "says"),
    [
        ("commit: main", 2, 9, "`main` is no commit: give 7 to 40 hex digits"),
        ("variants:\n  - {name: A, commit: [1234567]}", 3, 23, "one value is expected here"),
        ("devise: local-task", 2, 1, "`device` is the nearest"),
        ("variants:\n  - name: A\n    devise: x", 4, 5, "`device` is the nearest"),
        ("flags: [--a]", 2, 1, "`compile.flags` or `run.flags`"),
        ("tolerence: {atol: 1}", 2, 1, "`tolerance` is the nearest"),
        ("foo: 1", 2, 1, "known are `iree_version`"),
        ("iree_version: latest", 2, 15, "3.13.0 or 20240410.859"),
        ("variants: {name: A}", 2, 11, "list of variants"),
        ("variants:\n  - device: hip", 3, 5, "needs its `name`"),
        ("variants: [{name: good}]", 2, 19, "A and B"),
        ("variants: [{name: A}, {name: A}]", 2, 23, "two variants are called A"),
        ("variants: [{name: A}, {name: B}, {name: C}]", 2, 34, "two variants are compared"),
        ("compile: --x", 2, 10, "`flags:`"),
        ("compile: {flags: [O3]}", 2, 19, "not a flag"),
        ("compile: {flags: [-o=x]}", 2, 19, "leave it out"),
        ('compile: {flags: "--a \'b"}', 2, 18, "quote"),
        ("run: {flags: [--input=4xf32=1]}", 2, 15, "it is the field `inputs`"),
        ("run: {flags: [--device=hip]}", 2, 15, "it is the field `run.device`"),
        ("function: [a]", 2, 11, "one value"),
        ("inputs: 4xf32", 2, 9, "list of inputs"),
        ("inputs: [4xf33=1]", 2, 10, "tensor"),
        ("inputs: [4xf32=1 2]", 2, 10, "4 elements, 2 values"),
        ("inputs: [4xi8=300]", 2, 10, "does not fit"),
        ("inputs: [{shape: [4]}]", 2, 10, "shape and dtype"),
        ("inputs: [{shape: [-4], dtype: f32}]", 2, 18, "no shape"),
        ("inputs: [{shape: [4], dtype: f32, kind: many}]", 2, 35, "known are splat"),
        ("inputs: [{shape: [4], dtype: f32, kind: values, value: [1]}]", 2, 10, "4 elements, 1 values"),
        ("inputs: [{index: 3, shape: [4], dtype: f32}]", 2, 10, "this is input 0"),
        ("inputs: [{sahpe: [4]}]", 2, 11, "known are `index`"),
        ("inputs: [{file: x.bin}]", 2, 10, "raw bytes"),
        ("expectation: same", 2, 14, "tensor"),
        ("expectation: []", 2, 14, "What should come out"),
        ("expectation: {kind: reference}", 2, 15, "known are variants_agree"),
        ("expectation: {kind: repeat_agree, values: [4xf32=1]}", 2, 14, "takes no expected values"),
        ("tolerance: 1e-3", 2, 12, "`atol:`"),
        ("tolerance: {atol: -1}", 2, 19, "1e-5"),
        ("runner: [Bad Label]", 2, 10, "gfx942"),
        ("program: {kind: inline}", 2, 10, "which program"),
        ("program: '..'", 2, 10, "names no file"),
        ("- a", 2, 1, "fields are expected"),
        ("inputs:\n  - @x.npy", 3, 5, "quotes"),
        ("a: &b 1", 2, 4, "aliases"),
    ],
)
def test_a_mistake_is_answered_with_its_line_and_column(text: str, line: int, column: int, says: str) -> None:
    body = explicit(text) + "\n" + WHOLE
    intake = read(body)
    (question,) = [one for one in intake.questions if one.code is QuestionCode.INVALID_BLOCK]
    assert f"line {line}, column {column}: " in question.text
    assert says.lower() in question.text.lower()
    assert question.lines is not None
    assert question.lines.first == line


def test_the_column_is_that_of_the_text_as_it_was_written() -> None:
    inside = explicit("devise: x").rstrip().replace("\n", "\n   ")
    intake = read(report("1. see\n\n   " + inside + "\n", WHOLE))
    assert "line 4, column 4: " in reasons(intake)[0]


def test_several_mistakes_are_told_apart_and_many_are_not() -> None:
    intake = read(report(explicit("devise: x\niree_version: y\n" + REPEAT), WHOLE))
    assert [question.text.partition(":")[0] for question in intake.questions] == [
        "In the numerics-repro block, line 2, column 1",
        "In the numerics-repro block, line 3, column 15",
    ]
    assert len(read(report(explicit("".join(f"x{i}: 1\n" for i in range(200))), WHOLE)).questions) == 8


def test_a_later_block_without_a_mistake_settles_the_mistakes_of_earlier_ones() -> None:
    wrong, broken, right = comment("devise: x", number=1), comment("inputs:\n  - @x", number=2), comment("device: local-sync", number=3)
    assert len(read(WHOLE, wrong, broken).questions) == 2
    intake = read(WHOLE, wrong, broken, right)
    assert ready(intake).variants[0].run.device == "local-sync"
    assert sum("A later block takes its place" in warning.text for warning in intake.warnings) == 2
    assert asked(read(WHOLE, right, wrong)) == {QuestionCode.INVALID_BLOCK}


def test_what_the_bot_works_out_itself_is_said_to_be_ignored() -> None:
    intake = read(report(explicit("digest: abc\nschema_version: 1.0"), WHOLE))
    assert ready(intake)
    assert sum("is worked out by the bot" in warning.text for warning in intake.warnings) == 2


def test_a_header_that_says_something_else(tmp_path: Path) -> None:
    np.save(tmp_path / "x.npy", np.ones((4, 1), np.float32))
    intake = read(report(WHOLE, explicit("inputs: [{file: x.npy, shape: [4], dtype: f32}, 4xf32]")), folder=tmp_path)
    assert QuestionCode.INVALID_BLOCK in asked(intake)


# Any text

LINES = [
    *("program: x.mlir", 'program: {name: a.mlir, url: "https://h.org/a"}', "variants:", "  - name: A", "  - name: B", "    device: hip"),
    *("    iree_version: 3.11.0", "run:", "  function: add", "  flags: [--x]", "compile: {flags: [--iree-opt-level=O3]}", "variants: [{name: C}]"),
    *("inputs:", "  - 4xf32=1 2 3 4", '  - "@x.npy"', "  - {file: x.bin, shape: [4], dtype: f32}", "inputs: []"),
    *("expectation: variants_agree", "expectation:", "  - 4xf32=6 8 10 12", "  - {index: 1, shape: [2], dtype: f32, values: [1]}"),
    *("tolerance: {atol: 1}", "runner: [cpu]", "parameters: [a=b.irpa]", "artifacts:", "  - name: x.npy", '    url: "https://h.org/x.npy"'),
    *("- ", ": ", "  ", "[", "]", "{", "}", "&a", "*a", "!!x", '"', "'", "#", "---", "~", "@", "%", "\\", "|", ">"),
]


@settings(max_examples=400, deadline=None)
@given(st.lists(st.sampled_from(LINES), max_size=25).map("\n".join) | st.text(max_size=300), st.booleans())
@example("", False)
@example("variants: [{name: C}]", True)
@example("variants: [{name: C}]\nexpectation: repeat_agree", True)
def test_any_text_in_a_block(text: str, beside_commands: bool) -> None:
    text = text.encode("utf-8", "replace").decode()
    start = time.process_time()
    intake = read(report(WHOLE if beside_commands else PROGRAM, explicit(text)), known=lambda _: None)
    assert time.process_time() - start < 1
    check(intake)


HOSTILE = {
    "keys": "".join(f"key{i}: 1\n" for i in range(100_000)),
    "keys in the limit": "".join(f"k{i}: 1\n" for i in range(7_000)),
    "inputs": "inputs:\n" + "  - 4xf32=1\n" * 5_000,
    "wrong inputs": "inputs:\n" + "  - x\n" * 10_000,
    "nesting": "inputs: " + "[" * 50_000,
    "nesting in shape": "inputs: [{shape: " + "[" * 30_000,
    "a long name": "function: " + "a" * 60_000,
    "a long flag": "compile: {flags: [--" + "a" * 60_000 + "]}",
    "a huge shape": "inputs: [{shape: [999999999999999999, 999999999999999999], dtype: f32, value: 1}, 4xf32]",
    "many artifacts": "artifacts:\n" + "".join(f'  - "https://h.org/{i}.npy"\n' for i in range(2_000)),
    "a flow of values": "inputs: [{dtype: f32, shape: [30000], value: [" + "1," * 20_000 + "]}]",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_block_is_asked_about(text: str) -> None:
    start = time.process_time()
    intake = read(report(explicit(text), WHOLE), known=lambda _: None)
    assert time.process_time() - start < 1
    assert len(intake.questions) < 40
    check(intake)


def test_nothing_within_a_block_is_read_as_anything_else() -> None:
    text = f"# {RUN}\n# IREE 3.9.0\nprogram: add.mlir\n"
    assert ready(read(report(WHOLE, explicit(text)))).digest == ready(read(WHOLE)).digest
    assert EXPECTED in WHOLE


def test_the_block_of_the_readme(tmp_path: Path) -> None:
    """What the README shows is a block, and all of it is taken."""
    text = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    shown = text[text.index("    ```yaml numerics-repro\n") :].split("\n\n")[0].replace("\n    ", "\n")[4:] + "\n"
    np.save(tmp_path / "x.npy", np.ones((2, 2), np.float32))
    (tmp_path / "weights.irpa").write_bytes(b"w")
    program = MLIR.replace("@add(%a: tensor<4xf32>, %b: tensor<4xf32>)", "@main(%a: tensor<2x3xf32>, %b: tensor<2x2xf32>, %c: tensor<4xf16>)")
    spec = ready(read(report(f"```mlir\n{program}```\n", shown), folder=tmp_path, known=lambda _: None))
    assert flags(spec) == {"A": (CPU,), "B": (CPU, "--iree-opt-level=O3")}
    assert [one.run.function for one in spec.variants] == ["main", "main"]
    assert [one.kind for one in spec.inputs] == ["values", "file", "random"]
    assert (spec.expectation.kind, spec.runner.labels, spec.program.name) == ("variants_agree", ("gfx942",), "model.mlir")
    assert spec.tolerance is not None
