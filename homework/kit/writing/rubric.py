"""Read the rubric of an assignment: for each question marked by a person, items with points.

q4:
  - item: start of the induction
    points: 1
    look_for: The claim at t = 0, with the value of both sides.
    typical_gap: Starting at t = 1 without saying what w is then.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from homework.kit.writing.markers import MasterError, read_settings, read_text

KEYS = ("item", "points", "look_for", "typical_gap")


@dataclass(frozen=True)
class Item:
    """One thing that an answer must contain, and its points."""

    item: str
    points: float
    look_for: str
    typical_gap: str


def read_rubric(path: Path) -> dict[str, tuple[Item, ...]]:
    """Read the items of each question; raises MasterError with the place of a fault."""
    if not path.exists():
        return {}
    text = read_text(path)
    read_settings(text, path.name)
    tree = yaml.compose(text, yaml.SafeLoader)
    return dict(_questions(tree, path.name)) if tree is not None else {}


def _questions(tree: yaml.Node, file: str) -> Iterator[tuple[str, tuple[Item, ...]]]:
    seen = set()
    for key, value in tree.value:
        where = _place(file, key, key.value)
        if key.value in seen:
            raise MasterError(f"{where}: this question appears twice")
        seen.add(key.value)
        if not isinstance(value, yaml.SequenceNode):
            raise MasterError(f"{where}: a question has a list of items, each beginning '- item:'")
        items = tuple(_item(node, file, key.value) for node in value.value)
        for number, item in enumerate(items):
            if item.item in {other.item for other in items[:number]}:
                place = _place(file, value.value[number], key.value)
                raise MasterError(f"{place}: two items have the same name, {item.item!r}")
        yield key.value, items


def _item(node: yaml.Node, file: str, question: str) -> Item:
    where = _place(file, node, question)
    if not isinstance(node, yaml.MappingNode):
        raise MasterError(f"{where}: an item has {', '.join(KEYS)}, not the text {node.value!r}")
    lines = {key.value: _place(file, key, question) for key, _ in node.value}
    values: dict[str, Any] = yaml.SafeLoader("").construct_mapping(node, deep=True)
    if missing := [key for key in KEYS if key not in lines]:
        raise MasterError(f"{where}: the item has no {', '.join(missing)}")
    if unknown := [key for key in lines if key not in KEYS]:
        raise MasterError(f"{lines[unknown[0]]}: {unknown[0]!r} is none of {', '.join(KEYS)}")
    points = values.pop("points")
    if isinstance(points, bool) or not isinstance(points, int | float) or not points > 0:
        raise MasterError(f"{lines['points']}: points are a number above 0, not {points!r}")
    for key, text in values.items():
        if not isinstance(text, str) or not text.strip():
            raise MasterError(f"{lines[key]}: {key} is a text, not {text!r}; use quotation marks")
    return Item(points=points, **values)


def _place(file: str, node: yaml.Node, question: str) -> str:
    return f"{file}, line {node.start_mark.line + 1}, {question}"
