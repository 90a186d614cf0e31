"""Writes ``releases.toml``: between which releases each flag was known, read from the tools' own help.

usage: python -m runners.flags.survey RELEASE...

The releases are installed first where they are not yet. Only names that the rulings decide on are written, each with
the spans of releases that know it: some names went and came again.
"""

import sys
from importlib.resources import files
from itertools import groupby
from pathlib import Path

from runners.flags import decided
from runners.release import Release
from runners.settings import RunnerSettings
from runners.toolchain import Toolchains


def survey(known: dict[Release, frozenset[str]], names: frozenset[str]) -> str:
    """The table as text, from what each release knows.

    :param names: the names that are of interest.
    """
    releases = sorted(known)
    lines = [
        "# Which releases of iree-compile know a flag, as spans (first, last), read from --help-hidden of the releases listed here.",
        "# Made by python -m runners.flags.survey; do not edit.",
        "",
        "surveyed = [",
        *(f'  "{release.name}",' for release in releases),
        "]",
        "",
        "[known]",
    ]
    for name in sorted(names):
        knowing = {release for release in releases if name in known[release]}
        spans = [list(group) for knows, group in groupby(releases, key=knowing.__contains__) if knows]
        if spans:
            written = ", ".join(f'["{span[0].name}", "{span[-1].name}"]' for span in spans)
            lines.append(f"{name} = [{written}]")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Survey the releases that the command line names and write the table into this package."""
    toolchains = Toolchains(RunnerSettings())
    known = {}
    for release in map(Release.parse, sys.argv[1:]):
        toolchains.get(release)
        known[release] = toolchains.known_flags(release) or frozenset()
    table = Path(str(files("runners.flags") / "releases.toml"))
    table.write_text(survey(known, decided("iree-compile")), encoding="utf-8")


if __name__ == "__main__":
    main()
