"""Every algorithm is compared with at least two oracles of different kinds.

Which functions are algorithms is computed, chapter by chapter (the first one that ``Source:``
names, or the one whose algorithm box the function implements):

* what implements a box (``Implements: alg-...``);
* what returns a record of the package (a run, a fit, a hypothesis: a dataclass defined there);
* what takes a sample ``(X, y)`` first and returns vectors.

``tests/oracles/NN.yml`` maps each of them, and any other function (``module.function``), to a list
of ``kind``, ``test`` (file::name in this folder) and, for a case from the literature, ``source``;
what builds a world and learns nothing is given as a string, the reason.
"""

from __future__ import annotations

import ast
import dataclasses
import inspect
import pkgutil
import re
import types
import typing
from functools import cache
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
import yaml
from book_source import outlines

import lecture_code

TESTS = Path(__file__).parent
KINDS = {
    "literal",  # the loop or the definition, written out
    "brute force",  # all candidates, one after the other
    "exact",  # fractions or integers
    "closed form",  # a formula for the answer on a family
    "certificate",  # an optimality condition, evaluated separately
    "scikit-learn",
    "solver",  # an independent QP, LP or minimiser
    "library",  # numpy, scipy or another package
    "hand",  # solved by hand, here or in the literature
}
WRITTEN = sorted(path.stem for path in (TESTS / "oracles").glob("[0-9][0-9].yml"))


@cache
def boxes() -> dict[str, str]:
    """Return the chapter of each algorithm box, by label."""
    return {
        statement.label: page.split("/")[-1][:2]
        for page, outline in outlines().items()
        for statement in outline.statements
        if statement.kind == "algorithm"
    }


def is_record(kind: object) -> bool:
    """Whether an annotation is, or may be, a dataclass of the package."""
    kind = typing.get_origin(kind) or kind
    if kind in (types.UnionType, typing.Union):
        return False
    inside = getattr(kind, "__module__", "").startswith("lecture_code.")
    return inspect.isclass(kind) and inside and dataclasses.is_dataclass(kind)


def holds_vectors(kind: object) -> bool:
    arms = typing.get_args(kind) if typing.get_origin(kind) is tuple else (kind,)
    return any(np.ndarray in (arm, typing.get_origin(arm)) for arm in arms)


def is_algorithm(function: typing.Callable) -> bool:
    text = inspect.getdoc(function) or ""
    returned = typing.get_type_hints(function).get("return")
    arms = typing.get_args(returned) if isinstance(returned, types.UnionType) else (returned,)
    learns = [*inspect.signature(function).parameters][:2] == ["X", "y"]
    return (
        re.search(r"Implements:[^.]*\balg-", text) is not None
        or any(map(is_record, arms))
        or (learns and any(map(holds_vectors, arms)))
    )


def chapter_of(function: typing.Callable) -> str | None:
    text = inspect.getdoc(function) or ""
    implements = re.search(r"Implements:([^.]*)\.", text)
    own = (
        [boxes()[label] for label in re.findall(r"alg-[\w-]+", implements[1])] if implements else []
    )
    source = re.search(r"Source:\s+chapters?\s+(\d\d)", text)
    return own[0] if own else source[1] if source else None


@cache
def algorithms() -> dict[str, str]:
    """Return the chapter of each algorithm of the package, by ``module.function``."""
    modules = [info.name for info in pkgutil.iter_modules(lecture_code.__path__)]
    found = {
        f"{name}.{key}": value
        for name in modules
        for key, value in vars(import_module(f"lecture_code.{name}")).items()
        if not key.startswith("_")
        and inspect.isfunction(value)
        and value.__module__ == f"lecture_code.{name}"
        and is_algorithm(value)
    }
    return {name: chapter_of(value) or "none" for name, value in found.items()}


@cache
def table(chapter: str) -> dict:
    return yaml.safe_load((TESTS / "oracles" / f"{chapter}.yml").read_text())


@cache
def parsed(file: str) -> dict[str, ast.stmt]:
    """Return what a test file defines at its top, by name."""
    found: dict[str, ast.stmt] = {}
    for node in ast.parse((TESTS / file).read_text()).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found[node.name] = node
        elif isinstance(node, ast.Assign):
            found |= {name.id: node for name in node.targets if isinstance(name, ast.Name)}
    return found


def names_used(file: str, test: str) -> set[str]:
    """Return every name that a test uses, itself or through what its file defines."""
    seen: set[str] = set()
    todo = [test]
    while todo:
        name = todo.pop()
        if name in seen:
            continue
        seen.add(name)
        if name in parsed(file):
            inner = ast.walk(parsed(file)[name])
            todo += [
                n.id if isinstance(n, ast.Name) else n.attr
                for n in inner
                if isinstance(n, ast.Name | ast.Attribute)
            ]
    return seen


def test_the_rule_finds_what_everybody_would():
    found = algorithms()
    assert found["perceptron.batch_perceptron"] == "06"
    assert found["ridge.ridge_path"] == "05"
    assert "margins.radius" not in found
    assert set(boxes().values()) <= set(found.values())


def test_every_algorithm_has_a_chapter():
    strays = {name.split(".")[0] for name, own in algorithms().items() if own == "none"}
    assert strays <= {"checks", "claims", "estimates", "evidence", "explore", "notation"} | {
        "perceptron_run"
    }


def test_every_box_has_a_function_that_implements_it():
    text = " ".join(path.read_text() for path in Path(lecture_code.__path__[0]).glob("*.py"))
    said = set(re.findall(r"alg-[\w-]+", " ".join(re.findall(r"Implements:([^.]*)\.", text))))
    assert set(boxes()) - said == set()


@pytest.mark.parametrize("chapter", WRITTEN)
def test_the_table_lists_the_algorithms_of_the_chapter(chapter):
    listed = set(table(chapter))
    assert {name for name, own in algorithms().items() if own == chapter} - listed == set()
    for name in listed:
        module, function = name.split(".")
        assert callable(getattr(import_module(f"lecture_code.{module}"), function, None)), name


@pytest.mark.parametrize("chapter", WRITTEN)
def test_every_algorithm_has_two_oracles_of_different_kinds(chapter):
    for name, oracles in table(chapter).items():
        if isinstance(oracles, str):
            assert len(oracles.split()) >= 3, f"{name}: why does it need no oracle?"
            continue
        kinds = {oracle["kind"] for oracle in oracles}
        assert kinds <= KINDS, f"{name}: {kinds - KINDS}"
        assert len(kinds) >= 2, f"{name} has only {kinds}"


@pytest.mark.parametrize("chapter", WRITTEN)
def test_every_oracle_is_asked_in_the_test_that_is_named(chapter):
    for name, oracles in table(chapter).items():
        for oracle in oracles if isinstance(oracles, list) else ():
            file, test = oracle["test"].split("::")
            assert test.startswith("test_"), oracle
            assert test in parsed(file), f"{name}: {oracle['test']} does not exist"
            function = name.split(".")[1]
            assert function in names_used(file, test), f"{oracle['test']} does not call {name}"
