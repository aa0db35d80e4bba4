"""Read what a page says, place by place, in plain characters: what the search finds beside names.

A place is a statement, an exercise, a section, a figure, a formula with a number or an object of
the package.  What tests print, what stands on slides alone, code and solutions are left out.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from docutils import nodes
from sphinx import addnodes
from sphinx_exercise.nodes import solution_node

from bookext.domain import read_of
from bookext.labels import anchor_of
from bookext.nodes.tags import slide_node, tag
from bookext.theorems.plain_math import plain_formula

LEFT_OUT = (
    tag, slide_node, solution_node, addnodes.index, nodes.literal_block, nodes.raw, nodes.title,
    nodes.comment, nodes.system_message, nodes.image,
)  # fmt: skip
FORMULAS = (nodes.math, nodes.math_block)
LONGEST_TERM = 4  # words: what is emphasised and longer is a sentence
SHORTEST_TERM = 4  # letters: "not" is none
REFERENCE, FORMULA = re.compile("\0([^\0]*)\0"), re.compile("\x01([^\x01]*)\x01")


@dataclass
class Said:
    """What a page says, by anchor: its text, and the words that it emphasises.

    The anchor of what stands under no heading but that of the page is empty; ``anchors`` gives the
    anchor of a section by each of its names.
    """

    texts: dict[str, list[str]] = field(default_factory=dict)
    stressed: dict[str, list[str]] = field(default_factory=dict)
    anchors: dict[str, str] = field(default_factory=dict)

    def add(self, anchor: str, text: str, stressed: Iterable[str] = ()) -> None:
        self.texts.setdefault(anchor, []).append(text)
        self.stressed.setdefault(anchor, []).extend(stressed)


def words_of(node: nodes.Node) -> str:
    """Return the text of a node, as `readable` takes it.

    A formula stands between ones, and where a reference leads between zeros, if it says nothing.
    """
    if isinstance(node, LEFT_OUT):
        return ""
    if isinstance(node, FORMULAS):
        return f"\x01{plain_formula(node.astext())}\x01"
    if isinstance(node, addnodes.pending_xref) and not node.get("refexplicit"):
        return f"\0{node['reftarget']}\0"
    if isinstance(node, nodes.Text):
        return node.astext()
    return "".join(map(words_of, node.children))


def readable(text: str, names: Mapping[str, str], longest_formula: int) -> str:
    r"""Return a text with the names of what it refers to; a longer formula is three dots.

    >>> readable("by \0thm-a\0 and \x01a≤b\x01, \x01a≤b≤c\x01", {"thm-a": "Theorem 6.1"}, 3)
    'by Theorem 6.1 and a≤b, …'
    """
    text = FORMULA.sub(lambda found: found[1] if len(found[1]) <= longest_formula else "…", text)
    text = REFERENCE.sub(lambda found: " and ".join(named(found[1], names)), text)
    return " ".join(text.split())


def named(target: str, names: Mapping[str, str]) -> Iterator[str]:
    """Yield the names of a target, or of each of several works."""
    keys = [target] if target in names else target.split(",")
    yield from (names[key.strip()] for key in keys if key.strip() in names)


def blocks(doctree: nodes.document) -> Iterator[nodes.Element]:
    """Yield the paragraphs, formulas and captions that are not in another one, nor left out."""
    waiting: list[nodes.Node] = [doctree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, (nodes.paragraph, nodes.math_block, nodes.caption)):
            yield node
        elif isinstance(node, nodes.Element) and not isinstance(node, (*LEFT_OUT, addnodes.desc)):
            waiting += reversed(node.children)


def stressed_in(block: nodes.Element) -> Iterator[str]:
    """Yield the terms that a block emphasises."""
    for node in block.findall(nodes.emphasis):
        term = words_of(node).strip(".,:;?! ")
        is_plain = not {"\0", "\x01"}.intersection(term)
        if is_plain and len(term) >= SHORTEST_TERM and len(term.split()) <= LONGEST_TERM:
            yield term


def read(doctree: nodes.document) -> Said:
    said = Said()
    for section in doctree.findall(nodes.section):
        top = section.parent is doctree
        said.anchors.update(dict.fromkeys(section["ids"], "" if top else section["ids"][0]))
    for block in blocks(doctree):
        anchor = anchor_of(block)
        if isinstance(block, nodes.caption):
            anchor = next(iter(block.parent["ids"]), anchor)
        said.add(said.anchors.get(anchor, anchor), words_of(block), stressed_in(block))
    for formula in doctree.findall(nodes.math_block):
        if isinstance(formula.get("label"), str) and formula["ids"]:
            said.add(formula["ids"][0], words_of(formula))
    for described in doctree.findall(addnodes.desc):
        about = next((node for node in described[-1] if isinstance(node, nodes.paragraph)), None)
        for signature in described.findall(addnodes.desc_signature):
            if about is not None and signature.parent is described:
                for name in signature["ids"]:
                    said.add(name, words_of(about))
    return said


def keep(app, doctree):
    read_of(app.env, "said")[app.env.docname] = read(doctree)


def setup(app):
    app.connect("doctree-read", keep)
