"""The numerics-repro block: what a report says exactly, in place of what was read from its words and commands.

A fenced block with the info string ``yaml numerics-repro``, in the body or in a later comment by the reporter or a
maintainer. Its values take the place of those that were read before any of them is checked, so they pass the same checks.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from bot.intake.arguments import spec_inputs
from bot.intake.block_data import block_inputs, block_outcome
from bot.intake.block_fields import BlockFields, GivenProgram, Told, VariantFields
from bot.intake.block_reader import MAX_PROBLEMS, Problem, Reader
from bot.intake.block_schema import block_fields
from bot.intake.builds import Build, CompileStep, RunStep
from bot.intake.commits import Commit, Part
from bot.intake.facts import Facts
from bot.intake.files import Files
from bot.intake.findings import Findings
from bot.intake.issue import Issue
from bot.intake.links import bare_name
from bot.intake.markdown import Passage
from bot.intake.mlir import sketch
from bot.intake.program import Listing
from bot.intake.result import Lines, Origin, QuestionCode
from bot.intake.sayings import Says
from bot.intake.sides import NAMES, Side
from bot.intake.sources import UNNAMED
from bot.intake.tools import CompileCall, ModuleCall
from bot.intake.versions import Mention, Strength
from bot.intake.yaml_tree import WrongError, read_yaml
from runners.contract import Expectation, Input, RunnerLabels, Tolerance


@dataclass(frozen=True, slots=True)
class Block:
    """All blocks of a report as one. ``spans`` are their lines, ``document`` is where the last one stands."""

    fields: BlockFields = field(default_factory=BlockFields)
    spans: tuple[Lines, ...] = ()
    document: int = 0

    @property
    def gives_commands(self) -> bool:
        """Whether it says how to build and to run every variant that it names, so that no command is needed."""
        every = [self.fields.of(name) for name in self.fields.variants] or [self.fields.shared]
        return all(one.flags is not None and one.tells_a_run for one in every)

    @property
    def gives_sides(self) -> bool:
        """Whether it says which variants there are."""
        return len(self.fields.variants) == len(NAMES) or (bool(self.fields.variants) and self.fields.outcome is not None)

    @property
    def gives_releases(self) -> bool:
        """Whether it says the release of every variant."""
        every = [self.fields.of(name) for name in self.fields.variants] if self.gives_sides else [self.fields.shared]
        return all(one.iree_version is not None for one in every)

    @property
    def program(self) -> str | None:
        """The name of the program that it gives for all variants."""
        told = self.fields.shared.program
        return _program_name(told.value) if told is not None else None

    def added_to(self, facts: Facts) -> Facts:
        """The facts with its links and programs, in place of what goes by the same name."""
        links = [link for link in facts.links if not any(link.serves(name) for name in self.fields.links)]
        every = (self.fields.shared, *(told.value for told in self.fields.variants.values()))
        told = [one.program for one in every if one.program is not None]
        inline = [self._listing(one, one.value.text) for one in told if one.value.text is not None]
        names = {name for listing in inline for name in listing.names}
        listings = [listing for listing in facts.listings if not names & set(listing.names)]
        commits = [Commit(one.commit.value, Part.BUILD, one.commit.lines) for one in every if one.commit is not None] or facts.commits
        return replace(facts, links=[*links, *self.fields.links.values()], listings=[*listings, *inline], commits=commits)

    def _listing(self, told: Told[GivenProgram], text: str) -> Listing:
        return Listing(text, sketch(text), (_program_name(told.value),), is_dump=False, document=self.document, lines=told.lines)

    def builds(self, read: list[Build]) -> list[Build]:
        """The builds that were read, with the inputs and parameters of the block; one to begin with where none was read."""
        tells = any(one.flags is not None or one.tells_a_run for one in map(self.fields.of, self.fields.variants or NAMES))
        return [self._completed(build) for build in read or ([Build(None, None)] if tells else [])]

    def _completed(self, build: Build) -> Build:
        compiled, run = build.compile, build.run
        every = [self.fields.of(name) for name in self.fields.variants or NAMES]
        if compiled is None and all(one.flags is not None for one in every):
            compiled = CompileStep(CompileCall(None, None), self.spans[-1], self.document)
        inputs, parameters = self.fields.inputs, self.fields.parameters
        if run is None and (inputs is not None or any(one.tells_a_run for one in every)):
            run = RunStep(ModuleCall(), self.spans[-1], self.document)
        if run is not None and inputs is not None:
            run = replace(run, call=replace(run.call, inputs=tuple(one.value.spelling for one in inputs.value)))
        if run is not None and parameters is not None:
            run = replace(run, call=replace(run.call, parameters=parameters.value))
        return replace(build, compile=compiled, run=run)

    def sides(self, read: list[Side], findings: Findings) -> list[Side]:
        """The sides with what the block says of each; those that it names and that were not read are as the first one otherwise."""
        named = self.fields.variants
        by_name = {side.name: side for side in read}
        others = [] if len(named) == len(NAMES) else [side.name for side in read]
        names = [*others, *(name for name in named if name not in others)]
        if len(names) > len(NAMES):
            which, lines = names[-1], named[names[-1]].lines
            findings.ask(QuestionCode.INVALID_BLOCK, f"Beside A and B there is no room for a variant {which}: name both variants in the block", lines)
            names = names[: len(NAMES)]
        made: list[Side] = []
        for name in names:
            base = by_name.get(name) or replace((made or read)[0], name=name, edit=None)
            made.append(self.on(base))
        return made

    def first(self, build: Build) -> Build:
        """The build with what the block says of the first variant."""
        name = next(iter(self.fields.variants)) if len(self.fields.variants) == len(NAMES) else NAMES[0]
        return self.on(Side(name, build, None)).build

    def on(self, side: Side) -> Side:
        """The side with what the block says of it."""
        said = self.fields.of(side.name)
        build, told = side.build, dict(side.told)
        build = self._compiled(build, said)
        if build.run is not None:
            call = build.run.call
            call = replace(
                call,
                function=said.function.value if said.function else call.function,
                devices=(said.device.value,) if said.device else call.devices,
                flags=said.run_flags.value if said.run_flags else call.flags,
            )
            # Inputs are the same for all variants, and what was borrowed is now said.
            build = replace(build, run=replace(build.run, call=call), borrowed=build.borrowed and not said.tells_a_run)
        places = {"compile.flags": said.flags, "run.function": said.function, "run.device": said.device, "run.flags": said.run_flags}
        told |= {field: one.lines for field, one in places.items() if one is not None}
        commit = side.commit
        if any(self.fields.of(name).commit for name in self.fields.variants or NAMES):
            commit = Commit(said.commit.value, Part.BUILD, said.commit.lines, sure=True) if said.commit is not None else None
        version = said.iree_version
        mention = Mention(version.value, Strength.PACKAGE, Says.NOTHING, self.document, version.lines) if version is not None else side.mention
        return replace(side, build=build, mention=mention, commit=commit, told=told, edit=None if said.flags is not None else side.edit)

    def _compiled(self, build: Build, said: VariantFields) -> Build:
        step = build.compile
        if step is None:
            return build
        if said.flags is not None:
            step = replace(step, call=replace(step.call, flags=said.flags.value), why="")
        # A program that the command calls so already is the one that goes with the command.
        if said.program is not None and (said.program.value.text is not None or _program_name(said.program.value) != bare_name(step.call.source or "")):
            step = replace(step, call=replace(step.call, source=_program_name(said.program.value)), lines=said.program.lines, document=self.document)
        return replace(build, compile=step)

    def inputs(self, run: RunStep | None, arguments: tuple[str, ...] | None, files: Files, findings: Findings) -> tuple[Input, ...]:
        """The inputs: those of the block where it has any."""
        told = self.fields.inputs
        if told is None or run is None:
            return spec_inputs(run, arguments, files, findings)
        return block_inputs(told, replace(run, document=self.document), arguments, files, findings)

    def expectation(self, files: Files, findings: Findings) -> Expectation | None:
        """What the block says that the outputs are held against."""
        told = self.fields.outcome
        return block_outcome(told, self.document, files, findings) if told is not None else None

    def tolerance(self, findings: Findings) -> Tolerance | None:
        """The tolerance that the block gives."""
        told = self.fields.tolerance
        if told is not None:
            findings.read("tolerance", told.lines, "block")
        return told.value if told is not None else None

    def runner(self, findings: Findings) -> RunnerLabels | None:
        """The labels that the block gives."""
        told = self.fields.labels
        if told is not None:
            findings.read("runner.labels", told.lines, "block")
        return RunnerLabels(labels=told.value) if told is not None else None

    def signed(self, origin: Origin) -> Origin:
        """The origin, as read from the block where its lines are of one."""
        at = origin.lines
        ours = at is not None and any(span.comment_id == at.comment_id and span.first <= at.first <= span.last for span in self.spans)
        return origin.model_copy(update={"recogniser": "block"}) if ours else origin


def _program_name(program: GivenProgram) -> str:
    return program.name or UNNAMED


def read_block(issue: Issue, passages: Iterable[Passage], findings: Findings) -> Block:
    """The blocks of a report as one; what is wrong in one is asked with its line and column, until a later one is right."""
    block = Block()
    wrong: list[tuple[str, Lines]] = []
    for passage in passages:
        shift = _shift(issue, passage)
        reader = Reader(passage.first, passage.document, passage.comment_id)
        try:
            tree = read_yaml(passage.text)
        except WrongError as error:
            reader.problems.append(Problem(error.text, error.place))
            tree = None
        fields = block_fields(reader, tree) if tree is not None else BlockFields()
        if not reader.problems:
            for text, lines in wrong:
                findings.warn(f"{text}. A later block takes its place", lines)
            wrong = []
        for problem in reader.problems[:MAX_PROBLEMS]:
            line = passage.first + problem.place.row
            where = f"line {line}, column {problem.place.column + 1 + shift}"
            at = Lines(first=line, last=line, comment_id=passage.comment_id)
            wrong.append((f"In the numerics-repro block, {where}: {problem.text}", at))
        for problem in reader.ignored:
            findings.warn(f"In the numerics-repro block, {problem.text}", reader.lines(problem.place))
        block = Block(fields.over(block.fields), (*block.spans, passage.lines()), passage.document)
    for text, lines in wrong:
        findings.ask(QuestionCode.INVALID_BLOCK, text, lines)
    return block


def _shift(issue: Issue, passage: Passage) -> int:
    """How far the block is indented in its list or quote: columns are counted in the text as it was written."""
    texts: dict[int | None, str] = {None: issue.body, **{comment.id: comment.body for comment in issue.comments}}
    rows = texts.get(passage.comment_id, "").replace("\r\n", "\n").split("\n")
    ours = passage.text.split("\n")[0]
    row = rows[passage.first - 1] if passage.first <= len(rows) else ""
    return max(0, row.find(ours)) if ours.strip() else 0
