"""The statements of a page, and those that some of them need.

Used by other_seeds.py. A statement needs whatever bound, filled or changed the names it reads,
back to the last statement that bound the name anew. A function reads its names when it is called,
so it needs all that ever binds them. Two things are overlooked: a function that changes its
argument, and a method called inside a larger expression that changes its object (as every draw
changes a generator).
"""

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

CLAIMS = {"check", "refute"}
FUNCTIONS = (ast.FunctionDef, ast.ClassDef, ast.Lambda)


@dataclass(frozen=True)
class Part:
    """A statement: the line of its cell, its code, whether it is judged.

    ``reads`` and ``later`` are the names it reads itself and in the functions it makes; ``binds``
    those it gives a value, or changes; ``anew`` those of them that have no other value afterwards.
    """

    line: int
    code: str
    judged: bool
    reads: frozenset[str]
    later: frozenset[str]
    binds: frozenset[str]
    anew: frozenset[str]


def split(code: str, line: int, judged: bool) -> list[Part]:
    """The statements of a cell; ``judged`` says whether the claims in it are.

    >>> [part.judged for part in split("p = q()\\ncheck(p)", 1, True)]
    [False, True]
    """
    return [_part(statement, line, judged) for statement in ast.parse(code).body]


def needed(parts: Sequence[Part]) -> list[Part]:
    """The judged statements and all that they need, in their order.

    >>> parts = split("a = 0\\na = 1\\nb = [2]\\nb.append(a)\\nc = 3\\ncheck(b)", 1, True)
    >>> [part.code for part in needed(parts)]
    ['a = 1', 'b = [2]', 'b.append(a)', 'check(b)']
    """
    waiting = [i for i, part in enumerate(parts) if part.judged]
    chosen: set[int] = set()
    while waiting:
        i = waiting.pop()
        if i not in chosen:
            chosen.add(i)
            for name in parts[i].reads:
                waiting += _makers(name, parts[:i])
            waiting += [j for j, part in enumerate(parts) if part.binds & parts[i].later]
    return [parts[i] for i in sorted(chosen)]


def _makers(name: str, before: Sequence[Part]) -> Iterator[int]:
    """The statements that give a name its value, back to the last that bound it anew."""
    for j in range(len(before) - 1, -1, -1):
        if name in before[j].binds:
            yield j
        if name in before[j].anew:
            return


def _part(statement: ast.stmt, line: int, judged: bool) -> Part:
    binds, reads, later = set(_binds(statement)), set(), set()
    plain = isinstance(
        statement, (ast.Assign, ast.AnnAssign, ast.Import, ast.ImportFrom, ast.FunctionDef)
    )
    changed = {name for node in ast.walk(statement) for name in _changes(node)}
    for node in _outside(statement):
        if isinstance(node, FUNCTIONS):
            later |= set(_names(node))
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            reads.add(node.id)
    claims = judged and isinstance(statement, ast.Expr) and bool(CLAIMS & reads)
    anew = binds - changed if plain else set()
    return Part(
        line, ast.unparse(statement), claims, *map(frozenset, (reads, later, binds | changed, anew))
    )


def _outside(statement: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a statement, without what is inside the functions it makes."""
    yield statement
    if not isinstance(statement, FUNCTIONS):
        for child in ast.iter_child_nodes(statement):
            yield from _outside(child)


def _names(node: ast.AST) -> Iterator[str]:
    return (n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load))


def _binds(statement: ast.stmt) -> Iterator[str]:
    """The names that a statement gives a value."""
    for node in _outside(statement):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield node.name
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            yield from ((alias.asname or alias.name).split(".")[0] for alias in node.names)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


def _changes(node: ast.AST) -> Iterator[str]:
    """The name of what a node changes in place: a[i] = ..., a.b = ..., a += ..., a.append(...)."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        node = node.value.func
    elif isinstance(node, ast.AugAssign):
        node = node.target
    elif not isinstance(getattr(node, "ctx", None), ast.Store) or isinstance(node, ast.Name):
        return
    inner = node
    while isinstance(inner, (ast.Attribute, ast.Subscript)):
        inner = inner.value
    if isinstance(inner, ast.Name) and (inner is not node or isinstance(inner.ctx, ast.Store)):
        yield inner.id
