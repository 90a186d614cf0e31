"""Where a difference begins, what it looks like, and what makes it vanish."""

from collections.abc import Sequence

from bot.report import numbers
from bot.report.document import Block, Caps, Inline, Items, Paragraph, Piece, Section, Table, capped, code, plain, sentence, strong
from bot.report.outputs import badness, comparison_table, elements_table, typed, worst_first
from bot.report.words import EFFECTS, FAULTS, ROLES, SEARCHES, STAGES, TIERS
from runners.contract import AlignedTensor, Bisect, Bundle, Dispatch, DispatchAudit, Divergence, DivergentOperand, Knob, Output, Suspect


def divergence_section(divergence: Divergence, a: str, b: str, weight: int, caps: Caps) -> Section:
    """The divergent dispatch, who and what is at fault as far as it is known, and the evidence operand by operand."""
    blocks: list[Block] = []
    if divergence.sentence:
        blocks.append(Paragraph(sentence(divergence.sentence)))
    blocks.append(facts(_facts(divergence, caps)))
    if divergence.operands:
        blocks += _evidence(divergence.operands, *(divergence.compared or (a, b)), caps)
    if len(divergence.suspects) > 1:
        blocks += [Paragraph(plain("Every dispatch that was examined, in this order:")), *suspects_table(divergence.suspects, caps)]
    return Section("Where it begins", tuple(blocks), weight)


def suspects_table(suspects: Sequence[Suspect], caps: Caps) -> list[Block]:
    """One row for each dispatch that was examined: its part, its own error, and why that is said."""
    shown = suspects[: caps.operands]
    rows = tuple((_named(s.dispatch), plain(s.role), plain(_times(s.error_ratio)), sentence(s.reason)) for s in shown)
    blocks: list[Block] = [Table(("Dispatch", "Role", "Error / noise floor", "Why"), "llrl", rows)]
    if len(shown) < len(suspects):
        blocks.append(Paragraph(plain(f"and {len(suspects) - len(shown)} more in the report")))
    return blocks


def along_section(along: Sequence[AlignedTensor], weight: int, caps: Caps) -> Section | None:
    """The error along the program, tensor by tensor; None where no tensor differs."""
    differing = [point for point in along if point.rms_rel]
    if not differing:
        return None
    shown = along[: caps.operands]
    rows = tuple(
        (
            plain(f"{point.a[0]}.{point.a[1]}" if point.a[1] >= 0 else f"within {point.a[0]}"),
            plain(f"{point.b[0]}.{point.b[1]}" if point.b[1] >= 0 else f"within {point.b[0]}"),
            plain(numbers.figure(point.rms_rel) if point.rms_rel is not None else ""),
            plain(numbers.figure(point.noise) if point.noise is not None else ""),
            plain(TIERS[point.tier]),
        )
        for point in shown
    )
    table = Table(("A", "B", "Relative error", "Noise", "Recognised by"), "rrrrl", rows)
    words = "Results of dispatches that both variants have, dispatch and result, in the order of the program:"
    blocks: list[Block] = [Paragraph(plain(words)), table]
    if len(shown) < len(along):
        blocks.append(Paragraph(plain(f"and {len(along) - len(shown)} more in the report")))
    return Section("Error along the program", tuple(blocks), weight, folded=True)


def audits_section(audits: Sequence[DispatchAudit], weight: int, caps: Caps) -> Section:
    """Every dispatch judged alone: how many, and which are wrong."""
    blocks: list[Block] = []
    for audit in audits:
        unknown = f"; {audit.unknown} could not be judged" if audit.unknown else ""
        wrong = f"{len(audit.culprits)} wrong" if audit.culprits else "none is wrong"
        count = f"{numbers.count(audit.dispatches)} dispatches in {numbers.count(audit.runs)} runs, {numbers.count(audit.executables)} executables"
        blocks.append(Paragraph((*strong(audit.variant), Piece(f": {count}: {wrong}{unknown}."))))
        if audit.culprits:
            blocks += suspects_table(audit.culprits, caps)
    return Section("Every dispatch alone", tuple(blocks), weight)


def patterns_section(outputs: Sequence[Output], weight: int, caps: Caps) -> Section | None:
    """What the differences look like, output by output; None when no pattern was seen."""
    seen = [(o, pattern) for o in worst_first(outputs)[: caps.outputs] for pattern in o.patterns]
    items: list[Inline] = []
    for o, pattern in seen:
        details = ", ".join(f"{key} {value}" for key, value in pattern.parameters.items())
        items.append(
            (
                Piece(f"{'Output' if o.kind == 'result' else 'Argument'} {o.index}: "),
                *strong(pattern.kind.replace("_", " ")),
                Piece(f"{f' ({details})' if details else ''}, explains {numbers.percent(pattern.explained)} of the mismatches"),
            )
        )
    return Section("What the difference looks like", (Items(tuple(items)),), weight) if items else None


def knobs_section(knobs: Sequence[Knob], weight: int, caps: Caps) -> Section:
    """Each code-generation switch that was tried alone on the dispatch, those that help first."""
    order = list(EFFECTS)
    ranked = sorted(knobs, key=lambda knob: order.index(knob.effect))
    shown = ranked[: caps.names]
    blocks: list[Block] = [Table(("Flag", "Effect"), "ll", tuple((code(knob.flag), EFFECTS[knob.effect]) for knob in shown))]
    if len(shown) < len(ranked):
        blocks.append(Paragraph(plain(f"and {len(ranked) - len(shown)} more in the report")))
    return Section("Flags tried on this dispatch alone", tuple(blocks), weight)


def bisect_section(bisect: Bisect, weight: int, caps: Caps) -> Section:
    """What the search over one axis found, and how sure that is."""
    rows = [
        ("Outcome", plain(SEARCHES[bisect.verdict])),
        ("First bad", code(bisect.first_bad) if bisect.first_bad else None),
        ("First good", code(bisect.first_good) if bisect.first_good else None),
        ("Tested", capped(map(code, bisect.tested), caps.names) or None),
        ("Not testable", capped(map(code, bisect.untestable), caps.names) or None),
        ("Runs", plain(str(bisect.runs))),
        ("Confidence", plain(numbers.percent(bisect.confidence)) if bisect.confidence is not None else None),
    ]
    return Section(f"Bisection over {bisect.axis}", (facts(rows),), weight)


def bundle_section(bundle: Bundle, weight: int) -> Section:
    """Where the standalone repro is, and whether it was run."""
    known = "it was run and shows the difference" if bundle.verified else "it was not seen to show the difference"
    return Section("Standalone repro", (Paragraph((*code(bundle.path), Piece(f": the dispatch alone with its inputs; {known}."))),), weight)


def facts(rows: Sequence[tuple[str, Inline | None]]) -> Table:
    """Two columns, without the rows that have nothing to say."""
    return Table(("What", "Finding"), "ll", tuple((plain(what), finding) for what, finding in rows if finding is not None))


def _facts(d: Divergence, caps: Caps) -> list[tuple[str, Inline | None]]:
    return [
        ("Dispatch", _dispatch(d.dispatch) if d.dispatch else plain("undetermined")),
        ("Counterpart", _counterpart(d)),
        ("At fault", FAULTS[d.at_fault]),
        ("Stage", STAGES[d.stage]),
        ("Role", ROLES[d.role]),
        ("Its own error", _own_error(d)),
        ("Error of its inputs", plain(numbers.figure(d.input_error)) if d.input_error is not None else None),
        ("Confirmed", plain(f"in {d.confirmed} replays") if d.confirmed else None),
        ("Operations", capped(map(code, d.dispatch.ops), caps.names) or None if d.dispatch else None),
        ("Shapes", capped(map(code, d.dispatch.shapes), caps.names) or None if d.dispatch else None),
        ("Source location", code(d.dispatch.loc) if d.dispatch and d.dispatch.loc else None),
        ("Tensors aligned", _alignment(d, caps)),
    ]


def _dispatch(dispatch: Dispatch) -> Inline:
    place = "the only one" if dispatch.count == 1 else f"ordinal {dispatch.ordinal} of {numbers.count(dispatch.count)} dispatches"
    return (*code(dispatch.symbol), Piece(f", {place}{_of(dispatch)}"))


def _named(dispatch: Dispatch) -> Inline:
    return (Piece(f"{dispatch.variant} {dispatch.ordinal}: ".lstrip()), *code(dispatch.symbol))


def _of(dispatch: Dispatch) -> str:
    return f" of {dispatch.variant}" if dispatch.variant else ""


def _counterpart(d: Divergence) -> Inline | None:
    if not d.counterpart:
        return None
    return tuple(piece for other in d.counterpart for piece in (*code(other.symbol), Piece(f", ordinal {other.ordinal}{_of(other)}")))


def _times(ratio: float | None) -> str:
    return "" if ratio is None else numbers.figure(ratio)


def _own_error(d: Divergence) -> Inline | None:
    if d.local_error is None:
        return None if d.noise_floor is None else plain(f"not measured; noise floor {numbers.figure(d.noise_floor)}")
    if d.noise_floor is None:
        return plain(numbers.figure(d.local_error))
    if d.noise_floor == 0:
        return plain(f"{numbers.figure(d.local_error)} (noise floor 0)")
    return plain(f"{numbers.figure(d.local_error)}, {numbers.figure(d.local_error / d.noise_floor)} times the noise floor of {numbers.figure(d.noise_floor)}")


def _alignment(d: Divergence, caps: Caps) -> Inline | None:
    if d.alignment is None:
        return None
    known = Piece(f"{numbers.share(d.alignment.aligned, d.alignment.total)} of A recognised in B")
    unmatched = capped(map(code, d.alignment.unmatched), caps.names)
    return (known, Piece("; not recognised: "), *unmatched) if unmatched else (known,)


def _evidence(operands: Sequence[DivergentOperand], a: str, b: str, caps: Caps) -> list[Block]:
    """The operands in their order; where there are too many for the report, the worst of them."""
    worst = sorted(operands, key=lambda o: badness(o.comparison))
    shown = sorted(worst[: caps.operands], key=lambda o: (o.role, o.position))
    names = [(plain(f"{o.role} {o.position}"), _tensor(o)) for o in shown]
    blocks: list[Block] = [
        Paragraph(plain(f"Its operands, {a} against {b}:")),
        comparison_table(names, ("Operand", "Tensor"), [o.comparison for o in shown], a, b),
    ]
    if len(shown) < len(operands):
        blocks.append(Paragraph(plain(f"and {len(operands) - len(shown)} more operands in the report, none of them worse")))
    exact = next((o for o in worst if o.role == "output" and any(w.exact is not None for w in o.comparison.worst)), None)
    if exact:
        blocks += [Paragraph(plain(f"Worst elements of its output {exact.position}:")), elements_table(exact.comparison, a, b, caps)]
    return blocks


def _tensor(operand: DivergentOperand) -> Inline:
    return (*typed(operand.comparison), *((Piece(" from "), *code(operand.source)) if operand.source else ()))
