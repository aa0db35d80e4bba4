"""One word for one thing: book/data/words/terms.yml, in pages, documents, homework and code."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import book_source as book
import prose
import yaml

DOCUMENTS = ["README", "CONTRIBUTING", "MARKUP", "ARCHITECTURE", "SOURCES", "homework/README"]
CODE = ["lecture_code", "bookext", "tools", "homework/kit", "benchmarks"]
LABEL = re.compile(r"[a-z]+(?:-\w+)+")  # a label of the book is no prose

Rows = Iterator[tuple[int, str]]


def terms() -> list[dict]:
    return yaml.safe_load((prose.OWN / "terms.yml").read_text("utf-8"))


def page_rows(page: Path) -> Rows:
    for rows in (prose.lines, prose.tables, prose.strings):
        yield from ((n, row) for n, row in rows(page) if not LABEL.fullmatch(row.strip()))


def code_rows(source: str) -> Rows:
    """Yield the docstrings and the comments of a module."""
    for node in ast.walk(ast.parse(source)):
        holds = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
        if isinstance(node, holds) and (text := ast.get_docstring(node, clean=False)):
            words = re.sub(r"^ *:\w+:.*|``[^`]*``|^ *(?:>>>|\.\.\.) .*", "", text, flags=re.M)
            yield from enumerate(words.split("\n"), start=node.body[0].lineno)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def refused(rows: Rows, name: str, known: list[dict]) -> list[str]:
    """Return where rows use another word than ours, and what we say instead."""
    return [
        f"{name}:{line}: {found[0]!r}: say {term['say']}"
        for line, row in rows
        for term in known
        for found in re.finditer(term["not"], re.sub("|".join(term.get("but", ["(?!)"])), "", row))
    ]


def test_one_word_for_one_thing():
    known = terms()
    odd = [each for page in sorted(book.BOOK.glob("*.md"))
           for each in refused(page_rows(page), page.name, known)]  # fmt: skip
    masters = sorted((book.ROOT / "homework/masters").glob("*.md"))
    for path in [*(book.ROOT / f"{name}.md" for name in DOCUMENTS), *masters]:
        odd += refused(enumerate(path.read_text("utf-8").split("\n"), 1), path.name, known)
    for path in (path for folder in CODE for path in sorted((book.ROOT / folder).rglob("*.py"))):
        name = str(path.relative_to(book.ROOT))
        odd += refused(code_rows(path.read_text("utf-8")), name, known)
    assert not odd, "one word for one thing:\n  " + "\n  ".join(odd)


def test_another_word_is_found_and_where_it_is_right_it_is_not():
    known = [{"say": "distribution", "not": r"\blaws?\b", "but": ["law of large numbers"]}]
    code = '"""The law of X.\n\n>>> law\n"""\nlaw = 1  # by the law of large numbers, the laws\n'
    found = refused(code_rows(code), "a.py", known)
    assert found == ["a.py:1: 'law': say distribution", "a.py:5: 'laws': say distribution"]
