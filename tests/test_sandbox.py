"""How a tool is started: limits, a cleared environment, nothing left running."""

import os
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from runners import sandbox
from runners.contract import MachineError
from runners.sandbox import Limits, run

LIMITS = Limits(seconds=20, memory=1 << 30, file=1 << 20, log=1 << 16, printed=1 << 16)
PYTHON = [sys.executable, "-I", "-c"]


def alive(marker: str) -> bool:
    """Whether a process with this word on its command line is running."""
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal() and int(entry.name) != os.getpid():
            try:
                if marker in (entry / "cmdline").read_text():
                    return True
            except OSError:
                continue
    return False


def test_it_gives_back_what_was_printed_and_how_it_ended(tmp_path: Path) -> None:
    done = run(["/bin/sh", "-c", "echo out; echo err >&2; exit 3"], folder=tmp_path, limits=LIMITS)
    assert (done.exit, done.stdout, done.stderr, done.stopped) == (3, "out\n", "err\n", None)
    assert not done.succeeded


def test_a_tool_sees_nothing_of_our_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_TOKEN", "secret")
    monkeypatch.setenv("HIP_VISIBLE_DEVICES", "1")
    told = run(["/usr/bin/env"], folder=tmp_path, limits=LIMITS).stdout
    assert "secret" not in told
    assert f"HOME={tmp_path}" in told
    assert "HIP_VISIBLE_DEVICES=1" in told


def test_a_crash_is_told_as_such(tmp_path: Path) -> None:
    done = run([*PYTHON, "import os; os.kill(os.getpid(), 11)"], folder=tmp_path, limits=LIMITS)
    assert done.exit == -11
    assert done.why("iree-compile") == "iree-compile was killed by SIGSEGV"


def test_a_hang_is_stopped_with_all_its_children(tmp_path: Path) -> None:
    marker = f"hang-{os.getpid()}"
    code = f"import subprocess, sys, time; subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)', '{marker}']); time.sleep(60)"
    done = run([*PYTHON, code], folder=tmp_path, limits=replace(LIMITS, seconds=1))
    assert done.stopped == "time"
    assert "was stopped after 1 s" in done.why("the run")
    assert not alive(marker)


def test_a_child_that_was_left_behind_does_not_stay(tmp_path: Path) -> None:
    marker = f"left-{os.getpid()}"
    done = run(
        [*PYTHON, f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)', '{marker}'])"],
        folder=tmp_path,
        limits=LIMITS,
    )
    assert done.succeeded
    assert not alive(marker)


def test_too_much_memory_is_stopped(tmp_path: Path) -> None:
    done = run([*PYTHON, "x = bytearray(400 << 20); import time; time.sleep(20)"], folder=tmp_path, limits=replace(LIMITS, memory=200 << 20))
    assert done.stopped == "memory"
    assert done.seconds < 15


def test_too_much_text_is_stopped_and_cut(tmp_path: Path) -> None:
    done = run([*PYTHON, "while True: print('x' * 1000)"], folder=tmp_path, limits=replace(LIMITS, file=1 << 30))
    assert done.stopped == "output"
    assert len(done.stdout) <= LIMITS.log


def test_a_file_cannot_grow_without_end(tmp_path: Path) -> None:
    done = run([*PYTHON, "open('big', 'wb').write(bytes(8 << 20))"], folder=tmp_path, limits=LIMITS)
    assert not done.succeeded
    assert (tmp_path / "big").stat().st_size <= LIMITS.file


def test_what_is_not_text_does_not_matter(tmp_path: Path) -> None:
    assert run([*PYTHON, "import sys; sys.stdout.buffer.write(bytes(range(256)))"], folder=tmp_path, limits=LIMITS).stdout.startswith("\0\1\2")


def test_a_tool_that_is_not_there_is_the_machines_fault(tmp_path: Path) -> None:
    with pytest.raises(MachineError, match="cannot be started"):
        run([tmp_path / "nothing"], folder=tmp_path, limits=LIMITS)


def test_a_full_disk_is_the_machines_fault(tmp_path: Path) -> None:
    with pytest.raises(MachineError, match="is full: free some space"):
        run([*PYTHON, "f = open('/dev/full', 'w'); f.write('x'); f.flush()"], folder=tmp_path, limits=LIMITS)


def test_stop_all_ends_what_runs_in_other_threads(tmp_path: Path) -> None:
    ended: list[sandbox.Finished] = []
    thread = threading.Thread(target=lambda: ended.append(run(["/bin/sleep", "60"], folder=tmp_path, limits=LIMITS)))
    thread.start()
    time.sleep(0.3)
    sandbox.stop_all()
    thread.join(5)
    assert ended[0].exit == -9
