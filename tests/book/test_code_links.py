"""Names of the package in the cells of a page lead to its reference: in words, in a small build."""

import re

import pytest
from bs4 import BeautifulSoup
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer
from small_site import build

import lecture_code
from bookext.html.code_links import Links, entries

KNOWN = {
    f"lecture_code.{name}": ("book/api", f"lecture_code.{name}", kind)
    for name, kind in {
        "sums.add": "function", "sums.Number": "class", "sums.Number.double": "method",
        "signs.flip": "function", "signs": "module",
    }.items()
}  # fmt: skip


def shown(*cells: str) -> list[str]:
    """Return the code of the cells with [name] for links in the order of Tab, (name) for others,
    and at the end the addresses."""
    find = entries(KNOWN)
    links = Links(lambda name: found[1] if (found := find(name)) else None)
    made = []
    for cell in cells:
        html = highlight(cell, PythonLexer(), HtmlFormatter(nowrap=True))
        page = BeautifulSoup(f"<pre>{links.cell(html)}</pre>", "html.parser")
        assert page.get_text().strip() == cell.strip(), "what is copied is what was written"
        for link in page.select("a.api"):
            quiet = link.get("tabindex") == "-1"
            link.string = f"<{link.text}>" if quiet else f"[{link.text}]"
        made.append(page.get_text().strip())
    return made


IMPORT = "from lecture_code.sums import add, Number"


def test_the_first_use_in_a_cell_is_a_link_and_the_first_of_the_page_a_tab_stop():
    assert shown(f"{IMPORT}\n\nadd(1, add(2, 3))", "x = add(1, 2)\nadd(x, Number(3))") == [
        "from lecture_code.sums import [add], [Number]\n\nadd(1, add(2, 3))",
        "x = <add>(1, 2)\nadd(x, <Number>(3))",
    ]


def test_other_names_for_it_and_names_in_modules():
    assert shown("from lecture_code.sums import add as plus\nplus(1, 2)", "plus(3, 4)") == [
        "from lecture_code.sums import add as [plus]\nplus(1, 2)",
        "<plus>(3, 4)",
    ]
    assert shown("from lecture_code import signs, plots\nsigns.flip(signs.FLOP)\nplots.draw()") == [
        "from lecture_code import signs, plots\nsigns.[flip](signs.FLOP)\nplots.draw()"
    ]
    assert shown("from lecture_code.signs import add")[0].endswith("import [add]")  # of sums


@pytest.mark.parametrize(
    "code",
    [
        "add(1, 2)",  # never imported
        "from elsewhere import add\nadd(1, 2)",
        "from lecture_code.sums import subtract\nsubtract(1, 2)",  # no entry
        f"{IMPORT}\nx.add(1)\nf(add=3)\n'add'  # add",  # an attribute, a keyword, words
    ],
)
def test_what_is_no_name_of_the_package_is_no_link(code):
    (said,) = shown(code)
    assert said.replace("import [add], [Number]", "import add, Number") == code


@pytest.mark.parametrize(
    "code", ["add = 3\nadd", "def add(x): ...\nadd(3)", "f = lambda add: add", "[add for add in X]"]
)
def test_a_name_that_is_used_for_something_else_is_no_link_from_there_on(code):
    assert shown(IMPORT, code, "add(1, 2)")[1:] == [code, "add(1, 2)"]


def test_a_command_of_the_shell_is_left_alone():
    assert shown(IMPORT, "%pip install add")[1:] == ["%pip install add"]


PACKAGE = (
    '"""A module: it adds."""\n\n\ndef add(a: int) -> int:\n    """Return it."""\n    return a\n'
)
CHAPTER = """---
jupytext:
  text_representation: {extension: .md, format_name: myst, format_version: 0.13}
kernelspec: {display_name: Python 3, language: python, name: python3}
---

# Sums

```{code-cell} ipython3
from lecture_code.sums import add

add(1)
```

```python
add(2)
```
"""


def test_a_small_book(tmp_path):
    files = {
        # beside its own module, those that the extension uses
        "lecture_code/__init__.py": f"__path__ += {list(lecture_code.__path__)!r}\n",
        "lecture_code/sums.py": PACKAGE,
        "book/06-sums.md": CHAPTER,
        "book/api.md": "# Package\n\n```{eval-rst}\n.. modules:: sums\n```\n",
    }
    own = ["sphinx.ext.autodoc", "bookext.reference.api", "bookext.html.pipeline"]
    status, said = build(tmp_path, files, own, apart=True)
    assert status == 0, said
    page = (tmp_path / "out/book/06-sums.html").read_text()
    assert re.findall('<a class="api"[^>]*>', page) == [
        '<a class="api" href="api.html#lecture_code.sums.add">'
    ]
    assert 'id="lecture_code.sums.add"' in (tmp_path / "out/book/api.html").read_text()
