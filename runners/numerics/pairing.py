"""What two element types have in common: the type of their differences, and the units of the narrower one."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from runners.element_types import ElementType
from runners.numerics.limits import limits
from runners.numerics.ulp import fills_its_bytes, narrowed, narrower, steps
from runners.numerics.wide import working_type

Array = npt.NDArray[Any]


class Elements(NamedTuple):
    """Elements of both sides as they are, and their values x and y in the working type."""

    a: Array
    b: Array
    x: Array
    y: Array

    def at(self, where: Array | slice) -> "Elements":
        """Some of them."""
        return Elements(*(side[where] for side in self))


@dataclass(frozen=True)
class Pairing:
    """The element types of the two sides."""

    a: ElementType
    b: ElementType

    @property
    def same(self) -> bool:
        """Whether there is only one."""
        return self.a == self.b

    @cached_property
    def work(self) -> np.dtype[Any]:
        """The type of values and differences."""
        return working_type(self.a, self.b)

    @cached_property
    def narrow(self) -> ElementType | None:
        """The type in which ULP are counted; None where there are none to count."""
        return None if self.work.kind == "c" else narrower(self.a, self.b)

    @cached_property
    def direct(self) -> bool:
        """Whether elements of one sign, taken as integers, are as far apart as in ULP."""
        return self.same and fills_its_bytes(self.a)

    def steps(self, some: Elements) -> Array:
        """Distances in ULP of the narrower float type; 0 where there is none."""
        kind = self.narrow
        if kind is None:
            return np.zeros(some.a.size, np.uint8)
        p = some.a if self.a == kind else narrowed(some.x, kind)
        q = some.b if self.b == kind else narrowed(some.y, kind)
        return steps(p, q, kind)

    def most_steps(self, reach: float) -> float:
        """No less than the distance in ULP of any elements that differ by ``reach`` times b, which is half of b at most."""
        if self.narrow is None:
            return 0.0
        # With p bits of precision, neighbours are more than |b| / 2^(p+1) apart where |a| is no less than |b| / 2.
        # Rounding to the narrower type moves each side by half a step.
        return reach * 2.0 ** (limits(self.narrow.numpy).mantissa_bits + 2) + (0 if self.same else 2)
