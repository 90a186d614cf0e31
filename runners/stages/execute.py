"""Running: a compiled module's function in a child process; outputs come back as arrays, never as text."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, Literal

from runners.contract import MachineError
from runners.hal import of_hal_code
from runners.release import Release
from runners.sandbox import Limits, run
from runners.stages.invocation import Execution, Invocation, Tensor, TraceEvent
from runners.stages.job import Job
from runners.toolchain import Toolchain


@dataclass(slots=True)
class _Seen:
    """What the probe wrote, line by line."""

    function: str = ""
    declaration: str = ""
    failed: str | None = None
    done: bool = False
    results: list[tuple[Tensor, ...]] = field(default_factory=list)
    arguments: tuple[Tensor | None, ...] = ()
    trace: list[TraceEvent] = field(default_factory=list)
    ignored_flags: list[str] = field(default_factory=list)
    trace_stopped: bool = False


FIRST_WITH_F32_SCALARS = Release.parse("3.10.0")
"""Earlier bindings put a Python float into the call as an f64, which a function that takes an f32 reads as 0."""

Tracing = Literal["sink", "print"]
"""How a module's own trace ops report: to the probe's debug sink, or as text, which early releases only have."""


def execute(
    job: Job, toolchain: Toolchain, module: Path, invocation: Invocation, *, repeats: int, trace: Tracing | None = None, keep: Sequence[int] | None = None
) -> Execution:
    """Run the call ``repeats`` times, each in a fresh context and device, spread over two child processes.

    Two, since a program that reads memory it never wrote finds the same garbage again within one process.
    A crash, a hang or the runtime's error is a result with its reason, never an exception.

    :param keep: with a sink, the dispatches whose tensors are kept; of the others there is a sketch. None is all of them.
    :param trace: record what the module's own trace ops report. What is printed stays in the file ``printed``.
    :raises MachineError: when the toolchain's Python cannot be started, the device is not on this machine, or the disk is full.
    """
    first = _execute(job, toolchain, module, invocation, repeats=-(-repeats // 2), trace=trace, keep=keep)
    if first.reason or repeats == 1:
        return first
    second = _execute(job, toolchain, module, invocation, repeats=repeats // 2, trace=trace, keep=keep)
    return replace(
        first,
        seconds=first.seconds + second.seconds,
        exit=second.exit,
        reason=second.reason and f"{second.reason} (after {len(first.results)} runs that went well)",
        log=second.log,
        results=first.results + second.results,
    )


def _execute(
    job: Job, toolchain: Toolchain, module: Path, invocation: Invocation, *, repeats: int, trace: Tracing | None, keep: Sequence[int] | None
) -> Execution:
    call = invocation.call
    folder = job.subfolder("trace" if trace else "run")
    (folder / "job.json").write_text(
        json.dumps(
            {
                "folder": str(folder),
                "module": str(module),
                "device": call.device,
                "function": call.function,
                "flags": list(call.flags),
                "parameters": [{"scope": scope, "file": str(file)} for scope, file in invocation.parameters],
                "arguments": [a.as_job() for a in invocation.arguments],
                "repeats": repeats,
                "f32_scalars": toolchain.release >= FIRST_WITH_F32_SCALARS,
                "trace": trace,
                "trace_bytes": job.settings.trace_bytes,
                "keep": None if keep is None else list(keep),
            }
        )
    )
    # Text takes up to five times the bytes that it shows.
    limits = Limits.of(job.settings, seconds=job.settings.run_timeout_s, printed=5 * job.settings.trace_bytes if trace == "print" else None)
    with as_file(files("runners.stages") / "run_probe.py") as probe:
        finished = run([toolchain.python, "-I", probe, folder / "job.json"], folder=folder, limits=limits)
    seen = _read_events(folder)
    reason = seen.failed or (None if seen.done and finished.succeeded else finished.why("the run"))
    if reason is not None and "No space left on device" in reason:
        raise MachineError(f"the disk that holds {folder.parent} is full: free some space or set NUMERICS_BOT_SCRATCH_DIR to another disk")
    if reason is not None and (missing := _missing_device(reason, call.device)):
        raise MachineError(missing)
    return Execution(
        finished.seconds,
        finished.exit or int(reason is not None),
        reason,
        "\n".join(filter(None, (seen.failed, finished.stderr))),
        seen.function,
        seen.declaration,
        tuple(seen.results),
        seen.arguments,
        tuple(seen.trace),
        tuple(seen.ignored_flags),
        seen.trace_stopped or (trace == "print" and finished.stopped == "output"),
        folder / "stderr",
    )


def _read_events(folder: Path) -> _Seen:
    seen = _Seen()
    path = folder / "events.jsonl"
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        try:
            event = json.loads(line)
        except ValueError:  # the process died while it wrote this line
            break
        _HANDLERS[event["event"]](seen, event, partial(_tensor, folder))
    return seen


Read = Callable[[dict[str, Any]], Tensor]


def _saw_function(seen: _Seen, event: dict[str, Any], _: Read) -> None:
    seen.function, seen.declaration = event["name"], event["declaration"]


def _saw_arguments(seen: _Seen, event: dict[str, Any], read: Read) -> None:
    seen.arguments = tuple(value and read(value) for value in event["values"])


def _saw_trace(seen: _Seen, event: dict[str, Any], read: Read) -> None:
    ordinal, side = event["key"].split()
    seen.trace.append(TraceEvent(int(ordinal), side, tuple(map(read, event["tensors"]))))


_HANDLERS: dict[str, Callable[[_Seen, dict[str, Any], Read], None]] = {
    "function": _saw_function,
    "results": lambda seen, event, read: seen.results.append(tuple(map(read, event["values"]))),
    "arguments": _saw_arguments,
    "trace": _saw_trace,
    "trace_stopped": lambda seen, _event, _read: setattr(seen, "trace_stopped", True),
    "flag_ignored": lambda seen, event, _: seen.ignored_flags.append(event["flag"]),
    "failed": lambda seen, event, _: setattr(seen, "failed", event["text"]),
    "done": lambda seen, _event, _read: setattr(seen, "done", True),
}


def _tensor(folder: Path, value: dict[str, Any]) -> Tensor:
    if "value" in value:
        number = value["value"]
        kind = of_hal_code(0x21000040 if isinstance(number, float) else 0x10000040)
        return Tensor(kind, (), None, "", number)
    kind, shape = of_hal_code(value["element_type"]), tuple(value["shape"])
    if "file" not in value:
        return Tensor(kind, shape, None, value["sha256"], sketch=tuple(value["sketch"] or ()))
    return Tensor(kind, shape, folder / value["file"], value["sha256"])


def _missing_device(reason: str, device: str) -> str | None:
    """The sentence for a machine without the device; None where the reason is another."""
    signs = (
        "no driver",
        "not registered",
        "NOT_FOUND; no devices",
        "no devices available",
        "failed to load",
        "libamdhip64",
        "libcuda",
        "libvulkan",
        "UNAVAILABLE",
    )
    if device.partition(":")[0].startswith("local") or not any(sign in reason for sign in signs):
        return None
    return f"this machine has no device {device}: run it on a machine that has one, or choose another with --device ({reason.splitlines()[0][:160]})"
