"""Every public name explains itself in one sentence and shows itself in an example."""

import inspect
import re

from package_names import METHODS, MODULES, PUBLIC, methods

ABBREVIATIONS = re.compile(r"\b(i\.i\.d\.|i\.e\.|e\.g\.|cf\.)")


def two_sentences(value):
    """Say whether the first line of a docstring holds two; ruff asks for the rest of its form."""
    first = inspect.cleandoc(value.__doc__).partition("\n")[0]
    return bool(re.search(r"[.!?]\s", ABBREVIATIONS.sub("", first)))


def test_the_first_line_is_one_sentence():
    named = PUBLIC | METHODS | {module.__name__: module for module in MODULES}
    assert [name for name, value in named.items() if two_sentences(value)] == []


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


def shows_an_example(value):
    shown = [value, *(methods(value).values() if inspect.isclass(value) else ())]
    return any(">>> " in (item.__doc__ or "") for item in shown)


def test_every_public_name_shows_an_example():
    bare = [n for n, value in PUBLIC.items() if not exempt(value) and not shows_an_example(value)]
    assert bare == []
