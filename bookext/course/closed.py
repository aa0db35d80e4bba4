"""The path of the first course is closed under use: a result on it is proved from results on it.

What it borrows from elsewhere without proof says so with ``{prf:borrow}`label```.
"""

from sphinx.util import logging

from bookext.course.sections import mark_of
from bookext.theorems.graph import Graph
from bookext.theorems.reader import graph_of, pages_of

logger = logging.getLogger(__name__)


def on_the_path(env) -> set[str]:
    """The labels of what is stated on core pages, outside of sections that are further."""
    return {
        label
        for page, found in pages_of(env).items()
        if mark_of(env, page) == "core"
        for label in found.titles
        if label not in found.further
    }


def loans(graph: Graph, path: set[str], borrowed: set[tuple[str, str]]) -> list[tuple[str, str]]:
    """What is used on the path, stands outside and is not said to be borrowed.

    >>> graph = Graph({}, {"thm-a": ("lem-b", "lem-c"), "lem-b": (), "lem-c": ()})
    >>> loans(graph, {"thm-a", "lem-b"}, set())
    [('thm-a', 'lem-c')]
    >>> loans(graph, {"thm-a", "lem-b"}, {("thm-a", "lem-c")})
    []
    """
    return [
        (user, used)
        for user, targets in graph.uses.items()
        for used in targets
        if user in path and used not in path and (user, used) not in borrowed
    ]


def forbid_loans(app, env):
    graph = graph_of(env)
    borrowed = {pair for page in pages_of(env).values() for pair in page.borrowed}
    for user, used in loans(graph, on_the_path(env), borrowed):
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
