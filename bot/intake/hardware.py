"""Which device runs a variant, and which labels a machine must carry for it."""

import re
from collections.abc import Iterable

from bot.intake.cards import Api, chips_in
from runners.flags import Flag
from runners.release import Release

CPU = "cpu"

_DEVICE = re.compile(r"[a-z][a-z0-9_-]{0,30}(?:://[A-Za-z0-9_.:-]{0,80})?")
_DRIVERS: dict[str, str] = {
    "local-task": CPU,
    "local-sync": CPU,
    "cuda": "cuda",
    "hip": "hip",
    "rocm": "hip",
    "amdgpu": "hip",
    "vulkan": "vulkan",
    "metal": "metal",
}
_OLD_DRIVERS: dict[str, str] = {
    "dylib": "local-task",
    "dylib-sync": "local-sync",
    "vmvx": "local-task",
    "vmvx-sync": "local-sync",
    "vmla": "local-task",
    "cpu": "local-task",
    "local": "local-task",
}
_RENAMED_DRIVERS: tuple[tuple[str, str, str], ...] = (("rocm", "hip", "2.9.0"),)
"""Old name, new name, first release that takes the new name only."""

_DEVICE_OF_TARGET: dict[str, str] = {
    "llvm-cpu": "local-task",
    "dylib": "local-task",
    "dylib-llvm-aot": "local-task",
    "vmvx": "local-task",
    "vmvx-inline": "local-task",
    "vmla": "local-task",
    "cpu": "local-task",
    "local": "local-task",
    "cuda": "cuda",
    "rocm": "hip",
    "hip": "hip",
    "amdgpu": "hip",
    "vulkan": "vulkan",
    "vulkan-spirv": "vulkan",
    "metal": "metal",
    "metal-spirv": "metal",
}
DEVICES = frozenset(_DRIVERS)
TARGETS = frozenset(_DEVICE_OF_TARGET)
"""Names of devices and of targets that reports use."""

_TARGET_FLAGS = ("iree-hal-target-device", "iree-hal-target-backends")
_CHIP_FLAGS: dict[str, re.Pattern[str]] = {
    "iree-rocm-target": re.compile(r"(gfx[0-9a-f]{3,4}|mi\d{3}[a-z]?)\b", re.IGNORECASE),
    "iree-hip-target": re.compile(r"(gfx[0-9a-f]{3,4}|mi\d{3}[a-z]?)\b", re.IGNORECASE),
    "iree-rocm-target-chip": re.compile(r"(gfx[0-9a-f]{3,4})\b", re.IGNORECASE),
    "iree-cuda-target": re.compile(r"(sm_\d{2,3})\b"),
    "iree-vulkan-target": re.compile(r"(rdna[1-4]|ampere|turing|ada|adreno|valhall\d?|llvmpipe)\b", re.IGNORECASE),
    "iree-vulkan-target-triple": re.compile(r"(rdna[1-4]|ampere|turing|ada|adreno|valhall)\b", re.IGNORECASE),
}
_CHIP_OF_PRODUCT: dict[str, str] = {
    "mi100": "gfx908",
    "mi210": "gfx90a",
    "mi250": "gfx90a",
    "mi250x": "gfx90a",
    "mi300a": "gfx942",
    "mi300x": "gfx942",
    "mi325x": "gfx942",
    "mi355x": "gfx950",
}
_API: dict[str, Api] = {"hip": "hip", "cuda": "cuda", "vulkan": "vulkan"}
_GENERIC = frozenset({"hip", "cuda", "vulkan", "metal"})


def device_problem(device: str) -> str | None:
    """Why this is no device that a runner could have, or None."""
    driver = device.partition("://")[0]
    if _DEVICE.fullmatch(device) and (driver in _DRIVERS or driver in _OLD_DRIVERS):
        return None
    return f"known are {', '.join(_DRIVERS)}"


def translated_device(device: str, release: Release) -> str:
    """The device under the name that ``release`` takes.

    >>> translated_device("dylib", Release.parse("3.13.0")), translated_device("rocm://0", Release.parse("3.13.0"))
    ('local-task', 'hip://0')
    """
    driver, separator, path = device.partition("://")
    driver = _OLD_DRIVERS.get(driver, driver)
    for old, new, since in _RENAMED_DRIVERS:
        if driver == old and release >= Release.parse(since):
            driver = new
    return f"{driver}{separator}{path}"


def default_device(flags: Iterable[Flag]) -> str | None:
    """The device for code of these compile flags; None when they name no target, or one that no device is known for."""
    values = {flag.name: flag.value for flag in flags}
    for name in _TARGET_FLAGS:
        target = (values.get(name) or "").partition(",")[0].partition("[")[0]
        if target in _DEVICE_OF_TARGET:
            return _DEVICE_OF_TARGET[target]
    return None


def labels(device: str, flags: Iterable[Flag], words: str = "") -> tuple[str, ...]:
    """The labels of a machine that can run the variant: the chip where flags or words tell it, the kind of device else.

    :param words: text of the report, which is asked only where the flags leave the chip open.
    """
    kind = _DRIVERS.get(device.partition("://")[0], CPU)
    if kind == CPU:
        return (CPU,)
    for flag in flags:
        chip = _CHIP_FLAGS[flag.name].match(flag.value or "") if flag.name in _CHIP_FLAGS else None
        if chip:
            return (_CHIP_OF_PRODUCT.get(chip[1].lower(), chip[1].lower()),)
    known = sorted(chips_in(words, _API[kind])) if kind in _API else []
    return (known[0],) if len(known) == 1 else (kind,)


def joined_labels(each: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """One machine for all variants: every machine has a CPU, so that label is only needed where there is no other."""
    found = list(dict.fromkeys(label for one in each for label in one))
    special = [label for label in found if label != CPU]
    chips = [label for label in special if label not in _GENERIC] or special
    return tuple(chips) or (CPU,)
