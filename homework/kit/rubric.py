"""The rubric of an assignment: for each question marked by a person, items with their points.

q4:
  - item: start of the induction
    points: 1
    look_for: The claim at t = 0, with the value of both sides.
    typical_gap: Starting at t = 1 without saying what w is then.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from homework.kit.markers import MasterError, read_settings

KEYS = {"item", "points", "look_for", "typical_gap"}


@dataclass(frozen=True)
class Item:
    """One thing that an answer must contain, and its points."""

    item: str
    points: float
    look_for: str
    typical_gap: str


def read_rubric(path: Path) -> dict[str, tuple[Item, ...]]:
    """Return the items of each question; raises MasterError if one is incomplete."""
    if not path.exists():
        raise MasterError(f"{path.name} is missing: the rubric of the questions marked by hand")
    found = read_settings(path.read_text(encoding="utf-8"), path.name)
    rubric = {}
    for question, items in found.items():
        for item in items:
            if item.keys() != KEYS or not item["points"] > 0:
                raise MasterError(f"{path.name}, {question}: an item has {', '.join(sorted(KEYS))}")
        rubric[question] = tuple(Item(**item) for item in items)
        if len({item.item for item in rubric[question]}) < len(items):
            raise MasterError(f"{path.name}, {question}: two items have the same name")
    return rubric
