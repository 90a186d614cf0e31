"""Plants one fault at one call site of a flow module, or lists what could be planted where.

usage: python -I plant_probe.py sites FLOW.mlirbc SITES.json
       python -I plant_probe.py plant FLOW.mlirbc PLANTED.mlirbc ORDINAL KIND CHOICE

Started by a toolchain's own Python, with the bindings that belong to its compiler. The call site gets an executable
of its own, so that other call sites of the same one stay as they are; nothing in its name tells that it was changed.
"""

import json
import re
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from iree.compiler import ir

from runners.stages.flow_calls import Call, calls_in, symbol, walk
from tests.faults.bodies import generalise
from tests.faults.kinds import KINDS


def executables(module: Any) -> dict[str, Any]:
    """The module's executables by name."""
    tops = [view.operation for view in module.body.operations]
    return {symbol(op): op for op in tops if op.name == "flow.executable"}


def private_copy(module: Any, call: Call) -> Any:
    """An executable that only this call site uses, named as the next dispatch would be."""
    known = executables(module)
    [(executable, entry)] = call.entry_points
    numbers = [int(m[1]) for name in known if (m := re.search(r"_dispatch_(\d+)$", name))]
    fresh = re.sub(r"_dispatch_\d+$", f"_dispatch_{max(numbers, default=-1) + 1}", executable)
    renamed = fresh + entry.removeprefix(executable)
    copy = known[executable].clone(ir.InsertionPoint(known[executable])).operation
    copy.attributes["sym_name"] = ir.StringAttr.get(fresh)
    for op in walk(copy):
        if op.name == "flow.executable.export":
            op.attributes["function_ref"] = ir.FlatSymbolRefAttr.get(renamed)
        if op.name in ("flow.executable.export", "func.func"):
            op.attributes["sym_name"] = ir.StringAttr.get(renamed)
    call.operation.attributes["entry_points"] = ir.ArrayAttr.get([ir.SymbolRefAttr.get([fresh, renamed])])
    return copy


def changes_in(executable: Any) -> dict[str, list[str]]:
    """What each kind could change, in words; kinds that do not apply are left out. The executable is spent."""
    found = {name: [c.what for c in kind.changes(executable)] for name, kind in KINDS.items() if not kind.generalised}
    generalise(executable)
    found |= {name: [c.what for c in kind.changes(executable)] for name, kind in KINDS.items() if kind.generalised}
    return {name: found[name] for name in KINDS if found[name]}


def list_sites(module: Any, target: Path) -> None:
    """Write every call site with the kinds that apply to it."""
    changes: dict[str, dict[str, list[str]]] = {}
    for name, executable in executables(module).items():
        spare = executable.clone(ir.InsertionPoint(executable)).operation
        changes[name] = changes_in(spare)
        spare.erase()
    sites = [{"ordinal": c.ordinal, "symbol": c.entry_points[0][1], "kinds": changes[c.entry_points[0][0]]} for c in calls_in(module)]
    target.write_text(json.dumps({"kinds": list(KINDS), "sites": sites}), encoding="utf-8")


def plant(module: Any, target: Path, ordinal: int, kind: str, choice: int) -> None:
    """Write the module with the fault, or say on standard output why it cannot be planted."""
    executable = private_copy(module, calls_in(module)[ordinal])
    if KINDS[kind].generalised:
        generalise(executable)
    changes = list(KINDS[kind].changes(executable))
    if choice >= len(changes):
        sys.stdout.write(json.dumps({"problem": f"{kind} applies to dispatch {ordinal} in {len(changes)} ways; way {choice} was asked for"}))
        return
    changes[choice].apply()
    try:
        module.operation.verify()
    except ir.MLIRError as error:
        sys.stdout.write(json.dumps({"problem": f"{changes[choice].what}: {str(error).strip().splitlines()[-1]}"}))
        return
    with target.open("wb") as file:
        module.operation.write_bytecode(file)
    sys.stdout.write(json.dumps({"what": changes[choice].what}))


def main() -> None:
    """Read the module and do what the command line says."""
    verb, source, target, *rest = sys.argv[1:]
    with ir.Context(), ir.Location.unknown():
        module = ir.Module.parse(Path(source).read_bytes())
        if verb == "sites":
            list_sites(module, Path(target))
        else:
            plant(module, Path(target), int(rest[0]), rest[1], int(rest[2]))


if __name__ == "__main__":
    main()
