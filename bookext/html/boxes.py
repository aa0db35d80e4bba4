"""What the box of a statement or an exercise holds beside its words.

A link to itself stands behind its title, and under it one quiet line of what is known of it: other
parts write its pieces, in the order of `bookext.PARTS`.
"""

from collections.abc import Iterator

from docutils import nodes

from bookext.html.tags import element

CONTENTS = {"proof-content", "exercise-content", "solution-content"}


def boxes(document: nodes.Element) -> Iterator[nodes.Element]:
    """The boxes of statements and exercises, in order."""
    for node in document.findall(nodes.Admonition):
        if {"proof", "exercise"}.intersection(node["classes"]) and "label" in node:
            yield node


def write_under(box: nodes.Element, piece: nodes.paragraph) -> None:
    """Put a piece into the line under the words of a box."""
    if "under-box" not in box[-1].get("classes", ()):
        box += element("div", "under-box")
    box[-1].append(piece)


def forget_names(app, doctree, docname):
    """Take away the names that sphinx-proof and sphinx-exercise give to every box alike."""
    for node in doctree.findall(nodes.section):
        if CONTENTS.intersection(node["ids"]):
            node["ids"] = []


def add_links(app, doctree, docname):
    for box in boxes(doctree):
        to_itself = {"href": f"#{box['label']}", "title": "Link to this statement"}
        box[0].append(element("a", "headerlink", "#", **to_itself))


def setup(app):
    app.setup_extension("bookext.html.tags")
    app.connect("doctree-resolved", forget_names)
    app.connect("doctree-resolved", add_links)
