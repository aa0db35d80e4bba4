"""Read submissions, which anybody may have written, with suspicion."""

from __future__ import annotations

import contextlib
import json
import os
import re
import tempfile
import zipfile
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from homework.kit.tables import clean

LARGEST = 64 * 2**20  # bytes
OF_SYSTEMS = {"__MACOSX", "desktop.ini", "Thumbs.db", "Icon\r"}
MOST_UNPACKED = 4 * 2**30  # bytes of all files in a zip
MOST_CELLS = 1000
# A student chooses the end of such a name, never its beginning: the first number counts.
MOODLE = re.compile(r"(?P<name>[^_]+)_(?P<id>\d+)_assignsubmission_.*", re.DOTALL)
CANVAS = re.compile(r"(?P<name>[^_]+)_(?:LATE_)?(?P<id>\d+)_(?P<order>\d+)_.*", re.DOTALL)


MOST_OUTPUTS = 30  # of one cell
#: The forms of an output, the best one to read first.
FORMS = {
    "image/png": "picture", "image/jpeg": "picture", "image/gif": "picture",
    "text/markdown": "markdown", "text/latex": "markdown", "text/plain": "text",
}  # fmt: skip


class NotANotebook(ValueError):
    """A file that is not the notebook of an assignment; the message says what it is."""


@dataclass(frozen=True)
class Submission:
    """A notebook and its student; ``problem`` says why it cannot be graded, if so."""

    student: str  # the name as the learning platform gives it
    path: Path
    problem: str = ""
    files: tuple[Path, ...] = ()  # what was handed in beside the notebook
    note: str = ""
    who: str = ""  # the student in the roster
    several: tuple[Path, ...] = ()  # notebooks among which nothing decides

    @property
    def id(self) -> str:
        """The student in the roster; else the platform's number, else the name."""
        return self.who or identity(self.student)[0]


@dataclass(frozen=True)
class Cell:
    """One cell, with the pictures attached to it."""

    kind: str  # code, markdown or raw
    source: str
    pictures: tuple[tuple[str, str], ...] = ()  # name, and content in base 64
    outputs: tuple[tuple[str, str], ...] = ()  # text, markdown or picture, and the content


@dataclass(frozen=True)
class Notebook:
    """The cells of a notebook, and the assignment and course that it names."""

    cells: tuple[Cell, ...]
    homework: str
    course: str

    @property
    def code(self) -> tuple[str, ...]:
        """The cells to run."""
        return tuple(cell.source for cell in self.cells if cell.kind == "code")


def identity(student: str) -> tuple[str, str, int]:
    """Return number, name and order of a submission, from the name that a platform gives it.

    >>> identity("Ada Lovelace_4711_assignsubmission_file")
    ('4711', 'Ada Lovelace', 0)
    >>> identity("lovelaceada_LATE_4711_100_b"), identity("ada")
    (('4711', 'lovelaceada', 100), ('ada', 'ada', 0))
    """
    found = MOODLE.fullmatch(student) or CANVAS.fullmatch(student)
    if not found:
        return student, student, 0
    return found["id"], found["name"], int(found.groupdict().get("order") or 0)


def find_submissions(folder: Path) -> list[Submission]:
    """Return all submissions in a folder, one per student.

    ``ada.ipynb`` is from ada, and so is the notebook in a folder ``ada/`` (as learning platforms
    pack them); other files of hers are listed with it.  Of several notebooks that Canvas numbers
    the newest counts; several without numbers are a ``problem``.
    """
    groups: defaultdict[str, list[tuple[int, str, Path]]] = defaultdict(list)
    for path in sorted(folder.iterdir()):
        if path.name.startswith((".", "~$")) or path.name in OF_SYSTEMS:
            continue
        is_folder = path.is_dir() and not path.is_symlink()
        student = clean(path.name if is_folder else path.stem, 200).replace("\n", " ")
        number, _, order = identity(student)
        inside = _files(path) if is_folder else [path]
        groups[number] += [(order, student, file) for file in inside or [path]]
    return [_one(group) for group in groups.values()]


def _one(group: list[tuple[int, str, Path]]) -> Submission:
    notebooks = sorted(entry for entry in group if entry[2].suffix.lower() == ".ipynb")
    _, student, path = notebooks[-1] if notebooks else group[0]
    problem = note = ""
    several: tuple[Path, ...] = ()
    if path.is_symlink():
        problem = "a link, not a file"
    elif not notebooks:
        names = ", ".join(clean(entry[2].name, 60) for entry in group[:5] if not entry[2].is_dir())
        problem = f"no notebook (a file whose name ends in .ipynb), only: {names or 'nothing'}"
    elif len(notebooks) > 1 and notebooks[-1][0] == notebooks[-2][0]:
        several = tuple(dict.fromkeys(entry[2] for entry in notebooks))
        problem = f"{len(notebooks)} different notebooks instead of one"
    elif len(notebooks) > 1:
        note = f"of {len(notebooks)} notebooks, the newest counts: {clean(path.name, 60)}"
    files = tuple(entry[2] for entry in group if entry not in notebooks and entry[2].is_file())
    return Submission(student, path, problem, files, note, several=several)


def settled(one: Submission, handed_out: Sequence[Collection[str]]) -> Submission:
    """Decide between several notebooks, if all but one are copies of it or as they were handed out.

    ``handed_out`` are the sources of the cells of each version that students may have got.
    """
    different: dict[tuple[str, ...], Path] = {}
    for path in one.several:
        with contextlib.suppress(NotANotebook):
            sources = tuple(cell.source.strip() for cell in read_notebook(path).cells)
            if not any(set(sources) <= set(given) for given in handed_out):
                different.setdefault(sources, path)
    if len(different) != 1:
        return one
    (path,) = different.values()
    note = f"{len(one.several)} notebooks; all but {clean(path.name, 60)} are copies or untouched"
    return replace(one, path=path, problem="", note=note)


@contextlib.contextmanager
def unpacked(zipped: Path) -> Iterator[Path]:
    """Unpack the zip that a learning platform gives, for as long as it is looked at."""
    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(zipped) as archive:
        entries = archive.infolist()
        if sum(entry.file_size for entry in entries) > MOST_UNPACKED:
            raise NotANotebook(f"more than {MOST_UNPACKED // 2**30} GB when it is unpacked")
        for entry in entries:
            file = Path(archive.extract(entry, folder))  # never outside of it, and never a link
            if not entry.is_dir():
                time = datetime(*entry.date_time).timestamp()
                os.utime(file, (time, time))
        inside = [path for path in Path(folder).iterdir() if path.name not in OF_SYSTEMS]
        alone = len(inside) == 1 and inside[0].is_dir() and not _is_of_one(inside[0])
        yield inside[0] if alone else Path(folder)


def _is_of_one(folder: Path) -> bool:
    """Return whether a folder is one student's, and not that of the whole class."""
    entries = [path for path in folder.iterdir() if path.name not in OF_SYSTEMS]
    return bool(MOODLE.fullmatch(folder.name)) or len(entries) == 1


def _files(folder: Path) -> list[Path]:
    """List all files below a folder, without what Jupyter and other systems leave behind."""
    found = []
    for place, folders, names in os.walk(folder):  # does not follow links
        folders[:] = sorted(set(folders) - {".ipynb_checkpoints", *OF_SYSTEMS})
        found += [
            Path(place, name)
            for name in sorted(names)
            if not name.startswith((".", "~$")) and name not in OF_SYSTEMS
        ]
    return found


def read_notebook(path: Path) -> Notebook:
    """Read a notebook; raises NotANotebook for anything else."""
    if path.is_symlink() or not path.is_file():
        raise NotANotebook("not a file")
    if path.stat().st_size > LARGEST:
        raise NotANotebook(f"larger than {LARGEST // 2**20} MB; clear its outputs")
    try:
        found = json.loads(path.read_bytes().decode("utf-8-sig"))
    except OSError as error:
        raise NotANotebook(f"cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise NotANotebook("not a notebook: it cannot be read as JSON in UTF-8") from error
    cells = found.get("cells") if isinstance(found, dict) else None
    if not isinstance(cells, list) or found.get("nbformat") != 4:
        raise NotANotebook("not a notebook of format 4")
    if len(cells) > MOST_CELLS:
        raise NotANotebook(f"more than {MOST_CELLS} cells")
    read = tuple(_cell(cell) for cell in cells)
    if not any(cell.source.strip() for cell in read):
        raise NotANotebook("the notebook is empty")
    about = _get(_get(found, "metadata"), "homework")
    name, course = (value if isinstance(value := about.get(key), str) else ""
                    for key in ("name", "course"))  # fmt: skip
    return Notebook(read, name, course)


def _cell(cell: object) -> Cell:
    kind = cell.get("cell_type") if isinstance(cell, dict) else None
    if not isinstance(cell, dict) or kind not in ("code", "markdown", "raw"):
        raise NotANotebook("not a notebook: a cell is neither code nor text")
    source = cell.get("source", "")
    if isinstance(source, list) and all(isinstance(line, str) for line in source):
        source = "".join(source)
    if not isinstance(source, str):
        raise NotANotebook("not a notebook: the source of a cell is not text")
    pictures = [
        (name, content)
        for name, forms in _get(cell, "attachments").items()
        for content in (forms.values() if isinstance(forms, dict) else ())
        if isinstance(content, str)
    ]
    source = source.encode("utf-8", "replace").decode("utf-8")
    return Cell(kind, source, tuple(pictures), tuple(_outputs(cell.get("outputs"))))


def _outputs(outputs: object) -> Iterator[tuple[str, str]]:
    """Yield what a cell showed when the student ran it, each output in one form."""
    for output in outputs[:MOST_OUTPUTS] if isinstance(outputs, list) else ():
        data = {**_get(output, "data")}
        if isinstance(output, dict) and output.get("output_type") == "stream":
            data = {"text/plain": output.get("text")}
        elif isinstance(output, dict) and output.get("output_type") == "error":
            data = {"text/plain": f"{output.get('ename')}: {output.get('evalue')}"}
        for form, kind in FORMS.items():
            content = data.get(form)
            if isinstance(content, list) and all(isinstance(line, str) for line in content):
                content = "".join(content)
            if isinstance(content, str) and content.strip():
                yield kind, content.encode("utf-8", "replace").decode("utf-8")
                break


def _get(thing: Any, key: str) -> dict[str, Any]:
    found = thing.get(key) if isinstance(thing, dict) else None
    return found if isinstance(found, dict) else {}
