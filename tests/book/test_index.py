"""The index: what definitions emphasise, who is cited or named; in small books and on the site."""

import re

import book_source as book
import pytest
import yaml
from bs4 import BeautifulSoup
from small_site import build

from bookext.reference.index import named_by, under

CHAPTER = """# Signs

A *good* day, says {{cite:t}}`doe1962`, and not `Doe`.

## More

Every {{index}}`sum <sum; of signs>` is *not* a sign.
Doe's theorem is by Doe.

{more}

```{{prf:definition}} Sign
:label: def-sign

A *plus sign* is a sign, *plus* is its name.
```

```{{prf:theorem}} Doe
:label: thm-doe

It is so.
```
"""
PAPER = """@article{doe1962,
  author = {Doe, Jane and van Roe, R.}, title = {Signs}, journal = {J}, year = {1962}
}
"""
SETTINGS = """
"07":
  emphasised: {good: day; good, plus: plus}
  statements: {thm-doe: [Doe's theorem, sign]}
"08":
  emphasised: {later: later}
people: ["Doe, Jane", "Bohr, Niels"]
"""
PAGE = "# Index\n\n```{index-of} terms\n```\n\n```{index-of} people\n```\n"


def small_book(folder, settings=SETTINGS, more="", slides=()):
    files = {
        "book/07-signs.md": CHAPTER.format(more=more),
        "book/terms.md": PAGE,
        "book/bibliography.md": "# Works\n\n```{bibliography}\n```\n",
        "book/references.bib": PAPER,
        "book/data/index.yml": settings,
    }
    return build(folder, files, ["bookext.domain", "bookext.reference.index", *slides])


def lists(folder):
    page = BeautifulSoup((folder / "out/book/terms.html").read_text("utf-8"), "html.parser")
    return [
        [" ".join(item.p.get_text().split()) for item in found.select("li")]
        for found in page.select("ul.index-of")
    ]


def test_terms_and_people_of_a_small_book(tmp_path):
    status, said = small_book(tmp_path)
    assert status == 0, said
    terms, people = lists(tmp_path)
    assert terms == [
        "day",
        "good, Chapter 1",
        "Doe's theorem, Theorem 1.2",
        "plus, Definition 1.1",
        "plus sign, Definition 1.1",
        "sign, Theorem 1.2",
        "plus, Definition 1.1",
        "sum",
        "of signs, “More”",
        "theorem",
        "Doe's, Theorem 1.2",
    ]
    assert people == ["Doe, Jane, Chapter 1, “More”, Theorem 1.2", "van Roe, R., Chapter 1"]
    page = BeautifulSoup((tmp_path / "out/book/terms.html").read_text("utf-8"), "html.parser")
    chapter = (tmp_path / "out/book/07-signs.html").read_text("utf-8")
    targets = [link["href"].partition("#")[2] for link in page.select("ul.index-of a")]
    assert [target for target in targets if f'id="{target}"' not in chapter] == []


def test_what_stands_on_slides_alone_is_not_listed(tmp_path):
    more = "```{slide} Only here\nA *good* day for Bohr.\n```"
    status, said = small_book(tmp_path, more=more, slides=["bookext.slides.read"])
    assert status == 0, said
    _, people = lists(tmp_path)
    assert people == ["Doe, Jane, Chapter 1, “More”, Theorem 1.2", "van Roe, R., Chapter 1"]


def test_the_index_follows_the_pages(tmp_path):
    assert small_book(tmp_path)[0] == 0
    status, said = small_book(tmp_path, more="We thank Bohr, and not `Bohr`.")
    assert status == 0, said
    assert lists(tmp_path)[1][0] == "Bohr, Niels, “More”"


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("  emphasised: {bad: day}", "chapter 07 emphasises no 'bad'"),
        ("  statements: {thm-roe: sign}", "chapter 07 states no 'thm-roe'"),
    ],
)
def test_a_line_that_finds_nothing_fails_the_build(tmp_path, line, complaint):
    status, said = small_book(tmp_path, f'"07":\n{line}\n')
    assert status != 0
    assert complaint in said


def test_a_term_of_two_words_stands_under_both():
    assert under("functional margin") == [("functional margin",), ("margin", "functional")]
    assert under("margin; functional") == [("margin", "functional")]
    assert under("growth of the norm") == [("growth of the norm",)]


def test_a_name_that_is_a_word_too_is_found_by_the_words_given(tmp_path):
    settings = 'people: [{"Cover, Thomas M.": "Cover and"}, "Hart, Peter E."]\n'
    more = "Cover the table, says nobody.\n\n## End\n\nCover and Hart say so."
    assert small_book(tmp_path, settings, more)[0] == 0
    people = lists(tmp_path)[1]
    assert "Cover, Thomas M., “End”" in people
    assert "Hart, Peter E., “End”" in people


def test_listed_people_are_written_as_the_bibliography_writes_them():
    listed = yaml.safe_load((book.BOOK / "data/index.yml").read_text("utf-8"))["people"]
    people = [name for entry in listed for name, _ in named_by(entry)]
    assert people == sorted(people)
    cited = re.findall(r"author\s*=\s*\{(.*)\}", (book.BOOK / "references.bib").read_text("utf-8"))
    authors = {name.strip() for names in cited for name in names.split(" and ")}
    namesakes = {
        name: {author for author in authors if author.partition(",")[0] == name.partition(",")[0]}
        for name in people
    }
    assert {name: found for name, found in namesakes.items() if found and name not in found} == {}
