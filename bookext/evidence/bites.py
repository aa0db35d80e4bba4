"""How much of each statement its evidence bites, as tools/judge/bites.py found it.

Knows nothing of Sphinx.
"""

from functools import cache
from pathlib import Path
from typing import NamedTuple

import yaml

DATA = "book/data/bites.yml"


class Bite(NamedTuple):
    """Of one statement: how many stronger versions were made, how many its evidence noticed, and
    of the others each with the reason why it may pass ("" if nobody knows)."""

    made: int
    noticed: int
    unnoticed: tuple[tuple[str, str], ...]


@cache
def bites(root: str | Path) -> dict[str, Bite]:
    """The bite of each statement that was tried, by label; ``root`` is the folder of _toc.yml."""
    path = Path(root, DATA)
    kept = yaml.safe_load(path.read_text("utf-8")) if path.exists() else {}
    return {
        label: Bite(
            each["made"],
            each["noticed"],
            tuple((one["change"], one["reason"]) for one in each["unnoticed"]),
        )
        for label, each in (kept or {}).items()
    }
