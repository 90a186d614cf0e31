"""One way to write a case down, compiled and run on the files of its bundle."""

import os
from dataclasses import dataclass
from pathlib import Path

from runners.contract import Output
from runners.divergence.bundle_files import IGNORED, file_expected, file_input, file_raw
from runners.divergence.bundle_text import MODULE, Commands, compile_command, run_command
from runners.divergence.case import Case, differs
from runners.element_types import byte_length
from runners.sandbox import Limits, run
from runners.stages.compile import CompileCache, compile_program
from runners.stages.invocation import Tensor
from runners.stages.isolate import Parameter
from runners.stages.job import Job
from runners.stages.replay import Call, replay
from runners.toolchain import Toolchain


@dataclass(frozen=True, slots=True)
class Form:
    """A text of the dispatch, how it is compiled and called, and where among its ``results`` those of the dispatch begin."""

    file: str
    text: Path
    flags: tuple[str, ...]
    parameters: tuple[Parameter, ...]
    call: Call
    results: int
    first: int = 0


@dataclass(frozen=True, slots=True)
class Tried:
    """How many runs of a form showed the difference, with what commands; ``problem`` is why it did not come to that."""

    form: Form
    commands: Commands
    shows: int
    outputs: tuple[Output, ...] = ()
    problem: str | None = None


class Trial:
    """Compiles and runs forms of a case on the files of its folder."""

    def __init__(self, job: Job, toolchain: Toolchain, case: Case, folder: Path) -> None:
        self._job, self._toolchain, self._case, self._folder = job, toolchain, case, folder

    def of(self, form: Form, repeats: int) -> Tried:
        """Run a form ``repeats`` times. A run shows the difference when its outputs do and the commands say so.

        :raises MachineError: when a tool cannot be started or the disk is full.
        """
        case, folder = self._case, self._folder
        program = folder / form.file
        program.write_bytes(form.text.read_bytes())
        inputs = [_input(folder, case, parameter, given) for parameter, given in zip(form.parameters, form.call.inputs, strict=True)]
        compiled = compile_program(self._job, self._toolchain, program, form.flags, CompileCache(self._job.settings))
        if compiled.module is None:
            return Tried(form, _commands(folder, case, form, inputs, ()), 0, (), f"it does not compile: {compiled.reason}")
        replayed = replay(self._job, self._toolchain, compiled.module, case.call.device, [form.call], repeats, flags=case.call.flags)[0]
        judged = [case.judge(results[form.first :]) for results in replayed.results]
        outputs = judged[0] if judged else ()
        commands = _commands(folder, case, form, inputs, outputs)
        shows, problem = 0, replayed.reason and f"it does not run: {replayed.reason}"
        for one in judged:
            told, trouble = self._told(compiled.module, commands)
            shows += told and differs(one)
            problem = problem or trouble
        return Tried(form, commands, shows, outputs, problem)

    def _told(self, module: Path, commands: Commands) -> tuple[bool, str | None]:
        """Run what follows the first command in a process of its own: whether it says that an element is not as expected.

        And why it says nothing at all, where it does not get that far.
        """
        place = self._job.subfolder("bundle")
        os.link(module, place / MODULE)
        for file in self._folder.iterdir():
            if file.suffix in (".npy", ".bin"):
                (place / file.name).write_bytes(file.read_bytes())
        argv: list[str | Path] = [self._toolchain.tool("iree-run-module"), *commands.run[1:]]
        finished = run(argv, folder=place, limits=Limits.of(self._job.settings, seconds=self._job.settings.run_timeout_s))
        told = _ELEMENT in finished.stdout + finished.stderr
        if not finished.succeeded and not told:
            last = finished.stderr.strip().splitlines()[-1:] or [finished.why("iree-run-module")]
            return False, f"iree-run-module does not carry it out: {last[0][:300]}"
        return any(_differ(place, command) for command in commands.compare) if commands.compare else told, None


def _differ(folder: Path, command: tuple[str, ...]) -> bool:
    """What ``cmp -n SIZE A B`` finds."""
    size, *names = command[2:]
    a, b = ((folder / name).read_bytes()[: int(size)] for name in names)
    return a != b


_ELEMENT = "]: element at index "
"""What the tool says of a value; of another shape or type it says something else."""


def _input(folder: Path, case: Case, parameter: Parameter, given: Tensor | int | float) -> str:
    if not isinstance(given, Tensor):
        return f"--input={given}"
    source = parameter.source
    own = (source.ordinal, source.side) == (case.ordinal, "in")
    stem = f"input_{source.position}" if own else f"input_{source.ordinal}_{source.side}_{source.position}"
    return f"--input={file_input(folder, stem, given).value}"


def _commands(folder: Path, case: Case, form: Form, inputs: list[str], outputs: tuple[Output, ...]) -> Commands:
    """The commands, with what is expected in files of the results' own types."""
    made = case.recorded(case.ordinal, "out")
    kinds = {position: made[position].kind for position in sorted(case.expected)}
    compiling = compile_command(form.file, form.flags)
    if all(kind.name in _COMPARED for kind in kinds.values()):
        filed = {form.first + i: file_expected(folder, f"expected_{i}", case.expected[i], kind).value for i, kind in kinds.items()}
        options = [f"--expected_output={filed.get(position, IGNORED)}" for position in range(form.results)]
        return Commands(compiling, run_command(form.call.function, case.call.device, case.call.flags, [*inputs, *options, *_thresholds(outputs)]))
    compare = []
    for i, kind in kinds.items():
        expected = file_raw(folder, f"expected_{i}", case.expected[i], kind)
        # Some releases write a byte for every element of such a type, and zeros behind the packed ones.
        compare.append(("cmp", "-n", str(byte_length(made[i].shape, kind)), f"output_{form.first + i}.bin", expected.name))
    options = [f"--output=@output_{position}.bin" for position in range(form.results)]
    return Commands(compiling, run_command(form.call.function, case.call.device, case.call.flags, [*inputs, *options]), tuple(compare))


_COMPARED = ("f16", "bf16", "f32", "f64", "i1", *(f"{sign}{bits}" for sign in ("i", "ui") for bits in (8, 16, 32, 64)))
"""Element types that the tool compares; it ends itself when it has to print an element of another."""

_THRESHOLD_DEFAULTS = {"f16": 1e-3, "f32": 1e-4, "f64": 1e-4}
"""Up to which absolute difference the tool takes floats for equal."""


def _thresholds(outputs: tuple[Output, ...]) -> list[str]:
    """Options that make the tool see differences that are smaller than it looks for by itself."""
    options = []
    for kind, least in _THRESHOLD_DEFAULTS.items():
        largest = [output.max_abs for output in outputs if output.dtype == kind and output.judgement == "different" and output.max_abs]
        if largest and max(largest) <= 2 * least:
            options.append(f"--expected_{kind}_threshold={max(largest) / 4:.1g}")
    return options
