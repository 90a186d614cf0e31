"""Where two variants begin to differ: the first dispatch whose inputs agree and whose outputs do not.

This version compares dispatch by dispatch, so it needs both variants to be cut into the same dispatches; where they
are not it names none.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from runners.contract import Dispatch, Divergence, DivergentOperand, Output, Stage
from runners.divergence.graph import DispatchNode, Graph, same_partition
from runners.stages.invocation import Tensor, TraceEvent

UNDETERMINED = "Which variant is wrong is not determined: the dispatch was not held against a reference."

Fault = Literal["A", "B", "both", "undetermined"]


class Judge(Protocol):
    """Compares two tensors and says whether they are equal, within noise, or different."""

    def __call__(self, a: Tensor, b: Tensor, *, index: int = 0, name: str = "") -> Output:
        """The figures and the judgement."""


@dataclass(frozen=True, slots=True)
class Traced:
    """One variant's graph and what each dispatch read and wrote."""

    graph: Graph
    events: tuple[TraceEvent, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One execution of one dispatch in both variants: what it read and wrote, compared."""

    node_a: DispatchNode
    node_b: DispatchNode
    iteration: int
    events_a: dict[str, TraceEvent]
    events_b: dict[str, TraceEvent]
    inputs: tuple[Output, ...]
    outputs: tuple[Output, ...]

    @property
    def diverges(self) -> bool:
        """Whether an output differs by more than noise."""
        return any(o.judgement == "different" for o in self.outputs)

    @property
    def wrong_inputs(self) -> list[int]:
        """Positions of the inputs that already differ."""
        return [i for i, o in enumerate(self.inputs) if o.judgement == "different"]


def locate(a: Traced, b: Traced, fed: Sequence[Tensor], judge: Judge) -> Divergence:
    """Name the first dispatch that diverges, with the evidence at each of its operands.

    A dispatch whose inputs agree and whose outputs differ is where it begins, in whatever order the runtime reported
    the events. When no such dispatch exists but some differ, the difference came in from outside of them.

    :param fed: the function's arguments as they were passed.
    """
    count_a, count_b = len(a.graph.dispatches), len(b.graph.dispatches)
    if not same_partition(a.graph, b.graph):
        return Divergence(
            sentence=f"A runs {count_a} and B {count_b} dispatches, cut from the program in different ways. "
            "They cannot be held against each other one by one, so no dispatch is named."
        )
    steps = _steps(a, b, judge)
    diverging = [step for step in steps if step.diverges]
    begins = [step for step in diverging if not step.wrong_inputs]
    if begins:
        return _begins_here(begins[0], len(begins), count_a)
    if diverging:
        return _begins_before(diverging, fed, judge, count_a)
    return Divergence(
        sentence=f"The outputs of all {len(steps)} traced dispatch runs agree, yet the results differ: the difference arises between dispatches "
        "or after the last one (copies, packing, aliasing), or in a dispatch that only one variant ran. That is not traced."
    )


def _steps(a: Traced, b: Traced, judge: Judge) -> list[Step]:
    """Executions that both variants have, iteration by iteration in program order.

    Events are matched by key, never by arrival: some releases report all inputs before all outputs.
    """
    seen_a, seen_b = _by_key(a.events), _by_key(b.events)
    steps = []
    for iteration, ordinal in sorted(seen_a.keys() & seen_b.keys()):
        events_a, events_b = seen_a[iteration, ordinal], seen_b[iteration, ordinal]
        inputs, outputs = (_compared(events_a, events_b, side, judge) for side in ("in", "out"))
        steps.append(Step(a.graph.dispatches[ordinal], b.graph.dispatches[ordinal], iteration, events_a, events_b, inputs, outputs))
    return steps


def _by_key(events: Sequence[TraceEvent]) -> dict[tuple[int, int], dict[str, TraceEvent]]:
    """Events by iteration and ordinal; the k-th event of a key is iteration k."""
    found: dict[tuple[int, int], dict[str, TraceEvent]] = defaultdict(dict)
    times: dict[tuple[int, str], int] = defaultdict(int)
    for event in events:
        found[times[event.ordinal, event.side], event.ordinal][event.side] = event
        times[event.ordinal, event.side] += 1
    return found


def _compared(a: dict[str, TraceEvent], b: dict[str, TraceEvent], side: str, judge: Judge) -> tuple[Output, ...]:
    if side not in a or side not in b:
        return ()
    return tuple(judge(x, y, index=i) for i, (x, y) in enumerate(zip(a[side].tensors, b[side].tensors, strict=True)))


def _begins_here(step: Step, suspects: int, count: int) -> Divergence:
    same_code = _body(step.node_a) == _body(step.node_b)
    worst = max(step.outputs, key=lambda o: (o.judgement == "different", o.mismatched))
    sentence = [
        f"Begins here{_iteration(step)}: all inputs of this dispatch agree, {worst.mismatched} of {worst.elements} elements of its output differ.",
        "Both variants compile the same dispatch body, so it is code generation that differs."
        if same_code
        else "The two variants' dispatch bodies are not the same.",
        UNDETERMINED,
    ]
    if suspects > 1:
        sentence.append(f"{suspects - 1} later dispatch runs differ on agreeing inputs, too.")
    return _evidence(step, count).model_copy(update={"stage": Stage.CODEGEN if same_code else Stage.UNDETERMINED, "sentence": " ".join(sentence)})


def _begins_before(diverging: list[Step], fed: Sequence[Tensor], judge: Judge, count: int) -> Divergence:
    for step in diverging:
        for position in step.wrong_inputs:
            source = step.node_b.operands[position].source
            if source.kind == "argument" and source.index is not None and source.index < len(fed):
                passed = fed[source.index]
                fault = _misreads(step, position, passed, judge)
                if fault is not None:
                    return _misread_argument(step, position, passed, fault, count)
    step = diverging[0]
    position = step.wrong_inputs[0]
    sentence = (
        f"No dispatch differs on agreeing inputs. This one{_iteration(step)} is the first with other outputs, and its input {position} already differs "
        f"({_types(step, position)}; it comes from {step.node_a.operands[position].source} in A, {step.node_b.operands[position].source} in B)."
    )
    return _evidence(step, count).model_copy(update={"role": "victim", "sentence": sentence})


def _misreads(step: Step, position: int, passed: Tensor, judge: Judge) -> Fault | None:
    """Which variant reads something else than what was passed as this argument; None where both read it right."""
    wrong = tuple(judge(events["in"].tensors[position], passed).judgement == "different" for events in (step.events_a, step.events_b))
    faults: dict[tuple[bool, ...], Fault] = {(True, False): "A", (False, True): "B", (True, True): "both"}
    return faults.get(wrong)


def _misread_argument(step: Step, position: int, passed: Tensor, fault: Fault, count: int) -> Divergence:
    source, comparison = step.node_b.operands[position].source, step.inputs[position]
    who = "neither variant reads" if fault == "both" else f"{fault} does not read"
    sentence = (
        f"Begins before any dispatch: argument {source.index} was passed as {passed.type}, and {who} the values that were passed "
        f"({_types(step, position)}). This dispatch is the first to use it; {comparison.mismatched} of {comparison.elements} elements of that input differ."
    )
    return _evidence(step, count).model_copy(update={"stage": Stage.INPUT, "role": "victim", "at_fault": fault, "sentence": sentence})


def _evidence(step: Step, count: int) -> Divergence:
    node = step.node_b
    inputs = [
        DivergentOperand(role="input", position=i, source=str(operand.source), comparison=output)
        for i, (operand, output) in enumerate(zip(node.operands, step.inputs, strict=False))
    ]
    outputs = [DivergentOperand(role="output", position=i, comparison=output) for i, output in enumerate(step.outputs)]
    shapes = tuple(tensor.type for side in ("in", "out") if side in step.events_b for tensor in step.events_b[side].tensors)
    return Divergence(
        dispatch=Dispatch(symbol=node.symbol, ordinal=node.ordinal, count=count, ops=node.operations, loc=node.location, shapes=shapes),
        operands=(*inputs, *outputs),
        input_error=_error(step.inputs),
    )


def _types(step: Step, position: int) -> str:
    return f"A reads {step.events_a['in'].tensors[position].type}, B reads {step.events_b['in'].tensors[position].type}"


def _iteration(step: Step) -> str:
    return f" (iteration {step.iteration})" if step.iteration else ""


def _error(outputs: Sequence[Output]) -> float | None:
    return max((o.rms_rel for o in outputs if o.rms_rel is not None), default=None)


def _body(node: DispatchNode) -> str:
    return node.body.replace(node.symbol, "").replace(node.executable, "")
