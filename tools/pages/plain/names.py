"""Name each statement as the lines of checks do, "Theorem 6.8 (Novikoff)", by its label."""

import json
import re
from collections.abc import Mapping
from pathlib import Path

from bookext.theorems.plain_math import plain_formula

from .numbering import STATEMENTS, Target

FILE = Path("lecture_code/checks/statements.json")


def name(target: Target) -> str:
    """Return kind, number and title, its formulas in plain characters."""
    title = re.sub(r"\$([^$]+)\$", lambda tex: plain_formula(tex[1]), target.title.lstrip("★ "))
    return f"{target.kind.capitalize()} {target.number}" + (f" ({title})" if title else "")


def names(numbers: Mapping[str, Target]) -> str:
    """Return the text of the file: the name of every statement and exercise of the book."""
    found = {
        label: name(to) for label, to in numbers.items() if to.kind in (*STATEMENTS, "exercise")
    }
    return json.dumps(found, indent=0, sort_keys=True, ensure_ascii=False) + "\n"
