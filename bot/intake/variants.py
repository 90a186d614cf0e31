"""One side of a report as a variant of the spec: release, flags, function, device, each with its origin."""

from dataclasses import dataclass
from pathlib import PurePosixPath

from bot.intake.builds import RunStep
from bot.intake.findings import Findings
from bot.intake.flags import SpecFlags, Toolchain, spec_flags
from bot.intake.hardware import default_device, device_problem, missing_driver, translated_device
from bot.intake.result import Lines, QuestionCode, RefusalCode
from bot.intake.sides import Side
from bot.intake.sources import Source
from bot.intake.wording import cut
from runners.contract import Compile, RunCall, Variant
from runners.flags import Flag, value_problem

_FALLBACK_DEVICE = "local-task"
_DEVICE = "run.device"


@dataclass(frozen=True, slots=True)
class Made:
    """A variant with what it was made of; ``flags`` are the compile flags as kept, then as the report has them.

    ``assumed_for`` is the commit for which its release is only assumed.
    """

    variant: Variant
    source: Source | None
    flags: tuple[Flag, ...]
    lines: Lines | None
    assumed_for: str | None = None

    def variant_beside(self, first: "Made") -> Variant:
        """The variant, with its own program where that is not the first one's."""
        if self.source is None or first.source is None or self.source.program == first.source.program:
            return self.variant
        return self.variant.model_copy(update={"program": self.source.program})

    def is_same_as(self, other: "Made") -> bool:
        """Whether both do the same, whatever they are called, and no release is open that could tell them apart."""
        mine, its = (one.variant_beside(self).model_dump(exclude={"name", "commit"}) for one in (self, other))
        return mine == its and self.assumed_for == other.assumed_for


def make_variant(side: Side, source: Source | None, toolchain: Toolchain, findings: Findings) -> Made:
    """Make the variant of a side; what cannot be used is among the findings."""
    where = f"variants.{side.name}"
    compiled, run = side.build.compile, side.build.run
    lines = side.lines("compile.flags")
    _say_release(where, side, toolchain, findings)
    flags = spec_flags("iree-compile", compiled.call.flags if compiled else (), toolchain, findings, lines)
    _say_flags(where, side, flags, findings)
    run_lines = side.lines("run.flags")
    run_flags = spec_flags("iree-run-module", run.call.flags if run else (), toolchain, findings, run_lines)
    if side.build.borrowed:
        findings.edited(f"{where}.run", run_lines, "command", "the report has no run of its own for this module, so it is run as the other one")
    elif run is not None:
        findings.read(f"{where}.run.flags", run_lines, "command")
    call = RunCall(
        function=_function(side, source, findings),
        device=_device(side, flags.kept, toolchain, findings),
        flags=run_flags.argv,
    )
    commit = side.commit.sha if side.commit is not None else None
    variant = Variant(name=side.name, iree_version=toolchain.release.name, compile=Compile(flags=flags.argv), run=call, commit=commit)
    return Made(variant, source, (*flags.kept, *(compiled.call.flags if compiled else ())), lines, side.assumed_for)


def _say_release(where: str, side: Side, toolchain: Toolchain, findings: Findings) -> None:
    if side.mention is not None:
        findings.read(f"{where}.iree_version", side.mention.lines, "version")
    else:
        findings.default(f"{where}.iree_version", f"no release is named, so {toolchain.release.name} is used")
    if side.commit is not None:
        stands = f"{toolchain.release.name} stands for it" if side.mention is not None else "which one stands for it is asked"
        findings.read(f"{where}.commit", side.commit.lines, "commit", f"only releases are run: {stands}")


def _say_flags(where: str, side: Side, flags: SpecFlags, findings: Findings) -> None:
    if side.edit is not None:
        findings.edited(f"{where}.compile.flags", side.edit.lines, "edit", "; ".join(filter(None, [f"as A, {side.edit.in_words}", flags.renamed])))
    elif (compiled := side.build.compile) is not None:
        through = f"through {compiled.why}" if compiled.why else ""
        why = "; ".join(filter(None, [through, flags.renamed]))
        findings.read(f"{where}.compile.flags", side.lines("compile.flags"), "script" if through else "command", why)


def _function(side: Side, source: Source | None, findings: Findings) -> str | None:
    where, run, lines = f"variants.{side.name}", side.build.run, side.lines("run.function")
    functions = source.sketch.functions if source is not None and source.sketch is not None and not source.sketch.cut else ()
    named = run.call.function if run is not None else None
    shown = ", ".join(f"@{name}" for name in functions[:6])
    if named is None:
        if len(functions) > 1:
            findings.ask(QuestionCode.MISSING_COMMANDS, f"Which function is called? The program has {shown}; name one with --function=", lines)
        if len(functions) != 1 or source is None:
            return None
        findings.read(f"{where}.run.function", source.lines, "program", "the only public function of the program")
        return functions[0]
    if value_problem(named) is not None or not named:
        findings.ask(QuestionCode.MISSING_COMMANDS, f"`{cut(named)}` is not the name of a function", lines)
        return None
    if functions and named.removesuffix("$async") not in functions and named not in functions:
        findings.ask(QuestionCode.MISSING_COMMANDS, f"The program has no function @{cut(named)}; it has {shown}: which one is called?", lines)
    findings.read(f"{where}.run.function", lines, "command")
    return named


def _device(side: Side, flags: tuple[Flag, ...], toolchain: Toolchain, findings: Findings) -> str:
    where, run, lines = f"variants.{side.name}", side.build.run, side.lines("run.device")
    named = list(dict.fromkeys(run.call.devices)) if run is not None else []
    if len(named) > 1:
        text = f"A run on several devices ({', '.join(map(cut, named[:4]))}) is not made: which one shows it? Leave only that --device="
        findings.ask(QuestionCode.UNKNOWN_DEVICE, text, lines, _DEVICE)
    if named:
        problem = device_problem(named[0])
        if problem is not None:
            findings.ask(QuestionCode.UNKNOWN_DEVICE, f"`{cut(named[0])}` is no device that is known; {problem}", lines, _DEVICE)
            return _FALLBACK_DEVICE
        translated = translated_device(named[0], toolchain.release)
        if (missing := missing_driver(translated, toolchain.release)) is not None:
            findings.ask(QuestionCode.UNKNOWN_DEVICE, f"{missing}: which release and device show it?", lines, _DEVICE)
        findings.read(f"{where}.run.device", lines, "command")
        return translated
    device = default_device(flags)
    if device is None:
        text = "No device and no target is named: on which device is it run? Give it, as in --device=local-task or --device=hip"
        findings.ask(QuestionCode.UNKNOWN_DEVICE, text, lines, _DEVICE)
        return _FALLBACK_DEVICE
    findings.default(f"{where}.run.device", "no device is named; this one fits the target of the compilation")
    return translated_device(device, toolchain.release)


def check_outputs(run: RunStep, findings: Findings) -> None:
    """Refuse outputs that would be written outside of the job's own folder; others are not needed and are left out."""
    for text in run.call.outputs:
        path = text.lstrip("@+")
        if path.startswith(("/", "~")) or ".." in PurePosixPath(path).parts or "\\" in path or ":" in path:
            findings.refuse(RefusalCode.PATH_NOT_ALLOWED, f"`--output={cut(text)}` writes to a place of its own choice: use a plain file name", run.lines)
