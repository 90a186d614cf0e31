"""Which operation of the imported program makes which tensor; started by a toolchain's own Python.

usage: python -I places_probe.py stamp IMPORTED TEXT
       python -I places_probe.py read REGIONS JSON

``stamp`` writes a module as text with one operation a line and without locations: compiled from there, every operation
has a place of its own, its line, which the compiler carries along. ``read`` lists, for a module at the phase where each
dispatch still is a region at its own call site, the tensors that each region makes, with their places. (Later, equal
bodies are one executable that shows the places of its first user alone.)
"""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from iree.compiler import ir

if TYPE_CHECKING:
    from runners.stages.flow_calls import walk
    from runners.stages.graph_reader import points_of
else:
    sys.path.append(str(Path(__file__).parent))
    from flow_calls import walk
    from graph_reader import points_of


def regions_in(module: Any) -> list[dict[str, Any]]:
    """The tensors that each dispatch region makes, in program order, and which of them it stores."""
    found = []
    for operation in walk(module.operation):
        if operation.name == "flow.dispatch.workgroups":
            points, stored = points_of(operation.regions[0].blocks[0])
            found.append({"points": points, "stored": stored})
    return found


def main() -> None:
    """Carry out what the command line says."""
    what, source, target = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    data = source.read_bytes()
    with ir.Context(), ir.Location.unknown():
        module = ir.Module.parse(data if data.startswith(b"ML\xefR") else data.decode())
        if what == "stamp":
            target.write_text(module.operation.get_asm(enable_debug_info=False), encoding="utf-8")
        else:
            target.write_text(json.dumps(regions_in(module)), encoding="utf-8")


if __name__ == "__main__":
    main()
