"""The index as built, with every term of a definition and every author; the bibliography."""

import book_source as book
import pybtex.database
import pytest
from site_html import parse_page

from bookext.source import roles

pytest_plugins = ["site_fixtures"]


@pytest.fixture(scope="module")
def entries(site):
    """Return the links of each entry of the index, subentries as "entry; subentry"."""
    page = parse_page("book/terms")
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
    works = pybtex.database.parse_file(book.BOOK / "references.bib").entries
    missing = set()
    for page in book.pages():
        for _, keys in roles(book.tree(page), "cite:t", "cite:p"):
            for person in [
                p for key in keys.split(",") for p in works[key.strip()].persons["author"]
            ]:
                family = (*person.rich_prelast_names, *person.rich_last_names)
                missing |= {" ".join(map(str, family))} - people
    assert missing == set()


def test_known_entries(entries):
    assert any(link.endswith("#def-margin") for link in entries["margin; functional"])
    assert any(link.endswith("#thm-novikoff") for link in entries["Novikoff's theorem"])
    assert any(link.endswith("#thm-novikoff") for link in entries["Novikoff, Albert B. J."])
    assert any("06-perceptron-streams.html#" in link for link in entries["subgradient"])


def test_the_bibliography_links_every_doi(site):
    text = (site / "book/bibliography.html").read_text("utf-8")
    works = pybtex.database.parse_file(book.BOOK / "references.bib").entries
    dois = [work.fields["doi"] for work in works.values() if "doi" in work.fields]
    assert dois
    assert [doi for doi in dois if f'href="https://doi.org/{doi}"' not in text] == []
    assert text.count('<div class="citation"') == len(works)
