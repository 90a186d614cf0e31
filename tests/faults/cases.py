"""The cases of the suite, drawn by a seeded generator over kind, program, pair, side, call site and way."""

from typing import Literal

import numpy as np

from runners.contract import Model
from tests.faults.pairs import PAIRS
from tests.faults.programs import PROGRAMS
from tests.faults.rig import Rig


class Fault(Model):
    """One fault: in which variant, at which call site, of which kind, and in which of the ways in which it can be planted."""

    variant: Literal["A", "B"]
    ordinal: int
    kind: str
    way: int


class Case(Model):
    """One pair of compilations of one program, with a fault in one of them or without."""

    number: int
    program: str
    pair: str
    fault: Fault | None = None

    def __str__(self) -> str:
        if self.fault is None:
            return f"{self.program}, {self.pair}, healthy"
        fault = self.fault
        return f"{self.program}, {self.pair}, {fault.kind} (way {fault.way}) at dispatch {fault.ordinal} of {fault.variant}"


SMALL = ("lstm", "mlp_bf16", "mlp_dynamic", "mlp_int8", "norms")
"""Programs that compile within a second: for the short form."""


def planted_case(rig: Rig, seed: int, number: int, programs: tuple[str, ...] = tuple(PROGRAMS)) -> Case:
    """The planted case of this number. Kinds take turns; all else is drawn, each time anew from ``seed`` and ``number``.

    Deterministic, whatever other cases were drawn before.
    """
    rng = np.random.default_rng([seed, number])
    kind = (kinds := _kinds(rig, programs))[number % len(kinds)]
    while True:
        program, pair, variant = str(rng.choice(programs)), str(rng.choice(list(PAIRS))), "AB"[rng.integers(2)]
        if program in PAIRS[pair].without:
            continue
        found = rig.sites(program, PAIRS[pair].flags(variant)).of_kind(kind)
        if found:
            site = found[rng.integers(len(found))]
            fault = Fault(variant=variant, ordinal=site.ordinal, kind=kind, way=int(rng.integers(len(site.kinds[kind]))))
            return Case(number=number, program=program, pair=pair, fault=fault)


def _kinds(rig: Rig, programs: tuple[str, ...]) -> list[str]:
    """The kinds that some program has a call site for."""
    found = [rig.sites(program, PAIRS["same flags"].a) for program in programs]
    return [kind for kind in found[0].kinds if any(sites.of_kind(kind) for sites in found)]


def healthy_cases(programs: tuple[str, ...] = tuple(PROGRAMS)) -> list[Case]:
    """Every program under every pair of different flags, without a fault; numbered from 0."""
    pairs = [(program, name) for name, pair in PAIRS.items() if pair.a != pair.b for program in programs if program not in pair.without]
    return [Case(number=number, program=program, pair=pair) for number, (program, pair) in enumerate(pairs)]
