"""Runs one function of one module; started by a toolchain's own Python, so it imports nothing of ours but what lies beside it.

usage: python -I run_probe.py JOB.json

The job names module, device, function, arguments and where results go. What happens is written line by line to
``events.jsonl`` in the job's folder, so that a crash loses nothing that was seen before it. Tensors are written as
the raw bytes behind their buffer views; element types are the runtime's numbers.
"""

import hashlib
import json
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import iree.runtime as rt
import numpy as np

if TYPE_CHECKING:
    from runners.stages.sketch import sketch
else:
    sys.path.append(str(Path(__file__).parent))
    from sketch import sketch


class TraceBudgetError(Exception):
    """The traced tensors are larger than the job allows."""


class ScalarError(Exception):
    """A scalar cannot be handed to this release's runtime."""


class Events:
    """The job's folder: a line for each thing seen, a file for each tensor kept."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file = (folder / "events.jsonl").open("w", encoding="utf-8")
        self._kept = 0

    def say(self, event: str, **fields: Any) -> None:
        """Write one event and push it to the disk's side of this process."""
        self._file.write(json.dumps({"event": event, **fields}) + "\n")
        self._file.flush()

    def keep(self, raw: Any, element_type: int, shape: list[int], seen: dict[str, str], most: int | None = None) -> Any:
        """Keep a tensor once for each distinct content; None where it is new and has more than ``most`` bytes."""
        digest = hashlib.sha256(raw).hexdigest()
        if digest not in seen:
            if most is not None and len(raw) > most:
                return None
            seen[digest] = f"tensor{self._kept}.bin"
            (self._folder / seen[digest]).write_bytes(raw)
            self._kept += 1
        return {"element_type": element_type, "shape": shape, "file": seen[digest], "sha256": digest}


def byte_length(view: Any) -> int:
    """Bytes of a buffer view's elements; early releases do not say it, later ones count a byte for every i4 and pad with zeros."""
    bits = int(view.element_type) & 0xFF
    if bits >= 8 and hasattr(view, "byte_length"):
        return int(view.byte_length)
    return -(-bits * int(np.prod(view.shape, dtype=np.int64)) // 8)


def device_buffer(device: Any, raw: Any) -> Any:
    """A buffer on the device with these bytes; early releases fill it by mapping it."""
    where = {"memory_type": int(rt.MemoryType.DEVICE_LOCAL), "buffer": raw}
    try:
        return device.allocator.allocate_buffer_copy(device=device, allowed_usage=int(rt.BufferUsage.DEFAULT), **where)
    except TypeError:
        return device.allocator.allocate_buffer_copy(allowed_usage=int(rt.BufferUsage.DEFAULT | rt.BufferUsage.MAPPING), **where)


def bytes_behind(device: Any, view: Any) -> Any:
    """The bytes of a buffer view as uint8, copied to the host where the device's memory cannot be mapped."""
    length = byte_length(view)
    if length == 0:
        return np.zeros(0, np.uint8)
    if not hasattr(view, "get_buffer"):  # early releases map the view itself
        return np.array(view.map().asarray([length], np.dtype(np.uint8)), copy=True)
    buffer = view.get_buffer()
    visible, mappable = int(rt.MemoryType.HOST_VISIBLE), int(rt.BufferUsage.MAPPING_SCOPED)
    if not (buffer.memory_type() & visible and buffer.allowed_usage() & mappable):
        host = device.allocator.allocate_buffer(
            memory_type=int(rt.MemoryType.HOST_LOCAL | rt.MemoryType.DEVICE_VISIBLE),
            allowed_usage=int(rt.BufferUsage.TRANSFER_TARGET | rt.BufferUsage.MAPPING_SCOPED),
            allocation_size=buffer.byte_length(),
        )
        done = device.create_semaphore(0)
        device.queue_copy(buffer, host, wait_semaphores=rt.HalFence.create_at(done, 0), signal_semaphores=rt.HalFence.create_at(done, 1))
        rt.HalFence.create_at(done, 1).wait()
        buffer = host
    return np.array(buffer.map().asarray([length], np.dtype(np.uint8)), copy=True)


def argument_types(declaration: str) -> list[str]:
    """Types of the arguments as the module declares them: ``tensor<4xf32>``, ``f32``, ``index``."""
    head = declaration.partition(") -> (")[0]
    return [kind.strip() for kind in re.findall(r"%\w+: ((?:[^,<]|<[^>]*>)+)", head)]


def scalar_of(raw: bytes, job_type: dict[str, Any]) -> float | int:
    """The one number in an argument file."""
    value = np.frombuffer(raw, np.dtype(job_type["numpy"]))[0]
    return float(value) if value.dtype.kind == "f" else int(value)


def push_arguments(device: Any, arguments: list[dict[str, Any]], types: list[str], *, f32_scalars: bool) -> tuple[Any, list[Any]]:
    """The call's argument list, and its buffer views (None for scalars).

    :param f32_scalars: whether an f32 that is no tensor arrives as what was passed.
    :raises ScalarError: where it does not, and one is passed.
    """
    values = rt.VmVariantList(len(arguments))
    views: list[Any] = []
    for i, argument in enumerate(arguments):
        raw = np.fromfile(argument["file"], np.uint8)
        declared = types[i] if i < len(types) else "tensor"
        if not argument["shape"] and not declared.startswith(("tensor", "!hal")):
            if declared == "f32" and not f32_scalars:
                raise ScalarError(f"argument {i} is an f32 scalar, which this release's Python bindings hand over as 0: take 3.10.0 or newer")
            number = scalar_of(raw.tobytes(), argument)
            (values.push_float if declared.startswith("f") else values.push_int)(number)
            views.append(None)
            continue
        view = rt.HalBufferView(device_buffer(device, raw), argument["shape"], argument["element_type"])
        values.push_ref(view)
        views.append(view)
    return values, views


def choose_function(module: Any, wanted: str | None) -> Any:
    """The function that the job names, else the module's only one."""
    if wanted is not None:
        return module.lookup_function(wanted)
    public = [name for name in module.function_names if not name.startswith("__") and not name.endswith("$async")]
    if len(public) != 1:
        raise LookupError(f"the module has {len(public)} functions ({', '.join(public)}): name one with --function=")
    return module.lookup_function(public[0])


def contents(events: Events, device: Any, values: Any, seen: dict[str, str]) -> list[dict[str, Any]]:
    """Every result of a call: tensors kept, numbers as they are."""
    found: list[dict[str, Any]] = []
    for i in range(values.size):
        try:
            view = values.get_as_object(i, rt.HalBufferView)
        except ValueError:  # a number, not a reference
            found.append({"value": values.get_variant(i)})
        else:
            found.append(events.keep(bytes_behind(device, view), view.element_type, list(view.shape), seen))
    return found


def apply_flags(events: Events, flags: list[str]) -> None:
    """Runtime flags that this build of the runtime knows; the others are facts for the report."""
    for flag in flags:
        try:
            rt.flags.parse_flags(flag)
        except ValueError:
            events.say("flag_ignored", flag=flag)


class Trace:
    """The debug sink: writes each traced tensor as it arrives and stops the run once it is over the budget.

    :param budget: bytes of distinct tensors that may be written.
    :param keep: the dispatches whose tensors are written; of the others there is a sketch. None is all of them.
    """

    def __init__(self, events: Events, device: Any, budget: int, keep: list[int] | None) -> None:
        self._events, self._device, self._left, self._keep = events, device, budget, keep
        self.seen: dict[str, str] = {}

    def __call__(self, key: str, views: list[Any]) -> None:
        """Record one event; an exception here stops the run cleanly."""
        sketched = self._keep is not None and int(key.partition(" ")[0]) not in self._keep
        self._events.say("trace", key=key, tensors=[self._sketched(view) if sketched else self._written(view) for view in views])

    def _written(self, view: Any) -> dict[str, Any]:
        raw = bytes_behind(self._device, view)
        before = len(self.seen)
        kept = self._events.keep(raw, view.element_type, list(view.shape), self.seen, most=self._left)
        if kept is None:
            self._events.say("trace_stopped", reason="budget")
            raise TraceBudgetError
        self._left -= len(raw) * (len(self.seen) - before)
        return dict(kept)

    def _sketched(self, view: Any) -> dict[str, Any]:
        raw = bytes_behind(self._device, view)
        digest = hashlib.sha256(raw).hexdigest()
        return {"element_type": view.element_type, "shape": list(view.shape), "sha256": digest, "sketch": sketch(raw, view.element_type)}


def call_once(job: dict[str, Any], events: Events, repeat: int, seen: dict[str, str]) -> None:
    """One call in a context of its own, so that no state is carried over."""
    instance = rt.VmInstance()
    device = rt.get_device(job["device"], cache=False)
    if job["trace"] == "sink":
        trace = Trace(events, device, job["trace_bytes"], job["keep"])
        hal = rt.create_hal_module(instance, device, debug_sink=rt.HalModuleDebugSink(trace))
    else:
        hal = rt.create_hal_module(instance, device)
    module = rt.VmModule.mmap(instance, job["module"])
    parameters = []
    if job["parameters"]:
        index = {scope: rt.ParameterIndex() for scope in {p["scope"] for p in job["parameters"]}}
        for p in job["parameters"]:
            index[p["scope"]].load(p["file"])
        parameters = [rt.create_io_parameters_module(instance, *(index[s].create_provider(scope=s) for s in index))]
    context = rt.VmContext(instance, modules=[hal, *parameters, module])
    function = choose_function(module, job["function"])
    declaration = function.reflection.get("iree.abi.declaration", "")
    if repeat == 0:
        events.say("function", name=function.name, declaration=declaration)
    arguments, views = push_arguments(device, job["arguments"], argument_types(declaration), f32_scalars=job["f32_scalars"])
    results = rt.VmVariantList(8)
    context.invoke(function, arguments, results)
    events.say("results", repeat=repeat, values=contents(events, device, results, seen))
    if repeat == 0:
        after = [None if v is None else events.keep(bytes_behind(device, v), v.element_type, list(v.shape), seen) for v in views]
        events.say("arguments", values=after)


def main() -> None:
    """Carry out the job that the command line names."""
    job = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    events = Events(Path(job["folder"]))
    try:
        apply_flags(events, job["flags"])
        seen: dict[str, str] = {}
        for repeat in range(job["repeats"]):
            call_once(job, events, repeat, seen)
        events.say("done")
    except Exception as error:  # noqa: BLE001 - whatever went wrong is the result
        events.say("failed", kind=type(error).__name__, text=str(error))
    sys.stdout.flush()
    sys.stderr.flush()
    # The bindings print pages about leaked objects when the interpreter ends in the ordinary way.
    os._exit(0)


if __name__ == "__main__":
    main()
