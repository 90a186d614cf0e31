"""Where a spec's files come from, and what may never be fetched."""

import json
from pathlib import Path

import pytest

from runners.artifacts import LocalArtifacts, name_from, refusal_of, sha256_of
from runners.contract import Artifact, MachineError, UserError


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("x.npy", "x.npy"),
        ("~/Downloads/int4_dequant.mlir", "int4_dequant.mlir"),
        ("C:\\models\\x.mlir", "x.mlir"),
        ("https://github.com/user-attachments/files/1/fwd.mlir.txt", "fwd.mlir.txt"),
        ("https://h/a%20b.npy?raw=1#part", "a_b.npy"),
        ("../../etc/passwd", "passwd"),
        ("-rf.mlir", "rf.mlir"),
        ("..", None),
        ("https://h/", None),
    ],
)
def test_a_name_that_is_safe_in_our_folders(written: str, name: str | None) -> None:
    assert name_from(written) == name


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("http://storage.googleapis.com/x.npy", "only https"),
        ("file:///etc/passwd", "only https"),
        ("ftp://h/x", "only https"),
        ("https://169.254.169.254/latest", "inside the runner's own network"),
        ("https://127.0.0.1/x", "inside the runner's own network"),
        ("https://[::1]/x", "inside the runner's own network"),
        ("https://[::ffff:10.0.0.1]/x", "inside the runner's own network"),
        ("https://2130706433/x", "inside the runner's own network"),
        ("https://0x7f.1/x", "inside the runner's own network"),
        ("https://localhost/x", "inside the runner's own network"),
        ("https://metadata.internal/x", "inside the runner's own network"),
        ("https://me:secret@github.com/x", "user name or password"),
        ("https:///x", "no host"),
        ("https://[bad/x", "malformed"),
    ],
)
def test_addresses_that_are_never_fetched(url: str, says: str) -> None:
    assert says in (refusal_of(url) or "")


@pytest.mark.parametrize(
    "url", ["https://github.com/user-attachments/files/1/x.npy.txt", "https://gist.github.com/a/b", "https://example.de/x", "https://h.cc/x"]
)
def test_ordinary_links_pass(url: str) -> None:
    assert refusal_of(url) is None


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / "x.npy.txt").write_text("x")
    (tmp_path / "files" / "second.mlir").write_text("linked")
    (tmp_path / "urls.json").write_text(json.dumps({"https://h/1/second.mlir": "files/second.mlir"}))
    return tmp_path


def test_a_file_is_found_by_its_link(folder: Path) -> None:
    found = LocalArtifacts(folder).find(Artifact(name="other.mlir", url="https://h/1/second.mlir"))
    assert found == folder / "files" / "second.mlir"


def test_a_file_is_found_by_its_name_also_where_it_was_uploaded_as_text(folder: Path) -> None:
    assert LocalArtifacts(folder).find(Artifact(name="x.npy")) == folder / "files" / "x.npy.txt"


def test_a_file_beside_the_issue_is_found(tmp_path: Path) -> None:
    (tmp_path / "a.mlir").write_text("a")
    assert LocalArtifacts(None, tmp_path).find(Artifact(name="a.mlir")) == tmp_path / "a.mlir"
    assert LocalArtifacts(None, tmp_path).find(Artifact(name="b.mlir")) is None


def test_a_file_that_changed_since_the_spec_was_made_is_not_taken(folder: Path) -> None:
    path = folder / "files" / "x.npy.txt"
    pinned = Artifact(name="x.npy", sha256=sha256_of(path))
    assert LocalArtifacts(folder).find(pinned) == path
    path.write_text("y")
    with pytest.raises(UserError, match="was changed since"):
        LocalArtifacts(folder).find(pinned)


def test_the_index_of_links_cannot_lead_out_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "urls.json").write_text(json.dumps({"https://h/x": "../../etc/passwd"}))
    with pytest.raises(UserError, match="is outside of"):
        LocalArtifacts(tmp_path)


def test_mistakes_in_the_folder_are_told(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="there is no such folder"):
        LocalArtifacts(tmp_path / "none")
    (tmp_path / "urls.json").write_text("[1]")
    with pytest.raises(UserError, match="must be an object of link to file name"):
        LocalArtifacts(tmp_path)
    (tmp_path / "urls.json").write_text("{")
    with pytest.raises(UserError, match="is not JSON"):
        LocalArtifacts(tmp_path)
    (tmp_path / "urls.json").write_text(json.dumps({"https://h/x": "gone.npy"}))
    with pytest.raises(MachineError, match="which is not there"):
        LocalArtifacts(tmp_path)
