"""The one or two sides of a report: as its commands give them, as an edit in words, or as a pair of releases."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from bot.intake.builds import Build, CompileStep
from bot.intake.commits import Commit, built_from, good_and_bad
from bot.intake.edited import edited_build, edits_the_run
from bot.intake.edits import Edit
from bot.intake.findings import Findings
from bot.intake.result import Lines, QuestionCode
from bot.intake.tools import CompileCall
from bot.intake.versions import Choice, Mention, pair

NAMES = ("A", "B")


@dataclass(frozen=True, slots=True)
class Side:
    """One side: a build, the mention of its release and the commit that it was built from, if any, and the edit that made it of the other side.

    ``told`` has the lines of its fields that a block says, by their names in a variant.
    """

    name: str
    build: Build
    mention: Mention | None
    edit: Edit | None = None
    commit: Commit | None = None
    told: Mapping[str, Lines] = field(default_factory=dict)

    @property
    def assumed_for(self) -> str | None:
        """The commit for which a release is only assumed."""
        return self.commit.sha if self.commit is not None and self.mention is None else None

    def lines(self, name: str) -> Lines | None:
        """Where a field of the variant stands."""
        step = self.build.run if name.startswith("run.") else self.build.compile or self.build.run
        return self.told.get(name) or (step.lines if step is not None else None)


def read_sides(
    builds: list[Build], edits: list[Edit], versions: list[Mention], choice: Choice, findings: Findings, *, commits: list[Commit], judged: bool
) -> list[Side]:
    """The sides, in reading order; A alone where nothing tells of another one.

    :param judged: the report says what the outputs should be, so that one side is enough.
    """
    sides = _by_commands(builds, edits, versions, choice, findings, judged=judged)
    both = good_and_bad(commits) if not judged and len(sides) == 1 else None
    if both is not None:
        good, bad = both
        return [replace(sides[0], mention=None, commit=good), replace(sides[0], name=NAMES[1], mention=None, commit=bad)]
    build = built_from(commits)
    # A release that is named is what was run, unless the words say that it was built.
    if build is None or not (build.sure or choice.mention is None) or len({side.mention for side in sides}) > 1:
        return sides
    return [replace(side, commit=build) for side in sides]


def _by_commands(builds: list[Build], edits: list[Edit], versions: list[Mention], choice: Choice, findings: Findings, *, judged: bool) -> list[Side]:
    distinct = list({build.side: build for build in reversed(builds)}.values())[::-1]
    if not distinct:
        return []
    _check_data(builds, distinct, findings)
    if len(distinct) > len(NAMES):
        text = f"{len(distinct)} ways to build and run are given: which two are to be compared? Give only their commands"
        findings.ask(QuestionCode.AMBIGUOUS_VARIANTS, text, distinct[2].lines)
    sides = [Side(name, build, choice.mention) for name, build in zip(NAMES, distinct, strict=False)]
    if len(sides) > 1:
        return sides
    only = sides[0]
    if (both := _told_without_commands(only, edits)) is not None:
        return both
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


def _told_without_commands(side: Side, edits: list[Edit]) -> list[Side] | None:
    """Both sides as far as an edit tells of them, where the commands that compile are not there to be edited."""
    sure = {(edit.taken, edit.flags): edit for edit in edits if edit.sure and edit.swap is None and not edits_the_run(edit)}
    if side.build.compile is not None or side.build.run is None or len(sure) != 1:
        return None
    ((taken, flags), edit) = next(iter(sure.items()))
    steps = (CompileStep(CompileCall(None, None, one), edit.lines, edit.document) for one in (taken, flags))
    a, b = (replace(side, name=name, build=replace(side.build, compile=step)) for name, step in zip(NAMES, steps, strict=True))
    return [a, replace(b, edit=edit)]


def _edited(side: Side, edits: list[Edit], findings: Findings, *, judged: bool) -> Side | None:
    fitting: dict[tuple[object, ...], Side] = {}
    for edit in sorted(edits, key=lambda edit: not edit.sure):
        build = edited_build(side.build, edit)
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
