"""What the owner of the bot sets. From the environment, ``NUMERICS_BOT_…``, beside the settings of the machine."""

from pathlib import Path

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict


class BotSettings(BaseSettings):
    """How reports are read here."""

    model_config = SettingsConfigDict(env_prefix="NUMERICS_BOT_", frozen=True)

    hardware_file: Path | None = Field(default=None, description="TOML with hardware words and labels of machines, before those that are shipped")
