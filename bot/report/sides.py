"""What A and B are, in a line each: B by what is other than in A, the expected values by where they come from."""

from collections import Counter
from collections.abc import Iterable, Iterator

from bot.report import numbers
from bot.report.document import Inline, Items, Piece, capped, code, joined, plain, strong
from runners.contract import Expectation, ReproSpec, Run, Variant

_MOST = 4
"""Flags or files that one line names."""


def sides(spec: ReproSpec, runs: Iterable[Run]) -> Items:
    """One item a side that was compared, each with whether its runs agreed to the bit."""
    first, *others = spec.variants
    stability = {run.variant: _stability(run) for run in runs}
    lines = [(first.name, _whole(first)), *((v.name, _against(spec, first, v)) for v in others)]
    items: list[Inline] = [(*strong(name), Piece(": "), *line, *stability.get(name, ())) for name, line in lines]
    if expected := _expected(spec.expectation):
        items.append((*strong("expected"), Piece(": "), *expected))
    return Items(tuple(items))


def _whole(v: Variant) -> Inline:
    flags = capped(map(code, v.compile.flags), _MOST) or plain("no compile flags")
    return (Piece(f"IREE {v.iree_version} on "), *code(v.run.device), Piece(", "), *flags)


def _against(spec: ReproSpec, first: Variant, other: Variant) -> Inline:
    changes = list(_changes(spec, first, other))
    return (Piece(f"as {first.name}, but "), *joined(changes)) if changes else plain(f"the same as {first.name}")


def _changes(spec: ReproSpec, a: Variant, b: Variant) -> Iterator[Inline]:
    if a.iree_version != b.iree_version:
        yield plain(f"IREE {b.iree_version}")
    if a.run.device != b.run.device:
        yield (Piece("on "), *code(b.run.device))
    if a.run.function != b.run.function:
        yield (Piece("function "), *code(b.run.function or "of the module"))
    if spec.program_of(a) != spec.program_of(b):
        yield (Piece("program "), *code(spec.program_of(b).name))
    yield from _flag_changes(a.compile.flags, b.compile.flags)
    yield from _flag_changes(a.run.flags, b.run.flags)


def _flag_changes(a: tuple[str, ...], b: tuple[str, ...]) -> Iterator[Inline]:
    added, removed = list((Counter(b) - Counter(a)).elements()), list((Counter(a) - Counter(b)).elements())
    if not added and not removed and a != b:
        yield plain("its flags in another order")
    former = {flag.partition("=")[0]: flag for flag in removed}
    changed = [(flag, former[name]) for flag in added if (name := flag.partition("=")[0]) in former]
    for flag, before in changed[:_MOST]:
        yield (Piece("with "), *code(flag), Piece(" instead of "), *code(before))
    spoken_of = {flag for pair in changed[:_MOST] for flag in pair}
    for word, flags in (("with ", added), ("without ", removed)):
        if rest := [flag for flag in flags if flag not in spoken_of]:
            yield (Piece(word), *capped(map(code, rest), _MOST))


def _expected(expectation: Expectation) -> Inline:
    match expectation.kind:
        case "golden_values":
            digits = sorted({v.digits for v in expectation.values})
            return plain(f"the values printed in the issue, to {' or '.join(map(str, digits))} digits")
        case "golden_file":
            return capped([code(golden.file) for golden in expectation.files], _MOST)
        case "reference":
            return plain("an independent reference")
        case _:
            return ()


def _stability(run: Run) -> Inline:
    if run.bit_stable is None or run.repeats < 2:
        return ()
    runs = numbers.count(run.repeats)
    if run.bit_stable:
        return plain(f"; {runs} runs, bit-identical")
    return (Piece(f"; {runs} runs, "), *strong("not bit-identical"))
