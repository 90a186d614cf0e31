"""Which device runs a variant, and which labels a machine must carry for it."""

import re
from collections.abc import Iterable

from bot.intake.cards import Api, Hardware
from runners.flags import Flag
from runners.flags.values import renamed, taken, takes
from runners.release import Release

CPU: Api = "cpu"

_DEVICE = re.compile(r"[a-z][a-z0-9_-]{0,30}(?:://[A-Za-z0-9_.:-]{0,80})?")
_DRIVERS: dict[str, Api] = {
    "local-task": CPU,
    "local-sync": CPU,
    "cuda": "cuda",
    "hip": "hip",
    "rocm": "hip",
    "amdgpu": "hip",
    "vulkan": "vulkan",
    "metal": "metal",
}
_OLD_DRIVERS = frozenset({"dylib", "dylib-sync", "vmvx", "vmvx-sync", "vmla", "cpu", "local"})

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
_CHIP_FLAGS: dict[str, Api] = {
    "iree-rocm-target": "hip",
    "iree-hip-target": "hip",
    "iree-rocm-target-chip": "hip",
    "iree-cuda-target": "cuda",
    "iree-vulkan-target": "vulkan",
    "iree-vulkan-target-triple": "vulkan",
}
_KINDS = frozenset(_DRIVERS.values())


def device_problem(device: str) -> str | None:
    """Why this is no device that a runner could have, or None."""
    driver = device.partition("://")[0]
    if _DEVICE.fullmatch(device) and (driver in _DRIVERS or driver in _OLD_DRIVERS):
        return None
    return f"known are {', '.join(_DRIVERS)}"


def missing_driver(device: str, release: Release) -> str | None:
    """Why ``release`` certainly has no driver for this device, or None."""
    driver = device.partition("://")[0]
    if takes("device", driver, release) is not False:
        return None
    return f"IREE {release.name} has no driver `{driver}`; it has {', '.join(taken('device', release))}"


def translated_device(device: str, release: Release) -> str:
    """The device under the name that ``release`` takes.

    >>> translated_device("dylib", Release.parse("3.13.0")), translated_device("rocm://0", Release.parse("3.13.0"))
    ('local-task', 'hip://0')
    """
    driver, separator, path = device.partition("://")
    return f"{renamed('device', driver, release)}{separator}{path}"


def default_device(flags: Iterable[Flag]) -> str | None:
    """The device for code of these compile flags; None when they name no target, or one that no device is known for."""
    values = {flag.name: flag.value for flag in flags}
    for name in _TARGET_FLAGS:
        target = (values.get(name) or "").partition(",")[0].partition("[")[0]
        if target in _DEVICE_OF_TARGET:
            return _DEVICE_OF_TARGET[target]
    return None


def labels(device: str, flags: Iterable[Flag], words: str, hardware: Hardware) -> tuple[str, ...]:
    """The labels of a machine that can run the variant: the chip where flags or words tell it, the kind of device else.

    :param words: text of the report, which is asked only where the flags leave the chip open.
    """
    kind = _DRIVERS.get(device.partition("://")[0], CPU)
    for flag in flags:
        if kind != CPU and flag.name in _CHIP_FLAGS and (chip := hardware.chip(flag.value or "", _CHIP_FLAGS[flag.name])):
            return (chip,)
    known = sorted(hardware.chips_in(words, kind))
    return (known[0],) if len(known) == 1 else (kind,)


def joined_labels(each: Iterable[tuple[str, ...]], hardware: Hardware) -> tuple[str, ...]:
    """One machine for all variants, by the labels that it carries: every machine has a CPU, so that label is only needed where there is no other."""
    found = list(dict.fromkeys(label for one in each for label in one))
    special = [label for label in found if label != CPU]
    chips = [label for label in special if label not in _KINDS] or special
    return hardware.carried(tuple(chips) or (CPU,))
