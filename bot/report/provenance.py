"""Where a field of the spec was read, in words: ``body, lines 9-14``, ``option``, ``default``."""

import re
from collections.abc import Sequence

from bot.intake.result import Origin
from runners.contract import Variant

Path = tuple[str, ...]


def source(path: Path, provenance: Sequence[Origin], variants: Sequence[Variant]) -> str:
    """What is said of the field and of its parts, else of the nearest thing that holds it, else ``default``.

    :param path: the field's place in the spec, with variants by name: ``("variants", "A", "compile", "flags")``.
    """
    origins = [(_path(origin.field, variants), origin) for origin in provenance]
    found = [origin for at, origin in origins if at[: len(path)] == path]
    for length in range(len(path) - 1, 0, -1):
        found = found or [origin for at, origin in origins if at == path[:length]]
    return "; ".join(dict.fromkeys(map(_words, found))) or "default"


def _path(field: str, variants: Sequence[Variant]) -> Path:
    """The parts of ``variants[0].compile.flags`` or ``variants.A.compile.flags``; variants by name."""
    parts = [part for part in re.split(r"[.\[\]]+", field) if part]
    if len(parts) > 1 and parts[0] == "variants" and parts[1].isdecimal() and int(parts[1]) < len(variants):
        parts[1] = variants[int(parts[1])].name
    return tuple(parts)


def _words(origin: Origin) -> str:
    where = origin.how if origin.how in {"default", "option"} else str(origin.lines or "the issue")
    return f"{where} ({origin.why})" if origin.why else where
