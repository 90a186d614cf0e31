"""From an issue to a spec, top to bottom: read, choose the commands, find the files, settle what is compared."""

from collections.abc import Callable

from bot.intake.arguments import spec_parameters
from bot.intake.block import Block, read_block
from bot.intake.builds import Build, chosen, pair, steps
from bot.intake.cards import Hardware
from bot.intake.commits import ask_for_the_pair, ask_for_the_release
from bot.intake.elsewhere import read_elsewhere
from bot.intake.expectation import Told, golden, says_it_changes
from bot.intake.facts import Facts, documents_of, gather
from bot.intake.files import Files
from bot.intake.findings import Findings
from bot.intake.flags import Toolchain
from bot.intake.hardware import joined_labels, labels
from bot.intake.hardware_file import shipped_hardware
from bot.intake.issue import Issue
from bot.intake.links import COMPILED
from bot.intake.result import Intake, PartialSpec, QuestionCode, RefusalCode
from bot.intake.sides import Side, read_sides
from bot.intake.smaller import offer_smaller_repro
from bot.intake.sources import Source, Sources
from bot.intake.tolerance import read_tolerance
from bot.intake.tools import role_of
from bot.intake.transcript import CommandLine
from bot.intake.variants import Made, check_outputs, make_variant
from bot.intake.versions import Choice, choose
from bot.intake.wording import cut
from runners.artifacts import Artifacts
from runners.contract import Expectation, ReproSpec, RunnerLabels
from runners.contract import Source as IssueSource
from runners.release import Release

_NATIVE = (".so", ".dll", ".dylib")

KnownFlags = Callable[[Release], frozenset[str] | None]
"""The names, without dashes, that ``iree-compile --help-hidden`` of a release lists; None when that is not known."""


def parse(issue: Issue, artifacts: Artifacts, *, default_release: Release, known_flags: KnownFlags, hardware: Hardware | None = None) -> Intake:
    """Read an issue.

    Nothing is executed, and files are opened only when ``artifacts`` finds them. What is missing or ambiguous is a
    question, what may never be run a refusal; only an intake with neither is ``ready``. Any text is taken.

    :param default_release: the release to use where the report names none.
    :param hardware: which hardware words stand for which labels; the table that is shipped where it is None.
    """
    findings = Findings()
    facts = gather(documents_of(issue), issue.title)
    block = read_block(issue, facts.blocks, findings)
    facts = block.added_to(facts)
    files = Files(artifacts, facts.links, findings, facts.made)
    sources = Sources(facts.listings, facts.links, files, findings)

    # What is wrong with words and commands that an explicit block replaces is nobody's question.
    replaced = Findings()
    commands = replaced if block.gives_commands else findings
    items = chosen(facts.commands, commands)
    builds = block.builds(pair(steps(items, files, commands), commands))
    near = list(dict.fromkeys(item.passage.document for item in items))
    choice = _release(facts, near, replaced if block.gives_releases else findings)
    if not builds:
        return _without_commands(issue, facts, block, sources, findings)
    _check_builds(builds, facts, commands)
    offer_smaller_repro(facts, items, findings)

    first = block.first(builds[0])
    source = _source(first, sources)
    function = first.run.call.function if first.run and first.run.call.function else _only(source)
    arguments = source.arguments(function) if source else None
    if source is not None and source.returns_nothing(function):
        findings.ask(QuestionCode.MISSING_EXPECTED, f"@{function} returns nothing that could be compared: let it return its values", source.lines)
    inputs = block.inputs(first.run, arguments, files, findings)
    parameters = spec_parameters(first.run, files, findings)
    about = _documents_about(facts, near)
    told = Told(
        prints=[block for block in facts.prints if block.passage.document in about],
        stated=[one for one in facts.stated if one.document in about],
        links=[link for link in facts.links if link.document in about],
        results=source.results(function) if source else None,
    )
    expected = block.expectation(files, findings) or golden(builds, told, files, findings)

    judged = expected is not None and expected.kind != "variants_agree"
    about_sides = replaced if block.gives_sides else findings
    sides = read_sides(builds, facts.edits, facts.versions, choice, about_sides, commits=facts.commits, judged=judged)
    sides = block.sides(sides, findings)
    toolchains = {side.name: _toolchain(side, default_release, known_flags) for side in sides}
    made = [make_variant(side, _source(side.build, sources), toolchains[side.name], findings) for side in sides]
    made = _told_apart(made, findings)
    expected = expected or _comparison(made, facts, findings)
    _check_pair(made, expected, findings)
    near_documents = [document for document in facts.documents if document.number in about]

    partial = PartialSpec(
        source=IssueSource(repo=issue.repo, issue=issue.number, comment_id=first.lines.comment_id if first.lines else None, body_digest=issue.body_digest),
        program=made[0].source.program if made[0].source else None,
        variants=tuple(one.variant_beside(made[0]) for one in made),
        inputs=inputs,
        parameters=parameters,
        artifacts=tuple(file.artifact for file in files.used),
        expectation=expected if expected is not None and _has_content(expected) else None,
        tolerance=block.tolerance(findings) or read_tolerance(builds, near_documents, expected, findings),
        runner=block.runner(findings) or _runner(made, facts, hardware or shipped_hardware(), findings),
    )
    for index, file in enumerate(files.used):
        findings.read(f"artifacts.{index}", file.lines, "link" if file.artifact.url else "file")
    if made[0].source:
        findings.read("program", made[0].source.lines, made[0].source.recogniser)
    findings.origins = list(map(block.signed, findings.origins))
    return _intake(partial, findings)


def _release(facts: Facts, near: list[int], findings: Findings) -> Choice:
    others = [document.number for document in reversed(facts.documents)]
    choice = choose(facts.versions, list(dict.fromkeys([*reversed(near), 0, *others])))
    if choice.mention is not None and choice.rivals:
        names = ", ".join(mention.release.name for mention in (choice.mention, *choice.rivals))
        text = f"Several releases are named ({names}): which one shows it? Name only that one"
        findings.ask(QuestionCode.AMBIGUOUS_VARIANTS, text, choice.rivals[0].lines, "iree_version")
    if choice.mention is None and choice.doubtful is not None:
        text = f"Is {choice.doubtful.release.name} the release of IREE that shows it? The report names it without saying so"
        findings.ask(QuestionCode.AMBIGUOUS_VARIANTS, text, choice.doubtful.lines, "iree_version")
    elif choice.mention is None:
        ask_for_the_release(facts.commits, findings)
    return choice


def _without_commands(issue: Issue, facts: Facts, block: Block, sources: Sources, findings: Findings) -> Intake:
    elsewhere = read_elsewhere(facts.documents) if not facts.listings and block.program is None else None
    source = sources.get(block.program, None, 0) if elsewhere is None else None
    _ask_about_other_tools(facts, findings)
    if elsewhere is not None:
        findings.ask(QuestionCode.UNSUPPORTED_SOURCE, elsewhere.question, elsewhere.lines)
    elif not _has_unread_commands(findings):
        text = "There are no commands that can be read: give the lines with iree-compile and iree-run-module, in a fenced block"
        findings.ask(QuestionCode.MISSING_COMMANDS, text)
    origin = IssueSource(repo=issue.repo, issue=issue.number, body_digest=issue.body_digest)
    if source is not None:
        findings.read("program", source.lines, source.recogniser)
    return _intake(PartialSpec(source=origin, program=source.program if source else None), findings)


def _ask_about_other_tools(facts: Facts, findings: Findings) -> None:
    others = [item for item in facts.commands if isinstance(item, CommandLine) and role_of(item.call.program) == "other"]
    if others:
        text = f"{others[0].call.program} is not run by the bot: give the iree-compile and iree-run-module commands for the same program"
        findings.ask(QuestionCode.UNSUPPORTED_SOURCE, text, others[0].lines)


def _check_builds(builds: list[Build], facts: Facts, findings: Findings) -> None:
    if all(build.run is None for build in builds):
        _ask_about_other_tools(facts, findings)
    for build in builds:
        if build.run is not None:
            check_outputs(build.run, findings)
        if build.compile is not None or build.run is None or _has_unread_commands(findings):
            continue
        binary = next((link for link in facts.links if any(name.endswith(COMPILED) for name in link.names)), None)
        module = build.run.call.module or ""
        if module.endswith(_NATIVE):
            findings.refuse(RefusalCode.BINARY_NOT_ALLOWED, f"`{cut(module)}` is a native library, which is never loaded", build.run.lines)
        elif binary is not None:
            text = f"{cut(binary.url, 120)} is compiled code, which is never run: give the program in MLIR and the command that compiles it"
            findings.refuse(RefusalCode.BINARY_NOT_ALLOWED, text, binary.lines)
        else:
            findings.ask(QuestionCode.MISSING_COMMANDS, "No command compiles this module: the iree-compile line is needed", build.run.lines)


def _has_unread_commands(findings: Findings) -> bool:
    """Whether a command was there and could not be read or may not be run: then nothing more is to be said of commands."""
    return bool(findings.refusals) or any(question.code is QuestionCode.MISSING_COMMANDS for question in findings.questions)


def _source(build: Build, sources: Sources) -> Source | None:
    step = build.compile or build.run
    path = build.compile.call.source if build.compile else None
    return sources.get(path, build.lines, step.document if step else 0)


def _only(source: Source | None) -> str | None:
    functions = source.sketch.functions if source and source.sketch else ()
    return functions[0] if len(functions) == 1 else None


def _documents_about(facts: Facts, near: list[int]) -> set[int]:
    """The body and comments whose expected values are for the same inputs: those beside the commands, and those that give no other inputs."""
    inputs: dict[int, set[str]] = {document.number: set() for document in facts.documents}
    for item in facts.commands:
        if isinstance(item, CommandLine):
            inputs[item.passage.document] |= {word for word in item.call.argv if word.startswith(("--input", "--function_input"))}
    ours = set().union(*(inputs[number] for number in near))
    return {number for number, words in inputs.items() if number in near or not words or words == ours}


def _toolchain(side: Side, default_release: Release, known_flags: KnownFlags) -> Toolchain:
    release = side.mention.release if side.mention else default_release
    return Toolchain(release, known_flags(release))


def _told_apart(made: list[Made], findings: Findings) -> list[Made]:
    """Without a second variant that, read to the end, is the first one again."""
    if len(made) == 2 and made[0].is_same_as(made[1]):
        findings.withdraw(f"variants.{made[1].variant.name}.")
        return made[:1]
    return made


def _comparison(made: list[Made], facts: Facts, findings: Findings) -> Expectation | None:
    if len(made) == 2:
        if made[0].assumed_for != made[1].assumed_for:
            ask_for_the_pair(facts.commits, findings, "iree_version")
        findings.default("expectation", "no expected values are given, so the two variants are held against each other")
        return Expectation(kind="variants_agree")
    if (lines := says_it_changes(facts.documents)) is not None:
        findings.read("expectation", lines, "repetition")
        return Expectation(kind="repeat_agree")
    if ask_for_the_pair(facts.commits, findings):
        return None
    findings.ask(QuestionCode.MISSING_EXPECTED, "What should come out? Give expected values, a file of them, or a second way to build that is right")
    return None


def _check_pair(made: list[Made], expected: Expectation | None, findings: Findings) -> None:
    if expected is not None and expected.kind == "variants_agree" and len(made) != 2:
        text = "Two variants are to agree, and there is only one, or both do the same: what does the other one do differently?"
        findings.ask(QuestionCode.AMBIGUOUS_VARIANTS, text, made[0].lines)


def _has_content(expectation: Expectation) -> bool:
    """Whether it says what to compare with; what could not be read of it has its question."""
    return not expectation.kind.startswith("golden") or bool(expectation.files or expectation.values)


def _runner(made: list[Made], facts: Facts, hardware: Hardware, findings: Findings) -> RunnerLabels:
    findings.read("runner.labels", made[0].lines, "hardware", "from the devices and the targets")
    each = (labels(one.variant.run.device, one.flags, facts.prose, hardware) for one in made)
    return RunnerLabels(labels=joined_labels(each, hardware))


def _intake(partial: PartialSpec, findings: Findings) -> Intake:
    spec: ReproSpec | PartialSpec = partial
    status = "refused" if findings.refusals else "needs_info" if findings.questions else "ready"
    if status == "ready":
        spec = ReproSpec.model_validate(partial.model_dump(exclude={"runner"} if partial.runner is None else None))
    return Intake(
        status=status,
        spec=spec,
        provenance=tuple(findings.origins),
        questions=tuple(findings.questions),
        refusals=tuple(findings.refusals),
        warnings=tuple(findings.warnings),
    )
