"""How a tool is started: no shell, a cleared environment, limits, and nothing left running.

Every child process of a runner starts in :func:`run`; this is the one place where isolation is added.
"""

import contextlib
import os
import resource
import select
import signal
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import structlog

from runners.contract import MachineError
from runners.settings import RunnerSettings

_log = structlog.get_logger()

_KEPT = (
    # How a device is found and chosen is the machine owner's business, not the report's.
    "CUDA_VISIBLE_DEVICES",
    "HIP_VISIBLE_DEVICES",
    "ROCR_VISIBLE_DEVICES",
    "HSA_OVERRIDE_GFX_VERSION",
    "VK_DRIVER_FILES",
    "VK_ICD_FILENAMES",
    # Some processors need this for old builds of numpy not to crash.
    "OPENBLAS_CORETYPE",
)
_POLL_MS = 50
"""Between two looks at a running tool's memory and output; its end is noticed at once."""

_GONE_TRIES, _GONE_PAUSE = 500, 0.002
_LOGGED = 4000
"""Characters of a tool's messages that go into the log."""

Stop = Literal["time", "memory", "output"]


@dataclass(frozen=True, slots=True)
class Limits:
    """What one tool may use: wall-clock seconds; bytes of resident memory, of one file, of printed text.

    Of what it printed, ``log`` bytes are given back; the whole of it lies in the folder.
    """

    seconds: float
    memory: int
    file: int
    log: int
    printed: int

    @classmethod
    def of(cls, settings: RunnerSettings, *, seconds: float, printed: int | None = None) -> "Limits":
        """The machine's limits with this much time, and with this much text where a tool's product is what it prints."""
        return cls(seconds, settings.memory_bytes, settings.file_bytes, settings.log_bytes, settings.log_bytes if printed is None else printed)


@dataclass(frozen=True, slots=True)
class Finished:
    """How a tool ended. ``exit`` is its status, ``-N`` for signal N; ``stopped`` says which limit ended it."""

    argv: tuple[str, ...]
    exit: int
    stopped: Stop | None
    stdout: str
    stderr: str
    seconds: float

    @property
    def succeeded(self) -> bool:
        """Whether it ran to its end and said so."""
        return self.exit == 0 and self.stopped is None

    def why(self, tool: str) -> str:
        """In words, how it ended: ``iree-compile was killed by SIGSEGV``."""
        match self.stopped:
            case "time":
                return f"{tool} was stopped after {self.seconds:.0f} s"
            case "memory":
                return f"{tool} was stopped: it used more memory than this machine allows"
            case "output":
                return f"{tool} was stopped: it printed more than this machine allows"
        if self.exit < 0:
            return f"{tool} was killed by {signal.Signals(-self.exit).name}"
        return f"{tool} ended with exit status {self.exit}"


_running: set[int] = set()
_lock = threading.Lock()


def run(argv: Sequence[str | Path], *, folder: Path, limits: Limits) -> Finished:
    """Run a tool to its end in ``folder`` and give back how it ended and what it printed.

    It gets its own process group, which is gone when this returns, however it returns; an environment without
    anything of the caller's but where devices are; no input.

    :raises MachineError: when the tool cannot be started or the disk is full.
    """
    items = tuple(str(item) for item in argv)
    began = time.monotonic()
    with _reported_disk(folder), (folder / "stdout").open("w+b") as out, (folder / "stderr").open("w+b") as err:
        try:
            process = subprocess.Popen(  # noqa: S603 - an argv list of our own tools; there is no shell
                items, cwd=folder, env=_environment(folder), stdin=subprocess.DEVNULL, stdout=out, stderr=err, start_new_session=True
            )
        except OSError as error:
            raise MachineError(f"{items[0]} cannot be started on this machine ({error.strerror}): reinstall the toolchain") from error
        with _lock:
            _running.add(process.pid)
        try:
            _limit(process.pid, limits)
            stopped = _watch(process, began, limits, (out.fileno(), err.fileno()))
        finally:
            _kill_group(process.pid)
            code = process.wait()
            _wait_until_gone(process.pid)
            with _lock:
                _running.discard(process.pid)
        stdout, stderr = (_head(stream.fileno(), limits.log) for stream in (out, err))
    finished = Finished(items, code, stopped, stdout, stderr, time.monotonic() - began)
    _log.info("tool", argv=items, folder=folder.name, exit=code, stopped=stopped, seconds=round(finished.seconds, 3), stderr=stderr[-_LOGGED:])
    if not finished.succeeded and "No space left on device" in finished.stderr:
        raise MachineError(f"the disk that holds {folder.parent} is full: free some space or set NUMERICS_BOT_SCRATCH_DIR to another disk")
    return finished


def stop_all() -> None:
    """Kill every tool that is running; the threads that wait for them return at once."""
    with _lock:
        for pid in _running:
            _kill_group(pid)


@contextlib.contextmanager
def _reported_disk(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise MachineError(f"{folder.parent} cannot be written ({error.strerror}): free some space or set NUMERICS_BOT_SCRATCH_DIR") from error


def _environment(folder: Path) -> dict[str, str]:
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    return {"PATH": "/usr/bin:/bin", "HOME": str(folder), "TMPDIR": str(folder), "LANG": "C.UTF-8", **kept}


def _limit(pid: int, limits: Limits) -> None:
    with contextlib.suppress(ProcessLookupError):  # it may have ended already
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (limits.file, limits.file))
        resource.prlimit(pid, resource.RLIMIT_CORE, (0, 0))


def _watch(process: subprocess.Popen[bytes], began: float, limits: Limits, streams: tuple[int, int]) -> Stop | None:
    """Wait for the end, or for the first limit that is passed."""
    ended = os.pidfd_open(process.pid)
    try:
        poll = select.poll()
        poll.register(ended, select.POLLIN)
        while not poll.poll(_POLL_MS):
            if time.monotonic() - began > limits.seconds:
                return "time"
            if _resident(process.pid) > limits.memory:
                return "memory"
            if sum(os.fstat(stream).st_size for stream in streams) > limits.printed:
                return "output"
        return None
    finally:
        os.close(ended)


def _resident(group: int) -> int:
    """Bytes of resident memory of all processes in the group."""
    pages = 0
    for member in _members(group):
        with contextlib.suppress(OSError):
            pages += int((member / "statm").read_text().split()[1])
    return pages * resource.getpagesize()


def _kill_group(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)


def _wait_until_gone(group: int) -> None:
    """SIGKILL takes its time; what was killed must not write into a folder that is being removed."""
    for _ in range(_GONE_TRIES):
        if not any(_members(group)):
            return
        time.sleep(_GONE_PAUSE)


def _members(group: int) -> Iterator[Path]:
    """Folders in ``/proc`` of the processes in the group that are not dead yet."""
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            with contextlib.suppress(OSError, ValueError):  # processes come and go while we look
                state, _, found = (entry / "stat").read_text().rpartition(")")[2].split()[:3]
                if int(found) == group and state != "Z":
                    yield entry


def _head(stream: int, limit: int) -> str:
    return os.pread(stream, limit, 0).decode("utf-8", "replace")
