"""Where the files of a spec come from, and what a file may be called.

A spec names files and, where the report links them, addresses. This module answers one question: which local
file is that? Files come from a folder that the user names (``--attachments``), whose optional ``urls.json`` says
which link is which file, or lie beside the issue's own file.
"""

import hashlib
import ipaddress
import json
import re
import shutil
import tempfile
import weakref
from pathlib import Path, PurePosixPath
from typing import Protocol
from urllib.parse import unquote, urlsplit

from runners.archives import extract, split_url
from runners.contract import Artifact, MachineError, UserError


class Artifacts(Protocol):
    """Finds the local copy of a spec's file."""

    def find(self, artifact: Artifact) -> Path | None:
        """The file, or None where this source does not have it."""


def name_from(text: str) -> str | None:
    """A name that is safe in our folders, from a path or a link as a stranger wrote it; None where none is left.

    >>> name_from("~/Downloads/x.npy"), name_from("https://h/files/1/fwd.mlir.txt?raw=1"), name_from("../..")
    ('x.npy', 'fwd.mlir.txt', None)
    """
    try:
        path = urlsplit(text).path if "://" in text else text
    except ValueError:
        return None
    name = re.sub(r"[^A-Za-z0-9._+-]", "_", PurePosixPath(unquote(path).replace("\\", "/")).name).lstrip("._-+")[:128]
    return name or None


def refusal_of(url: str) -> str | None:
    """Why this address may never be fetched, as a sentence; None where nothing speaks against it.

    Judged from the text alone: the scheme must be https, the host a public name or address.
    """
    try:
        parts = urlsplit(url)
        host = parts.hostname
    except ValueError:
        return "the address is malformed"
    if parts.scheme != "https":
        return f"only https:// links are fetched, not {parts.scheme}:"
    if not host:
        return "the address has no host"
    if parts.username is not None or parts.password is not None:
        return "the address carries a user name or password"
    return None if _is_public(host) else f"{host} is inside the runner's own network"


def _is_public(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_global
    except ValueError:
        # A name, then: a last label without letters is an address in disguise (0x7f.1, 2130706433).
        inside = host == "localhost" or host.endswith((".localhost", ".local", ".internal"))
        return not inside and re.fullmatch(r"\d+|0x[0-9a-f]*", host.rpartition(".")[2]) is None


def sha256_of(path: Path) -> str:
    """SHA-256 of a file's bytes, in hex."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


class LocalArtifacts:
    """Files in folders of this machine, found by link (``urls.json``) or by name.

    A file uploaded as ``x.npy.txt`` serves the name ``x.npy``, since GitHub refuses other endings.

    :param attachments: the folder that ``--attachments`` names, or None.
    :param beside: the folder in which the issue's own file lies, or None.
    :raises UserError: when ``urls.json`` is not an object of link to file inside the folder.
    """

    def __init__(self, attachments: Path | None, beside: Path | None = None) -> None:
        if attachments is not None and not attachments.is_dir():
            raise UserError(f"--attachments {attachments}: there is no such folder")
        self._folders = [f for f in (attachments, attachments and attachments / "files", beside) if f is not None and f.is_dir()]
        self._by_url = _read_urls(attachments) if attachments is not None else {}
        self._unpacked: dict[str, Path] = {}

    def find(self, artifact: Artifact) -> Path | None:
        """The local file, by link first, by name else; checked against the pinned hash where there is one.

        A link to an archive with a path behind ``#`` is that member of it, unpacked for as long as this object lives.

        :raises UserError: when the file is there but is not the one that the spec pins, or lies in an archive that cannot be read.
        """
        path = self._by_url.get(artifact.url or "") or self._member(artifact)
        if path is None:
            names = (artifact.name, f"{artifact.name}.txt")
            path = next((f / n for f in self._folders for n in names if (f / n).is_file()), None)
        if path is not None and artifact.sha256 is not None and sha256_of(path) != artifact.sha256:
            raise UserError(f"{path.name} is not the file that the spec was made with (its SHA-256 is another): it was changed since", code="changed_artifact")
        return path

    def _member(self, artifact: Artifact) -> Path | None:
        split = split_url(artifact.url or "")
        if split is None:
            return None
        url, member = split
        name = name_from(url)
        archive = self.find(Artifact(name=name, url=url)) if name else None
        if archive is None:
            return None
        key = f"{artifact.name} {artifact.url}"
        if key not in self._unpacked:
            folder = Path(tempfile.mkdtemp(prefix="member-"))
            weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
            extract(archive, member, folder / artifact.name)
            self._unpacked[key] = folder / artifact.name
        return self._unpacked[key]


def _read_urls(folder: Path) -> dict[str, Path]:
    index = folder / "urls.json"
    if not index.is_file():
        return {}
    try:
        data = json.loads(index.read_text(encoding="utf-8"))
    except ValueError as error:
        raise UserError(f"{index} is not JSON: {error}") from error
    if not isinstance(data, dict) or not all(isinstance(v, str) for v in data.values()):
        raise UserError(f"{index} must be an object of link to file name, for example {json.dumps({'https://…/x.npy': 'files/x.npy'})}")
    root = folder.resolve()
    found: dict[str, Path] = {}
    for url, name in data.items():
        path = (root / name).resolve()
        if not path.is_relative_to(root):
            raise UserError(f"{index}: {name} is outside of {folder}")
        if not path.is_file():
            raise MachineError(f"{index} names {name}, which is not there: put the file back or remove the line")
        found[url] = path
    return found
