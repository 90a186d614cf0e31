"""From a spec to what the stages need: files in the job's folder, toolchains, calls. Trusts nothing in the spec."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from runners.artifacts import Artifacts
from runners.contract import Artifact, Input, Program, ReproSpec, UserError, Variant
from runners.element_types import byte_length, element_type
from runners.flags import Decision, Flag, Tool, nearest, ruling, translated, value_problem
from runners.release import Release
from runners.stages.arguments import make_argument
from runners.stages.invocation import Invocation
from runners.stages.job import Job
from runners.toolchain import Toolchain, Toolchains


@dataclass(frozen=True, slots=True)
class Prepared:
    """One variant, ready for the stages."""

    variant: Variant
    toolchain: Toolchain
    program: Path
    invocation: Invocation

    @property
    def name(self) -> str:
        """The variant's name."""
        return self.variant.name

    @property
    def flags(self) -> tuple[str, ...]:
        """The compile flags."""
        return self.variant.compile.flags


def prepare(job: Job, spec: ReproSpec, artifacts: Artifacts, toolchains: Toolchains) -> tuple[Prepared, ...]:
    """Check the flags, get the toolchains, put programs and arguments into the job's folder.

    :raises UserError: for a flag that may not be used or that the release does not know, and for files that are
        missing or do not fit.
    :raises MachineError: when a release cannot be had here.
    """
    for variant in spec.variants:
        release = Release.parse(variant.iree_version)
        check_flags("iree-compile", variant.compile.flags, release, toolchains.known_flags(release))
        check_flags("iree-run-module", variant.run.flags, release, None)
    found = find_all(spec, artifacts)
    check_sizes(spec.inputs, job.settings.file_bytes)
    folder = job.subfolder("arguments")
    arguments = tuple(make_argument(given, found.get(given.file or ""), folder) for given in spec.inputs)
    parameters = tuple((p.scope, found[p.name]) for p in spec.parameters)
    ready = []
    for variant in spec.variants:
        release = Release.parse(variant.iree_version)
        toolchain = toolchains.get(release)
        check_flags("iree-compile", variant.compile.flags, release, toolchains.known_flags(release))
        program = _placed(job, spec.program_of(variant), found)
        ready.append(Prepared(variant, toolchain, program, Invocation(variant.run, arguments, parameters)))
    return tuple(ready)


def check_sizes(inputs: Sequence[Input], most: int) -> None:
    """Refuse inputs that would not fit; nothing of a stated shape is allocated before this.

    :param most: bytes that one input may have.
    :raises UserError: naming the input and both sizes.
    """
    for given in inputs:
        if given.shape is None or given.dtype is None:
            continue
        try:
            size = byte_length(given.shape, element_type(given.dtype))
        except ValueError as error:
            raise UserError(f"input {given.index}: {error}", code="invalid") from error
        if size > most:
            raise UserError(f"input {given.index} would have {size} bytes; this machine takes {most} (NUMERICS_BOT_FILE_BYTES)", code="too_large")


def check_flags(tool: Tool, flags: Sequence[str], release: Release, known: frozenset[str] | None) -> None:
    """Refuse whatever the rulings do not allow, and what the release does not know.

    :param known: names that the release's tool lists; None where it is not installed or not asked.
    :raises UserError: naming the flag and the reason, or the nearest names that the release knows.
    """
    for item in flags:
        try:
            flag = Flag.parse(item)
        except ValueError as error:
            raise UserError(f"{tool}: {error}", code="flag_not_allowed") from error
        rule = ruling(tool, flag.name)
        if rule.decision in (Decision.ALLOW, Decision.UNDECIDED) and known is not None and flag.name not in known:
            near = ", ".join(f"--{n}" for n in nearest(flag.name, known))
            raise UserError(f"IREE {release.name} does not know --{flag.name}" + (f"; nearest are {near}" if near else ""), code="unknown_flag")
        if rule.decision is not Decision.ALLOW:
            raise UserError(f"{tool} --{flag.name} is not run: it {rule.reason}", code="flag_not_allowed")
        if flag.value is not None and (problem := value_problem(flag.value)):
            raise UserError(f"{tool} --{flag.name} {problem}", code="path_not_allowed")


def overridden(spec: ReproSpec, toolchains: Toolchains, *, release: Release | None, device: str | None) -> ReproSpec:
    """The spec with every variant on this release and this device; flags under the names of that release.

    :raises MachineError: when the release cannot be had here.
    """
    if release is None and device is None:
        return spec
    variants = []
    for variant in spec.variants:
        to = release or Release.parse(variant.iree_version)
        flags = variant.compile.flags
        if release is not None:
            toolchains.get(release)
            known = toolchains.known_flags(release)
            flags = tuple(str(translated(Flag.parse(flag), release, known)) for flag in flags)
        data = variant.model_dump()
        data["iree_version"], data["compile"]["flags"] = to.name, flags
        data["run"]["device"] = device or variant.run.device
        variants.append(data)
    return ReproSpec.model_validate({**spec.model_dump(), "variants": variants, "digest": ""})


def find_all(spec: ReproSpec, artifacts: Artifacts) -> dict[str, Path]:
    """The local file of each of the spec's artifacts.

    :raises UserError: for one that is not on this machine.
    """
    return {artifact.name: _found(artifact, artifacts) for artifact in spec.artifacts}


def _found(artifact: Artifact, artifacts: Artifacts) -> Path:
    path = artifacts.find(artifact)
    if path is None:
        link = f" ({artifact.url})" if artifact.url else ""
        raise UserError(
            f"{artifact.name}{link} is not on this machine: put it beside the issue's file, or into a folder given with --attachments", code="unreachable_path"
        )
    return path


def _placed(job: Job, program: Program, found: dict[str, Path]) -> Path:
    """The program's text in a folder of ours, under its own (checked) name, which the compiler's messages then show."""
    path = job.subfolder("program") / program.name
    path.write_bytes(program.text.encode() if program.text is not None else found[program.name].read_bytes())
    return path
