"""Keep the path of the first course closed under use: its results are proved from its results.

What it borrows from elsewhere without proof says so with ``{prf:borrow}`label```.
"""

from sphinx.util import logging

from bookext.domain import read_of
from bookext.theorems.graph import Graph
from bookext.theorems.reader import graph_of

logger = logging.getLogger(__name__)


def loans(graph: Graph, borrowed: set[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return what is used on the path, stands outside and is not said to be borrowed."""
    known = graph.statements
    return [
        (user, used)
        for user, targets in graph.uses.items()
        for used in targets
        if known[user].on_path and not known[used].on_path and (user, used) not in borrowed
    ]


def forbid_loans(app, env):
    graph = graph_of(env)
    borrowed = {pair for page in read_of(env, "uses").values() for pair in page.borrowed}
    for user, used in loans(graph, borrowed):
        logger.warning(
            "%s is on the path of the first course, and uses %s (%s), which is not. Prove it "
            "without, put that on the path, or say that it is used without proof and refer to it "
            "with {prf:borrow}`%s`.",
            user,
            used,
            graph.statements[used].page,
            used,
            location=graph.statements[user].page,
        )


def setup(app):
    app.setup_extension("bookext.theorems.reader")
    app.connect("env-check-consistency", forbid_loans)
