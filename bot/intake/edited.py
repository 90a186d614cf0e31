"""Edits in words made to builds: flags added, taken away or set, one value put in place of another."""

from dataclasses import replace

from bot.intake.builds import Build
from bot.intake.edits import Edit
from bot.intake.hardware import default_device
from bot.intake.swaps import Swap
from bot.intake.tools import READ_RUN_FLAGS
from runners.flags import Decision, Flag, ruling, translated
from runners.release import Release

_ANY = Release.parse("3.13.0")


def edited_build(build: Build, edit: Edit) -> Build | None:
    """The build with the edit made; None where the edit does not fit its commands."""
    if edit.swap is not None:
        return _swapped(build, edit.swap)
    if all(map(_is_of_the_run, (*edit.flags, *edit.taken))):
        return _of_the_run(build, edit)
    if build.compile is None or edits_the_run(edit):
        return None
    changed = edited(build.compile.call.flags, edit)
    return _with_compile_flags(build, changed) if changed is not None else None


def edits_the_run(edit: Edit) -> bool:
    """Whether a flag of the edit is one of ``iree-run-module``."""
    return any(map(_is_of_the_run, (*edit.flags, *edit.taken)))


def edited(flags: tuple[Flag, ...], edit: Edit) -> tuple[Flag, ...] | None:
    """The flags of the other variant; None when the edit does not fit (it takes a flag away that is not there, or adds one that is)."""
    result = list(flags)
    for flag in edit.taken:
        if not _take(result, flag):
            return None
    for flag in edit.flags:
        there = any(_is(flag, one) for one in result)
        if there and edit.verb == "toggle":
            _take(result, flag)
        elif there:
            return None
        else:
            result = [one for one in result if not _same_name(flag, one) or flag.value is None]
            result.append(flag)
    return tuple(result)


def _take(flags: list[Flag], flag: Flag) -> bool:
    kept = [one for one in flags if not _is(flag, one)]
    taken = len(kept) < len(flags)
    flags[:] = kept
    return taken


def _is(wanted: Flag, flag: Flag) -> bool:
    return _same_name(wanted, flag) and wanted.value in (None, flag.value)


def _same_name(wanted: Flag, flag: Flag) -> bool:
    """Whether it is one flag, be it under its names in two releases."""
    return wanted.name == flag.name or translated(wanted, _ANY, {flag.name}).name == flag.name


def _with_compile_flags(build: Build, flags: tuple[Flag, ...]) -> Build:
    return replace(build, compile=replace(build.compile, call=replace(build.compile.call, flags=flags))) if build.compile is not None else build


def _swapped(build: Build, swap: Swap) -> Build | None:
    """The build with one value in place of another one, where exactly one flag or device has it."""
    compiled = build.compile.call.flags if build.compile is not None else ()
    devices = build.run.call.devices if build.run is not None else ()
    if [*(flag.value for flag in compiled), *devices].count(swap.old) != 1:
        return None
    if build.run is not None and swap.old in devices:
        changed = tuple(swap.new if device == swap.old else device for device in devices)
        return replace(build, run=replace(build.run, call=replace(build.run.call, devices=changed)))
    flags = tuple(Flag(flag.name, swap.new) if flag.value == swap.old else flag for flag in compiled)
    # Code for another kind of device does not run on the device that the commands name.
    return _with_compile_flags(build, flags) if not devices or default_device(flags) == default_device(compiled) else None


def _of_the_run(build: Build, edit: Edit) -> Build | None:
    if build.run is None or any(flag.name in READ_RUN_FLAGS for flag in (*edit.flags, *edit.taken)):
        return None
    plain = replace(edit, flags=tuple(map(_underscored, edit.flags)), taken=tuple(map(_underscored, edit.taken)))
    changed = edited(build.run.call.flags, plain)
    if changed is None:
        return None
    return replace(build, run=replace(build.run, call=replace(build.run.call, flags=changed)))


def _is_of_the_run(flag: Flag) -> bool:
    known = ruling("iree-run-module", flag.name).decision is not Decision.UNDECIDED or flag.name in READ_RUN_FLAGS
    return known and ruling("iree-compile", flag.name).decision is Decision.UNDECIDED


def _underscored(flag: Flag) -> Flag:
    return Flag(flag.name.replace("-", "_"), flag.value)
