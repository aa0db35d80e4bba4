"""Where each label of the book is, and what a link to it says; and the tests by name."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from docutils import nodes
from sphinx.environment import BuildEnvironment

from bookext.source import chapter_of


@dataclass(frozen=True, slots=True)
class Place:
    """A page (empty for a test), the fragment of the address, and the words of a link."""

    page: str
    anchor: str
    words: str


def statements(env):
    """Yield each label with the page, the kind and the number of its statement."""
    for label, entry in getattr(env, "proof_list", {}).items():
        numbers = env.toc_fignumbers.get(entry["docname"], {}).get(entry["countertype"], {})
        yield label, entry["docname"], entry["realtype"], numbers.get(label, ())
    for label, entry in getattr(env, "sphinx_exercise_registry", {}).items():
        numbers = env.toc_fignumbers.get(entry["docname"], {}).get("exercise", {})
        yield label, entry["docname"], "exercise", numbers.get(label, ())


def numbered(number: tuple[int, ...]) -> str:
    return ".".join(map(str, number))


def labelled(env: BuildEnvironment) -> Iterator[tuple[str, Place]]:
    """Every label that a reference can name: sections, figures, formulas, statements, exercises."""
    for label, (page, anchor) in env.domaindata["std"]["anonlabels"].items():
        number = env.toc_fignumbers.get(page, {}).get("figure", {}).get(anchor)
        if number:
            yield label, Place(page, anchor, f"Figure {numbered(number)}")
        elif page in env.titles:
            yield label, Place(page, anchor, f"a passage of “{env.titles[page].astext()}”")
    for label, (page, anchor, title) in env.domaindata["std"]["labels"].items():
        if anchor not in env.toc_fignumbers.get(page, {}).get("figure", {}):
            yield label, Place(page, anchor, f"“{title}”")
    for label, (page, _) in env.domaindata["math"]["objects"].items():
        anchor = f"equation-{label}"
        number = env.toc_fignumbers.get(page, {}).get("displaymath", {}).get(anchor, ())
        yield label, Place(page, anchor, f"Equation ({numbered(number)})")
    for label, page, kind, number in statements(env):
        yield label, Place(page, label, f"{kind.capitalize()} {numbered(number)}")


def places(env: BuildEnvironment) -> dict[str, Place]:
    """Every label of the book; what is numbered is called by its number."""
    return dict(labelled(env))


def tests(root: Path) -> dict[str, str]:
    """Name of a test -> its file, seen from ``root``."""
    return {
        name: path.relative_to(root).as_posix()
        for path in sorted((root / "tests").rglob("test_*.py"))
        for name in re.findall(r"^def (test_\w+)", path.read_text("utf-8"), flags=re.M)
    }


def first_pages(env: BuildEnvironment) -> dict[str, str]:
    """The first page of each chapter that exists, by its number as in the file names."""
    found: dict[str, str] = {}
    for page in sorted(env.found_docs):
        if (chapter := chapter_of(page)) is not None:
            found.setdefault(f"{chapter:02}", page)
    return found


def reading_order(env, page: str) -> Iterator[str]:
    yield page
    for below in env.toctree_includes.get(page, []):
        yield from reading_order(env, below)


def anchor_of(inside: nodes.Node) -> str:
    """The label of the statement or exercise around a node, or the name of the section."""
    node = inside.parent
    while node is not None:
        ids = node.get("ids", [])
        inner = {"proof-content", "exercise-content", "solution-content"}.intersection(ids)
        if ids and not inner and (node.get("label") in ids or isinstance(node, nodes.section)):
            return node.get("label", ids[0])
        node = node.parent
    return ""


def words_for(env, page: str, anchor: str) -> tuple[str, str]:
    """What a link to a place says, and its fragment."""
    for label, _, kind, number in statements(env):
        if label == anchor:
            return f"{kind.capitalize()} {'.'.join(map(str, number))}", f"#{anchor}"
    numbers = env.toc_secnumbers.get(page, {})
    fragment = f"#{anchor}" if f"#{anchor}" in numbers else ""
    number = numbers.get(fragment, ())
    kind = "Chapter" if len(number) == 1 else "Section"
    return f"{kind} {'.'.join(map(str, number))}", fragment
