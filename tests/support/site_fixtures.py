"""Fixtures of the browser tests: the built site, a server for it, and Chromium with no network.

A test module that uses them says `pytest_plugins = ["site_fixtures"]`.
"""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright
from site_pages import CHROMIUM, SITE, need, served
from site_walk import HEIGHT, WIDE, listen

expect.set_options(timeout=30_000)  # ms; a machine may be busy with other things


@pytest.fixture(scope="session")
def site() -> Path:
    """Return the folder of the built site; `tests/site/conftest.py` looks whether it is there."""
    return SITE


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    """Yield the built site, served on a free port of this machine."""
    with served(site) as root:
        yield root


@pytest.fixture(scope="session")
def lite(site) -> Path:
    """Return the folder of the in-browser notebooks, in the form that needs no network."""
    about = site / "lite" / "about.json"
    if not about.exists() or not json.loads(about.read_text())["offline"]:
        how = "the notebooks are not built to run without network: make book OFFLINE=1"
        if os.environ.get("CI") == "true":
            pytest.fail(how)
        pytest.skip(how)
    return about.parent


@pytest.fixture(scope="session")
def below(site: Path, tmp_path_factory) -> Iterator[str]:
    """Yield the site as a part of another one, at /some/path/."""
    root = tmp_path_factory.mktemp("host")
    (root / "some").mkdir()
    (root / "some" / "path").symlink_to(site)
    with served(root) as host:
        yield f"{host}some/path/"


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium that can reach this machine only."""
    need(CHROMIUM, "Chromium is missing: apt-get install chromium")
    offline = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
    with sync_playwright() as play:
        chromium = play.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu", offline]
        )
        yield chromium
        chromium.close()


@dataclass
class Visit:
    """An open page and what went wrong on it."""

    page: Page
    complaints: list[str] = field(default_factory=list)


@pytest.fixture(scope="session")
def visit(browser: Browser, address: str):
    """`with visit("book/intro", width=320, theme="dark") as v:` opens a page of the site."""

    @contextmanager
    def opened(name: str, *, width: int = WIDE, theme: str = "light") -> Iterator[Visit]:
        context = browser.new_context(
            viewport={"width": width, "height": HEIGHT}, color_scheme=theme, reduced_motion="reduce"
        )
        seen = Visit(context.new_page())
        listen(seen.page, address, seen.complaints.append)
        try:
            seen.page.goto(f"{address}{name}.html")  # the theme listens to keys from its load on
            seen.page.evaluate("document.fonts.ready.then(() => 0)")
            yield seen
        finally:
            context.close()

    return opened


@pytest.fixture
def reader(browser, address, lite):
    """`with reader() as page:` opens a page as a new reader; it must ask no other host."""

    @contextmanager
    def opened(name: str = "book/06-perceptron", at: str = address, **options) -> Iterator[Page]:
        size = {"viewport": {"width": 1280, "height": 900}}
        context = browser.new_context(**size | options)
        outside: list[str] = []
        wrong: list[str] = []
        context.on(
            "request",
            lambda r: r.url.startswith((at, "data:", "blob:")) or outside.append(r.url),
        )
        try:
            page = context.new_page()
            page.on("pageerror", lambda error: wrong.append(str(error)))
            page.goto(f"{at}{name}.html")
            yield page
        finally:
            context.close()
        assert (outside, wrong) == ([], [])

    return opened
