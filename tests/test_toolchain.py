"""IREE releases as environments: found, installed, repaired, shared."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from runners.contract import MachineError
from runners.progress import Progress
from runners.release import Release
from runners.settings import RunnerSettings
from runners.toolchain import Toolchains, bundled_release

OLDER = Release.parse("3.12.0")


class Heard:
    """An observer that remembers."""

    def __init__(self) -> None:
        self.stages: list[str] = []

    def began(self, stage: str) -> None:
        self.stages.append(stage)

    def ended(self, stage: str, seconds: float) -> None:
        assert seconds >= 0
        assert stage in self.stages


def test_the_release_beside_us_needs_no_installation(toolchains: Toolchains) -> None:
    toolchain = toolchains.installed(bundled_release())
    assert toolchain is not None
    assert toolchain.python == Path(sys.executable)
    said = subprocess.run([toolchain.compiler, "--version"], capture_output=True, text=True, check=True).stdout
    assert bundled_release().name in said


def test_another_release_is_installed_once_even_when_two_ask_at_the_same_time(settings: RunnerSettings, tmp_path: Path) -> None:
    fresh = settings.model_copy(update={"cache_dir": tmp_path})
    heard = Heard()
    assert Toolchains(fresh).installed(OLDER) is None
    with ThreadPoolExecutor(2) as pool:
        one, two = pool.map(lambda _: Toolchains(fresh, Progress(heard)).get(OLDER), range(2))
    assert one == two
    assert heard.stages == ["install IREE 3.12.0"]
    said = subprocess.run([one.compiler, "--version"], capture_output=True, text=True, check=True).stdout
    assert "3.12.0" in said


def test_what_an_interrupted_installation_left_is_replaced(settings: RunnerSettings, tmp_path: Path) -> None:
    broken = tmp_path / "toolchains" / OLDER.name
    (broken / "bin").mkdir(parents=True)
    (broken / "bin" / "python").write_text("half")
    fresh = settings.model_copy(update={"cache_dir": tmp_path})
    assert Toolchains(fresh).get(OLDER).is_whole()


def test_a_release_that_does_not_exist_is_the_machines_no_with_the_reason(toolchains: Toolchains) -> None:
    with pytest.raises(MachineError, match=r"IREE 3\.99\.0 cannot be installed: .*no version of iree-base-compiler==3\.99\.0"):
        toolchains.get(Release.parse("3.99.0"))


def test_flags_are_those_of_the_release(toolchains: Toolchains) -> None:
    new, old = toolchains.known_flags(bundled_release()), toolchains.known_flags(toolchains.get(Release.parse("20240410.859")).release)
    assert new is not None
    assert old is not None
    assert "iree-opt-level" in new - old
    assert "iree-rocm-target-chip" in old - new
    assert {"iree-hal-target-backends", "iree-input-type"} <= new & old


def test_flags_of_the_runner_tool_are_read_too(toolchains: Toolchains) -> None:
    known = toolchains.known_flags(bundled_release(), "iree-run-module")
    assert known is not None
    assert {"device", "function", "hip_use_streams"} <= known


def test_flags_of_a_release_that_is_not_here_are_unknown(settings: RunnerSettings, tmp_path: Path) -> None:
    assert Toolchains(settings.model_copy(update={"cache_dir": tmp_path})).known_flags(OLDER) is None
