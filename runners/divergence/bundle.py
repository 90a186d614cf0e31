"""The repro bundle: one dispatch in a folder, with its inputs, what it should give, and two commands that show it does not.

A bundle is run before it is offered, in processes of their own, on the files that it consists of.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from runners.contract import Output
from runners.divergence.bundle_files import seldom_read
from runners.divergence.bundle_text import MODULE, readme, script
from runners.divergence.bundle_trial import Form, Trial, Tried
from runners.divergence.case import Case
from runners.divergence.shrink import shrink
from runners.stages.compile import Compilation, CompileCache, compile_program
from runners.stages.isolate import Recorded, isolate, isolate_region
from runners.stages.job import Job
from runners.stages.plain import plain, plain_flags
from runners.toolchain import Toolchain

PLAIN, FLOW, REGION, SCRIPT = "dispatch.mlir", "dispatch.flow.mlir", "dispatches.flow.mlir", "repro.sh"

OTHER_TARGETS: dict[str, tuple[str, ...]] = {
    "gfx942": ("--iree-hal-target-backends=rocm", "--iree-rocm-target=gfx942"),
    "gfx1100": ("--iree-hal-target-backends=rocm", "--iree-rocm-target=gfx1100"),
    "rdna3": ("--iree-hal-target-backends=vulkan-spirv", "--iree-vulkan-target=rdna3"),
}
"""Targets that a plain function can be compiled for on a machine that has none of them, with the flags of numbered releases."""


@dataclass(frozen=True, slots=True)
class Bundled:
    """A bundle that was written, and how many ``of`` its runs showed the difference.

    :ivar program: the file that its commands compile; None where the dispatch cannot be written down.
    :ivar outputs: what its first run gave, compared with what is expected.
    :ivar problem: why it does not show the difference, as far as that is known.
    """

    path: Path
    program: Path | None
    shows: int
    of: int
    outputs: tuple[Output, ...] = ()
    problem: str | None = None

    @property
    def verified(self) -> bool:
        """Whether every run showed the difference."""
        return 0 < self.of == self.shows

    @property
    def confirmed(self) -> str:
        """``3/3``."""
        return f"{self.shows}/{self.of}"


def write_bundle(job: Job, toolchain: Toolchain, case: Case, folder: Path, *, repeats: int = 3, regions: bool = True) -> Bundled:
    """Write the bundle of a case into ``folder`` and run it ``repeats`` times.

    The dispatch is written as a plain function with the shapes of the trace; where that does not show the difference, with
    operands that not every tool reads as constants; else with dynamic extents as the program has them; else as the compiler
    cut it out; else together with the dispatches before it, as few of them as it takes. The commands use the first form that
    shows it in every run, else the one that shows it most often. A plain function that shows it is shrunk where that is
    cheap, see :func:`runners.divergence.shrink.shrink`.

    :param folder: is made; an earlier bundle in it is replaced.
    :param regions: try dispatches together, too, if the one alone never shows it.
    :raises LookupError: when the trace does not hold the dispatch.
    :raises ValueError: when the expected values do not fit the results.
    :raises MachineError: when a tool cannot be started or the disk is full.
    """
    case.check()
    folder.mkdir(parents=True, exist_ok=True)
    for file in [file for pattern in _OWN_FILES for file in folder.glob(pattern)]:
        file.unlink()
    trial = Trial(job, toolchain, case, folder)
    problems: list[str] = []
    flow = _flow_form(job, toolchain, case, problems)
    tried: list[Tried] = []
    for form in _forms(job, toolchain, case, flow, tried=tried, problems=problems):
        tried.append(trial.of(form, repeats))
        if tried[-1].shows == repeats:
            break
    if not tried:
        return Bundled(folder, None, 0, 0, (), "; ".join(dict.fromkeys(problems)))
    if regions and not any(one.shows for one in tried):
        tried += filter(None, [_smallest_region(job, toolchain, case, trial, repeats)])
    best = max(tried, key=lambda one: (one.shows, one.problem is None))
    smaller = shrink(job, toolchain, case, best, repeats) if best.form.file == PLAIN and best.shows == repeats else None
    if smaller is not None:
        best = smaller.tried
        _replace_files(folder, smaller.folder)
    # Two forms go by one name: the one that the commands use is written last.
    for form in filter(None, (flow, best.form)):
        (folder / form.file).write_bytes(form.text.read_bytes())
    (folder / SCRIPT).write_text(script(best.commands), encoding="utf-8")
    (folder / SCRIPT).chmod(0o755)
    for file in folder.glob("input_*"):
        if f"@{file.name}" not in " ".join(best.commands.run):  # of another form that was tried
            file.unlink()
    files = [best.form.file, *([FLOW] if flow is not None and best.form.file != FLOW else [])]
    remarks = [*_constants(case, best.form), *([smaller.sentence] if smaller is not None else [])]
    text = readme(case.symbol, toolchain, files, (best.shows, repeats), best.outputs, remarks)
    (folder / "README.md").write_text(text, encoding="utf-8")
    return Bundled(folder, folder / best.form.file, best.shows, repeats, best.outputs, best.problem)


def _replace_files(folder: Path, other: Path) -> None:
    """The tensors of a bundle replaced by those in another folder."""
    for file in [*folder.glob("input_*"), *folder.glob("expected_*")]:
        file.unlink()
    for file in [*other.glob("input_*"), *other.glob("expected_*")]:
        (folder / file.name).write_bytes(file.read_bytes())


def _constants(case: Case, form: Form) -> list[str]:
    """Which operands stand in the text, in sentences."""
    passed = {parameter.source.position for parameter in form.parameters}
    operands = case.recorded(case.ordinal, "in")
    written = [i for i in seldom_read(operands) if form.file == PLAIN and i not in passed]
    return [f"Operand {i} ({operands[i].type}), which not every iree-run-module reads, is a constant in {PLAIN}." for i in written]


_OWN_FILES = ("dispatch*.mlir", "input_*", "expected_*", "output_*", MODULE, SCRIPT)


def compiles_for(job: Job, toolchain: Toolchain, program: Path, flags: tuple[str, ...], cache: CompileCache) -> Compilation:
    """Whether a bundle's plain function compiles for another target, see :data:`OTHER_TARGETS`; nothing is run.

    :raises MachineError: when the compiler cannot be started or the disk is full.
    """
    return compile_program(job, toolchain, program, flags, cache)


def _forms(job: Job, toolchain: Toolchain, case: Case, flow: Form | None, *, tried: Sequence[Tried], problems: list[str]) -> Iterator[Form]:
    """The forms that there are, best first, made when they are asked for; why others are not goes into ``problems``."""
    static = flow is not None and not any("?" in parameter.type for parameter in flow.parameters)
    written = seldom_read(case.recorded(case.ordinal, "in"))
    ways: list[tuple[Recorded | None, tuple[int, ...]]] = [(case.recorded, ())]
    ways += [(case.recorded, written)] if written else []
    ways += [] if static else [(None, ())]
    for recorded, constants in ways:
        if constants and tried and tried[-1].problem is None:  # everything was read
            continue
        made = plain(job, toolchain, case.flow, case.ordinal, name=case.symbol, recorded=recorded, constants=constants)
        if made.text is None:
            problems.append(made.problem or "")
        else:
            yield Form(PLAIN, made.text, plain_flags(case.flags), made.parameters, made.call(case.recorded), len(made.results))
    if flow is not None:
        yield flow


def _flow_form(job: Job, toolchain: Toolchain, case: Case, problems: list[str]) -> Form | None:
    isolated = isolate(job, toolchain, case.flow, [case.ordinal])
    function = isolated.of(case.ordinal)
    if isolated.text is None:
        problems.append(function.problem or "")
        return None
    call = function.call(case.recorded)
    return Form(FLOW, isolated.text, (*case.flags, "--compile-from=flow"), function.parameters, call, len(function.results))


def _smallest_region(job: Job, toolchain: Toolchain, case: Case, trial: Trial, repeats: int) -> Tried | None:
    """The dispatch with as few of those before it as show the difference; None where none do, or a loop or branch begins first."""

    def with_those_from(start: int) -> Tried | None:
        region = isolate_region(job, toolchain, case.flow, range(start, case.ordinal + 1))
        (function,) = region.functions
        if region.text is None:
            return None
        try:
            call = function.call(case.recorded)
        except LookupError:  # a dispatch in it was not traced
            return None
        first = next(i for i, result in enumerate(function.results) if result.ordinal == case.ordinal)
        flags = (*case.flags, "--compile-from=flow")
        return trial.of(Form(REGION, region.text, flags, function.parameters, call, len(function.results), first), repeats)

    shown, silent, reach = None, case.ordinal, 1
    while shown is None and silent > 0:
        start = max(case.ordinal - reach, 0)
        found = with_those_from(start)
        if found is None:
            return None
        if found.shows:
            shown, good = found, start
        else:
            silent, reach = start, reach * 2
    if shown is None:
        return None
    while silent - good > 1:
        middle = (silent + good) // 2
        found = with_those_from(middle)
        if found is not None and found.shows:
            shown, good = found, middle
        else:
            silent = middle
    return shown
