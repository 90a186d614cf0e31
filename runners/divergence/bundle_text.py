"""What a bundle says to people: the script with its commands, and four lines about it."""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass

from runners.contract import Output
from runners.toolchain import Toolchain

MODULE = "dispatch.vmfb"


@dataclass(frozen=True, slots=True)
class Commands:
    """The commands of a bundle as argument lists, to be run in its folder.

    :ivar compare: further commands that hold output files against expected ones, for types that the tool cannot compare.
    """

    compile: tuple[str, ...]
    run: tuple[str, ...]
    compare: tuple[tuple[str, ...], ...] = ()


def compile_command(file: str, flags: Sequence[str]) -> tuple[str, ...]:
    """``iree-compile`` on a file of the bundle."""
    return ("iree-compile", file, *flags, "-o", MODULE)


def run_command(function: str, device: str, flags: Sequence[str], options: Sequence[str]) -> tuple[str, ...]:
    """``iree-run-module`` on what was compiled."""
    return ("iree-run-module", f"--module={MODULE}", f"--device={device}", f"--function={function}", *flags, *options)


def script(commands: Commands) -> str:
    """The commands as a shell script, every argument quoted where need be. It ends with an error when the difference shows."""
    lines = [shlex.join(argv) for argv in (commands.compile, commands.run, *commands.compare)]
    return "\n".join(["#!/bin/sh", "set -e", 'cd "$(dirname "$0")"', *lines, ""])


def readme(  # noqa: PLR0917 - in the order of the text
    symbol: str, toolchain: Toolchain, files: Sequence[str], runs: tuple[int, int], outputs: Sequence[Output], remarks: Sequence[str] = ()
) -> str:
    """Four lines: what it is, how it is run, what it showed here, what else is in the folder.

    :param files: the program that the commands compile, then other forms of it.
    :param runs: how many showed the difference, of how many.
    :param remarks: sentences about how the program differs from the dispatch.
    """
    compiler, runtime = toolchain.release.requirements
    different = "; ".join(
        f"output {o.index} ({'x'.join(map(str, [*(o.shape or ()), o.dtype]))}): {o.mismatched} of {o.elements} elements, by up to {_figure(o.max_abs)}"
        for o in outputs
        if o.judgement == "different"
    )
    others = [f"{file} is the {'whole' if remarks else 'same'} dispatch as the compiler cut it out, for --compile-from=flow." for file in files[1:]]
    return "\n".join(
        [
            f"{symbol} of IREE {toolchain.release.name} gives other values than expected.",
            f"`sh repro.sh` shows it; it needs `pip install {compiler} {runtime}` and compares with expected_*.",
            f"Run here {runs[1]} times, shown {runs[0]} times: {different or 'no output differs'}.",
            " ".join([f"{files[0]} is what is compiled, input_* what the dispatch was given in the program.", *remarks, *others]),
            "",
        ]
    )


def _figure(value: float | None) -> str:
    return "?" if value is None else f"{value:.3g}"
