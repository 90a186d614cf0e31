"""What all tests share: a cache inside the checkout, and the groups that need something of the machine."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from runners.progress import Progress
from runners.settings import RunnerSettings
from runners.stages.job import Job, scratch
from runners.toolchain import Toolchain, Toolchains, bundled_release
from tests.groups import GROUPS

_LEFT_OUT = pytest.StashKey[dict[str, int]]()


@pytest.fixture(scope="session", autouse=True)
def _cache_in_checkout() -> Iterator[None]:
    """Toolchains and compiled modules are kept between test runs, but not among the user's own."""
    with pytest.MonkeyPatch.context() as patch:
        if "NUMERICS_BOT_CACHE_DIR" not in os.environ:
            patch.setenv("NUMERICS_BOT_CACHE_DIR", str(Path(__file__).parent.parent / ".make" / "cache"))
        yield


@pytest.fixture
def settings() -> RunnerSettings:
    return RunnerSettings()


@pytest.fixture
def toolchains(settings: RunnerSettings) -> Toolchains:
    return Toolchains(settings, Progress())


@pytest.fixture
def toolchain(toolchains: Toolchains) -> Toolchain:
    return toolchains.get(bundled_release())


@pytest.fixture
def job(settings: RunnerSettings) -> Iterator[Job]:
    with scratch(settings) as made:
        yield made


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "needs(group): runs only where the machine has what the group needs (tests/groups.py)")
    config.stash[_LEFT_OUT] = {}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    missing = {name for name, group in GROUPS.items() if not group.present()}
    left_out = [item for item in items if any(mark.args[0] in missing for mark in item.iter_markers("needs"))]
    for item in left_out:
        for mark in item.iter_markers("needs"):
            config.stash[_LEFT_OUT][mark.args[0]] = config.stash[_LEFT_OUT].get(mark.args[0], 0) + 1
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    for name, count in config.stash[_LEFT_OUT].items():
        terminalreporter.write_line(f"LEFT OUT: {count} tests of the group '{name}': {GROUPS[name].how}", yellow=True)


def pytest_sessionfinish(session: pytest.Session) -> None:
    if session.config.stash[_LEFT_OUT] and os.environ.get("NUMERICS_BOT_TEST_ALL") and session.exitstatus == 0:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
