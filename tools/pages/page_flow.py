"""Which statements of a page need which, read off their names."""

import ast
from collections.abc import Iterable, Sequence

IMPORTS = (ast.Import, ast.ImportFrom)
Flow = list[tuple[set[str], set[str]]]  # of each statement: the names it uses, those it may change


def loaded(node: ast.AST) -> set[str]:
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}


def gives(node: ast.stmt) -> set[str]:
    """The names that a statement may change: it sets them, or calls a method of theirs."""
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
    """What the statements of a page use and change; one that draws changes the generator."""
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
    """The statements without which these cannot be run as they are, and these.

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


def touched(flow: Flow, starts: Iterable[int], names: Iterable[str] = ()) -> set[int]:
    """The statements that run otherwise if these do, or if these names mean something else.

    >>> sorted(touched(flow(ast.parse("a = 1; b = 2; c = a; print(c)").body), [0]))
    [0, 2, 3]
    """
    changed, found, told = set(names), set(), set(starts)
    for at, (uses, given) in enumerate(flow):
        if at in told or uses & changed:
            found.add(at)
            changed |= given
    return found
