"""Every public name of the package is used, not by its tests alone, and for one thing."""

import ast
import inspect

from book_source import BOOK, ROOT, cells, pages
from package_names import PUBLIC


def uses(code):
    """What a piece of code imports, or takes from a module: "module.name"."""
    nodes = list(ast.walk(ast.parse(code)))
    imports = [node for node in nodes if isinstance(node, ast.ImportFrom) and node.module]
    taken = [(node.module.split(".")[-1], alias) for node in imports for alias in node.names]
    short = {alias.asname: alias.name for _, alias in taken if alias.asname}
    for node in nodes:
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            yield f"{short.get(node.value.id, node.value.id)}.{node.attr}"
    yield from (f"{module}.{alias.name}" for module, alias in taken)


def stands_for_itself(value):
    """Say whether a class is what a function returns, or a function what a statement speaks of."""
    return inspect.isclass(value) or ":Implements:" in (value.__doc__ or "")


def test_every_public_name_has_a_user_elsewhere():
    rooms = [ROOT / "lecture_code", ROOT / "benchmarks", ROOT / "homework", BOOK / "assets/live"]
    files = [path for room in rooms for path in room.rglob("*.py")]
    found = {name for path in files for name in uses(path.read_text("utf-8"))}
    for page in pages():
        found |= set(uses("\n".join(cell.source for cell in cells(page))))
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
