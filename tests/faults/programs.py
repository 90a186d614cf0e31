"""The programs of the suite, exported by ``export.py``, and their arguments, made from seeds."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from pydantic import TypeAdapter

from runners.contract import Model
from runners.element_types import element_type, encode
from runners.stages.arguments import Argument

FOLDER = Path(__file__).parent / "programs"


class Given(Model):
    """How one argument is made: normal values times ``scale`` plus ``offset``, or integers from ``low`` up to ``high``."""

    shape: tuple[int, ...]
    dtype: str
    seed: int
    scale: float = 1.0
    offset: float = 0.0
    low: int = 0
    high: int = 0

    def write(self, path: Path) -> Argument:
        """The argument, its bytes in a file."""
        kind = element_type(self.dtype)
        rng = np.random.default_rng(self.seed)
        if kind.kind == "float":
            values = (rng.standard_normal(self.shape) * self.scale + self.offset).astype(kind.numpy)
        else:
            values = rng.integers(self.low, self.high, self.shape).astype(kind.numpy)
        path.write_bytes(encode(values, kind))
        return Argument(path, self.shape, self.dtype, kind)


@dataclass(frozen=True, slots=True)
class FaultProgram:
    """One program: its MLIR and how its arguments are made."""

    name: str
    given: tuple[Given, ...]

    @property
    def mlir(self) -> Path:
        """The program's text."""
        return FOLDER / f"{self.name}.mlir"

    def arguments(self, folder: Path) -> tuple[Argument, ...]:
        """The arguments, written into a folder."""
        return tuple(given.write(folder / f"argument{i}.bin") for i, given in enumerate(self.given))


def _read() -> dict[str, FaultProgram]:
    table = TypeAdapter(dict[str, tuple[Given, ...]]).validate_json((FOLDER / "programs.json").read_bytes())
    return {name: FaultProgram(name, given) for name, given in table.items()}


PROGRAMS = _read()
