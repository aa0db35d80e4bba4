"""What can be written next on a page that runs: names, each with its sentence.

No code of the reader's is run for it but properties, and no module is imported but one that the
code imports from.
"""

import builtins
import importlib
import inspect
import keyword
import os
import pkgutil
import re
import unicodedata
import warnings
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from importlib.machinery import ModuleSpec
from types import CodeType
from typing import Any

import lecture_code

Name = tuple[str, str, str]  # the name, its sentence, the module to import it from

FROM = re.compile(r"^[ \t]*from[ \t]+([\w.]+)[ \t]+import[ \t]*(?:\([\w\s,]*|[\w \t,]*)\Z", re.M)
MODULE = re.compile(r"^[ \t]*(?:from|import)[ \t]+((?:\w+\.)*)\w*\Z", re.M)
CHAIN = re.compile(r"((?:\w+\.)+)\w*\Z")
SIGNATURE = re.compile(r"[\w.]+\(")
MARKS = re.compile(r":\w+:(?=`)|`+| ?={3,}")
END = re.compile(r"(?<=\.)\s")
LONGEST = 60  # letters of a value
TEX = re.compile(r"\\(?:(?:operatorname|math\w+)[ {](\w+)\}?|([a-zA-Z]+|[{},])(?:(?<=langle) )?)")
SYMBOLS = {
    **{"langle": "⟨", "rangle": "⟩", "lVert": "‖", "rVert": "‖", "lvert": "|", "rvert": "|"},
    **{"le": "≤", "ge": "≥", "in": "∈", "mapsto": "↦", "top": "⊤", "sum": "Σ", "dots": "…"},
    **{"lambda": "λ", "varphi": "φ", ",": " ", "{": "{", "}": "}"},
}
HIDDEN = re.compile(r"_\w*\Z")  # what begins with _ is shown to who writes _


def names(code: str, known: dict[str, Any]) -> list[Name]:
    """Return what can follow this code where these names are known."""
    with warnings.catch_warnings(action="ignore"):
        if found := FROM.search(code):
            given = list(inside(found[1]))
        elif found := MODULE.search(code):
            given = [(name, "", "") for name in modules(found[1])]
        elif found := CHAIN.search(code):
            given = list(attributes(found[1][:-1].split("."), known))
        else:
            given = list(everywhere(known))
    hidden = not HIDDEN.search(code)
    return [name for name in given if not (hidden and name[0].startswith("_"))]


def everywhere(known: dict[str, Any]) -> Iterator[Name]:
    here = {**vars(builtins), **known}
    yield from ((name, sentence(value), "") for name, value in here.items())
    yield from ((name, "", "") for name in keyword.kwlist if name not in here)
    yield from (each for each in package() if each[0] not in known)


def inside(module: str) -> Iterator[Name]:
    """Yield what a module defines, and the modules in it."""
    with suppress(Exception):
        imported = importlib.import_module(module)
        for name, value in vars(imported).items():
            known_by = "__name__" if inspect.ismodule(value) else "__module__"
            if str(getattr(value, known_by, module)).startswith(module):
                yield name, sentence(value), ""
    yield from ((name, "", "") for name in modules(f"{module}."))


def modules(within: str) -> list[str]:
    """Return the modules that can be imported, `within` a package whose name ends with a dot."""
    places = None
    if within:
        with suppress(Exception):
            places = importlib.import_module(within[:-1]).__path__
        if places is None:
            return []
    return [module.name for module in pkgutil.iter_modules(places)]


def attributes(chain: Iterable[str], known: dict[str, Any]) -> Iterator[Name]:
    """Yield the attributes of what a chain of names leads to."""
    first, *rest = chain
    if first not in known:
        return
    thing = known[first]
    with suppress(Exception):
        for name in rest:
            thing = getattr(thing, name)
        yield from members(thing)


def members(thing: Any) -> Iterator[Name]:
    for name in dir(thing):
        value = inspect.getattr_static(thing, name, None)
        if inspect.ismemberdescriptor(value) and not inspect.isclass(thing):  # a slot of a record
            value = getattr(thing, name, None)
        yield name, sentence(value), ""


def sentence(thing: Any) -> str:
    """Return what a function, class or module says of itself, and of a value what it is."""
    with suppress(Exception):  # an integer of 5000 digits has no repr, and a property may fail
        if inspect.ismodule(thing) or inspect.isdatadescriptor(thing) or callable(thing):
            return first_sentence(getattr(thing, "__doc__", None))
        if isinstance(thing, bool | int | float | str):
            return repr(thing)[:LONGEST]
        shape = getattr(thing, "shape", None)
        return f"{type(thing).__name__} {shape if isinstance(shape, tuple) else ''}".rstrip()
    return type(thing).__name__


def first_sentence(doc: Any) -> str:
    """Return the first sentence that is not the signature, without its marks.

    >>> first_sentence("exp(x, /)\\n\\nReturn :math:`e^x` of\\n``x``. And more.")
    'Return e^x of x.'
    """
    parts = inspect.cleandoc(doc).split("\n\n") if isinstance(doc, str) else []
    text = next((part for part in parts if not SIGNATURE.match(part)), "")
    return END.split(TEX.sub(symbol, MARKS.sub("", " ".join(text.split()))))[0].replace(" ⟩", "⟩")


def symbol(tex: re.Match[str]) -> str:
    """Return the letter that a command of TeX stands for, or its name."""
    if tex[1]:
        return tex[1]
    try:
        return SYMBOLS.get(tex[2]) or unicodedata.lookup(f"GREEK SMALL LETTER {tex[2]}")
    except KeyError:
        return tex[2]


@cache
def package() -> list[Name]:
    """Return the public functions and classes of the package, read from its compiled modules."""
    found: list[Name] = []
    exported: dict[str, tuple[str, ...]] = {}
    for spec in specs(lecture_code.__path__, "lecture_code."):
        loader: Any = spec.loader
        code = loader.get_code(spec.name)
        if spec.submodule_search_locations:
            exported[spec.name] = code.co_names
        above = spec.name.rpartition(".")[0]
        for inner in code.co_consts:
            if isinstance(inner, CodeType) and inner.co_name.isidentifier():
                name = inner.co_name
                docs = (text for text in inner.co_consts if isinstance(text, str) and " " in text)
                module = above if name in exported.get(above, ()) else spec.name
                found.append((name, first_sentence(next(docs, "")), module))
    return found


def specs(folders: Iterable[str], prefix: str) -> Iterator[ModuleSpec]:
    """Yield where the modules below these folders are, a package before what is in it."""
    for finder, name, is_package in pkgutil.iter_modules(folders, prefix):
        if spec := finder.find_spec(name, None):
            yield spec
        if is_package:
            below = [os.path.join(folder, name.rpartition(".")[2]) for folder in folders]
            yield from specs(below, f"{name}.")
