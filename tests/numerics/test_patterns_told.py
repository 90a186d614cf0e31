"""Which patterns are told of several, of which tensors, and from which sample."""

import math
import tracemalloc
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest

from runners.contract import Pattern
from runners.element_types import ELEMENT_TYPES
from runners.numerics.compare import compare
from runners.numerics.patterns.permuted import Census
from runners.numerics.patterns.survey import SAMPLE, survey
from runners.numerics.patterns.view import View
from tests.numerics.plants import values
from tests.numerics.telling import kinds, normal, random_values, told

# Which one is told, and in what order.


def test_the_pattern_that_explains_more_comes_first_then_the_more_specific() -> None:
    ramp = np.arange(600, dtype=np.float32)
    assert [(pattern.kind, pattern.explained) for pattern in told(ramp + 5, ramp)] == [("offset", 1.0), ("rotated", 595 / 600)]
    period = np.tile(np.arange(50), 100)
    assert kinds((period + 1) % 50, period) == ["rotated", "offset"]


def test_a_last_tile_that_is_whole_is_no_tail() -> None:
    b = normal((64, 64))
    a = np.where(np.indices(b.shape)[0] < 48, b, normal(b.shape, 1))
    assert kinds(a, b) == ["confined"]


def test_accidental_matches_are_no_blocks() -> None:
    b = normal((2000,))
    a = b + 1
    for at in (400, 1200):
        a[at : at + 4] = b[at : at + 4]
    (pattern,) = told(a, b)
    assert (pattern.kind, pattern.parameters) == ("offset", {"value": 1.0})


def test_one_ulp_names_a_direction_if_nearly_all_go_there() -> None:
    b = normal((5000,))
    rng = np.random.default_rng(1)
    for share, direction in ((0.7, "both"), (0.99, "up")):
        a = np.nextafter(b, np.where(rng.random(b.shape) < share, np.float32(np.inf), np.float32(-np.inf)))
        (pattern,) = told(a, b)
        assert (pattern.kind, pattern.parameters) == ("one_ulp", {"direction": direction})


def test_halves_are_rounded_to_even() -> None:
    b = np.concatenate([np.arange(257, 512, 2, dtype=np.float32), normal((200,))])
    a = b.astype(ml_dtypes.bfloat16).astype(np.float32)
    assert told(a, b) == (Pattern(kind="truncated", explained=1.0, parameters={"side": "a", "mantissa_bits": 7, "rounding": "nearest"}),)


def test_a_factor_is_told_as_a_whole_number_or_one_part_of_one() -> None:
    for b in (normal((4000,)), normal((4000,)).astype(ml_dtypes.bfloat16)):
        for factor in (3.0, 1 / 7, 0.3, -1.0, 1 / 12):
            a = (b.astype(np.float32) * np.float32(factor)).astype(b.dtype)
            assert told(a, b) == (Pattern(kind="scaled", explained=1.0, parameters={"factor": factor}),)


def test_of_two_layouts_the_one_that_holds_everywhere_is_told() -> None:
    b = normal((40, 2))
    assert kinds(b[:, ::-1].copy(), b) == ["reversed_groups"]  # a shift by one, too
    assert kinds(np.repeat(b[:, :1], 2, 1), b) == ["repeated"]  # at the mismatches also reversed, but not elsewhere
    wide = normal((64, 64))
    a = wide.copy()
    a[16:32, 32:48] = wide[16:32, 40:56]
    (pattern,) = told(a, wide)
    assert (pattern.kind, pattern.parameters) == ("rotated", {"axis": 1, "shift": -8, "block": [16, 16]})


def test_a_copy_may_be_rounded_otherwise() -> None:
    b = normal((64, 64))
    moved = np.roll(b, 9, 1) * (1 + np.float32(2**-22) * np.random.default_rng(1).integers(-1, 2, b.shape).astype(np.float32))
    assert told(moved, b) == (Pattern(kind="rotated", explained=1.0, parameters={"axis": 1, "shift": 9}),)
    half = b.astype(np.float16)
    assert kinds(np.roll(half, 9, 1), b) == ["rotated"]
    assert kinds(b, np.roll(half, 9, 1)) == ["rotated"]
    assert told(half, b) == ()


def test_printed_values_are_taken_for_what_they_may_have_been() -> None:
    b = normal((40, 64))
    printed = np.array([float(f"{value:.5g}") for value in b.reshape(-1).tolist()], np.float32).reshape(b.shape)
    assert told(b, printed, digits=5) == ()
    for a, kind in ((b.reshape(-1, 4)[:, ::-1].reshape(b.shape), "reversed_groups"), (np.roll(b, 3, 1), "rotated"), (b * 2, "scaled"), (b + 1, "offset")):
        assert kinds(a, printed, digits=5) == [kind]
    column = np.repeat(b[:, :1], 64, 1)
    assert kinds(column, printed, digits=5) == ["repeated"]


# The tensors' form.


def test_nothing_is_told_of_equal_tensors_and_of_tensors_of_other_sizes() -> None:
    b = normal((30, 30))
    assert told(b, b) == ()
    assert told(b[:20], b) == ()
    assert told(b[:0], b[:0]) == ()


def test_an_array_of_another_type_is_refused() -> None:
    with pytest.raises(ValueError, match="b is an array of float32, f16 is held in float16"):
        told(np.ones(3, np.float16), np.ones(3, np.float32), kind_b=ELEMENT_TYPES["f16"])


def test_axes_are_those_of_a() -> None:
    b = normal((24, 40))
    (pattern,) = told(b.T.copy(), b)
    assert (pattern.kind, pattern.parameters) == ("transposed", {"axes": [0, 1], "side": "b"})


@pytest.mark.parametrize("layout", ["fortran", "strided", "backwards", "mapped"])
def test_the_layout_in_memory_does_not_matter(layout: str, tmp_path: Path) -> None:
    b = normal((120, 200))
    for a in (np.roll(b, 5, 0), b.reshape(-1, 8)[:, ::-1].reshape(b.shape), np.where(np.indices(b.shape)[0] < 30, 0, b).astype(np.float32)):
        plain = told(a, b)
        assert len(plain) == 1
        match layout:
            case "fortran":
                other = np.asfortranarray(a), np.asfortranarray(b)
            case "strided":
                other = np.repeat(a, 3, 1)[:, 1::3], np.repeat(b, 2, 0)[::2]
            case "backwards":
                other = a[::-1].copy()[::-1], b
            case _:
                np.save(tmp_path / "a.npy", a)
                np.save(tmp_path / "b.npy", b)
                other = np.load(tmp_path / "a.npy", mmap_mode="r"), np.load(tmp_path / "b.npy", mmap_mode="r")
        assert told(*other) == plain


def test_memory_does_not_grow_with_the_tensors(tmp_path: Path) -> None:
    elements = 20 << 20
    a, b = (np.lib.format.open_memmap(tmp_path / f"{side}.npy", "w+", np.float32, (elements,)) for side in "ab")
    for start in range(0, elements, 1 << 20):
        b[start : start + (1 << 20)] = normal((1 << 20,), start)
        a[start : start + (1 << 20)] = normal((1 << 20,), start + 1)
    for broken in (None, slice(3 << 20, 9 << 20)):
        if broken is not None:
            a[:] = b
            a[broken] = 0
        tracemalloc.start()
        found = told(a, b)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        place = {"region": "range", "first": 3 << 20, "count": 6 << 20}
        assert [pattern.parameters for pattern in found] == ([] if broken is None else [{"side": "a", "fill": "zeros", **place}])
        # As many bytes as one of the tensors has, for two threads; four are as many as there ever are.
        assert peak < 80 << 20


# The sample.


def test_the_sample_does_not_depend_on_chunks_and_is_even() -> None:
    b = normal((1000, 1000))
    a = np.where(np.indices(b.shape)[1] % 2, b + 1, b)
    kind = ELEMENT_TYPES["f32"]
    view = View.of(a, b, kind, kind, None)
    whole, parts = survey(view), survey(view, chunk=5003)
    assert whole.mismatched == parts.mismatched == compare(a, b, kind_a=kind, kind_b=kind).output.mismatched == 500_000
    assert np.array_equal(whole.sample.positions, parts.sample.positions)
    assert whole.sample.size == SAMPLE
    assert not whole.complete
    assert np.all(view.differs_at(whole.sample.positions))
    assert not np.any(view.differs_at(whole.agreeing.positions))
    per_tenth = np.bincount(whole.sample.positions // 100_000)
    assert per_tenth == pytest.approx(np.full(10, SAMPLE / 10), abs=6 * math.sqrt(SAMPLE / 10))


def test_a_small_sample_is_all_mismatches() -> None:
    b = normal((50, 50))
    a = b.copy()
    a[3:9, 4] = 7
    kind = ELEMENT_TYPES["f32"]
    seen = survey(View.of(a, b, kind, kind, None))
    assert seen.complete
    assert seen.sample.positions.tolist() == [row * 50 + 4 for row in range(3, 9)]


def test_mismatches_are_those_of_the_comparison() -> None:
    for name in ("f32", "f8E4M3FN", "bf16", "complex<f64>", "i4"):
        kind = ELEMENT_TYPES[name]
        rng = np.random.default_rng(1)
        b = random_values(kind, (5000,), "bits", rng) if kind.kind != "complex" else values(kind, (5000,), rng)
        a = np.where(rng.random(5000) < 0.5, rng.permutation(b), b)
        seen = survey(View.of(a, b, kind, kind, None))
        assert seen.mismatched == compare(a, b, kind_a=kind, kind_b=kind).output.mismatched


def test_mismatches_of_printed_values_are_those_of_the_comparison_from_either_side() -> None:
    kind = ELEMENT_TYPES["f32"]
    a = normal((5000,))
    b = np.array([float(f"{value:.3g}") for value in (a * (1 + 1e-3 * normal((5000,), 1))).tolist()], np.float32)
    mismatched = compare(a, b, kind_a=kind, kind_b=kind, digits=3).output.mismatched
    assert 0 < mismatched < 5000
    view = View.of(a, b, kind, kind, 3)
    assert survey(view).mismatched == survey(view.flipped).mismatched == mismatched


def test_a_census_counts_values_or_an_even_part_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("runners.numerics.patterns.permuted._KEPT", 1000)
    kind = ELEMENT_TYPES["f32"]
    rng = np.random.default_rng(1)
    a, b = (rng.integers(0, 9000, 20000).astype(np.float32) for _ in "ab")
    view = View.of(a, b, kind, kind, None)
    whole, first, second = Census(), Census(), Census()
    whole.add(view, view.mismatches(0, 20000))
    first.add(view, view.mismatches(0, 100))
    second.add(view, view.mismatches(100, 20000))
    assert second.table().keys.size > first.table().keys.size
    first.merge(second)
    one, other = whole.table(), first.table()
    assert 400 < one.keys.size <= 1000
    for of_one, of_other in ((one.keys, other.keys), (one.total, other.total), (one.surplus, other.surplus)):
        assert np.array_equal(of_one, of_other)
    mismatched = np.count_nonzero(a != b)
    assert one.total.sum() == pytest.approx(2 * mismatched * one.keys.size / 9000, rel=0.05)
