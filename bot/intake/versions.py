"""Which release of IREE a report is about; what it says of other releases does not count."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import IntEnum
from itertools import islice

from bot.intake.markdown import Document, Passage
from bot.intake.result import Lines
from bot.intake.sayings import Says, goes_on, said_in, said_of, said_of_code
from bot.intake.tables import Table, tables
from runners.contract import UserError
from runners.release import Release

MAX_MENTIONS = 100


class Strength(IntEnum):
    """How certain it is that a number is the release that shows the problem."""

    WORDS = 1
    SECTION = 2
    PACKAGE = 3


@dataclass(frozen=True, slots=True)
class Mention:
    """A release that a report names, and what it says of the results with it. ``lines`` is None in the title."""

    release: Release
    strength: Strength | None
    says: Says
    document: int
    lines: Lines | None
    in_code: bool = False


_VERSION = re.compile(r"(?<![\w.-])(?:iree-|candidate-)?v?(?P<version>20\d{6}\.\d{1,5}|[2-9]\.\d{1,3}\.\d{1,3}(?:rc\d{8})?)(?![\w]|\.\d)")
_PACKAGE = re.compile(
    r"iree[-_](?:base[-_])?(?:compiler|runtime)(?:\[[^\]\n]{0,40}\])?`?\s*(?:==|=|:|is|at|\(|v|\s){0,9}$|IREE compiler version\s*$", re.IGNORECASE
)
_OURS_BEFORE = re.compile(
    r"\biree\b[^.!?\n]{0,40}$|\b(?:release|releases|version|versions|wheels?|packages?|snapshot|nightly|build|both)\b[^.!?\n]{0,20}$"
    r"|\b(?:this|that|it|mine|i|we)(?:'s|'m|\s+(?:is|was|am|are|have|use|used|run|ran|tried|tested))?(?:\s+(?:all|still|currently))?(?:\s+(?:on|with|at|using|in))?\s+$"
    r"|\b(?:tested|seen|observed|reproduced|running|using|happens|tried|installed)(?:\s+(?:it|this))?(?:\s+(?:in|on|with|at|using))?\s+$"
    r"|\b(?:with|on|in|using|under|built\s+from(?:\s+the)?)\s+$",
    re.IGNORECASE,
)
# What stands alone in its sentence, between brackets or in a list of a few words can only be the release.
_ALONE_AFTER = re.compile(r"\s*(?:$|\n|[.,;]?(?:\s|$)|[\])])")
_ALONE_BEFORE = re.compile(r"(?:^|[.!?)`*_]\s+)(?:[\w.-]+(?: [\w.-]+){0,2}, ){0,4}\W*$|[\[(]$")
# Some other libraries count their releases alike, up to 2.8.
_LIKE_OURS = re.compile(r"2\.9\.|[3-9]\.")
_CHANGED = re.compile(r"\b(?:add|introduc|chang|land|remov|deprecat|merg|renam)\w*\b[^.!?\n]{0,60}$", re.IGNORECASE)
_OURS_AFTER = re.compile(r"\W{0,3}(?:\w+\W{1,3}){0,2}?(?:wheels?|releases?|packages?|pypi|pip|nightly|snapshot|tag)\b", re.IGNORECASE)
_FOREIGN = re.compile(
    r"\b(?:python|torch|pytorch|torchvision|numpy|onnx|onnxruntime|ort|cuda|cudnn|rocm|hip|cmake|clang|gcc|llvm|mlir|driver|ubuntu|debian|fedora|mesa|jax|jaxlib"
    r"|tensorflow|tf|keras|vulkan|sdk|kernel|linux|windows|macos|transformers|opset|stablehlo|ninja|radv|nvidia|amdgpu|glibc|pip|pillow|protobuf|android|ndk)"
    r"\W{0,3}(?:version|release|v)?\W{0,3}$",
    re.IGNORECASE,
)
_COMMENT = re.compile(r"\s*#+(.*)")
_BEFORE = 120


def read_versions(document: Document) -> list[Mention]:
    """The releases that a document names, in reading order, with how certain each is the one in question."""
    found = (mention for passage in document.passages for mention in _in_passage(passage, document.words_above(passage) if passage.is_code else ""))
    return list(islice(found, MAX_MENTIONS))


def read_title(title: str) -> list[Mention]:
    """The releases that a title names."""
    return [replace(mention, lines=None) for mention in _in_passage(Passage("heading", title, 1, 0, 0), "")]


def _in_passage(passage: Passage, above: str) -> Iterator[Mention]:
    text = passage.text
    grids = tables(text) if "|" in text and not passage.is_code else []
    last: tuple[int, Says] = (0, Says.NOTHING)
    for match in _VERSION.finditer(text):
        try:
            release = Release.parse(match["version"])
        except UserError:
            continue
        before = text[max(0, match.start() - _BEFORE) : match.start()]
        line = before.rpartition("\n")[2]
        package = _PACKAGE.search(line)
        if _FOREIGN.search(line) and not package:
            continue
        if passage.is_code:
            says = _said_in_code(text, match, above) if package or match["version"].startswith("20") else Says.NOTHING
        else:
            says = _said_in_table(text, match, grids) or said_of(before, text[match.end() : match.end() + _BEFORE])
            if says is Says.NOTHING and last[0] and goes_on(text[last[0] : match.start()]):
                says = last[1]
        last = (match.end(), says)
        strength = _strength(passage, match, line)
        if strength is None and passage.is_code:
            continue
        yield Mention(release, None if says else strength, says, passage.document, passage.lines(match.start(), match.end()), passage.is_code)


def _strength(passage: Passage, match: re.Match[str], line: str) -> Strength | None:
    if _PACKAGE.search(line):
        return Strength.PACKAGE
    if passage.is_code:
        return None
    if "version" in passage.section.lower():
        return Strength.SECTION
    marked = match["version"].startswith("20") or "rc" in match["version"] or "-" in match[0]
    alone = _ALONE_BEFORE.search(line) and _ALONE_AFTER.match(passage.text, match.end()) and _LIKE_OURS.match(match["version"])
    in_words = _OURS_BEFORE.search(line) or _OURS_AFTER.match(passage.text, match.end())
    return Strength.WORDS if marked or alone or (in_words and not _CHANGED.search(line)) else None


def _said_in_code(text: str, match: re.Match[str], above: str) -> Says:
    """What the comment behind or above a command says, or the prose above the block."""
    rest = text[match.end() :].partition("\n")[0]
    if (behind := rest.find("#")) >= 0 and (says := said_in(rest[behind:])):
        return says
    rows = text[: match.start()].split("\n")[:-1]
    comment = next((found[1] for row in reversed(rows) if (found := _COMMENT.match(row))), None)
    return said_of_code(above if comment is None else comment)


def _said_in_table(text: str, match: re.Match[str], grids: list[Table]) -> Says:
    for table in grids:
        before = text[: match.start()].rpartition("\n")[2]
        if (place := table.place(text.count("\n", 0, match.start()), before)) is not None:
            return said_in(" ; ".join(table.beside(*place)))
    return Says.NOTHING


@dataclass(frozen=True, slots=True)
class Choice:
    """The release to use: what was read, or nothing; other releases that are as well supported; a number that may be a release."""

    mention: Mention | None
    rivals: tuple[Mention, ...] = ()
    doubtful: Mention | None = None


def choose(mentions: list[Mention], documents: list[int]) -> Choice:
    """The release in question: the best supported in the first of ``documents`` that names one."""
    for number in documents:
        here = [mention for mention in mentions if mention.document == number and mention.strength is not None]
        if here:
            best = max(mention.strength or 0 for mention in here)
            tied = list({mention.release: mention for mention in reversed(here) if mention.strength == best}.values())[::-1]
            return Choice(tied[0], tuple(tied[1:]))
    if both := pair(mentions):
        return Choice(both[1])
    bad = [mention for mention in mentions if mention.says is Says.BAD]
    if bad:
        return Choice(bad[0], tuple(mention for mention in bad[1:] if mention.release != bad[0].release))
    return Choice(None, doubtful=next((mention for mention in mentions if mention.says is Says.NOTHING and not mention.in_code), None))


def pair(mentions: list[Mention]) -> tuple[Mention, Mention] | None:
    """The releases of "right in X, wrong in Y", the nearest where several are named; None where right and wrong take turns."""
    good = sorted((mention for mention in mentions if mention.says is Says.GOOD), key=lambda mention: mention.release)
    bad = sorted((mention for mention in mentions if mention.says is Says.BAD), key=lambda mention: mention.release)
    if not good or not bad:
        return None
    if good[-1].release < bad[0].release:
        return good[-1], bad[0]
    return (good[0], bad[-1]) if bad[-1].release < good[0].release else None
