"""Extend Sphinx for the book: one extension, which loads its parts in order.

A module imports only from layers below its own (pyproject.toml lists them), and what only reads the
book does not import Sphinx.  import-linter keeps both rules.
"""

import gc
import os
from typing import Any

#: The order is that of their steps at the same event.
PARTS = [
    "domain",
    "evidence.collect",
    "evidence.placement",
    "notes.coverage",
    "notes.errata",
    "notes.concordance",
    "theorems.reader",
    "theorems.map",
    "evidence.page",
    "reference.api",
    "evidence.marks",
    "reference.implements",
    "theorems.used_by",
    "reference.notation",
    "reference.index",
    "theorems.closed",
    "course.page",
    "html.formulas",
    "nodes.tags",
    "nodes.steps",
    "html.head",
    "html.passages",
    "html.find",
    "html.pictures",
    "html.frames",
    "html.pipeline",
    "html.others",
    "slides.deck",
    "course.sections",
    "course.homework",
    "nodes.proof_ideas",
    "nodes.boxes",
    "nodes.filter",
    "html.folds",
    "html.leftovers",
]
#: The form of the site, for the kernels that run the cells: they inherit the environment.
FORM = {
    "LECTURE_CODE_EXPLORE": "site",  # frames that a script of the page moves through
    "LECTURE_CODE_FIGURES": "svg",
    "OPENBLAS_NUM_THREADS": "1",
}


def setup(app: Any) -> dict[str, Any]:
    for name, value in FORM.items():
        os.environ.setdefault(name, value)
    # Almost all nodes stay until the end of the build: looking for garbage as often as Python does
    # by default takes more than half of the time.
    gc.set_threshold(500_000, 10, 1000)
    for part in PARTS:
        app.setup_extension(f"bookext.{part}")
    return {"parallel_read_safe": False, "parallel_write_safe": True}
