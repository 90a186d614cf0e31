"""The contract: names, digest, versions."""

import json
from typing import Any

import pytest
from pydantic import ValidationError

from runners.contract import (
    Artifact,
    Compile,
    Expectation,
    GoldenFile,
    Input,
    Program,
    ReproSpec,
    RunCall,
    Source,
    TriageResult,
    Variant,
    Verdict,
    canonical_json,
)


def a_spec(**changes: Any) -> ReproSpec:
    fields: dict[str, Any] = {
        "program": Program(kind="inline", name="add.mlir", text="func.func @main() { return }"),
        "variants": (Variant(name="A", iree_version="3.13.0", compile=Compile(flags=("--iree-opt-level=O3",)), run=RunCall(function="main")),),
        "inputs": (Input(index=0, kind="splat", shape=(2, 3), dtype="f32", value=1.5),),
        "expectation": Expectation(kind="repeat_agree"),
    }
    return ReproSpec(**(fields | changes))


def test_a_spec_has_the_names_that_both_sides_rely_on() -> None:
    assert list(ReproSpec.model_fields) == [
        "schema_version", "source", "program", "variants", "inputs", "parameters", "artifacts", "expectation", "tolerance", "runner", "digest",
    ]  # fmt: skip
    assert list(Variant.model_fields) == ["name", "iree_version", "compile", "run", "program", "commit"]
    assert list(Input.model_fields) == ["index", "kind", "shape", "dtype", "value", "file", "seed"]


def test_a_result_has_the_names_that_both_sides_rely_on() -> None:
    names = {"schema_version", "spec_digest", "verdict", "sentence", "environment", "runs", "outputs", "divergence", "knobs", "bisect", "bundle", "notes"}
    assert names <= set(TriageResult.model_fields)
    assert [v.value for v in Verdict] == [
        "reproduced", "within_noise", "not_reproduced", "nondeterministic", "compile_failed", "run_failed", "needs_info", "refused",
    ]  # fmt: skip


def test_the_digest_is_the_sha256_of_the_canonical_json_and_does_not_move_between_versions_of_ours() -> None:
    # Approvals, caches and results are tied to it: a change here makes every approval void.
    assert a_spec().digest == "33562933e1151dd46e9a4c9d6e948995a86de65c0e1de3572c8d92d7f897144c"


def test_the_digest_does_not_depend_on_where_the_spec_was_read() -> None:
    assert a_spec(source=Source(repo="o/r", issue=7, body_digest="0" * 64)).digest == a_spec().digest


@pytest.mark.parametrize(
    "changes",
    [
        {"inputs": (Input(index=0, kind="splat", shape=(2, 3), dtype="f32", value=2.5),)},
        {"inputs": ()},
        {"program": Program(kind="inline", name="add.mlir", text="func.func @main() { return } ")},
        {"variants": (Variant(name="A", iree_version="3.12.0"),)},
        {"variants": (a_spec().variants[0].model_copy(update={"commit": "4f6e2a91c0"}),)},
        {"tolerance": {"atol": 0.1}},
    ],
)
def test_everything_that_is_run_changes_the_digest(changes: dict[str, Any]) -> None:
    assert a_spec(**changes).digest != a_spec().digest


def test_a_spec_survives_the_way_through_json() -> None:
    spec = a_spec(inputs=(Input(index=0, kind="values", shape=(4,), dtype="f16", value=(0, 0.03125, "nan", "-inf")),))
    assert ReproSpec.model_validate_json(spec.model_dump_json()) == spec


def test_a_spec_that_was_changed_on_the_way_is_refused() -> None:
    data = json.loads(a_spec().model_dump_json())
    data["variants"][0]["compile"]["flags"] = ["--iree-opt-level=O0"]
    with pytest.raises(ValidationError, match="was changed after it was made"):
        ReproSpec.model_validate(data)


def test_a_newer_major_version_is_refused_with_a_sentence_and_a_newer_minor_is_read() -> None:
    data = json.loads(a_spec().model_dump_json())
    with pytest.raises(ValidationError, match=r"schema_version 2\.0 is newer than 1\.0.*update numerics-bot"):
        ReproSpec.model_validate({**data, "schema_version": "2.0", "digest": ""})
    assert ReproSpec.model_validate({**data, "schema_version": "1.7", "digest": "", "later": 1}).schema_version == "1.7"


def test_an_unknown_field_is_ignored() -> None:
    assert not hasattr(TriageResult.model_validate({"verdict": "reproduced", "sentence": "x", "colour": "red"}), "colour")


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"inputs": ({"index": 1, "kind": "zeros", "shape": (1,), "dtype": "f32"},)}, "numbered 0, 1, 2"),
        ({"inputs": ({"index": 0, "kind": "values", "shape": (2, 2), "dtype": "f32", "value": (1, 2, 3)},)}, "needs 4 values, 3 are given"),
        ({"inputs": ({"index": 0, "kind": "file", "file": "x.npy"},)}, "x.npy is used but is not one of the spec's artifacts"),
        ({"inputs": ({"index": 0, "kind": "file", "file": "../x.npy"},)}, "file"),
        ({"inputs": ({"index": 0, "kind": "zeros", "shape": (2,), "dtype": "float"},)}, "dtype"),
        ({"expectation": Expectation(kind="variants_agree")}, "variants_agree needs two variants"),
        ({"program": {"kind": "inline", "name": "a.mlir"}}, "program.text"),
        ({"program": {"kind": "url", "name": "a.mlir", "url": "https://h/a.mlir"}}, "a.mlir is used but is not one of"),
        ({"variants": ()}, "at least 1"),
        ({"variants": ({"name": "A", "iree_version": "3.13.0", "commit": "main"},)}, "commit"),
        ({"variants": ({"name": "A", "iree_version": "3.13.0", "commit": "4F6E2A9"},)}, "commit"),
        ({"variants": ({"name": "A", "iree_version": "3.13.0", "commit": "4f6e2a"},)}, "commit"),
        ({"artifacts": (Artifact(name="x"), {"name": "/etc/passwd"})}, "name"),
    ],
)
def test_a_spec_that_cannot_be_run_is_no_spec(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(ValidationError, match=says):
        a_spec(**changes)


def test_a_golden_file_must_be_one_of_the_artifacts() -> None:
    wanted = Expectation(kind="golden_file", files=(GoldenFile(index=0, file="y.npy"),))
    assert a_spec(expectation=wanted, artifacts=(Artifact(name="y.npy"),)).expectation == wanted


def test_canonical_json_has_one_spelling() -> None:
    assert canonical_json({"b": [1, 2.5], "a": "ü"}) == '{"a":"ü","b":[1,2.5]}'.encode()
    with pytest.raises(ValueError, match="JSON"):
        canonical_json(float("nan"))


def test_nan_and_infinity_in_a_result_are_words_in_its_json() -> None:
    result = TriageResult(
        verdict=Verdict.REPRODUCED, sentence="x", outputs=({"index": 0, "max_abs": float("inf"), "worst": [{"index": [0], "a": float("nan"), "b": 1.0}]},)
    )
    data = json.loads(result.model_dump_json())
    assert data["outputs"][0]["max_abs"] == "Infinity"
    assert data["outputs"][0]["worst"][0]["a"] == "NaN"
    assert TriageResult.model_validate_json(result.model_dump_json()).outputs[0].max_abs == float("inf")
