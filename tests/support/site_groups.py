"""Which tests of the site share a worker of pytest, and which begin.

All tests of one page look at one walk through it; all tests that read pages as text parse each
page once; those of one small book build it once. What takes long begins, so that no worker is
left with it at the end.
"""

from collections.abc import Collection, Mapping

import pytest

LONG = ("test_jupyterlab", "test_lite", "test_student")
TEXT = "text of the site"
SHARED = ("small_book", "planted")  # fixtures that take long to make


def name_of_group(fixtures: Collection[str], parameters: Mapping[str, str]) -> str:
    """The group of a test, or "" when it can run anywhere."""
    if "walked_whole" in fixtures:  # those that ask for `walked` have it, too
        return parameters.get("name", "")
    shared = [name for name in SHARED if name in fixtures]
    return shared[0] if shared else "" if "browser" in fixtures else TEXT


def group_of(item: pytest.Item) -> str:
    parameters = item.callspec.params if hasattr(item, "callspec") else {}
    return name_of_group(getattr(item, "fixturenames", ()), parameters)


def rank_of(item: pytest.Item) -> int:
    group = group_of(item)
    return (
        0
        if item.path.parent.name == "site" and item.path.stem in LONG
        else 1
        if group in (TEXT, *SHARED)
        else 2
    )
