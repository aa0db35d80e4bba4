"""Every id of an erratum, in the text of any page, is a link to its entry.

An id that errata.yml does not have fails the build, in the text as well as in a check.
"""

from pathlib import Path

from docutils import nodes
from evidence_record import RecordError
from notes_data import ERRATA, ERRATUM, read_errata
from notes_pages import recorded
from sphinx.util import logging
from treated import DATA, data_folder

logger = logging.getLogger(__name__)
LINK = "erratum-link"
HOW_TO_MEND = "correct the id, or add the entry to book/data/errata.yml"
CLOSED = (
    nodes.reference, nodes.literal, nodes.literal_block, nodes.math, nodes.math_block,
    nodes.title, nodes.raw, nodes.comment,
)  # fmt: skip


def anchor(name: str) -> str:
    """The fragment of the address of an entry."""
    return name.lower()


def link_ids(app, doctree, docname):
    """Make each id in running text a link to its entry."""
    shown = getattr(app.env, "errata_pages", {})
    for text in list(doctree.findall(nodes.Text)):
        if not ERRATUM.search(text) or not linkable(text):
            continue
        parts, end = [], 0
        for found in ERRATUM.finditer(text):
            if found[0] not in shown:
                warn_unknown(app, found[0], text)
                continue
            page = shown[found[0]]
            uri = "" if page == docname else app.builder.get_relative_uri(docname, page)
            uri += f"#{anchor(found[0])}"
            link = nodes.reference("", found[0], internal=True, refuri=uri, classes=[LINK])
            parts += [nodes.Text(text[end : found.start()]), link]
            end = found.end()
        text.parent.replace(text, [*parts, nodes.Text(text[end:])])


def linkable(text: nodes.Text) -> bool:
    """Whether a link may stand here: not in code, formulas, titles or links."""
    node = text.parent
    if "erratum-id" in node.get("classes", []):
        return False
    while node is not None:
        if isinstance(node, CLOSED):
            return False
        node = node.parent
    return True


def warn_unknown(app, name: str, where: nodes.Node) -> None:
    known = {entry.id for entry in read_errata(data_folder(app))}
    remedy = "put its note on the page errata" if name in known else HOW_TO_MEND
    logger.warning("%s is not on the page of errata: %s", name, remedy, location=where.parent)


def check_record(app, env):
    """Warn of a check that names an unknown id, and of records that cannot be read."""
    known = {entry.id for entry in read_errata(data_folder(app))}
    try:
        evidence = recorded(Path(app.srcdir))
    except RecordError as error:
        logger.warning("the page of errata needs the records: %s", error)
        return
    for found in evidence:
        for name in ERRATUM.findall(found.words):
            if name not in known:
                logger.warning(
                    "%s.md: a %s of %s names %s, which %s does not have: %s",
                    found.page, found.kind, found.label, name, DATA / ERRATA, HOW_TO_MEND,
                )  # fmt: skip


def setup(app):
    app.connect("env-check-consistency", check_record)
    app.connect("doctree-resolved", link_ids)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
