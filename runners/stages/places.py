"""Places: for every tensor that a dispatch makes, the operation of the imported program that it is the result of.

Two builds of one program are held against each other by these, however differently they are cut into dispatches.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path

from pydantic import TypeAdapter

from runners.contract import Model
from runners.divergence.graph import Graph, Point
from runners.release import Release
from runners.sandbox import Finished, Limits, run
from runners.stages.compile import compile_to
from runners.stages.job import Job
from runners.toolchain import Toolchain

FIRST_WITH_REGIONS = Release.parse("3.0.0")
"""The first release that can stop where dispatches are regions of their own."""

_TEXT = "imported.mlir"
_OPERATION = re.compile(r'(?:= |^\s*|^\s*return )"?((?:[a-z_]+\.)+[a-z_.0-9]+|return)\b')
_MOST_EDITS = 1000
"""Lines that may have come or gone; programs that differ by more are not held against each other by their lines."""


class Region(Model):
    """The tensors that one dispatch makes, and which of them becomes each of its results."""

    points: tuple[Point, ...]
    stored: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Places:
    """The regions of a build's dispatches by ordinal, and the imported program's lines that their places count."""

    regions: tuple[Region, ...]
    lines: tuple[str, ...]


def read_places(job: Job, toolchain: Toolchain, program: Path, flags: Sequence[str], graph: Graph) -> Places | None:
    """Where each tensor of a build comes from; None where the release or the program does not let it be told.

    The program is imported, written out with one operation a line, and compiled on from there to where dispatches are
    formed: that gives the dispatches of ``graph``, in the same order.

    :raises MachineError: when a tool cannot be started or the disk is full.
    """
    if toolchain.release < FIRST_WITH_REGIONS:
        return None
    imported = compile_to(job, toolchain, program, flags, "input")
    if imported.module is None:
        return None
    folder = job.subfolder("places")
    text, listed = folder / _TEXT, folder / "regions.json"
    if not _probe(job, toolchain, "stamp", imported.module, text).succeeded:
        return None
    regions = compile_to(job, toolchain, text, [*flags, "--compile-from=input"], "dispatch-creation")
    if regions.module is None or not _probe(job, toolchain, "read", regions.module, listed).succeeded:
        return None
    by_dispatch = _dealt(_REGIONS.validate_json(listed.read_bytes()), graph)
    if by_dispatch is None:
        return None
    return Places(by_dispatch, tuple(text.read_text(encoding="utf-8").splitlines()))


_REGIONS = TypeAdapter(tuple[Region, ...])


def _probe(job: Job, toolchain: Toolchain, what: str, source: Path, target: Path) -> Finished:
    with as_file(files("runners.stages") / "places_probe.py") as probe:
        return run(
            [toolchain.python, "-I", probe, what, source, target], folder=target.parent, limits=Limits.of(job.settings, seconds=job.settings.compile_timeout_s)
        )


def _dealt(regions: Sequence[Region], graph: Graph) -> tuple[Region, ...] | None:
    """The region of each dispatch; None where they cannot be the dispatches of the graph.

    Where there are fewer, copies became dispatches only later on: these have no region, and compute nothing.
    """
    computing = [node for node in graph.dispatches if node.points or len(regions) == len(graph.dispatches)]
    if len(regions) != len(computing) or any(len(r.stored) != len(n.results) and set(n.tied) == {-1} for r, n in zip(regions, computing, strict=True)):
        return None
    dealt = {node.ordinal: region for node, region in zip(computing, regions, strict=True)}
    return tuple(dealt.get(node.ordinal, Region(points=(), stored=())) for node in graph.dispatches)


def line_of(place: str | None) -> int | None:
    """The line of a place in the imported program; None where it names none.

    Operations that were fused into one name several: the last of them reads the others, and its value is what is made.
    """
    return max((int(m[1]) for m in re.finditer(rf"{re.escape(_TEXT)}:(\d+):\d+", place or "")), default=None)


def matched_lines(a: Sequence[str], b: Sequence[str]) -> dict[int, int]:
    """Which line of A's imported program stands for each line of B's, counted from 1.

    Lines are the same if their operations are: a flag that changes types on import changes the rest of the line.
    """
    names_a, names_b = [_operation(line) for line in a], [_operation(line) for line in b]
    return {y + 1: x + 1 for x, y in common(names_a, names_b, most=_MOST_EDITS)}


def common(a: Sequence[str], b: Sequence[str], *, most: int) -> list[tuple[int, int]]:
    """A longest common subsequence, as pairs of places; nothing where more than ``most`` items would have to go or come.

    E. W. Myers, "An O(ND) difference algorithm and its variations", 1986. The time grows with the number of differences.
    """
    reach, steps = {1: 0}, []
    for edits in range(most + 1):
        steps.append(dict(reach))
        for k in range(-edits, edits + 1, 2):
            x = reach[k + 1] if k == -edits or (k != edits and reach[k - 1] < reach[k + 1]) else reach[k - 1] + 1
            while x < len(a) and x - k < len(b) and a[x] == b[x - k]:
                x += 1
            reach[k] = x
            if x >= len(a) and x - k >= len(b):
                return _walked_back(steps, len(a), len(b))
    return []


def _walked_back(steps: Sequence[dict[int, int]], x: int, y: int) -> list[tuple[int, int]]:
    """The matches on the way that led to the end; ``steps`` has how far each diagonal reached before each edit."""
    found = []
    for edits in range(len(steps) - 1, -1, -1):
        reach, k = steps[edits], x - y
        inserted = k == -edits or (k != edits and reach[k - 1] < reach[k + 1])
        before = k + 1 if inserted else k - 1
        edited = reach[before] + (not inserted)
        while x > edited:
            x, y = x - 1, y - 1
            found.append((x, y))
        x, y = reach[before], reach[before] - before
    return found[::-1]


def _operation(line: str) -> str:
    match = _OPERATION.search(line)
    return match[1] if match else re.sub(r"[%\w]+", "", line)[:40]
