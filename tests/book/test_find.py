"""What the search is told of a small book."""

import json
import re

import pytest
from small_site import build

CHAPTER = """# Signs

A *good* day, says {cite:t}`doe1962`.

(sec-more)=
## Why more, and not less?

Here $a\\le b$ is *not* clear, by {prf:ref}`thm-doe`.

```{math}
:label: eq-sum
a+b=c
```

```{prf:theorem} Doe
:label: thm-doe

Every *plus sign* is a sign.
```

```{exercise} ★ A question
:label: ex-why

Why?
```

```{solution} ex-why
Because.
```
"""
PAPER = """@article{doe1962,
  author = {Doe, Jane}, title = {Signs}, journal = {J}, year = {1962}
}
"""
SETTINGS = """
"07":
  statements: {thm-doe: sign; of Doe}
asked: {thm-doe: [plus], sec-more: [better], 07-signs: [homework]}
"""
OWN = [
    *("sphinx_exercise", "bookext.domain", "bookext.theorems.reader", "bookext.reference.index"),
    *("bookext.html.passages", "bookext.html.find"),
]


def book(folder, settings=SETTINGS):
    files = {
        "book/07-signs.md": CHAPTER,
        "book/bibliography.md": "# Works\n\n```{bibliography}\n```\n",
        "book/references.bib": PAPER,
        "book/data/index.yml": settings,
    }
    return build(folder, files, OWN)


def told(folder, name):
    text = (folder / f"out/_static/find-{name}.js").read_text("utf-8")
    return json.loads(re.fullmatch(r"\w+\((.*)\);\n", text)[1])


def test_the_search_knows_names_other_words_people_and_what_is_said(tmp_path):
    status, said = book(tmp_path)
    assert status == 0, said
    chapter, title, rows = {page: rest for page, *rest in told(tmp_path, "data")}["book/07-signs"]
    assert (chapter, title) == ("", "Signs")
    top, section, theorem, exercise, equation = rows
    assert top[0:2] == ["page", "Chapter 1"]
    assert top[5:] == ["good;homework", "Doe", "A good day, says Doe (1962)."]
    assert section[2:6] == ["Why more, and not less?", "", "", "better"]  # the title is the anchor
    assert theorem[1:4] == ["Theorem 1.1", "Doe", "thm-doe"]
    assert theorem[5:] == ["plus sign;sign of Doe;plus", "", "Every plus sign is a sign."]
    assert exercise[1:4] == ["Exercise 1.1", "A question", "ex-why"]
    assert (equation[1], equation[7]) == ("Equation (1.1)", "a+b=c")


def test_the_page_of_the_search_knows_all_that_is_said(tmp_path):
    assert book(tmp_path)[0] == 0
    places = dict(told(tmp_path, "text"))["book/07-signs"]
    assert places["why-more-and-not-less"] == "Here a≤b is not clear, by Theorem 1.1. a+b=c"
    assert "Because" not in str(places)
    assert not (tmp_path / "out/searchindex.js").exists()


@pytest.mark.parametrize("name", ["thm-nothing", "08-gone"])
def test_other_words_for_nothing_are_reported(tmp_path, name):
    status, said = book(tmp_path, f"asked: {{{name}: [plus]}}")
    assert status != 0
    assert f"nothing has the name '{name}'" in said
