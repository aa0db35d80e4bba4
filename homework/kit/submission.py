"""Submissions: files that anybody may have written, read with suspicion."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

LARGEST = 20 * 2**20  # bytes
MOST_CELLS = 1000
ANSWER = r"<!-- answer {0} begins -->(.*?)<!-- answer {0} ends -->"
PROMPT = "Write your answer here"


class NotANotebook(ValueError):
    """A file that is not the notebook of an assignment; the message says what it is."""


@dataclass(frozen=True)
class Submission:
    """A file, and whose it is; ``problem`` says why it cannot be graded, if so."""

    student: str
    path: Path
    problem: str = ""


@dataclass(frozen=True)
class Notebook:
    """What matters of a notebook: the code to run and the text that a person reads."""

    code: tuple[str, ...]
    text: str
    homework: str

    def answer(self, question: str) -> str | None:
        """The answer to a question: "" if blank, None if the place for it is gone."""
        found = re.search(ANSWER.format(re.escape(question)), self.text, re.DOTALL)
        if not found:
            return None
        lines = [line for line in found[1].split("\n") if PROMPT not in line]
        return "\n".join(lines).strip()


def find_submissions(folder: Path) -> list[Submission]:
    """Return all submissions in a folder: one notebook a student.

    ``ada.ipynb`` is from ada, and so is the only notebook in a folder ``ada/`` (as learning
    platforms pack them).  Whatever else is there is listed, too, with its problem.
    """
    found = []
    for path in sorted(folder.iterdir()):
        if path.name.startswith(".") or path.name == "__MACOSX":
            continue
        if path.is_dir() and not path.is_symlink():
            inside = sorted(p for p in path.rglob("*.ipynb") if ".ipynb_checkpoints" not in p.parts)
            problem = "" if len(inside) == 1 else f"{len(inside)} notebooks where one should be"
            found.append(Submission(path.name, inside[0] if inside else path, problem))
        else:
            problem = (
                "" if path.suffix == ".ipynb" else "not a notebook: its name must end in .ipynb"
            )
            found.append(Submission(path.stem, path, problem))
    times = Counter(submission.student for submission in found)
    return [
        Submission(one.student, one.path, one.problem or "two submissions under this name")
        if times[one.student] > 1
        else one
        for one in found
    ]


def read_notebook(path: Path) -> Notebook:
    """Return what matters of a notebook; raises NotANotebook for anything else."""
    if path.is_symlink() or not path.is_file():
        raise NotANotebook("not a file")
    if path.stat().st_size > LARGEST:
        raise NotANotebook(f"larger than {LARGEST // 2**20} MB; clear its outputs")
    try:
        found = json.loads(path.read_bytes().decode("utf-8"))
    except OSError as error:
        raise NotANotebook(f"cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise NotANotebook("not a notebook: it cannot be read as JSON") from error
    cells = found.get("cells") if isinstance(found, dict) else None
    if not isinstance(cells, list) or found.get("nbformat") != 4:
        raise NotANotebook("not a notebook of format 4")
    if len(cells) > MOST_CELLS:
        raise NotANotebook(f"more than {MOST_CELLS} cells")
    code, text = [], []
    for cell in cells:
        kind = cell.get("cell_type") if isinstance(cell, dict) else None
        if kind not in ("code", "markdown", "raw"):
            raise NotANotebook("not a notebook: a cell is neither code nor text")
        if kind == "code" and "checker" not in _tags(cell):
            code.append(_source(cell))
        elif kind != "code":
            text.append(_source(cell))
    if not "".join(code + text).strip():
        raise NotANotebook("the notebook is empty")
    return Notebook(tuple(code), "\n\n".join(text), _homework(found))


def _source(cell: dict[str, Any]) -> str:
    source = cell.get("source", "")
    if isinstance(source, list) and all(isinstance(line, str) for line in source):
        return "".join(source)
    if not isinstance(source, str):
        raise NotANotebook("not a notebook: the source of a cell is no text")
    return source.encode("utf-8", "replace").decode("utf-8")


def _tags(cell: dict[str, Any]) -> list[Any]:
    metadata = cell.get("metadata")
    tags = metadata.get("tags") if isinstance(metadata, dict) else None
    return tags if isinstance(tags, list) else []


def _homework(found: dict[str, Any]) -> str:
    metadata = found.get("metadata")
    about = metadata.get("homework") if isinstance(metadata, dict) else None
    name = about.get("name") if isinstance(about, dict) else ""
    return name if isinstance(name, str) else ""
