"""The issue form: sound as GitHub wants it, and what it makes of a filled form is read without a question."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

from bot.intake.result import Intake
from runners.contract import ReproSpec
from tests.intake.reports import MLIR, read, reasons

FILE = Path(__file__).parents[2] / ".github" / "ISSUE_TEMPLATE" / "numerics.yml"
FORM: dict[str, Any] = yaml.safe_load(FILE.read_text(encoding="utf-8"))
FIELDS: list[dict[str, Any]] = [field for field in FORM["body"] if field["type"] != "markdown"]

# As GitHub documents the syntax of issue forms.
TOP = {"name", "description", "body", "title", "labels", "assignees", "projects", "type"}
ATTRIBUTES = {
    "markdown": {"value"},
    "textarea": {"label", "description", "placeholder", "value", "render"},
    "input": {"label", "description", "placeholder", "value"},
    "dropdown": {"label", "description", "multiple", "options", "default"},
    "checkboxes": {"label", "description", "options"},
}
EMPTY = "_No response_"

CPU = "iree-compile add.mlir --iree-hal-target-backends=llvm-cpu -o cpu.vmfb"
VMVX = "iree-compile add.mlir --iree-hal-target-backends=vmvx -o vmvx.vmfb"
RUN = 'iree-run-module --module=cpu.vmfb --device=local-task --function=add --input="4xf32=1 2 3 4" --input="4xf32=5 6 7 8"'
RUN_VMVX = RUN.replace("cpu.vmfb", "vmvx.vmfb").replace("local-task", "local-sync")
PRINTED = "EXEC @add\nresult[0]: hal.buffer_view\n4xf32=6 8 10 12"
X = "https://github.com/user-attachments/files/41000001/x.npy.txt"
Y = "https://github.com/user-attachments/files/41000002/y.npy.txt"
PROGRAM_LINK = "https://github.com/user-attachments/files/41000003/add.mlir.txt"


def rendered(answers: dict[str, str], *, empty_fences: bool = False) -> str:
    """The body that GitHub makes of a filled form; ``empty_fences`` as it did for empty fields with a language."""
    unknown = set(answers) - {field["id"] for field in FIELDS}
    assert not unknown, unknown
    parts = []
    for field in FIELDS:
        attributes, answer = field["attributes"], answers.get(field["id"], "").strip("\n")
        assert answer or not field.get("validations", {}).get("required"), f"{field['id']} is required"
        language = attributes.get("render")
        fence = f"```{language}\n{answer}\n```"
        text = (fence if language and (answer or empty_fences) else answer) or EMPTY
        parts.append(f"### {attributes['label']}\n\n{text}")
    return "\n\n".join(parts)


@pytest.fixture
def attachments(tmp_path: Path) -> Path:
    np.save(tmp_path / "x.npy", np.arange(4, dtype=np.float32))
    np.save(tmp_path / "y.npy", np.arange(4, dtype=np.float32) * 2)
    (tmp_path / "add.mlir").write_text(MLIR)
    return tmp_path


def understood(answers: dict[str, str], folder: Path | None = None) -> ReproSpec:
    """The spec of a filled form, the same however GitHub writes what is left empty."""
    both: list[Intake] = [read(rendered(answers, empty_fences=empty), folder=folder) for empty in (False, True)]
    for intake in both:
        assert intake.status == "ready", reasons(intake)
        assert isinstance(intake.spec, ReproSpec)
    specs = [intake.spec for intake in both if isinstance(intake.spec, ReproSpec)]
    assert specs[0].digest == specs[1].digest
    return specs[0]


def sides(spec: ReproSpec) -> list[tuple[str, str, tuple[str, ...], str | None, str]]:
    return [(one.name, one.iree_version, one.compile.flags, one.run.function, one.run.device) for one in spec.variants]


A = ("A", "3.13.0", ("--iree-hal-target-backends=llvm-cpu",), "add", "local-task")
B = ("B", "3.13.0", ("--iree-hal-target-backends=vmvx",), "add", "local-sync")


class TestFilled:
    """Each way of filling it in is ready, with every field right."""

    def test_two_variants(self) -> None:
        spec = understood(
            {
                "what": "The sums differ between the two back ends since last week. On my laptop, Ubuntu 24.04, Python 3.12.1.",
                "program": MLIR,
                "commands": f"{CPU}\n{RUN}\n{PRINTED}",
                "other-commands": f"$ {VMVX}\n$ {RUN_VMVX}\nEXEC @add\nresult[0]: hal.buffer_view\n4xf32=6 8 10 13",
                "version": "3.13.0",
            }
        )
        assert sides(spec) == [A, B]
        assert (spec.program.kind, spec.program.name, spec.program.text) == ("inline", "add.mlir", MLIR)
        assert [(one.kind, one.shape, one.dtype, one.value) for one in spec.inputs] == [
            ("values", (4,), "f32", (1, 2, 3, 4)),
            ("values", (4,), "f32", (5, 6, 7, 8)),
        ]
        assert (spec.expectation.kind, spec.runner.labels, spec.artifacts) == ("variants_agree", ("cpu",), ())

    def test_one_variant_against_expected_values(self) -> None:
        spec = understood({"what": "Wrong sum.", "program": MLIR, "commands": f"{CPU}\n{RUN}", "expected": PRINTED, "version": "iree-base-compiler==3.13.0"})
        assert sides(spec) == [A]
        assert [(one.shape, one.dtype, one.values) for one in spec.expectation.values] == [((4,), "f32", (6, 8, 10, 12))]
        assert spec.expectation.kind == "golden_values"

    def test_a_build_of_a_commit(self) -> None:
        version = "3.13.0 shows it too, built from commit 4f6e2a91c0"
        spec = understood({"program": MLIR, "commands": f"{CPU}\n{RUN}", "expected": PRINTED, "version": version})
        assert [(one.iree_version, one.commit) for one in spec.variants] == [("3.13.0", "4f6e2a91c0")]

    @pytest.mark.parametrize("expected", ["4xf32=6 8 10 12", "4xf32=[6 8 10 12]", "result[0]: hal.buffer_view\n4xf32=6 8 10 12\n"])
    def test_expected_values_as_people_shorten_them(self, expected: str) -> None:
        spec = understood({"program": MLIR, "commands": f"{CPU}\n{RUN}", "expected": expected, "version": "3.13.0"})
        assert spec.expectation.values[0].values == (6, 8, 10, 12)

    def test_attachments(self, attachments: Path) -> None:
        run = RUN.replace('"4xf32=1 2 3 4"', "@x.npy") + " --expected_output=@y.npy"
        files = f"[add.mlir.txt]({PROGRAM_LINK})\n[x.npy.txt]({X})\n[y.npy.txt]({Y})"
        spec = understood({"what": "Wrong.", "commands": f"{CPU}\n{run}", "files": files, "version": "3.13.0"}, attachments)
        assert sides(spec) == [A]
        assert (spec.program.kind, spec.program.name, spec.program.url) == ("url", "add.mlir", PROGRAM_LINK)
        assert [(one.name, one.url) for one in spec.artifacts] == [("add.mlir", PROGRAM_LINK), ("x.npy", X), ("y.npy", Y)]
        assert [(one.kind, one.file, one.shape) for one in spec.inputs] == [("file", "x.npy", (4,)), ("values", None, (4,))]
        assert [(one.file, one.shape, one.dtype) for one in spec.expectation.files] == [("y.npy", (4,), "f32")]

    def test_an_expected_file_that_only_the_words_call_expected(self, attachments: Path) -> None:
        files = f"expected output: [y.npy.txt]({Y})"
        spec = understood({"program": MLIR, "commands": f"{CPU}\n{RUN}", "files": files, "version": "3.13.0"}, attachments)
        assert [(one.index, one.file) for one in spec.expectation.files] == [(0, "y.npy")]

    def test_two_variants_with_a_flag_and_continued_lines(self) -> None:
        compile_b = "iree-compile add.mlir \\\n  --iree-hal-target-backends=llvm-cpu \\\n  --iree-opt-level=O3 \\\n  -o b.vmfb"
        other = f"{compile_b}\n{RUN.replace('cpu.vmfb', 'b.vmfb')}"
        spec = understood({"what": "O3 is wrong.", "program": MLIR, "commands": f"{CPU}\n{RUN}", "other-commands": other, "version": "3.13.0"})
        assert [one.compile.flags for one in spec.variants] == [A[2], (*A[2], "--iree-opt-level=O3")]

    def test_the_other_variant_is_only_compiled_otherwise(self) -> None:
        spec = understood({"program": MLIR, "commands": f"{CPU}\n{RUN}", "other-commands": VMVX, "version": "3.13.0"})
        assert sides(spec) == [A, (*B[:4], "local-task")]

    def test_the_example_of_the_form_itself(self) -> None:
        """What the placeholders show is a report, with a program that fits."""
        shown = {field["id"]: field["attributes"]["placeholder"] for field in FIELDS if "placeholder" in field["attributes"]}
        program = MLIR.replace("@add(%a: tensor<4xf32>, %b: tensor<4xf32>)", "@main(%a: tensor<4xf32>)").replace("%a, %b", "%a, %a")
        spec = understood({**{key: text for key, text in shown.items() if key != "other-commands"}, "program": program})
        assert (spec.variants[0].run.function, spec.expectation.kind) == ("main", "golden_values")


class TestStructure:
    """What GitHub refuses is not there."""

    def test_top(self) -> None:
        assert set(FORM) <= TOP
        assert {"name", "description", "body"} <= set(FORM)
        assert isinstance(FORM["labels"], list)
        assert FORM["labels"] == ["numerics-repro"]
        assert len(FIELDS) >= 1

    def test_every_element(self) -> None:
        for element in FORM["body"]:
            assert set(element) <= {"type", "id", "attributes", "validations"}
            assert set(element["attributes"]) <= ATTRIBUTES[element["type"]]
            assert all(
                isinstance(text, str) and text.strip() for key, text in element["attributes"].items() if key in {"label", "value", "description", "render"}
            )
            assert set(element.get("validations", {})) <= {"required"}
            assert isinstance(element.get("validations", {}).get("required", False), bool)
            assert ("label" in element["attributes"]) != (element["type"] == "markdown")

    def test_ids_and_labels_are_unique(self) -> None:
        ids, labels = [field["id"] for field in FIELDS], [field["attributes"]["label"] for field in FIELDS]
        assert len(set(ids)) == len(ids)
        assert len(set(labels)) == len(labels)
        assert all(name.replace("-", "").replace("_", "").isalnum() for name in ids)
