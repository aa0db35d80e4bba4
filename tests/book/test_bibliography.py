"""The bibliography: every work is cited, every citation known, every address well formed."""

import re

import pybtex.database
import pytest
from book_source import BOOK, tree

from bookext.evidence.statements import CITE
from bookext.source import roles

WORKS = pybtex.database.parse_file(BOOK / "references.bib").entries
WITHOUT_ADDRESS = {
    "block1970": "has a DOI, which we could not verify without a network",
    "mitchell1980": "a technical report, without a DOI or an ISBN",
    "novikoff1962": "proceedings of 1962, without a DOI or an ISBN",
}


def citations() -> dict[str, str]:
    """Each cited key with the file and line that cites it first."""
    found: dict[str, str] = {}
    for page in sorted(BOOK.glob("*.md")):
        for number, keys in roles(tree(page), *CITE):
            for key in keys.split(","):
                found.setdefault(key.strip(), f"{page.name}:{number}")
    return found


def is_doi(text: str) -> bool:
    """Whether a DOI stands alone, without the address of a resolver and without a full stop."""
    return bool(re.fullmatch(r"10\.\d{4,9}/[-._;()/:<>A-Za-z0-9]*[A-Za-z0-9)>]", text))


def is_isbn(text: str) -> bool:
    """Whether the last digit of an ISBN is the one that the others ask for."""
    digits = text.replace("-", "")
    if re.fullmatch(r"\d{9}[\dX]", digits):
        values = [10 if digit == "X" else int(digit) for digit in digits]
        return sum(weight * value for weight, value in enumerate(reversed(values), 1)) % 11 == 0
    if re.fullmatch(r"97[89]\d{10}", digits):
        return sum(int(digit) * (1, 3)[place % 2] for place, digit in enumerate(digits)) % 10 == 0
    return False


@pytest.mark.parametrize("key", WORKS)
def test_a_work_is_called_by_its_first_author_and_year_and_is_cited(key):
    work = WORKS[key]
    assert work.fields["year"] in key
    assert key in citations(), f"references.bib: cite {key} where it is used, or remove it"
    assert work.persons["author"], f"references.bib: {key} has no author"
    assert {"title", "year"} <= set(work.fields)


def test_every_citation_is_known():
    unknown = [f"{where}: {key}" for key, where in citations().items() if key not in WORKS]
    assert unknown == [], "give these works an entry in references.bib"


@pytest.mark.parametrize("key", WORKS)
def test_a_work_can_be_found(key):
    fields = WORKS[key].fields
    if "doi" in fields:
        assert is_doi(fields["doi"]), "a DOI begins with 10. and has no address before it"
    if "isbn" in fields:
        assert is_isbn(fields["isbn"]), "a digit of the ISBN is wrong"
    if "url" in fields:
        assert re.fullmatch(r"https://\S+", fields["url"])
    found = {"doi", "isbn", "url"}.intersection(fields)
    assert bool(found) != (key in WITHOUT_ADDRESS), f"{key}: doi, isbn or url"


def test_no_doi_belongs_to_two_works():
    dois = [work.fields["doi"].lower() for work in WORKS.values() if "doi" in work.fields]
    assert len(dois) > 15
    assert sorted(set(dois)) == sorted(dois)


@pytest.mark.parametrize(
    "text",
    ["https://doi.org/10.1007/BF01442864", "doi:10.1007/BF01442864", "10.1007", "10.1/x",
     "10.1007/", "10.1007/BF01442864.", "10.1007/BF014 42864"],
)  # fmt: skip
def test_a_bad_doi_is_found(text):
    assert not is_doi(text)


def test_a_bad_isbn_is_found():
    assert is_isbn("0-262-63022-2")
    assert is_isbn("978-1-107-05713-5")
    assert not is_isbn("0-262-63022-3")
    assert not is_isbn("978-1-107-05713-6")
    assert not is_isbn("262-63022-2")
