"""Run the chapters and write what they say: book/NN-name.md to book/NN-name.ipynb.

    python tools/pages/record.py              every chapter
    python tools/pages/record.py 06 07-vc     only these (the beginning of a file name is enough),
                                              and those on which they move a number
    python tools/pages/record.py --changed    run those whose code, or lecture_code, has changed
    python tools/pages/record.py --check      run again with another BLAS kernel and another hash
                                              seed, write nothing, and compare all but pictures

The record holds no time, no interpreter version and no random id, and of each figure one small
picture, so that recording twice gives the same bytes. It is never edited by hand.
"""

import argparse
import difflib
import hashlib
import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import nbformat

from bookext.evidence.record import RecordError
from bookext.source import Directive, MarkupError
from bookext.source import cells as read_cells
from tools.files import write
from tools.pages.plain.inline import Book
from tools.pages.plain.names import FILE, names
from tools.pages.plain.notebook import INSTALL, build, read_book
from tools.pages.run_cells import (
    CHECKING,
    RECORDING,
    Run,
    execute,
    faults,
    find_fonts,
    without_pictures,
)
from tools.progress import Line, interrupted

ROOT = Path(__file__).resolve().parents[2]
PAGE_BUDGET = 30.0  # seconds: above, a page is better divided
GONE = "names that are gone"  # beside the pages in _build/record.json
BOOK_BUDGET = 150.0  # seconds for all chapters together


def record(page: str, source: str, book: Book, run: Run) -> str:
    """Return the text of the notebook file."""
    notebook = build(page, source, book, *run)
    found = list(faults(notebook))
    if found:
        raise RecordError(f"{page}.md: " + "\n".join(found) + "\nNothing was written.")
    nbformat.validate(notebook)
    return nbformat.writes(notebook) + "\n"


def code_key(cells: Sequence[Directive], root: Path) -> str:
    """Hash all that the outputs of a page depend on: its code, lecture_code, Python."""
    digest = hashlib.sha256(sys.version.encode())
    for cell in cells:
        digest.update(cell.text.encode() + b"\0")
    for path in sorted((root / "lecture_code").rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            digest.update(path.read_bytes())
    return digest.hexdigest()


def recorded_run(path: Path) -> Run:
    """Return the outputs and counts of the code cells of a notebook on disk."""
    cells = [c for c in nbformat.read(path, as_version=4).cells if c.cell_type == "code"]
    cells = [cell for cell in cells if INSTALL not in cell.metadata.get("tags", [])]
    return [cell.outputs for cell in cells], [cell.execution_count for cell in cells]


def chosen(names: Sequence[str], pages: Sequence[str]) -> list[str]:
    """Return the pages of these file names, or whose names begin so; all without names."""
    found = set() if names else set(pages)
    for name in names:
        stem = Path(name).name.removesuffix(".md").removesuffix(".ipynb")
        exactly = [page for page in pages if Path(page).name == stem]
        matching = exactly or [page for page in pages if Path(page).name.startswith(stem)]
        if not matching:
            raise RecordError(f"no page of _toc.yml begins with {name!r}; there are: {pages}")
        found.update(matching)
    return [page for page in pages if page in found]


def moved(page: str, source: str, book: Book, path: Path, gone: Iterable[str]) -> bool:
    """Return whether a record differs from its page in numbers, and in nothing else."""
    if not path.exists():
        return False
    text = path.read_text("utf-8")
    if any(name in text for name in gone):
        return True
    try:
        made = record(page, source, book, recorded_run(path))
    except (RecordError, MarkupError, ValueError, StopIteration):  # its code is another by now
        return False
    return made != text and re.sub(r"\d+", "", made) == re.sub(r"\d+", "", text)


def main(arguments: Sequence[str], root: Path = ROOT) -> int:
    """Record, and tell the times; return 1 if --check found a difference."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("chapter", nargs="*", help="beginning of a file name, such as 06")
    parser.add_argument("--changed", action="store_true", help="run only what has changed")
    parser.add_argument("--check", action="store_true", help="compare, run under other settings")
    args = parser.parse_args(arguments)
    with Line("record", folder=root / "_build" / "log") as line:
        return record_all(args, root, line)


def record_all(args: argparse.Namespace, root: Path, line: Line) -> int:
    book, sources = read_book(root)
    named, gone = names(book.numbers), set[str]()
    memory = root / "_build/record.json"
    known = json.loads(memory.read_text()) if memory.exists() else {}
    if not args.check and (root / FILE).exists():
        gone = set(known.get(GONE, [])) | statements((root / FILE).read_text("utf-8"))
        gone -= statements(named)
        known[GONE] = sorted(gone)  # until all pages that name them have followed
        remember(memory, known)
        write(root / FILE, named)
    failed, different, total = [], [], 0.0
    find_fonts()
    wanted = chosen(args.chapter, list(sources))
    others = [] if args.check else [page for page in sources if page not in wanted]
    stale = [p for p in others if moved(p, sources[p], book, root / f"{p}.ipynb", gone)]
    if stale:
        line.tell("Pages on which a number has changed are recorded next.")
    line.step("Pages run" if args.check else "Pages recorded", len(wanted) + len(stale))
    for page in [*wanted, *stale]:
        path = root / f"{page}.ipynb"
        before = path.read_text("utf-8") if path.exists() else ""
        cells = read_cells(sources[page], f"{page}.md")
        key = code_key(cells, root)
        try:
            if args.changed and not args.check and known.get(page) == [key, digest(before)]:
                run, times = recorded_run(path), []
            else:
                settings = CHECKING if args.check else RECORDING
                run, times = execute(cells, root / f"{page}.md", settings)
            text = record(page, sources[page], book, run)
        except (RecordError, MarkupError) as error:
            failed.append(page)
            line.tell(f"{error}\n{page}.ipynb is left as it was.\n")
            line.advance(page)
            continue
        total += sum(seconds for seconds, _ in times)
        took = tell(times) if times else "code unchanged, not run" if run[0] else "no code"
        if args.check:
            before, text = without_pictures(before), without_pictures(text)
        verdict = "unchanged" if text == before else "DIFFERENT" if args.check else "written"
        (line.log if text == before else line.tell)(f"{page}.md: {took}; {verdict}")
        line.advance(page)
        if args.check and text != before:
            different.append(page)
            line.tell("\n".join(list(compare(before, text))[:20]))
        elif not args.check:
            if text != before:
                write(path, text)
            known[page] = [key, digest(text)]
            remember(memory, known)
    if not failed and not args.check:
        remember(memory, {page: kept for page, kept in known.items() if page != GONE})
    line.end()
    line.tell(f"{total:.1f} s in cells (budget: {BOOK_BUDGET:.0f} s for all chapters)")
    if different:
        line.tell(
            f"Under other settings the source gives another record of {', '.join(different)}.\n"
            "Run `make record` if the source is newer than the record. If it is not, look for a\n"
            "set whose order is not fixed, or for a number printed with too many digits."
        )
    if failed:
        line.tell(f"Not recorded: {', '.join(failed)} (see above).")
    return int(bool(different or failed))


def remember(memory: Path, known: Mapping[str, Sequence[str]]) -> None:
    memory.parent.mkdir(exist_ok=True)
    write(memory, json.dumps(known, indent=1))


def statements(text: str) -> set[str]:
    """Return what the file of names calls the statements."""
    return set(json.loads(text).values())


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def tell(times: Sequence[tuple[float, int]]) -> str:
    """Write a line on the time of a page: the sum, the slowest cells, and whether that is much."""
    total = sum(seconds for seconds, _ in times)
    slow = ", ".join(f"line {line} {s:.1f} s" for s, line in sorted(times, reverse=True)[:3])
    advice = f" (more than {PAGE_BUDGET:.0f} s: divide the page, unless the machine is busy)"
    much = advice if total > PAGE_BUDGET else ""
    return f"{len(times)} cells, {total:.1f} s{much}, slowest: {slow}"


def compare(before: str, after: str) -> Iterator[str]:
    return difflib.unified_diff(
        before.splitlines(), after.splitlines(), "record", "now", lineterm="", n=1
    )


if __name__ == "__main__":
    try:
        interrupted(lambda: main(sys.argv[1:]))
    except (RecordError, MarkupError) as error:
        sys.exit(f"{error}")
