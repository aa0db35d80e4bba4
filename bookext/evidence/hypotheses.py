"""What becomes of each hypothesis of a statement when it is dropped: book/data/hypotheses.yml.

Knows nothing of Sphinx.
"""

from functools import cache
from pathlib import Path
from typing import NamedTuple

import yaml

DATA = "book/data/hypotheses.yml"


class Hypothesis(NamedTuple):
    """A hypothesis in words, and one of these: the words of the refutation that drops it, of the
    statement itself or of ``of``; the test that does; the reason why it cannot be dropped so."""

    says: str
    broken: str = ""
    of: str = ""
    test: str = ""
    reason: str = ""


@cache
def hypotheses(root: str | Path) -> dict[str, tuple[Hypothesis, ...]]:
    """The hypotheses of each statement by label; ``root`` is the folder of _toc.yml."""
    path = Path(root, DATA)
    kept = yaml.safe_load(path.read_text("utf-8")) if path.exists() else {}
    return {label: tuple(Hypothesis(**each) for each in found) for label, found in kept.items()}
