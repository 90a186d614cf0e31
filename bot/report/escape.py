"""What came from an issue or a tool, made harmless inside GitHub Markdown, HTML and a terminal.

A backslash keeps Markdown from reading a character, but GitHub looks for people, issues and links in the text
*after* Markdown was read. There only an invisible character in the middle helps (``BREAK``), so it stands wherever
such a reference could begin. Code spans and fences are left alone by those passes; they need no break.
"""

import re
import unicodedata

BREAK = "\u200b"
"""Zero width space: unseen by readers; ends a mention, a reference, a link, an emoji name, an HTML comment's opening."""

_COMMENT = re.compile(r"<!(?=--)")
_ALIVE = re.compile(r"(?i)[@#$]|:(?=//)|www(?=\.)|\bgh-(?=\d)|:(?=[a-z0-9_+-]+:)")
_MARKUP = str.maketrans({c: f"\\{c}" for c in r"\`*_[]<>&~|#"} | {"$": "&#36;"})
"""``$`` opens mathematics on GitHub, and there a backslash is TeX: it is written as an entity."""
_BLOCK_START = re.compile(r"^(\d*)([-+=:.)])")
_ANSI = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\^_])")
_SPACE = re.compile(r"\s+")
_TICKS = re.compile(r"`+")
_LANGUAGE = re.compile(r"[a-z]*")
_UNSEEN = frozenset({"Cc", "Cf", "Zl", "Zp", "Cs", "Co", "Cn"})


class _Shown(dict[int, str]):
    """For ``str.translate``: what a character is shown as; controls as their pictures, other unseen ones by number."""

    def __missing__(self, point: int) -> str:
        char = chr(point)
        if point < 0x20:
            char = chr(0x2400 + point)
        elif point == 0x7F:
            char = "\u2421"
        elif unicodedata.category(char) in _UNSEEN:
            char = f"\u27e8U+{point:04X}\u27e9"
        self[point] = char
        return char


_ALL_SHOWN = _Shown()
_LINES_KEPT = _Shown({0x09: "\t", 0x0A: "\n"})


def _cut(s: str, limit: int) -> str:
    return s if len(s) <= limit else s[: limit - 1] + "…"


def visible(s: str, limit: int = 2_000) -> str:
    """One line in which every character can be seen.

    Terminal colours are dropped. Control characters (line ends among them), direction overrides, other format
    characters, and whatever has no glyph are shown as ``␊`` or ``⟨U+202E⟩``. At most ``limit`` characters.
    """
    return _cut(_ANSI.sub("", s[: 4 * limit]).translate(_ALL_SHOWN), limit)


def prose(s: str, limit: int = 2_000) -> str:
    """As ``visible``, with any run of white space (line ends among it) as one blank."""
    return visible(_SPACE.sub(" ", s[: 4 * limit]), limit)


def block(s: str, limit: int = 1_000_000) -> str:
    """As ``visible`` for several lines: line ends of each of the three kinds and tabs stay."""
    lines = s[: 4 * limit].replace("\r\n", "\n").replace("\r", "\n")
    return _cut(_ANSI.sub("", lines).translate(_LINES_KEPT), limit)


def inline(s: str, limit: int = 2_000) -> str:
    """Prose inside a line of Markdown, or inside a table's cell: plain text whatever it holds."""
    shown = _COMMENT.sub(f"<!{BREAK}", prose(s, limit))
    return _ALIVE.sub(lambda found: found[0] + BREAK, shown).translate(_MARKUP)


def text(s: str, limit: int = 2_000) -> str:
    """Prose that begins a paragraph or a list's item: as ``inline``, and no heading, list or rule either."""
    return at_line_start(inline(s, limit).strip(" "))


def at_line_start(markdown: str) -> str:
    """Inline Markdown that keeps its meaning at the start of a line."""
    return _BLOCK_START.sub(r"\1\\\2", markdown.lstrip(" "))


def cell(s: str, limit: int = 200) -> str:
    """Prose as the content of a table's cell."""
    return inline(s, limit).strip(" ")


def code(s: str, limit: int = 300, *, in_table: bool = False) -> str:
    """Inline code. An empty string is a code span of one blank, since Markdown has no shorter one.

    :param in_table: inside of a table's row even a pipe in code must be escaped; outside it must not.
    """
    shown = _COMMENT.sub(f"<!{BREAK}", visible(s, limit)) or " "
    ticks = "`" * (1 + max((len(run) for run in _TICKS.findall(shown)), default=0))
    pad = " " if shown.strip(" ") and (shown[0] in " `" or shown[-1] in " `") else ""
    span = f"{ticks}{pad}{shown}{pad}{ticks}"
    return span.replace("|", r"\|") if in_table else span


def fence(s: str, language: str = "", limit: int = 20_000) -> str:
    """A fenced block, longer fenced than any run of backticks in it.

    :raises ValueError: for a language that is no plain lower-case word; it is never taken from outside.
    """
    if not _LANGUAGE.fullmatch(language):
        raise ValueError(f"{language!r} is no language of a fenced block")
    shown = _COMMENT.sub(f"<!{BREAK}", block(s, limit)).strip("\n")
    ticks = "`" * max(3, 1 + max((len(run) for run in _TICKS.findall(shown)), default=0))
    return f"{ticks}{language}\n{shown}\n{ticks}"
