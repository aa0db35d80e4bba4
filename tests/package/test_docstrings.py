"""Every public name explains itself in one sentence, in numpydoc's sections, and by an example."""

import inspect
import re
from dataclasses import is_dataclass

import pytest
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


SECTIONS = ["", "Parameters", "Attributes", "Returns", "Yields", "Raises", "Examples"]


def sections(value):
    """Return the lines of a docstring by the section in which they stand, "" for the first."""
    found, name = {"": []}, ""
    lines = inspect.cleandoc(value.__doc__ or "").split("\n")
    for line, below in zip(lines, [*lines[1:], ""], strict=True):
        if line and below == "-" * len(line):
            name = line
            found[name] = []
        elif not re.fullmatch("-+", line):
            found[name].append(line)
    return found


def described(lines):
    """Return the names that a section describes: "eps, delta : float" are two."""
    heads = [line.partition(" :")[0] for line in lines if line and not line.startswith((" ", ":"))]
    return [name.strip("* ") for head in heads for name in head.split(",")]


def fields(record):
    """Return the fields that a record adds to those it inherits, but not the private ones."""
    own = inspect.get_annotations(record)
    return [name for name, kind in own.items() if name[0] != "_" and "ClassVar" not in str(kind)]


def test_sections_stand_in_one_order():
    said = {name: list(sections(value)) for name, value in (PUBLIC | METHODS).items()}
    odd = {name: own for name, own in said.items() if own != [s for s in SECTIONS if s in own]}
    assert odd == {}


def test_examples_stand_under_their_heading():
    for name, value in (PUBLIC | METHODS).items():
        for section, lines in sections(value).items():
            shown = any(line.lstrip().startswith(">>> ") for line in lines)
            assert not shown or section == "Examples", name


@pytest.mark.parametrize("name", [n for n, value in PUBLIC.items() if inspect.isfunction(value)])
def test_a_function_says_what_it_takes_and_gives(name):
    said, signature = sections(PUBLIC[name]), inspect.signature(PUBLIC[name])
    assert described(said.get("Parameters", [])) == list(signature.parameters)
    gives = signature.return_annotation not in ("None", "NoReturn")
    assert ("Returns" in said or "Yields" in said) == gives


@pytest.mark.parametrize("name", [n for n, value in PUBLIC.items() if is_dataclass(value)])
def test_a_record_says_what_it_holds(name):
    assert described(sections(PUBLIC[name]).get("Attributes", [])) == fields(PUBLIC[name])
