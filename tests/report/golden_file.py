"""Golden files: what was agreed on once must come out again, to the byte."""

import os
from pathlib import Path

FOLDER = Path(__file__).parent / "golden"


def check(name: str, markdown: str) -> None:
    """Compare with the file of that name; with UPDATE_GOLDEN=1 in the environment it is written first, to be read by people."""
    file = FOLDER / f"{name}.md"
    if os.environ.get("UPDATE_GOLDEN") == "1":
        file.write_bytes(markdown.encode())
    assert file.read_bytes().decode() == markdown
