"""One pattern that somebody has in mind: how much of a difference it explains, be it ever so little."""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from runners.contract import Pattern
from runners.element_types import ElementType
from runners.numerics.patterns.claim import OF_A_QUESTION, Claim, Evidence, Parameters
from runners.numerics.patterns.find import EACH_SIDE, Sided, evidence_of, explained
from runners.numerics.patterns.layout import reversed_groups, rotated, transposed
from runners.numerics.patterns.located import confined, tail
from runners.numerics.patterns.permuted import permuted
from runners.numerics.patterns.repeated import repeated
from runners.numerics.patterns.rounding import one_ulp, shortened, truncated
from runners.numerics.patterns.specials import nan_only, overflow, saturated, underflow_to_zero
from runners.numerics.patterns.unwritten import garbage, unwritten
from runners.numerics.patterns.values import byte_swapped, offset, scaled, sign_reinterpreted

_MOST = 8
"""Ways to apply a pattern that are tried on everything: the best ones on a sample."""


@dataclass(frozen=True, slots=True)
class _Named:
    """What makes claims of one name; nothing for ``permuted``, which no single mismatch shows.

    :ivar parameters: names of what can be asked for.
    """

    families: tuple[Callable[[Evidence], Iterator[Claim]], ...]
    parameters: tuple[str, ...] = ()


NAMED: Mapping[str, _Named] = {
    "reversed_groups": _Named((reversed_groups,), ("group", "axis")),
    "byte_swapped": _Named((byte_swapped,)),
    "transposed": _Named((transposed,), ("axes", "order", "side")),
    "repeated": _Named((repeated,), ("side", "tile", "source")),
    "rotated": _Named((rotated,), ("axis", "shift")),
    "sign_reinterpreted": _Named((sign_reinterpreted,), ("bits", "unsigned")),
    "permuted": _Named(()),
    "scaled": _Named((scaled,), ("factor",)),
    "offset": _Named((offset,), ("value",)),
    "truncated": _Named((truncated, shortened), ("side", "mantissa_bits", "rounding")),
    "one_ulp": _Named((one_ulp,), ("direction",)),
    "underflow_to_zero": _Named((underflow_to_zero,), ("side",)),
    "saturated": _Named((saturated,), ("side",)),
    "overflow": _Named((overflow,), ("side",)),
    "nan_only": _Named((nan_only,), ("side",)),
    "unwritten": _Named((unwritten, garbage), ("side", "fill", "region")),
    "tail": _Named((tail,), ("axis", "start", "extent")),
    "confined": _Named((confined,), ("region",)),
}
"""All patterns; see :mod:`runners.numerics.patterns`."""


def _whole(value: object, least: int) -> bool:
    return isinstance(value, int) and least <= value < 1 << 63


def _number(value: object) -> bool:
    return _whole(value, -(1 << 63) + 1) or (isinstance(value, float) and math.isfinite(value))


def _extents(value: object) -> bool:
    return _whole(value, 0) or (isinstance(value, list) and all(_whole(extent, 0) for extent in value))


def _one_of(*words: str) -> tuple[str, Callable[[object], bool]]:
    return f"{', '.join(words[:-1])} or {words[-1]}", lambda value: value in words


_COUNT = ("a whole number from 1 on", partial(_whole, least=1))
_PLACE = ("a whole number", partial(_whole, least=0))
_EXTENTS = ("whole numbers with x between them, as 8x8", _extents)
_NUMBER = ("a number", _number)
_VALUES: Mapping[str, tuple[str, Callable[[object], bool]]] = {
    "axes": _EXTENTS,
    "axis": ("the number of an axis, or flat", lambda value: value == "flat" or _whole(value, 0)),
    "bits": _COUNT,
    "direction": _one_of("up", "down", "both"),
    "extent": _COUNT,
    "factor": _NUMBER,
    "fill": _one_of("zeros", "nan", "constant", "garbage"),
    "group": _COUNT,
    "mantissa_bits": _COUNT,
    "order": _EXTENTS,
    "region": _one_of("all", "box", "range", "blocks"),
    "rounding": _one_of("toward_zero", "nearest"),
    "shift": ("a whole number", partial(_whole, least=-(1 << 63) + 1)),
    "side": _one_of("a", "b"),
    "source": _EXTENTS,
    "start": _PLACE,
    "tile": _EXTENTS,
    "unsigned": _one_of("a", "b"),
    "value": _NUMBER,
}
"""What a parameter may be, in words and as a check."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A pattern by its name, with values for some of its parameters.

    :raises ValueError: for a name or a parameter that there is not, and for a value that it cannot have.
    """

    name: str
    parameters: Parameters

    def __post_init__(self) -> None:
        if self.name not in NAMED:
            raise ValueError(f"there is no pattern {self.name!r}; there are {', '.join(NAMED)}")
        known = NAMED[self.name].parameters
        for key, value in self.parameters.items():
            if key not in known:
                raise ValueError(f"{self.name} has no parameter {key!r}; it has {', '.join(known) or 'none'}")
            words, may_be = _VALUES[key]
            if not may_be(value):
                raise ValueError(f"{key} is {words}, not {value!r}")

    def fits(self, claim: Claim) -> bool:
        """Whether a claim has the values that are asked for. (Of one axis, extents are written as a number.)"""
        return all(claim.parameters.get(key) in (value, [value]) for key, value in self.parameters.items())


def answer(a: npt.NDArray[Any], b: npt.NDArray[Any], asked: Asked, *, kind_a: ElementType, kind_b: ElementType, digits: int | None = None) -> Pattern | None:
    """The pattern with those parameters, of all that were not asked for, that explain most of the difference.

    Nothing is claimed: chance may explain as much. Arguments are those of :func:`runners.numerics.patterns.patterns`.

    :return: None where nothing of that kind can be applied, or explains a single mismatch.
    """
    with np.errstate(all="ignore"):
        evidence = evidence_of(a, b, kind_a, kind_b, digits)
        if evidence is None:
            return None
        if asked.name == "permuted":
            share = permuted(evidence.view, evidence.survey, OF_A_QUESTION, least=0.0)
            return Pattern(kind="permuted", explained=share) if share else None
        evidence = replace(evidence, demands=OF_A_QUESTION, asked=asked.parameters)
        claims = sorted(_claims(evidence, asked), key=lambda one: -_on_sample(evidence, one))[:_MOST]
        shares = explained(evidence, claims)
    best = max(zip(shares, claims, strict=True), key=lambda one: one[0], default=None)
    if best is None or best[0] == 0:
        return None
    share, (claim, _) = best
    return Pattern(kind=claim.kind, explained=share, parameters=dict(claim.parameters))


def _claims(evidence: Evidence, asked: Asked) -> Iterator[Sided]:
    for family in NAMED[asked.name].families:
        for flipped in (False, True) if family in (*EACH_SIDE, garbage) else (False,):
            for claim in family(evidence.flipped if flipped else evidence):
                if asked.fits(claim):
                    yield claim, flipped


def _on_sample(evidence: Evidence, one: Sided) -> float:
    claim, flipped = one
    sample = evidence.survey.sample
    return float(claim.holds(sample.flipped if flipped else sample).mean())
