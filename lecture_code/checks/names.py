"""What the book calls its statements: a label's "Theorem 6.8 (Novikoff)".

The numbers are those of the book's pages; tools/record.py writes them to statements.json.

:Source: the book's page on how its checks work.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files


@cache
def statements() -> dict[str, str]:
    """Return the kind, number and title of every statement and exercise of the book, by label.

    >>> statements()["thm-novikoff"].endswith("(Novikoff)")
    True
    """
    kept = files("lecture_code.checks").joinpath("statements.json").read_text("utf-8")
    return dict(json.loads(kept))


def name_of(label: str) -> str:
    """Return what the book calls a statement, or the label of what it does not know.

    >>> name_of("thm-of-another-book")
    'thm-of-another-book'
    """
    return statements().get(label, label)
