"""Which dispatch is named, and what is said when none can be."""

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from runners.compared import Judging
from runners.contract import Divergence, Stage
from runners.divergence.graph import DispatchNode, Graph, Operand, Origin
from runners.divergence.locate import Traced, locate
from runners.element_types import of_numpy
from runners.stages.invocation import Tensor, TraceEvent

JUDGE = Judging(None, 8)
ARGUMENT = Origin(kind="argument", index=0)
GOOD, BAD = [1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 40.0]


class Made:
    """Writes tensors and builds traced variants of a chain of dispatches."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def tensor(self, values: Sequence[float], dtype: str = "f4") -> Tensor:
        array = np.array(values, dtype)
        digest = hashlib.sha256(array.tobytes() + dtype.encode()).hexdigest()
        path = self._folder / digest
        path.write_bytes(array.tobytes())
        return Tensor(of_numpy(array.dtype), array.shape, path, digest)

    def chain(self, *steps: tuple[Any, Any], body: str = "body", sources: Sequence[Origin] = (), iterations: int = 1) -> Traced:
        """A dispatch for each (input, output), the first fed by an argument, the others by the one before."""
        origins = sources or [ARGUMENT, *(Origin(kind="dispatch", ordinal=i, result=0) for i in range(len(steps) - 1))]
        nodes = [
            DispatchNode(
                ordinal=i,
                symbol=f"d{i}",
                executable=f"e{i}",
                operations=("linalg.generic",),
                body=body,
                location=f"p.mlir:{i}:1",
                operands=(Operand(type="tensor<4xf32>", source=origin),),
                results=("tensor<4xf32>",),
            )
            for i, origin in zip(range(len(steps) // iterations), origins, strict=False)
        ]
        events = []
        for k, (given, result) in enumerate(steps):
            ordinal = k % len(nodes)
            for side, value in (("in", given), ("out", result)):
                events.append(TraceEvent(ordinal, side, (value if isinstance(value, Tensor) else self.tensor(value),)))
        return Traced(Graph(dispatches=tuple(nodes)), tuple(events))


@pytest.fixture
def made(tmp_path: Path) -> Made:
    return Made(tmp_path)


def located(a: Traced, b: Traced, fed: Sequence[Tensor] = ()) -> Divergence:
    return locate(a, b, fed, JUDGE)


def test_the_first_dispatch_with_agreeing_inputs_and_differing_outputs_is_named(made: Made) -> None:
    a = made.chain((GOOD, GOOD), (GOOD, GOOD), (GOOD, GOOD))
    b = made.chain((GOOD, GOOD), (GOOD, BAD), (BAD, BAD))
    found = located(a, b)
    assert found.dispatch is not None
    assert (found.dispatch.symbol, found.dispatch.ordinal, found.dispatch.count, found.dispatch.loc) == ("d1", 1, 3, "p.mlir:1:1")
    assert found.sentence.startswith("Begins here: all inputs of this dispatch agree, 1 of 4 elements of its output differ.")
    assert [(o.role, o.comparison.judgement) for o in found.operands] == [("input", "equal"), ("output", "different")]
    assert found.input_error == 0


def test_without_a_reference_nobody_is_accused(made: Made) -> None:
    found = located(made.chain((GOOD, GOOD)), made.chain((GOOD, BAD)))
    assert (found.at_fault, found.role) == ("undetermined", None)


def test_equal_bodies_mean_code_generation_and_other_bodies_mean_nothing_yet(made: Made) -> None:
    assert located(made.chain((GOOD, GOOD)), made.chain((GOOD, BAD))).stage is Stage.CODEGEN
    assert located(made.chain((GOOD, GOOD)), made.chain((GOOD, BAD), body="other")).stage is Stage.UNDETERMINED


def test_rounding_before_it_does_not_hide_it(made: Made) -> None:
    noisy = [v * (1 + 1e-7) for v in GOOD]
    found = located(made.chain((GOOD, GOOD), (GOOD, GOOD)), made.chain((GOOD, noisy), (noisy, BAD)))
    assert found.dispatch is not None
    assert found.dispatch.ordinal == 1


def test_an_argument_that_one_variant_misreads_is_that_variants_fault_at_the_input_stage(made: Made) -> None:
    passed = made.tensor([5, 4, 3, 2], "i8")
    misread = made.tensor([5, 0, 4, 0], "i4")
    found = located(made.chain((passed, GOOD)), made.chain((misread, BAD)), [passed])
    assert (found.at_fault, found.stage, found.role) == ("B", Stage.INPUT, "victim")
    assert "argument 0 was passed as 4xi64, and B does not read the values that were passed (A reads 4xi64, B reads 4xi32)" in found.sentence
    assert located(made.chain((misread, GOOD)), made.chain((passed, BAD)), [passed]).at_fault == "A"


def test_the_same_values_in_another_type_are_not_misread(made: Made) -> None:
    passed, narrower = made.tensor([5, 4, 3, 2], "i8"), made.tensor([5, 4, 3, 2], "i4")
    found = located(made.chain((passed, GOOD)), made.chain((narrower, BAD)), [passed])
    assert found.sentence.startswith("Begins here")


def test_a_difference_that_comes_from_no_dispatch_is_told_with_its_sources(made: Made) -> None:
    weights = [Origin(kind="global", name="w")]
    found = located(made.chain((GOOD, GOOD), sources=weights), made.chain((BAD, BAD), sources=weights))
    assert (found.at_fault, found.role, found.stage) == ("undetermined", "victim", Stage.UNDETERMINED)
    assert "it comes from global w in A, global w in B" in found.sentence


def test_in_a_loop_the_iteration_is_named_and_later_iterations_are_not_accused(made: Made) -> None:
    loop = [Origin(kind="block"), Origin(kind="dispatch", ordinal=0, result=0)]
    a = made.chain(*[(GOOD, GOOD)] * 6, sources=loop, iterations=3)
    b = made.chain((GOOD, GOOD), (GOOD, GOOD), (GOOD, GOOD), (GOOD, BAD), (BAD, BAD), (BAD, BAD), sources=loop, iterations=3)
    found = located(a, b)
    assert found.dispatch is not None
    assert found.dispatch.ordinal == 1
    assert "Begins here (iteration 1)" in found.sentence


def test_events_are_matched_by_dispatch_whatever_their_order(made: Made) -> None:
    a = made.chain((GOOD, GOOD), (GOOD, GOOD))
    b = made.chain((GOOD, GOOD), (GOOD, BAD))
    shuffled = Traced(b.graph, tuple(reversed(b.events)))
    assert located(a, shuffled) == located(a, b)


def test_agreement_everywhere_points_outside_of_the_dispatches(made: Made) -> None:
    found = located(made.chain((GOOD, GOOD)), made.chain((GOOD, GOOD)))
    assert found.dispatch is None
    assert "between dispatches or after the last one" in found.sentence


def test_another_partition_is_not_guessed_at(made: Made) -> None:
    found = located(made.chain((GOOD, GOOD), (GOOD, GOOD)), made.chain((GOOD, BAD)))
    assert found.dispatch is None
    assert found.sentence.startswith("A runs 2 and B 1 dispatches, cut from the program in different ways.")
