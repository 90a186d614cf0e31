"""Triage of the demo against the plain commands that it stands for, in one run.

usage: python -m tests.benchmarks.bench_triage [ROUNDS]

No compiled module is in the cache; the release's list of flags is, as it is after set-up. Target: below 1.3 times the
plain commands plus one second.
"""

import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

CASE = Path(__file__).parent.parent / "cases" / "flag-ab-gather-demote"
BIN = Path(sys.executable).parent
INPUTS = ("--input=6x4xf32=0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23", "--input=5xi64=5 4 3 2 1")


def timed(action: Callable[[Path], None], folder: Path) -> float:
    began = time.perf_counter()
    action(folder)
    return time.perf_counter() - began


def plain(folder: Path) -> None:
    """What a person would type: two compiles and two runs."""
    for flags in ((), ("--iree-input-demote-i64-to-i32",)):
        module = folder / "gather.vmfb"
        compile_: list[str | Path] = [BIN / "iree-compile", folder / "gather.mlir", "--iree-hal-target-backends=llvm-cpu", *flags, "-o", module]
        subprocess.run(compile_, check=True, capture_output=True)
        run: list[str | Path] = [BIN / "iree-run-module", f"--module={module}", "--device=local-task", "--function=main_graph", *INPUTS]
        subprocess.run(run, check=True, capture_output=True)


def bot(folder: Path, *args: str | Path) -> None:
    environment = {"HOME": str(folder), "PATH": "/usr/bin:/bin", "NUMERICS_BOT_CACHE_DIR": str(folder / "cache")}
    subprocess.run([BIN / "numerics-bot", *args], check=True, capture_output=True, env=environment)


def triage(folder: Path) -> None:
    """The same, compared, traced and located."""
    bot(folder, "triage", CASE / "issue.json", "--out", folder / "out")


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    body = json.loads((CASE / "issue.json").read_text())["body"]
    program = body.split("```mlir\n")[1].split("```")[0]
    plains, triages = [], []
    for _ in range(rounds):  # in turns, so that a busy machine slows both
        with tempfile.TemporaryDirectory() as name:
            (Path(name) / "gather.mlir").write_text(program)
            plains.append(timed(plain, Path(name)))
            bot(Path(name), "parse", CASE / "issue.json")
            triages.append(timed(triage, Path(name)))
    one, other = statistics.median(plains), statistics.median(triages)
    limit = 1.3 * one + 1
    print(f"plain commands  {one:6.2f} s   (median of {rounds})")
    print(f"triage          {other:6.2f} s   {other / one:.2f} times; limit {limit:.2f} s: {'held' if other < limit else 'MISSED'}")


if __name__ == "__main__":
    main()
