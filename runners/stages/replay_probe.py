"""Calls functions of one module with given bytes; started by a toolchain's own Python.

usage: python -I replay_probe.py JOB.json

Every call of every repeat is announced before it is made and its results are written when it is done, line by line in
``events.jsonl``: what a crash leaves undone is seen from that. Repeats have a context and a device of their own.
"""

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import iree.runtime as rt
import numpy as np

if TYPE_CHECKING:
    from runners.stages.run_probe import Events, apply_flags, contents, device_buffer
else:
    sys.path.append(str(Path(__file__).parent))
    from run_probe import Events, apply_flags, contents, device_buffer


def arguments_of(call: dict[str, Any], device: Any) -> Any:
    """The call's argument list: buffer views over raw bytes, integers, floats."""
    values = rt.VmVariantList(len(call["inputs"]))
    for given in call["inputs"]:
        if "integer" in given:
            values.push_int(given["integer"])
        elif "float" in given:
            values.push_float(given["float"])
        else:
            raw = np.fromfile(given["file"], np.uint8)
            values.push_ref(rt.HalBufferView(device_buffer(device, raw), given["shape"], given["element_type"]))
    return values


def replay(job: dict[str, Any], events: Events, repeat: int, indices: list[int], seen: dict[str, str]) -> None:
    """The calls of these indices, one after the other."""
    instance = rt.VmInstance()
    device = rt.get_device(job["device"], cache=False)
    module = rt.VmModule.mmap(instance, job["module"])
    context = rt.VmContext(instance, modules=[rt.create_hal_module(instance, device), module])
    for index in indices:
        events.say("begin", call=index, repeat=repeat)
        try:
            values = results_of(job["calls"][index], events, (context, module, device), seen)
        except Exception as error:  # noqa: BLE001 - whatever went wrong is the result of this call
            events.say("refused", call=index, repeat=repeat, text=f"{type(error).__name__}: {error}")
        else:
            events.say("results", call=index, repeat=repeat, values=values)


def results_of(call: dict[str, Any], events: Events, place: tuple[Any, Any, Any], seen: dict[str, str]) -> list[dict[str, Any]]:
    """Make one call. What it allocated is let go with this frame: a buffer that outlives its device ends the process."""
    context, module, device = place
    results = rt.VmVariantList(8)
    function = module.lookup_function(call["function"])
    if function is None:
        raise LookupError(f"the module has no function {call['function']!r}")
    context.invoke(function, arguments_of(call, device), results)
    return contents(events, device, results, seen)


def main() -> None:
    """Carry out the job that the command line names."""
    job = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    events = Events(Path(job["folder"]))
    try:
        apply_flags(events, job["flags"])
        seen: dict[str, str] = {}
        for repeat, indices in job["todo"]:
            replay(job, events, repeat, indices, seen)
        events.say("done")
    except Exception as error:  # noqa: BLE001 - whatever went wrong is the result
        events.say("failed", text=f"{type(error).__name__}: {error}")
    sys.stdout.flush()
    sys.stderr.flush()
    # The bindings print pages about leaked objects when the interpreter ends in the ordinary way.
    os._exit(0)


if __name__ == "__main__":
    main()
