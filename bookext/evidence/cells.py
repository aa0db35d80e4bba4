"""Tell from its code what a cell is for: it imports, sets something up, tests, or teaches.

Does not import Sphinx.
"""

import ast
from collections.abc import Iterator
from typing import NamedTuple

FINDINGS = {"check": "check", "refute": "refute", "cannot_check": "excuse"}  # call -> kind
CHAINED = {"holds": "check", "breaks": "refute"}  # method of claim(label, world) -> kind
RELATIONS = {"<=": "≤", ">=": "≥", "==": "=", "<": "<", ">": ">"}


class Claim(NamedTuple):
    """A call that makes a finding: its kind, the label of the statement, what it claims."""

    kind: str
    label: str
    text: str


def only_imports(code: str) -> bool:
    """Return whether a cell imports and sets the style or the seed, and nothing else.

    >>> only_imports("import numpy as np\\nrng = np.random.default_rng(3)"), only_imports("x = 3")
    (True, False)
    """
    body = ast.parse(code).body
    others = [node for node in body if not isinstance(node, (ast.Import, ast.ImportFrom))]
    said = [ast.unparse(node).replace(" ", "") for node in others]
    settings = ("plots.use_style(", "rng=np.random.default_rng(")
    return len(others) < len(body) and all(text.startswith(settings) for text in said)


def sets_up(code: str) -> list[str]:
    """Return the names that a cell defines, functions with parentheses, in order.

    >>> sets_up("X, y = draw(3)\\ndef unit(a):\\n    b = a\\nX = X / 2")
    ['X', 'y', 'unit()']
    """
    names: list[str] = []
    for node in ast.parse(code).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names.append(f"{node.name}()")
        elif isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names += [name for target in targets for name in stored(target)]
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            names += [alias.asname or alias.name for alias in node.names]
    return list(dict.fromkeys(names))


def stored(target: ast.AST) -> list[str]:
    """Return the names in the target of an assignment that get a value."""
    parts = [part for part in ast.walk(target) if isinstance(part, ast.Name)]
    return [part.id for part in parts if isinstance(part.ctx, ast.Store)]


def claims(code: str) -> list[Claim]:
    """Return the calls that make findings, in the order in which they stand.

    >>> claims('check("thm-x", run.updates, "<=", (R * B)**2, note="ten points")')
    [Claim(kind='check', label='thm-x', text='run.updates ≤ (R * B)**2')]
    >>> claims('claim("thm-x", "ten points").holds(a, "==", 3).breaks(b, ">", 4, because="no")')
    [Claim(kind='check', label='thm-x', text='a = 3'), \
Claim(kind='refute', label='thm-x', text='b > 4')]
    """
    return list(calls(ast.parse(code), code))


def calls(tree: ast.AST, code: str) -> Iterator[Claim]:
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    for node in sorted(found, key=lambda call: ends(call.func)):
        if isinstance(node.func, ast.Name) and node.func.id in FINDINGS:
            kind, start, sides = FINDINGS[node.func.id], node, node.args[1:]
        elif isinstance(node.func, ast.Attribute) and (begun := beginning(node)):
            kind, start, sides = CHAINED[node.func.attr], begun, node.args[:3]
        else:
            continue
        texts = [ast.get_source_segment(code, arg) or "" for arg in sides]
        label = str(start.args[0].value) if isinstance(start.args[0], ast.Constant) else ""
        yield Claim(kind, label, claimed(texts))


def ends(node: ast.expr) -> tuple[int, int]:
    """Return where an expression ends; the calls of a chain all begin in one place."""
    return node.end_lineno or 0, node.end_col_offset or 0


def beginning(node: ast.expr) -> ast.Call | None:
    """Return the call of claim with which a chain of holds and breaks begins, or None."""
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        if node.func.attr not in CHAINED:
            return None
        node = node.func.value
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "claim":
        return node
    return None


def claimed(sides: list[str]) -> str:
    """Write what two sides and a relation claim, on one line."""
    if len(sides) != 3:
        return ""
    left, relation, right = (" ".join(side.split()) for side in sides)
    if right == "True" and relation[1:-1] == "==":
        return left
    return f"{left} {RELATIONS.get(relation[1:-1], relation)} {right}"


def matched(code: str, findings: list[tuple[str, str]]) -> list[str]:
    """Return what each finding of a cell claims, given its kind and label; empty if it is unclear.

    A call inside a loop makes many findings: then nothing is said of any of them.

    >>> code = 'report(check("a-b", x, "<", 1, note="n"), refute("a-b", x, "<", 0, note="n"))'
    >>> matched(code, [("check", "a-b"), ("refute", "a-b")])
    ['x < 1', 'x < 0']
    >>> matched(code, [("check", "a-b"), ("check", "a-b"), ("refute", "a-b")])
    ['', '', '']
    """
    made = claims(code)
    fits = [(c.kind, c.label or label) for c, (_, label) in zip(made, findings, strict=False)]
    return [c.text for c in made[: len(fits)]] if fits == findings else [""] * len(findings)


def only_tests(code: str) -> bool:
    """Return whether a cell makes findings and prints or draws nothing else.

    >>> only_tests('check("thm-x", 3, "==", 3, note="three")'), only_tests("print(3)")
    (True, False)
    """
    called = {
        ast.unparse(node.func) for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Call)
    }
    return bool(claims(code)) and not called & {"print", "explore", "plt.show"}


def without_test(code: str) -> tuple[str, str]:
    """Return the code before a closing test, none if the cell only tests, and the test.

    >>> without_test('print(3)\\n\\ncheck("thm-x", 3, "==", 3, note="three")')
    ('print(3)', 'check("thm-x", 3, "==", 3, note="three")')
    >>> without_test("print(3)")
    ('print(3)', '')
    """
    body = ast.parse(code).body
    last = body[-1] if body else None
    if not isinstance(last, ast.Expr) or not list(calls(last, code)):
        return code, ""
    lines = code.splitlines()
    return "\n".join(lines[: last.lineno - 1]).rstrip(), "\n".join(lines[last.lineno - 1 :])
