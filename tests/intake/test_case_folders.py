"""The cases under ``tests/cases``: what the intake makes of each, and that it says where it read it."""

import json
from pathlib import Path
from typing import Any

import pytest

from bot.intake import parse, read_issue
from bot.intake.result import Intake
from runners.artifacts import LocalArtifacts
from runners.contract import ReproSpec
from runners.release import Release
from tests.intake.reports import known_flags

CASES = sorted(path.parent for path in (Path(__file__).parent.parent / "cases").glob("*/expect.json"))


def intake_of(case: Path) -> Intake:
    return parse(read_issue(case / "issue.json"), LocalArtifacts(case), default_release=Release.parse("3.13.0"), known_flags=known_flags)


def parts(case: Path) -> tuple[dict[str, Any], Intake]:
    return json.loads((case / "expect.json").read_text())["parse"], intake_of(case)


def as_wanted(want: dict[str, Any], got: Intake) -> dict[str, Any]:
    """What came out, in the form of the case's expectation and cut to what that looks at."""
    spec = got.spec
    sides = {variant.name: variant for variant in spec.variants}
    found: dict[str, Any] = {
        "status": got.status,
        "variants": len(sides),
        "iree_version": {name: sides[name].iree_version for name in want.get("iree_version", {})},
        "device": {name: sides[name].run.device for name in want.get("device", {})},
        "flags": {name: [flag for flag in flags if flag in sides[name].compile.flags] for name, flags in want.get("flags", {}).items()},
        "not_flags": {name: [flag for flag in flags if flag not in sides[name].compile.flags] for name, flags in want.get("not_flags", {}).items()},
        "inputs": [
            {key: list(value) if isinstance(value := getattr(one, key), tuple) else value for key in wanted}
            for one, wanted in zip(spec.inputs, want.get("inputs", []), strict=False)
        ],
        "expectation": spec.expectation and spec.expectation.kind,
        "questions": [code for code in want.get("questions", []) if code in {question.code for question in got.questions}],
        "refusals": [code for code in want.get("refusals", []) if code in {refusal.code for refusal in got.refusals}],
        "runner_labels": [label for label in want.get("runner_labels", []) if spec.runner and label in spec.runner.labels],
    }
    functions = {variant.run.function for variant in spec.variants}
    found["function"] = functions.pop() if len(functions) == 1 else functions
    return {key: found[key] for key in want}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_case_is_understood(case: Path) -> None:
    want, got = parts(case)
    assert as_wanted(want, got) == want
    if "inputs" in want:
        assert len(got.spec.inputs) == len(want["inputs"])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_every_field_says_where_it_comes_from(case: Path) -> None:
    got = intake_of(case)
    spec = got.spec
    fields = ["program"] if spec.program else []
    fields += ["expectation"] if spec.expectation else []
    fields += [f"inputs.{one.index}" for one in spec.inputs]
    fields += [f"parameters.{index}" for index in range(len(spec.parameters))]
    fields += [f"artifacts.{index}" for index in range(len(spec.artifacts))]
    for variant in spec.variants:
        where = f"variants.{variant.name}"
        fields += [f"{where}.iree_version", f"{where}.run.device"] + [f"{where}.compile.flags"] * bool(variant.compile.flags)
        fields += [f"{where}.run.function"] * bool(variant.run.function)
    origins = {origin.field: origin for origin in got.provenance}
    assert set(fields) <= set(origins)
    assert {field.split(".")[1] for field in origins if field.startswith("variants.")} == {variant.name for variant in spec.variants}
    assert all(origin.lines or origin.how == "default" for origin in got.provenance)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_lines_that_are_named_hold_what_was_read(case: Path) -> None:
    issue = read_issue(case / "issue.json")
    texts = {None: issue.body.splitlines()} | {comment.id: comment.body.splitlines() for comment in issue.comments}
    got = intake_of(case)
    held = {origin.field: "\n".join(texts[o.comment_id][o.first - 1 : o.last]) for origin in got.provenance if (o := origin.lines) is not None}
    for variant in got.spec.variants:
        where = f"variants.{variant.name}"
        assert variant.iree_version in held.get(f"{where}.iree_version", variant.iree_version)
        if variant.run.function:
            assert f"--function={variant.run.function}" in held[f"{where}.run.function"]
    if got.spec.program and got.spec.program.kind == "inline":
        assert held["program"].replace("> ", "") == (got.spec.program.text or "").rstrip("\n").replace("> ", "")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_reading_twice_gives_the_same(case: Path) -> None:
    first, second = intake_of(case), intake_of(case)
    assert first == second
    if isinstance(first.spec, ReproSpec):
        assert ReproSpec.model_validate_json(first.spec.model_dump_json()).digest == first.spec.digest
