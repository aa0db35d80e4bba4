"""Every address outside of the book still answers: asked every week, silent without a network."""

import re
import urllib.error
import urllib.request
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException

import pytest
from site_html import parse
from site_pages import PAGES, ROOT, SITE

FIRST_PAGES = ["README.md", "CONTRIBUTING.md", "SOURCES.md", "CHANGELOG.md"]
GONE = (404, 410)  # other refusals say only that the host does not like programs
PATIENCE = 20  # seconds


class StayHere(urllib.request.HTTPRedirectHandler):
    """That an address leads on is an answer: where to is the other host's affair."""

    def redirect_request(self, *arguments):
        return None


def addresses(pages: Iterable[str]) -> dict[str, str]:
    """Every outside address of these pages and of the first ones, and where it stands."""
    found = {}
    for name in pages:
        page = SITE / f"{name}.html"
        if page.exists():
            links = parse(page).select("article a[href]")
            found |= {a["href"]: name for a in links if a["href"].startswith("http")}
    for name in FIRST_PAGES:
        text = (ROOT / name).read_text("utf-8")
        found |= dict.fromkeys(re.findall(r"\]\((https?://[^)\s]+)\)", text), name)
    bibliography = (ROOT / "book/references.bib").read_text("utf-8")
    for doi in re.findall(r"^\s*doi\s*=\s*[{\"](.+?)[}\"]", bibliography, re.M):
        found[f"https://doi.org/{doi}"] = "references.bib"
    return found


def ask(address: str) -> int | None:
    """Return the status that an address answers with; None if nothing answers."""
    asked = urllib.request.Request(address.partition("#")[0], method="HEAD")
    asked.add_header("User-Agent", "link check of a book")
    try:
        with urllib.request.build_opener(StayHere).open(asked, timeout=PATIENCE) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code
    except (OSError, HTTPException):
        return None


def dead(answers: dict[str, int | None]) -> list[str]:
    return [address for address, status in answers.items() if status in GONE]


@pytest.mark.slow
def test_every_address_elsewhere_answers():
    places = addresses(PAGES)
    with ThreadPoolExecutor(4) as pool:
        answers = dict(zip(places, pool.map(ask, places), strict=True))
    silent = [address for address, status in answers.items() if status is None]
    print(f"{len(places)} addresses, {len(silent)} without an answer: {silent}")
    if len(silent) == len(places):
        pytest.skip("no network: not one address outside of the book answers")
    assert [f"{address} ({places[address]})" for address in dead(answers)] == []


def test_addresses_are_found_and_only_what_is_gone_is_dead():
    assert any(address.startswith("https://doi.org/10.") for address in addresses(PAGES[:1]))
    assert dead({"a": 200, "b": 404, "c": None, "d": 403, "e": 302, "f": 410}) == ["b", "f"]
