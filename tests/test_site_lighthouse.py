"""What Lighthouse says of the landing page and of every page of the chapters, one by one."""

import os
import sys
from collections.abc import Iterator

import pytest
from site_pages import CHAPTER_PAGES, CHROMIUM, ROOT

sys.path.insert(0, str(ROOT / "tools"))

import lighthouse as tool  # noqa: E402

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The site as a usual host serves it; Lighthouse comes when it is not there."""
    if CHROMIUM is None:
        how = "Chromium is missing: apt-get install chromium"
        if os.environ.get("CI") == "true":
            pytest.fail(how)
        pytest.skip(how)
    if not (tool.SITE / "index.html").exists():
        pytest.fail(f"no site in {tool.SITE}: run `make book` first")
    tool.install()
    with tool.served(tool.SITE) as served:
        yield served


@pytest.mark.parametrize("screen", tool.SCREENS)
@pytest.mark.parametrize("page", ["book/intro", *CHAPTER_PAGES])
def test_a_page_is_as_accessible_and_as_fast_as_promised(address, page, screen):
    found, below = tool.judge(f"{address}{page}.html", screen)
    print(page, screen, found)  # pytest shows it when the page is below
    assert below == []
