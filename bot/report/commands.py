"""The commands that do by hand what the spec says."""

import contextlib
import math
import shlex
from collections.abc import Iterator

from bot.report import numbers
from bot.report.escape import visible
from runners.contract import Input, ReproSpec, UserError, Variant
from runners.release import Release

_SUB_BYTE = {"i1": 8, "i2": 2, "ui2": 2, "i4": 4, "ui4": 4}
"""Element types that ``--input=`` reads as bytes in hexadecimal, with the bits that each element takes."""


def commands(spec: ReproSpec) -> str:
    """Shell lines: the packages, then ``iree-compile`` and ``iree-run-module`` for each variant; files they need as comments."""
    releases = {variant.iree_version for variant in spec.variants}
    parts = [list(_files(spec)), *([list(_packages(version)) for version in releases] if len(releases) == 1 else [])]
    for variant in spec.variants:
        own = _packages(variant.iree_version) if len(releases) > 1 else ()
        parts.append([_comment(f"{variant.name}: IREE {variant.iree_version}"), *own, *_tools(spec, variant)])
    return "\n\n".join("\n".join(lines) for lines in parts if lines)


def input_argument(given: Input) -> str:
    """What follows ``--input=`` for this argument: ``2x3xf32=1.5``, ``5xi64=5 4 3``, ``@x.npy``, ``4xf16=@x.bin``.

    A scalar is written as a tensor without dimensions (``f32=1.5``), but ``index`` has no tensors that cross the
    interface and stands alone. Random values have no spelling: they stand as a file.
    """
    dtype = given.dtype or ""
    typed = numbers.shape(given.shape, dtype)
    if given.kind == "file":
        whole = given.shape is None or given.dtype is None or str(given.file).endswith(".npy")
        return f"@{given.file}" if whole else f"{typed}=@{given.file}"
    if given.kind == "random":
        return f"@{_random_file(given)}"
    if given.value is None:
        return "0" if dtype == "index" else typed
    values = given.value if isinstance(given.value, tuple) else (given.value,)
    numbered = [int(v) for v in values if not isinstance(v, str) and math.isfinite(v)]
    if dtype in _SUB_BYTE and len(numbered) == len(values):
        return f"{typed}={_hexadecimal(numbered, _SUB_BYTE[dtype], splat=given.kind == 'splat')}"
    spelled = " ".join(map(numbers.plainly, values))
    return spelled if dtype == "index" else f"{typed}={spelled}"


def _hexadecimal(values: list[int], bits: int, *, splat: bool) -> str:
    """Packed bytes, the first element in the lowest bits; of a splat, the one byte that is repeated."""
    lanes = 8 // bits
    if splat:
        values = values * lanes
    mask = (1 << bits) - 1
    groups = [values[at : at + lanes] for at in range(0, len(values), lanes)]
    return " ".join(f"{sum((v & mask) << (bits * lane) for lane, v in enumerate(group)):02x}" for group in groups)


def _files(spec: ReproSpec) -> Iterator[str]:
    programs = {program.name: program for program in (spec.program, *(spec.program_of(v) for v in spec.variants))}
    for program in programs.values():
        if program.kind == "inline":
            yield _comment(f"{program.name}: the program as it stands in the issue")
    for artifact in spec.artifacts:
        pinned = f", SHA-256 {artifact.sha256}" if artifact.sha256 else ""
        yield _comment(f"{artifact.name}: {artifact.url or 'a file of the issue'}{pinned}")
    for given in spec.inputs:
        if given.kind == "random":
            seed = "" if given.seed is None else f", seed {given.seed}"
            yield _comment(f"{_random_file(given)}: {numbers.shape(given.shape, given.dtype)}, random{seed}, as numerics-bot draws it")


def _tools(spec: ReproSpec, variant: Variant) -> Iterator[str]:
    program, call, module = spec.program_of(variant), variant.run, f"{variant.name}.vmfb"
    yield shlex.join(["iree-compile", program.name, *variant.compile.flags, "-o", module])
    yield shlex.join(
        [
            "iree-run-module",
            f"--module={module}",
            f"--device={call.device}",
            *([f"--function={call.function}"] if call.function else []),
            *(f"--parameters={p.scope}={p.name}" if p.scope else f"--parameters={p.name}" for p in spec.parameters),
            *(f"--input={input_argument(i)}" for i in spec.inputs),
            *call.flags,
        ]
    )


def _packages(version: str) -> Iterator[str]:
    """The line that installs a release; nothing for what is no release."""
    with contextlib.suppress(UserError):
        yield shlex.join(["python", "-m", "pip", "install", *Release.parse(version).requirements])


def _random_file(given: Input) -> str:
    return f"input_{given.index}.npy"


def _comment(words: str) -> str:
    """One line, whatever stands in it: what follows a line end would be a command."""
    return f"# {visible(words)}"
