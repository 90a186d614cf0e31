"""Releases: how people write them, and their order."""

import pytest

from runners.contract import UserError
from runners.release import Release


@pytest.mark.parametrize(
    ("written", "name"),
    [("3.13.0", "3.13.0"), ("v3.8.0", "3.8.0"), ("3.0.0rc20241118", "3.0.0"), ("20240410.859", "20240410.859"), ("2.9.0", "2.9.0")],
)
def test_a_release_is_read_as_people_write_it(written: str, name: str) -> None:
    assert Release.parse(written).name == name


@pytest.mark.parametrize("written", ["", "latest", "3.13", "1.2.3", "3.13.0; rm -rf /", "20241304.1-x", "../3.13.0", "3.13.0\n"])
def test_anything_else_is_refused(written: str) -> None:
    with pytest.raises(UserError, match="is not a release of IREE"):
        Release.parse(written)


def test_releases_are_ordered_in_time() -> None:
    names = ["20230815.614", "20231004.665", "20241104.1068", "2.9.0", "3.0.0", "3.2.0", "3.10.0", "3.13.0"]
    assert sorted(map(Release.parse, reversed(names))) == list(map(Release.parse, names))


def test_compiler_and_runtime_always_go_in_pairs() -> None:
    assert Release.parse("3.13.0").requirements == ("iree-base-compiler==3.13.0", "iree-base-runtime==3.13.0")
    assert Release.parse("20240410.859").requirements == ("iree-compiler==20240410.859", "iree-runtime==20240410.859")
