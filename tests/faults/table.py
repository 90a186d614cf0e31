"""The figures of a run of the suite, as Markdown. Pure."""

import statistics
from collections.abc import Callable, Iterable, Sequence

from tests.faults.outcomes import Outcome

_ANSWERS = ("right", "right place", "wrong", "unsure", "nothing", "crash")
_ASIDE = ("masked", "does not compile", "does not run", "does not apply")


def planted(outcomes: Iterable[Outcome]) -> list[Outcome]:
    """The cases with a fault that shows, so that the finder was asked."""
    return [o for o in outcomes if o.case.fault is not None and o.state == "asked"]


def healthy(outcomes: Iterable[Outcome]) -> list[Outcome]:
    """The pairs without a fault."""
    return [o for o in outcomes if o.case.fault is None]


def precision(outcomes: Sequence[Outcome]) -> float:
    """Of all accusations, healthy pairs included, the part that is right; 1 where there is none."""
    accusing = [o for o in outcomes if o.accuses]
    return sum(o.answer == "right" for o in accusing) / len(accusing) if accusing else 1.0


def recall(outcomes: Sequence[Outcome]) -> float:
    """Of all planted faults that show, the part that was accused rightly; 1 where there is none."""
    asked = planted(outcomes)
    return sum(o.answer == "right" for o in asked) / len(asked) if asked else 1.0


def report(outcomes: Sequence[Outcome]) -> str:
    """Totals, tables by kind, pair and program, and every case that was not answered rightly."""
    sections = [
        _totals(outcomes),
        _by("Kind of fault", outcomes, _kind),
        _by("Pair", outcomes, lambda o: o.case.pair if o.case.fault else None),
        _by("Program", outcomes, lambda o: o.case.program if o.case.fault else None),
        _healthy_pairs(healthy(outcomes)),
        _misses(outcomes),
    ]
    return "\n\n".join(section for section in sections if section) + "\n"


def _totals(outcomes: Sequence[Outcome]) -> str:
    asked, pairs = planted(outcomes), healthy(outcomes)
    found = [*asked, *pairs]
    first = sum(o.rank == 1 for o in asked)
    rows = [
        ("planted faults that show", str(len(asked))),
        ("healthy pairs, of them accused", f"{len(pairs)}, {sum(o.answer == 'wrong' for o in pairs)}"),
        ("precision of accusations", _percent(precision(outcomes))),
        ("recall: the planted dispatch accused, in the right variant", _percent(recall(outcomes))),
        ("the planted dispatch ranked first among the suspects", f"{first} of {len(asked)}"),
        ("traced runs for each variant, where none flickers: median, most", _spread([o.traced_runs for o in found if not o.flickers])),
        ("replays: median, most", _spread([float(o.replays) for o in found])),
        ("seconds a case: median, most", _spread([o.seconds for o in found])),
    ]
    return _table(("what", "measured"), rows)


def _by(title: str, outcomes: Sequence[Outcome], key: Callable[[Outcome], str | None]) -> str:
    groups: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        if (name := key(outcome)) is not None:
            groups.setdefault(name, []).append(outcome)
    rows = [(name, *_counts(group)) for name, group in sorted(groups.items())]
    aside = [state for state in _ASIDE if any(o.state == state for o in outcomes)]
    header = (title, "planted", *_ANSWERS, "rank 1", *_ASIDE)
    keep = [i for i, column in enumerate(header) if column not in _ASIDE or column in aside]
    return _table([header[i] for i in keep], [[row[i] for i in keep] for row in rows]) if rows else ""


def _kind(outcome: Outcome) -> str | None:
    if outcome.case.fault is None:
        return None
    return f"{outcome.case.fault.kind}{', flickers' if outcome.flickers else ''}"


def _counts(group: Sequence[Outcome]) -> list[str]:
    asked = planted(group)
    answers = [sum(o.answer == answer for o in asked) for answer in _ANSWERS]
    aside = [sum(o.state == state for o in group) for state in _ASIDE]
    return [str(n) for n in (len(asked), *answers, sum(o.rank == 1 for o in asked), *aside)]


def _healthy_pairs(pairs: Sequence[Outcome]) -> str:
    groups: dict[str, list[Outcome]] = {}
    for outcome in pairs:
        groups.setdefault(outcome.case.pair, []).append(outcome)
    rows = [
        (name, str(len(group)), *(str(sum(o.answer == a for o in group)) for a in ("wrong", "unsure", "nothing", "crash"))) for name, group in groups.items()
    ]
    return _table(("Healthy pair", "programs", "accused", "named, not accused", "nothing named", "crash"), rows) if rows else ""


def _misses(outcomes: Sequence[Outcome]) -> str:
    missed = [o for o in outcomes if o.state == "asked" and o.answer not in ("right", None) and (o.case.fault is not None or o.answer in ("wrong", "crash"))]
    lines = [f"- {o.case.number}: {o.case}; {o.what or 'no fault'}: **{o.answer}**, named {o.named or 'nothing'} ({o.role}); {o.sentence}" for o in missed]
    return "\n".join(["Not answered rightly:", "", *lines]) if lines else ""


def _table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [header, ["---", *["---:"] * (len(header) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _percent(part: float) -> str:
    return f"{100 * part:.1f} %"


def _spread(values: Sequence[float]) -> str:
    return f"{statistics.median(values):.3g}, {max(values):.3g}" if values else "–"
