"""Mark the idea of a proof, its first sentence, which the folded proof and its slide show.

A long proof has an idea; a shorter one has one only if it says `:class: slide`.
A proof that names its statement, "*Of Theorem 4.1.*", begins "Proof of Theorem 4.1."
"""

import re
from collections.abc import Iterable

from docutils import nodes
from sphinx_proof.nodes import proof_node

LONG = 120  # words
END = re.compile(r"[.?!](?=\s|$)")
OPENING = re.compile(r"Proof\.\s*")  # written by sphinx-proof
OF = "Of "


def name_statement(paragraph: nodes.paragraph) -> None:
    """Join the opening of a proof with the statement that it names.

    >>> words = map(nodes.Text, ["Of ", "Theorem 4.1", "."])
    >>> named = nodes.emphasis("", "", *words)
    >>> proof = nodes.paragraph("", "", nodes.Text("Proof. "), named, nodes.Text(" Count."))
    >>> name_statement(proof)
    >>> proof.astext(), heading(proof).astext()
    ('Proof of Theorem 4.1. Count.', 'Proof of Theorem 4.1.')
    """
    if len(paragraph) > 1 and OPENING.fullmatch(paragraph[0].astext()):
        named = paragraph[1]
        if isinstance(named, nodes.emphasis) and named.astext().startswith(OF):
            named[:1] = [nodes.Text(f"Proof of {named[0].astext().removeprefix(OF)}")]
            named["classes"].append("proof-of")
            paragraph[:1] = []


def heading(paragraph: nodes.paragraph) -> nodes.emphasis | None:
    """Return the words "Proof of ..." with which a proof that names its statement begins."""
    first = paragraph[0]
    return first if isinstance(first, nodes.emphasis) and "proof-of" in first["classes"] else None


def first_sentence(paragraph: nodes.paragraph) -> nodes.inline | None:
    """Put the first sentence of a proof into an element; None if it has no end there.

    >>> proof = nodes.paragraph("", "", nodes.Text("Proof. Count. Then add."))
    >>> first_sentence(proof).astext(), proof.astext()
    ('Count.', 'Proof. Count. Then add.')
    >>> kept = nodes.inline("", "", nodes.math("", "k"), nodes.Text("."), classes=["kept"])
    >>> proof = nodes.paragraph("", "", nodes.Text("Proof. Count to "), kept, nodes.Text(" Add."))
    >>> first_sentence(proof).astext(), proof.astext()
    ('Count to k.', 'Proof. Count to k. Add.')
    """
    head = 0 if heading(paragraph) is None else 1
    for at, child in enumerate(paragraph.children[head:], start=head):
        text = str(child) if isinstance(child, nodes.Text) else ""
        opening = OPENING.match(text) if at == 0 else None
        start = opening.end() if opening else 0
        end = END.search(text, start)
        if end is None and not closes(child):
            continue
        before = list(paragraph[head:at])
        inside, rest = [child], ""
        if end is not None:
            inside, rest = [nodes.Text(text[start : end.end()])], text[end.end() :]
        if at == head:
            before = [nodes.Text(text[:start])] * bool(start)
        elif opening := OPENING.match(str(before[0])):
            inside = [nodes.Text(before[0][opening.end() :]), *before[1:], *inside]
            before = [nodes.Text(opening[0])]
        else:
            before, inside = [], [*before, *inside]
        sentence = nodes.inline("", "", *inside, classes=["idea"])
        paragraph[head : at + 1] = [*before, sentence, nodes.Text(rest)]
        return sentence
    return None


def closes(child: nodes.Node) -> bool:
    """Return whether a formula with the mark after it (formulas.KeepMarks) ends a sentence."""
    kept = isinstance(child, nodes.inline) and "kept" in child["classes"]
    return kept and isinstance(child[-1], nodes.Text) and END.search(child[-1]) is not None


def ideas(parts: Iterable[nodes.Node]) -> list[nodes.inline]:
    """Return the sentences that a proof of these parts shows while it is folded."""
    every = (node for part in parts for node in part.findall(nodes.inline))
    return [node for node in every if "idea" in node["classes"]]


def mark_ideas(app, doctree, docname):
    for proof in doctree.findall(proof_node):
        if (paragraph := proof.next_node(nodes.paragraph)) is not None:
            name_statement(paragraph)
        asked = "slide" in proof[0]["classes"]
        proof[0]["classes"] = [name for name in proof[0]["classes"] if name != "slide"]
        if paragraph is not None and (asked or len(proof.astext().split()) > LONG):
            first_sentence(paragraph)


def setup(app):
    app.connect("doctree-resolved", mark_ideas)
