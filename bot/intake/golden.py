"""Results as ``iree-run-module`` prints them, and whether a report shows them as expected or as what it got."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from bot.intake.array_text import NUMBER
from bot.intake.inline import code_spans
from bot.intake.lit import checked
from bot.intake.markdown import Document, Passage
from bot.intake.result import Lines
from bot.intake.transcript import CommandLine, Rows, rows_of
from bot.intake.values import TensorType, Values, read_values, tensor_type
from bot.intake.wording import WINDOW, Standing, standing

_HEADER = re.compile(r"\s*result\[(\d{1,3})\]:\s*(?:hal\.buffer_view\b)?\s*(.*)")
_LABEL = re.compile(r"\s*(?!result\[)([A-Za-z][^`=:\n]{0,80}:)\s+(?=(?:\d{1,18}x){1,32}[a-z])")
_TENSOR = re.compile(r"\s*((?:\d{1,18}x){0,32}(?:complex<)?[a-z][A-Za-z0-9]{0,15}>?)=(.*)")
# Neither a flag's value nor in quotes nor in a code span.
_IN_TEXT = re.compile(
    r"(?<![\w=\"'`@/.-])((?:\d{1,18}x){0,32}[a-z][A-Za-z0-9]{1,15})=(?=[\[\d.+\-naiNAI])"
    rf"((?:[\[\], ]{{0,40}}{NUMBER}(?![\w/`\"'=:%-]|\.\w)[\]]{{0,40}}){{1,1000}})"
)
_MORE = re.compile(r"[\s\[\]\d.,eE+naifNAIFx-]+")
MAX_IN_TEXT = 200
"""Results in the running text of one paragraph."""
_CHECKED = "expected"
_CHATTER = re.compile(r"\s*(?:EXEC\s*@.*|\[(?:SUCCESS|FAILED)\].*|```.*)?")


@dataclass(frozen=True, slots=True)
class Result:
    """One printed result; ``problem`` says why its values cannot be used."""

    index: int
    type: TensorType
    values: Values
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Printed:
    """Results that were printed together; ``standing`` says whether they are expected or what came out."""

    results: tuple[Result, ...]
    standing: Standing
    passage: Passage
    rows: tuple[int, int]

    @property
    def lines(self) -> Lines:
        """The lines of the body or comment."""
        return self.passage.between(*self.rows)


def read_prints(document: Document, commands: list[CommandLine]) -> list[Printed]:
    """The printed results of a document, in reading order."""
    found: list[Printed] = []
    rows = rows_of(commands)
    for passage in document.passages:
        if "=" not in passage.text:
            continue
        found += _blocks(passage, rows.get(passage.index, []), words_before(document, passage, rows))
        if not passage.is_code:
            found += _spans(passage)
            found += _in_sentences(passage)
    return found


def words_before(document: Document, passage: Passage, rows: Rows) -> str | None:
    """The prose right above a passage; None when a command stands there, whose output this is."""
    above = document.before(passage)
    return None if above is not None and above.is_code and above.index in rows else document.words_above(passage)


@dataclass(slots=True)
class _Scan:
    """Goes through the rows of a passage and collects results that stand together.

    ``words`` is the text since the last results or command, None right after a command.
    """

    passage: Passage
    words: str | None
    results: list[Result] = field(default_factory=list)
    announced: int | None = None
    first: int = 0
    last: int = 0

    def done(self, words: str | None) -> Iterator[Printed]:
        """Give what was collected; ``words`` is what is said of the next results."""
        if self.results:
            said = Standing.ACTUAL if self.words is None else standing(self.words)
            yield Printed(tuple(self.results), said, self.passage, (self.first, self.last))
        self.words, self.results, self.announced = words, [], None

    def header(self, index: int, row: int) -> None:
        """``result[N]:`` stands in this row."""
        if not self.results and self.announced is None:
            self.first = row
        self.announced = index

    def add(self, kind: TensorType, text: str, rows: tuple[int, int]) -> Iterator[Printed]:
        """Values stand in these rows; an index that is not a later one begins new results."""
        index = len(self.results) if self.announced is None else self.announced
        if self.results and self.results[-1].index >= index:
            yield from self.done(None if self.words is None else "")
            self.first = rows[0]
        elif not self.results and self.announced is None:
            self.first = rows[0]
        self.last, self.announced = rows[1], None
        self.results.append(_result(index, kind, text))


def _blocks(passage: Passage, commands: list[tuple[int, int]], before: str | None) -> Iterator[Printed]:
    rows = passage.text.split("\n")
    taken = {row for first, last in commands for row in range(first, last + 1)}
    scan = _Scan(passage, before)
    at = 0
    while at < len(rows):
        row, first = rows[at], at
        at += 1
        if first in taken:
            yield from scan.done(None)
            continue
        if (wanted := checked(row)) is not None:
            if scan.words != _CHECKED:
                yield from scan.done(_CHECKED)
            row = wanted
        elif label := _LABEL.match(row):
            yield from scan.done(label[1])
            row = row[label.end() :]
        if header := _HEADER.fullmatch(row):
            scan.header(int(header[1]), first)
            row = header[2]
        tensor = _TENSOR.fullmatch(row)
        kind = tensor_type(tensor[1]) if tensor else None
        if tensor and kind:
            text, at = _whole(tensor[2], rows, at)
            yield from scan.add(kind, text, (first, at - 1))
        elif not (header or _CHATTER.fullmatch(row)):
            yield from scan.done(row if scan.results else f"{scan.words or ''}\n{row}"[-WINDOW:])
    yield from scan.done(None)


def _whole(text: str, rows: list[str], at: int) -> tuple[str, int]:
    """The values with the rows that go on with them, while brackets are open."""
    depth = text.count("[") - text.count("]")
    parts = [text]
    while depth > 0 and at < len(rows) and rows[at].strip() and _MORE.fullmatch(rows[at]):
        parts.append(rows[at])
        depth += rows[at].count("[") - rows[at].count("]")
        at += 1
    return " ".join(parts), at


def _result(index: int, kind: TensorType, text: str) -> Result:
    # The tools put the dots right behind the last bracket or value.
    try:
        values = read_values(text.replace("...", " ... ").replace("\u2026", " ... "), kind)
    except ValueError as error:
        return Result(index, kind, Values(()), str(error))
    given = len(values.items)
    if given > kind.elements or (given < kind.elements and not values.cut):
        return Result(index, kind, Values(()), f"{kind} has {kind.elements} elements, {given} are printed")
    return Result(index, kind, values, "" if given else "no value is printed")


def _spans(passage: Passage) -> Iterator[Printed]:
    """Results in code spans: "A prints `4xf32=1 2 3 4`"."""
    text = passage.text
    reached = 0
    for span in code_spans(text):
        tensor = _TENSOR.fullmatch(span.text)
        kind = tensor_type(tensor[1]) if tensor else None
        if tensor and kind:
            row = text.count("\n", 0, span.start)
            yield Printed((_result(0, kind, tensor[2]),), standing(text[reached : span.start]), passage, (row, row + text.count("\n", span.start, span.end)))
        reached = span.end


def _in_sentences(passage: Passage) -> Iterator[Printed]:
    """Results in running text: "it should print 4xf32=1 2 3 4 but prints …"."""
    text = passage.text
    reached = 0
    for tensor in islice(_IN_TEXT.finditer(text), MAX_IN_TEXT):
        kind = tensor_type(tensor[1])
        begin = text.rfind("\n", 0, tensor.start()) + 1
        # What begins a row, or stands behind a label that does, is read with its block.
        if kind is not None and text[begin : tensor.start()].strip(" \t:") and not _LABEL.match(text, begin, tensor.end()):
            row = text.count("\n", 0, tensor.start())
            said = standing(text[reached : tensor.start()])
            yield Printed((_result(0, kind, tensor[2]),), said, passage, (row, row + tensor[2].count("\n")))
        reached = tensor.end()
