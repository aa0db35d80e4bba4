"""The reference of the package and its links to the book, in source and in small builds."""

import re
from pathlib import Path

from book_source import BOOK, ROOT, blocks, labels, pages, tree
from package_names import METHODS, PUBLIC
from small_site import build

from bookext.reference.fields import labels_implemented as implements

ORDER = ["vocabulary", "learning-rules", "theory", "evidence", "face"]
REFERENCE = {name: (BOOK / f"api-{name}.md").read_text("utf-8") for name in ORDER}
WORLDS = (
    "data.datasets.",
    "core.distributions.",
    "data.synthetic.noisy",
    "data.synthetic.integer_sample",
)  # examples


def docstring(value):
    return re.sub(r"^ +", "", value.__doc__ or "", flags=re.M)


def test_every_room_has_its_entry():
    shown = re.findall(r"^\.\. modules:: (.*)$", "\n".join(REFERENCE.values()), flags=re.M)
    names = [name for line in shown for name in line.split()]
    package = ROOT / "lecture_code"
    found = {path.parent.name for path in package.glob("*/__init__.py")}
    found |= {path.stem for path in package.glob("[!_]*.py")}
    assert sorted(names) == sorted(found), "name the subpackage on one of the pages book/api-*.md"
    overview = (BOOK / "api.md").read_text("utf-8")
    assert re.findall(r"^\.\. overview:: (.*)$", overview, flags=re.M) == shown


def test_what_chapter_06_uses_says_which_statement_it_implements():
    said = {name: docstring(PUBLIC[name]) for name in PUBLIC if not name.startswith(WORLDS)}
    used = re.compile(r"^:Source: chapters?[\d, and]* 06\b", flags=re.M)
    silent = [name for name, text in said.items() if used.search(text) and not implements(text)]
    assert silent == [], "write a field ':Implements: label.' instead of the field Source"


def test_the_statement_tells_the_chapter():
    said = {name: docstring(value) for name, value in PUBLIC.items()}
    chapter = re.compile(r"^:Source: chapters? \d\d[^\d]*$", flags=re.M)
    twice = [name for name, text in said.items() if implements(text) and chapter.search(text)]
    assert twice == [], "the statement tells the chapter: leave the field Source to papers"


def test_implements_names_labels_of_the_book():
    known = {label for page in pages() for _, label in labels(tree(page))}
    said = {name: value.__doc__ or "" for name, value in (PUBLIC | METHODS).items()}
    named = {name: found for name, text in said.items() if (found := implements(text))}
    assert len(named) >= 90
    odd = {name: sorted(set(labels) - known) for name, labels in named.items()}
    assert {name: labels for name, labels in odd.items() if labels} == {}


def test_every_algorithm_of_the_book_is_implemented():
    said = {label for value in PUBLIC.values() for label in implements(value.__doc__ or "")}
    boxes = [b.label for page in pages() for b in blocks(page) if b.name == "prf:algorithm"]
    assert len(boxes) >= 5
    assert [label for label in boxes if label not in said] == []


def test_roles_in_docstrings_name_the_whole_path():
    """A short name is not resolved, and api.py takes it for a type of another library."""
    odd = []
    for path in sorted((ROOT / "lecture_code").rglob("*.py")):
        for found in re.finditer(r":(?:class|exc):`([^`]*)`", path.read_text()):
            if not re.match(r"~?lecture_code\.", found[1]):
                odd.append(f"{path.name}: {found[0]}")
    assert odd == [], "write :func:`~lecture_code.module.name`"


PACKAGE = '''"""A module: it adds."""


def add(a: int, b: "Number") -> int:
    """Return the sum.

    >>> add(1, 2)
    3

    :Implements: {label}.
    :Source: chapter 06.
    """
    return a + b
'''
SMALL_REFERENCE = """# Package

```{{eval-rst}}
.. overview:: {name}
```

## Entries

```{{eval-rst}}
.. modules:: {name}
```
"""
CHAPTER = """# Sums

```{prf:definition} Sum
:label: def-sum

The *sum* is what you get.
```
"""


def small_book(folder: Path, label: str, name: str = "rules") -> tuple[int, str]:
    files = {
        "lecture_code/__init__.py": "",
        "lecture_code/rules/__init__.py": '"""Rules."""\n',
        "lecture_code/rules/sums.py": PACKAGE.format(label=label),
        "book/06-sums.md": CHAPTER,
        "book/api.md": SMALL_REFERENCE.format(name=name),
    }
    return build(
        folder,
        files,
        [
            "sphinx.ext.autodoc",
            "sphinx.ext.autosummary",
            "bookext.domain",
            "bookext.reference.api",
            "bookext.reference.implements",
        ],
        apart=True,
    )


def test_a_small_book_links_both_ways(tmp_path):
    status, said = small_book(tmp_path, "def-sum")
    assert status == 0, said
    entry = (tmp_path / "out/book/api.html").read_text()
    assert '<a class="reference internal" href="06-sums.html#def-sum">Definition 1.1</a>' in entry
    box = (tmp_path / "out/book/06-sums.html").read_text()
    assert (
        'class="in-code">in code: <a class="reference internal" href="api.html#lecture_code' in box
    )


def test_an_unknown_label_fails_the_build(tmp_path):
    status, said = small_book(tmp_path, "def-product")
    assert status != 0
    assert "lecture_code.rules.sums.add says that it implements 'def-product'" in said
    assert "correct or remove its field Implements" in said


def test_an_unknown_room_fails_the_build(tmp_path):
    status, said = small_book(tmp_path, "def-sum", name="products")
    assert status != 0
    assert "lecture_code has no subpackage or module products" in said
