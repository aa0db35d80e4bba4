"""Every public name of the package is used, not by its tests alone, and for one thing."""

import ast

from book_source import BOOK, ROOT, cells, pages
from package_names import PUBLIC


def uses(code, stem=""):
    """What a piece of code imports, takes from a module, or names of its own: "module.name"."""
    nodes = list(ast.walk(ast.parse(code)))
    imports = [node for node in nodes if isinstance(node, ast.ImportFrom) and node.module]
    taken = [(node.module.split(".")[-1], alias) for node in imports for alias in node.names]
    short = {alias.asname: alias.name for _, alias in taken if alias.asname}
    for node in nodes:
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            yield f"{short.get(node.value.id, node.value.id)}.{node.attr}"
        elif isinstance(node, ast.Name):
            yield f"{stem}.{node.id}"
    yield from (f"{module}.{alias.name}" for module, alias in taken)


def test_every_public_name_has_a_user():
    rooms = [ROOT / "lecture_code", ROOT / "benchmarks", BOOK / "assets/live"]
    files = [path for room in rooms for path in room.rglob("*.py")]
    found = {name for path in files for name in uses(path.read_text("utf-8"), path.stem)}
    for page in pages():
        found |= set(uses("\n".join(cell.source for cell in cells(page))))
    idle = [name for name in PUBLIC if ".".join(name.split(".")[-2:]) not in found]
    assert not idle, f"use these on a page, or delete them: {', '.join(idle)}"


def test_one_name_is_one_thing():
    names = [name.rpartition(".")[2] for name in PUBLIC]
    twice = {name for name in names if names.count(name) > 1}
    assert twice == {"sgd"}, "give one of two public names another; sgd is a descent and a rule"
