"""What this machine is, as far as it bears on numbers."""

import platform
from collections.abc import Sequence
from pathlib import Path

from runners.contract import Environment
from runners.prepare import Prepared


def environment(variants: Sequence[Prepared]) -> Environment:
    """Releases and devices by variant; processor and system of this machine."""
    return Environment(
        iree={v.name: v.toolchain.release.name for v in variants},
        device={v.name: v.variant.run.device for v in variants},
        cpu=_processor(),
        os=f"{platform.system()} {platform.release()} {platform.machine()}",
    )


def _processor() -> str:
    for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.machine()
