"""What can be said of an MLIR program from its text, without a parser: its functions, whether it is whole, what it must not hold."""

import re
from dataclasses import dataclass

MAX_TEXT = 4 * 2**20
"""Characters that are looked at. Of a longer program the beginning is, and whether it is whole cannot be told."""

ELIDED = b"__elided__"

_FUNCTION = re.compile(
    r"(?<![\w.\"])(?P<op>func\.func|util\.func|flow\.func|func)\s+(?:(?P<visibility>public|private|nested)\s+)?@(?P<name>[\w$.-]{1,200}|\"[^\"\n]{1,200}\")\s*\("
)
_GENERIC_FUNCTION = re.compile(r"\"(?:func\.func|util\.func|builtin\.func)\"\s*\(\)")
_SYMBOL_NAME = re.compile(r"sym_name\s*=\s*\"([^\"\n]{1,200})\"")
_RESOURCE = re.compile(r"dense_resource<\s*([^\s<>]{1,200})\s*>")
_BLOB = re.compile(r"(?m)^\s*([^\s:\"{}]{1,200})\s*:\s*\"0x")
_DOTS = re.compile(r"dense<[^<>\n]{0,4000}?\.\.\.|\bdense<\s*\.\.\.")
_DELIMITER = re.compile(r"->|[()\[\]{}<>,]")
_DEPTHS = {"(": 1, "[": 1, "{": 1, "<": 1, ")": -1, "]": -1, "}": -1, ">": -1}
_MAX_SIGNATURE = 100_000
_NOT_CODE = re.compile(r"\"[^\"\\\n]*(?:\\.[^\"\\\n]*)*\"|//[^\n]*")
_BRACES = re.compile(r"[{}]")
_DIALECTS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("onnx", re.compile(r"\"onnx\.[A-Z]")),
    ("torch", re.compile(r"!torch\.|\btorch\.(?:aten|prims|operator|constant)\b")),
    ("tm_tensor", re.compile(r"\btm_tensor\.")),
    ("stablehlo", re.compile(r"\bstablehlo\.")),
    ("mhlo", re.compile(r"\bmhlo\.")),
    ("tosa", re.compile(r"\btosa\.")),
    ("linalg", re.compile(r"\blinalg\.|\biree_linalg_ext\.")),
    ("tensor", re.compile(r"\btensor\.|\barith\.|\bmath\.")),
)
_FORBIDDEN: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"hal\.executable\.(?:object|binary)|#hal\s*<\s*\"?executable\.(?:object|binary)"), "carries or names compiled code"),
    (re.compile(r"hal\.dispatch\.extern"), "calls code that is compiled elsewhere"),
    (re.compile(r"#hal\.(?:executable|device)\.target|#hal\s*<\s*\"?(?:executable|device)\.target"), "fixes its own target, and so how code is linked"),
)
_START = re.compile(
    r"\s*(?:module\b(?:\s*@[\w$.-]+)?(?:\s+attributes\b)?\s*(?:\{|$)|module\s+attributes\b"
    r"|(?:func\.func|util\.func|func)\s+(?:public\s+|private\s+|nested\s+)?@"
    r"|#[\w$.-]+\s*=\s*(?:affine_map|affine_set|#|dense)|!\w+\s*=\s*|util\.global\b|\"builtin\.module\"|builtin\.module\b)"
)
_OPERATION = re.compile(r"\s*(?:%[\w$#:.-]+(?:\s*,\s*%[\w$#:.-]+)*\s*=\s*)\"?[a-z_]\w*\.[a-z]")


@dataclass(frozen=True, slots=True)
class Sketch:
    """What the text of a program shows.

    ``functions`` are the public ones; ``cut`` when only the beginning was seen; ``forbidden`` says why it may not be compiled, worded to follow "it".
    """

    functions: tuple[str, ...]
    balanced: bool
    elided: tuple[str, ...]
    dialect: str | None
    forbidden: str | None
    cut: bool = False

    @property
    def complete(self) -> bool:
        """Whether it has a function to call and ends where it should."""
        return self.cut or (bool(self.functions) and self.balanced)


def sketch(text: str) -> Sketch:
    """Look at a program. ``elided`` names the constants whose values are not there."""
    cut = len(text) > MAX_TEXT
    text = text[:MAX_TEXT]
    return Sketch(
        functions=tuple(_functions(text)),
        balanced=_balanced(_NOT_CODE.sub('""', text)),
        # The values of resources stand at the end.
        elided=() if cut else _elided(text),
        dialect=next((name for name, pattern in _DIALECTS if pattern.search(text)), None),
        forbidden=next((why for pattern, why in _FORBIDDEN if pattern.search(text)), None),
        cut=cut,
    )


def starts_program(line: str) -> bool:
    """Whether a line looks like the first one of a program."""
    return _START.match(line) is not None


def is_operation(line: str) -> bool:
    """Whether a line looks like one operation of a program."""
    return _OPERATION.match(line) is not None


def _balanced(code: str) -> bool:
    depth = 0
    for brace in _BRACES.findall(code):
        depth += 1 if brace == "{" else -1
        if depth < 0:
            return False
    return depth == 0


def _functions(text: str) -> dict[str, int | None]:
    """The public functions, each with where its arguments begin; None where the text does not show them plainly."""
    found: dict[str, int | None] = {}
    for match in _FUNCTION.finditer(text):
        if match["visibility"] in (None, "public") and not _in_comment(text, match.start()):
            found.setdefault(match["name"].strip('"'), match.end())
    for match in _GENERIC_FUNCTION.finditer(text):
        # Properties stand behind the operation or, printed by older releases, behind its region: near is all that is certain.
        name = _SYMBOL_NAME.search(text, match.end(), match.end() + 4000)
        if name and "private" not in text[match.end() : name.start()]:
            found.setdefault(name[1], None)
    return found


def _in_comment(text: str, at: int) -> bool:
    return "//" in text[max(text.rfind("\n", 0, at) + 1, at - 400) : at]


def argument_types(text: str, function: str) -> tuple[str, ...] | None:
    """The types of a public function's arguments as written; None when the text does not show them plainly."""
    at = _functions(text[:MAX_TEXT]).get(function)
    if at is None:
        return None
    depth = 0
    start = at
    parts: list[str] = []
    for mark in _DELIMITER.finditer(text, at, at + _MAX_SIGNATURE):
        depth += _DEPTHS.get(mark[0], 0)
        if depth < 0 or (mark[0] == "," and depth == 0):
            parts.append(text[start : mark.start()])
            start = mark.end()
        if depth < 0:
            break
    else:
        return None
    types = [(part.partition(":")[2] if part.lstrip().startswith("%") else part).partition("{")[0].strip() for part in parts]
    if types == [""]:
        return ()
    return tuple(types) if all(types) else None


def after_arguments(text: str, function: str) -> int | None:
    """Where the arguments of a public function end; None when the text does not show them plainly."""
    at = _functions(text[:MAX_TEXT]).get(function)
    depth = 0
    for mark in _DELIMITER.finditer(text, at, at + _MAX_SIGNATURE) if at is not None else ():
        depth += _DEPTHS.get(mark[0], 0)
        if depth < 0:
            return mark.end()
    return None


def returns_nothing(text: str, function: str) -> bool:
    """Whether a public function certainly has no result."""
    at = after_arguments(text, function)
    return at is not None and re.match(r"\s*(?:attributes\b|\{)", text[at : at + 100]) is not None


def _elided(text: str) -> tuple[str, ...]:
    names = dict.fromkeys(_RESOURCE.findall(text))
    if not names:
        return ("dense<…>",) if _DOTS.search(text) else ()
    section = text.rfind("{-#")
    blobs = set(_BLOB.findall(text, section)) if section >= 0 else set()
    return tuple(name for name in names if name not in blobs and name.strip('"') not in blobs)
