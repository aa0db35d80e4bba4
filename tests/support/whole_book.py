"""A book of a few pages that has one of everything, built with the whole extension and its looks.

Every page shows something of others: numbers, titles, uses, evidence, entries of lists.  Each build
has a process of its own, with the package that stands beside the book.
"""

import base64
import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path

import yaml
from site_pages import ROOT
from small_book import build, check, excuse, refute, write_record

SITE = "site"
#: Imported once for all builds, and not the extension, which imports the package.
FOR_ALL = ["sphinx.application", "myst_nb", "sphinx_book_theme", "sphinxcontrib.bibtex", "numpy"]
CONFIG = f"""
import sys, yaml
from pathlib import Path
sys.path.insert(0, str(Path(__file__).parent))
globals().update(yaml.safe_load(open({str(ROOT / "_config.yml")!r}))["sphinx"]["config"])
extensions = [name for name in extensions if name not in ("jupyter_book", "sphinx_comments")]
project, author, html_theme = "A book", "Ann", "sphinx_book_theme"
myst_enable_extensions = ["amsmath", "attrs_block", "colon_fence", "deflist", "dollarmath"]
nb_execution_mode = "off"
external_toc_path = "_toc.yml"
external_toc_exclude_missing = True
exclude_patterns = ["**.ipynb", "_build", "site"]
html_static_path = []
templates_path = ["book/_templates"]
katex_css_path = "katex.css"
"""
TOC = {
    "format": "jb-book",
    "root": "book/intro",
    "parts": [
        {
            "caption": "Chapters",
            "numbered": True,
            "chapters": [
                {"file": "book/01-one", "sections": [{"file": "book/01-one-more"}]},
                {"file": "book/02-two", "sections": [{"file": "book/02-two-more"}]},
            ],
        },
        {
            "caption": "Lists",
            "chapters": [
                {"file": f"book/{name}"}
                for name in (
                    "results",
                    "terms",
                    "theorem-map",
                    "notation",
                    "errata",
                    "notes",
                    "package",
                )
            ],
        },
    ],
}
HEAD = """\
---
jupytext:
  text_representation: {extension: .md, format_name: myst}
kernelspec: {display_name: Python 3, language: python, name: python3}
course: core
---
"""
CELL = "```{code-cell} ipython3\n%s\n```\n\n"
FIGURE = """\
---
mystnb:
  figure:
    name: fig-one
    caption: A square is drawn here.
---
draw()"""
PAGES = {
    "intro": "# A book\n\nIt has pages.\n\n```{course} weeks\n```\n\n```{course} cards\n```\n",
    "01-one": HEAD
    + """\
# The beginning

It begins with *points*, as {cite:t}`ann1960` had it.

:::{prf:definition} Point
:label: def-point
A *dot* is a point $x$.
:::

:::{prf:lemma} Small
:label: lem-small
It holds that

$$ x = x $$ (eq-same)
:::

:::{prf:proof}
Clear.
:::

```{figure} one.svg
:name: fig-line

A line.
```

"""
    + CELL % FIGURE
    + CELL % "check(1)",
    "01-one-more": HEAD
    + """\
# More of it

(sec-deep)=
## A deep section

By {prf:ref}`lem-small` and {eq}`eq-same`, as {numref}`fig-line` shows.

:::{prf:theorem} Great
:label: thm-great
It holds for every $x$.
:::

:::{prf:proof}
By {prf:ref}`lem-small`.
:::

"""
    + CELL % "check(2)",
    "02-two": HEAD.replace("core", "further")
    + """\
# The end

See {ref}`sec-deep` and {prf:ref}`thm-great`, which is wrong in E-001-01, and {cite:t}`bob1970`.

:::{prf:theorem} Last
:label: thm-last
It holds, too.
:::

:::{prf:proof}
By {prf:ref}`thm-great`.
:::

:::{exercise} Try it
:label: ex-try
Try, by {prf:ref}`def-point`.
:::

"""
    + CELL % "check(3)",
    "02-two-more": "---\ncourse: further\n---\n# After the end\n\nBy {prf:ref}`lem-small`.\n\n"
    ":::{prf:remark} Aside\n:label: rem-aside\nBy the way.\n:::\n",
    "results": "# Results\n\n```{results} summary\n```\n\n```{results} list\n```\n",
    "terms": "# Terms\n\n```{index-of} terms\n```\n\n## People\n\n```{index-of} people\n```\n\n"
    "## Works\n\n```{bibliography}\n```\n",
    "theorem-map": "# Map\n\n```{theorem-map} book\n```\n\n```{theorem-map} chapters\n```\n",
    "notation": "# Notation\n\n| symbol | read | in code | first used |\n|---|---|---|---|\n"
    "| $x$ | x | `one` | 1 |\n",
    "errata": "# Errata\n\n```{errata} 001\n```\n",
    "package": "# The package\n\n```{eval-rst}\n.. overview:: own\n\n.. modules:: own\n```\n",
    "notes": "# Notes\n\n```{reading-order} 001\n```\n\n```{concordance} 001\n```\n",
}
OWN = '''"""Count."""


def one() -> int:
    """Return one.

    :Implements: thm-great.
    """
    return 1
'''
DATA = {
    "course": {
        "weeks": [
            {
                "about": "All",
                "pages": ["01-one", "01-one-more"],
                "exercises": ["ex-try"],
                "homework": [1],
            },
        ],
        "chapters": {1: {"promise": "To begin.", "picture": "01-one fig-one"}},
    },
    "errata": {
        "001": [
            {
                "id": "E-001-01",
                "severity": "M",
                "chapter": "01",
                "where": "line 1",
                "printed": "It fails.",
                "correct": "It holds.",
                "why": "Clear.",
            }
        ]
    },
    "ledger": {
        "kinds": {"T": "theorem", "B": "companion"},
        "chapters": {"01": "The beginning", "02": "The end"},
        "notes": {
            "001": [
                {
                    "section": "First",
                    "items": [{"id": "001-T1", "title": "Great", "chapter": "01"}],
                }
            ]
        },
        "beyond": [],
    },
    "concordance": {
        "01": {"items": {"001-T1": ["thm-great"]}, "errata": {"E-001-01": ["thm-great"]}},
    },
    "hypotheses": {"thm-great": [{"says": "x is a point", "broken": "it was spoilt"}]},
    "index": {"01": {"emphasised": {"points": "point; many"}}, "people": ["Ann, Other"]},
}
WORKS = """\
@book{ann1960, author = {Other Ann}, title = {Proofs}, publisher = {Press}, year = 1960}
@book{bob1970, author = {Bob Other}, title = {More}, publisher = {Press}, year = 1970}
"""
LINE = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0 9 9"/></svg>'
SQUARE = base64.b64encode(
    bytes.fromhex(
        "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de"
        "0000000c4944415408d763f8ffff3f0005fe02fe0def46b80000000049454e44ae426082"
    )
).decode()
EVIDENCE = {
    "01-one": [[], [check("lem-small"), refute("lem-small")]],
    "01-one-more": [[check("thm-great"), refute("thm-great"), check("thm-last")]],
    "02-two": [[excuse("thm-last")]],
}


def write_book(folder: Path) -> Path:
    """Write the book into a folder, beside a copy of the package."""
    no_cache = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "lecture_code", folder / "lecture_code", ignore=no_cache)
    files = {
        "conf.py": CONFIG,
        "_toc.yml": yaml.safe_dump(TOC),
        "book/references.bib": WORKS,
        "book/one.svg": LINE,
        "lecture_code/own.py": OWN,
        "homework/masters/01-one.md": "# Homework 1: one\n\nAbout two hours, 3 points.\n",
        **{f"book/{name}.md": text for name, text in PAGES.items()},
        **{f"book/data/{name}.yml": yaml.safe_dump(data) for name, data in DATA.items()},
    }
    for path in ROOT.joinpath("book/_templates").rglob("*.html"):
        files[path.relative_to(ROOT).as_posix()] = path.read_text("utf-8")
    for name, text in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    for name, evidence in EVIDENCE.items():
        write_record(folder, f"book/{name}.md", evidence)
    give_picture(folder / "book/01-one.ipynb")
    return folder


def give_picture(record: Path) -> None:
    """Let the first cell of a record show a picture."""
    notebook = json.loads(record.read_text("utf-8"))
    notebook |= {"nbformat": 4, "nbformat_minor": 5, "metadata": {}}
    for number, cell in enumerate(notebook["cells"]):
        cell |= {"execution_count": 1, "id": f"cell-{number}"}
    notebook["cells"][0]["source"] = "draw()"
    notebook["cells"][0]["outputs"] = [
        {"output_type": "display_data", "data": {"image/png": SQUARE}, "metadata": {}}
    ]
    record.write_text(json.dumps(notebook), "utf-8")


@contextmanager
def builder() -> Iterator[Callable[[Path], tuple[int, str]]]:
    """Give a function that builds the book of a folder in a process of its own."""
    processes = get_context("forkserver")
    processes.set_forkserver_preload(FOR_ALL)
    with processes.Pool(1, maxtasksperchild=1) as pool:
        yield lambda folder: pool.apply(build, (folder,), {"output": SITE})
