"""A long proof begins with its idea; folded, it shows that sentence."""

import re

from docutils import nodes
from sphinx_proof.nodes import proof_node

LONG = 120  # words
END = re.compile(r"[.?!](?=\s|$)")


def first_sentence(paragraph: nodes.paragraph) -> nodes.inline | None:
    """Take the first sentence of a paragraph out of it; None if it has no end there."""
    for at, child in enumerate(paragraph.children):
        end = END.search(child) if isinstance(child, nodes.Text) else None
        if end:
            head, rest = nodes.Text(child[: end.end()]), nodes.Text(child[end.end() :])
            sentence = nodes.inline("", "", *paragraph[:at], head, classes=["idea"])
            paragraph[: at + 1] = [sentence, rest]
            return sentence
    return None


def mark_ideas(app, doctree, docname):
    for proof in doctree.findall(proof_node):
        paragraph = proof.next_node(nodes.paragraph)
        if paragraph is not None and len(proof.astext().split()) > LONG:
            first_sentence(paragraph)


def setup(app):
    app.connect("doctree-resolved", mark_ideas, priority=850)
