"""Every public name explains itself in one sentence and shows itself in an example."""

import inspect
import pkgutil
import re
from importlib import import_module

import pytest

import lecture_code

MODULES = [
    import_module(f"lecture_code.{info.name}")
    for info in pkgutil.iter_modules(lecture_code.__path__)
]
ABBREVIATIONS = re.compile(r"\b(i\.i\.d\.|i\.e\.|e\.g\.|cf\.)")


def public(module):
    """Return the public functions and classes that a module defines, by name."""
    return {
        f"{module.__name__.removeprefix('lecture_code.')}.{name}": value
        for name, value in vars(module).items()
        if not name.startswith("_")
        and (inspect.isclass(value) or inspect.isroutine(inspect.unwrap(value)))
        and value.__module__ == module.__name__
    }


def methods(cls):
    """Return the public methods and properties that a class defines, by name."""
    return {
        name: value
        for name, value in vars(cls).items()
        if not name.startswith("_") and (inspect.isroutine(value) or isinstance(value, property))
    }


PUBLIC = {name: value for module in MODULES for name, value in public(module).items()}
METHODS = {
    f"{name}.{method}": value
    for name, cls in PUBLIC.items()
    if inspect.isclass(cls)
    for method, value in methods(cls).items()
}


def first_sentence_of(value):
    """Return the first line of a docstring, having checked that it stands alone."""
    lines = inspect.cleandoc(value.__doc__ or "").split("\n")
    assert lines[0], "no docstring, or its first line is empty"
    assert len(lines) == 1 or lines[1] == "", "the first line is not followed by an empty one"
    return lines[0]


@pytest.mark.parametrize("name", [*PUBLIC, *METHODS])
def test_the_first_line_is_one_sentence(name):
    line = first_sentence_of({**PUBLIC, **METHODS}[name])
    assert line.endswith("."), f"the first line does not end a sentence: {line}"
    assert not re.search(r"[.!?]\s", ABBREVIATIONS.sub("", line)), f"two sentences: {line}"


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_a_module_opens_with_one_sentence(module):
    assert re.search(r"[.:?]$", first_sentence_of(module))


def exempt(value):
    """Say whether a class is shown elsewhere: an exception, or what a public function returns."""
    if not inspect.isclass(value):
        return False
    returned = [
        inspect.unwrap(maker).__annotations__.get("return", "")
        for maker in PUBLIC.values()
        if not inspect.isclass(maker)
    ]
    shown_by_its_maker = any(value.__name__ in re.findall(r"\w+", kind) for kind in returned)
    return issubclass(value, Exception) or shown_by_its_maker


@pytest.mark.parametrize("name", [name for name, value in PUBLIC.items() if not exempt(value)])
def test_the_docstring_shows_an_example(name):
    value = PUBLIC[name]
    shown = [value, *(methods(value).values() if inspect.isclass(value) else ())]
    assert any(">>> " in (item.__doc__ or "") for item in shown)
