"""Which output is the worst, and which columns its table needs."""

import math

from bot.report.document import Caps, Items, Paragraph, Table, plain
from bot.report.outputs import compared_section, elements_table, worst_first
from runners.contract import Comparison, Counts, Output, WorstElement


def output(index: int, **given: object) -> Output:
    return Output.model_validate({"index": index, "shape": (4,), "dtype": "f32", "elements": 4, "judgement": "different", **given})


class TestWorstFirst:
    def order(self, *outputs: Output) -> list[int]:
        return [o.index for o in worst_first(outputs)]

    def test_judgement_goes_before_figures(self) -> None:
        assert self.order(output(0, judgement="equal"), output(1, judgement="within_noise", rms_rel=9.0), output(2, rms_rel=0.1)) == [2, 1, 0]

    def test_another_type_is_worse_than_any_figure(self) -> None:
        assert self.order(output(0, rms_rel=9.0), output(1, shape_b=(5,)), output(2, dtype_b="f16")) == [1, 2, 0]

    def test_nan_or_inf_on_one_side_is_worse_than_any_figure(self) -> None:
        both, one, infinite = Counts(a=1, b=1), Counts(a=1, b=0), Counts(a=0, b=2)
        assert self.order(output(0, rms_rel=9.0, nan=both), output(1, nan=one), output(2, inf=infinite)) == [1, 2, 0]

    def test_then_the_relative_error_and_nan_is_the_largest(self) -> None:
        assert self.order(output(0, rms_rel=0.1), output(1, max_rel=0.5), output(2, rms_rel=math.nan), output(3, rms_rel=0.2, max_rel=9.0)) == [2, 1, 3, 0]

    def test_then_the_share_of_mismatches_then_the_index(self) -> None:
        assert self.order(output(3, mismatched=1), output(2, mismatched=3), output(1, mismatched=1)) == [2, 1, 3]


class TestTheTable:
    def section(self, *outputs: Output, most: int | None = None) -> tuple[Table, list[object]]:
        section = compared_section("A against B", "output", Comparison(a="A", b="B", outputs=outputs), 0, Caps(outputs=most))
        table, *rest = section.blocks
        assert isinstance(table, Table)
        return table, list(rest)

    def test_has_no_column_without_a_figure(self) -> None:
        assert self.section(output(0))[0].header == ("Output", "Type", "Mismatched", "Judgement")

    def test_keeps_a_column_that_says_something_in_any_row(self) -> None:
        table, _ = self.section(output(0, max_ulp=3), output(1))
        at = table.header.index("Max ULP")
        assert [row[at] for row in table.rows] == [plain("3"), plain("–")]

    def test_a_shape_that_could_not_be_compared_has_no_share(self) -> None:
        assert self.section(output(0, elements=0, shape_b=(5,)))[0].header == ("Output", "Type", "Judgement")

    def test_says_how_many_of_the_rest_differ(self) -> None:
        assert self.section(output(0), output(1, judgement="equal"), most=1)[1] == [Paragraph(plain("and 1 more in the report, none of them different"))]
        assert self.section(output(0), output(1), most=1)[1] == [Paragraph(plain("and 1 more in the report, all of them different"))]

    def test_shows_all_without_a_cap(self) -> None:
        table, rest = self.section(*(output(i) for i in range(50)))
        assert len(table.rows) == 50
        assert rest == []

    def test_reasons_are_only_those_that_say_something(self) -> None:
        _, rest = self.section(output(0, reason="why"), output(1), output(2, reason="why"))
        assert rest == [Items(((*plain("Outputs 0, 2: "), *plain("why")),))]


class TestElements:
    def test_the_exact_value_is_shown_where_it_is_known(self) -> None:
        worst = (WorstElement(index=(0,), a=1.0, b=2.0, exact=1.5), WorstElement(index=(1,), a=True, b=False))
        table = elements_table(output(0, worst=worst), "A", "expected", Caps())
        assert table.header == ("Index", "A", "expected", "Exact")
        assert [[cell[0].text for cell in row] for row in table.rows] == [["[0]", "1", "2", "1.5"], ["[1]", "true", "false", "–"]]

    def test_without_exact_values_there_is_no_such_column(self) -> None:
        table = elements_table(output(0, worst=(WorstElement(index=(), a=1, b=2),)), "A", "B", Caps())
        assert table.header == ("Index", "A", "B")

    def test_no_more_than_the_cap(self) -> None:
        worst = tuple(WorstElement(index=(i,), a=1, b=2) for i in range(9))
        assert len(elements_table(output(0, worst=worst), "A", "B", Caps(elements=5)).rows) == 5
