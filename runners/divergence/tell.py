"""What was found, as the result's divergence: the dispatch, the evidence at each of its operands, and sentences."""

from collections.abc import Collection, Sequence

from runners.contract import AlignedTensor, Alignment, Bisect, Dispatch, Divergence, DivergentOperand, Fault, Output, Stage, Suspect
from runners.divergence.align import Pair
from runners.divergence.events import Traced, judging_of, noise_of, shown
from runners.divergence.local import Request, floor_of, with_exact
from runners.divergence.locate import MOST_EXAMINED, Located
from runners.divergence.overwritten import Overwritten
from runners.divergence.roles import SIDES, Finding, Group, Side, inputs_of

UNDETERMINED = "Which variant is wrong is not determined by that."
_MOST_UNMATCHED = 20


def told(located: Located, outputs: Sequence[Output], fault: Fault = "undetermined") -> Divergence:
    """The divergence of a search.

    :param outputs: the function's results, A against B.
    :param fault: the variant at fault, where something else than the search tells: its dispatch is then the one that is named.
    """
    common = Divergence(alignment=_alignment(located), along=_along(located), suspects=tuple(_suspect(located, f) for f in located.findings))
    replays = located.benches.a.replays + located.benches.b.replays
    common = common.model_copy(update={"replays": replays})
    differing = {output.index for output in outputs if output.judgement == "different"}
    if (changed := _changed(located, differing)) is not None:
        return _runtime(common, located, *changed)
    best = located.best
    if best is not None:
        return _begins(common, located, best, fault)
    if not any(located.reached.values()) and _rounded(located, differing):
        sentence = (
            f"The outputs of all {located.benches.b.traced.runs} traced dispatch runs agree but for rounding, and that is all that the results differ by: "
            "no dispatch is wrong by itself."
        )
        return common.model_copy(update={"sentence": sentence})
    if not any(located.reached.values()):
        sentence = (
            f"The outputs of all {located.benches.b.traced.runs} traced dispatch runs agree, yet the results differ: the difference arises between "
            "dispatches or after the last one (copies, packing), or in a dispatch that only one variant ran. That is not traced."
        )
        return common.model_copy(update={"sentence": sentence})
    return _gradual(common, located, fault)


def _rounded(located: Located, differing: Collection[int]) -> bool:
    """Whether the dispatch results that the differing results are made of agree, and yet not to the bit."""
    traced = located.benches.b.traced
    made_of = {result for i, operand in enumerate(traced.graph.returned(traced.function)) if i in differing for result in operand.depends}
    return any(output.judgement == "within_noise" for pair, outputs in located.benches.compared.iterations.items() if pair.b in made_of for output in outputs)


def as_bisect(divergence: Divergence | None, variants: int) -> Bisect:
    """The search for the dispatch in the words of a search over one axis.

    :param variants: how many were traced.
    """
    if divergence is None:
        return Bisect(axis="dispatch", verdict="endpoints_agree")
    found = divergence.dispatch
    names = {"culprit": "found", "amplifier": "range", "victim": "range", "unconfirmed": "range", None: "untestable" if found is None else "range"}
    shows, _, of = (divergence.confirmed or "").partition("/")
    return Bisect.model_validate(
        {
            "axis": "dispatch",
            "verdict": names[divergence.role],
            "first_bad": None if found is None else f"{found.variant} {found.ordinal}: {found.symbol}".lstrip(),
            "tested": [f"{s.dispatch.variant} {s.dispatch.ordinal}: {s.dispatch.symbol}" for s in divergence.suspects],
            "runs": variants + divergence.replays,
            "confidence": int(shows) / int(of) if of else None,
        }
    )


def _begins(common: Divergence, located: Located, finding: Finding, fault: Fault) -> Divergence:
    side: Side = finding.named
    if finding.at_fault == "undetermined" and fault in SIDES and finding.group.ordinal(fault) is not None:
        side = fault
    region = _region(located, finding, side)
    together = finding.role == "culprit" and finding.stage is Stage.GRAPH and len(region) > 1
    ordinal = finding.group.ordinal(side)
    assert ordinal is not None  # noqa: S101 - a finding names a side that has the dispatch
    local = finding.local_of(side)
    standing = local.standing if local is not None else None
    sentence = [_opening(located, finding, ordinal), finding.reason]
    if together:
        sentence.append(f"It is one of the dispatches {', '.join(map(str, region))} of {side}: only together do they have a counterpart.")
    if finding.at_fault == "undetermined" and finding.role != "victim" and not finding.open:
        sentence.append(UNDETERMINED)
    later = sum(f is not finding and f.role == "culprit" for f in located.findings)
    if later:
        sentence.append(f"{later} other {'dispatch' if later == 1 else 'dispatches'} that read what agrees {'is' if later == 1 else 'are'} wrong, too.")
    confirmed = finding.confirmed
    return common.model_copy(
        update={
            **_named(located, finding, side),
            "at_fault": finding.at_fault,
            "stage": finding.stage,
            "role": "unconfirmed" if together else finding.role,
            "local_error": None if standing is None else standing.error,
            "noise_floor": floor_of(standing),
            "input_error": _error([output for output in finding.inputs if output is not None]),
            "confirmed": f"{confirmed.again}/{confirmed.of}" if confirmed is not None and confirmed.of else None,
            "compared": ("A", "B"),
            "operands": _operands(located, finding, side),
            "sentence": " ".join(filter(None, sentence)),
        }
    )


def _opening(located: Located, finding: Finding, ordinal: int) -> str:
    if finding.role == "victim":
        return ""
    iteration = f" (iteration {finding.group.iteration})" if finding.group.iteration else ""
    outputs = _outputs(located, finding, finding.named)
    differ = [output for output in outputs if output.judgement == "different"]
    if not differ:
        return f"Dispatch {ordinal}{iteration} is the first that has no counterpart which agrees."
    worst = max(differ, key=lambda output: output.mismatched)
    compared = [output for output in finding.inputs if output is not None]
    known = "what it reads agrees"
    if len(compared) < len(finding.inputs):
        known = f"what it reads agrees as far as it is aligned ({len(compared)} of {len(finding.inputs)} inputs)"
    already = [output.index for output in compared if output.judgement == "different"]
    if already:
        known = f"its input {already[0]} differs already" if len(already) == 1 else f"its inputs {', '.join(map(str, already))} differ already"
    begins = "Begins here" if finding.role == "culprit" and not already else "First seen here"
    return f"{begins}{iteration}: {known}, {worst.mismatched} of {worst.elements} elements of its output differ."


def _gradual(common: Divergence, located: Located, fault: Fault) -> Divergence:
    """Nothing is wrong by itself: of the side at fault, the dispatch that loses most."""
    if fault not in SIDES or not located.reached[fault]:
        return common.model_copy(update={"sentence": f"{_none_wrong(located)} Rounding differences grow along the program."})
    bench = located.benches.of(fault)
    locals_ = bench.look([Request(ordinal) for ordinal in sorted(located.reached[fault])[:MOST_EXAMINED]])
    local = max(locals_, key=lambda one: one.relative_error)
    ordinal, standing = local.request.ordinal, local.standing
    pairs = tuple(pair for pair in located.benches.compared.iterations if pair.on(fault)[0] == ordinal)
    group = Group(ordinal if fault == "A" else None, ordinal if fault == "B" else None, 0, pairs)
    finding = Finding(group, "amplifier", "", fault, inputs=inputs_of(located.benches, group, fault))
    sentence = (
        f"{_none_wrong(located)} Dispatch {ordinal} of {fault} loses most: rounding in its declared types takes it "
        f"{local.relative_error:.2g} of its root mean square away from exact."
    )
    return common.model_copy(
        update={
            "dispatch": dispatch(bench.traced, fault, ordinal),
            "stage": Stage.CODEGEN,
            "local_error": None if standing is None else standing.error,
            "noise_floor": floor_of(standing),
            "compared": ("A", "B"),
            "operands": _operands(located, finding, fault),
            "sentence": sentence,
        }
    )


def _none_wrong(located: Located) -> str:
    """What may be said where no culprit was found: no more than what was looked at."""
    judged = [finding for finding in located.findings if any(local is not None and local.opinion == "right" for local in finding.local)]
    if len(located.findings) >= MOST_EXAMINED:
        return f"The search gave up after {MOST_EXAMINED} suspects, of which none is wrong by its own code; there are more."
    if len(judged) < len(located.findings):
        return f"Of {len(located.findings)} suspects, the {len(judged)} that could be judged are right by their own code."
    return "No dispatch is wrong by its own code."


def _changed(located: Located, differing: set[int]) -> tuple[Side, Overwritten] | None:
    """The first value that changed after it was made and that the difference can come from."""
    for side in SIDES:
        for found in located.overwritten[side]:
            if found.result in differing or found.ordinal in located.reached[side]:
                return side, found
    return None


def _runtime(common: Divergence, located: Located, side: Side, found: Overwritten) -> Divergence:
    other = located.overwritten["B" if side == "A" else "A"]
    both = any((o.result, o.ordinal) == (found.result, found.ordinal) for o in other)
    return overwritten_divergence(common, located.benches.of(side).traced, side, found).model_copy(update={"at_fault": "both" if both else side})


def overwritten_divergence(common: Divergence, traced: Traced, variant: str, found: Overwritten) -> Divergence:
    """The divergence of a value that was overwritten: the dispatch that works in its memory, and what was read there afterwards."""
    by = found.by[0] if found.by else found.ordinal
    comparison = shown(found.after, found.before, judging_of(traced, by or 0), 0) if traced.graph.dispatches else None
    sentence = []
    if comparison is not None:
        changed = f"{comparison.mismatched} of {comparison.elements} elements"
        sentence.append(f"{found.source!s}".capitalize() + f" is changed before {found.read} reads it: {changed}.")
    if found.by:
        sentence.append(f"Dispatch {by} works in its memory, although it is still needed.")
    node = traced.node(by) if by is not None else None
    return common.model_copy(
        update={
            "dispatch": None if node is None else dispatch(traced, variant, node.ordinal),
            "at_fault": variant,
            "stage": Stage.RUNTIME,
            "role": "unconfirmed",
            "compared": ("as read", "as made"),
            "operands": () if comparison is None else (DivergentOperand(role="input", position=0, source=str(found.source), comparison=comparison),),
            "sentence": " ".join(filter(None, sentence)),
        }
    )


def _named(located: Located, finding: Finding, side: Side) -> dict[str, object]:
    other: Side = "B" if side == "A" else "A"
    ordinal, traced = finding.group.ordinal(side), located.benches.of(other).traced
    return {
        "dispatch": None if ordinal is None else dispatch(located.benches.of(side).traced, side, ordinal, finding.group.iteration),
        "counterpart": tuple(dispatch(traced, other, theirs, finding.group.iteration) for theirs in _region(located, finding, other)),
        "iteration": finding.group.iteration,
    }


def _region(located: Located, finding: Finding, side: Side) -> list[int]:
    """The dispatches of a side that together make the value: its own, and those before it whose results nobody else has."""
    ordinal = finding.group.ordinal(side)
    if ordinal is None:
        return []
    known = {pair.on(side) for pair in located.benches.compared.iterations}
    graph, found, pending = located.benches.of(side).traced.graph, set(), [ordinal]
    while pending:
        current = pending.pop()
        if current not in found:
            found.add(current)
            pending.extend(result[0] for result in graph.dispatches[current].depends if result not in known)
    return sorted(found)


def dispatch(traced: Traced, variant: str, ordinal: int, iteration: int = 0) -> Dispatch:
    """One dispatch with the shapes that were traced."""
    node = traced.node(ordinal)
    shapes = tuple(tensor.type for side in ("in", "out") for tensor in traced.tensors(ordinal, side, iteration))
    return Dispatch(
        variant=variant, symbol=node.symbol, ordinal=ordinal, count=len(traced.graph.dispatches), ops=node.operations, loc=node.location, shapes=shapes
    )


def _suspect(located: Located, finding: Finding) -> Suspect:
    local = finding.local_of(finding.named)
    standing = local.standing if local is not None else None
    named = _named(located, finding, finding.named)
    return Suspect.model_validate(
        {
            "dispatch": named["dispatch"],
            "counterpart": named["counterpart"],
            "role": finding.role,
            "at_fault": finding.at_fault,
            "error_ratio": None if standing is None else standing.ratio,
            "reason": finding.reason,
        }
    )


def _outputs(located: Located, finding: Finding, side: Side) -> list[Output]:
    """The results that both sides make, compared in the iteration of the finding, with what the difference looks like."""
    found = []
    for pair in finding.group.pairs:
        a = located.benches.a.traced.result(pair.a, finding.group.iteration)
        b = located.benches.b.traced.result(pair.b, finding.group.iteration)
        if a is not None and b is not None:
            output = shown(a, b, judging_of(located.benches.b.traced, pair.b[0]), max(pair.a[1], pair.b[1]))
            found.append(with_exact(output, finding.local_of(side), pair.on(side)[1]))
    return found


def _operands(located: Located, finding: Finding, side: Side) -> tuple[DivergentOperand, ...]:
    ordinal = finding.group.ordinal(side)
    node = located.benches.of(side).traced.node(ordinal) if ordinal is not None else None
    read = finding.inputs if side == finding.named else inputs_of(located.benches, finding.group, side)
    inputs = [
        DivergentOperand(role="input", position=i, source="" if node is None else str(node.operands[i].source), comparison=output)
        for i, output in enumerate(read)
        if output is not None
    ]
    return (*inputs, *(DivergentOperand(role="output", position=o.index, comparison=o) for o in _outputs(located, finding, side)))


def _alignment(located: Located) -> Alignment:
    aligned = located.benches.compared.aligned
    b = located.benches.b.traced
    unmatched = [f"{b.node(result[0]).symbol} ({result[0]})" for result in aligned.only_b]
    return Alignment(aligned=len(aligned.pairs), total=len(aligned.pairs) + len(aligned.only_b), unmatched=tuple(unmatched[:_MOST_UNMATCHED]))


def _along(located: Located) -> tuple[AlignedTensor, ...]:
    return tuple(_point(located, pair, outputs[0]) for pair, outputs in sorted(located.benches.compared.iterations.items(), key=lambda row: row[0].b))


def _point(located: Located, pair: Pair, output: Output) -> AlignedTensor:
    traced = located.benches.b.traced
    tensor = traced.result(pair.b)
    noise = None if tensor is None else noise_of(tensor, judging_of(traced, pair.b[0]).reduction)
    return AlignedTensor(a=pair.a, b=pair.b, tier=pair.tier, rms_rel=output.rms_rel, noise=noise, judgement=output.judgement)


def _error(outputs: Sequence[Output]) -> float | None:
    return max((output.rms_rel for output in outputs if output.rms_rel is not None), default=None)
