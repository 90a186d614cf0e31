"""Places: the lines of two imports of one program, and the operation that each dispatch result is the value of."""

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runners.divergence.align import lines_made
from runners.progress import Progress
from runners.release import Release
from runners.settings import RunnerSettings
from runners.stages.compile import CompileCache
from runners.stages.job import Job, scratch
from runners.stages.places import Places, common, line_of, matched_lines, read_places
from runners.stages.trace import compile_traced
from runners.toolchain import Toolchain, Toolchains, bundled_release
from tests.programs import ADD, CPU

OPERATIONS = st.sampled_from(["arith.addf", "arith.mulf", "linalg.matmul", "linalg.generic", "tensor.empty", "math.exp"])
NUMBERS = st.integers(0, 99)
LINES = st.lists(st.builds("    %{} = {} %{} : tensor<{}xf32>".format, NUMBERS, OPERATIONS, NUMBERS, NUMBERS), max_size=20)


def operation(line: str) -> str:
    return line.partition("= ")[2].partition(" ")[0]


@given(lines=LINES)
def test_a_program_is_itself_line_by_line(lines: list[str]) -> None:
    assert matched_lines(lines, lines) == {n: n for n in range(1, len(lines) + 1)}


@given(lines=LINES)
def test_other_types_and_names_change_no_line(lines: list[str]) -> None:
    other = [line.replace("%", "%v").replace("f32", "f16") for line in lines]
    assert matched_lines(lines, other) == {n: n for n in range(1, len(lines) + 1)}


@given(a=LINES, b=LINES)
def test_only_lines_with_the_same_operation_are_matched_and_in_order(a: list[str], b: list[str]) -> None:
    found = matched_lines(a, b)
    assert all(operation(a[to - 1]) == operation(b[line - 1]) for line, to in found.items())
    ordered = [found[line] for line in sorted(found)]
    assert ordered == sorted(set(ordered))


@given(a=LINES.filter(bool), at=st.integers(0, 20), count=st.integers(1, 4))
def test_inserted_conversions_leave_all_others_where_they_are(a: list[str], at: int, count: int) -> None:
    at = min(at, len(a))
    b = [*a[:at], *["    %c = arith.truncf %x : f64 to f32"] * count, *a[at:]]
    assert matched_lines(a, b) == {n + count * (n > at): n for n in range(1, len(a) + 1)}


@pytest.mark.parametrize(
    ("place", "line"),
    [
        ("imported.mlir:12:5", 12),
        ("imported.mlir:12:5 imported.mlir:12:9", 12),
        ("imported.mlir:12:5 imported.mlir:13:5", 13),
        ("p.mlir:12:5", None),
        ("p.mlir:4:5 imported.mlir:12:5", 12),
        ("importedxmlir:12:5", None),
        (None, None),
        ("", None),
    ],
)
def test_the_line_of_a_place(place: str | None, line: int | None) -> None:
    assert line_of(place) == line


CHAIN = """
#map = affine_map<(d0, d1) -> (d0, d1)>
func.func @main(%x: tensor<16x16xf32>, %w: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<16x16xf32>) -> tensor<16x16xf32>
  %m = linalg.matmul ins(%x, %w : tensor<16x16xf32>, tensor<16x16xf32>) outs(%f : tensor<16x16xf32>) -> tensor<16x16xf32>
  %t = math.tanh %m : tensor<16x16xf32>
  %n = linalg.matmul ins(%t, %w : tensor<16x16xf32>, tensor<16x16xf32>) outs(%f : tensor<16x16xf32>) -> tensor<16x16xf32>
  %s = arith.addf %n, %t : tensor<16x16xf32>
  return %s : tensor<16x16xf32>
}
"""


@pytest.fixture(scope="module")
def shared() -> Iterator[Job]:
    with scratch(RunnerSettings()) as job:
        yield job


@pytest.fixture(scope="module")
def newest() -> Toolchain:
    return Toolchains(RunnerSettings(), Progress()).get(bundled_release())


def written(job: Job, text: str) -> Path:
    path = job.subfolder("program") / "p.mlir"
    path.write_text(text)
    return path


def stored(job: Job, toolchain: Toolchain, *flags: str) -> tuple[Places, list[str]]:
    """The operation of the imported program that each dispatch result is the value of."""
    program = written(job, CHAIN)
    graph = compile_traced(job, toolchain, program, [*CPU, *flags], CompileCache(job.settings)).graph
    assert graph is not None
    places = read_places(job, toolchain, program, [*CPU, *flags], graph)
    assert places is not None
    lines = lines_made(places)
    points = [(n, point) for n, region in enumerate(places.regions) for point in region.stored if point is not None]
    return places, [places.lines[lines[point] - 1].strip() for point in points if point in lines]


@pytest.mark.parametrize("flags", [("--iree-opt-data-tiling",), ("--iree-dispatch-creation-enable-aggressive-fusion",)])
def test_every_dispatch_result_is_the_value_of_an_operation_of_the_program(shared: Job, newest: Toolchain, flags: tuple[str, ...]) -> None:
    places, found = stored(shared, newest, *flags)
    assert len(places.regions) >= 2
    assert [line for line in found if "math.tanh" in line or "linalg.generic" in line]
    assert any("arith.addf" in line for line in found[-1:]), found
    assert len(set(found)) == len(found)


def test_a_program_whose_regions_are_not_the_dispatches_has_no_places(shared: Job, newest: Toolchain) -> None:
    other = compile_traced(shared, newest, written(shared, ADD), CPU, CompileCache(shared.settings)).graph
    assert other is not None
    assert read_places(shared, newest, written(shared, CHAIN), CPU, other) is None


def test_early_releases_have_no_places(shared: Job, newest: Toolchain) -> None:
    old = Toolchains(RunnerSettings(), Progress()).get(Release.parse("20240410.859"))
    graph = compile_traced(shared, newest, written(shared, CHAIN), CPU, CompileCache(shared.settings)).graph
    assert graph is not None
    assert read_places(shared, old, written(shared, CHAIN), CPU, graph) is None


WORDS = st.lists(st.sampled_from("abc"), max_size=12)


@given(a=WORDS, b=WORDS)
def test_what_two_lists_have_in_common_is_as_long_as_can_be(a: list[str], b: list[str]) -> None:
    longest = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            longest[i + 1][j + 1] = longest[i][j] + 1 if x == y else max(longest[i][j + 1], longest[i + 1][j])
    found = common(a, b, most=30)
    assert len(found) == longest[-1][-1]
    assert all(a[x] == b[y] for x, y in found)
    assert all(one[0] < other[0] and one[1] < other[1] for one, other in itertools.pairwise(found))


def test_lists_with_too_little_in_common_are_not_told_apart() -> None:
    assert common(list("abcd"), list("wxyz"), most=7) == []
    assert common(list("abcd"), list("abxd"), most=2) == [(0, 0), (1, 1), (3, 3)]
