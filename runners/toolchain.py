"""IREE releases as environments on this machine: compiler, runtime and Python of one release, always as a pair."""

import contextlib
import fcntl
import importlib.metadata
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import uv

from runners.contract import MachineError
from runners.flags import Tool
from runners.progress import Progress
from runners.release import Release
from runners.settings import RunnerSettings

_PYTHON_OF_DATED = "3.11"
"""The newest Python that every dated release has packages for."""
_HELP = {"iree-compile": "--help-hidden", "iree-run-module": "--help"}
_INSTALL_SECONDS = 900
_DECORATION = " ×╰─▶│"
"""What uv draws around its messages."""


@dataclass(frozen=True, slots=True)
class Toolchain:
    """One release, ready to use. ``compiler`` is the real binary: the package's wrapper cannot be killed with its child."""

    release: Release
    python: Path
    packages: Path

    @property
    def compiler(self) -> Path:
        """The ``iree-compile`` binary."""
        return self.packages / "iree" / "compiler" / "_mlir_libs" / "iree-compile"

    def tool(self, name: Tool) -> Path:
        """The binary of a tool; early releases kept those of the runtime beside its Python code."""
        if name == "iree-compile":
            return self.compiler
        places = (self.packages / "iree" / folder / name for folder in ("_runtime_libs", "runtime"))
        return next((place for place in places if place.exists()), self.packages / name)

    def is_whole(self) -> bool:
        """Whether both binaries are there."""
        return self.python.exists() and all(self.tool(name).exists() for name in ("iree-compile", "iree-run-module"))


def bundled_release() -> Release:
    """The release that is installed beside this program; what a report gets that names none.

    :raises MachineError: when IREE is not installed here.
    """
    try:
        return Release.parse(importlib.metadata.version("iree-base-compiler"))
    except importlib.metadata.PackageNotFoundError:
        raise MachineError("IREE is not installed beside numerics-bot: install the packages iree-base-compiler and iree-base-runtime") from None


class Toolchains:
    """The releases of this machine. Those that are not there yet are installed when they are asked for."""

    def __init__(self, settings: RunnerSettings, progress: Progress | None = None) -> None:
        self._settings = settings
        self._progress = progress or Progress()
        self._folder = settings.cache_dir / "toolchains"

    def installed(self, release: Release) -> Toolchain | None:
        """The toolchain of this release where it is ready, without installing anything."""
        with contextlib.suppress(MachineError):
            if bundled_release() == release:
                return Toolchain(release, Path(sys.executable), Path(sysconfig.get_path("platlib")))
        home = self._folder / release.name
        return _whole_in(home, release) if (home / "ready").exists() else None

    def get(self, release: Release) -> Toolchain:
        """The toolchain of this release, installed first where need be; safe against others who install it now.

        :raises MachineError: when the release cannot be had, with the package client's reason.
        """
        if found := self.installed(release):
            return found
        with self._locked(release):
            if found := self.installed(release):
                return found
            with self._progress.stage(f"install IREE {release.name}"):
                return self._install(release)

    def known_flags(self, release: Release, tool: Tool = "iree-compile") -> frozenset[str] | None:
        """Names of all flags that the tool's own help lists, without dashes; None where it is not installed."""
        toolchain = self.installed(release)
        if toolchain is None:
            return None
        cached = self._settings.cache_dir / "flags" / f"{release.name}-{tool}.json"
        with contextlib.suppress(OSError, ValueError):
            return frozenset(json.loads(cached.read_text()))
        names = _flags_in(_output([toolchain.tool(tool), _HELP[tool]]))
        _write(cached, json.dumps(sorted(names)))
        return names

    @contextlib.contextmanager
    def _locked(self, release: Release) -> Iterator[None]:
        self._folder.mkdir(parents=True, exist_ok=True)
        with (self._folder / f"{release.name}.lock").open("w") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield

    def _install(self, release: Release) -> Toolchain:
        home = self._folder / release.name
        shutil.rmtree(home, ignore_errors=True)  # what an interrupted install left
        python = _PYTHON_OF_DATED if release.is_dated else sys.executable
        _uv("venv", "--quiet", "--python", python, home, why=f"IREE {release.name} needs Python {python}")
        numpy = "numpy<2" if release.is_dated else "numpy"
        _uv(
            "pip", "install", "--quiet", "--python", home, *release.requirements, numpy, "ml-dtypes",
            why=f"IREE {release.name} cannot be installed",
        )  # fmt: skip
        toolchain = _whole_in(home, release)
        if toolchain is None:
            raise MachineError(f"IREE {release.name} was installed but its tools are not where they belong: this release is not supported")
        (home / "ready").touch()
        return toolchain


def _whole_in(home: Path, release: Release) -> Toolchain | None:
    packages = next(home.glob("lib/python3.*/site-packages"), None)
    if packages is None:
        return None
    toolchain = Toolchain(release, home / "bin" / "python", packages)
    return toolchain if toolchain.is_whole() else None


def _flags_in(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"^[\s#]*--?([A-Za-z][A-Za-z0-9_.-]*)", text, re.MULTILINE))


def _output(argv: list[str | Path]) -> str:
    done = subprocess.run(argv, capture_output=True, text=True, errors="replace", timeout=60, check=False)  # noqa: S603 - our own toolchain's help
    return done.stdout + done.stderr


def _uv(*argv: str | Path, why: str) -> None:
    environment = {**os.environ, "UV_PYTHON_DOWNLOADS": "never"}
    environment.pop("VIRTUAL_ENV", None)
    try:
        done = subprocess.run(  # noqa: S603 - our own argv; the release's name was parsed
            [uv.find_uv_bin(), *argv], env=environment, capture_output=True, text=True, timeout=_INSTALL_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        raise MachineError(f"{why}: no answer from the package index within {_INSTALL_SECONDS} s; try again later") from None
    if done.returncode:
        raise MachineError(f"{why}: {_last_sentence(done.stderr)}")


def _last_sentence(text: str) -> str:
    lines = [line.strip(_DECORATION) for line in text.splitlines()]
    return " ".join(filter(None, lines))[:400] or "the package client said nothing"


def _write(path: Path, text: str) -> None:
    """Replace a cached file at once, so that a reader never sees half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(f".{os.getpid()}")
    fresh.write_text(text)
    fresh.replace(path)
