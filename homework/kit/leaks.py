"""No solution and no hidden test may stand where students read: their files, and the website.

Every telling line of the secrets is looked for, and only lines that are nowhere public count.
Texts are compared without tags, white space, quotation marks and backslashes, so that neither
HTML, nor colours in code, nor JSON can hide a leak.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from pathlib import Path

from homework.kit.master import Master
from homework.kit.notebooks import student_notebook

LONG = 16  # characters without white space; a shorter line tells nothing
TEXTS = {".html", ".md", ".js", ".json", ".ipynb", ".txt", ".py", ".xml", ".csv", ".yml"}
LARGEST = 20_000_000  # bytes of a text file


def secrets(master: Master) -> set[str]:
    """Return the lines of solutions and hidden tests, squeezed, that are in no public place."""
    answers = [
        cell.source for question in master.questions for cell in question.cells if cell.answer
    ]
    hidden = [
        case.source for question in master.questions for case in question.cases if case.hidden
    ]
    public = squeeze("\n".join(cell.source for cell in student_notebook(master).cells), code=True)
    lines = {
        squeeze(line, code=True) for text in answers + hidden for line in text.split("\n")
    }  # fmt: skip
    return {line for line in lines if len(line) >= LONG and line not in public}


def squeeze(text: str, *, code: bool = False) -> str:
    """Return a text without what a format may add: tags, entities, white space, quotes.

    >>> squeeze("<span>w</span> = w +&nbsp;<b>y</b>*x")
    'w=w+y*x'
    """
    if not code:
        text = html.unescape(re.sub(r"</?[a-zA-Z][^<>]*>|<!--.*?-->", "", text))
    return re.sub(r"\\n|[\s\\\"'`]+", "", text)


def leaks_in(text: str, secret: Iterable[str]) -> list[str]:
    """Return the secret lines that a text contains, as HTML or as plain text."""
    return sorted(line for form in (False, True) for line in _found(text, secret, form))


def _found(text: str, secret: Iterable[str], code: bool) -> set[str]:
    squeezed = squeeze(text, code=code)
    return {line for line in secret if line in squeezed}


def leaks(folder: Path, masters: Iterable[Master]) -> list[str]:
    """Return where the files below a folder tell a secret of one of the masters."""
    told = []
    all_secrets = {line: master for master in masters for line in secrets(master)}
    titles = {f"homework/masters/{master.name}": master for master in all_secrets.values()}
    for path in sorted(folder.rglob("*")):
        if not path.is_file() or path.suffix not in TEXTS or path.stat().st_size > LARGEST:
            continue
        text = path.read_text(encoding="utf-8", errors="replace")
        told += [f"{path}: {line}" for line in leaks_in(text, all_secrets)]
        if path.name == "searchindex.js":
            told += [f"{path}: the page {title}" for title in titles if title in text]
    return told
