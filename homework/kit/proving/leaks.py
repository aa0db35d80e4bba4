"""Search students' files and the website for lines of solutions and hidden tests.

In the solutions of the samples, which the website offers, no line of a hidden test may be.
Only lines count that are long enough and nowhere public.  Texts are compared without tags, white
space, quotation marks and backslashes, so that neither HTML, nor colours in code, nor JSON can
hide a leak.
"""

from __future__ import annotations

import html
import re
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from homework.kit.writing.master import Master
from homework.kit.writing.notebooks import notebook_name, solution_notebook, student_notebook

LONG = 16  # characters without white space; a shorter line gives nothing away
CHANCE = 3  # lines of one assignment that an honest page may share with it, such as w = w + y * x
WORD = re.compile(r"[A-Za-z_]\w{3,}")
TAG = re.compile(r"</?[a-zA-Z][^<>]*>|<!--.*?-->")
TEXTS = {
    ".html", ".md", ".js", ".json", ".ipynb", ".txt", ".py", ".xml", ".csv", ".yml", ".svg",
}  # fmt: skip
LARGEST = 20_000_000  # bytes of a text file
SOLVED = re.compile(notebook_name(r"[\w-]+", solved=True) + "$")
ARCHIVES = {".whl", ".zip"}
OURS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
SMALL = 2_000_000  # bytes of an archive that may be ours; the large ones are other people's wheels


def secrets(master: Master, *, solved: bool = False) -> set[str]:
    """Return the lines of solutions and hidden tests that are not in the student's notebook.

    With ``solved`` the lines of hidden tests that are not in the solution either.
    """
    texts = [cell.source for question in master.questions for cell in question.cells if cell.answer]
    texts += [
        case.source for question in master.questions for case in question.cases if case.hidden
    ]
    public_notebook = solution_notebook if solved else student_notebook
    public = squeeze("\n".join(cell.source for cell in public_notebook(master).cells))
    lines = {line.strip() for text in texts for line in text.split("\n")}
    return {line for line in lines if len(squeeze(line)) >= LONG and squeeze(line) not in public}


def squeeze(text: str) -> str:
    """Return a text without white space, quotation marks and backslashes.

    >>> squeeze("if w == 'a':")
    'ifw==a:'
    """
    text = "".join(text.replace("\\n", "").split())
    for mark in "\\\"'`":
        text = text.replace(mark, "")
    return text


def leaks_in(text: str, secret: Iterable[str]) -> list[str]:
    """Return the secret lines that a text contains, as it is or as HTML."""
    words = set(WORD.findall(text.replace("\\n", " ")))
    possible = [line for line in secret if words.issuperset(WORD.findall(line))]
    if not possible:
        return []
    forms = squeeze(text), squeeze(html.unescape(TAG.sub("", text)))
    return sorted(line for line in possible if any(squeeze(line) in form for form in forms))


def leaks(folder: Path, masters: Iterable[Master]) -> list[str]:
    """Return the places below a folder that give away secrets of one of the masters."""
    told, masters = [], list(masters)
    owner = {line: master.name for master in masters for line in secrets(master)}
    hidden = {line: master.name for master in masters for line in secrets(master, solved=True)}
    for place, text in _texts(folder):
        lines = leaks_in(text, hidden if SOLVED.search(place) else owner)
        times = Counter(owner[line] for line in lines)
        told += [f"{place}: {line}" for line in lines if times[owner[line]] > CHANCE]
        if place.endswith("find-data.js") and "homework/masters" in text:
            told.append(f"{place}: the masters are pages of the site")
    return told


def _texts(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield place and text of all files below a folder, also of those in small archives."""
    for path in sorted(folder.rglob("*")):
        size = path.stat().st_size if path.is_file() else 0
        if path.suffix in TEXTS and 0 < size <= LARGEST:
            yield str(path), path.read_text(encoding="utf-8", errors="replace")
        elif path.suffix in ARCHIVES and 0 < size <= SMALL:
            with zipfile.ZipFile(path) as archive:
                for member in archive.infolist():
                    ours = member.compress_type in OURS  # the packages of others are packed anew
                    if ours and Path(member.filename).suffix in TEXTS:
                        place = f"{path}, {member.filename}"
                        yield place, archive.read(member).decode("utf-8", "replace")
