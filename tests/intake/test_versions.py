"""Which release a report is about."""

import pytest

from bot.intake.versions import MAX_MENTIONS, choose, pair, read_versions
from tests.intake.reports import block, document


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
        ("works in 3.8.0, works in 3.7.0, broken in 3.9.0", None),
        ("3.8.0 and 3.9.0", None),
    ],
)
def test_right_in_one_and_wrong_in_another(text: str, releases: tuple[str, str] | None) -> None:
    found = pair(read_versions(document(text)))
    assert (found and tuple(mention.release.name for mention in found)) == releases


def test_the_document_of_the_commands_comes_first() -> None:
    mentions = [*read_versions(document("IREE 3.8.0"))]
    later = read_versions(document("x\n\niree-base-compiler==3.9.0"))
    assert [choose([*mentions, *later], order).mention for order in ([0], [7])] == [later[0], None]


def test_a_mention_knows_its_line_and_there_is_an_end_to_them() -> None:
    mentions = read_versions(document("\n".join(["a", "IREE 3.8.0", *["3.9.0 wheels"] * 2 * MAX_MENTIONS])))
    assert (str(mentions[0].lines), len(mentions)) == ("body, line 2", MAX_MENTIONS)
