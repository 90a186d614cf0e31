"""Which program a compilation reads: a listing in the text, a linked or an attached file."""

from dataclasses import dataclass, replace
from pathlib import Path

from bot.intake.files import File, Files, digest_of
from bot.intake.findings import Findings
from bot.intake.links import COMPILED, Link, bare_name
from bot.intake.mlir import ELIDED, MAX_TEXT, Sketch, argument_types, returns_nothing, sketch
from bot.intake.outcomes import ResultType, result_types
from bot.intake.program import Listing
from bot.intake.result import Lines, QuestionCode, RefusalCode
from runners.contract import Program

UNNAMED = "program.mlir"
_ENDINGS = (".mlir", ".mlirbc")
_BYTECODE = b"ML\xefR"
_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class Source:
    """A program that was found. ``sketch`` is None where its text cannot be looked at."""

    program: Program
    sketch: Sketch | None
    text: str
    lines: Lines | None
    recogniser: str

    def returns_nothing(self, function: str | None) -> bool:
        """Whether a function certainly has no result that could be compared."""
        return function is not None and self.sketch is not None and returns_nothing(self.text, function)

    def arguments(self, function: str | None) -> tuple[str, ...] | None:
        """The argument types of a function; None when they are not known."""
        return argument_types(self.text, function) if function is not None and self.sketch is not None else None

    def results(self, function: str | None) -> tuple[ResultType, ...] | None:
        """The result types of a function; None when they are not known."""
        return result_types(self.text, function) if function is not None and self.sketch is not None else None


class Sources:
    """Finds the programs of the compilations; each is looked up, and complained about, once."""

    def __init__(self, listings: list[Listing], links: list[Link], files: Files, findings: Findings) -> None:
        self._listings = listings
        self._links = links
        self._files = files
        self._findings = findings
        self._by_name: dict[str | None, Source | None] = {}

    def get(self, path: str | None, lines: Lines | None, document: int) -> Source | None:
        """The program that a command calls ``path`` (None: it names none); None when it cannot be had, and the findings say why."""
        name = bare_name(path) if path else None
        if name not in self._by_name:
            found = self._look_up(path, name, lines, document)
            self._by_name[name] = found
            if found is not None:
                self._check(found)
        return self._by_name[name]

    def _look_up(self, path: str | None, name: str | None, lines: Lines | None, document: int) -> Source | None:
        if name is not None and name.endswith(COMPILED):
            self._findings.refuse(RefusalCode.BINARY_NOT_ALLOWED, f"`{name}` is compiled code: only programs in MLIR are taken", lines)
            return None
        named = self._best([one for one in self._listings if name is not None and name in one.names], document)
        link = self._files.link_for(name, document) if name is not None else None
        if named is not None and named.sketch.complete and (link is None or link.document <= named.document):
            return _inline(named, name)
        if link is not None and name is not None and path is not None:
            return self._from_file(self._files.get(path, "program", lines, document))
        if name is not None and path is not None and self._files.is_in_an_archive(name, document):
            return self._from_file(self._files.get(path, "program", lines, document))
        return self._unnamed(path, name, lines, document)

    def _unnamed(self, path: str | None, name: str | None, lines: Lines | None, document: int) -> Source | None:
        """A program that nothing names: the only whole one in the text, then a gist, then a file beside the issue."""
        near = [one for one in self._listings if one.document == document]
        whole = [one for one in near or self._listings if one.sketch.complete]
        whole = [one for one in whole if not one.is_dump] or whole
        if len({one.text for one in whole}) == 1:
            return _inline(whole[-1], name)
        if whole:
            what = f"`{name}`" if name else "the program"
            text = f"Several programs are given: which of them is {what}? Write its file name above it"
            self._findings.ask(QuestionCode.AMBIGUOUS_VARIANTS, text, lines or whole[0].lines)
            return None
        programs = {link.url: link for link in self._links if any(one.endswith(_ENDINGS) for one in link.names)}
        if path is None and len(programs) == 1:
            link = next(iter(programs.values()))
            return self._from_file(self._files.use_link(link, next(one for one in link.names if one.endswith(_ENDINGS)), "program"))
        pages = {link.url: link for link in self._links if link.is_gist_page}
        if len(pages) == 1 and not self._listings:
            link = next(iter(pages.values()))
            return self._from_file(self._files.use_link(link, name or UNNAMED, "program"))
        if self._listings:
            piece = max(self._listings, key=lambda one: (one.document == document, one.document))
            text = "Only a piece of the program is there, without a function to call: all of it is needed"
            self._findings.ask(QuestionCode.INCOMPLETE_PROGRAM, text, piece.lines)
            return None
        if path is not None and name is not None:
            return self._from_file(self._files.get(path, "program", lines, document))
        self._findings.ask(QuestionCode.MISSING_PROGRAM, "There is no program: put the MLIR into a fenced block, attach it or link it", lines)
        return None

    def _best(self, listings: list[Listing], document: int) -> Listing | None:
        """Whole ones first, then those beside the commands, then the newest."""
        return max(listings, key=lambda one: (one.sketch.complete, one.document == document, one.document), default=None)

    def _from_file(self, file: File | None) -> Source | None:
        if file is None:
            return None
        text, elided = _text_of(file.path) if file.path is not None else (None, False)
        looked = sketch(text) if text is not None else None
        if elided and looked is not None and not looked.elided:
            looked = replace(looked, elided=(ELIDED.decode(),))
        if looked is None:
            self._findings.warn(f"`{file.artifact.name}` could not be looked at yet: whether it is whole shows when it is run", file.lines)
        artifact = file.artifact
        program = Program(
            kind="url" if artifact.url else "file",
            name=artifact.name,
            url=artifact.url,
            sha256=artifact.sha256,
            dialect=looked.dialect if looked else None,
        )
        return Source(program, looked, text or "", file.lines, "link" if artifact.url else "file")

    def _check(self, source: Source) -> None:
        if source.sketch is None:
            return
        name = source.program.name
        if source.sketch.forbidden:
            self._findings.refuse(RefusalCode.PROGRAM_NOT_ALLOWED, f"`{name}` is not compiled: it {source.sketch.forbidden}", source.lines)
        if source.sketch.elided:
            which = ", ".join(f"`{one}`" for one in source.sketch.elided[:3])
            text = f"The values of {which} in `{name}` were left out when it was printed: attach the file with its constants"
            self._findings.ask(QuestionCode.ELIDED_CONSTANTS, text, source.lines)
        if not source.sketch.complete:
            what = "ends before its brackets are closed" if source.sketch.functions else "has no function to call"
            self._findings.ask(QuestionCode.INCOMPLETE_PROGRAM, f"`{name}` {what}: the whole program is needed", source.lines)


def _inline(listing: Listing, name: str | None) -> Source:
    program = Program(
        kind="inline", name=name or next(iter(listing.names), UNNAMED), sha256=digest_of(listing.text), dialect=listing.sketch.dialect, text=listing.text
    )
    return Source(program, listing.sketch, listing.text, listing.lines, "listing")


def _text_of(path: Path) -> tuple[str | None, bool]:
    """The text of a program, its beginning where it is long, and whether it says anywhere that constants were left out."""
    with path.open("rb") as file:
        head = file.read(MAX_TEXT + 1)
        elided = ELIDED in head
        tail = head[-len(ELIDED) :]
        while not elided and (chunk := file.read(_CHUNK)):
            elided = ELIDED in tail + chunk
            tail = chunk[-len(ELIDED) :]
    return (None, False) if head.startswith(_BYTECODE) else (head.decode("utf-8", "replace"), elided)
