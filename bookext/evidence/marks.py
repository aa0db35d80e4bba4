"""Write a line such as "proved · all evidence (5)" under each statement, and name each proof.

The line leads to the statement's place on the page of results; to a name a link can lead.
"""

from docutils import nodes
from sphinx.util import logging
from sphinx_proof.nodes import proof_node

from bookext.domain import read_of
from bookext.evidence.collect import results_of
from bookext.evidence.formatting import mark_on_page
from bookext.evidence.statements import proof_names
from bookext.nodes.boxes import boxes, write_under
from bookext.nodes.tags import element

logger = logging.getLogger(__name__)


def name_proofs(app, doctree, docname):
    """Give each proof its name and the labels of what it proves."""
    outline = read_of(app.env, "outline").get(docname)
    if outline is None:
        return
    proofs = list(doctree.findall(proof_node))
    if len(proofs) != len(outline.proofs):
        logger.warning(
            "the page has %d proofs, its source %d: write each as a directive of its own, "
            "{prf:proof}",
            len(proofs),
            len(outline.proofs),
            location=docname,
        )
        return
    for proof, said, name in zip(proofs, outline.proofs, proof_names(outline), strict=True):
        proof["ids"], proof["proves"] = [name], said.of


def add_marks(app, doctree, docname):
    page = next(iter(read_of(app.env, "shows the results")), None)
    if page is None:
        return
    uri = app.builder.get_relative_uri(docname, page)
    own = {r.statement.label: r for r in results_of(app.env) if r.page == docname}
    for box in boxes(doctree):
        result = own.get(box["label"])
        if result and "realtype" in box and (words := mark_on_page(result)):
            to_row = {"href": f"{uri}#{box['label']}", "title": "The evidence for it"}
            link = element("a", "", words, **to_row)
            write_under(box, nodes.paragraph("", "", link, classes=["result-mark"]))


def setup(app):
    app.setup_extension("bookext.nodes.tags")
    app.connect("doctree-resolved", name_proofs)
    app.connect("doctree-resolved", add_marks)
