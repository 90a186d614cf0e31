"""From single commands to builds: which run uses the module that which compilation made."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import PurePosixPath

from bot.intake import environment
from bot.intake.files import Files
from bot.intake.findings import Findings
from bot.intake.flagfile import with_flag_files
from bot.intake.links import bare_name
from bot.intake.result import Lines, QuestionCode, RefusalCode
from bot.intake.run_mlir import two_calls
from bot.intake.script import read_script
from bot.intake.statements import Call, Problem
from bot.intake.tools import SLIPS, CompileCall, ModuleCall, compile_call, module_call, role_of
from bot.intake.transcript import CommandLine, Unreadable
from bot.intake.wording import cut
from runners.contract import UserError
from runners.flags import Decision, Flag, Tool, ruling


@dataclass(frozen=True, slots=True)
class CompileStep:
    """A compilation, and where the report calls for it; ``why`` names the scripts that it was found in."""

    call: CompileCall
    lines: Lines
    document: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class RunStep:
    """A run, and where the report calls for it."""

    call: ModuleCall
    lines: Lines
    document: int
    why: str = ""


Step = CompileStep | RunStep


@dataclass(frozen=True, slots=True)
class Build:
    """One way to build and run. ``borrowed`` when the report gives no run of its own for this module."""

    compile: CompileStep | None
    run: RunStep | None
    borrowed: bool = False

    @property
    def lines(self) -> Lines | None:
        """Where it is compiled, or run if it is not."""
        step = self.compile or self.run
        return step.lines if step is not None else None

    @property
    def side(self) -> tuple[object, ...]:
        """What makes it a variant of its own."""
        return (self.compile and (bare_name(self.compile.call.source or ""), self.compile.call.flags), self.run and _how(self.run.call))

    @property
    def data(self) -> tuple[object, ...]:
        """What it is run on."""
        return (self.run.call.inputs, self.run.call.parameters) if self.run else ()


def _how(call: ModuleCall) -> tuple[object, ...]:
    return (call.function, call.devices, call.flags)


def chosen(items: list[CommandLine | Unreadable], findings: Findings) -> list[CommandLine | Unreadable]:
    """The commands of the newest body or comment that both compiles and runs; those of all together where none does."""
    by_document: dict[int, list[CommandLine | Unreadable]] = {}
    for item in items:
        by_document.setdefault(item.passage.document, []).append(item)
    whole = [group for _, group in sorted(by_document.items()) if _is_whole(group)]
    if len(whole) > 1:
        findings.warn("These commands are the newest that both compile and run; earlier ones are not used", whole[-1][0].lines)
    return whole[-1] if whole else items


def _is_whole(group: list[CommandLine | Unreadable]) -> bool:
    roles = {role_of(item.call.program) for item in group if isinstance(item, CommandLine)}
    return "both" in roles or ("run" in roles and bool(roles & {"compile", "script"}))


def steps(items: Iterable[CommandLine | Unreadable], files: Files, findings: Findings) -> list[Step]:
    """Read the words of the commands; scripts are followed to the tools that they call."""
    found: list[Step] = []
    lost: list[tuple[str, Lines]] = []
    for item in items:
        document = item.passage.document
        text_of = partial(files.script, document=document)
        if isinstance(item, Unreadable):
            _object(item.problem, "A command", findings, item.lines)
        elif role_of(item.call.program) == "script":
            reading = read_script(item.call, text_of)
            for call, through in reading.calls:
                found += _step(with_flag_files(call, text_of), item.lines, document, " and ".join(f"`{name}`" for name in through), findings)
            for problem, name in reading.problems:
                _object(problem, f"A command in `{name}`", findings, item.lines)
            lost += [(name, item.lines) for name in reading.missing]
        else:
            found += _step(with_flag_files(item.call, text_of), item.lines, document, "", findings)
    if not any(isinstance(step, CompileStep) for step in found):
        for name, lines in lost:
            findings.ask(QuestionCode.UNREACHABLE_PATH, f"The script `{name}` cannot be read: attach it or link it, or write out the commands in it", lines)
    return found


def _object(problem: Problem, what: str, findings: Findings, lines: Lines) -> None:
    if problem.kind == "refuse":
        findings.refuse(RefusalCode.SHELL_NOT_ALLOWED, f"{what} {problem.text}: nothing is run through a shell, write the plain command", lines)
    else:
        findings.ask(QuestionCode.MISSING_COMMANDS, f"{what} {problem.text}: write the plain command", lines)


def _step(call: Call, lines: Lines, document: int, why: str, findings: Findings) -> Iterator[Step]:
    environment.judge(call.environment, findings, lines)
    if call.program in SLIPS:
        findings.warn(f"`{cut(call.program)}` is read as {SLIPS[call.program]}", lines)
    try:
        match role_of(call.program):
            case "both":
                compiling, running = two_calls(call.argv)
                yield CompileStep(compile_call(compiling, call.stdin), lines, document, why)
                yield RunStep(module_call(running), lines, document, why)
            case "compile":
                compiled = compile_call(call.argv, call.stdin)
                if compiled.source is not None or not _only_asks("iree-compile", compiled.flags):
                    yield CompileStep(compiled, lines, document, why)
            case "run":
                run = module_call(call.argv)
                if run.module is not None or not _only_asks("iree-run-module", run.flags):
                    yield RunStep(run, lines, document, why)
            case _:
                pass
    except UserError as error:
        findings.object_to(error, f"A call of {call.program} cannot be read: {error.text}", QuestionCode.MISSING_COMMANDS, lines)


def _only_asks(tool: Tool, flags: tuple[Flag, ...]) -> bool:
    """Whether a call without a file only asks the tool for its version, its devices and the like."""
    return bool(flags) and all(ruling(tool, flag.name).decision is Decision.DROP for flag in flags)


def pair(found: list[Step], findings: Findings) -> list[Build]:
    """The builds in reading order, each once."""
    compiles = [step for step in found if isinstance(step, CompileStep)]
    # Beside whole commands a bare `iree-compile --flag` is only spoken of.
    whole = [step for step in compiles if step.call.source is not None or step.call.output is not None] or compiles
    wanted = [step for step in whole if not _stops_half_way(step, findings)]
    builds: list[tuple[int, Build]] = []
    made: dict[str, CompileStep] = {}
    last: CompileStep | None = None
    places = {id(step): position for position, step in enumerate(found)}
    for position, step in enumerate(found):
        if isinstance(step, CompileStep):
            last = step
            if step.call.output:
                made[PurePosixPath(step.call.output).name] = step
            continue
        compiled = _compiled(step, made, last, wanted, findings)
        at = places.get(id(compiled), position)
        builds.append((at, Build(compiled, step)))
    builds += [(places[id(build.compile)], build) for build in _never_run(wanted, [build for _, build in builds], findings)]
    builds.sort(key=lambda one: one[0])
    return list({(build.side, build.data): build for _, build in reversed(builds)}.values())[::-1]


def _stops_half_way(step: CompileStep, findings: Findings) -> bool:
    half = next((flag for flag in step.call.flags if flag.name == "compile-to"), None)
    if half is not None:
        findings.warn(f"A command with `{half}` only compiles half-way; it is left out", step.lines)
    return half is not None


def _compiled(step: RunStep, made: dict[str, CompileStep], last: CompileStep | None, compiles: list[CompileStep], findings: Findings) -> CompileStep | None:
    module = PurePosixPath(step.call.module).name if step.call.module else ""
    if module in made:
        return made[module]
    if module in ("", "-") or not compiles:
        return last
    if len({(one.call.source, one.call.flags) for one in compiles}) == 1:
        findings.warn(f"No command writes `{cut(module)}`; it is taken to be what the only compile command makes", step.lines)
        return compiles[0]
    text = f"No command makes `{cut(module)}`: which of the compile commands does? Write its name after -o there"
    findings.ask(QuestionCode.MISSING_COMMANDS, text, step.lines)
    return last


def _never_run(compiles: list[CompileStep], builds: list[Build], findings: Findings) -> Iterator[Build]:
    runs = {(_how(build.run.call), build.data): build.run for build in builds if build.run}
    used = {id(build.compile) for build in builds}
    for step in compiles:
        if id(step) in used:
            continue
        if len(runs) > 1:
            text = "This module is never run, while others are run in several ways: how is it run? Give its iree-run-module line"
            findings.ask(QuestionCode.AMBIGUOUS_VARIANTS, text, step.lines)
        run = next(iter(runs.values()), None)
        yield Build(step, run, borrowed=run is not None)
