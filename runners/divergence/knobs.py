"""Knobs: switches of the code generation, each tried alone on a dispatch that gives wrong values.

Which of them makes the difference vanish tells an engineer where to look. The switches are data (``knobs.toml``).
"""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial
from importlib.resources import files
from pathlib import Path

from pydantic import TypeAdapter

from runners.contract import Knob, Model
from runners.divergence.case import Case, differs
from runners.flags import Flag, known_by_survey, translated
from runners.release import Release
from runners.stages.compile import Compilation, CompileCache
from runners.stages.invocation import Tensor
from runners.stages.isolate import Function, compile_bare, isolate
from runners.stages.job import Job, side_by_side
from runners.stages.replay import replay
from runners.toolchain import Toolchain

_TARGET_FLAGS = ("iree-hal-target-backends", "iree-hal-target-device", "iree-hal-local-target-device-backends")
"""Flags that say what is compiled for, the more particular one last."""

_INVERSE = {"true": "false", "false": "true"}


class Switch(Model):
    """One switch of the table: the values to try, and what is tried in place of a value that the variant has already."""

    flag: str
    backends: tuple[str, ...]
    values: tuple[str, ...]
    otherwise: str | None = None

    def tried_with(self, flags: Sequence[Flag]) -> tuple[Flag, ...]:
        """The flags to try on top of a variant's."""
        own = next((flag.value or "true" for flag in reversed(flags) if flag.name == self.flag), None)
        values = [self.otherwise or _INVERSE.get(value) if value == own else value for value in self.values]
        return tuple(Flag(self.flag, value) for value in dict.fromkeys(values) if value is not None)


@dataclass(frozen=True, slots=True)
class Knobs:
    """What the switches did; ``problem`` says why none was tried, where none was."""

    tried: tuple[Knob, ...] = ()
    problem: str | None = None


def backend_of(flags: Sequence[str]) -> str | None:
    """The back end that flags compile for, by its name in the table; None where they name none that is in it.

    >>> backend_of(["--iree-hal-target-device=hip", "--iree-rocm-target=gfx942"])
    'rocm'
    """
    parsed = [Flag.parse(flag) for flag in flags]
    for name in reversed(_TARGET_FLAGS):
        for flag in parsed:
            if flag.name == name and flag.value:
                return next((backend for backend, names in _backends().items() if flag.value.split("[")[0] in names), None)
    return None


def switches_for(backend: str, flags: Sequence[str], release: Release) -> tuple[Flag, ...]:
    """Every switch of a back end that the release knows, as it spells it, with the value to try beside these flags."""
    own = [Flag.parse(flag) for flag in flags]
    known = known_by_survey(release)
    found = []
    for switch in _table():
        if backend not in switch.backends:
            continue
        for flag in switch.tried_with(own):
            spelled = translated(flag, release, None)
            if known is None or spelled.name in known:
                found.append(spelled)
    return tuple(found)


def try_knobs(job: Job, toolchain: Toolchain, case: Case, *, switches: Sequence[Flag] | None = None) -> Knobs:
    """Compile the dispatch alone with each switch in turn, run it on the recorded inputs, and say what became of it.

    ``vanishes``: it gives what is expected. ``persists``: it gives what it gave before, but for rounding. ``changes``: it
    gives something else that is wrong. ``fails``: it does not compile or not run.

    :param switches: those to try, by default all of the back end that the variant's flags name.
    :raises LookupError: when the trace does not hold the dispatch.
    :raises ValueError: when the expected values do not fit the results.
    :raises MachineError: when a tool cannot be started or the disk is full.
    """
    case.check()
    if switches is None:
        backend = backend_of(case.flags)
        if backend is None:
            return Knobs(problem="the flags name no back end whose switches are known")
        switches = switches_for(backend, case.flags, toolchain.release)
    trial = _Trial(job, toolchain, case)
    if trial.problem is not None:
        return Knobs(problem=trial.problem)
    effects = side_by_side(*(partial(trial.effect, flag) for flag in switches)) if switches else []
    return Knobs(tuple(Knob(flag=str(flag), effect=effect) for flag, effect in zip(switches, effects, strict=True) if effect is not None))


class _Trial:
    """The dispatch alone as the variant compiles it, against which each switch is held. ``problem``: why that is not to be had."""

    def __init__(self, job: Job, toolchain: Toolchain, case: Case) -> None:
        self._job, self._toolchain, self._case = job, toolchain, case
        self._isolated = isolate(job, toolchain, case.flow, [case.ordinal])
        self._cache = CompileCache(job.settings)
        self._before: tuple[Tensor, ...] = ()
        self._module = b""
        self.problem = self._first()

    @property
    def _function(self) -> Function:
        return self._isolated.of(self._case.ordinal)

    def _first(self) -> str | None:
        if self._function.problem is not None:
            return f"the dispatch cannot be taken out: {self._function.problem}"
        compiled = self._compile(self._case.flags)
        if compiled.module is None:
            return f"the dispatch alone does not compile: {compiled.reason}"
        results = self._results(compiled.module)
        if isinstance(results, str):
            return f"the dispatch alone does not run: {results}"
        if not differs(self._case.judge(results)):
            return "the dispatch alone gives what is expected"
        self._before, self._module = results, compiled.module.read_bytes()
        return None

    def effect(self, flag: Flag) -> str | None:
        """What this switch does; None where the compiler does not know it."""
        others = [other for other in self._case.flags if Flag.parse(other).name != flag.name]
        compiled = self._compile([*others, str(flag)])
        if compiled.module is None:
            return None if "Unknown command line argument" in compiled.log else "fails"
        if compiled.module.read_bytes() == self._module:
            return "persists"
        results = self._results(compiled.module)
        if isinstance(results, str):
            return "fails"
        if not differs(self._case.judge(results)):
            return "vanishes"
        same = all(self._case.judging(now, before).judgement != "different" for now, before in zip(results, self._before, strict=True))
        return "persists" if same else "changes"

    def _compile(self, flags: Sequence[str]) -> Compilation:
        return compile_bare(self._job, self._toolchain, self._isolated, flags, self._cache)

    def _results(self, module: Path) -> tuple[Tensor, ...] | str:
        call = self._function.call(self._case.recorded)
        run = self._case.call
        replayed = replay(self._job, self._toolchain, module, run.device, [call], 1, flags=run.flags)[0]
        return replayed.results[0] if replayed.results else replayed.reason or "it gave nothing"


@cache
def _table() -> tuple[Switch, ...]:
    return TypeAdapter(tuple[Switch, ...]).validate_python(_toml()["knob"])


@cache
def _backends() -> dict[str, list[str]]:
    return TypeAdapter(dict[str, list[str]]).validate_python(_toml()["backends"])


@cache
def _toml() -> dict[str, object]:
    return tomllib.loads((files("runners.divergence") / "knobs.toml").read_text(encoding="utf-8"))
