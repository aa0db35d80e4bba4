"""The recorded runs beside the chapters: there, whole, and what their sources say."""

import re
from functools import cache
from pathlib import Path

import nbformat
import pytest
from site_pages import NOTEBOOKS, ROOT

from bookext.source import MarkupError
from tools.pages import record
from tools.pages.plain.names import FILE, name, names
from tools.pages.plain.notebook import read_book
from tools.pages.plain.numbering import Target
from tools.pages.run_cells import faults

FENCED = re.compile(r"^([ >]*)(`{3,}|~{3,}).*?^\1\2`*~*\s*?$", re.M | re.S)
CODE_SPAN = re.compile(r"(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)", re.S)
RAW = re.compile(r"^[ >]*(:{3,}|`{3,}\{|\([\w-]+\)=)|\{[\w:+-]+\}`", re.M)


@cache
def book():
    return read_book(ROOT)


@cache
def recorded(page: str) -> nbformat.NotebookNode:
    path = ROOT / f"{page}.ipynb"
    if not path.exists():
        pytest.fail(f"{page}.ipynb is missing: run `make record`")
    return nbformat.read(path, as_version=4)


def markdown(page: str) -> str:
    """Return the text of a record without the code in it."""
    cells = [cell.source for cell in recorded(page).cells if cell.cell_type == "markdown"]
    return CODE_SPAN.sub("", FENCED.sub("", "\n\n".join(cells)))


def test_no_record_without_a_source():
    stray = [path for path in ROOT.glob("book/**/*.ipynb") if not path.with_suffix(".md").exists()]
    stray = [path.name for path in stray if ".ipynb_checkpoints" not in path.parts]
    assert not stray, f"delete {stray}, or write the .md they are made from"


def test_the_lines_of_checks_name_statements_as_the_pages_do():
    assert (ROOT / FILE).read_text("utf-8") == names(book()[0].numbers), "run `make record`"
    exercise = Target("exercise", "3.2", "book/03-x", r"★★ Below $\varepsilon^2$")
    assert name(exercise) == "Exercise 3.2 (Below ε²)"


def test_the_records_are_valid_notebooks():
    for page in NOTEBOOKS:
        nbformat.validate(recorded(page))


def test_every_byte_is_made_from_the_source_and_the_outputs():
    (known, sources), odd = book(), []
    for page in NOTEBOOKS:
        path = ROOT / f"{page}.ipynb"
        recorded(page)  # fails with advice if it is missing
        try:
            made = record.record(page, sources[page], known, record.recorded_run(path))
        except (MarkupError, ValueError, StopIteration) as error:
            odd.append(f"{page}: {error}")
        else:
            odd += [page] * (made != path.read_text("utf-8"))
    assert odd == [], "run `make record`: these are not what it makes"


def test_every_cell_ran_and_nothing_stays_that_differs_in_every_run():
    for page in NOTEBOOKS:
        assert list(faults(recorded(page))) == []
        assert recorded(page).metadata == {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        }, page
        assert all("execution" not in cell.metadata for cell in recorded(page).cells), page


def test_the_text_is_plain_markdown():
    odd = [f"{page}: {found[0]}" for page in NOTEBOOKS for found in RAW.finditer(markdown(page))]
    assert odd == []
    for page in NOTEBOOKS:
        first = recorded(page).cells[0].source
        assert first.startswith(f"*Generated from {Path(page).name}.md by `make record`")


def test_formulas_are_whole_where_jupyter_reads_them():
    """Jupyter takes $…$ out before it reads the Markdown: no > of a block quote in between."""
    for page in NOTEBOOKS:
        text = re.sub(r"\\[^\n]", "", markdown(page))
        quotes = [line for line in text.splitlines() if line.startswith(">")]
        torn = [part for part in [*quotes, *re.split(r"\n[ >]*\n", text)] if part.count("$") % 2]
        assert torn == [], page


@pytest.mark.slow  # outputs are compared under these settings by nbval, too: see run_tests.py
def test_other_kernels_and_hash_seeds_give_the_same_record(capsys):
    different = record.main(["--check"])
    assert not different, capsys.readouterr().out
