"""The tables of symbols: first uses, found token by token; and no symbol without a row."""

import re

import pytest
import yaml
from book_source import BOOK, formulas, pages
from bs4 import BeautifulSoup
from small_site import build

from bookext.reference.tex_tokens import contains, tokens

LET_PASS = yaml.safe_load((BOOK / "data" / "symbols.yml").read_text("utf-8"))
GREEK_OR_DRESSED = re.compile(r"\\[A-Za-z]{2,}|\\[{}]")


def in_the_table() -> set[str]:
    text = (BOOK / "notation.md").read_text("utf-8").partition("## Translation")[0]
    rows = [row.split(" | ")[0] for row in text.splitlines() if row.startswith("| $")]
    return {token for row in rows for _, tex in formulas(row) for token in tokens(tex)}


def unknown_symbols(text: str, known: set[str]) -> list[tuple[int, str]]:
    """Return the symbols of a page, with their lines, that are not known; each once."""
    found: dict[str, int] = {}
    for line, tex in formulas(text):
        for token in tokens(tex):
            if GREEK_OR_DRESSED.match(token) and token not in known:
                found.setdefault(token, line)
    return [(line, token) for token, line in found.items()]


def test_every_symbol_has_a_row():
    known, told = in_the_table() | set(LET_PASS["common"]), []
    for page in pages():
        local = LET_PASS["local"].get(page.name[:2], [])
        odd = unknown_symbols(page.read_text("utf-8"), known | set(local))
        told += [f"{page.name}:{line}: {token}" for line, token in odd]
    remedy = "give these symbols a row in book/notation.md, or list them in book/data/symbols.yml"
    assert not told, f"{remedy}:\n  " + "\n  ".join(told)


def test_a_symbol_without_a_row_is_found():
    text = "Let $w\\in\\mathbb R^d$.\n\n$$\\hat\\zeta=\\mathfrak F(w)$$\n"
    found = unknown_symbols(text, {"\\in", "\\mathbb{R}"})
    assert found == [(3, "\\hat{\\zeta}"), (3, "\\mathfrak{F}")]


def test_no_symbol_is_let_pass_in_vain():
    """Chapter by chapter: what no formula of the chapter holds need not be listed."""
    for chapter, listed in LET_PASS["local"].items():
        texts = [page.read_text("utf-8") for page in pages() if page.name.startswith(chapter)]
        used = {token for text in texts for _, tex in formulas(text) for token in tokens(tex)}
        assert sorted(set(listed) - used) == [], f"book/data/symbols.yml, local {chapter}"
    assert set(LET_PASS["common"]).isdisjoint(sum(LET_PASS["local"].values(), []))


@pytest.mark.parametrize(
    ("formula", "symbol", "there"),
    [
        (r"\bigl(\langle w,x\rangle\bigr)", r"\langle", True),
        (r"\mathbb{R}^d", r"\mathbb R", True),
        (r"\mathbb R", "R", False),
        (r"\text{if } R", "i", False),
        (r"w_{t-1}", "w_t", False),
        (r"\lVert w_{t}\rVert", "w_t", True),
        (r"\hat\gamma", r"\gamma", False),
        (r"\widehat{\gamma}", r"\hat\gamma", False),
        (r"\operatorname{sign}(s)", r"\operatorname{sign}", True),
        (r"\begin{aligned}a&=b\\c&=d\end{aligned}", "a=b c=d", True),
        (r"\gamma(w)", r"\gamma^*", False),
    ],
)
def test_symbols_are_found_token_by_token(formula, symbol, there):
    assert contains(tokens(formula), tokens(symbol)) is there


CHAPTER = """# Vectors

Let $v$ be a vector.

## Lengths

{more}

```{{prf:definition}} Length
:label: def-length

The *length* is $\\lVert v\\rVert$, and $R_{{\\max}}$ the largest.
```
"""
TABLE = """# Notation

| symbol | read | meaning | in code | first used |
|---|---|---|---|---|
| $\\lVert v\\rVert$ | norm | length | `norm(v)` | `\\lVert` |
| $v$ | v | a vector | `v` | |
| $\\tau$ | tau | | | 8 |
{row}
"""


def small_book(folder, row="", more="Nothing."):
    files = {
        "book/07-vectors.md": CHAPTER.format(more=more),
        "book/notation.md": TABLE.format(row=row),
    }
    return build(folder, files, ["bookext.domain", "bookext.reference.notation"])


def first_uses(folder):
    page = BeautifulSoup((folder / "out/book/notation.html").read_text("utf-8"), "html.parser")
    return [
        (row.select("td")[-1].get_text(), [link["href"] for link in row.select("td a")])
        for row in page.select("table.symbols tbody tr")
    ]


def test_the_table_leads_to_the_first_use_and_follows_it(tmp_path):
    status, said = small_book(tmp_path)
    assert status == 0, said
    length, vector, tau = first_uses(tmp_path)
    assert length == ("Definition 1.1", ["07-vectors.html#def-length"])
    assert vector == ("Chapter 1", ["07-vectors.html"])
    assert tau == ("chapter 8, to come", [])
    status, said = small_book(tmp_path, more="The length is $\\lVert v\\rVert$.")
    assert status == 0, said
    assert first_uses(tmp_path)[0] == ("“Lengths”", ["07-vectors.html#lengths"])


@pytest.mark.parametrize(
    ("row", "complaint"),
    [
        ("| $R$ | R | | | `R=` |", "the symbol R= appears in no formula of the book: correct"),
        ("| $m$ | m | | | 7 |", "the symbol m appears in no formula of the book from chapter 7 on"),
    ],
)
def test_a_symbol_that_stands_nowhere_fails_the_build(tmp_path, row, complaint):
    status, said = small_book(tmp_path, row)
    assert status != 0
    assert complaint in said
    assert "notation.md:8" in said
