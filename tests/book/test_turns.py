"""The reader's cells: the test in each refuses what stands there, and accepts the book's answer."""

import ast
import io
from collections.abc import Iterable, Sequence
from contextlib import redirect_stdout

import book_source as book
import pytest
from site_pages import ROOT

from bookext import source

IMPORTS = (ast.Import, ast.ImportFrom)
Flow = list[tuple[set[str], set[str]]]  # of each statement: the names it uses, those it may change


def loaded(node: ast.AST) -> set[str]:
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}


def gives(node: ast.stmt) -> set[str]:
    """Return the names that a statement may change: it sets them, or calls a method of theirs."""
    given = {
        n.id for n in ast.walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)
    }
    if isinstance(node, IMPORTS):
        given |= {alias.asname or alias.name for alias in node.names}
    elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        given.add(node.name)
    for part in ast.walk(node):
        if isinstance(part, (ast.Subscript, ast.Attribute)) and isinstance(part.ctx, ast.Store):
            given |= loaded(part.value)
        elif isinstance(part, ast.Call) and not isinstance(node, (ast.Assign, ast.FunctionDef)):
            given |= {getattr(getattr(part.func, "value", None), "id", "")} - {""}
    return given


def flow(body: Sequence[ast.stmt]) -> Flow:
    """Return what the statements of a page use and change; one that draws changes the generator."""
    imported = {name for node in body if isinstance(node, IMPORTS) for name in gives(node)}
    drawing = {"rng"}
    found = []
    for node in body:
        uses, given = loaded(node), gives(node)
        if uses & drawing:
            drawing |= {node.name} if isinstance(node, ast.FunctionDef) else set()
            uses, given = uses | {"rng"}, given | {"rng"}
        found.append((uses, given if isinstance(node, IMPORTS) else given - imported))
    return found


def needed(flow: Flow, ends: Iterable[int]) -> list[int]:
    """Return the statements without which these cannot be run as they are, and these.

    >>> needed(flow(ast.parse("a = 1; b = 2; c = a; print(c)").body), [3])
    [0, 2, 3]
    """
    wanted: set[str] = set()
    found, told = [], set(ends)
    for at in range(len(flow) - 1, -1, -1):
        uses, given = flow[at]
        if at in told or given & wanted:
            found.append(at)
            wanted |= uses
    return found[::-1]


def turns(page):
    """Return the reader's cells by exercise: what stands above, in it, and in the book's answer."""
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
    """Return what the last statement prints after those that it needs."""
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


def test_an_answer_that_comes_too_late_is_refused(monkeypatch):
    """The single example 1 breaks the growth at the second update; the third says nothing new."""
    monkeypatch.chdir(ROOT / "book")
    ((above, cell),) = [parts[:2] for _, label, *parts in TURNS if label == "ex-break-growth"]
    late = ast.parse("mine = np.ones((1, 1)), np.ones(1), 3").body
    told = said([*above, *cell[:-1], *late, cell[-1]])
    assert told == "Not yet: 3 is too late, it is false after 2 updates."
