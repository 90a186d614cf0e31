"""What every model of the contract shares: frozen, lenient towards additions, versioned, one canonical JSON."""

import json
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict

SCHEMA_VERSION = "1.0"
"""Version of both models: the major changes when an old reader would misread, the minor when it would only miss something."""


class Model(BaseModel):
    """A frozen value. Fields that this version does not know are ignored, so a newer minor version can be read."""

    model_config = ConfigDict(frozen=True, extra="ignore", ser_json_inf_nan="strings")


def _readable(version: str) -> str:
    major, _, minor = version.partition(".")
    if not (major.isdecimal() and minor.isdecimal()):
        raise ValueError(f"schema_version {version!r} is not of the form MAJOR.MINOR, for example {SCHEMA_VERSION!r}")
    if int(major) > int(SCHEMA_VERSION.partition(".")[0]):
        raise ValueError(
            f"schema_version {version} is newer than {SCHEMA_VERSION}, the newest that this numerics-bot reads: update numerics-bot on this machine"
        )
    return version


SchemaVersion = Annotated[str, AfterValidator(_readable)]
"""``MAJOR.MINOR``. A newer major is refused with a sentence; a newer minor is read, its additions ignored."""


def canonical_json(value: Any) -> bytes:
    """The one JSON spelling of a value: keys sorted, no blanks, UTF-8, ASCII-escaped nothing.

    :param value: anything that ``json.dumps`` takes; NaN and infinities are refused (``ValueError``),
        since JSON has no word for them: specs carry them as strings.
    """
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()
