"""Find the answer to each question, wherever it was typed.

Everything between the heading of a question and the next heading belongs to the question.  What
every student was given, in whatever version of the assignment, is removed, and the rest is the
answer; a question is blank only if nothing is left.
"""

from __future__ import annotations

import base64
import binascii
import contextlib
import hashlib
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from urllib.parse import quote

from homework.kit.grading.submission import Cell, Notebook
from homework.kit.writing.notebooks import FILES, PROMPT, RULES, Given

TELLING = 20  # characters of a given line that nobody writes by chance
LARGEST = 10 * 2**20  # bytes of a picture
LONGEST = 200_000  # characters of an answer
LONGEST_OUTPUT = 5_000  # characters of what a cell showed
TAG = re.compile(r"<img\b[^<>]*?\bsrc=[\"'](?P<src>[^\"'<> ]+)[\"'][^<>]*>", re.IGNORECASE)
WITHIN = re.compile(r"data:image/[a-z]+;base64,(?P<content>[A-Za-z0-9+/=\s]+?)(?=[)\"'>]|\s+\"|$)")
STARTS = {b"\x89PNG": ".png", b"\xff\xd8\xff": ".jpg", b"GIF8": ".gif", b"%PDF": ".pdf"}


@dataclass(frozen=True)
class Answer:
    """The answer to one question, as Markdown; ``blank`` is None if its heading is gone.

    ``seen`` is what a marker sees: the answer with what its cells showed, which no mark belongs to.
    """

    text: str
    blank: bool | None
    code: list[str] = field(default_factory=list)
    seen: str = ""


@dataclass(frozen=True)
class Answers:
    """All that was written: by question and elsewhere, the code in it and the pictures."""

    of: Mapping[str, Answer]
    elsewhere: str
    code: Sequence[str]
    pictures: Mapping[str, bytes]


def digest(texts: Iterable[str]) -> str:
    """Return a short hash of these texts, which no spreadsheet takes for a number."""
    return "#" + hashlib.sha256("\n\0".join(texts).encode("utf-8", "replace")).hexdigest()[:12]


def file_kind(content: bytes) -> str:
    """Return the suffix of a picture or PDF by its first bytes, "" for anything else.

    >>> file_kind(b"%PDF-1.7"), file_kind(b"<script>")
    ('.pdf', '')
    """
    if content.startswith(b"RIFF") and content[8:12] == b"WEBP":
        return ".webp"
    return next((kind for start, kind in STARTS.items() if content.startswith(start)), "")


def file_named(content: bytes, kind: str) -> str:
    """Return the path under which a file that was handed in is kept."""
    return f"handed-in/{hashlib.sha256(content).hexdigest()[:16]}{kind}"


def read_answers(
    notebook: Notebook, versions: Sequence[Sequence[Given]], manual: Collection[str]
) -> Answers:
    """Return the answers in a notebook; ``manual`` are the questions that a person marks.

    ``versions`` are the cells given in each version of the assignment, those of today first.
    """
    given = [cell for version in versions for cell in version]
    names = list(dict.fromkeys(cell.question for cell in versions[0] if cell.question))
    pictures: dict[str, bytes] = {}
    kept = partial(_kept, pictures=pictures)
    cells = [_with_pictures(cell, kept) for cell in notebook.cells]
    headings = _headings(versions, cells)
    given += [Given(question, "markdown", line) for line, question in headings.items()]
    parts: dict[str, list[tuple[str, str]]] = {name: [] for name in ("", *headings.values())}
    shown: dict[str, list[tuple[str, str]]] = {name: [] for name in parts}
    seen, code = set(), []
    for question, cell, source in _parts(cells, headings):
        seen.add(question)
        if text := _own(cell.kind, source, given):
            parts[question].append((cell.kind, text))
            shown[question].append((cell.kind, text))
            code += [text] * (cell.kind == "code")
        shown[question] += [("markdown", output) for output in _shown(cell, kept)]
    everything = _joined(part for group in parts.values() for part in group)
    found = {}
    for name in names:
        if name not in seen:
            all_shown = _joined(part for group in shown.values() for part in group)
            found[name] = Answer(everything, None, seen=all_shown)
            continue
        text, own = _joined(parts[name]), [own for kind, own in parts[name] if kind == "code"]
        found[name] = Answer(text, not text, own, _joined(shown[name]))
    elsewhere = [
        part
        for name in ("", *names)
        if name not in manual
        for part in parts.get(name, ())
        if part[0] != "code"
    ]
    return Answers(found, _joined(elsewhere), code, pictures)


def _joined(parts: Iterable[tuple[str, str]]) -> str:
    text = "\n\n".join(fenced(text) if kind == "code" else text for kind, text in parts)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}\n\n... (cut here: too long)"


def fenced(code: str, language: str = "python") -> str:
    """Return code as Markdown, in a fence longer than any within it."""
    fence = "`" * max([3, *(len(ticks) + 1 for ticks in re.findall("`+", code))])
    return f"{fence}{language}\n{code}\n{fence}"


def _headings(versions: Sequence[Sequence[Given]], cells: Sequence[Cell]) -> dict[str, str]:
    """Map the first line of each question's statement, in any version, to the question.

    Of a question with none of its lines in the notebook, a heading with its number counts.
    """
    found: dict[str, str] = {}
    for version in versions:
        first: dict[str, str] = {}
        for cell in version:
            if cell.question and cell.kind == "markdown":
                lines = (line.strip() for line in cell.source.split("\n"))
                first.setdefault(cell.question, next(line for line in lines if line))
        for question, line in first.items():
            found.setdefault(line, question)
    written = [line.strip() for c in cells if c.kind != "code" for line in c.source.split("\n")]
    there = {found[line] for line in written if line in found}
    numbers = {_number(line): found[line] for line in reversed(found) if found[line] not in there}
    numbers.pop("", None)
    return found | {line: numbers[n] for line in written if (n := _number(line)) in numbers}


def _number(line: str) -> str:
    """Return what a heading begins with, up to its number, "" for a line that is no such heading.

    >>> _number("## Question 4 (6 points): the proof"), _number("# Setup")
    ('question 4', '')
    """
    found = re.match(r"#+\s*(\D{1,20}?)\s*(\d+)\b", line)
    return f"{found[1]} {found[2]}".lower() if found else ""


def _parts(cells: Sequence[Cell], headings: Mapping[str, str]) -> Iterator[tuple[str, Cell, str]]:
    """Cut the cells where a question begins; yield question, cell and text."""
    question = ""
    for cell in cells:
        lines: list[str] = []
        for line in cell.source.split("\n") if cell.kind != "code" else ():
            if line.strip() in headings:
                yield question, cell, "\n".join(lines)
                question, lines = headings[line.strip()], []
            lines.append(line)
        yield question, cell, "\n".join(lines) if cell.kind != "code" else cell.source


def _own(kind: str, text: str, given: Sequence[Given]) -> str:
    """Remove from a text what every student was given."""
    if kind == "code":
        known = {cell.source.strip() for cell in given if cell.kind == "code"}
        return "" if text.strip() in known else text.strip()
    if text.lstrip().startswith(RULES):
        return ""
    sources = [cell.source.strip() for cell in given if cell.kind == "markdown"]
    for source in sorted(sources, key=len, reverse=True):
        text = text.replace(source, "\n")
    lines = {line.strip() for source in sources for line in source.split("\n")}
    kept = [line.replace(PROMPT, "").replace(FILES, "") for line in text.split("\n")]
    if not any(line.strip() and line.strip() not in lines for line in kept):
        return ""
    kept = [line for line in kept if line.strip() not in lines or len(line.strip()) < TELLING]
    return "\n".join(kept).strip()


def _kept(content: str, pictures: dict[str, bytes]) -> str:
    """Keep a picture given in base 64 and return its path, "" for anything else."""
    with contextlib.suppress(binascii.Error, ValueError):
        data = base64.b64decode(content)
        kind = file_kind(data)
        if kind and len(data) <= LARGEST:
            place = file_named(data, kind)
            pictures[place] = data
            return place
    return ""


def _with_pictures(cell: Cell, kept: Callable[[str], str]) -> Cell:
    """Put the pictures in a cell, attached or within its text, under the paths of their files."""
    source = cell.source
    if cell.kind == "code":
        return cell
    source = TAG.sub(lambda tag: f"![]({tag['src']})", source)
    source = WITHIN.sub(lambda uri: kept(re.sub(r"\s", "", uri["content"])) or uri[0], source)
    for name, content in cell.pictures:
        if place := kept(content):
            names = "|".join(re.escape(one) for one in (name, quote(name)))
            source, times = re.subn(rf"attachment:(?:{names})(?=[)\"' >])", place, source)
            source += "" if times else f"\n\n![{name}]({place})"
    return replace(cell, source=source)


def _shown(cell: Cell, kept: Callable[[str], str]) -> Iterator[str]:
    """Yield as Markdown what a cell of code showed, each output cut when it is long."""
    for kind, content in cell.outputs:
        if kind == "picture":
            place = kept(content)
            yield f"![a picture that the cell showed]({place})" if place else "*(no picture)*"
            continue
        more = len(content) - LONGEST_OUTPUT
        text = content[:LONGEST_OUTPUT] if more > 0 else content
        yield text if kind == "markdown" and more <= 0 else fenced(text, "text")
        if more > 0:
            yield f"*(cut here: {more} more characters)*"
