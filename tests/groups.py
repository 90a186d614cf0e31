"""Groups of tests that need system packages: how to see that they are there, and how to get them."""

import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Group:
    present: Callable[[], bool]
    how: str


def _lavapipe() -> bool:
    return any(Path("/usr/share/vulkan/icd.d").glob("lvp_icd*")) and any(Path("/usr/lib").glob("*/libvulkan.so.1"))


def _namespaces() -> bool:
    unshare = shutil.which("unshare")
    return unshare is not None and subprocess.run([unshare, "-Urm", "true"], capture_output=True, check=False).returncode == 0


GROUPS = {
    "chromium": Group(lambda: shutil.which("chromium") is not None, "apt install chromium"),
    "namespaces": Group(_namespaces, "a system that lets its users make namespaces (unshare -Urm)"),
    "vulkan": Group(_lavapipe, "apt install mesa-vulkan-drivers libvulkan1"),
}
