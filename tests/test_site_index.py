"""The index as built: every term of a definition and every author that a chapter cites is in it."""

import re

import book_source as book
import pytest
from bs4 import BeautifulSoup
from site_pages import SITE

pytest_plugins = ["site_fixtures"]


@pytest.fixture(scope="module")
def entries(site):
    """The links of each entry of the index, subentries as "entry; subentry"."""
    page = BeautifulSoup((SITE / "book/terms.html").read_text("utf-8"), "html.parser")
    found = {}
    for item in page.select("ul.index-of li"):
        links = item.p.select("a")
        own = item.p.get_text()[: -len(", ".join(a.get_text() for a in links)) or None].rstrip(", ")
        above = item.find_parent("li")
        words = f"{above.p.contents[0].rstrip(', ')}; {own}" if above else own
        found[words] = [link["href"] for link in links]
    assert len(found) > 60
    return found


def test_every_definition_leads_from_the_index(entries):
    targets = {link.partition("#")[2] for links in entries.values() for link in links}
    labels = {
        block.label
        for page in book.pages()
        for block in book.blocks(page)
        if block.name == "prf:definition"
    }
    assert labels - targets == set(), "emphasise (*...*) in a definition what it defines"


def test_every_cited_author_is_in_the_index(entries):
    people = {words.partition(",")[0] for words in entries if ", " in words}
    bib = (book.BOOK / "references.bib").read_text("utf-8")
    for page in book.pages():
        for keys in re.findall(r"\{cite:[tp]\}`([^`]*)`", page.read_text("utf-8")):
            for key in keys.split(","):
                entry = bib[bib.index(f"{{{key.strip()},") :]
                authors = re.search(r"author\s*=\s*\{(.*)\}", entry)[1].split(" and ")
                names = {re.sub(r"\W", "", name.partition(",")[0]) for name in authors}
                if not re.search(r"[\\{]", authors[0]):
                    assert names & {re.sub(r"\W", "", person) for person in people}, key


def test_known_entries(entries):
    assert any(link.endswith("#def-margin") for link in entries["margin; functional"])
    assert any(link.endswith("#thm-novikoff") for link in entries["Novikoff's theorem"])
    assert any(link.endswith("#thm-novikoff") for link in entries["Novikoff, Albert B. J."])
    assert any("06-perceptron-streams.html#" in link for link in entries["subgradient"])
