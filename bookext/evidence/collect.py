"""Collect what the book states, proves and checks, and fail the build where a rule is broken.

The statements come from the sources, the evidence from the recorded notebooks beside them, on
which the pages depend: a page is read again when its record changes. The domain holds the
results (domain.py); results.py has the rules.
"""

from collections.abc import Sequence
from pathlib import Path

from sphinx.environment import BuildEnvironment
from sphinx.util import logging

from bookext.domain import read_of, to_write_again
from bookext.evidence.record import RecordError, code_of, read_notebook, read_page
from bookext.evidence.results import Fault, Result, results, stale, unchecked, unknown, unproved
from bookext.evidence.statements import outline
from bookext.labels import reading_order
from bookext.source import cells, has_record

logger = logging.getLogger(__name__)


def results_of(env: BuildEnvironment) -> Sequence[Result]:
    """Return what the book states, with proofs and evidence, once all pages are read."""
    return env.domains["book"].results


def read_source(app, docname, source):
    """Note what a page states, and the code of its cells."""
    path = Path(app.env.doc2path(docname))
    try:
        read_of(app.env, "outline")[docname] = outline(source[0], path)
    except ValueError as error:
        logger.warning("%s", error, location=docname)
        return
    if path.suffix == ".md" and has_record(source[0]):
        app.env.note_dependency(str(path.with_suffix(".ipynb")))
        read_of(app.env, "code")[docname] = [cell.text for cell in cells(source[0], path.name)]


def read_records(env, pages):
    """Return the evidence of the pages that have cells, and the faults of their records."""
    evidence, faults, written = [], [], read_of(env, "code")
    for page in pages:
        if page not in written:
            continue
        path = Path(env.doc2path(page)).with_suffix(".ipynb")
        try:
            code = [code_of(cell) for cell in read_notebook(path)]
            evidence += read_page(path, page)
            faults += stale(page, written[page], code)
        except RecordError as error:
            faults.append(Fault(page, 0, str(error)))
    return evidence, faults


def collect(app, env):
    """Join proofs and evidence, warn of faults, and name the pages that show them otherwise."""
    pages = list(dict.fromkeys(reading_order(env, env.config.root_doc)))
    read = read_of(env, "outline")
    outlines = {page: read[page] for page in pages if page in read}
    evidence, faults = read_records(env, pages)
    faults += [*unproved(outlines), *unchecked(outlines, evidence), *unknown(outlines, evidence)]
    for fault in faults:
        logger.warning("%s", fault.text, location=(fault.page, fault.line or None))
    found = env.domains["book"].results = results(outlines, evidence)
    shown = {page: repr([r for r in found if r.page == page]) for page in pages}
    return to_write_again(env, "results of a page", shown)


def setup(app):
    app.connect("source-read", read_source)
    app.connect("env-get-updated", collect, priority=900)  # when all is numbered
