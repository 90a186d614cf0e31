"""Calls of IREE's tools as data: what is compiled with which flags, what is run on which device with which inputs."""

import re
from dataclasses import dataclass, field, replace
from typing import Literal

from bot.intake.scope import UNKNOWN
from bot.intake.slips import meant
from bot.intake.wording import cut
from runners.contract import UserError
from runners.flags import Flag

Role = Literal["compile", "run", "both", "script", "other"]

ROLES: dict[str, Role] = {
    "iree-compile": "compile",
    "iree-translate": "compile",
    "iree-run-module": "run",
    "iree-benchmark-module": "run",
    "iree-check-module": "other",
    "iree-import-onnx": "other",
    "iree-import-tf": "other",
    "iree-import-tflite": "other",
    "iree-opt": "other",
    "iree-run-mlir": "both",
}
"""The tools that reports call. Those whose role is ``other`` are known, and are not what the bot runs."""

SLIPS = meant(tuple(name for name, role in ROLES.items() if role != "other"), frozenset({*ROLES, "iree-run-trace", "iree-compiler"}))
"""Names with a slip of the pen, each with the tool that is meant."""

_SCRIPT = ".sh"
_OLD_RUN_FLAGS = {"module_file": "module", "entry_function": "function", "function_input": "input", "input_value": "input", "driver": "device"}
READ_RUN_FLAGS = frozenset({"module", "function", "device", "input", "expected_output", "output", "parameters"})
_OWN_COMPILE_FLAGS = frozenset({"o"})
NUMBERS = re.compile(r"[\[\],]*[+-]?(?:\d|\.\d|nan|inf|true|false)[^=@/]*|[\[\],]+", re.IGNORECASE)
_PROGRAM = re.compile(r".*\.(?:mlir|mlirbc|ir|txt|pb|tflite|onnx)(?:\.txt)?|-|.*/.*", re.IGNORECASE | re.DOTALL)


def role_of(name: str) -> Role | None:
    """What a program of this name is for; None when it is none of ours. A file ending in ``.sh`` is a script to read."""
    name = name.removesuffix(".exe")
    return ROLES.get(SLIPS.get(name, name)) or ("script" if name.endswith(_SCRIPT) else None)


def run_flag_name(name: str) -> str:
    """The name that a flag of ``iree-run-module`` has now, with underscores."""
    name = name.replace("-", "_")
    return _OLD_RUN_FLAGS.get(name, name)


@dataclass(frozen=True, slots=True)
class CompileCall:
    """One call of the compiler: its input file (None: not named), its output and its flags, in the report's own names."""

    source: str | None
    output: str | None
    flags: tuple[Flag, ...] = ()


@dataclass(frozen=True, slots=True)
class ModuleCall:
    """One run of one function. ``inputs`` and ``expected`` are the values of the flags, still to be read."""

    module: str | None = None
    function: str | None = None
    devices: tuple[str, ...] = ()
    inputs: tuple[str, ...] = ()
    expected: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()
    parameters: tuple[str, ...] = ()
    flags: tuple[Flag, ...] = ()


def compile_call(argv: tuple[str, ...], stdin: str | None = None) -> CompileCall:
    """Read the words of a call of ``iree-compile``.

    :raises UserError: when a word is neither a flag nor the one input file, or when it has a part that the report does not give.
    """
    flags: list[Flag] = []
    files: list[str] = []
    values = _Values(argv)
    for word in values:
        if word.startswith("@"):
            raise UserError(f"`{word}` is a response file, which would bring in flags that the report does not show: write them out", code="flag_not_allowed")
        if word.startswith("-") and word != "-":
            flag = _flag(word)
            if flag.value is None and (flag.name in _OWN_COMPILE_FLAGS or values.next_is_a_value()):
                flag = replace(flag, value=next(values, ""))
            flags.append(flag)
        else:
            files.append(word)
    if len(files) > 1:
        raise UserError(f"it names {len(files)} files to compile ({', '.join(files[:3])}); one is expected, and flags begin with --")
    output = next((flag.value for flag in reversed(flags) if flag.name == "o"), None)
    source = files[0] if files and files[0] != "-" else stdin
    return CompileCall(source, output, tuple(flag for flag in flags if flag.name not in _OWN_COMPILE_FLAGS))


def module_call(argv: tuple[str, ...]) -> ModuleCall:
    """Read the words of a call of ``iree-run-module``.

    Values that lost their quotes (``--input=4xf32=1 2 3 4``) are put together again.

    :raises UserError: when a word is not a flag, or when it has a part that the report does not give.
    """
    read: dict[str, list[str]] = {name: [] for name in READ_RUN_FLAGS}
    flags: list[Flag] = []
    values = _Values(argv)
    for word in values:
        if not word.startswith("-"):
            raise UserError(f"`{cut(word)}` is not a flag of iree-run-module: put quotes around a value with blanks in it")
        flag = _flag(word)
        name = run_flag_name(flag.name)
        if name not in READ_RUN_FLAGS:
            flags.append(Flag(name, flag.value))
            continue
        value = next(values, "") if flag.value is None else flag.value
        if name in ("input", "expected_output"):
            value = " ".join([value, *values.numbers()])
        read[name].append(value)
    return ModuleCall(
        module=read["module"][-1] if read["module"] else None,
        function=read["function"][-1] if read["function"] else None,
        devices=tuple(read["device"]),
        inputs=tuple(read["input"]),
        expected=tuple(read["expected_output"]),
        outputs=tuple(read["output"]),
        parameters=tuple(read["parameters"]),
        flags=tuple(flags),
    )


@dataclass(slots=True)
class _Values:
    """The words after the tool's name, one after another."""

    argv: tuple[str, ...]
    at: int = field(default=0)

    def __iter__(self) -> "_Values":
        return self

    def __next__(self) -> str:
        self.at += 1
        if self.at >= len(self.argv):
            raise StopIteration
        return _known(self.argv[self.at])

    def next_is_a_value(self) -> bool:
        """Whether the next word is the value of the flag before it: no flag, and no file that could be the program."""
        following = self.argv[self.at + 1 : self.at + 2]
        return bool(following) and not following[0].startswith("-") and _PROGRAM.fullmatch(following[0]) is None

    def numbers(self) -> list[str]:
        """The following words that are nothing but numbers and brackets."""
        taken: list[str] = []
        while self.at + 1 < len(self.argv) and NUMBERS.fullmatch(self.argv[self.at + 1]):
            taken.append(next(self))
        return taken


def _known(word: str) -> str:
    """The word, without folders that only the reporter's machine knows.

    :raises UserError: when another part of it is not known.
    """
    if UNKNOWN not in word:
        return word
    slash = word.rfind("/", word.rfind(UNKNOWN))
    if slash < 0:
        raise UserError(f"`{cut(word)}` uses a variable that the report does not set: write its value out")
    start = max(word.rfind(mark, 0, word.index(UNKNOWN)) for mark in "=@,") + 1
    return word[:start] + word[slash + 1 :]


def _flag(word: str) -> Flag:
    try:
        return Flag.parse(word)
    except ValueError as error:
        raise UserError(f"`{cut(word)}` is not a flag: flags are written --name or --name=value") from error
