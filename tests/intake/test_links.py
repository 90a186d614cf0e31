"""Links by the names that they serve, and by what the words around them say."""

import pytest

from bot.intake.links import Link, bare_name, read_links
from tests.intake.reports import document


def links(text: str) -> list[Link]:
    return read_links(document(text))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("https://github.com/user-attachments/files/1/x.mlir.txt", "x.mlir"),
        ("[x.mlir.txt](https://github.com/user-attachments/files/1/anything)", "x.mlir"),
        ("[`x.npy`](https://h/download?id=1)", "x.npy"),
        ("https://storage.googleapis.com/b/x.npy?raw=1", "x.npy"),
        ("https://gist.github.com/u/0a#file-x-mlir", "x.mlir"),
        ("https://gist.github.com/u/0a#file-row_mean-v2-mlir", "row_mean.v2.mlir"),
        ("https://gist.githubusercontent.com/u/0a/raw/b1/x.mlir", "x.mlir"),
        ("`wget https://h/x.npy`", "x.npy"),
        ("```\nwget https://h/x.npy\n```", "x.npy"),
        ("file:///etc/passwd", "passwd"),
        ("https://h/my%20file.npy", "my_file.npy"),
    ],
)
def test_a_link_serves_a_name(text: str, name: str) -> None:
    assert [link.serves(name) for link in links(text)] == [True]
    assert [link.serves("y.mlir") for link in links(text)] == [False]


@pytest.mark.parametrize(
    ("text", "page"),
    [("https://gist.github.com/u/0a", True), ("https://gist.github.com/u/0a#file-x-mlir", False), ("https://h/x", False)],
)
def test_a_page_of_a_gist_names_no_file(text: str, page: bool) -> None:
    assert [link.is_gist_page for link in links(text)] == [page]


@pytest.mark.parametrize(
    ("text", "standings"),
    [
        ("What I get from that: https://h/out.npy", "a"),
        ("Reference values from numpy: https://h/g.npy", "e"),
        ("The results I got: https://h/v.npy\n\nGolden results for comparison: https://h/w.npy", "ae"),
        ("Program: https://h/x\nGolden: https://h/y", "ue"),
        ("[x.npy](https://h/1) and the numpy result [y.npy](https://h/2)", "ue"),
        ("https://h/sum_golden.npy", "e"),
        ("https://h/my-output.npy", "a"),
        ("Inputs: https://h/x.npy", "u"),
    ],
)
def test_what_a_link_is(text: str, standings: str) -> None:
    assert "".join(link.standing.value[0] for link in links(text)) == standings


def test_a_link_knows_its_line() -> None:
    assert [str(link.lines) for link in links("a\n\n- b\n- https://h/x.npy")] == ["body, line 4"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("~/Downloads/x.mlir", "x.mlir"),
        ("x.npy.txt", "x.npy"),
        ("README.txt", "README.txt"),
        ("C:\\data\\x.npy", "x.npy"),
        ("../..", None),
        ("", None),
        ("http://[", None),
        ("\u00e9.npy", "npy"),
    ],
)
def test_names_are_safe(text: str, name: str | None) -> None:
    assert bare_name(text) == name
