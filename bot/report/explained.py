"""How a report was read: line by line which recogniser read which field, then what was seen and is not used."""

from collections.abc import Sequence

from bot.intake.explain import Unused
from bot.intake.result import Intake, Lines, Origin
from bot.report.document import Section, Table, plain, sentence

_WEIGHT = 0


def explained_sections(intake: Intake, seen: Sequence[Unused]) -> tuple[Section, ...]:
    """Two tables in reading order; what nobody wrote comes first."""
    rows = tuple((plain(_place(one.lines)), plain(one.field), plain(_reader(one)), sentence(one.why)) for one in sorted(intake.provenance, key=_order))
    others = tuple((plain(_place(one.lines)), sentence(one.what), plain(one.why)) for one in seen)
    sections = (
        Section("Which recogniser read what", (Table(("Where", "Field", "Read by", "Why"), "llll", rows),), _WEIGHT) if rows else None,
        Section("Seen and not used", (Table(("Where", "What", "Why"), "lll", others),), _WEIGHT) if others else None,
    )
    return tuple(section for section in sections if section is not None)


def _order(origin: Origin) -> tuple[int, int]:
    return (origin.lines.comment_id or 0, origin.lines.first) if origin.lines is not None else (0, 0)


def _reader(origin: Origin) -> str:
    return origin.recogniser or origin.how


def _place(lines: Lines | None) -> str:
    return str(lines) if lines is not None else ""
