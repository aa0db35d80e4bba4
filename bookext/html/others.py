"""Name the pages to write again because of what they show of others.

Sphinx writes a page again when its source has changed, or a number in it.  The contents at the
side, the pages before and after, and what a reference says are others' titles and numbers: here
they are compared with those of the last build.  What a part of the extension writes into pages it
compares by itself, with `to_write_again`.
"""

import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.addnodes import pending_xref

from bookext.course import weeks
from bookext.course.marks import listed
from bookext.course.sections import mark_of
from bookext.domain import read_of, to_write_again
from bookext.html.buttons import PAPER
from bookext.labels import parent_of, places, reading_order, title_of_exercise, titled
from bookext.notes.data import ERRATUM
from bookext.reference.implements import Named
from bookext.theorems.reader import graph_of, titles

OF_MODULES = "_modules"  # sphinx.ext.viewcode writes a page there only when its module is newer


def targets(doctree: nodes.document) -> Iterator[str]:
    """Yield the labels, works and errata that a page refers to."""
    for node in doctree.findall(nodes.Element):
        if isinstance(node, pending_xref):
            yield from map(str.strip, node["reftarget"].split(","))
        elif isinstance(node, Named):
            yield node["label"]
        for name in ("statement", "target_label"):  # of a panel of evidence, of a solution
            if name in node:
                yield node[name]
    yield from ERRATUM.findall(doctree.astext())


def collect(app, doctree):
    read_of(app.env, "targets")[app.env.docname] = sorted(set(targets(doctree)))


def of_every_page(app, env) -> Any:
    """Return what all pages show: contents, entries of the package, the printed book, templates."""
    contents = [
        (page, titled(env, page), mark_of(env, page), parent_of(env, page))
        for page in reading_order(env, env.config.root_doc)
    ]
    objects = env.get_domain("py").objects.items()
    package = sorted((name, entry.docname, entry.node_id) for name, entry in objects)
    templates = app.builder.templates.newest_template_mtime() if is_html(app) else 0
    return contents, package, Path(app.srcdir, PAPER).exists(), templates


def is_html(app) -> bool:
    return app.builder.format == "html"


def of_course(app, env) -> dict[str, Any]:
    """Return of each page of the first course what is before and after it, and its slides."""
    course = weeks.read(Path(app.srcdir))
    return {page: (course.beside(page), course.week_of(page)) for page in course.path}


def referred_to(env) -> dict[str, list[Any]]:
    """Return what each page says of that to which it refers, or which its statements use."""
    known, named, graph = places(env), titles(env), graph_of(env)
    labels = env.domaindata["std"]["labels"]
    errata = {name: page for page, names in read_of(env, "errata").items() for name in names}
    cited = {
        each.key: (each.bibliography_key.docname, each.citation_id, repr(each.entry))
        for each in (env.domains["cite"].citations if "cite" in env.domains else ())
    }
    used: dict[str, set[str]] = {}
    for label, statement in graph.statements.items():
        used.setdefault(statement.page, set()).update(graph.uses[label])

    def said(label: str) -> Any:
        title = [part.astext() for part in named.get(label, ())]
        numbered = known.get(label), labels.get(label), title, title_of_exercise(env, label)
        return label, numbered, errata.get(label), cited.get(label)

    def of(page: str, read: Iterable[str]) -> list[Any]:
        needs = listed(env.metadata[page].get("needs", []))
        return [said(label) for label in sorted({*read, *needs, *used.get(page, ())})]

    return {page: of(page, read) for page, read in read_of(env, "targets").items()}


def of_lists(env) -> dict[str, Any]:
    """Return the works that are listed on a page: those that some page cites."""
    found: dict[str, list[str]] = {}
    for work in env.domains["cite"].citations if "cite" in env.domains else ():
        found.setdefault(work.bibliography_key.docname, []).append(work.citation_id)
    return found


def changed_pages(app, env):
    every = of_every_page(app, env)
    if everywhere := to_write_again(env, "every page", dict.fromkeys(env.found_docs, every)):
        shutil.rmtree(Path(app.outdir, OF_MODULES), ignore_errors=True)
    printed = Path(app.srcdir, PAPER)
    copied = {env.config.root_doc: printed.exists() and printed.stat().st_mtime_ns}
    return {
        *everywhere,
        *to_write_again(env, "path", of_course(app, env)),
        *to_write_again(env, "references", referred_to(env)),
        *to_write_again(env, "works", of_lists(env)),
        *to_write_again(env, "printed", copied),
    }


def setup(app):
    app.setup_extension("bookext.domain")
    app.setup_extension("bookext.theorems.reader")
    app.connect("doctree-read", collect)
    app.connect("env-get-updated", changed_pages, priority=900)  # when all is numbered
