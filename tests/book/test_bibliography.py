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
    "hush2001": "has a DOI, which we could not look up",
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


def test_a_work_is_called_by_its_first_author_and_year():
    assert [key for key, work in WORKS.items() if work.fields["year"] not in key] == []
    assert [key for key, work in WORKS.items() if not work.persons["author"]] == []
    assert [key for key, work in WORKS.items() if not {"title", "year"} <= set(work.fields)] == []


def test_every_work_is_cited_and_every_citation_is_known():
    cited = citations()
    assert sorted(set(WORKS) - set(cited)) == [], "cite these where they are used, or remove them"
    unknown = [f"{where}: {key}" for key, where in cited.items() if key not in WORKS]
    assert unknown == [], "give these works an entry in references.bib"


def test_every_work_can_be_found():
    for key, work in WORKS.items():
        fields = work.fields
        if "doi" in fields:
            assert is_doi(fields["doi"]), f"{key}: a DOI begins with 10. and has no address before"
        if "isbn" in fields:
            assert is_isbn(fields["isbn"]), f"{key}: a digit of the ISBN is wrong"
        if "url" in fields:
            assert re.fullmatch(r"https://\S+", fields["url"]), key
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
