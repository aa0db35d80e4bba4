"""A book of one chapter in a folder of its own, built with the real extensions of the results."""

import io
import json
import warnings
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.errors import SphinxError
from sphinx.util.console import strip_colors
from sphinx.util.docutils import docutils_namespace

MIME = "application/vnd.lecture-code.check+json"
CONF = """
extensions = ["myst_nb", "sphinx_proof", "sphinxcontrib.bibtex",
              "bookext.domain", "bookext.evidence.collect", "bookext.evidence.page",
              "bookext.evidence.placement", "bookext.evidence.marks", "bookext.html.folds",
              "bookext.nodes.boxes", "bookext.html.pipeline"]
source_suffix = {".md": "myst-nb"}
root_doc = "intro"
exclude_patterns = ["**.ipynb", "_build"]
nb_execution_mode = "off"
numfig = True
bibtex_bibfiles = ["references.bib"]
bibtex_reference_style = "author_year"
myst_enable_extensions = ["colon_fence", "dollarmath"]
"""
HEAD = """\
---
jupytext:
  text_representation: {extension: .md, format_name: myst}
kernelspec: {display_name: Python 3, language: python, name: python3}
---
# The chapter

"""
CELL = "```{code-cell} ipython3\n%s\n```\n\n"
PAGES = {
    "intro.md": "# A book\n\n```{toctree}\n06-one\n06-one-more\nresults\nworks\n```\n",
    "results.md": "# Results\n\n```{results} summary\n```\n\n```{results} list\n```\n",
    "works.md": "# Works\n\n```{bibliography}\n```\n",
    "06-one.md": HEAD
    + """\
:::{prf:definition} Agreed
:label: def-agreed
A definition.
:::

:::{prf:theorem} The first of $m$ things
:label: thm-first
It holds.
:::

:::{prf:lemma} Help
:label: lem-help
It helps.
:::

:::{prf:proof}
Clear.
:::

:::{prf:proof}
*Of {prf:ref}`thm-first`.*
By {prf:ref}`lem-help`.
:::

:::{prf:proposition} Borrowed
:label: prop-borrowed
Somebody proved it.
:::

We quote this from {cite:t}`somebody1960`.

"""
    + CELL % "check(1)"
    + CELL % "check(2)",
    "06-one-more.md": HEAD.replace("The chapter", "More") + CELL % "check(3)",
    "references.bib": """\
@book{somebody1960, author = {Ann Other}, title = {Proofs}, publisher = {Press}, year = 1960}
""",
}


def check(label: str, **fields) -> dict:
    """Return the record of a check of 1 <= 2, or of what the fields say."""
    made = {"theorem": label, "kind": "check", "verdict": "holds", "note": "a world"}
    made |= {"measured": 1, "measured_limits": None, "relation": "<=", "bound": 2}
    made |= {"bound_limits": None, "slack": 1, "within": None, "rounding": False}
    made |= {"basis": "exact", "trials": None, "error": None, "entries": 1, "entry": None}
    return made | {"failing": 0, "case": "1 ≤ 2", "line": f"{label} ✓ 1 ≤ 2 · a world"} | fields


def refute(label: str, **fields) -> dict:
    """Return the record of a refutation of 3 <= 2, or of what the fields say."""
    spoilt = {"kind": "refute", "verdict": "broken", "because": "it was spoilt", "failing": 1}
    return check(label, **spoilt, measured=3, slack=-1, case="3 > 2") | fields


def excuse(label: str) -> dict:
    """Return the record of a statement that cannot be checked."""
    return {"theorem": label, "kind": "excuse", "reason": "no run can tell", "line": "..."}


EVIDENCE = {
    "06-one.md": [
        [check("thm-first"), check("thm-first", note="a world: its size"), refute("thm-first")],
        [check("lem-help"), refute("lem-help"), excuse("prop-borrowed")],
    ],
    "06-one-more.md": [[check("thm-first", note="elsewhere", basis="simulated", trials=400)
                        | {"error": 1e-6, "measured_limits": [0.5, 1.5]}]],
}  # fmt: skip


def write_record(folder: Path, page: str, evidence: list[list[dict]]) -> None:
    """Write the record of a page: of each cell the code of the source and this evidence."""
    source = (folder / page).read_text()
    code = [part.split("\n", 1)[1].split("\n```")[0] for part in source.split("{code-cell}")[1:]]
    cells = [
        {
            "cell_type": "code",
            "id": f"{page[:-3]}-{k}",
            "metadata": {},
            "source": text,
            "outputs": [{"output_type": "execute_result", "data": {MIME: found}}],
        }
        for k, (text, found) in enumerate(zip(code, evidence, strict=True))
    ]
    (folder / page).with_suffix(".ipynb").write_text(json.dumps({"cells": cells}))


def write_book(folder: Path, evidence: dict | None = None, **pages: str) -> Path:
    """Write the small book, with other evidence or other pages if they are given."""
    (folder / "conf.py").write_text(CONF)
    (folder / "book/data").mkdir(parents=True, exist_ok=True)
    for name, text in {**PAGES, **pages}.items():
        (folder / name).write_text(text)
    for page, cells in {**EVIDENCE, **(evidence or {})}.items():
        write_record(folder, page, cells)
    return folder


def build(
    folder: Path, builder: str = "html", output: str = "_build/html", **settings: object
) -> tuple[int, str]:
    """Build with warnings as errors; return the status and what was complained about."""
    said = io.StringIO()
    with docutils_namespace(), warnings.catch_warnings(action="ignore"):
        try:
            app = Sphinx(
                folder, folder, folder / output, folder / "_build" / "doctrees", builder,
                confoverrides=settings, status=None, warning=said, warningiserror=True,
                keep_going=True,
            )  # fmt: skip
            app.build()
        except SphinxError as error:
            return 2, f"{strip_colors(said.getvalue())}{error}"
    return app.statuscode, strip_colors(said.getvalue())
