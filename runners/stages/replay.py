"""Replay: functions of a compiled module called with recorded tensors, many calls in one child process."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

from runners.contract import MachineError
from runners.hal import hal_code, of_hal_code
from runners.sandbox import Limits, run
from runners.stages.invocation import Tensor
from runners.stages.job import Job
from runners.toolchain import Toolchain


@dataclass(frozen=True, slots=True)
class Call:
    """One call: the function's name, and its arguments in order; scalars as numbers."""

    function: str
    inputs: tuple[Tensor | int | float, ...]


@dataclass(frozen=True, slots=True)
class Replayed:
    """How the repeats of one call ended: ``results[r]`` are those of repeat ``r``; ``reason`` says why some are missing."""

    results: tuple[tuple[Tensor, ...], ...] = ()
    reason: str | None = None

    @property
    def bit_stable(self) -> bool:
        """Whether every repeat gave the same bits."""
        return len({tuple((t.sha256, t.value) for t in repeat) for repeat in self.results}) <= 1


@dataclass(slots=True)
class _Seen:
    """What is known of one call so far."""

    results: dict[int, tuple[Tensor, ...]] = field(default_factory=dict)
    reason: str | None = None


def replay(  # noqa: PLR0917 - the order of a sentence: this module on this device, these calls so many times
    job: Job, toolchain: Toolchain, module: Path, device: str, calls: Sequence[Call], repeats: int, *, flags: Sequence[str] = ()
) -> tuple[Replayed, ...]:
    """Make every call ``repeats`` times; how each ended, in the order of the calls.

    The repeats are spread over two child processes: memory that a program reads without having written it holds the
    same garbage again within one. A call that crashes or hangs is a result with its reason; it is not made again, and
    those behind it are made in a new process.

    :param module: the compiled module, which needs no parameter archives.
    :param flags: flags of the runtime.
    :raises MachineError: when the toolchain's Python cannot be started or the disk is full.
    """
    asked = {
        "module": str(module),
        "device": device,
        "flags": list(flags),
        "calls": [{"function": call.function, "inputs": [_given(value) for value in call.inputs]} for call in calls],
    }
    seen = [_Seen() for _ in calls]
    half = -(-repeats // 2)
    for wanted in (range(half), range(half, repeats)):
        while todo := _todo(seen, wanted):
            _one_process(job, toolchain, {**asked, "todo": todo}, seen)
    return tuple(Replayed(tuple(one.results[repeat] for repeat in sorted(one.results)), one.reason) for one in seen)


Todo = list[tuple[int, list[int]]]
"""Repeats, each with the calls that are still to be made in it."""


def _todo(seen: Sequence[_Seen], wanted: range) -> Todo:
    rows = [(repeat, [i for i, one in enumerate(seen) if one.reason is None and repeat not in one.results]) for repeat in wanted]
    return [(repeat, indices) for repeat, indices in rows if indices]


def _one_process(job: Job, toolchain: Toolchain, asked: dict[str, Any], seen: Sequence[_Seen]) -> None:
    """One child process, as far as it gets. At least one call is settled by it."""
    folder = job.subfolder("replay")
    (folder / "job.json").write_text(json.dumps({**asked, "folder": str(folder)}), encoding="utf-8")
    with as_file(files("runners.stages") / "replay_probe.py") as probe:
        finished = run([toolchain.python, "-I", probe, folder / "job.json"], folder=folder, limits=Limits.of(job.settings, seconds=job.settings.run_timeout_s))
    begun: int | None = None
    ended, reason = False, None
    for event in _events(folder):
        match event["event"]:
            case "begin":
                begun = event["call"]
            case "results":
                seen[event["call"]].results[event["repeat"]] = tuple(_tensor(folder, value) for value in event["values"])
                begun = None
            case "refused":
                seen[event["call"]].reason = event["text"]
                begun = None
            case "failed":
                reason = event["text"]
            case "done":
                ended = True
    if ended and finished.succeeded:
        return
    reason = reason or finished.why("the replay")
    if "No space left on device" in reason:
        raise MachineError(f"the disk that holds {folder.parent} is full: free some space or set NUMERICS_BOT_SCRATCH_DIR to another disk")
    # Nothing was begun: the module or the device is the reason, and no call can be made.
    for one in seen if begun is None else [seen[begun]]:
        one.reason = one.reason or reason


def _given(value: Tensor | int | float) -> dict[str, Any]:
    match value:
        case int():
            return {"integer": value}
        case float():
            return {"float": value}
        case Tensor(file=Path()):
            return {"file": str(value.file), "shape": value.shape, "element_type": hal_code(value.kind.name)}
        case _:
            raise ValueError("a tensor without a file is a number: pass it as one")


def _events(folder: Path) -> list[dict[str, Any]]:
    events = []
    path = folder / "events.jsonl"
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        try:
            events.append(json.loads(line))
        except ValueError:  # the process died while it wrote this line
            break
    return events


def _tensor(folder: Path, value: dict[str, Any]) -> Tensor:
    if "value" in value:
        number = value["value"]
        kind = of_hal_code(0x21000040 if isinstance(number, float) else 0x10000040)
        return Tensor(kind, (), None, "", number)
    return Tensor(of_hal_code(value["element_type"]), tuple(value["shape"]), folder / value["file"], value["sha256"])
