"""A page that runs in place, in any browser: the press, and what was recorded."""

import time

import nbformat
from site_pages import ROOT

from bookext.evidence.record import MIME

LIMIT = 240_000  # ms, for a page with the start of Python on a busy machine
BUTTON = ".btn-run-here:visible"
ERRORS = "[...document.querySelectorAll('.here-error')].map((each) => each.textContent)"


def press(page) -> None:
    page.click(BUTTON)
    end = time.monotonic() + LIMIT / 1000
    while not page.evaluate("Boolean(window.runsHere?.cells[0].runs)"):  # also under a policy
        assert time.monotonic() < end, "the cells did not wake"
        page.wait_for_timeout(100)


def idle(page) -> None:
    page.wait_for_function("runsHere.ready && runsHere.idle", timeout=LIMIT)


def cell(page, number: int):
    """Return the cell of that number, from 1, as the notebook counts (of Playwright)."""
    key = page.evaluate(f"runsHere.book[{number - 1}].node.id")
    return page.locator(f"#{key}")


def write(page, number: int, code: str) -> None:
    """Write into a cell, as with the button and the keyboard (of Playwright)."""
    page.evaluate(f"runsHere.book[{number - 1}].edit()")
    page.wait_for_function(
        f"runsHere.book[{number - 1}].node.contains(document.activeElement.closest('.cm-content'))"
    )
    page.keyboard.press("Control+A")
    page.keyboard.insert_text(code)


def verdict(found: dict) -> tuple:
    """Return what was found, but for the number that its statement has in this edition."""
    return tuple(found.get(key) for key in ("theorem", "kind", "basis", "note", "because", "case"))


def verdicts_of_record(name: str) -> list[tuple]:
    """Return the verdicts that were recorded, in order."""
    cells = nbformat.read(ROOT / f"{name}.ipynb", as_version=4).cells
    outputs = [output for cell in cells if cell.cell_type == "code" for output in cell.outputs]
    found = [output.data[MIME] for output in outputs if MIME in output.get("data", {})]
    return [verdict(r) for each in found for r in (each if isinstance(each, list) else [each])]


def verdicts_of(page) -> list[tuple]:
    """Those of the reader's run, in the order of the cells."""
    found = page.evaluate("runsHere.cells.flatMap((cell) => cell.made?.found || [])")
    return [verdict(each) for each in found]


def found_on(page) -> tuple:
    """Return the errors of the reader's run, what it found, and how many lines of it are shown."""
    shown = page.evaluate("document.querySelectorAll('.here-output [data-line]').length")
    return page.evaluate(ERRORS), verdicts_of(page), shown


def recorded(name: str) -> tuple:
    """Return the same of the record, all lines shown."""
    return [], verdicts_of_record(name), len(verdicts_of_record(name))
