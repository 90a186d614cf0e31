"""The pairs of compilations that the suite holds against each other; without a fault, all of them are healthy."""

from dataclasses import dataclass

_CPU = ("--iree-hal-target-backends=llvm-cpu", "--iree-llvmcpu-target-cpu=generic")


@dataclass(frozen=True, slots=True)
class Pair:
    """Flags of both variants, and the programs that one of them does not compile."""

    a: tuple[str, ...]
    b: tuple[str, ...]
    without: frozenset[str] = frozenset()

    def flags(self, variant: str) -> tuple[str, ...]:
        """The flags of ``A`` or ``B``."""
        return self.a if variant == "A" else self.b


PAIRS: dict[str, Pair] = {
    "same flags": Pair(_CPU, _CPU),
    "aggressive fusion": Pair(_CPU, (*_CPU, "--iree-dispatch-creation-enable-aggressive-fusion")),
    "opt level O3": Pair(_CPU, (*_CPU, "--iree-opt-level=O3")),
    "data tiling": Pair(_CPU, (*_CPU, "--iree-opt-data-tiling")),
    "llvm-cpu and vmvx": Pair(_CPU, ("--iree-hal-target-backends=vmvx",), without=frozenset({"attention_f16", "mlp_bf16"})),
}
"""By name: the same partition; other partitions; encoded operands; another back end."""
