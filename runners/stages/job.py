"""The folder of one job: every tool gets a fresh subfolder, everything is gone when the job ends."""

import contextlib
import itertools
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from runners import sandbox
from runners.contract import MachineError
from runners.settings import RunnerSettings

T = TypeVar("T")


class Job:
    """A scratch folder and the settings that hold in it."""

    def __init__(self, folder: Path, settings: RunnerSettings) -> None:
        self.folder = folder
        self.settings = settings
        self._numbers = itertools.count(1)

    def subfolder(self, what: str) -> Path:
        """A new, empty folder for one tool."""
        folder = self.folder / f"{next(self._numbers):03d}-{re.sub(r'[^A-Za-z0-9]+', '-', what)}"
        folder.mkdir()
        return folder


@contextlib.contextmanager
def scratch(settings: RunnerSettings) -> Iterator[Job]:
    """A job folder for the time of the context. On any exit its tools are killed and the folder is removed.

    :raises MachineError: when the scratch folder cannot be made or the disk fills up.
    """
    try:
        folder = Path(tempfile.mkdtemp(prefix="numerics-bot-", dir=settings.scratch_dir))
    except OSError as error:
        where = settings.scratch_dir or tempfile.gettempdir()
        raise MachineError(f"no job folder can be made in {where} ({error.strerror}): set NUMERICS_BOT_SCRATCH_DIR to a disk with space") from error
    try:
        yield Job(folder, settings)
    except OSError as error:
        if error.filename is not None and not str(error.filename).startswith(str(folder)):
            raise
        raise MachineError(f"{folder.parent} cannot be written ({error.strerror}): free some space or set NUMERICS_BOT_SCRATCH_DIR") from error
    finally:
        sandbox.stop_all()
        shutil.rmtree(folder, ignore_errors=True)


def side_by_side(*tasks: Callable[[], T]) -> list[T]:
    """Do tasks at the same time, as many as there are cores; results in order. The first error stops all tools."""
    with ThreadPoolExecutor(max_workers=max(1, min(len(tasks), os.cpu_count() or 1))) as pool:
        futures = [pool.submit(task) for task in tasks]
        try:
            return [future.result() for future in futures]
        except BaseException:
            for future in futures:
                future.cancel()
            sandbox.stop_all()
            raise
