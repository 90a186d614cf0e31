"""Which file a name is, what is pinned, and why a file cannot be had."""

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

from bot.intake import Issue, parse
from bot.intake.result import QuestionCode, RefusalCode
from runners.contract import Artifact, ReproSpec, UserError
from runners.release import Release
from tests.intake.reports import COMPILE, EXPECTED, MLIR, PROGRAM, RELEASE, asked, block, read, reasons, refused, report

RUN = "iree-run-module --module=add.vmfb --device=local-task --function=add --input=@a.npy --input=4xf32=@b.bin"
LINKS = "https://h.org/a.npy and [b.bin.txt](https://github.com/user-attachments/files/1/b.bin.txt)"
TEXT = report(PROGRAM, block(COMPILE, RUN), LINKS, EXPECTED, RELEASE)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    files = tmp_path / "files"
    files.mkdir()
    np.save(files / "a.npy", np.arange(4, dtype=np.float32))
    (files / "b.bin.txt").write_bytes(bytes(16))
    urls = {"https://h.org/a.npy": "files/a.npy", "https://github.com/user-attachments/files/1/b.bin.txt": "files/b.bin.txt"}
    (tmp_path / "urls.json").write_text(json.dumps(urls))
    return tmp_path


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_a_linked_file_is_looked_into_and_pinned(folder: Path) -> None:
    spec = read(TEXT, folder=folder).spec
    assert isinstance(spec, ReproSpec)
    assert [(one.kind, one.file, one.shape, one.dtype) for one in spec.inputs] == [("file", "a.npy", (4,), "f32"), ("file", "b.bin", (4,), "f32")]
    assert spec.artifacts == (
        Artifact(name="a.npy", url="https://h.org/a.npy", sha256=sha256(folder / "files/a.npy")),
        Artifact(name="b.bin", url="https://github.com/user-attachments/files/1/b.bin.txt", sha256=sha256(folder / "files/b.bin.txt")),
    )


def test_an_attached_file_is_found_by_its_name_alone(folder: Path) -> None:
    text = TEXT.replace("https://h.org/a.npy and", "")
    spec = read(text, folder=folder).spec
    assert spec.artifacts[0] == Artifact(name="a.npy", sha256=sha256(folder / "files/a.npy"))


def test_a_link_that_nobody_has_fetched_is_taken_unseen() -> None:
    intake = read(TEXT)
    assert intake.status == "ready"
    assert [(one.file, one.shape) for one in intake.spec.inputs] == [("a.npy", None), ("b.bin", (4,))]
    assert all(one.sha256 is None for one in intake.spec.artifacts)


@pytest.mark.parametrize(
    ("old", "new", "code", "says"),
    [
        ("@a.npy", "@c.npy", QuestionCode.UNREACHABLE_PATH, "there is no link to `c.npy`"),
        ("@a.npy", "@/data/c.npy", QuestionCode.UNREACHABLE_PATH, "`/data/c.npy` lies on the reporter's machine"),
        ("https://h.org/a.npy", "https://h.org/a.npy https://g.org/a.npy", QuestionCode.UNREACHABLE_PATH, "Several links lead to a file `a.npy`"),
        ("@a.npy --input=4xf32=@b.bin", "@x/a.npy --input=@y/a.npy", QuestionCode.UNREACHABLE_PATH, "Two different files"),
        ("4xf32=@b.bin", "@b.bin", QuestionCode.MISSING_INPUTS, "`b.bin` holds raw bytes"),
        ("4xf32=@b.bin", "5xf32=@b.bin", QuestionCode.UNREADABLE_ARTIFACT, "`b.bin` has 16 bytes, 5xf32 needs 20"),
        ("@a.npy", "4xf16=@a.npy", QuestionCode.UNREADABLE_ARTIFACT, "is an .npy file"),
        ("@a.npy", "@..", QuestionCode.UNREACHABLE_PATH, "names no file"),
    ],
)
def test_a_file_that_cannot_be_used_is_asked_for(folder: Path, *, old: str, new: str, code: QuestionCode, says: str) -> None:
    intake = read(TEXT.replace(old, new), folder=folder)
    assert code in asked(intake)
    assert any(says in reason for reason in reasons(intake)), reasons(intake)


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("http://h.org/a.npy", "only https:// links"),
        ("file:///srv/a.npy", "only https:// links"),
        ("https://169.254.169.254/a.npy", "inside the runner's own network"),
        ("https://localhost/a.npy", "inside the runner's own network"),
        ("https://10.0.0.1/a.npy", "inside the runner's own network"),
        ("https://me:secret@h.org/a.npy", "user name or password"),
    ],
)
def test_a_link_that_is_used_and_may_not_be_fetched_is_refused(url: str, says: str) -> None:
    intake = read(TEXT.replace("https://h.org/a.npy", url))
    assert refused(intake) == {RefusalCode.URL_NOT_ALLOWED}
    assert any(says in reason for reason in reasons(intake))


def test_a_link_that_is_not_used_is_nothing_to_us() -> None:
    assert read(report(TEXT, "See http://localhost/log.txt")).status == "ready"


def test_damaged_files_are_named(folder: Path) -> None:
    (folder / "files/a.npy").write_bytes(b"\x93NUMPY broken")
    intake = read(TEXT, folder=folder)
    assert asked(intake) == {QuestionCode.UNREADABLE_ARTIFACT}
    assert "a.npy" in intake.questions[0].text


class Objecting:
    def find(self, artifact: Artifact) -> Path | None:
        raise UserError(f"{artifact.name} is too large", code="too_large")


def test_a_source_that_objects_is_heard() -> None:
    intake = parse(Issue(body=TEXT), Objecting(), default_release=Release.parse("3.13.0"), known_flags=lambda _: None)
    assert refused(intake) == {RefusalCode.TOO_LARGE}


@pytest.mark.parametrize("link", ["https://gist.github.com/u/0a1b", "https://gist.github.com/u/0a1b#file-add-mlir", "https://h.org/add.mlir.txt"])
def test_a_linked_program(tmp_path: Path, link: str) -> None:
    (tmp_path / "add.txt").write_text(MLIR)
    (tmp_path / "urls.json").write_text(json.dumps({link: "add.txt"}))
    intake = read(TEXT.replace(PROGRAM, link), folder=tmp_path)
    program = intake.spec.program
    assert program is not None
    assert (program.kind, program.name, program.url, program.sha256, program.dialect) == ("url", "add.mlir", link, sha256(tmp_path / "add.txt"), "tensor")


def test_a_program_beside_the_issue(tmp_path: Path) -> None:
    (tmp_path / "add.mlir").write_text(MLIR)
    program = read(TEXT.replace(PROGRAM, ""), folder=tmp_path).spec.program
    assert program is not None
    assert (program.kind, program.name, program.url) == ("file", "add.mlir", None)


@pytest.mark.parametrize("size", [1, 5 * 2**20])
def test_constants_are_missed_however_long_the_program_is(tmp_path: Path, size: int) -> None:
    (tmp_path / "add.mlir").write_text(
        MLIR.replace("  return", "  // " + "x" * size + "\n  %w = arith.constant dense_resource<__elided__> : tensor<4xf32>\n  return")
    )
    assert QuestionCode.ELIDED_CONSTANTS in asked(read(TEXT.replace(PROGRAM, ""), folder=tmp_path))


def test_resources_at_the_end_of_a_long_program_are_not_missed(tmp_path: Path) -> None:
    resources = '{-# dialect_resources: { builtin: {\n  w: "0x04000000' + "00" * 5 * 2**20 + '"\n} } #-}\n'
    text = MLIR.replace("  return", "  %w = arith.constant dense_resource<w> : tensor<4xf32>\n  return") + resources
    (tmp_path / "add.mlir").write_text(text)
    assert QuestionCode.ELIDED_CONSTANTS not in asked(read(TEXT.replace(PROGRAM, ""), folder=tmp_path))


def test_bytecode_is_taken_unseen(tmp_path: Path) -> None:
    (tmp_path / "add.mlir").write_bytes(b"ML\xefR\x06")
    intake = read(TEXT.replace(PROGRAM, ""), folder=tmp_path)
    assert any("could not be looked at" in warning.text for warning in intake.warnings)
