"""What a page imports explains itself: in one sentence, and by an example."""

import ast
import inspect
import re

import pytest
from book_source import ROOT, cells, pages
from package_names import METHODS, MODULES, PUBLIC, methods

SECTION = re.compile(r"^ *(Parameters|Attributes|Returns|Yields|Raises|Notes)\n *-+$", re.M)
ABBREVIATIONS = re.compile(r"\b(i\.i\.d\.|i\.e\.|e\.g\.|cf\.)")


def two_sentences(value):
    """Tell whether the first line of a docstring holds two; ruff asks for the rest of its form."""
    first = inspect.cleandoc(value.__doc__).partition("\n")[0]
    return bool(re.search(r"[.!?]\s", ABBREVIATIONS.sub("", first)))


def test_the_first_line_is_one_sentence():
    named = PUBLIC | METHODS | {module.__name__: module for module in MODULES}
    assert [name for name, value in named.items() if two_sentences(value)] == []


def imported(code):
    """Yield what a piece of code takes from the package: `linear.perceptron.pocket`."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("lecture_code."):
            yield from (f"{node.module[13:]}.{alias.name}" for alias in node.names)


def shows_an_example(value):
    shown = [value, *(methods(value).values() if inspect.isclass(value) else ())]
    return any(">>> " in (item.__doc__ or "") for item in shown)


def test_what_pages_and_homework_import_shows_an_example():
    masters = (ROOT / "homework/masters").rglob("*.py")
    code = [path.read_text("utf-8") for path in masters]
    code += ["\n".join(cell.source for cell in cells(page)) for page in pages()]
    met = {name for text in code for name in imported(text)} & PUBLIC.keys()
    assert len(met) > 200
    bare = [n for n in sorted(met) if not shows_an_example(PUBLIC[n]) and not made(PUBLIC[n])]
    assert bare == []


def made(value):
    """Tell whether a class is an exception or a record, which its maker shows."""
    makers = [maker for maker in PUBLIC.values() if inspect.isfunction(maker)]
    kinds = [inspect.unwrap(maker).__annotations__.get("return", "") for maker in makers]
    shown = any(getattr(value, "__name__", "") in re.findall(r"\w+", kind) for kind in kinds)
    return inspect.isclass(value) and (issubclass(value, Exception) or shown)


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_a_private_name_has_no_sections(module):
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name.startswith("_"):
            said = ast.get_docstring(node) or ""
            assert node.name.startswith("__") or not SECTION.search(said), node.name
