"""Find where each label of the book is and what a link to it says, and make the links.

The files of the tests and the address of the repository, to which links lead too, are found here.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from docutils import nodes
from sphinx.environment import BuildEnvironment

from bookext.source import chapter_of


@dataclass(frozen=True, slots=True)
class Place:
    """The target of a link: its page, the fragment of its address, and the text of the link."""

    page: str
    anchor: str
    words: str


def statements(env):
    """Yield each label with the page, the kind and the number of its statement.

    The order is that of the pages' names, whichever of them was read last.
    """
    for registry in ("proof_list", "sphinx_exercise_registry"):
        for label, _ in by_page(getattr(env, registry, {})):
            page, kind, number = statement(env, label)
            yield label, page, kind, number


def statement(env, label: str):
    """Return the page, the kind and the number of a statement, or None if there is none."""
    if entry := getattr(env, "proof_list", {}).get(label):
        kind, counter = entry["realtype"], entry["countertype"]
    elif entry := getattr(env, "sphinx_exercise_registry", {}).get(label):
        kind = counter = "exercise"
    else:
        return None
    numbers = env.toc_fignumbers.get(entry["docname"], {}).get(counter, {})
    return entry["docname"], kind, numbers.get(label, ())


def by_page(entries: Mapping[str, Any]) -> list[tuple[str, Any]]:
    return sorted(entries.items(), key=lambda item: item[1]["docname"])


def title_of_exercise(env, label: str) -> str:
    """Return the title of an exercise; empty if it has none, and for a statement."""
    entry = getattr(env, "sphinx_exercise_registry", {}).get(label)
    title = entry and entry["node"].next_node(lambda node: node.tagname == "exercise_subtitle")
    return title.astext().strip() if title else ""


def numbered(number: tuple[int, ...]) -> str:
    return ".".join(map(str, number))


def name_of(kind: str, number: tuple[int, ...]) -> str:
    """Name a statement by kind and number, for example Theorem 6.9."""
    return f"{kind.capitalize()} {numbered(number)}"


def places(env: BuildEnvironment) -> dict[str, Place]:
    """Return the target of every label: sections, figures, formulas, statements, exercises.

    What is numbered is called by its number.
    """
    found: dict[str, Place] = {}
    titles = {page: title.astext() for page, title in env.titles.items()}
    for label, (page, anchor) in env.domaindata["std"]["anonlabels"].items():
        number = env.toc_fignumbers.get(page, {}).get("figure", {}).get(anchor)
        if number:
            found[label] = Place(page, anchor, name_of("figure", number))
        elif page in titles:
            found[label] = Place(page, anchor, f"a passage of “{titles[page]}”")
    for label, (page, anchor, title) in env.domaindata["std"]["labels"].items():
        if anchor not in env.toc_fignumbers.get(page, {}).get("figure", {}):
            found[label] = Place(page, anchor, f"“{title}”")
    for label, (page, _) in env.domaindata["math"]["objects"].items():
        anchor = f"equation-{label}"
        number = env.toc_fignumbers.get(page, {}).get("displaymath", {}).get(anchor, ())
        found[label] = Place(page, anchor, f"Equation ({numbered(number)})")
    for label, page, kind, number in statements(env):
        found[label] = Place(page, label, name_of(kind, number))
    return found


def tests(root: Path) -> dict[str, str]:
    """Return the file of each test, seen from ``root``, by the name of the test."""
    return {
        name: path.relative_to(root).as_posix()
        for path in sorted((root / "tests").rglob("test_*.py"))
        for name in re.findall(r"^def (test_\w+)", path.read_text("utf-8"), flags=re.M)
    }


def repository(folder: Path) -> tuple[str, str]:
    """Return the address of the repository, empty if _config.yml has none, and its branch."""
    file = folder / "_config.yml"
    settings = yaml.safe_load(file.read_text("utf-8")) if file.exists() else {}
    found = settings.get("repository") or {}
    return (found.get("url") or "").rstrip("/"), found.get("branch") or "main"


def first_pages(env: BuildEnvironment) -> dict[int, str]:
    """Return the first page of each chapter that exists."""
    found: dict[int, str] = {}
    for page in sorted(env.found_docs):
        if (chapter := chapter_of(page)) is not None:
            found.setdefault(chapter, page)
    return found


def reading_order(env, page: str) -> Iterator[str]:
    yield page
    for below in env.toctree_includes.get(page, []):
        yield from reading_order(env, below)


def number_of(env, page: str) -> str:
    return numbered(env.toc_secnumbers.get(page, {}).get("", ()))


def titled(env, page: str) -> str:
    """Return the title of a page, with its number if the page begins a chapter."""
    number, title = number_of(env, page), env.titles[page].astext()
    return f"{number} {title}" if number and not parent_of(env, page) else title


def parent_of(env, page: str) -> str:
    """Return the first page of its chapter; empty for a page that stands by itself."""
    above = (parent for parent, below in env.toctree_includes.items() if page in below)
    return next((parent for parent in above if parent != env.config.root_doc), "")


def anchor_of(inside: nodes.Node) -> str:
    """Return the label of the statement or exercise around a node, or its section's name."""
    node = inside.parent
    while node is not None:
        ids = node.get("ids", [])
        inner = {"proof-content", "exercise-content", "solution-content"}.intersection(ids)
        if ids and not inner and (node.get("label") in ids or isinstance(node, nodes.section)):
            return node.get("label", ids[0])
        node = node.parent
    return ""


def names(env) -> dict[str, str]:
    """Return the name of every statement and exercise, for example Theorem 6.9, by label."""
    return {label: name_of(kind, number) for label, _, kind, number in statements(env)}


def words_for(env, named: Mapping[str, str], page: str, anchor: str) -> tuple[str, str]:
    """Return the text of a link to a place, and the anchor, empty if the text names the page.

    The statements are ``named`` as by `names`.
    """
    if anchor in named:
        return named[anchor], anchor
    for heading in env.tocs[page].findall(nodes.reference):
        if anchor and heading["anchorname"] == f"#{anchor}":
            return f"“{heading.astext()}”", anchor
    title = env.titles[page].astext()
    return (title if parent_of(env, page) else f"Chapter {number_of(env, page)}"), ""


def link(app, docname: str, page: str, anchor: str, *words: nodes.Node | str) -> nodes.reference:
    """Make a link from the page docname to a place."""
    uri = app.builder.get_relative_uri(docname, page) + (anchor and f"#{anchor}")
    shown = (nodes.Text(part) if isinstance(part, str) else part for part in words)
    return nodes.reference("", "", *shown, internal=True, refuri=uri)


def with_commas(parts: Iterable[nodes.Node]) -> Iterator[nodes.Node]:
    """Yield the nodes with commas between them."""
    for at, part in enumerate(parts):
        if at:
            yield nodes.Text(", ")
        yield part
