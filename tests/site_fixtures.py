"""Fixtures of the browser tests: the built site, a server for it, and Chromium with no network.

A test module that uses them says `pytest_plugins = ["site_fixtures"]`.
"""

import functools
import http.server
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright
from site_pages import CHROMIUM, SITE, QuietHandler


@pytest.fixture(scope="session")
def site() -> Path:
    """The folder of the built site."""
    if not (SITE / "index.html").exists():
        pytest.fail(f"no site in {SITE}: run `make book` first")
    return SITE


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    """The built site, served on a free port of this machine."""
    handler = functools.partial(QuietHandler, directory=site)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium that can reach this machine only."""
    if CHROMIUM is None:
        how = "Chromium is missing: apt-get install chromium"
        if os.environ.get("CI") == "true":
            pytest.fail(how)
        pytest.skip(how)
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


@pytest.fixture
def visit(browser: Browser, address: str):
    """`with visit("book/intro", width=320, theme="dark") as v:` opens a page of the site."""

    @contextmanager
    def opened(name: str, *, width: int = 1280, theme: str = "light") -> Iterator[Visit]:
        context = browser.new_context(
            viewport={"width": width, "height": 900}, color_scheme=theme, reduced_motion="reduce"
        )
        seen = Visit(context.new_page())
        note = seen.complaints.append
        seen.page.on("console", lambda m: m.type == "error" and note(f"console: {m.text}"))
        seen.page.on("pageerror", lambda error: note(f"script error: {error}"))
        seen.page.on("response", lambda r: r.status >= 400 and note(f"{r.status}: {r.url}"))
        seen.page.on(
            "request",
            lambda r: r.url.startswith((address, "data:", "blob:")) or note(f"outside: {r.url}"),
        )
        try:
            seen.page.goto(f"{address}{name}.html", wait_until="networkidle")
            yield seen
        finally:
            context.close()

    return opened
