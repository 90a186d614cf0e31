"""Planting faults in flow modules: what can be planted where, and a module with one fault in it."""

import json
from dataclasses import dataclass
from pathlib import Path

from runners.contract import Model
from runners.sandbox import Finished, Limits, run
from runners.stages.job import Job
from runners.toolchain import Toolchain

_PROBE = Path(__file__).parent / "plant_probe.py"


class Site(Model):
    """One call site. ``kinds`` has, for each kind of fault that applies there, the ways in which it can be planted."""

    ordinal: int
    symbol: str
    kinds: dict[str, tuple[str, ...]]


class Sites(Model):
    """All call sites of a module by ordinal, and all kinds of faults that there are."""

    kinds: tuple[str, ...]
    sites: tuple[Site, ...]

    def of_kind(self, kind: str) -> tuple[Site, ...]:
        """The call sites where a kind of fault can be planted."""
        return tuple(site for site in self.sites if kind in site.kinds)


@dataclass(frozen=True, slots=True)
class Planted:
    """A flow module with one fault, ``what`` it is; or the ``problem`` that prevented it."""

    flow: Path | None
    what: str = ""
    problem: str | None = None


def sites(job: Job, toolchain: Toolchain, flow: Path) -> Sites:
    """What can be planted where in a flow module."""
    folder = job.subfolder("sites")
    finished = _probe(job, toolchain, folder, ["sites", flow, folder / "sites.json"])
    if not finished.succeeded:
        raise RuntimeError(f"the sites of {flow} cannot be listed: {_last_line(finished)}")
    return Sites.model_validate_json((folder / "sites.json").read_bytes())


def plant(job: Job, toolchain: Toolchain, flow: Path, ordinal: int, *, kind: str, way: int) -> Planted:
    """Plant one fault at one call site, in an executable of its own.

    :param way: which of the ways that :func:`sites` lists for the kind.
    """
    folder = job.subfolder(f"plant {kind}")
    target = folder / "planted.mlirbc"
    finished = _probe(job, toolchain, folder, ["plant", flow, target, str(ordinal), kind, str(way)])
    if not finished.succeeded:
        return Planted(None, problem=_last_line(finished))
    told = json.loads(finished.stdout)
    return Planted(None, problem=told["problem"]) if "problem" in told else Planted(target, told["what"])


def _probe(job: Job, toolchain: Toolchain, folder: Path, arguments: list[str | Path]) -> Finished:
    limits = Limits.of(job.settings, seconds=job.settings.compile_timeout_s)
    return run([toolchain.python, "-I", _PROBE, *arguments], folder=folder, limits=limits)


def _last_line(finished: Finished) -> str:
    return (finished.stderr.strip().splitlines()[-1:] or [finished.why("the planter")])[0]
