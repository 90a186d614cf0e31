"""How long it takes to read a report, by its size, beside what Markdown alone takes.

usage: python -m tests.benchmarks.bench_intake

Reports of 64 KiB in the ways in which they grow, and the whole corpus as it is. Best of five, in the processor's time.
Target: 100 ms for 64 KiB.
"""

import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from bot.intake import Issue, parse, read_issue
from bot.intake.markdown import read_markdown
from runners.artifacts import LocalArtifacts
from runners.toolchain import bundled_release
from tests.intake.corpus import REPORTS
from tests.intake.test_hostile import LARGE, SIZE

ROUNDS = 5
LIMIT_MS = 100.0


def milliseconds(action: Callable[[], Any]) -> float:
    """Best of the rounds."""
    times = []
    for _ in range(ROUNDS):
        began = time.process_time()
        action()
        times.append(time.process_time() - began)
    return min(times) * 1000


def reading(issue: Issue, artifacts: LocalArtifacts) -> float:
    """Milliseconds for the whole intake of an issue."""
    return milliseconds(lambda: parse(issue, artifacts, default_release=bundled_release(), known_flags=lambda _: None))


def joined(size: int) -> str:
    """All reports of the corpus one after another, cut at ``size`` characters: much of everything."""
    bodies = [read_issue(next(folder.glob("issue.*"))).body for folder in REPORTS]
    return "\n\n".join(bodies)[:size]


def main() -> None:
    slowest = 0.0
    print(f"{'64 KiB of':40}{'ms':>8}{'Markdown':>10}{'ratio':>7}")
    for name, text in {**LARGE, "all reports of the corpus": joined(SIZE)}.items():
        whole, markdown = reading(Issue(body=text[:SIZE]), LocalArtifacts(None)), milliseconds(partial(read_markdown, text[:SIZE]))
        slowest = max(slowest, whole)
        print(f"{name:40}{whole:8.1f}{markdown:10.1f}{whole / markdown:7.1f}", flush=True)
    each = [reading(read_issue(next(folder.glob("issue.*"))), LocalArtifacts(folder)) for folder in REPORTS]
    print(f"the {len(each)} reports of the corpus, each: median {statistics.median(each):.1f} ms, slowest {max(each):.1f} ms")
    print(f"slowest of 64 KiB {slowest:.0f} ms; limit {LIMIT_MS:.0f} ms: {'held' if slowest < LIMIT_MS else 'MISSED'}")


if __name__ == "__main__":
    main()
