"""Write what the search knows: pages, sections, statements, figures, formulas and the package.

Of each its name and title, other words for it (what it emphasises, its entries in the index, and
what ``asked`` in index.yml gives), the people who stand there, and the beginning of its text.

These are two scripts, scripts and not data because a page that was opened from a file can load only
scripts: _static/find-data.js, which book/assets/find.js loads when the box opens, and
_static/find-text.js, all that is said at each place, which only the page of the search loads.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from docutils import nodes
from sphinx.environment import BuildEnvironment
from sphinx.util import logging

from bookext.course.sections import mark_of
from bookext.domain import read_of
from bookext.html.passages import Said, readable
from bookext.labels import name_of, number_of, numbered, parent_of, places, title_of_exercise
from bookext.labels import statements as every_statement
from bookext.reference.index import all_entries, settings
from bookext.source import chapter_of
from bookext.theorems.plain_math import plain
from bookext.theorems.reader import on_the_path, titles

logger = logging.getLogger(__name__)
DATA, TEXT = "_static/find-data.js", "_static/find-text.js"
PACKAGE = "lecture_code"
PARTS_OF_CODE = ("attribute", "method", "property")
ASKED = "asked"  # in index.yml
#: With these a subentry of the index begins that stands behind its entry.
FOLLOWS = ("and", "at", "by", "for", "in", "of", "that", "to", "with", "without")
#: Letters of the text in the data, by kind; a result of the theory has more.
MOST = {
    **{"page": 100, "more": 100, "section": 0, "exercise": 70, "figure": 60, "equation": 40},
    **{"module": 0, "code": 50, "part": 0},
}
MOST_OF_A_RESULT = 240
LONGEST_FORMULA, LONGEST_IN_TEXT = 12, 20  # letters


class Thing(NamedTuple):
    """What is found.

    ``name`` is what one says ("Theorem 6.8"), ``title`` what it is called, ``mark`` its place in
    the first course, ``also`` are other words for it, ``people`` those who stand there.  An
    ``anchor`` that `made_of_title` makes as well is left out of what is written.
    """

    kind: str
    name: str
    title: str
    anchor: str
    mark: str = ""
    also: str = ""
    people: str = ""
    says: str = ""


def made_of_title(thing: Thing) -> str:
    """Return the anchor that a thing of this title has as a rule; find.js makes it as well.

    >>> made_of_title(Thing("section", "", "Why 1/m, and not 1/√m?", ""))
    'why-1-m-and-not-1-m'
    >>> made_of_title(Thing("code", "", "erm", "", also="core.risk"))
    'lecture_code.core.risk.erm'
    """
    if thing.kind in ("code", "part"):
        return f"{PACKAGE}.{thing.also}.{thing.title}"
    return re.sub("[^a-z0-9]+", "-", thing.title.lower()).strip("-") * (thing.kind == "section")


def pages(env: BuildEnvironment) -> Iterator[tuple[str, Thing]]:
    for page in sorted(env.found_docs):
        kind = "page" if chapter_of(page) else "more"
        number = "" if parent_of(env, page) else number_of(env, page)
        name = f"Chapter {number}" if number else ""
        yield page, Thing(kind, name, env.titles[page].astext(), "", mark_of(env, page))


def sections(env: BuildEnvironment) -> Iterator[tuple[str, Thing]]:
    for page, contents in sorted(env.tocs.items()):
        for link in contents.findall(nodes.reference):
            anchor = link["anchorname"].removeprefix("#")
            if link.get("refuri") == page and anchor and PACKAGE not in anchor:
                kind = "module" if anchor.endswith("-module") else "section"
                yield page, Thing(kind, "", link.astext(), anchor)


def statements(env: BuildEnvironment) -> Iterator[tuple[str, Thing]]:
    named, path = titles(env), set(on_the_path(env))
    for label, page, kind, number in every_statement(env):
        title = plain(named[label]) if label in named else title_of_exercise(env, label)
        mark = "" if kind == "exercise" else "core" if label in path else "further"
        if number:  # a solution has none
            yield page, Thing(kind, name_of(kind, number), title.lstrip("★ "), label, mark)


def figures_and_formulas(env: BuildEnvironment) -> Iterator[tuple[str, Thing]]:
    for page, numbers in sorted(env.toc_fignumbers.items()):
        for anchor, number in numbers.get("figure", {}).items():
            yield page, Thing("figure", name_of("figure", number), "", anchor)
        for anchor, number in numbers.get("displaymath", {}).items():
            yield page, Thing("equation", f"Equation ({numbered(number)})", "", anchor)


def code(env: BuildEnvironment) -> Iterator[tuple[str, Thing]]:
    objects = sorted(env.get_domain("py").get_objects(), key=lambda each: each[3])
    for _, shown, kind, page, anchor, _ in objects:
        where, _, title = shown.rpartition(".")
        if kind != "module":
            of = "part" if kind in PARTS_OF_CODE else "code"
            yield page, Thing(of, "", title, anchor, "", where.removeprefix(f"{PACKAGE}."))


def other_words(app) -> Iterator[tuple[str, str, str, bool]]:
    """Yield each page and anchor with other words for it, and whether these are a person."""
    env, said = app.env, read_of(app.env, "said")
    for page, of_page in said.items():
        for anchor, terms in of_page.stressed.items():
            yield from ((page, anchor, term, False) for term in terms)
    for page, entry in all_entries(env):
        anchor = said[page].anchors.get(entry.anchor, entry.anchor)
        if entry.list == "people":
            yield page, anchor, entry.words[0].partition(",")[0], True
        else:
            yield page, anchor, in_one(entry.words), False
    known = asked_places(env)
    for name, words in asked(app).items():
        if name in known:
            yield from ((*known[name], word, False) for word in words)


def in_one(words: tuple[str, ...]) -> str:
    """Return an entry of the index, and the one above it, as one says it.

    >>> in_one(("margin", "functional")), in_one(("loss", "at the output"))
    ('functional margin', 'loss at the output')
    """
    follows = words[-1].partition(" ")[0] in FOLLOWS
    return " ".join(words if follows else reversed(words))


def asked(app) -> dict[str, list[str]]:
    """Return what readers may ask for, by the page or label that answers."""
    return settings(app).get(ASKED) or {}


def asked_places(env: BuildEnvironment) -> dict[str, tuple[str, str]]:
    """Return the page and anchor of all that ``asked`` may name: pages and labels."""
    found = {page.rpartition("/")[2]: (page, "") for page in env.found_docs}
    for label, place in places(env).items():
        said = read_of(env, "said").get(place.page, Said())
        found[label] = place.page, said.anchors.get(place.anchor, place.anchor)
    return found


def check(app, env):
    for name in sorted(asked(app).keys() - asked_places(env).keys()):
        logger.warning("book/data/index.yml: nothing has the name %r: correct or remove it", name)


def said_by_references(env: BuildEnvironment) -> dict[str, str]:
    """Return what a reference says, by its target: a label, or a work that is cited."""
    names = {label: place.words for label, place in places(env).items()}
    for key, work in env.get_domain("cite").bibdata.data.entries.items():
        authors = [" ".join(each.last_names) for each in work.persons.get("author", [])]
        names[key] = f"{', '.join(authors)} ({work.fields.get('year', '')})"
    return names


def known(app) -> list[tuple[str, str, str, list[Thing]]]:
    """Return all that is found, by page, with the titles of the chapter and of the page."""
    env = app.env
    words: dict[tuple[str, str, bool], dict[str, str]] = {}
    for page, anchor, word, is_person in other_words(app):
        own = words.setdefault((page, anchor, is_person), {})
        own.setdefault(" ".join(sorted(word.casefold().split())), word)
    names = said_by_references(env)
    found: dict[str, list[Thing]] = {}
    for part in (pages, sections, statements, figures_and_formulas, code):
        for page, thing in part(env):
            terms, people = (words.get((page, thing.anchor, who), {}) for who in (False, True))
            also = [term for term in terms.values() if term.casefold() != thing.title.casefold()]
            most = MOST.get(thing.kind, MOST_OF_A_RESULT)
            longest = most if thing.kind == "equation" else LONGEST_FORMULA
            text = said_at(env, names, page, thing.anchor, longest)
            row = thing._replace(
                anchor="" if thing.anchor == made_of_title(thing) else thing.anchor,
                also=";".join([thing.also] * bool(thing.also) + also),
                people=";".join(people.values()),
                says=shortened(text, most),
            )
            found.setdefault(page, []).append(row)
    return [(page, *titles_over(env, page), of_page) for page, of_page in found.items()]


def titles_over(env: BuildEnvironment, page: str) -> tuple[str, str]:
    """Return the titles of the chapter, if the page does not begin it, and of the page."""
    parent = parent_of(env, page)
    return parent and env.titles[parent].astext(), env.titles[page].astext()


def said_at(
    env: BuildEnvironment, names: dict[str, str], page: str, anchor: str, longest: int
) -> str:
    parts = read_of(env, "said").get(page, Said()).texts.get(anchor, [])
    return readable("\n".join(parts), names, longest)


def shortened(text: str, most: int) -> str:
    """Return the beginning of a text, of whole words.

    >>> shortened("one two three", 8), shortened("one", 8), shortened("one", 0)
    ('one two…', 'one', '')
    """
    if not most or len(text) <= most:
        return text[:most]
    return f"{text[: most + 1].rpartition(' ')[0]}…"


def texts(env: BuildEnvironment) -> list[tuple[str, dict[str, str]]]:
    """Return all that each page says, by anchor."""
    names = said_by_references(env)
    return [
        (page, {at: said_at(env, names, page, at, LONGEST_IN_TEXT) for at in said.texts})
        for page, said in sorted(read_of(env, "said").items())
        if page in env.found_docs
    ]


def script(name: str, data: Any) -> str:
    return f"{name}({json.dumps(data, ensure_ascii=False, separators=(',', ':'))});\n"


def write(app, error):
    if error or app.builder.format != "html":
        return
    folder = Path(app.outdir)
    (folder / DATA).write_text(script("bookFind", known(app)), "utf-8")
    (folder / TEXT).write_text(script("bookText", texts(app.env)), "utf-8")


def leave_searching(app):
    """Let Sphinx make no index of words and no page of its own for the search."""
    if app.builder.format == "html":
        app.builder.search = False


def setup(app):
    app.connect("builder-inited", leave_searching)
    app.connect("env-check-consistency", check)
    app.connect("build-finished", write)
