"""Devices and the labels of the machines that have them."""

import pytest

from bot.intake.cards import Card, Hardware
from bot.intake.hardware import default_device, device_problem, joined_labels, labels, missing_driver, translated_device
from bot.intake.hardware_file import shipped_hardware
from runners.flags import Flag
from runners.release import Release

NEW, OLD = Release.parse("3.13.0"), Release.parse("20230815.614")


def flags(text: str) -> list[Flag]:
    return [Flag.parse(word) for word in text.split()]


@pytest.mark.parametrize("device", ["local-task", "local-sync", "hip", "hip://0", "cuda://0", "vulkan://6d657361-3232", "vulkan", "metal", "dylib", "rocm://1"])
def test_devices(device: str) -> None:
    assert device_problem(device) is None


@pytest.mark.parametrize("device", ["fpga", "", "hip://0/../x", "local-task;x", "HIP", "hip:0", "cuda://" + "0" * 100, "@x"])
def test_what_is_no_device(device: str) -> None:
    assert "local-task" in (device_problem(device) or "")


@pytest.mark.parametrize(
    ("device", "release", "name"),
    [
        ("dylib", NEW, "local-task"),
        ("vmvx-sync", NEW, "local-sync"),
        ("rocm://1", NEW, "hip://1"),
        ("rocm", OLD, "rocm"),
        ("hip://0", NEW, "hip://0"),
        ("local-sync", OLD, "local-sync"),
    ],
)
def test_old_names_of_devices(device: str, release: Release, name: str) -> None:
    assert translated_device(device, release) == name


@pytest.mark.parametrize(
    ("device", "release", "says"),
    [
        ("hip://0", OLD, "IREE 20230815.614 has no driver `hip`; it has cuda, local-sync, local-task, vulkan"),
        ("hip://0", NEW, None),
        ("metal", NEW, None),
        ("local-task", OLD, None),
    ],
)
def test_a_driver_that_the_release_does_not_have(device: str, release: Release, says: str | None) -> None:
    assert missing_driver(device, release) == says


@pytest.mark.parametrize(
    ("text", "device"),
    [
        ("--iree-hal-target-backends=llvm-cpu", "local-task"),
        ("--iree-hal-target-backends=vmvx", "local-task"),
        ("--iree-hal-target-backends=vulkan-spirv", "vulkan"),
        ("--iree-hal-target-backends=rocm --iree-rocm-target=gfx942", "hip"),
        ("--iree-hal-target-device=hip[0]", "hip"),
        ("--iree-hal-target-device=local --iree-hal-local-target-device-backends=llvm-cpu", "local-task"),
        ("--iree-hal-target-backends=cuda,vulkan", "cuda"),
        ("--iree-hal-target-backends=wasm", None),
        ("--iree-opt-level=O3", None),
    ],
)
def test_a_device_for_a_target(text: str, device: str | None) -> None:
    assert default_device(flags(text)) == device


@pytest.mark.parametrize(
    ("device", "text", "words", "label"),
    [
        ("local-task", "--iree-llvmcpu-target-cpu=host", "on an MI300X", "cpu"),
        ("hip://0", "--iree-rocm-target=gfx942", "", "gfx942"),
        ("hip://0", "--iree-hip-target=gfx90a", "", "gfx90a"),
        ("hip", "--iree-rocm-target-chip=gfx1100", "", "gfx1100"),
        ("hip", "--iree-rocm-target=mi300x", "", "gfx942"),
        ("vulkan", "--iree-vulkan-target-triple=rdna3-unknown-linux", "", "rdna3"),
        ("vulkan", "--iree-vulkan-target=ampere", "", "ampere"),
        ("vulkan", "", "on an MI300X", "vulkan"),
        ("cuda", "--iree-cuda-target=sm_80", "", "sm_80"),
        ("cuda", "", "", "cuda"),
        ("hip", "", "It is an MI300X.", "gfx942"),
        ("hip", "", "gfx942 and gfx90a", "hip"),
        ("hip", "--iree-rocm-target=gfx942", "on gfx90a too", "gfx942"),
        ("metal", "", "", "metal"),
        ("hip", "", "GPU: AMD Radeon RX 7900 XTX", "gfx1100"),
        ("hip", "", "on a 7900XTX and on a W7900", "gfx1100"),
        ("hip", "", "RX 7800 XT", "gfx1101"),
        ("hip", "", "RX 9070 XT", "gfx1201"),
        ("hip", "", "an MI250 (not seen on an MI300X)", "gfx90a"),
        ("hip", "", "MI300A or MI300X, or gfx942", "gfx942"),
        ("hip", "", "an RDNA3 card", "hip"),
        ("hip", "", "the result is 7900", "hip"),
        ("hip", "", "NVIDIA A100", "hip"),
        ("vulkan", "", "Tested on a Radeon Pro W7900.", "rdna3"),
        ("vulkan", "", "an RDNA 2 card", "rdna2"),
        ("vulkan", "", "gfx1100", "rdna3"),
        ("vulkan", "", "GeForce RTX 3080", "ampere"),
        ("vulkan", "", "Vulkan on AMD, not seen on the CPU.", "vulkan"),
        ("cuda", "", "on an NVIDIA A100", "sm_80"),
        ("cuda", "", "RTX 4090", "sm_89"),
        ("cuda", "", "variant a100 and t4", "cuda"),
        ("cuda", "", "MI300X", "cuda"),
        ("cuda", "", "built for sm_86", "sm_86"),
        ("vulkan", "--iree-vulkan-target=rx7900xtx", "", "rdna3"),
        ("hip", "--iree-rocm-target=gfx942:sramecc+:xnack-", "", "gfx942"),
        ("hip", "", "on a gfx1151", "gfx1151"),
        ("hip", "--iree-rocm-target=", "RX 7900-XTX", "gfx1100"),
        ("hip", "", "RTX 2080 Ti and an AMD AI Pro R9700", "gfx1201"),
    ],
)
def test_labels(device: str, text: str, words: str, label: str) -> None:
    assert labels(device, flags(text), words, shipped_hardware()) == (label,)


@pytest.mark.parametrize(
    ("each", "all_of_them"),
    [
        ([("cpu",), ("cpu",)], ("cpu",)),
        ([("cpu",), ("gfx942",)], ("gfx942",)),
        ([("vulkan",), ("rdna3",)], ("rdna3",)),
        ([("vulkan",)], ("vulkan",)),
        ([("gfx942",), ("gfx90a",)], ("gfx942", "gfx90a")),
    ],
)
def test_one_machine_for_both_variants(each: list[tuple[str, ...]], all_of_them: tuple[str, ...]) -> None:
    assert joined_labels(each, Hardware()) == all_of_them


FARM = Hardware(
    card=(
        Card(names=("MI300X", "gfx942"), hip="mi300-pool"),
        Card(names=("7900 XTX",), hip="desk-3"),
        Card(names=("Strix Halo", "gfx1151"), hip="apu", vulkan="apu"),
        Card(names=("Zen 4",), cpu="zen4"),
    ),
    labels={"cpu": ("self-hosted", "x64"), "desk-3": ("self-hosted", "desk"), "rdna3": ("desk",)},
)


@pytest.mark.parametrize(
    ("device", "text", "words", "carried"),
    [
        ("hip", "--iree-rocm-target=gfx942", "", ("mi300-pool",)),
        ("hip", "", "an MI300X", ("mi300-pool",)),
        ("hip", "", "an MI300A", ("gfx942",)),
        ("hip", "", "RX 7900 XTX", ("self-hosted", "desk")),
        ("hip", "", "RX 7900 XT", ("gfx1100",)),
        ("vulkan", "", "RX 7900 XTX", ("desk",)),
        ("vulkan", "", "a Strix-Halo laptop", ("apu",)),
        ("local-task", "", "", ("self-hosted", "x64")),
        ("local-task", "", "on Zen 4", ("zen4",)),
        ("cuda", "--iree-cuda-target=sm_80", "", ("sm_80",)),
    ],
)
def test_the_words_and_labels_of_a_farm_go_before_those_that_are_shipped(device: str, text: str, words: str, carried: tuple[str, ...]) -> None:
    table = FARM.over(shipped_hardware())
    assert joined_labels([labels(device, flags(text), words, table)], table) == carried


@pytest.mark.parametrize(
    ("name", "takes", "takes_not"),
    [
        ("[RX] 7900 XTX", "RX 7900 XTX|7900XTX|rx-7900-xtx|RX7900XTX", "7900 XT|W7900 XTX|x.7900xtx"),
        ("RX 7600 [XT]", "RX 7600|RX7600 XT", "7600|RX 7600XTX"),
        ("[AI Pro] R9700", "R9700|AI PRO R9700", "PROR9700"),
        ("C++ 2.0", "c++ 2.0", "c++ 2x0|c++ 2.0.1"),
    ],
)
def test_names_of_cards(name: str, takes: str, takes_not: str) -> None:
    pattern = Card(names=(name,), hip="x").pattern
    assert [text for text in takes.split("|") if not (found := pattern.search(text)) or found[0] != text] == []
    assert [text for text in takes_not.split("|") if pattern.search(text)] == []
