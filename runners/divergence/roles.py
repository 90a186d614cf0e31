"""The part that one suspect plays: culprit, amplifier, victim, or unconfirmed, and which variant is at fault, if any."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from runners.contract import Fault, Output, Role, Stage
from runners.divergence.align import Pair
from runners.divergence.bench import Bench
from runners.divergence.events import held_against, judging_of, shown
from runners.divergence.local import Confirmed, Local, Opinion, Request, said_of
from runners.divergence.pairs import Compared, Counterparts, shaped_as
from runners.numerics.noise import FAR, Standing
from runners.stages.invocation import Tensor
from runners.stages.job import side_by_side

Side = Literal["A", "B"]
SIDES: tuple[Side, ...] = ("A", "B")
_OTHER: dict[Side, Side] = {"A": "B", "B": "A"}


@dataclass(frozen=True, slots=True)
class Group:
    """A suspect: the dispatch of A and the one of B that make the same values; one side may have none of its own.

    :ivar pairs: the results that both make and that differ.
    """

    a: int | None
    b: int | None
    iteration: int
    pairs: tuple[Pair, ...] = ()

    def ordinal(self, side: Side) -> int | None:
        """This side's dispatch."""
        return self.a if side == "A" else self.b

    def within(self, side: Side) -> bool:
        """Whether this side makes the value within a dispatch, and does not give it away."""
        return any(pair.on(side)[1] < 0 for pair in self.pairs)


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found of a suspect.

    :ivar cleared: its own arithmetic is right, so that the search may go on behind it.
    :ivar inputs: what it reads, compared A against B; None where the other side has no such tensor.
    :ivar named: the side whose dispatch shows it best.
    """

    group: Group
    role: Role
    reason: str
    named: Side
    at_fault: Fault = "undetermined"
    stage: Stage = Stage.UNDETERMINED
    cleared: bool = False
    inputs: tuple[Output | None, ...] = ()
    local: tuple[Local | None, Local | None] = (None, None)
    confirmed: Confirmed | None = None

    @property
    def open(self) -> bool:
        """Whether the program leaves open what differs, so that neither side is wrong."""
        return any(local is not None and local.opinion == "open" for local in self.local)

    def local_of(self, side: Side) -> Local | None:
        """What the dispatch of a side does alone."""
        return self.local[side == "B"]


@dataclass(frozen=True, slots=True)
class Benches:
    """Both builds, ready to be checked, and how their tensors belong together.

    :ivar passed: the function's arguments.
    """

    a: Bench
    b: Bench
    compared: Compared
    passed: tuple[Tensor, ...]

    def of(self, side: Side) -> Bench:
        """The bench of a side."""
        return self.a if side == "A" else self.b

    def counterparts(self, side: Side) -> Counterparts:
        """What the other side has in place of what this side reads."""
        own, other = (self.a, self.b) if side == "A" else (self.b, self.a)
        pairs = self.compared.iterations
        theirs = {pair.a: pair.b for pair in pairs} if side == "A" else {pair.b: pair.a for pair in pairs}
        return Counterparts(own.traced, other.traced, self.passed, theirs)


def examine(benches: Benches, group: Group) -> Finding:
    """Find out what part a suspect plays.

    First what it reads: an argument or a constant that one side does not read as it should ends the search there. Then
    both sides' own arithmetic on their own inputs. If both are right, one side's code is held against what the other made
    of the other's inputs: that tells whether they compute different things, or only carry a small difference on.

    :raises MachineError: when a tool cannot be started or the disk is full.
    """
    named: Side = "A" if group.b is None or group.within("B") else "B"
    inputs = inputs_of(benches, group, named)
    found = Finding(group, "unconfirmed", "", named, inputs=inputs)
    misread = _misread(benches, found) or _constants_differ(benches, found)
    if misread is not None:
        return misread
    found = replace(found, local=_look(benches, group))
    opinions = {side: local.opinion for side in SIDES if (local := found.local_of(side)) is not None}
    if "wrong" in opinions.values():
        return _wrong(benches, found, opinions)
    if "open" in opinions.values():
        return _left_open(benches, found, opinions)
    if "unknown" in opinions.values():
        reason = f"Nothing could be held against it: {_problems(found)}."
        return replace(found, reason=reason, stage=_stage_by_code(benches, group), cleared=not group.pairs)
    if not group.pairs:
        return replace(found, role="amplifier", reason="Only one side has its result, which is right by its own code.", cleared=True)
    return _both_right(benches, found)


def inputs_of(benches: Benches, group: Group, side: Side) -> tuple[Output | None, ...]:
    """What a side's dispatch reads, compared A against B."""
    ordinal = group.ordinal(side)
    if ordinal is None:
        return ()
    own = benches.of(side).traced.tensors(ordinal, "in", group.iteration)
    theirs = _counterparts(benches, group, side)
    judging = judging_of(benches.of(side).traced, ordinal)
    rows = [(other, mine) if side == "B" else (mine, other) for mine, other in zip(own, theirs, strict=True)]
    return tuple(shown(x, y, judging, i) if x is not None and y is not None and not (x.untraced or y.untraced) else None for i, (x, y) in enumerate(rows))


def _counterparts(benches: Benches, group: Group, side: Side) -> list[Tensor | None]:
    ordinal = group.ordinal(side)
    if ordinal is None:
        return []
    return benches.counterparts(side).inputs(benches.of(side).traced.node(ordinal), group.iteration, group.ordinal(_OTHER[side]))


def _misread(benches: Benches, found: Finding) -> Finding | None:
    """An argument that a side's dispatch reads otherwise than it was passed."""
    wrong: dict[Side, str] = {}
    for side in SIDES:
        ordinal = found.group.ordinal(side)
        if ordinal is None:
            continue
        traced = benches.of(side).traced
        read = traced.tensors(ordinal, "in", found.group.iteration)
        for i, operand in enumerate(traced.node(ordinal).operands[: len(read)]):
            index = operand.source.index
            if operand.source.kind != "argument" or index is None or index >= len(benches.passed):
                continue
            output = held_against(read[i], benches.passed[index], judging_of(traced, ordinal))
            if output.judgement == "different":
                wrong[side] = (
                    f"argument {index} was passed as {benches.passed[index].type} and is read as {read[i].type}, "
                    f"{output.mismatched} of {output.elements} elements are not those that were passed"
                )
    if not wrong:
        return None
    fault: Fault = "both" if len(wrong) == len(SIDES) else next(iter(wrong))
    named = found.named if fault == "both" else next(iter(wrong))
    who = "Neither variant reads" if fault == "both" else f"{fault} does not read"
    reason = f"Begins before any dispatch: {who} the values that were passed ({wrong[named]})."
    return replace(found, role="victim", reason=reason, named=named, at_fault=fault, stage=Stage.INPUT)


def _constants_differ(benches: Benches, found: Finding) -> Finding | None:
    """A constant or global that the two sides do not have alike: it was folded, hoisted or loaded differently."""
    ordinal = found.group.ordinal(found.named)
    if ordinal is None:
        return None
    for i, output in enumerate(found.inputs):
        operand = benches.of(found.named).traced.node(ordinal).operands[i]
        if output is not None and output.judgement == "different" and operand.source.kind in ("constant", "global") and not operand.depends:
            reason = f"Begins before it: its input {i} is {operand.source}, and {output.mismatched} of its {output.elements} elements differ between A and B."
            return replace(found, role="victim", reason=reason, stage=Stage.GRAPH)
    return None


def _look(benches: Benches, group: Group) -> tuple[Local | None, Local | None]:
    """Both sides' own arithmetic, looked at where they differ most."""
    a, b = side_by_side(*(partial(_look_at, benches, group, side) for side in SIDES))
    return a, b


def _look_at(benches: Benches, group: Group, side: Side) -> Local | None:
    ordinal = group.ordinal(side)
    if ordinal is None or group.within(side):
        return None
    return benches.of(side).look([_request(benches, group, side, ordinal)])[0]


def _request(benches: Benches, group: Group, side: Side, ordinal: int) -> Request:
    worst = {pair.on(side)[1]: benches.compared.worst(pair, group.iteration) for pair in group.pairs if pair.on(side)[1] >= 0}
    return Request(ordinal, group.iteration, worst)


def _wrong(benches: Benches, found: Finding, opinions: Mapping[Side, Opinion]) -> Finding:
    """At least one side does not make of its inputs what its own code says: code generation, if it does so again alone."""
    wrong = [side for side in SIDES if opinions.get(side) == "wrong"]
    fault: Fault = "both" if len(wrong) == len(SIDES) else wrong[0]
    named = wrong[-1]
    found = replace(found, named=named, at_fault=fault, stage=Stage.CODEGEN, inputs=inputs_of(benches, found.group, named))
    ordinal, local = found.group.ordinal(named), found.local_of(named)
    assert ordinal is not None  # noqa: S101 - a side with an opinion has a dispatch
    assert local is not None  # noqa: S101
    confirmed = benches.of(named).confirm(_request(benches, found.group, named, ordinal))
    found = replace(found, confirmed=confirmed)
    says = _says(named, local)
    if confirmed.problem is not None and confirmed.of == 0:
        return replace(found, role="unconfirmed", reason=f"{says} It could not be run alone: {confirmed.problem}.")
    if not confirmed.again:
        reason = f"{says} Alone, on the same inputs, it does not do so in any of {confirmed.of} runs: what it does depends on what runs around it."
        return replace(found, role="unconfirmed", stage=Stage.RUNTIME, reason=reason)
    return replace(found, role="culprit", reason=says)


def _left_open(benches: Benches, found: Finding, opinions: Mapping[Side, Opinion]) -> Finding:
    """Values that a side's code leaves open: nobody is wrong if both do; if the other's code says what they are, this one's has lost it."""
    open_sides = [side for side in SIDES if opinions.get(side) == "open"]
    side = open_sides[0]
    told = opinions.get(_OTHER[side]) == "right" or found.group.within(_OTHER[side])
    if len(open_sides) != 1 or not told:
        return replace(found, reason=_open(found))
    ordinal = found.group.ordinal(side)
    assert ordinal is not None  # noqa: S101 - a side with an opinion has a dispatch
    local = found.local_of(side)
    why = "; ".join(local.left_open) if local is not None else ""
    reason = f"{side}'s code leaves these values open ({why}), {_OTHER[side]}'s code says what they are."
    confirmed = _showing(benches, found.group, side, ordinal)
    # The code says so itself, whatever happens to be in the memory of a replay.
    found = replace(found, role="culprit", named=side, at_fault=side, stage=Stage.GRAPH, reason=reason, confirmed=confirmed)
    return replace(found, inputs=inputs_of(benches, found.group, side))


def _showing(benches: Benches, group: Group, side: Side, ordinal: int) -> Confirmed:
    """Replays of a dispatch whose values may be others each time: how many are not what the other side makes."""
    confirmed = benches.of(side).confirm(Request(ordinal, group.iteration))
    judging = judging_of(benches.of(side).traced, ordinal)
    theirs = {pair.on(side)[1]: benches.of(_OTHER[side]).traced.result(pair.on(_OTHER[side]), group.iteration) for pair in group.pairs}
    shows = sum(
        any(other is not None and held_against(results[i], other, judging).judgement == "different" for i, other in theirs.items() if i >= 0)
        for results in confirmed.results
    )
    return replace(confirmed, again=shows)


def _both_right(benches: Benches, found: Finding) -> Finding:
    """Each side is right by its own code: does one code make of the other's inputs what the other made of them?"""
    group = found.group
    if group.a is not None and group.b is not None and benches.a.traced.node(group.a).body == benches.b.traced.node(group.b).body:
        wired = _wired_otherwise(benches, group.a, group.b, group.iteration)
        if wired is not None:
            return replace(found, role="victim", stage=Stage.GRAPH, reason=wired)
        return replace(found, role="amplifier", reason=f"Both sides run the same code, and each is right by it. {_CARRIED}", cleared=True)
    crossed = {side: answer for side in SIDES if (answer := _crossed(benches, group, side)) is not None}
    # What one side reads may be known only from within a dispatch of the other: the reference code generation computed it,
    # with its own rounding, and not the device. That counts where there is nothing better.
    answers = [answer for answer, real in crossed.values() if real] or [answer for answer, _ in crossed.values()]
    if not answers:
        return replace(found, reason="Each side is right by its own code; what one reads has no counterpart on the other.")
    if all(answer.within_noise for answer in answers):
        coarser = _coarser(benches, found, {side: answer for side, (answer, real) in crossed.items() if real})
        if coarser is not None:
            return coarser
        return replace(found, role="amplifier", reason=f"Given what the other side reads, it makes what the other side makes. {_CARRIED}", cleared=True)
    worst = max(answers, key=lambda standing: (not standing.within_noise, standing.ratio))
    reason = f"Each side is right by its own code, but the codes compute different things: held against the other's, one {said_of(worst)}."
    return replace(found, role="culprit", reason=reason, stage=Stage.GRAPH, confirmed=_confirmed(benches, found))


def _coarser(benches: Benches, found: Finding, crossed: Mapping[Side, Standing]) -> Finding | None:
    """A side whose code computes the same thing as the other's, and loses far more of it by rounding as it is written."""
    for side, theirs in crossed.items():
        local, ordinal = found.local_of(side), found.group.ordinal(side)
        own = local.standing if local is not None else None
        if own is None or ordinal is None or own.error <= FAR * theirs.error:
            continue
        reason = (
            f"{side} errs by up to {own.error:.3g}, as rounding in the types that its code names lets expect; {_OTHER[side]} computes the same thing, "
            f"and errs by up to {theirs.error:.3g} held against it. {side}'s code is the coarser one."
        )
        found = replace(found, role="culprit", named=side, at_fault=side, stage=Stage.GRAPH, reason=reason, inputs=inputs_of(benches, found.group, side))
        return replace(found, confirmed=benches.of(side).confirm(_request(benches, found.group, side, ordinal)))
    return None


def _wired_otherwise(benches: Benches, a: int, b: int, iteration: int) -> str | None:
    """Equal code may be called with other values of the program: says which operand is not the same one on both sides."""
    theirs = {pair.b: pair.a for pair in benches.compared.aligned.pairs}
    nodes = benches.a.traced.node(a), benches.b.traced.node(b)
    read = benches.a.traced.tensors(a, "in", iteration), benches.b.traced.tensors(b, "in", iteration)
    for i, (x, y, one, other) in enumerate(zip(nodes[0].operands, nodes[1].operands, *read, strict=False)):
        match x.source.kind, y.source.kind:
            case "argument", "argument":
                same = x.source.index == y.source.index
            case "dispatch", "dispatch":
                result = (y.source.ordinal or 0, y.source.result or 0)
                same = theirs.get(result) in (None, (x.source.ordinal or 0, x.source.result or 0))
            case _:
                same = True
        output = held_against(one, other, judging_of(benches.b.traced, b))
        if not same and output.judgement == "different":
            return (
                f"Begins before it: its input {i} is {x.source} in A and {y.source} in B, {output.mismatched} of {output.elements} elements differ. "
                "The dispatch is the same on both sides."
            )
    return None


_CARRIED = "It carries on a difference that rounding explains."


def _confirmed(benches: Benches, found: Finding) -> Confirmed | None:
    ordinal = found.group.ordinal(found.named)
    return benches.of(found.named).confirm(_request(benches, found.group, found.named, ordinal)) if ordinal is not None else None


def _crossed(benches: Benches, group: Group, side: Side) -> tuple[Standing, bool] | None:
    """The other side's results held against what this side's code makes of the other side's inputs; None where it cannot be.

    Told with whether all of these inputs were recorded, and none was computed.
    """
    ordinal = group.ordinal(side)
    if ordinal is None:
        return None
    own = benches.of(side).traced.tensors(ordinal, "in", group.iteration)
    given = benches.counterparts(side).given(benches.of(side).traced.node(ordinal), group.iteration, group.ordinal(_OTHER[side]))
    if any(theirs is None or (theirs.kind, theirs.shape) != (mine.kind, mine.shape) for theirs, mine in zip(given, own, strict=True)):
        return None
    found = []
    for pair in group.pairs:
        theirs, mine = pair.on(_OTHER[side]), pair.on(side)
        made = benches.of(side).traced.result(mine, group.iteration)
        values = made and shaped_as(made, benches.of(_OTHER[side]).traced.result(theirs, group.iteration))
        if mine[1] < 0 or values is None:
            continue
        inputs = [tensor for tensor in given if tensor is not None]
        held = benches.of(side).judge(ordinal, inputs, mine[1], values, benches.compared.worst(pair, group.iteration))
        if not isinstance(held, str) and held.judged is not None and held.judged.a is not None:
            found.append(held.judged.a)
    if not found:
        return None
    computed = benches.of(_OTHER[side]).traced.inner.values()
    real = not any(tensor is not None and any(tensor.sha256 == inner.sha256 for inner in computed) for tensor in given)
    return max(found, key=lambda standing: (not standing.within_noise, standing.ratio)), real


def _says(side: Side, local: Local) -> str:
    standing = local.standing
    if standing is None:
        worst = max(local.reference, key=lambda output: output.mismatched)
        return f"{side}'s code generation differs from the reference code generation in {worst.mismatched} of {worst.elements} elements."
    return f"Held against the exact values of its own code, {side} {said_of(standing)}."


def _open(found: Finding) -> str:
    why = dict.fromkeys(reason for local in found.local if local is not None and local.opinion == "open" for reason in local.left_open)
    return f"The program leaves these values open, so neither side is wrong: {'; '.join(why)}."


def _problems(found: Finding) -> str:
    return "; ".join(dict.fromkeys(local.problem.rstrip(".") for local in found.local if local is not None and local.problem)) or "no side could be evaluated"


def _stage_by_code(benches: Benches, group: Group) -> Stage:
    """Equal code with other results is a matter of code generation."""
    if group.a is None or group.b is None:
        return Stage.UNDETERMINED
    same = benches.a.traced.node(group.a).body == benches.b.traced.node(group.b).body
    return Stage.CODEGEN if same else Stage.UNDETERMINED
