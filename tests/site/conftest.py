"""The tests of this folder look at the site: where it is not built they are skipped and say so."""

import pytest
from site_pages import SITE, need


@pytest.fixture(scope="session", autouse=True)
def built() -> None:
    """Skip without a site; on the machine that runs all tests it must be there."""
    index = SITE / "index.html"
    need(str(index) if index.exists() else None, f"no site in {SITE}: run `make book` first")
