"""Which release of IREE a report is about; what it says of other releases does not count."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from itertools import islice

from bot.intake.markdown import Document, Passage
from bot.intake.result import Lines
from bot.intake.wording import phrases
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
    """A release that a report names. ``good`` and ``bad`` when it says that the results are right or wrong with it."""

    release: Release
    strength: Strength | None
    says: str
    document: int
    lines: Lines


_VERSION = re.compile(r"(?<![\w.-])(?:iree-|candidate-)?v?(?P<version>20\d{6}\.\d{1,5}|[2-9]\.\d{1,3}\.\d{1,3}(?:rc\d{8})?)(?![\w]|\.\d)")
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"'(\[`*_])|\n\s*\n")
_CLAUSE = re.compile(r"[,;]\s|\s(?:but|while|whereas|and)\s|\s[-\u2013\u2014]\s")
_PACKAGE = re.compile(
    r"iree[-_](?:base[-_])?(?:compiler|runtime)(?:\[[^\]\n]{0,40}\])?`?\s*(?:==|=|:|is|at|\(|v|\s){0,9}$|IREE compiler version\s*$", re.IGNORECASE
)
_OURS_BEFORE = re.compile(
    r"\biree\b[^.!?\n]{0,40}$|\b(?:release|releases|version|versions|wheels?|packages?|snapshot|nightly|build|both)\b[^.!?\n]{0,20}$", re.IGNORECASE
)
_OURS_AFTER = re.compile(r"\W{0,3}(?:\w+\W{1,3}){0,2}?(?:wheels?|releases?|packages?|pypi|pip|nightly|snapshot)\b", re.IGNORECASE)
_FOREIGN = re.compile(
    r"\b(?:python|torch|pytorch|torchvision|numpy|onnx|onnxruntime|ort|cuda|cudnn|rocm|hip|cmake|clang|gcc|llvm|mlir|driver|ubuntu|debian|fedora|mesa|jax|jaxlib"
    r"|tensorflow|tf|keras|vulkan|sdk|kernel|linux|windows|macos|transformers|opset|stablehlo|ninja|radv|nvidia|amdgpu|glibc|pip|pillow|protobuf|android|ndk)"
    r"\W{0,3}(?:version|release|v)?\W{0,3}$",
    re.IGNORECASE,
)
_NOT = r"(?: not|n't)"
_OTHER = phrases(
    rf"(?:have|has|had|did|could|can|do|does){_NOT} (?:yet )?(?:tried|try|tested|test|checked|check|see|reproduce|happen|occur)",
    "cannot (?:see|reproduce)",
    "not (?:yet )?(?:tried|tested|checked|reproducible|there|present|in|with|on)",
    "(?:some|any)(?:body|one)",
    "fixed (?:in|by|with|since)",
    "gone (?:in|with|since)",
    "please (?:try|check|test)",
    "also (?:in|with|on|happens)",
    "same (?:in|with|on)",
)
_GOOD = re.compile(
    r"\b(?:works?|worked|fine|correct|right|good|ok|okay|passe[sd]|pass)\b(?:\s+\w+){0,3}?\s+(?:in|with|on|using|under|before|until|up\s+to|for|at)\W+(?:(?:the|iree|release|version)\W+){0,3}$",
    re.IGNORECASE,
)
_BAD = re.compile(
    r"\b(?:broken|breaks|wrong|bad|fails?|failed|failing|incorrect|regress(?:ed|es|ion)?|nan|diverges?|differs?)\b"
    r"(?:\s+\w+){0,3}?\s+(?:in|with|on|using|since|from|as\s+of|for|at)\W+(?:(?:the|iree|release|version)\W+){0,3}$",
    re.IGNORECASE,
)
_BEFORE = 120


def read_versions(document: Document) -> list[Mention]:
    """The releases that a document names, in reading order, with how certain each is the one in question."""
    return list(islice((mention for passage in document.passages for mention in _in_passage(passage)), MAX_MENTIONS))


def _in_passage(passage: Passage) -> Iterator[Mention]:
    text = passage.text
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
        says = "" if passage.is_code else _says(_last(_SENTENCE, before), text[match.end() : match.end() + _BEFORE])
        strength: Strength | None = None
        if package:
            strength = Strength.PACKAGE
        elif passage.is_code:
            continue
        elif "version" in passage.section.lower():
            strength = Strength.SECTION
        elif match["version"].startswith("20") or "-" in match[0] or _OURS_BEFORE.search(line) or _OURS_AFTER.match(text, match.end()):
            strength = Strength.WORDS
        yield Mention(release, None if says else strength, says, passage.document, passage.lines(match.start(), match.end()))


def _says(before: str, after: str) -> str:
    """``good``, ``bad`` or ``other`` (not tried, cannot be seen, fixed in); empty where the sentence only names the release."""
    clause = _last(_CLAUSE, before)
    if _GOOD.search(clause):
        return "good"
    if _BAD.search(clause):
        return "bad"
    follows = _SENTENCE.split(after, maxsplit=1)[0]
    return "other" if _OTHER.search(before) or _OTHER.match(follows.lstrip(" ,")) else ""


def _last(separator: re.Pattern[str], text: str) -> str:
    return separator.split(text)[-1]


@dataclass(frozen=True, slots=True)
class Choice:
    """The release to use: what was read, or nothing, and other releases that are as well supported."""

    mention: Mention | None
    rivals: tuple[Mention, ...] = ()


def choose(mentions: list[Mention], documents: list[int]) -> Choice:
    """The release in question: the best supported in the first of ``documents`` that names one."""
    for number in documents:
        here = [mention for mention in mentions if mention.document == number and mention.strength is not None]
        if here:
            best = max(mention.strength or 0 for mention in here)
            tied = list({mention.release: mention for mention in reversed(here) if mention.strength == best}.values())[::-1]
            return Choice(tied[0], tuple(tied[1:]))
    bad = [mention for mention in mentions if mention.says == "bad"]
    return Choice(bad[0], tuple(mention for mention in bad[1:] if mention.release != bad[0].release)) if bad else Choice(None)


def pair(mentions: list[Mention]) -> tuple[Mention, Mention] | None:
    """The releases of "right in X, wrong in Y", where a report names exactly one of each."""
    good = {mention.release: mention for mention in mentions if mention.says == "good"}
    bad = {mention.release: mention for mention in mentions if mention.says == "bad"}
    if len(good) != 1 or len(bad) != 1 or set(good) == set(bad):
        return None
    return next(iter(good.values())), next(iter(bad.values()))
