"""Where a hypothesis of a statement is dropped, and the statement fails: book/data/hypotheses.yml.

Knows nothing of Sphinx.
"""

from functools import cache
from pathlib import Path
from typing import NamedTuple

import yaml

DATA = "book/data/hypotheses.yml"


class Hypothesis(NamedTuple):
    """A hypothesis in words, and what drops it: the words of a refutation of the statement itself
    or of ``of``, or the name of a test."""

    says: str
    broken: str = ""
    of: str = ""
    test: str = ""


@cache
def hypotheses(root: str | Path) -> dict[str, tuple[Hypothesis, ...]]:
    """The hypotheses that something drops, by the label of their statement.

    ``root`` is the folder of _toc.yml.
    """
    path = Path(root, DATA)
    kept = yaml.safe_load(path.read_text("utf-8")) if path.exists() else {}
    return {label: tuple(Hypothesis(**each) for each in found) for label, found in kept.items()}
