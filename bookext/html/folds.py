"""Fold parts of a page, without a script.

Hints and solutions are <details>, closed until the reader opens them, also on paper: words in one
bar at the foot of their exercise.  Proofs are <details> too, and open, but for short ones, which a
fold would not make shorter; corrections of the notes are one quiet line.
"""

from docutils import nodes
from sphinx_proof.nodes import proof_node

from bookext.nodes.detached import detached, detached_line, title_of, without_title
from bookext.nodes.proof_ideas import OPENING, heading, ideas
from bookext.nodes.steps import is_mark
from bookext.nodes.tags import element, tag

SHORT = 60  # words: such a proof never folds
ANSWERS = {"hint", "solution"}


def is_closed(node: nodes.Node) -> bool:
    """Return whether a node is a hint, a solution or a correction."""
    return isinstance(node, nodes.Admonition) and bool(
        {"dropdown", "correction"}.intersection(node["classes"])
    )


def closed(node: nodes.Admonition) -> tag:
    """Return a box as a fold: its title, without links, opens it."""
    line, inside = detached_line(*title_of(node)), without_title(node)
    classes = ["admonition", *node["classes"]]
    if len(inside) == len(node.children):  # {hint}
        classes.append(node.tagname)
    if "correction" in classes:
        line[0] = nodes.Text(line[0].astext().replace("Correction: ", "Common slip: ", 1))
        classes = ["correction"]  # no box of the theme
    return fold(classes, element("summary", "admonition-title", *line.children), node, inside)


def open_proof(proof: proof_node) -> tag:
    """Return a proof as an open fold, which shows its idea when folded; a short one as it is.

    >>> count = nodes.paragraph("", "", nodes.Text("Proof. Count."))
    >>> proof = proof_node("", nodes.section("", count))
    >>> open_proof(proof)["name"], count.astext()
    ('div', 'Proof. Count.')
    """
    (box,) = proof.children
    short = len(proof.astext().split()) <= SHORT and not any(proof.findall(is_mark))
    words = [detached(idea) for idea in ideas(box.children)]
    paragraph = box.next_node(nodes.paragraph)
    named = None if paragraph is None else heading(paragraph)
    head = "Proof." if named is None else named.astext()
    title = f"{head} " if words else head.removesuffix(".")
    if paragraph is not None and (opening := OPENING.match(paragraph[0].astext())):
        rest = nodes.Text(f" {paragraph[0].astext()[opening.end() :]}")
        paragraph[:1] = [nodes.emphasis("", "Proof."), rest]
    if short:
        return named_as(proof, element("div", "the-proof", *box.children))
    summary = element("summary", "", element("span", "", title, *words))
    return fold(["the-proof"], summary, proof, box.children, open="")


def fold(classes, summary: tag, node: nodes.Element, inside, **attributes: str) -> tag:
    """Return a fold in the place of a node, with its names."""
    return named_as(node, element("details", " ".join(classes), summary, *inside, **attributes))


def named_as(node: nodes.Element, made: tag) -> tag:
    made["ids"] = node["ids"]
    return made


def answers_after(exercise: nodes.Element) -> list[tag]:
    """Return the reader's own cell, the hints and the solution of an exercise."""
    found = [
        each for each in exercise.children if isinstance(each, tag) and "turn" in each["classes"]
    ]
    siblings = exercise.parent.children
    for node in siblings[siblings.index(exercise) + 1 :]:
        if isinstance(node, tag) and ANSWERS.intersection(node["classes"]):
            found.append(node)
        elif not isinstance(node, (nodes.comment, nodes.target)):
            break
    return found


def gather_answers(exercise: nodes.Element) -> None:
    """Move the answers of an exercise into a bar at its foot, each under one word."""
    if not (found := answers_after(exercise)):
        return
    of = exercise.get("told", "")
    for fold in found:
        fold.parent.remove(fold)
        word = next((word for word in ("hint", "solution") if word in fold["classes"]), "turn")
        fold["classes"] = [word] if word != "turn" else fold["classes"]
        heard = element("span", "visually-hidden", f" for {of}" if of else "")
        fold[0] = element(
            "summary", "", "Try it in Python" if word == "turn" else word.title(), heard
        )
    label = f"Try, hint and solution for {of}" if of else "Try, hint and solution"
    exercise += element("div", "answers", *found, role="group", aria_label=label)


def make_folds(app, doctree, docname):
    for proof in list(doctree.findall(proof_node)):
        proof[:] = [open_proof(proof)]
    for node in list(doctree.findall(is_closed)):
        node.replace_self(closed(node))
    for node in list(doctree.findall(nodes.Admonition)):
        if "exercise" in node["classes"]:
            gather_answers(node)


def note_folds(app, pagename, templatename, context, doctree):
    """Tell article-tools.html what there is to open and to close."""
    named = {"has_proofs": "the-proof", "has_further": "further-part", "has_code": "quiet"}
    folds = [] if doctree is None else [n for n in doctree.findall(tag) if n["name"] == "details"]
    for name, kind in named.items():
        context[name] = any(kind in node["classes"] for node in folds)


def setup(app):
    app.connect("doctree-resolved", make_folds)
