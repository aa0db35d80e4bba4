"""Finds submissions whose code has the same structure: a hint where to look, never a proof.

The method is that of Moss: S. Schleimer, D. S. Wilkerson and A. Aiken, "Winnowing: local
algorithms for document fingerprinting", SIGMOD 2003, here on syntax trees.  A function is written
as the sequence of the kinds of its nodes, without names, constants, docstrings, annotations,
imports and calls of print.  Every K kinds in a row have a hash, and the least of every WINDOW
hashes in a row is a fingerprint.

Nothing is executed, and what cannot be parsed is left out piece by piece.  Of a very long
submission the shortest cells are read, so that no long text hides the rest.
"""

from __future__ import annotations

import ast
import html
import re
import warnings
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from homework.kit.marking.pages import page

SOLUTION = "the solution"  # the name under which it takes part: it may have been found
K, WINDOW = 10, 4
THRESHOLD = 0.5  # copies of homework 6 share 0.75 and more, its honest solutions at most 0.35
LEAST = 8  # fingerprints that a pair must share: a line or two look alike by chance
MANY = 6  # submissions, or a third of the class, that have a fingerprint: then it tells nothing
LONGEST = 100_000  # characters of one submission
SHOWN, SHOWN_LENGTH = 100, 20_000  # pairs on the page, characters of the code of each
TRIVIA = (ast.expr_context, ast.Import, ast.ImportFrom, ast.Pass)
ABOUT = """<p>Here the structure of code is compared: names, numbers, comments, the order of
functions and what every student was given do not count.  This is a hint where to look and
<b>never a proof</b>: a short task has few ways to be solved, so read both before you ask anybody.
What at least six, and at least a third of the class, have alike is ignored; so a solution that goes
round among very many is not seen here.</p>"""


@dataclass(frozen=True)
class Pair:
    """Two submissions, and the share of the smaller one's fingerprints that the other has too."""

    one: str
    other: str
    share: float
    fingerprints: int  # that both have


def pairs(
    codes: Mapping[str, Sequence[str]], given: Sequence[str] = (), threshold: float = THRESHOLD
) -> list[Pair]:
    """Return the pairs of submissions (the cells of each) that are similar, the most similar first.

    >>> ada = "for i in range(9):\\n    if a[i] > 0:\\n        a[i] = a[i - 1] / (3 * a[0] - b)"
    >>> bob = "for k in range(5):  # mine\\n    if w[k] > 1: w[k] = w[k - 2] / (7 * w[2] - c)"
    >>> pairs({"ada": [ada], "bob": [bob], "eve": ["a = b / (3 * a[0] - a[1])"]})
    [Pair(one='ada', other='bob', share=1.0, fingerprints=8)]
    """
    known = {mark for sequence in _sequences(given) for mark in _hashes(sequence)}
    marks = {name: _fingerprints(cells, known) for name, cells in codes.items()}
    if len(codes) >= MANY:
        times = Counter(mark for found in marks.values() for mark in found)
        marks = {
            name: {mark for mark in found if times[mark] < max(MANY, len(codes) / 3)}
            for name, found in marks.items()
        }
    similar = []
    for one, other in combinations(marks, 2):
        both = len(marks[one] & marks[other])
        if both >= LEAST:
            share = both / min(len(marks[one]), len(marks[other]))
            similar += [Pair(one, other, share, both)] if share >= threshold else []
    return sorted(similar, key=lambda pair: (-pair.share, -pair.fingerprints))


def _fingerprints(cells: Sequence[str], known: set[int]) -> set[int]:
    """The least hash of every window, those of known code left out."""
    found = set()
    for sequence in _sequences(cells):
        hashes = [mark for mark in _hashes(sequence) if mark not in known]
        for start in range(min(len(hashes), max(1, len(hashes) - WINDOW + 1))):
            found.add(min(hashes[start : start + WINDOW]))
    return found


def _hashes(sequence: Sequence[str]) -> list[int]:
    starts = range(len(sequence) - K + 1)
    return [zlib.crc32(" ".join(sequence[start : start + K]).encode()) for start in starts]


def _sequences(cells: Sequence[str]) -> Iterator[list[str]]:
    """The kinds of the nodes of each function and class, and of what stands between them."""
    left = LONGEST
    for cell in sorted(cells, key=len):
        left -= len(cell)
        if left < 0:
            return
        between: list[str] = []
        for statement in _statements(cell):
            if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                yield list(_kinds(statement))
            else:
                between += _kinds(statement)
        yield between


def _statements(cell: str) -> list[ast.stmt]:
    """What can be parsed: the whole cell, or else the pieces of it that begin at the margin."""
    if whole := _parsed(cell):
        return whole
    pieces = re.split(r"^(?=[^\s#)\]}])", cell, flags=re.MULTILINE)
    return [statement for piece in pieces for statement in _parsed(piece)]


def _parsed(text: str) -> list[ast.stmt]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []


def _kinds(statement: ast.stmt) -> Iterator[str]:
    """The kinds of the nodes from the top down, trivia left out; a deep tree needs no recursion."""
    todo: list[ast.AST] = [statement]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.AnnAssign) and node.value:
            node = ast.Assign([node.target], node.value)
        if isinstance(node, ast.arg):
            node = ast.arg(node.arg)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            node.returns = None
        if not isinstance(node, TRIVIA) and not _says_nothing(node):
            yield type(node).__name__
            todo += reversed(list(ast.iter_child_nodes(node)))


def _says_nothing(node: ast.AST) -> bool:
    """Whether it is a docstring or another constant, a call of print, or a name without a value."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        return isinstance(node.value.func, ast.Name) and node.value.func.id == "print"
    return isinstance(node, ast.AnnAssign) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    )


def similar_page(pairs: Sequence[Pair], codes: Mapping[str, Sequence[str]], title: str) -> str:
    """Return a page with these pairs in a table and, folded, the two codes side by side."""
    rows = "".join(_rows(pair, codes) for pair in pairs[:SHOWN])
    head = "<tr><th>one</th><th>the other</th><th>alike</th><th>fingerprints</th></tr>"
    table = f"<table>{head}{rows}</table>" if rows else "<p>No two submissions are alike.</p>"
    left = len(pairs) - SHOWN
    more = f"<p>{left} further pairs, less alike, are not shown.</p>" if left > 0 else ""
    return page(_shown(title), ABOUT + table + more)


def _rows(pair: Pair, codes: Mapping[str, Sequence[str]]) -> str:
    names = [f"<td>{html.escape(_shown(name))}</td>" for name in (pair.one, pair.other)]
    texts = [_shown("\n\n".join(codes[name])) for name in (pair.one, pair.other)]
    cut = [text[:SHOWN_LENGTH] + "\n(cut)" * (len(text) > SHOWN_LENGTH) for text in texts]
    sides = [f"<td style='vertical-align: top'><pre>{html.escape(text)}</pre></td>" for text in cut]
    return (
        f"<tr>{''.join(names)}<td>{pair.share:.0%}</td><td>{pair.fingerprints}</td></tr>\n"
        "<tr><td colspan='4'><details><summary>the code of both</summary><table>"
        f"<tr>{''.join(names)}</tr><tr>{''.join(sides)}</tr></table></details></td></tr>\n"
    )


def _shown(text: str) -> str:
    """The text as a file can hold it: no lone surrogates."""
    return text.encode("utf-8", "replace").decode("utf-8")
