"""A master: the source of one assignment, in the format of `otter assign`, written as MyST.

Raw cells mark the parts: ``# ASSIGNMENT CONFIG`` once, then for each question ``# BEGIN QUESTION``,
its text and given code, ``# BEGIN SOLUTION`` … ``# END SOLUTION`` around what students must not
see, ``# BEGIN TESTS`` … ``# END TESTS`` around its tests, and ``# END QUESTION``.

Reading is strict: a marker that is misspelt, forgotten or out of place is an error, because if it
were ignored students would be given the solution.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import jupytext

from homework.kit.writing.case import Case, read_case
from homework.kit.writing.markers import (
    MasterError,
    hide_solution,
    no_marker_left,
    read_settings,
    read_text,
)
from homework.kit.writing.parameters import SAMPLE, draw, fill

CONFIG_KEYS = {"name", "parameters"}
QUESTION_KEYS = {"name", "kind", "points", "manual", "files"}
KINDS = ("implementation", "bound", "proof", "experiment")


@dataclass(frozen=True)
class Cell:
    """One cell: ``source`` with the solution, ``public`` as students get it (None: not at all)."""

    type: str  # markdown or code
    source: str
    public: str | None
    answer: bool = False


@dataclass(frozen=True)
class Question:
    """A question, marked by a person if it is ``manual``, and else by its cases."""

    name: str
    kind: str
    points: float
    manual: bool
    cells: tuple[Cell, ...]
    cases: tuple[Case, ...]
    files: bool = False  # whether a PDF or photos may be the answer

    @property
    def title(self) -> str:
        """The heading of the question."""
        return _heading(self.cells, self.name)


@dataclass(frozen=True)
class Master:
    """An assignment of one course: its questions and the cells around them, in order."""

    name: str
    course: str
    parts: tuple[Cell | Question, ...]
    values: dict[str, Any] = field(default_factory=dict)

    @property
    def questions(self) -> tuple[Question, ...]:
        """The questions in their order."""
        return tuple(part for part in self.parts if isinstance(part, Question))

    @property
    def title(self) -> str:
        """The heading of the assignment."""
        return _heading([part for part in self.parts if isinstance(part, Cell)], self.name)

    @property
    def points(self) -> float:
        """All points together."""
        return sum(question.points for question in self.questions)


def read_master(path: Path, course: str = SAMPLE, key: str = "") -> Master:
    """Read a master and fill in the parameters of the course, which its key decides.

    Raises MasterError (or ParameterError) with the place and what to do.
    """
    text = read_text(path)
    config = _config(text, path.name)
    name = str(config.get("name"))
    if "name" not in config:
        raise MasterError(f"{path.name}: its first cell has no line name: {path.stem}")
    if path.name != f"{name}.md":
        raise MasterError(f"{path.name}: its name must be that of the file, not {name!r}")
    values = draw(config.get("parameters") or {}, course, name, key)
    _, *cells = _cells(fill(text, values, path.name), path.name)
    return Master(name, course, tuple(_Reader(cells, path.name).parts()), values)


def _cells(text: str, where: str) -> list[tuple[str, str]]:
    try:
        notebook = jupytext.reads(text, fmt="md:myst")
    except Exception as error:
        raise MasterError(f"{where}: not a MyST notebook: {error}") from error
    cells = [(str(cell.cell_type), str(cell.source).strip("\n")) for cell in notebook.cells]
    return [(kind, source) for kind, source in cells if source.strip()]


def _config(text: str, where: str) -> dict[str, Any]:
    kind, first = next(iter(_cells(text, where)), ("", ""))
    if kind != "raw" or not first.startswith("# ASSIGNMENT CONFIG\n"):
        raise MasterError(f"{where}: the first cell must be the raw cell '# ASSIGNMENT CONFIG'")
    return _settings(first, CONFIG_KEYS, where)


def _settings(source: str, known: set[str], where: str) -> dict[str, Any]:
    settings = read_settings(source, where)
    if unknown := settings.keys() - known:
        odd = ", ".join(sorted(map(str, unknown)))
        raise MasterError(f"{where}: unknown setting {odd}; there are {', '.join(sorted(known))}")
    return settings


def _heading(cells: Any, otherwise: str) -> str:
    lines = (line for cell in cells if cell.type == "markdown" for line in cell.source.split("\n"))
    return next((line.lstrip("# ").strip() for line in lines if line.startswith("#")), otherwise)


class _Reader:
    """Read the cells of a master, whose markers must be in order."""

    def __init__(self, cells: list[tuple[str, str]], where: str) -> None:
        self.cells = iter(cells)
        self.where = where

    def parts(self) -> Iterator[Cell | Question]:
        for kind, source in self.cells:
            if kind != "raw":
                yield self.public(kind, source)
            elif self.marker(source) == "# BEGIN QUESTION":
                yield self.question(source)
            else:
                raise MasterError(f"{self.where}: {self.marker(source)} outside a question")

    def question(self, source: str) -> Question:
        settings = _settings(source, QUESTION_KEYS, f"{self.where}, a question")
        name, kind, points = (settings.get(key) for key in ("name", "kind", "points"))
        where, self.where = self.where, f"{self.where}, {name}"
        if not isinstance(name, str) or not name.isidentifier():
            raise MasterError(f"{self.where}: a question needs a name such as q1")
        if kind not in KINDS or not isinstance(points, int | float) or points <= 0:
            raise MasterError(f"{self.where}: it needs points, and as kind one of {KINDS}")
        cells: list[Cell] = []
        cases: list[Case] = []
        for cell, text in self.cells:
            marker = self.marker(text) if cell == "raw" else ""
            if marker == "# END QUESTION":
                self.where = where
                manual, files = bool(settings.get("manual")), bool(settings.get("files"))
                return Question(name, kind, points, manual, tuple(cells), tuple(cases), files)
            if marker == "# BEGIN SOLUTION":
                cells += self.until("# END SOLUTION", self.solution)
            elif marker == "# BEGIN TESTS":
                cases += self.until("# END TESTS", self.case)
            elif marker:
                raise MasterError(f"{self.where}: {marker} without its beginning")
            else:
                cells.append(self.public(cell, text))
        raise MasterError(f"{self.where}: # END QUESTION is missing")

    def until(self, end: str, read: Any) -> Iterator[Any]:
        for kind, source in self.cells:
            if kind == "raw":
                if self.marker(source) != end:
                    raise MasterError(f"{self.where}: {self.marker(source)} before {end}")
                return
            yield read(kind, source)
        raise MasterError(f"{self.where}: {end} is missing")

    def solution(self, kind: str, source: str) -> Cell:
        public = hide_solution(source, self.where) if kind == "code" else None
        return Cell(kind, source, public, answer=True)

    def case(self, kind: str, source: str) -> Case:
        if kind != "code":
            raise MasterError(f"{self.where}: only tests between # BEGIN TESTS and # END TESTS")
        return read_case(source, self.where)

    def public(self, kind: str, source: str) -> Cell:
        no_marker_left(source, self.where)
        return Cell(kind, source, source)

    def marker(self, source: str) -> str:
        marker = source.split("\n")[0].strip()
        known = [f"# {end} {part}" for end in ("BEGIN", "END") for part in _PARTS]
        if marker not in known:
            raise MasterError(f"{self.where}: unknown marker {marker!r}; there are {known}")
        return marker


_PARTS = ("QUESTION", "SOLUTION", "TESTS")
