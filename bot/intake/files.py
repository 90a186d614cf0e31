"""From the names that commands use to files: which link serves a name, what the file is, and what keeps it from being used."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from bot.intake.findings import Findings
from bot.intake.links import COMPILED, Link, bare_name
from bot.intake.made import MadeFile
from bot.intake.result import Lines, QuestionCode, RefusalCode
from bot.intake.wording import cut
from runners.archives import is_archive, member_url, members, split_url
from runners.artifacts import Artifacts, refusal_of, sha256_of
from runners.contract import Artifact, UserError

MAX_SCRIPT = 64 * 1024


@dataclass(frozen=True, slots=True)
class File:
    """A file that the spec needs. ``path`` is its local copy, None where it can only be fetched later."""

    artifact: Artifact
    path: Path | None
    lines: Lines | None


class Files:
    """Finds files by the names that a report uses, and remembers them as the spec's artifacts."""

    def __init__(self, artifacts: Artifacts, links: Iterable[Link], findings: Findings, made: Iterable[MadeFile] = ()) -> None:
        self._artifacts = artifacts
        self._made = list(made)
        self._links = list(links)
        self._findings = findings
        self._by_name: dict[str, File | None] = {}
        self._folders: dict[str, str] = {}
        self._archives: dict[str, tuple[str, ...]] = {}

    @property
    def used(self) -> list[File]:
        """The files of the spec, in the order in which they were asked for."""
        return [file for file in self._by_name.values() if file is not None]

    def get(self, path: str, what: str, lines: Lines | None, document: int) -> File | None:
        """The file that the report calls ``path``; None when it cannot be had, and the findings say why.

        :param what: what it is for, worded to follow "the" ("input 0").
        :param document: where the command stands; links there come first, then the newest.
        """
        name = bare_name(path)
        if name is None:
            self._findings.ask(QuestionCode.UNREACHABLE_PATH, f"The {what}, `{cut(path)}`, names no file: attach one and use its name", lines)
            return None
        folder = str(PurePosixPath(path).parent)
        if folder != "." and self._folders.setdefault(name, folder) != folder:
            self._findings.ask(QuestionCode.UNREACHABLE_PATH, f"Two different files are called `{name}`: rename one of them", lines)
            return None
        if name not in self._by_name:
            self._by_name[name] = self._looked_up(name, path, what, lines, document)
        return self._by_name[name]

    def made(self, path: str, document: int) -> MadeFile | None:
        """The lines of the report that make a file, where the file itself is neither linked nor at hand: those in ``document`` first, then the newest."""
        name = bare_name(path)
        found = [one for one in self._made if one.name == name]
        if name is None or not found or self.link_for(name, document) is not None or self._find(Artifact(name=name), found[0].lines) is not None:
            return None
        return max(found, key=lambda one: (one.document == document, one.document))

    def link_for(self, name: str, document: int) -> Link | None:
        """The link that serves a name: one in ``document`` first, then the newest."""
        serving = [link for link in self._links if link.serves(name)]
        serving.sort(key=lambda link: (link.document != document, -link.document))
        return serving[0] if serving else None

    def rivals_of(self, link: Link, name: str) -> list[Link]:
        """Other links of the same body or comment that serve the same name and lead elsewhere."""
        return [other for other in self._links if other.serves(name) and other.document == link.document and not _same_place(other.url, link.url)]

    def use_link(self, link: Link, name: str, what: str) -> File | None:
        """Take the file behind ``link`` under ``name``."""
        if name not in self._by_name:
            self._by_name[name] = self._from_link(link, name, what)
        return self._by_name[name]

    def script(self, program: str, document: int) -> str | None:
        """The text of a script that the report names; it is read here and is not part of the spec."""
        name = bare_name(program)
        if name is None:
            return None
        link = self.link_for(name, document)
        url = link.url if link is not None and refusal_of(link.url) is None else None
        path = self._find(Artifact(name=name, url=url), link.lines if link else None)
        if path is None and link is None and (members := self._members(name, document)):
            member = self._from_archive(members, name, "script")
            path = member.path if member is not None else None
        if path is None or path.stat().st_size > MAX_SCRIPT:
            return None
        return path.read_bytes().decode("utf-8", "replace").replace("\r\n", "\n")

    def _looked_up(self, name: str, path: str, what: str, lines: Lines | None, document: int) -> File | None:
        if name.endswith(COMPILED):
            self._findings.refuse(RefusalCode.BINARY_NOT_ALLOWED, f"The {what}, `{name}`, is compiled code: only programs in MLIR are taken", lines)
            return None
        link = self.link_for(name, document)
        if link is not None:
            if self.rivals_of(link, name):
                self._findings.ask(QuestionCode.UNREACHABLE_PATH, f"Several links lead to a file `{name}` (the {what}): which one is it?", link.lines)
                return None
            return self._from_link(link, name, what)
        local = self._find(Artifact(name=name), lines)
        if local is None and (members := self._members(name, document)):
            return self._from_archive(members, name, what)
        if local is None:
            where = f"`{cut(path)}` lies on the reporter's machine" if "/" in path else f"there is no link to `{name}`"
            hint = f"attach it to the issue (as `{name}.txt` where GitHub refuses the ending) or link it"
            self._findings.ask(QuestionCode.UNREACHABLE_PATH, f"The {what} is missing: {where}; {hint}", lines)
            return None
        return File(Artifact(name=name, sha256=sha256_of(local)), local, lines)

    def is_in_an_archive(self, name: str, document: int) -> bool:
        """Whether an archive that the report links has a file of this name."""
        return bool(self._members(name, document))

    def _members(self, name: str, document: int) -> list[tuple[Link, str]]:
        """The files of this name in the linked archives: in those of ``document``, else in the others."""
        found = [
            (link, member)
            for link in self._links
            if is_archive(link.url) and split_url(link.url) is None
            for member in self._listed(link)
            if _is_called(member, name)
        ]
        return [one for one in found if one[0].document == document] or found

    def _listed(self, link: Link) -> tuple[str, ...]:
        if link.url not in self._archives:
            local = self._find(Artifact(name=link.names[0], url=link.url), link.lines) if link.names and refusal_of(link.url) is None else None
            try:
                self._archives[link.url] = members(local) if local is not None else ()
            except UserError as error:
                self._archives[link.url] = ()
                self._findings.object_to(error, error.text, QuestionCode.UNREADABLE_ARTIFACT, link.lines)
        return self._archives[link.url]

    def _from_archive(self, found: list[tuple[Link, str]], name: str, what: str) -> File | None:
        link, member = found[0]
        if len({(one.url, path) for one, path in found}) > 1:
            shown = ", ".join(f"`{cut(path)}`" for _, path in found[:4])
            self._findings.ask(
                QuestionCode.UNREACHABLE_PATH, f"Several files in archives are called `{name}` (the {what}): {shown}. Which one is it?", link.lines
            )
            return None
        artifact = Artifact(name=name, url=member_url(link.url, member))
        local = self._find(artifact, link.lines)
        return File(artifact.model_copy(update={"sha256": sha256_of(local)}), local, link.lines) if local is not None else None

    def _from_link(self, link: Link, name: str, what: str) -> File | None:
        if (why := refusal_of(link.url)) is not None:
            self._findings.refuse(RefusalCode.URL_NOT_ALLOWED, f"The {what} is linked as {cut(link.url)}: {why}", link.lines)
            return None
        local = self._find(Artifact(name=name, url=link.url), link.lines)
        return File(Artifact(name=name, url=link.url, sha256=sha256_of(local) if local else None), local, link.lines)

    def _find(self, artifact: Artifact, lines: Lines | None) -> Path | None:
        try:
            return self._artifacts.find(artifact)
        except UserError as error:
            self._findings.object_to(error, error.text, QuestionCode.UNREADABLE_ARTIFACT, lines)
            return None


def _is_called(member: str, name: str) -> bool:
    """Whether commands may call a member of an archive by this name. Archives of some systems carry hidden twins of their files."""
    return not any(part.startswith((".", "__MACOSX")) for part in PurePosixPath(member).parts) and bare_name(member) == name


def _same_place(one: str, other: str) -> bool:
    """Whether two addresses are of one file: equal but for the query, or a page of a gist and the same gist raw."""
    return _place(one) == _place(other)


def _place(url: str) -> str:
    bare = url.partition("?")[0].partition("#")[0]
    parts = bare.split("/")
    return f"gist {parts[4]}" if bare.startswith("https://gist.") and len(parts) > 4 else bare


def digest_of(text: str) -> str:
    """SHA-256 of a text, in hex."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
