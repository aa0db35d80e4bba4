"""Collect which result uses which, from the references in statements and in their proofs.

A proof belongs to the statement before it, or to those that it names by ``*Of {prf:ref}`label`.*``.
A reference to a formula that stands in a statement or in its proof is one to the statement.
``{prf:cf}`label``` is a reference that only compares: it does not count.  A circle fails the build.
``{prf:borrow}`label``` counts, and says that what the first course uses here is proved elsewhere.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx_proof.domain import ProofXRefRole
from sphinx_proof.nodes import proof_node

from bookext.course.sections import is_further, mark_of
from bookext.domain import read_of
from bookext.evidence.statements import CLAIMS, LISTED
from bookext.labels import statements as numbered
from bookext.source import chapter_of
from bookext.theorems.graph import Graph, Statement, circles
from bookext.theorems.plain_math import plain

logger = logging.getLogger(__name__)
NOT_A_USE = {"cf", "doc"}  # roles


@dataclass
class PageUses:
    """What one page says of uses.

    Titles by label, pairs (user, used), the statement of each formula, the pairs that are loans,
    and the labels that stand in sections that a first course leaves out.
    """

    titles: dict[str, list[nodes.Node]] = field(default_factory=dict)
    pairs: list[tuple[str, str]] = field(default_factory=list)
    formulas: dict[str, str] = field(default_factory=dict)
    borrowed: set[tuple[str, str]] = field(default_factory=set)
    further: set[str] = field(default_factory=set)


def title_of(statement: nodes.Element) -> list[nodes.Node]:
    """Return the title of a statement without the brackets that sphinx-proof puts around it."""
    parts = [child.deepcopy() for child in statement.next_node(nodes.title).children]
    if parts:
        parts[0] = nodes.Text(parts[0].astext().removeprefix(" ("))
        parts[-1] = nodes.Text(parts[-1].astext().removesuffix(")"))
    return [part for part in parts if part.astext()]


def is_answer(node: nodes.Node) -> bool:
    """Return whether a node stands in an exercise or a solution."""
    while node := node.parent:
        if node.tagname.startswith(("exercise", "solution")):
            return True
    return False


class Reader:
    """A reader of one page, from top to bottom."""

    def __init__(self, page: str) -> None:
        self.page, self.found = page, PageUses()
        self.latest: str | None = None

    def read(self, doctree: nodes.document) -> PageUses:
        for node in doctree.findall(nodes.Element):
            if isinstance(node, proof_node):
                self.read_proof(node)
            elif node.get("realtype") in LISTED:
                self.read_statement(node)
        return self.found

    def read_statement(self, node: nodes.Element) -> None:
        label = node["label"]
        if node["realtype"] in CLAIMS:
            self.latest = label
        self.found.titles[label] = title_of(node)
        if is_further(node):
            self.found.further.add(label)
        self.note(node.findall(nodes.Element), [label])

    def read_proof(self, proof: proof_node) -> None:
        owners = [] if is_answer(proof) or not self.latest else [self.latest]
        parts, rest = list(proof.findall(nodes.Element)), []
        named: list[nodes.Node] = []
        for part in parts:
            if isinstance(part, nodes.emphasis) and part.astext().startswith("Of "):
                if references := list(part.findall(pending_xref)):
                    self.note(rest, owners)
                    owners, rest = [reference["reftarget"] for reference in references], []
                    named += references
            elif part not in named:
                rest.append(part)
        self.note(rest, owners)
        if not owners and not is_answer(proof):
            logger.warning(
                "no statement comes before this proof, and it names none: put it after its "
                "statement, or begin it with *Of {prf:ref}`the-label`.*",
                location=(self.page, next((p.line for p in parts if p.line), None)),
            )

    def note(self, parts: Iterator[nodes.Element] | list[nodes.Element], owners: list[str]) -> None:
        """Note what is referred to in a statement or in a piece of its proof."""
        for part in parts:
            if isinstance(part, pending_xref) and part["reftype"] not in NOT_A_USE:
                pairs = [(owner, part["reftarget"]) for owner in owners]
                self.found.pairs += pairs
                if part["reftype"] == "borrow":
                    self.found.borrowed.update(pairs)
            elif isinstance(part, nodes.math_block) and part.get("label") and owners:
                self.found.formulas[part["label"]] = owners[0]


def collect(app, doctree):
    read_of(app.env, "uses")[app.env.docname] = Reader(app.env.docname).read(doctree)


def titles(env: BuildEnvironment) -> dict[str, list[nodes.Node]]:
    """Return the title of every statement as nodes, with its formulas."""
    return {k: title for page in read_of(env, "uses").values() for k, title in page.titles.items()}


def on_the_path(env: BuildEnvironment) -> Iterator[str]:
    """Yield the labels of what core pages state outside of sections that are further."""
    for page, found in read_of(env, "uses").items():
        if mark_of(env, page) == "core":
            yield from (label for label in found.titles if label not in found.further)


def graph_of(env: BuildEnvironment) -> Graph:
    """Return the graph of the whole book, numbers included."""
    pages, named, path = read_of(env, "uses").values(), titles(env), set(on_the_path(env))
    found = [
        Statement(
            label, kind, page, chapter_of(page) or 0, tuple(number), plain(named[label]),
            label in path,
        )
        for label, page, kind, number in numbered(env)
        if label in named
    ]  # fmt: skip
    owner = {formula: label for page in pages for formula, label in page.formulas.items()}
    pairs = [(user, owner.get(target, target)) for page in pages for user, target in page.pairs]
    return Graph.of(found, pairs)


def forbid_circles(app, env):
    graph = graph_of(env)
    for circle in circles(graph.uses):
        steps = [f"{label} ({graph.statements[label].page})" for label in [*circle, circle[0]]]
        logger.warning(
            "these results use each other in a circle: %s. Prove one of them without the next; or, "
            "if one of the references only compares, write it {prf:cf}`label`.",
            " uses ".join(steps),
            location=graph.statements[circle[0]].page,
        )


def setup(app):
    app.setup_extension("sphinx_proof")
    for role in ("cf", "borrow"):
        app.add_role_to_domain("prf", role, ProofXRefRole())
    app.connect("doctree-read", collect)
    app.connect("env-check-consistency", forbid_circles)
