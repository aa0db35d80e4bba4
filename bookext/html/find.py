"""Write what the search box knows: statements, exercises, sections, pages, terms, the package.

It is one script, _static/find-data.js, which book/assets/find.js loads when the box opens: a script
and not data, because a page that was opened from a file can load only scripts.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from docutils import nodes

from bookext.course.sections import mark_of
from bookext.labels import numbered, title_of_exercise, titled
from bookext.labels import statements as every_statement
from bookext.reference.index import all_entries
from bookext.source import chapter_of
from bookext.theorems.plain_math import plain
from bookext.theorems.reader import on_the_path, titles

FILE = "_static/find-data.js"


class Thing(NamedTuple):
    """What is found.

    ``name`` is what one says ("Theorem 6.8"), ``about`` the title of the page or the name of the
    module that it is in, ``mark`` its place in the first course.
    """

    kind: str
    name: str
    title: str
    page: str
    anchor: str
    about: str
    label: str
    mark: str


def pages(env) -> Iterator[Thing]:
    for page in sorted(env.found_docs):
        kind = "page" if chapter_of(page) else "more"
        name = page.rpartition("/")[2]
        yield Thing(kind, "", titled(env, page), page, "", "", name, mark_of(env, page))


def sections(env) -> Iterator[Thing]:
    for page, contents in sorted(env.tocs.items()):
        for link in contents.findall(nodes.reference):
            if link.get("refuri") == page and link["anchorname"] and chapter_of(page):
                anchor, about = link["anchorname"].removeprefix("#"), env.titles[page].astext()
                yield Thing("section", "", link.astext(), page, anchor, about, "", "")


def statements(env) -> Iterator[Thing]:
    named, path = titles(env), set(on_the_path(env))
    for label, page, kind, number in every_statement(env):
        name = f"{kind.capitalize()} {numbered(number)}"
        title = plain(named[label]) if label in named else title_of_exercise(env, label)
        mark = "" if kind == "exercise" else "core" if label in path else "further"
        yield Thing(kind, name, title, page, label, env.titles[page].astext(), label, mark)


def terms(env) -> Iterator[Thing]:
    seen = set()
    for page, entry in all_entries(env):
        words = ", ".join(entry.words)
        if words not in seen:
            seen.add(words)
            yield Thing("term", "", words, page, entry.target, env.titles[page].astext(), "", "")


def code(env) -> Iterator[Thing]:
    objects = sorted(env.get_domain("py").get_objects(), key=lambda each: each[3])
    for name, shown, _, page, anchor, _ in objects:
        title = shown.rpartition(".")[2]
        yield Thing("code", "", title, page, anchor, name.rpartition(".")[0], "", "")


def write(app, error):
    if error or app.builder.format != "html":
        return
    env = app.env
    found = [*pages(env), *sections(env), *statements(env), *terms(env), *code(env)]
    folder = Path(app.outdir)
    data = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
    (folder / FILE).write_text(f"bookFind({data});\n", "utf-8")


def setup(app):
    app.connect("build-finished", write)
