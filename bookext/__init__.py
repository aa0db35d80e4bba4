"""The Sphinx side of the book, as one extension; Sphinx and its like find it installed.

What reads the book (source, evidence.record, evidence.statements, evidence.results,
theorems.graph, notes.data, ...) knows nothing of Sphinx; import-linter keeps it so.
"""

import gc
import os
from typing import Any

#: In the order of their steps at the same event.
PARTS = [
    "domain",
    "evidence.collect",
    "evidence.sorting",
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
    "course.closed",
    "course.page",
    "html.formulas",
    "html.tags",
    "html.head",
    "html.find",
    "html.pictures",
    "html.pipeline",
    "slides.deck",
    "course.sections",
    "html.ideas",
    "html.boxes",
    "html.folds",
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
    # The book is one large heap of nodes that all stay: to search it for garbage as often as Python
    # does takes more than half of the time.
    gc.set_threshold(500_000, 10, 1000)
    for part in PARTS:
        app.setup_extension(f"bookext.{part}")
    return {"parallel_read_safe": False, "parallel_write_safe": True}
