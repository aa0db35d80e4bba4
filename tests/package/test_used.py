"""Every public name of the package is used, not by its tests alone, and for one thing."""

import ast
import inspect

from book_source import BOOK, ROOT, cells, pages
from package_names import PUBLIC


def uses(code):
    """Return what a piece of code takes from modules, "module.name", and what it only passes on.

    Passed on is what is imported and then not named: others import it from here.
    """
    nodes = list(ast.walk(ast.parse(code)))
    named = {node.id for node in nodes if isinstance(node, ast.Name)}
    imports = [node for node in nodes if isinstance(node, ast.ImportFrom) and node.module]
    taken, passed = set(), set()
    short = {}
    for node in imports:
        for alias in node.names:
            name = f"{node.module.split('.')[-1]}.{alias.name}"
            (taken if (alias.asname or alias.name) in named else passed).add(name)
            short[alias.asname or alias.name] = alias.name
    for node in nodes:
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            taken.add(f"{short.get(node.value.id, node.value.id)}.{node.attr}")
    return taken, passed


def used(files):
    """Return what the files take from modules, also by way of a module that passes it on."""
    found, passed = set(), {}
    for path, code in files:
        taken, given = uses(code)
        found |= taken
        here = path.parent.name if path.stem == "__init__" else path.stem
        passed |= {f"{here}.{name.partition('.')[2]}": name for name in given}
    while more := {passed[name] for name in found & passed.keys()} - found:
        found |= more
    return found


def stands_for_itself(value):
    """Say whether a class is what a function returns, or a function what a statement speaks of."""
    return inspect.isclass(value) or ":Implements:" in (value.__doc__ or "")


def test_every_public_name_has_a_user_elsewhere():
    packages = [ROOT / "lecture_code", ROOT / "benchmarks", ROOT / "homework", BOOK / "assets/live"]
    files = [(path, path.read_text("utf-8")) for top in packages for path in top.rglob("*.py")]
    files += [(page, "\n".join(cell.source for cell in cells(page))) for page in pages()]
    found = used(files)
    idle = [
        name
        for name, value in PUBLIC.items()
        if ".".join(name.split(".")[-2:]) not in found and not stands_for_itself(value)
    ]
    assert idle == [], "use these on a page, delete them, or begin their names with _"


def test_one_name_is_one_thing():
    names = [name.rpartition(".")[2] for name in PUBLIC]
    twice = {name for name in names if names.count(name) > 1}
    assert twice == set(), "give one of two public names another"
