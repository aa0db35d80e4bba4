"""Write under each statement a quiet line "used by", with links to what uses it.

Of a long list the first are named, and the rest stand in the table of the theorem map.  A claim has
a link to the map, which then shows only what it rests on and what rests on it.  When proofs change,
the pages of what they use or used are written again, and the map too.
"""

from docutils import nodes
from sphinx.environment import BuildEnvironment

from bookext.domain import to_write_again
from bookext.evidence.statements import CLAIMS
from bookext.labels import link, with_commas
from bookext.nodes.boxes import write_under
from bookext.theorems.graph import Graph
from bookext.theorems.reader import graph_of, titles

MAP = "book/theorem-map"
NAMED = 6


def line(app, graph: Graph, users: list[str], label: str, page: str) -> nodes.paragraph:
    has_map = MAP in app.env.found_docs
    shown = users if len(users) <= NAMED or not has_map else users[: NAMED - 1]
    named = (graph.statements[user] for user in shown)
    links = (link(app, page, user.page, user.label, user.name) for user in named)
    found = nodes.paragraph("", "", classes=["used-by"])
    if users:
        found += [nodes.Text("used by "), *with_commas(links)]
    if more := len(users) - len(shown):
        found += [nodes.Text(" and "), link(app, page, MAP, f"map-{label}", f"{more} more")]
    if has_map and graph.statements[label].kind in CLAIMS and (users or graph.uses[label]):
        place = link(app, page, MAP, f"of-{label}", "on the map")
        place["classes"] += ["on-the-map", "d-print-none"]
        found += [nodes.Text(" " * bool(users)), place]
    return found


def add_lines(app, doctree, docname):
    graph = graph_of(app.env)
    users = graph.users()
    for node in list(doctree.findall(nodes.Element)):
        label = node.get("label")
        if node.get("realtype") and label in users:
            found = line(app, graph, users[label], label, docname)
            if found.children:
                write_under(node, found)


def lines_by_page(env: BuildEnvironment) -> dict[str, list]:
    """Return the uses that each page shows, in its head too; the map shows all."""
    graph, named = graph_of(env), titles(env)
    every = [
        (s, graph.uses[label], [part.astext() for part in named[label]])
        for label, s in graph.statements.items()
    ]
    found: dict[str, list] = {MAP: every}
    for label, users in graph.users().items():
        others = (graph.statements[each] for each in (*users, *graph.uses[label]))
        said = (label, [(other.page, other.label, other.name) for other in others])
        found.setdefault(graph.statements[label].page, []).append(said)
    return found


def changed_pages(app, env):
    return to_write_again(env, "uses", lines_by_page(env))


def setup(app):
    app.setup_extension("bookext.nodes.tags")
    app.setup_extension("bookext.theorems.reader")
    app.connect("doctree-resolved", add_lines)
    app.connect("env-get-updated", changed_pages, priority=900)  # when the numbers are known
