"""IREE releases: their names, their order in time, and the packages that carry them."""

import re
from dataclasses import dataclass, field
from typing import Self

from runners.contract import UserError

_DATED = re.compile(r"(?P<date>20\d{6})(\.(?P<build>\d+))?")
_NUMBERED = re.compile(r"v?(?P<major>[2-9]|\d\d)\.(?P<minor>\d{1,3})\.(?P<patch>\d{1,3})(rc\d{8})?")


@dataclass(frozen=True, order=True, slots=True)
class Release:
    """One IREE release. Dated ones (``20240410.859``) came before numbered ones (``3.13.0``).

    >>> Release.parse("20241104.1068") < Release.parse("2.9.0") < Release.parse("3.13.0")
    True
    >>> Release.parse("3.0.0rc20241118").name, Release.parse("v3.8.0").name
    ('3.0.0', '3.8.0')
    """

    _key: tuple[int, ...]
    name: str = field(compare=False)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a release as people write it; a release candidate's stamp is that of the release it became.

        :raises UserError: when the text names no release.
        """
        if dated := _DATED.fullmatch(text):
            return cls((0, int(dated["date"]), int(dated["build"] or 0)), text)
        if numbered := _NUMBERED.fullmatch(text):
            key = tuple(int(numbered[part]) for part in ("major", "minor", "patch"))
            return cls((1, *key), ".".join(map(str, key)))
        raise UserError(f"{text!r} is not a release of IREE: write it as 3.13.0 or 20240410.859")

    @property
    def is_dated(self) -> bool:
        """Whether it is one of the dated releases, which the packages ``iree-compiler`` and ``iree-runtime`` carry."""
        return self._key[0] == 0

    @property
    def requirements(self) -> tuple[str, str]:
        """Compiler and runtime as package requirements; always both, since they go in pairs."""
        stem = "iree-" if self.is_dated else "iree-base-"
        return f"{stem}compiler=={self.name}", f"{stem}runtime=={self.name}"
