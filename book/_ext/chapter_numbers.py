"""The number of a chapter is the number in its file name: book/06-perceptron.md is chapter 6."""

import re
from pathlib import PurePosixPath


def chapter_of(docname: str) -> int | None:
    """6 for book/06-perceptron and book/06-perceptron-noise, None for book/notation."""
    found = re.match(r"(\d\d)-", PurePosixPath(docname).name)
    return int(found[1]) if found else None
