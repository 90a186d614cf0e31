"""The most memory that this process, and a child of it that runs a module, hold at a time."""

import contextlib
import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass
class Peaks:
    """Bytes of resident memory. ``private`` is what is no page of a file."""

    child: int = 0
    own: int = 0
    private: int = 0

    def look(self) -> None:
        self.own, self.private = max(self.own, held("self", "VmRSS")), max(self.private, held("self", "RssAnon"))
        for children in Path("/proc/self/task").glob("*/children"):
            with contextlib.suppress(OSError, IndexError):  # processes and threads come and go while we look
                for child in children.read_text(encoding="ascii").split():
                    if b"run_probe.py" in Path(f"/proc/{child}/cmdline").read_bytes():
                        self.child = max(self.child, held(child, "VmHWM"))


def held(process: str, what: str) -> int:
    return int(re.findall(rf"^{what}:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text(encoding="ascii"), re.MULTILINE)[0]) << 10


@contextlib.contextmanager
def watched() -> Iterator[Peaks]:
    """Peaks of what is done in this context, looked at every few milliseconds."""
    peaks, over = Peaks(), threading.Event()

    def watch() -> None:
        while not over.wait(0.005):
            peaks.look()

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        yield peaks
    finally:
        over.set()
        watcher.join()
