"""Every public name explains itself in one sentence and shows itself in an example."""

import inspect
import re

from package_names import METHODS, MODULES, PUBLIC, methods

ABBREVIATIONS = re.compile(r"\b(i\.i\.d\.|i\.e\.|e\.g\.|cf\.)")


def fault(value, end=r"\.$"):
    """What is wrong with the first line of a docstring, or nothing."""
    first, *more = inspect.cleandoc(value.__doc__ or "").split("\n")
    if not re.search(end, first):
        return "the first line does not end a sentence"
    if re.search(r"[.!?]\s", ABBREVIATIONS.sub("", first)):
        return "the first line has two sentences"
    return "the second line is not empty" if more and more[0] else ""


def test_the_first_line_is_one_sentence():
    faults = {name: fault(value) for name, value in (PUBLIC | METHODS).items()}
    faults |= {module.__name__: fault(module, r"[.:?]$") for module in MODULES}
    assert {name: said for name, said in faults.items() if said} == {}


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
