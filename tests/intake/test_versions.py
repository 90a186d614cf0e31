"""Which release a report is about."""

import pytest

from bot.intake import Issue, parse
from bot.intake.versions import MAX_MENTIONS, choose, pair, read_title, read_versions
from runners.artifacts import LocalArtifacts
from runners.release import Release
from tests.intake.reports import COMPILE, EXPECTED, PROGRAM, RUN, block, document, known_flags, report


def chosen(text: str) -> list[str]:
    choice = choose(read_versions(document(text)), [0])
    return [mention.release.name for mention in (choice.mention, *choice.rivals) if mention is not None]


@pytest.mark.parametrize(
    ("text", "releases"),
    [
        ("IREE 3.13.0", ["3.13.0"]),
        ("IREE v3.13.0.", ["3.13.0"]),
        ("3.13.0 from PyPI", ["3.13.0"]),
        ("Both packages are 3.13.0 from PyPI.", ["3.13.0"]),
        ("Sure, with the 3.13.0 wheels:", ["3.13.0"]),
        ("3.13.0 release wheels.", ["3.13.0"]),
        ("Release 3.8.0", ["3.8.0"]),
        ("iree-compiler 20231113.707, iree-runtime 20231113.707", ["20231113.707"]),
        ("iree-base-compiler==3.2.0 / iree-base-runtime==3.2.0", ["3.2.0"]),
        ("iree-base-compiler and iree-base-runtime 3.13.0.", ["3.13.0"]),
        ("`pip install iree-base-compiler[onnx]==3.11.0 iree-base-runtime==3.11.0`", ["3.11.0"]),
        (block("pip install iree-base-compiler==3.2.0"), ["3.2.0"]),
        (block("IREE compiler version 3.0.0rc20241118 @ 29c451b00ecc9f9e5466e9d1079e0d69147da700"), ["3.0.0"]),
        ("iree-3.1.0rc20250101", ["3.1.0"]),
        ("candidate-20240410.859", ["20240410.859"]),
        ("Seen on 20240410.859", ["20240410.859"]),
        ("### Version information\n\n20240410.859", ["20240410.859"]),
        ("### Version information\n\n3.11.0 (`pip install iree-base-compiler==3.11.0`)", ["3.11.0"]),
        ("### Version\n\nPython 3.11.7\nIREE 3.13.0\nUbuntu 24.04.1\nROCm 6.3.1", ["3.13.0"]),
        ("### Version\n\n3.9.0\n\n### More\n\nIREE 3.8.0 was the one before", ["3.9.0"]),
        ("3.0.0rc20241118 of the compiler, i.e. the 3.0.0 wheels. A colleague says he cannot see it with 3.11.0.", ["3.0.0"]),
        ("IREE 3.8.0 and IREE 3.9.0", ["3.8.0", "3.9.0"]),
        ("iree-compiler 20231113.707, iree-runtime 20231004.665", ["20231113.707", "20231004.665"]),
        ("It fails with 3.9.0.", ["3.9.0"]),
        ("This is 3.11.0. I have not tried 3.13.0 yet.", ["3.11.0"]),
        ("I am on 3.11.0", ["3.11.0"]),
        ("MI250, 3.13.0.", ["3.13.0"]),
        ("It prints 1. (3.13.0)", ["3.13.0"]),
        ("Built from the 3.13.0 tag.", ["3.13.0"]),
        ("It gives 1 and 4 on the CPU in 3.13.0. It should give 2.", ["3.13.0"]),
        ("Here it is, with 3.13.0:", ["3.13.0"]),
        ("It prints 0.31 with 3.13.0, I also have the problem with 3.12.0", ["3.13.0"]),
        ("Tested with 3.11.0", ["3.11.0"]),
        ("# [3.12.0rc20260401] Wrong product", ["3.12.0"]),
        ("# [3.12.0] Wrong product", ["3.12.0"]),
        ("Should be `2xf32=1 2`. 3.13.0", ["3.13.0"]),
        ("Works in 3.8.0, broken in 3.9.0, also wrong in 3.10.0", ["3.9.0"]),
        ("Install the correct version:\n\n    pip install iree-base-compiler==3.5.0", ["3.5.0"]),
    ],
)
def test_the_release_in_question(text: str, releases: list[str]) -> None:
    assert chosen(text) == releases


@pytest.mark.parametrize(
    "text",
    [
        "My checkout is old, I have not tried 3.13.0, could somebody check with that?",
        "I haven't yet tested the 3.13.0 wheels.",
        "A colleague says he cannot see it with IREE 3.11.0.",
        "I could not reproduce it with the 3.11.0 release.",
        "It works in IREE 3.8.0.",
        "Was fine with the 3.8.0 release",
        "Could somebody try the 3.13.0 release?",
        "Fixed in IREE 3.13.0?",
        "Python 3.11.7, numpy 2.1.0, torch 2.6.0, CUDA 12.2.1, ROCm 6.3.1, cmake 3.26.4",
        "LLVM 19.1.0 release",
        "The sum is 3.13.0",
        "tensor<3.13.0>",
        "See https://h.org/3.13.0/x and foo-3.13.0.tar.gz",
        "Build is based on afc8705",
        block("result 3.13.0"),
        "",
    ],
)
def test_a_number_that_is_no_release_in_question(text: str) -> None:
    assert chosen(text) == []


@pytest.mark.parametrize(
    ("text", "releases"),
    [
        ("works in 3.8.0, broken in 3.9.0", ("3.8.0", "3.9.0")),
        ("Wrong since 3.9.0, it was fine with 3.8.0.", ("3.8.0", "3.9.0")),
        ("The result is correct with IREE 3.8.0 but wrong in IREE 3.9.0.", ("3.8.0", "3.9.0")),
        ("It passes on 3.8.0. It fails on 20240410.859.", ("3.8.0", "20240410.859")),
        ("broken in 3.9.0", None),
        ("works in 3.8.0", None),
        ("works in 3.8.0, works in 3.7.0, broken in 3.9.0", ("3.8.0", "3.9.0")),
        ("Works with 3.7.0 and 3.8.0, broken with 3.9.0 and 3.10.0.", ("3.8.0", "3.9.0")),
        ("works in 3.8.0, broken in 3.9.0, works in 3.10.0", None),
        ("Does not work in 3.9.0, works in 3.8.0", ("3.8.0", "3.9.0")),
        ("Wrong in 3.11.0, fixed in 3.12.0.", ("3.12.0", "3.11.0")),
        ("Wrong in 3.11.0. Fixed in 3.12.0?", None),
        ("Wrong in 3.11.0, should be fixed in 3.12.0.", None),
        ("First bad: candidate-20240410.859, last good: candidate-20240226.813.", ("20240226.813", "20240410.859")),
        ("Broken with 3.10.0 (last good release: 3.7.0).", ("3.7.0", "3.10.0")),
        ("The last known good version is 3.7.0, first bad is 3.10.0", ("3.7.0", "3.10.0")),
        ("3.8.0 works, 3.9.0 is broken.", ("3.8.0", "3.9.0")),
        ("3.8.0: ok\n3.9.0: wrong", ("3.8.0", "3.9.0")),
        ("With 3.8.0 the result is right. With 3.9.0 I get nan.", ("3.8.0", "3.9.0")),
        ("3.9.0 does not give the right values, 3.8.0 gives the correct ones.", ("3.8.0", "3.9.0")),
        ("It is not broken in 3.8.0 but in 3.9.0 it is broken.", ("3.8.0", "3.9.0")),
        ("It worked before 3.9.0 and fails with 3.9.0", None),
        ("Before 3.9.0 it was correct, in 3.10.0 it is wrong.", None),
        ("After 3.8.0 it is wrong, in 3.7.0 it is right.", None),
        ("Up to 3.8.0 everything is right, from 3.9.0 on it is wrong.", ("3.8.0", "3.9.0")),
        ("I bisected it between 3.8.0 (good) and 3.9.0 (bad).", ("3.8.0", "3.9.0")),
        ("Neither 3.8.0 nor 3.9.0 gives the right result.", None),
        ("I upgraded from 3.8.0 to 3.9.0 and the output changed.", None),
        ("| release | result |\n| --- | --- |\n| 3.11.0 | correct |\n| 3.12.0 | wrong |", ("3.11.0", "3.12.0")),
        ("| release | result |\n|---|:-:|\n| 3.9.0 | ok |\n| 3.10.0 | PASS |\n| 3.11.0 | \u274c |\n| 3.12.0 | \u274c |", ("3.10.0", "3.11.0")),
        ("| | 3.11.0 | 3.12.0 |\n| --- | --- | --- |\n| result | correct | wrong |", ("3.11.0", "3.12.0")),
        ("| release | max error |\n| --- | --- |\n| 3.11.0 | 1e-7 |\n| 3.12.0 | 0.3 |", None),
        ("Fine after\n\n    pip install iree-base-compiler==3.5.0\n\nand wrong after\n\n    pip install iree-base-compiler==3.6.0", ("3.5.0", "3.6.0")),
        (block("# good", "pip install iree-base-compiler==3.5.0", "# bad", "pip install iree-base-compiler==3.6.0"), ("3.5.0", "3.6.0")),
        (block("pip install iree-base-compiler==3.5.0  # works", "pip install iree-base-compiler==3.6.0  # fails"), ("3.5.0", "3.6.0")),
        ("3.8.0 and 3.9.0", None),
    ],
)
def test_right_in_one_and_wrong_in_another(text: str, releases: tuple[str, str] | None) -> None:
    found = pair(read_versions(document(text)))
    assert (found and tuple(mention.release.name for mention in found)) == releases


@pytest.mark.parametrize(
    ("text", "release"),
    [
        ("It is since 3.9.0.", "3.9.0"),
        ("It worked before 3.9.0.", "3.9.0"),
        ("The pass was added in 3.9.0.", "3.9.0"),
        ("libfoo (2.6.0)", "2.6.0"),
        ("I have not tried 3.9.0.", None),
        ("It works in 3.9.0", None),
        ("IREE 3.8.0, not before 3.9.0", None),
        (block("error 3.9.0"), None),
    ],
)
def test_a_number_that_may_be_the_release(text: str, release: str | None) -> None:
    doubtful = choose(read_versions(document(text)), [0]).doubtful
    assert (doubtful and doubtful.release.name) == release


def test_the_release_in_a_title() -> None:
    found = read_title("[3.12.0] Wrong product since 3.11.0")
    assert [(mention.release.name, mention.lines) for mention in found] == [("3.12.0", None), ("3.11.0", None)]


def test_the_document_of_the_commands_comes_first() -> None:
    mentions = [*read_versions(document("IREE 3.8.0"))]
    later = read_versions(document("x\n\niree-base-compiler==3.9.0"))
    assert [choose([*mentions, *later], order).mention for order in ([0], [7])] == [later[0], None]


def test_a_mention_knows_its_line_and_there_is_an_end_to_them() -> None:
    mentions = read_versions(document("\n".join(["a", "IREE 3.8.0", *["3.9.0 wheels"] * 2 * MAX_MENTIONS])))
    assert (str(mentions[0].lines), len(mentions)) == ("body, line 2", MAX_MENTIONS)


@pytest.mark.parametrize(
    ("title", "body", "release"),
    [
        ("[3.12.0rc20260401] Wrong sum", "", "3.12.0"),
        ("Wrong sum in 3.12.0", "", "3.12.0"),
        ("Wrong sum", "# [3.12.0] Wrong sum", "3.12.0"),
        ("Wrong sum", "", "3.13.0"),
    ],
)
def test_a_report_whose_title_names_the_release(title: str, body: str, release: str) -> None:
    issue = Issue(title=title, body=report(body, PROGRAM, block(COMPILE, RUN), EXPECTED))
    intake = parse(issue, LocalArtifacts(None), default_release=Release.parse("3.13.0"), known_flags=known_flags)
    assert (intake.status, [variant.iree_version for variant in intake.spec.variants]) == ("ready", [release])
