"""The reader's cells: the test in each refuses what stands there, and accepts the book's answer."""

import ast
import io
from contextlib import redirect_stdout

import book_source as book
import pytest
from site_pages import ROOT

from bookext import source
from tools.pages.page_flow import flow, gives, loaded, needed


def turns(page):
    """The reader's cells by exercise: the statements above it, in it, and of the book's answer."""
    exercise, gate, above, found = None, "", [], {}
    for block in book.tree(page):
        if source.is_cell(block):
            body = ast.parse(block.text).body
            if "turn" in block.options.get("tags", ()):
                assert exercise, f"{page.name}:{block.line}: a turn follows its exercise"
                found[exercise] = ([*above], body, [])
            elif gate in found:
                found[gate][2].extend(body)
            if "turn" not in block.options.get("tags", ()):
                above += body
            exercise = None
        elif isinstance(block, source.Directive):
            gate = {"solution-start": block.title, "solution-end": ""}.get(block.name, gate)
            exercise = block.label if block.name == "exercise" else None
        elif isinstance(block, source.Text) and "".join(block.lines).strip():
            exercise = None
    return found


TURNS = [(p, label, *parts) for p in book.pages() for label, parts in turns(p).items()]


def said(body):
    """What the last statement prints after those that it needs."""
    order = needed(flow(body), [len(body) - 1])
    code = compile(ast.Module([body[at] for at in order], []), "turn", "exec")
    printed = io.StringIO()
    with redirect_stdout(printed):
        exec(code, {"__name__": "__main__"})
    return printed.getvalue().splitlines()[-1]


@pytest.mark.parametrize(
    ("page", "above", "cell", "answer"),
    [pytest.param(p, *parts, id=label) for p, label, *parts in TURNS],
)
def test_a_turn_is_open_and_can_be_done(page, above, cell, answer, monkeypatch):
    monkeypatch.chdir(ROOT / "book")
    assert said([*above, *cell]).startswith("Not yet")
    assert "mine" in set().union(*map(gives, answer)), "the solution gives `mine`"
    done = said([*above, *cell[:-1], *answer, cell[-1]])
    assert done.startswith("Yes"), done


def test_every_task_in_the_middle_of_a_page_has_its_turn():
    tasks = {
        block.label
        for page in book.pages()
        for block in book.blocks(page)
        if block.name == "exercise" and "your-turn" in str(block.options.get("class"))
    }
    assert {label for _, label, *_ in TURNS} == tasks != set()


@pytest.mark.parametrize("page", book.pages(), ids=lambda page: page.stem)
def test_a_turn_gives_nothing_to_the_book(page):
    """Where the page runs in its place these cells are the reader's, and the book runs without."""
    cells = {
        tag: [c for c in book.cells(page) if ("turn" in c.tags) is tag] for tag in (True, False)
    }
    body = [node for cell in cells[True] for node in ast.parse(cell.source).body]
    given = set().union(
        *([node.name] if isinstance(node, ast.FunctionDef) else gives(node) for node in body)
    )
    assert given <= {"mine", "test"}
    used = set().union(*(loaded(ast.parse(c.source)) for c in cells[False]))
    assert not (cells[True] and "test" in used)
