"""What the owner of a machine sets: folders, limits, repeats. From the environment, ``NUMERICS_BOT_…``."""

import os
from pathlib import Path

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

MIB = 1 << 20
GIB = 1 << 30


def _cache_home() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "numerics-bot"


class RunnerSettings(BaseSettings):
    """Folders, limits and repeats of this machine. Sizes are in bytes, times in seconds."""

    model_config = SettingsConfigDict(env_prefix="NUMERICS_BOT_", frozen=True)

    cache_dir: Path = Field(default_factory=_cache_home, description="toolchains, compiled modules, flag lists")
    scratch_dir: Path | None = Field(default=None, description="where job folders are made; the system's temporary folder by default")
    compile_cache_bytes: int = Field(default=2 * GIB, description="compiled modules kept; the least recently used go first")
    compile_timeout_s: float = Field(default=600, gt=0)
    run_timeout_s: float = Field(default=300, gt=0)
    memory_bytes: int = Field(default=16 * GIB, gt=0, description="resident memory of one tool and its children")
    file_bytes: int = Field(default=8 * GIB, gt=0, description="largest file that a tool may write")
    log_bytes: int = Field(default=8 * MIB, gt=0, description="what one tool may print")
    trace_bytes: int = Field(default=4 * GIB, gt=0, description="dispatch inputs and outputs kept for one variant")
    repeats: int = Field(default=3, ge=1, le=100, description="runs of each variant, to see whether it is stable")
