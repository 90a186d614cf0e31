"""Environment variables that a report sets for its commands. None is ever set; some say that other code is to be loaded."""

import re
from collections.abc import Iterable

from bot.intake.findings import Findings
from bot.intake.result import Lines, RefusalCode
from bot.intake.wording import cut

_INJECTS = (
    r"LD_(?:PRELOAD|AUDIT|PROFILE|ORIGIN_PATH)|DYLD_INSERT_LIBRARIES|GCONV_PATH|GLIBC_TUNABLES|PYTHON(?:STARTUP|INSPECT|PATH|HOME)"
    r"|CUDA_INJECTION\w*|NVTX_INJECTION\w*|HSA_TOOLS_LIB|ROCP_(?:TOOL_LIB|METRICS)|ROCPROFILER_\w*LIB\w*|VK_(?:INSTANCE_LAYERS|LOADER_LAYERS_ENABLE)"
)
_SEARCHES = (
    r"LD_LIBRARY_PATH|DYLD_\w+|VK_(?:ICD_FILENAMES|DRIVER_FILES|ADD_DRIVER_FILES|LAYER_PATH|ADD_LAYER_PATH|IMPLICIT_LAYER_PATH)"
    r"|OCL_ICD_\w+|LIBGL_DRIVERS_PATH|PATH|COMPILER_PATH|LIBRARY_PATH|IREE_\w*(?:PATH|PLUGIN|DYLIB)\w*"
)
_INJECTED = re.compile(_INJECTS)
_LOADED = re.compile(f"{_INJECTS}|{_SEARCHES}")


def injects(name: str) -> bool:
    """Whether a variable of this name makes programs load code that they would not load otherwise.

    >>> injects("LD_PRELOAD"), injects("LD_LIBRARY_PATH"), injects("HIP_VISIBLE_DEVICES")
    (True, False, False)
    """
    return _INJECTED.fullmatch(name) is not None


def judge(names: Iterable[str], findings: Findings, lines: Lines | None) -> None:
    """Refuse variables in front of a tool that change what is loaded; warn of others, which are not set."""
    loaded = [name for name in dict.fromkeys(names) if _LOADED.fullmatch(name)]
    others = [name for name in dict.fromkeys(names) if name not in loaded]
    for name in loaded:
        text = f"`{cut(name)}` for a command changes what code is loaded, which no report may do: leave it out"
        findings.refuse(RefusalCode.SHELL_NOT_ALLOWED, text, lines)
    if others:
        findings.warn(f"{', '.join(f'`{cut(name)}`' for name in others)} in front of a command is not set when it is run", lines)
