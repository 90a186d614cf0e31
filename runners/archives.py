"""Members of archives that strangers link: ``.zip`` and ``.tar.gz``, read one at a time, with limits on everything.

A member has an address of its own: that of the archive with the member's path behind ``#``.
"""

import gzip
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from stat import S_IFMT, S_ISREG
from typing import IO
from urllib.parse import quote, unquote, urldefrag, urlsplit

from runners.contract import UserError

MAX_MEMBERS = 1000
MAX_ARCHIVE = 512 * 2**20
"""Bytes of the archive itself."""
MAX_MEMBER = 512 * 2**20
"""Bytes of one member, and of all of a ``.tar.gz`` that must be unpacked to reach it."""
MAX_RATIO = 200
"""How much larger than its archive a member may be, when it is larger than ``SMALL``."""
SMALL = 2**20

_ZIP = (".zip",)
_TAR = (".tar.gz", ".tgz")
_CHUNK = 2**20
_LONGEST_PATH = 400
_ENCRYPTED = 0x1
_BROKEN = (zipfile.BadZipFile, tarfile.TarError, zlib.error, EOFError, OSError, ValueError, NotImplementedError, RuntimeError)


def is_archive(url: str) -> bool:
    """Whether a link or a name is that of an archive whose members can be read."""
    try:
        return urlsplit(url).path.lower().endswith((*_ZIP, *_TAR))
    except ValueError:
        return False


def member_url(url: str, member: str) -> str:
    """The address of a member of the archive behind ``url``."""
    return f"{urldefrag(url).url}#{quote(member)}"


def split_url(url: str) -> tuple[str, str] | None:
    """The archive's address and the member's path; None for an address that is not a member's."""
    base, fragment = urldefrag(url) if "#" in url else ("", "")
    return (base, unquote(fragment)) if fragment and is_archive(base) else None


def members(archive: Path) -> tuple[str, ...]:
    """The paths of the files in an archive; links, devices and files with a path that leads out are left out.

    :raises UserError: when it is broken, encrypted, or beyond the limits.
    """
    with _reading(archive):
        if _is_zip(archive):
            with _zip(archive) as opened:
                return tuple(info.filename for info in opened.infolist() if _is_plain(info))
        return tuple(name for name, _ in _tar(archive))


def extract(archive: Path, member: str, target: Path) -> None:
    """Write one member to ``target``.

    :raises UserError: when there is no such member, or as :func:`members`.
    """
    with _reading(archive):
        if _is_zip(archive):
            with _zip(archive) as opened:
                found = [info for info in opened.infolist() if info.filename == member and _is_plain(info)]
                if found:
                    if found[0].flag_bits & _ENCRYPTED:
                        raise ValueError(f"{member} is encrypted")
                    with opened.open(found[0]) as source:
                        _copy(source, target, archive)
                    return
        else:
            for name, source in _tar(archive):
                if name == member:
                    _copy(source, target, archive)
                    return
        raise ValueError(f"there is no file {member[:100]} in it")


@contextmanager
def _reading(archive: Path) -> Iterator[None]:
    try:
        if archive.stat().st_size > MAX_ARCHIVE:
            raise ValueError(f"it is larger than {MAX_ARCHIVE // 2**20} MB")
        yield
    except _BROKEN as error:
        raise UserError(
            f"{archive.name} cannot be read as an archive: {str(error).splitlines()[0] if str(error) else 'it is broken'}", code="unreadable_artifact"
        ) from error


def _is_zip(archive: Path) -> bool:
    with archive.open("rb") as file:
        return file.read(2) == b"PK"


@contextmanager
def _zip(archive: Path) -> Iterator[zipfile.ZipFile]:
    with zipfile.ZipFile(archive) as opened:
        if len(opened.infolist()) > MAX_MEMBERS:
            raise ValueError(f"it has more than {MAX_MEMBERS} members")
        yield opened


def _is_plain(info: zipfile.ZipInfo) -> bool:
    mode = info.external_attr >> 16
    return not info.is_dir() and (S_IFMT(mode) == 0 or S_ISREG(mode)) and _stays_inside(info.filename)


def _stays_inside(name: str) -> bool:
    path = PurePosixPath(name)
    return 0 < len(name) <= _LONGEST_PATH and not path.is_absolute() and ".." not in path.parts and not set("\\\0\n") & set(name)


def _tar(archive: Path) -> Iterator[tuple[str, IO[bytes]]]:
    """The files of a ``.tar.gz`` in order, each to be read before the next is asked for."""
    with gzip.open(archive) as unpacked, tarfile.open(fileobj=_Capped(unpacked, _most(archive)), mode="r|") as opened:  # type: ignore[call-overload]  # only read() is needed
        for number, info in enumerate(opened):
            if number >= MAX_MEMBERS:
                raise ValueError(f"it has more than {MAX_MEMBERS} members")
            source = opened.extractfile(info) if info.isreg() and not info.issparse() and _stays_inside(info.name) else None
            if source is not None:
                yield info.name, source


class _Capped:
    """A stream that may not be unpacked beyond a limit, whatever its headers say."""

    def __init__(self, stream: gzip.GzipFile, most: int) -> None:
        self._stream = stream
        self._left = most

    def read(self, size: int) -> bytes:
        """Read, and count."""
        data = self._stream.read(min(size, self._left + 1))
        self._left -= len(data)
        if self._left < 0:
            raise ValueError("it unpacks to more than is taken")
        return data


def _most(archive: Path) -> int:
    return min(MAX_MEMBER, max(SMALL, MAX_RATIO * archive.stat().st_size))


def _copy(source: IO[bytes], target: Path, archive: Path) -> None:
    left = _most(archive)
    with target.open("wb") as file:
        while chunk := source.read(min(_CHUNK, left + 1)):
            left -= len(chunk)
            if left < 0:
                target.unlink()
                raise ValueError("a member unpacks to more than is taken")
            file.write(chunk)
