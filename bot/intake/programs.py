"""The programs that may stand beside the tools on a command line, and how a call of a tool is told from talk about it."""

import re
from collections.abc import Callable
from pathlib import PurePosixPath

from bot.intake.scope import UNKNOWN

_WRAPPERS = frozenset({"time", "sudo", "env", "exec", "command", "nice", "nohup", "numactl", "taskset", "stdbuf"})
_SHELLS = frozenset({"bash", "sh", "source", "."})
_ENVIRONMENT = re.compile(r"[A-Za-z_]\w*=.*", re.DOTALL)
_CORES = re.compile(r"\d[\da-fx,-]*")
# Neither is ever run here: the first do nothing to what the tools compute, the second only show what they print.
_FOLDERS_AND_FILES = frozenset(("cat", "cd", "chmod", "cmp", "diff", "ls", "mkdir", "popd", "pushd", "pwd", "source", ".", "touch"))
_ENVIRONMENTS = frozenset(("cmake", "curl", "deactivate", "export", "git", "ninja", "pip", "pip3", "set", "shift", "ulimit", "uv", "wget"))
HARMLESS = _FOLDERS_AND_FILES | _ENVIRONMENTS | frozenset((":", "clear", "date", "echo", "exit", "printf", "sleep", "true", "wait"))
FILTERS = frozenset(("FileCheck", "cat", "egrep", "grep", "head", "less", "more", "sort", "tail", "tee", "uniq", "wc"))
_ARGUMENT = re.compile(rf"--?[A-Za-z]|[$@{UNKNOWN}]|[^\s]*[/.=][A-Za-z]")
_ROUGH_WORD = re.compile(r"[^\s;|&()<>\"'`]+")


def unwrapped(argv: list[str], environment: list[str]) -> list[str]:
    """The words without ``time``, ``env A=1`` and the like in front."""
    if len(argv) > 1 and argv[0] in _SHELLS and argv[1].endswith(".sh"):
        return argv[1:]
    while argv and PurePosixPath(argv[0]).name in _WRAPPERS:
        rest = argv[1:]
        while rest and (rest[0].startswith("-") or _ENVIRONMENT.fullmatch(rest[0]) or _CORES.fullmatch(rest[0])):
            environment += [rest[0].partition("=")[0]] if _ENVIRONMENT.fullmatch(rest[0]) else []
            rest = rest[1:]
        argv = rest
    return argv


def is_call(argv: list[str]) -> bool:
    """Whether it is more than a sentence that begins with a tool's name ("iree-compile crashes here")."""
    return any(_ARGUMENT.match(word) for word in argv[1:]) or argv[0].endswith(".sh")


def is_call_in(text: str, is_ours: Callable[[str], bool]) -> bool:
    """Whether one of the tools is called in a text whose words cannot be told for certain."""
    rough = _ROUGH_WORD.findall(text)
    named = next((at for at, word in enumerate(rough) if is_ours(PurePosixPath(word).name)), None)
    return named is not None and is_call(rough[named:])


def is_local(path: str) -> bool:
    """Whether a path stays in the folder where the commands are run."""
    return bool(path) and not path.startswith(("/", "~", "-")) and ".." not in path.split("/") and UNKNOWN not in path and ":" not in path
