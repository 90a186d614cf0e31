"""The one or two sides of a report: as its commands give them, as an edit in words, or as a pair of releases."""

from dataclasses import dataclass, replace

from bot.intake.builds import Build
from bot.intake.edits import Edit, edited
from bot.intake.findings import Findings
from bot.intake.result import QuestionCode
from bot.intake.tools import READ_RUN_FLAGS
from bot.intake.versions import Choice, Mention, pair
from runners.flags import Decision, Flag, ruling

NAMES = ("A", "B")


@dataclass(frozen=True, slots=True)
class Side:
    """One side: a build, the mention of its release if it has one of its own, and the edit that made it of the other side."""

    name: str
    build: Build
    mention: Mention | None
    edit: Edit | None = None


def read_sides(builds: list[Build], edits: list[Edit], versions: list[Mention], choice: Choice, findings: Findings, *, judged: bool) -> list[Side]:
    """The sides, in reading order; A alone where nothing tells of another one.

    :param judged: the report says what the outputs should be, so that one side is enough.
    """
    distinct = list({build.side: build for build in reversed(builds)}.values())[::-1]
    if not distinct:
        return []
    _check_data(builds, distinct, findings)
    if len(distinct) > len(NAMES):
        text = f"{len(distinct)} ways to build and run are given: which two are to be compared?"
        findings.ask(QuestionCode.AMBIGUOUS_VARIANTS, text, distinct[2].lines)
    sides = [Side(name, build, choice.mention) for name, build in zip(NAMES, distinct, strict=False)]
    if len(sides) > 1:
        return sides
    only = sides[0]
    if (other := _edited(only, edits, findings, judged=judged)) is not None:
        return [only, other]
    releases = pair(versions) if not judged else None
    if releases is not None:
        good, bad = releases
        return [replace(only, mention=good), Side(NAMES[1], only.build, bad)]
    return sides


def _check_data(builds: list[Build], distinct: list[Build], findings: Findings) -> None:
    """Two runs that differ in their inputs cannot be compared."""
    data = {build.data for build in builds if build.run is not None and not build.borrowed}
    if len(data) > 1:
        text = "The runs have different inputs or parameters: which inputs show the difference? Both sides are run on the same ones"
        findings.ask(QuestionCode.AMBIGUOUS_VARIANTS, text, distinct[-1].lines)


def _edited(side: Side, edits: list[Edit], findings: Findings, *, judged: bool) -> Side | None:
    fitting: dict[tuple[object, ...], Side] = {}
    for edit in edits:
        build = _apply(side.build, edit)
        if build is not None and build.side != side.build.side and (edit.sure or not judged):
            fitting.setdefault(build.side, Side(NAMES[1], build, side.mention, edit))
    sure = [one for one in fitting.values() if one.edit and one.edit.sure]
    if len(sure) == 1:
        return sure[0]
    if fitting and not judged:
        one = next(iter(fitting.values())).edit
        what = "; ".join(other.edit.in_words for other in fitting.values() if other.edit)
        text = f"Is the other side the same commands {what}? Give its commands, or say that the two results differ"
        findings.ask(QuestionCode.AMBIGUOUS_VARIANTS, text, one.lines if one else None)
    return None


def _apply(build: Build, edit: Edit) -> Build | None:
    """The build with the edit made; None where the edit does not fit its commands."""
    flags = [*edit.flags, *edit.taken]
    if all(_is_of_the_run(flag) for flag in flags):
        return _apply_to_run(build, edit)
    if build.compile is None or any(_is_of_the_run(flag) for flag in flags):
        return None
    changed = edited(build.compile.call.flags, edit)
    if changed is None:
        return None
    return replace(build, compile=replace(build.compile, call=replace(build.compile.call, flags=changed)))


def _apply_to_run(build: Build, edit: Edit) -> Build | None:
    if build.run is None or any(flag.name in READ_RUN_FLAGS for flag in (*edit.flags, *edit.taken)):
        return None
    plain = replace(edit, flags=tuple(map(_underscored, edit.flags)), taken=tuple(map(_underscored, edit.taken)))
    changed = edited(build.run.call.flags, plain)
    if changed is None:
        return None
    return replace(build, run=replace(build.run, call=replace(build.run.call, flags=changed)))


def _is_of_the_run(flag: Flag) -> bool:
    known = ruling("iree-run-module", flag.name).decision is not Decision.UNDECIDED or flag.name in READ_RUN_FLAGS
    return known and ruling("iree-compile", flag.name).decision is Decision.UNDECIDED


def _underscored(flag: Flag) -> Flag:
    return Flag(flag.name.replace("-", "_"), flag.value)
