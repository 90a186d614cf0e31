"""The decisions and surveys beside this module, as they are in their files."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def table(name: str) -> dict[str, Any]:
    """The content of ``NAME.toml``."""
    return tomllib.loads((files(__package__) / f"{name}.toml").read_text(encoding="utf-8"))
