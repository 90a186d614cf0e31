"""What the difference between two tensors looks like.

================== ==================================================== ==========================================
pattern            what is seen                                         parameters
================== ==================================================== ==========================================
reversed_groups    every g neighbours in reverse order                  group, axis (an index, or ``flat``)
byte_swapped       bytes of every element reversed
transposed         two axes, or two groups of them, swapped             axes or order; side, if extents differ
repeated           one row, column or tile copied over others           side, tile, source (its first element)
rotated            shifted along an axis, with wrap-around              axis (an index, or ``flat``), shift
sign_reinterpreted signed integers read as unsigned                     bits, unsigned (the side that is so)
permuted           the same values in another order
scaled             a = factor · b                                       factor
offset             a = b + value                                        value
truncated          cut off, not rounded; or held in fewer bits          side; or side, mantissa_bits, rounding
one_ulp            neighbouring values                                  direction (of a from b)
underflow_to_zero  zero for subnormals                                  side
saturated          the type's largest or smallest finite value          side
overflow           infinity for a finite value                          side
nan_only           NaN for a value                                      side
unwritten          a region holds zeros, NaN, one value, or garbage     side, fill, region and its place
tail               only what tiles leave over at the end of an axis     axis, start, extent
confined           a region is wrong, and nothing is known of why       region and its place
================== ==================================================== ==========================================

``side`` is the one to which it happened, which need not be the wrong one. A region is ``all`` of the tensor, a ``box``
from start to stop, a ``range`` of count elements in memory from first on, or ``blocks``. With any pattern ``block`` names
the extents of aligned blocks if mismatches fill some of them and leave others free (not with a tile or a ``range``, which
name their place, and not with a layout that all of the tensor has).

Evidence. Two tensors that have nothing to do with each other must show no pattern, and many hypotheses are tried.

- Everything but ``nan_only`` and ``overflow`` needs 8 mismatches. Those two are what they are by definition, and say
  something of a single element.
- What says where values come from, or what was done to them (all down to ``one_ulp``), needs 4 distinct values: among
  fewer, as in an i1, nearly any rule holds by accident. A rule is tested against chance as the tensors have it: its
  predictions are dealt out to other mismatches, and the share that fits there is the chance of each single fit. The share
  that fits in place must be unlikely by 2^20 times as many hypotheses as were tried. Runs of equal values count once.
  ``permuted``, which predicts no single value, is tested by how unlikely counts so much alike are.
- ``underflow_to_zero`` and ``saturated`` are tested against values of random bits, ``unwritten`` against the share of its
  fill where nothing is wrong, ``confined`` and ``block`` against mismatches that are anywhere. ``tail`` needs a box that
  reaches the end of its axis from a multiple of a power of two.

Every claim is verified by applying it to all mismatches and comparing again. (For ``permuted`` values are counted.)
"""

from runners.numerics.patterns.asked import Asked, answer
from runners.numerics.patterns.claim import EXPLAINED
from runners.numerics.patterns.find import patterns

__all__ = ["EXPLAINED", "Asked", "answer", "patterns"]
