"""Complete the box of a statement or an exercise: a link to itself, and a quiet line under it.

The link stands behind the title.  The line tells what is known of the statement: other parts write
its pieces, in the order of `bookext.PARTS`.
"""

from collections.abc import Iterator

from docutils import nodes

from bookext.labels import name_of, numbered, statements
from bookext.nodes.tags import element

CONTENTS = {"proof-content", "exercise-content", "solution-content"}


def boxes(document: nodes.Element) -> Iterator[nodes.Element]:
    """Yield the boxes of statements and exercises, in order."""
    for node in document.findall(nodes.Admonition):
        if {"proof", "exercise"}.intersection(node["classes"]) and "label" in node:
            yield node


def write_under(box: nodes.Element, piece: nodes.paragraph) -> None:
    """Put a piece into the line under the words of a box."""
    if "under-box" not in box[-1].get("classes", ()):
        box += element("div", "under-box")
    box[-1].append(piece)


def tell_numbers(app, doctree, docname):
    """Write the number of each box and caption into its node: a copy, without a name, shows it."""
    known = {label: (kind, number) for label, _, kind, number in statements(app.env)}
    for box in boxes(doctree):
        kind, number = known.get(box["label"], ("", ()))
        unnumbered = box.get("realtype", "").capitalize()  # the title of an exercise says so itself
        box["told"] = name_of(kind, number) if number else unnumbered
    kind_of, formats = app.env.domains["std"].get_enumerable_node_type, app.config.numfig_format
    for node in doctree.findall(is_captioned):
        counted = app.env.toc_fignumbers.get(docname, {}).get(kind := kind_of(node), {})
        if number := counted.get(next(iter(node["ids"]), "")):
            node["told"] = formats[kind] % numbered(number)


def is_captioned(node: nodes.Node) -> bool:
    return isinstance(node, (nodes.figure, nodes.table, nodes.container))


def forget_names(app, doctree, docname):
    """Remove the names that sphinx-proof and sphinx-exercise give to every box alike."""
    for node in doctree.findall(nodes.section):
        if CONTENTS.intersection(node["ids"]):
            node["ids"] = []


def add_links(app, doctree, docname):
    for box in boxes(doctree):
        to_itself = {"href": f"#{box['label']}", "title": "Link to this statement"}
        box[0].append(element("a", "headerlink", "#", **to_itself))


def setup(app):
    app.setup_extension("bookext.nodes.tags")
    app.connect("doctree-resolved", tell_numbers)
    app.connect("doctree-resolved", forget_names)
    app.connect("doctree-resolved", add_links)
