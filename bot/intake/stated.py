"""Expected values whose type the report does not give: Python's arrays, columns of tables, numbers in a sentence."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from bot.intake.array_text import NUMBER, OPENING, ArrayText, digits, read_array
from bot.intake.golden import words_before
from bot.intake.markdown import Document, Passage
from bot.intake.result import Lines
from bot.intake.spoken import read_sayings
from bot.intake.tables import Table, tables
from bot.intake.transcript import CommandLine, rows_of
from bot.intake.wording import WINDOW, Standing, phrases, standing


class Form(StrEnum):
    """How the values are given: with their shape, one after another, one for all elements."""

    ARRAY = "array"
    LIST = "list"
    EVERYWHERE = "everywhere"


@dataclass(frozen=True, slots=True)
class Stated:
    """Values that the report says should come out. ``shape`` is that of a whole array; of a list and of a cut array it is None."""

    form: Form
    numbers: tuple[str, ...]
    digits: int
    document: int
    lines: Lines
    shape: tuple[int, ...] | None = None
    dtype: str | None = None
    cut: bool = False


MAX_STATED = 100

_LABEL = re.compile(r"[ \t]*(?P<label>[A-Za-z][^\[\]`\n(=:]{0,80}?)[ \t]*[:=][ \t]*")
_ARRAY = re.compile(rf"(?<![\w=\"'\])])(?:{OPENING}|\[)(?=[\s\[]{{0,40}}[\d.+\-nNiITF])")
_BLANKS = re.compile(r"[ \t]*")
_ASSIGNED = r"[A-Za-z_][\w.]*(?:\[[^\]\n]{0,80}\])?[ \t]*=[ \t]*\S"
_SOURCE_CODE = re.compile(rf"^[ \t]*(?:(?:import|from|def|class|for|with|return|assert)\b|{_ASSIGNED}|\w+(?:\.\w+)+\()", re.MULTILINE)
_PROMPT = ">>>"
_INPUT = phrases(r"in?puts?", "arguments?", "args?", "weights?", "feed", "fed", "seed")
_NO_VALUES = phrases(
    "shapes?", "sizes?", "dims?", "dimensions?", "strides?", "ax[ei]s", r"permutations?", "ind(?:ex|ices)", r"tiles?", r"workgroup\w*", "ranks?"
)
_SENTENCE_END = re.compile(r"[.!?]\s")
_FOOTNOTE = re.compile(r"\[\d{1,3}\]")
_COLUMN_OF_INDICES = phrases("index", "idx", "i", "element", "position", "pos", "no", "n")


def read_stated(document: Document, commands: list[CommandLine]) -> list[Stated]:
    """What a document says should come out, in reading order."""
    found: list[Stated] = []
    rows = rows_of(commands)
    for passage in document.passages:
        before = words_before(document, passage, rows)
        if passage.is_code:
            ours = {row for first, last in rows.get(passage.index, []) for row in range(first, last + 1)}
            found += _in_code(passage, before, ours)
        else:
            shown = tables(passage.text) if "|" in passage.text else []
            found += _columns(passage, shown)
            found += _in_prose(passage, before or "") if not shown else []
        if len(found) > MAX_STATED:
            return found[:MAX_STATED]
    return found


def _in_code(passage: Passage, words: str | None, ours: set[int]) -> Iterator[Stated]:
    """Arrays that begin a row, or stand behind a label in it. In source code only what a name calls expected."""
    if "[" not in passage.text and "(" not in passage.text:
        return
    rows = passage.text.split("\n")
    only_labelled = _SOURCE_CODE.search(passage.text) is not None and _PROMPT not in passage.text
    offset = reached = 0
    fresh = False
    for number, row in enumerate(rows):
        start, offset = offset, offset + len(row) + 1
        if start < reached or row.lstrip().startswith((_PROMPT, "... ")):
            continue
        if number in ours:
            words, fresh = None, False
            continue
        label = _LABEL.match(row)
        at = start + (label.end() if label else _BLANKS.match(row).end())  # type: ignore[union-attr]  # it matches any row
        array = read_array(passage.text, at)
        if array is None:
            if row.strip():
                words, fresh = (row if fresh else f"{words or ''}\n{row}"[-WINDOW:]), False
            continue
        reached, fresh = array.end, True
        said = _said(label["label"]) if label else Standing.UNKNOWN if only_labelled else Standing.ACTUAL if words is None else _said(words)
        if said is Standing.EXPECTED:
            yield _of_array(array, passage, at)


def _said(words: str) -> Standing:
    """What the words call an array that follows; where they name an input or a shape, it is nothing that comes out."""
    words = words[-WINDOW:]
    if _NO_VALUES.search(_SENTENCE_END.split(words)[-1]):
        return Standing.UNKNOWN
    named = list(_INPUT.finditer(words))
    return standing(words[named[-1].end() :] if named else words)


def _of_array(array: ArrayText, passage: Passage, at: int) -> Stated:
    lines = passage.lines(at, array.end)
    return Stated(Form.ARRAY, array.numbers, array.digits, passage.document, lines, array.shape, array.dtype, cut=array.shape is None)


def _columns(passage: Passage, shown: list[Table]) -> Iterator[Stated]:
    """Columns of numbers whose header calls them expected, one row an element."""
    for table in shown:
        header, *rows = table.rows
        numbers = [tuple(cell.strip("`* ") for cell in row) for row in rows]
        if not rows or any(len(row) != len(header) for row in rows):
            continue
        places = [at for at, name in enumerate(header) if _COLUMN_OF_INDICES.fullmatch(name.strip("`* ")) or name == "#"]
        counted = all([row[at] for row in numbers] == [str(number) for number in range(len(rows))] for at in places)
        for at, name in enumerate(header):
            column = tuple(row[at] for row in numbers)
            if counted and standing(name) is Standing.EXPECTED and all(re.fullmatch(NUMBER, cell) for cell in column):
                yield Stated(Form.LIST, column, digits(column), passage.document, passage.between(table.first, table.first + len(rows) + 1))


def _in_prose(passage: Passage, before: str) -> Iterator[Stated]:
    text = passage.text
    reached = 0
    for match in _ARRAY.finditer(text) if "[" in text or "(" in text else ():
        if match.start() < reached:
            continue
        array = read_array(text, match.start())
        # A link's or a footnote's brackets are none of an array.
        if array is None or text.startswith("(", array.end) or (_FOOTNOTE.fullmatch(match[0] + text[match.end() : array.end]) and not _is_quoted(text, match)):
            continue
        words = text[reached : match.start()].strip()
        reached = array.end
        if _said(words or before) is Standing.EXPECTED:
            yield _of_array(array, passage, match.start())
    if passage.kind == "prose":
        yield from _in_sentences(passage)


def _is_quoted(text: str, match: re.Match[str]) -> bool:
    return text[: match.start()].endswith("`")


def _in_sentences(passage: Passage) -> Iterator[Stated]:
    for saying in read_sayings(passage.text):
        form = Form.EVERYWHERE if saying.everywhere else Form.LIST
        lines = passage.lines(saying.start, saying.end)
        yield Stated(form, saying.numbers, digits(saying.numbers, by_hand=True), passage.document, lines)
