"""What Lighthouse says of the landing page and of every page of the chapters."""

import os
import sys

import pytest
from site_pages import CHROMIUM, ROOT

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_every_page_is_fast_and_accessible(monkeypatch, capfd):
    if CHROMIUM is None:
        how = "Chromium is missing: apt-get install chromium"
        if os.environ.get("CI") == "true":
            pytest.fail(how)
        pytest.skip(how)
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    sys.modules.pop("lighthouse", None)
    import lighthouse

    assert lighthouse.main(["--runs", "3"]) == 0, capfd.readouterr().out
