"""What is installed where: locked with hashes, no address of an index, and a runner without the bot's dependencies."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
LOCK, RUNNER_LOCK = ROOT / "requirements.lock", ROOT / "runners" / "requirements.lock"


def locked(path: Path) -> dict[str, str]:
    """Names and the lines that belong to each."""
    blocks = re.split(r"^(?=[a-z0-9])", path.read_text(), flags=re.MULTILINE)
    return {re.split(r"[=\[;]", block)[0].strip(): block for block in blocks if "==" in block}


def names(requirements: list[str]) -> set[str]:
    return {re.split(r"[><=\[ ]", r)[0].lower() for r in requirements}


def test_everything_is_locked_with_hashes_and_nothing_says_where_it_comes_from() -> None:
    for path in (LOCK, RUNNER_LOCK):
        assert "://" not in path.read_text()
        assert all("--hash=sha256:" in block for block in locked(path).values())


def test_all_dependencies_are_in_the_lock() -> None:
    assert names(PROJECT["dependencies"]) | names(PROJECT["optional-dependencies"]["bot"]) <= set(locked(LOCK))


def test_a_runner_alone_needs_no_web_and_no_github() -> None:
    alone = set(locked(RUNNER_LOCK))
    assert names(PROJECT["dependencies"]) <= alone
    assert not alone & names(PROJECT["optional-dependencies"]["bot"])


def test_a_runner_has_the_same_versions() -> None:
    def version(block: str) -> str:
        return block.split("==")[1].split(maxsplit=1)[0]

    whole, alone = locked(LOCK), locked(RUNNER_LOCK)
    assert {name: version(alone[name]) for name in alone} == {name: version(whole[name]) for name in alone}
