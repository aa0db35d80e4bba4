"""Write files and folders so that there is never half of one under its name."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def beside(path: Path) -> Iterator[Path]:
    """Give a file to write beside a place; it gets there when all is written and on the disk."""
    new = path.with_name(f".{path.name}.new")
    try:
        yield new
        with new.open("rb") as file:
            os.fsync(file.fileno())
        new.replace(path)
    finally:
        new.unlink(missing_ok=True)


def write(path: Path, content: str | bytes) -> None:
    """Write a file, or leave it as it was."""
    with beside(path) as new:
        new.write_bytes(content.encode() if isinstance(content, str) else content)


@contextmanager
def folder_beside(path: Path) -> Iterator[Path]:
    """Give an empty folder to fill, which takes the place of another when all is in it."""
    new, old = (path.with_name(f".{path.name}.{word}") for word in ("new", "old"))
    for leftover in (new, old):
        shutil.rmtree(leftover, ignore_errors=True)
    new.mkdir(parents=True)
    yield new
    if path.exists():
        path.rename(old)
    new.rename(path)
    shutil.rmtree(old, ignore_errors=True)
