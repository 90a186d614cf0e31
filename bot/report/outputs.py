"""Two sides compared: the table of outputs, why each was judged so, and the worst elements."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.report import numbers
from bot.report.document import Block, Caps, Inline, Items, Paragraph, Piece, Section, Table, code, joined, plain, sentence
from bot.report.words import JUDGEMENTS
from runners.contract import Comparison, Output, WorstElement

_RANKS = {"different": 0, "within_noise": 1, "equal": 2}


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a table of comparisons; it is left out when it has nothing to say in any row."""

    title: str
    align: str
    cell: Callable[[Output], Inline]


def figures(a: str, b: str) -> tuple[Column, ...]:
    """The measured columns, the same for outputs of the program and for operands of a dispatch."""
    return (
        Column("Mismatched", "r", lambda o: plain(numbers.share(o.mismatched, o.elements))),
        Column("Max abs", "r", lambda o: plain(numbers.figure(o.max_abs))),
        Column("Max rel", "r", lambda o: plain(numbers.figure(o.max_rel))),
        Column("Max ULP", "r", lambda o: plain(numbers.count(o.max_ulp))),
        Column("First mismatch", "l", lambda o: code(numbers.index(o.first_mismatch)) if o.first_mismatch is not None else plain(numbers.NONE)),
        Column(f"NaN {a} / {b}", "r", lambda o: _pair(o.nan.a, o.nan.b)),
        Column(f"Inf {a} / {b}", "r", lambda o: _pair(o.inf.a, o.inf.b)),
        Column("Judgement", "l", lambda o: JUDGEMENTS[o.judgement]),
    )


def comparison_table(names: Sequence[tuple[Inline, ...]], headers: Sequence[str], compared: Sequence[Output], a: str, b: str) -> Table:
    """One row an output: its names first, under ``headers``, then the figures of those columns that say something."""
    columns = [column for column in figures(a, b) if any(column.cell(o) != plain(numbers.NONE) for o in compared)]
    return Table(
        header=(*headers, *(column.title for column in columns)),
        align="l" * len(headers) + "".join(column.align for column in columns),
        rows=tuple((*name, *(column.cell(o) for column in columns)) for name, o in zip(names, compared, strict=True)),
    )


def worst_first(outputs: Sequence[Output]) -> list[Output]:
    """By judgement, then other shapes, NaN or Inf on one side only, relative error, share of mismatches, and index."""
    return sorted(outputs, key=badness)


def badness(o: Output) -> tuple[int, bool, bool, float, float, int]:
    """The key of ``worst_first``; smaller is worse."""
    same_type = o.shape_b in {None, o.shape} and o.dtype_b in {None, o.dtype}
    special = (o.nan.a, o.inf.a) != (o.nan.b, o.inf.b)
    error = next((e for e in (o.rms_rel, o.max_rel) if e is not None), 0.0)
    return (
        _RANKS[o.judgement],
        same_type,
        not special,
        -math.inf if math.isnan(error) else -error,
        -o.mismatched / max(o.elements, 1),
        o.index,
    )


def compared_section(title: str, noun: str, comparison: Comparison, weight: int, caps: Caps) -> Section:
    """The outputs (or the arguments, by ``noun``) of one pair: the worst in a table, how many more, and the reasons."""
    ranked = worst_first(comparison.outputs)
    shown = ranked[: caps.outputs]
    names = [(_name(o), typed(o)) for o in shown]
    blocks: list[Block] = [comparison_table(names, (noun.capitalize(), "Type"), shown, comparison.a, comparison.b)]
    if rest := ranked[len(shown) :]:
        blocks.append(Paragraph(plain(f"and {len(rest)} more in the report, {_how_many_differ(rest)}")))
    if reasons := _reasons(noun, shown):
        blocks.append(Items(reasons))
    return Section(title, tuple(blocks), weight)


def elements_table(output: Output, a: str, b: str, caps: Caps) -> Table:
    """The worst elements of one output, with the exact value where it is known of any."""
    shown = output.worst[: caps.elements]
    exact = any(w.exact is not None for w in shown)
    header = ("Index", a, b, *(["Exact"] if exact else []))
    return Table(header, "l" + "r" * (len(header) - 1), tuple(_element_row(w, exact=exact) for w in shown))


def typed(output: Output) -> Inline:
    """Shape and element type, of both sides where they are not the same."""
    first = numbers.shape(output.shape, output.dtype)
    second = numbers.shape(output.shape if output.shape_b is None else output.shape_b, output.dtype_b or output.dtype)
    return code(first) if first == second else joined((code(first), code(second)), " against ")


def _name(output: Output) -> Inline:
    return joined([plain(str(output.index)), *([code(output.name)] if output.name else [])], " ")


def _element_row(w: WorstElement, *, exact: bool) -> tuple[Inline, ...]:
    values = numbers.elements(w.a, w.b, *([w.exact] if w.exact is not None else []))
    missing = [numbers.NONE] if exact and w.exact is None else []
    return (code(numbers.index(w.index)), *map(plain, [*values, *missing]))


def _pair(a: int, b: int) -> Inline:
    return plain(f"{numbers.count(a)} / {numbers.count(b)}" if a or b else numbers.NONE)


def _how_many_differ(outputs: Sequence[Output]) -> str:
    different = sum(o.judgement == "different" for o in outputs)
    if different in {0, len(outputs)}:
        return "all of them different" if different else "none of them different"
    return f"{different} of them different"


def _reasons(noun: str, outputs: Sequence[Output]) -> tuple[Inline, ...]:
    """Each reason once, with the outputs that it holds for."""
    held: dict[str, list[int]] = {}
    for o in outputs:
        if o.reason:
            held.setdefault(o.reason, []).append(o.index)
    return tuple((Piece(f"{_these(noun, of)}: "), *sentence(reason)) for reason, of in held.items())


def _these(noun: str, indices: list[int]) -> str:
    return f"{noun.capitalize()}{'s' if len(indices) > 1 else ''} {', '.join(map(str, sorted(indices)))}"
