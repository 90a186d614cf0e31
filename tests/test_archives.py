"""Members of linked archives: found and pinned, and none of what a hostile archive tries."""

import gzip
import io
import json
import stat
import tarfile
import zipfile
from pathlib import Path

import pytest

from runners.archives import MAX_MEMBERS, extract, is_archive, member_url, members, split_url
from runners.artifacts import LocalArtifacts
from runners.contract import Artifact, UserError
from tests.intake.reports import COMPILE, EXPECTED, MLIR, RELEASE, RUN, asked, block, read, reasons, report

URL = "https://github.com/user-attachments/files/1/r.zip"


def zipped(path: Path, files: dict[str, bytes], *, mode: int = 0) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            info = zipfile.ZipInfo(name)
            info.external_attr = mode << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, data)
    return path


def tarred(path: Path, files: dict[str, bytes], *, kind: bytes = tarfile.REGTYPE) -> Path:
    with tarfile.open(path, "w:gz") as archive:
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.type, info.linkname = kind, "/etc/passwd"
            info.size = len(data) if kind == tarfile.REGTYPE else 0
            archive.addfile(info, io.BytesIO(data))
    return path


@pytest.fixture(params=["r.zip", "r.tar.gz"])
def archive(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    files = {"d/a.mlir": b"one", "b.npy": b"two"}
    return zipped(tmp_path / "r.zip", files) if request.param == "r.zip" else tarred(tmp_path / "r.tar.gz", files)


def test_members_are_listed_and_unpacked_one_at_a_time(archive: Path, tmp_path: Path) -> None:
    assert members(archive) == ("d/a.mlir", "b.npy")
    extract(archive, "d/a.mlir", tmp_path / "out")
    assert (tmp_path / "out").read_bytes() == b"one"
    with pytest.raises(UserError, match="there is no file"):
        extract(archive, "a.mlir", tmp_path / "out")


def test_an_archive_that_is_cut_is_said_to_be_broken(archive: Path) -> None:
    archive.write_bytes(archive.read_bytes()[:-20])
    with pytest.raises(UserError, match="cannot be read as an archive"):
        members(archive)


@pytest.mark.parametrize("name", ["../a", "/etc/a", "d/../../a", "a\\b", "x" * 500])
@pytest.mark.parametrize("pack", [zipped, tarred])
def test_paths_that_lead_out_are_left_out(pack: object, name: str, tmp_path: Path) -> None:
    made = zipped(tmp_path / "r.zip", {name: b"x", "b": b"y"}) if pack is zipped else tarred(tmp_path / "r.tgz", {name: b"x", "b": b"y"})
    assert members(made) == ("b",)


def test_links_and_devices_are_left_out(tmp_path: Path) -> None:
    assert members(zipped(tmp_path / "r.zip", {"a": b"/etc/passwd"}, mode=stat.S_IFLNK | 0o777)) == ()
    for kind in (tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.CHRTYPE):
        assert members(tarred(tmp_path / "r.tgz", {"a": b""}, kind=kind)) == ()


def test_too_many_members_are_refused(tmp_path: Path) -> None:
    files = {f"{number}": b"" for number in range(MAX_MEMBERS + 1)}
    for made in (zipped(tmp_path / "r.zip", files), tarred(tmp_path / "r.tgz", files)):
        with pytest.raises(UserError, match="more than 1000 members"):
            members(made)


def test_what_unpacks_to_much_more_is_refused(tmp_path: Path) -> None:
    bomb = zipped(tmp_path / "r.zip", {"a": bytes(50 * 2**20)})
    with pytest.raises(UserError, match="unpacks to more"):
        extract(bomb, "a", tmp_path / "out")
    assert not (tmp_path / "out").exists()
    packed = tmp_path / "r.tgz"
    packed.write_bytes(gzip.compress(bytes(512) * 100_000))
    tar = tarred(tmp_path / "s.tgz", {"a": bytes(50 * 2**20)})
    with pytest.raises(UserError, match="unpacks to more"):
        members(tar)
    assert members(packed) == ()


@pytest.mark.parametrize(("url", "answer"), [(URL, True), ("a.tar.gz", True), ("a.TGZ", True), ("a.zip?x=1", True), ("a.npy", False), ("https://[", False)])
def test_what_an_archive_is_called(url: str, answer: bool) -> None:
    assert is_archive(url) is answer


def test_a_member_has_an_address() -> None:
    assert split_url(member_url(f"{URL}#x", "d/a b#.mlir")) == (URL, "d/a b#.mlir")
    assert split_url("https://gist.github.com/a/b#file-x") is None
    assert split_url(URL) is None


def linked(tmp_path: Path, files: dict[str, bytes]) -> LocalArtifacts:
    zipped(tmp_path / "r.zip", files)
    (tmp_path / "urls.json").write_text(json.dumps({URL: "r.zip"}))
    return LocalArtifacts(tmp_path)


def test_a_member_is_found_by_its_address_and_gone_with_its_finder(tmp_path: Path) -> None:
    finder = linked(tmp_path, {"d/x.npy": b"data"})
    found = finder.find(Artifact(name="x.npy", url=member_url(URL, "d/x.npy")))
    assert found is not None
    assert (found.name, found.read_bytes()) == ("x.npy", b"data")
    assert finder.find(Artifact(name="x.npy", url=member_url(URL.replace("1/r", "2/q"), "d/x.npy"))) is None
    with pytest.raises(UserError, match="not the file"):
        finder.find(Artifact(name="x.npy", url=member_url(URL, "d/x.npy"), sha256="0" * 64))
    del finder
    assert not found.exists()


TEXT = report(f"All is in [r.zip]({URL}).\n", block(COMPILE, RUN), EXPECTED, RELEASE)


def test_a_program_in_a_linked_archive_is_read(tmp_path: Path) -> None:
    linked(tmp_path, {"repro/add.mlir": MLIR.encode(), "__MACOSX/repro/._add.mlir": b"x"})
    intake = read(TEXT, folder=tmp_path)
    assert intake.status == "ready", reasons(intake)
    assert intake.spec.program is not None
    assert (intake.spec.program.name, intake.spec.program.url) == ("add.mlir", f"{URL}#repro/add.mlir")


def test_two_members_of_one_name_are_asked_about(tmp_path: Path) -> None:
    linked(tmp_path, {"a/add.mlir": MLIR.encode(), "b/add.mlir": MLIR.encode()})
    intake = read(TEXT, folder=tmp_path)
    assert {code.value for code in asked(intake)} == {"unreachable_path"}
    assert any("`a/add.mlir`, `b/add.mlir`" in text for text in reasons(intake))


def test_a_broken_archive_is_asked_about(tmp_path: Path) -> None:
    linked(tmp_path, {"add.mlir": b""})
    (tmp_path / "r.zip").write_bytes(b"PK\3\4 not a zip")
    assert "unreadable_artifact" in {code.value for code in asked(read(TEXT, folder=tmp_path))}
