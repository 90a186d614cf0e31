"""Writes ``releases.toml``: which releases know each flag and take each value, read from the tools themselves.

usage: python -m runners.flags.survey RELEASE...

The releases are installed first where they are not yet. Of flags only those that the rulings decide on are written. Each
name has the spans of releases that know it: some went and came again.
"""

import logging
import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib.resources import files
from itertools import groupby
from pathlib import Path

import structlog

from runners.contract import MachineError
from runners.flags import Tool, decided
from runners.release import Release
from runners.sandbox import Limits, run
from runners.settings import RunnerSettings
from runners.stages.job import Job, scratch
from runners.toolchain import Toolchain, Toolchains

_PROGRAM = "func.func @f() { return }\n"
_NONE = "no-such-value"
_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Probe:
    """How one list of values is got out of a tool: a call that prints it, and what the values are in the text."""

    tool: Tool
    argv: tuple[str, ...]
    read: Callable[[str], Iterable[str]]


def _rows(text: str) -> list[str]:
    return re.findall(r"^\s+([\w-]+)$", text, re.MULTILINE)


def _drivers(text: str) -> list[str]:
    return re.findall(r"^\s*([\w-]+): ", text, re.MULTILINE)


def _listed_in_help(text: str) -> list[str]:
    own = re.search(r"^ *--iree-input-type=.*\n((?: *=.*\n)*)", text, re.MULTILINE)
    return re.findall(r"^ *=([\w-]+)", own[1], re.MULTILINE) if own else []


def _named_instead(text: str) -> list[str]:
    """The values that the tool offers in place of one that it does not take."""
    offered = re.search(r"\(available(?: =|:) ([^)]*)\)", text)
    return re.findall(r"'([\w-]+)'", offered[1]) if offered else []


PROBES: dict[str, tuple[Probe, ...]] = {
    "iree-hal-target-backends": (Probe("iree-compile", ("--iree-hal-list-target-backends",), _rows),),
    "iree-hal-target-device": (Probe("iree-compile", ("program.mlir", f"--iree-hal-target-device={_NONE}"), _named_instead),),
    "iree-input-type": (
        Probe("iree-compile", ("--help",), _listed_in_help),
        Probe("iree-compile", ("program.mlir", f"--iree-input-type={_NONE}"), _named_instead),
    ),
    "device": (Probe("iree-run-module", ("--list_drivers",), _drivers),),
}
"""By the name of the list, as ``runners.flags.values`` knows it."""


def values_of(toolchain: Toolchain, job: Job) -> dict[str, frozenset[str]]:
    """What each list of values holds in one release; an empty one where the release does not have its flag.

    :raises MachineError: when a tool does not answer.
    """
    (job.folder / "program.mlir").write_text(_PROGRAM)
    found: dict[str, set[str]] = {name: set() for name in PROBES}
    for name, probes in PROBES.items():
        for probe in probes:
            done = run([toolchain.tool(probe.tool), *probe.argv], folder=job.folder, limits=Limits.of(job.settings, seconds=_SECONDS))
            if done.stopped is not None:
                raise MachineError(f"{toolchain.release.name}: {done.why(probe.tool)}")
            found[name] |= set(probe.read(done.stdout + done.stderr))
    return {name: frozenset(values) for name, values in found.items()}


def survey(known: dict[Release, frozenset[str]], names: frozenset[str], values: dict[Release, dict[str, frozenset[str]]]) -> str:
    """The tables as text, from what each release knows and takes.

    :param names: the names that are of interest.
    """
    releases = sorted(known)
    lines = [
        "# Which releases of iree-compile know a flag, and which values they take, as spans (first, last), read from the releases listed here.",
        "# Made by python -m runners.flags.survey; do not edit.",
        "",
        "surveyed = [",
        *(f'  "{release.name}",' for release in releases),
        "]",
        "",
        "[known]",
        *_spans({release: known[release] & names for release in releases}),
    ]
    for name in PROBES:
        lines += ["", f"[values.{name}]", *_spans({release: values[release][name] for release in releases})]
    return "\n".join(lines) + "\n"


def _spans(found: dict[Release, frozenset[str]]) -> list[str]:
    """A row for each name, with the first and the last release of each stretch that has it."""
    rows = []
    for name in sorted(frozenset().union(*found.values())):
        stretches = [list(group) for has, group in groupby(found, key=lambda release: name in found[release]) if has]
        written = ", ".join(f'["{stretch[0].name}", "{stretch[-1].name}"]' for stretch in stretches)
        rows.append(f"{name} = [{written}]")
    return rows


def main() -> None:
    """Survey the releases that the command line names and write the tables into this package."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    settings = RunnerSettings()
    toolchains = Toolchains(settings)
    known, values = {}, {}
    for release in map(Release.parse, sys.argv[1:]):
        toolchain = toolchains.get(release)
        known[release] = toolchains.known_flags(release) or frozenset()
        with scratch(settings) as job:
            values[release] = values_of(toolchain, job)
    path = Path(str(files("runners.flags") / "releases.toml"))
    path.write_text(survey(known, decided("iree-compile"), values), encoding="utf-8")


if __name__ == "__main__":
    main()
