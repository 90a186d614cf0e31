"""Tensors that only one build gives away: what the other one makes of the same operation inside of a larger dispatch.

With other fusion a result of one build is nowhere among the other's results: it was fused away. The other build's
dispatch, written as a plain function that returns what it makes on its way, shows it. The reference code generation runs
that function on the inputs that were recorded.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

from runners.divergence.align import lines_made, matched
from runners.divergence.bench import Bench
from runners.divergence.graph import Result
from runners.divergence.layout import same_order
from runners.stages.places import Places

Side = Literal["A", "B"]


class Inner:
    """Finds, for a result of one build, the tensor that the other build makes at the same place within a dispatch.

    :param benches: both builds, by side.
    """

    def __init__(self, benches: Mapping[Side, Bench], places: Mapping[Side, Places | None]) -> None:
        self._benches, self._places = benches, places
        self._to_a = matched((places["A"], places["B"]))
        self._to_b = {a: b for b, a in self._to_a.items()}
        self._computed: set[tuple[Side, int]] = set()

    def of(self, side: Side, result: Result) -> Result | None:
        """The other build's tensor for a result of this side, by ordinal and a position below 0; None where there is none."""
        own, other = self._places[side], self._places[_OTHER[side]]
        if own is None or other is None or result[1] >= len(own.regions[result[0]].stored):
            return None
        stored = own.regions[result[0]].stored[result[1]]
        line = lines_made(own).get((result[0], stored)) if stored is not None else None
        there = (self._to_b if side == "A" else self._to_a).get(line) if line is not None else None
        tensor = self._benches[side].traced.result(result)
        for (ordinal, point), made in lines_made(other).items():
            if made != there or point in other.regions[ordinal].stored:
                continue
            self._compute(_OTHER[side], ordinal, other)
            inner = self._benches[_OTHER[side]].traced.inner
            found = inner.get((ordinal, -1 - point))
            if found is not None and tensor is not None and same_order(found.shape, tensor.shape):
                inner[ordinal, -1 - point] = replace(found, shape=tensor.shape)
                return ordinal, -1 - point
        return None

    def _compute(self, side: Side, ordinal: int, places: Places) -> None:
        """Everything that a dispatch makes on its way, put into what is known of its build."""
        if (side, ordinal) in self._computed:
            return
        self._computed.add((side, ordinal))
        bench, points = self._benches[side], places.regions[ordinal].points
        # Both list the body's operations in its order; what only fills or moves may be on one of the lists alone.
        rest = iter(enumerate(points))
        for operation, tensor in bench.made_within(ordinal):
            point = next((i for i, point in rest if point.operation == operation), None)
            if point is None:
                return
            bench.traced.inner[ordinal, -1 - point] = tensor


_OTHER: Mapping[Side, Side] = {"A": "B", "B": "A"}
