"""The way back: what was understood, rendered as a block and pasted, is understood as the same spec."""

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from bot.intake import Comment, Issue, parse, read_issue
from bot.intake.block_text import NO_COMMANDS, NO_INPUTS, NO_OUTCOME, NO_PROGRAM, block_of
from bot.intake.files import digest_of
from bot.intake.mlir import sketch
from bot.intake.result import Intake, PartialSpec, Question, QuestionCode
from bot.intake.yaml_tree import read_yaml
from runners.artifacts import LocalArtifacts, sha256_of
from runners.contract import (
    Artifact,
    Compile,
    Expectation,
    GoldenFile,
    GoldenValues,
    Input,
    Parameters,
    Program,
    ReproSpec,
    RunCall,
    RunnerLabels,
    Scalar,
    Tolerance,
    Variant,
)
from runners.element_types import element_type
from runners.toolchain import bundled_release
from tests.intake.corpus import REPORTS
from tests.intake.reports import COMPILE, PROGRAM, RUN, asked, block, known_flags, read, reasons, report

FLAGS = (
    "--iree-hal-target-backends=llvm-cpu",
    "--iree-opt-level=O3",
    "--iree-input-demote-i64-to-i32",
    "--iree-llvmcpu-target-cpu-features=+avx2,+fma",
    "--iree-dispatch-creation-enable-aggressive-fusion=false",
)
RUN_FLAGS = ("--device_allocator=caching",)
DTYPES = ("f32", "f16", "bf16", "f64", "i64", "i32", "i8", "i4", "i1")
URL = "https://example.org/files/{}"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made: Path = tmp_path_factory.mktemp("attachments")
    for name in ("x.npy", "y.npy"):
        np.save(made / name, np.ones((2, 3), np.float32))
    for name in ("x.bin", "y.bin"):
        (made / name).write_bytes(bytes(24))
    (made / "weights.irpa").write_bytes(b"irpa")
    return made


def _values(dtype: str) -> st.SearchStrategy[Scalar]:
    element = element_type(dtype)
    if element.kind == "float":
        return st.one_of(st.floats(allow_nan=False, allow_infinity=False, width=64), st.sampled_from(["nan", "inf", "-inf"]))
    if element.kind == "bool":
        return st.integers(0, 1)
    return st.integers(-(1 << (element.bits - 1)), (1 << (element.bits - 1)) - 1)


@st.composite
def tensors(draw: st.DrawFn) -> Input:
    dtype = draw(st.sampled_from(DTYPES))
    shape = tuple(draw(st.lists(st.integers(0, 4), max_size=3)))
    count = int(np.prod(shape, dtype=int))
    kind = draw(st.sampled_from(["splat", "values", "zeros", "random", "npy", "raw"]))
    match kind:
        case "splat":
            return Input(index=0, kind="splat", shape=shape, dtype=dtype, value=draw(_values(dtype)))
        case "values":
            return Input(index=0, kind="values", shape=shape, dtype=dtype, value=tuple(draw(st.lists(_values(dtype), min_size=count, max_size=count))))
        case "zeros":
            return Input(index=0, kind="zeros", shape=shape, dtype=dtype)
        case "random":
            return Input(index=0, kind="random", shape=shape, dtype=dtype, seed=draw(st.none() | st.integers(0, 2**40)))
        case "npy":
            return Input(index=0, kind="file", shape=(2, 3), dtype="f32", file="x.npy")
        case _:
            return Input(index=0, kind="file", shape=(6,), dtype="f32", file="x.bin")


@st.composite
def outcomes(draw: st.DrawFn, variants: int) -> Expectation:
    kind = draw(st.sampled_from(["values", "files", "repeat", *(["agree"] if variants == 2 else [])]))
    if kind == "repeat":
        return Expectation(kind="repeat_agree")
    if kind == "agree":
        return Expectation(kind="variants_agree")
    indices = sorted(draw(st.sets(st.integers(0, 3), min_size=1, max_size=3)))
    if kind == "files":
        files = [
            GoldenFile(index=i, file="y.npy", shape=(2, 3), dtype="f32") if i % 2 else GoldenFile(index=i, file="y.bin", shape=(6,), dtype="f32")
            for i in indices
        ]
        return Expectation(kind="golden_file", files=tuple(files))
    values = []
    for index in indices:
        dtype = draw(st.sampled_from(DTYPES))
        shape = tuple(draw(st.lists(st.integers(1, 4), max_size=2)))
        # A print that was cut gives fewer values.
        given_values = draw(st.lists(_values(dtype), min_size=1, max_size=int(np.prod(shape, dtype=int))))
        # Below a byte there is no telling a cut print from bytes in hex.
        digits = draw(st.integers(1, 17))
        values.append(GoldenValues(index=index, shape=shape, dtype=dtype, values=tuple(given_values), digits=digits))
    return Expectation(kind="golden_values", values=tuple(values))


def _program(name: str, inputs: list[Input], mark: str) -> Program:
    typed = [f"%a{i}: tensor<{''.join(f'{extent}x' for extent in one.shape or ())}{one.dtype}>" for i, one in enumerate(inputs)]
    text = (
        f"func.func @main({', '.join(typed)}) -> tensor<f32> {{\n  // {mark}\n  %c = arith.constant dense<0.0> : tensor<f32>\n  return %c : tensor<f32>\n}}\n"
    )
    return Program(kind="inline", name=name, sha256=digest_of(text), dialect=sketch(text).dialect, text=text)


@st.composite
def specs(draw: st.DrawFn) -> Callable[[Path], ReproSpec]:
    inputs = [one.model_copy(update={"index": i}) for i, one in enumerate(draw(st.lists(tensors(), max_size=4)))]
    number = draw(st.integers(1, 2))
    release = st.sampled_from(["3.13.0", "3.11.0", "20240828.999"])
    chosen = draw(st.lists(st.lists(st.sampled_from(FLAGS), unique=True), min_size=number, max_size=number, unique_by=tuple))
    variants = []
    for name, flags in zip("AB", chosen, strict=False):
        run = RunCall(function="main", device=draw(st.sampled_from(["local-task", "hip://0", "vulkan"])), flags=draw(st.sampled_from([(), RUN_FLAGS])))
        other = _program("other.mlir", inputs, "other") if name == "B" and draw(st.booleans()) else None
        commit = draw(st.none() | st.from_regex(r"[0-9a-f]{7,40}", fullmatch=True))
        variants.append(Variant(name=name, iree_version=draw(release), compile=Compile(flags=tuple(flags)), run=run, program=other, commit=commit))
    outcome = draw(outcomes(number))
    parameters = (Parameters(scope=draw(st.sampled_from(["", "model"])), name="weights.irpa"),) if draw(st.booleans()) else ()
    linked = draw(st.sets(st.sampled_from(["x.npy", "x.bin", "y.npy", "y.bin", "weights.irpa"])))
    labels = draw(st.lists(st.sampled_from(["cpu", "gfx942", "rdna3"]), min_size=1, unique=True))
    tolerance = draw(st.none() | st.builds(Tolerance, atol=st.floats(0, 1), rtol=st.floats(0, 1)))

    def made(folder: Path) -> ReproSpec:
        names = dict.fromkeys([*(i.file for i in inputs if i.file), *(p.name for p in parameters), *(f.file for f in outcome.files)])
        artifacts = {name: Artifact(name=name, url=URL.format(name) if name in linked else None, sha256=sha256_of(folder / name)) for name in names}
        return ReproSpec(
            program=_program("model.mlir", inputs, "first"),
            variants=tuple(variants),
            inputs=tuple(inputs),
            parameters=tuple(p.model_copy(update={"url": artifacts[p.name].url}) for p in parameters),
            artifacts=tuple(artifacts.values()),
            expectation=outcome,
            tolerance=tolerance,
            runner=RunnerLabels(labels=tuple(labels)),
        )

    return made


def fences(spec: ReproSpec) -> Iterator[str]:
    """The programs in the text, each under its name."""
    for program in dict.fromkeys([spec.program, *(variant.program or spec.program for variant in spec.variants)]):
        if program.text is not None:
            yield f"`{program.name}`:\n\n```mlir\n{program.text}```\n"


def pasted(text: str) -> str:
    return f"```yaml numerics-repro\n{text}```\n"


def ready(intake: Intake) -> ReproSpec:
    assert isinstance(intake.spec, ReproSpec), reasons(intake)
    return intake.spec


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(make=specs(), where=st.sampled_from(["body", "reporter", "maintainer"]))
def test_a_rendered_block_is_read_as_the_same_spec(folder: Path, make: Callable[[Path], ReproSpec], where: str) -> None:
    spec = make(folder)
    text = pasted(block_of(spec))
    programs = report(*fences(spec))
    comments = {"reporter": Comment(id=7, body=text, author="reporter"), "maintainer": Comment(id=7, body=text, author="m", association="MEMBER")}
    again = ready(read(report(programs, text), folder=folder) if where == "body" else read(programs, comments[where], folder=folder))
    assert again.model_dump(exclude={"source"}) == spec.model_dump(exclude={"source"})
    assert again.digest == spec.digest


@given(st.text(max_size=40))
@example("null")
@example("- a")
@example("a: b #c")
@example("\ud800\x00\x85\ufeff\u2028")
@example("\U0001f600")
def test_any_name_of_a_function_is_written_so_that_it_is_read_again(name: str) -> None:
    name = name.encode("utf-8", "replace").decode()
    spec = PartialSpec(variants=(Variant(name="A", iree_version="3.13.0", run=RunCall(function=name)),))
    text = block_of(spec)
    assert f'function: "{name}"' in text or f"function: {name}" in text or read_yaml(text) is not None
    assert read_yaml(text) is not None


def test_what_is_missing_is_a_comment_that_becomes_a_good_answer() -> None:
    empty = block_of(PartialSpec())
    assert all(line.startswith("#") for line in empty.splitlines())
    # A list that is filled in where a reporter fills it in.
    filled = "\n".join(line.removeprefix("# ") for line in (*NO_COMMANDS.splitlines(), *NO_INPUTS.splitlines()[:2], *NO_OUTCOME.splitlines()[:2]))
    body = report("```mlir\nfunc.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n  return %x : tensor<4xf32>\n}\n```\n", pasted(filled + "\n"))
    spec = ready(read(body))
    assert (spec.variants[0].run.function, spec.inputs[0].value, spec.expectation.kind) == ("main", (1, 2, 3, 4), "golden_values")
    assert read_yaml(NO_PROGRAM.removeprefix("# ")) is not None


def test_what_is_only_assumed_is_not_said() -> None:
    partial = PartialSpec(variants=(Variant(name="A", iree_version="3.13.0"),))
    open_questions = [Question(code=QuestionCode.UNKNOWN_DEVICE, text="?", field="run.device"), Question(code=QuestionCode.ELIDED_CONSTANTS, text="?")]
    rows = block_of(partial, open_questions).splitlines()
    assert "      # device: local-task  # is it so?" in rows
    assert "    iree_version: 3.13.0" in rows


def test_an_answer_settles_what_was_asked() -> None:
    """The whole way: a report that lacks its expected values, and whose device and release are open."""
    run = RUN.replace("--device=local-task ", "")
    body = report(PROGRAM, block(COMPILE.replace("--iree-hal-target-backends=llvm-cpu", ""), run), "IREE 3.11.0 and IREE 3.13.0\n")
    before = read(body)
    assert before.status == "needs_info"
    answer = block_of(before.spec, before.questions)
    # Pasted as it is it answers nothing: all that is open is a comment.
    assert {q.code for q in read(report(body, pasted(answer))).questions} == {q.code for q in before.questions}
    filled = answer.replace("# device: local-task  # is it so?", "device: local-sync").replace("# iree_version: 3.11.0  # is it so?", "iree_version: 3.13.0")
    after = ready(read(body, Comment(id=5, body=pasted(filled + "expectation: repeat_agree\n"), author="reporter")))
    assert (after.variants[0].run.device, after.variants[0].iree_version, len(after.inputs)) == ("local-sync", "3.13.0", 2)


def _read(issue: Issue, folder: Path) -> Intake:
    known = {bundled_release(): known_flags(bundled_release())}
    return parse(issue, LocalArtifacts(folder), default_release=bundled_release(), known_flags=known.get)


@pytest.mark.parametrize("folder", REPORTS, ids=lambda folder: folder.name)
def test_the_block_of_a_report_pasted_as_it_is_changes_nothing_and_answers_nothing(folder: Path) -> None:
    issue = read_issue(next(folder.glob("issue.*")))
    before = _read(issue, folder)
    reporter = issue.author or "reporter"
    answer = Comment(id=999, body=pasted(block_of(before.spec, before.questions)), author=reporter)
    after = _read(issue.model_copy(update={"author": reporter, "comments": (*issue.comments, answer)}), folder)
    match before.status:
        case "ready":
            assert ready(after).digest == ready(before).digest
        case "needs_info":
            assert after.status == "needs_info"
            assert asked(after) <= asked(before)
        case "refused":
            # Its block is not shown; made by hand it can only leave out what was refused.
            assert QuestionCode.INVALID_BLOCK not in asked(after)
