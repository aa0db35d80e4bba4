"""Collects what the book states, proves and checks, and lets the build fail where it must not.

The statements come from the sources, the evidence from the recorded notebooks beside them, on
which the pages depend: a page is read again when its record changes. ``app.env.results`` holds
the list; results.py holds the rules.
"""

from pathlib import Path

from sphinx.util import logging

from bookext.evidence.record import RecordError, code_of, read_notebook, read_page
from bookext.evidence.results import Fault, results, stale, unchecked, unknown, unproved
from bookext.evidence.statements import outline
from bookext.evidence.words import mark
from bookext.labels import reading_order
from bookext.source import cells, has_record

logger = logging.getLogger(__name__)
KEPT = ("outlines", "page_code")  # what env holds of each page


def start(app):
    for name in KEPT:
        if not hasattr(app.env, name):
            setattr(app.env, name, {})
    app.env.results = []


def read_source(app, docname, source):
    """Note what a page states, and the code of its cells."""
    path = Path(app.env.doc2path(docname))
    forget(app, app.env, docname)
    try:
        app.env.outlines[docname] = outline(source[0], path)
    except ValueError as error:
        logger.warning("%s", error, location=docname)
        return
    if path.suffix == ".md" and has_record(source[0]):
        app.env.note_dependency(str(path.with_suffix(".ipynb")))
        app.env.page_code[docname] = [cell.text for cell in cells(source[0], path.name)]


def forget(app, env, docname):
    for name in KEPT:
        getattr(env, name).pop(docname, None)


def merge(app, env, docnames, other):
    for name in KEPT:
        ours, theirs = getattr(env, name), getattr(other, name)
        ours.update({page: theirs[page] for page in docnames if page in theirs})


def read_records(env, pages):
    """The evidence of the pages that have cells, and what is wrong with their records."""
    evidence, faults = [], []
    for page in pages:
        if page not in env.page_code:
            continue
        path = Path(env.doc2path(page)).with_suffix(".ipynb")
        try:
            code = [code_of(cell) for cell in read_notebook(path)]
            evidence += read_page(path, page)
            faults += stale(page, env.page_code[page], code)
        except RecordError as error:
            faults.append(Fault(page, 0, str(error)))
    return evidence, faults


def collect(app, env):
    """Bring proofs and evidence together, complain, and name the pages that show it otherwise."""
    pages = list(dict.fromkeys(reading_order(env, env.config.root_doc)))
    outlines = {page: env.outlines[page] for page in pages if page in env.outlines}
    evidence, faults = read_records(env, pages)
    faults += [*unproved(outlines), *unchecked(outlines, evidence), *unknown(outlines, evidence)]
    for fault in faults:
        logger.warning("%s", fault.text, location=(fault.page, fault.line or None))
    env.results = results(outlines, evidence)
    shown = {page: [mark(r) for r in env.results if r.page == page] for page in pages}
    before, env.results_shown = getattr(env, "results_shown", {}), shown
    return [page for page in pages if shown[page] != before.get(page)]


def setup(app):
    app.connect("builder-inited", start)
    app.connect("source-read", read_source)
    app.connect("env-purge-doc", forget)
    app.connect("env-merge-info", merge)
    app.connect("env-get-updated", collect, priority=900)  # when all is numbered
