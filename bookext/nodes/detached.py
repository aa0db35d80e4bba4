"""Copy a part of a page to show it elsewhere: beside a reference, on a slide, in a fold's line.

There nothing leads elsewhere and nothing has a name of its own: references have no links, and there
is no evidence.  What has a number shows the number written down in it (boxes.py, formulas.py).
"""

from docutils import nodes
from sphinx import addnodes
from sphinx.locale import admonitionlabels
from sphinx_proof.nodes import proof_node

from bookext.nodes.tags import element, tag

NOT_SHOWN = (nodes.target, nodes.comment, addnodes.index)
REFERENCES = (nodes.reference, nodes.footnote_reference, nodes.citation_reference)
OF_PAGES = {"evidence", "quiet", "headerlink", "under-box", "answers", "seen"}


def detached(node: nodes.Node) -> nodes.Node:
    """Return a copy without links, names and what belongs to its page only.

    >>> title = nodes.title("", "", nodes.reference("", "Ann", refuri="#ann"), ids=["a"])
    >>> print(detached(title))
    <title>Ann</title>
    """
    copy = node.deepcopy()
    if not isinstance(copy, nodes.Element):
        return copy
    for each in [copy, *copy.findall(nodes.Element)]:
        each["ids"], each["names"] = [], []
    for each in list(copy.findall(is_of_pages)):
        if each.parent is not None:
            each.parent.remove(each)
    for around in list(copy.findall(is_dropped)):
        if around.parent is not None:
            around.parent.replace(around, around.children)
    for caption in list(copy.findall(is_caption)):
        if caption.parent is not None:
            caption.replace_self(captioned(caption))
    for box in list(copy.findall(is_box)):
        if box is not copy:
            box.replace_self(boxed(box))
    if is_box(copy):
        return boxed(copy)
    return nodes.container("", *copy.children) if isinstance(copy, nodes.section) else copy


def detached_line(*parts: nodes.Node) -> nodes.inline:
    """Return such a copy of what stands inside a line."""
    return detached(nodes.inline("", "", *(part.deepcopy() for part in parts)))


def boxed(box: nodes.Element) -> tag:
    """Return a box under its title, with its number."""
    head = element("p", "admonition-title", *title_of(box))
    return element("div", " ".join(["admonition", *box["classes"]]), head, *without_title(box))


def title_of(box: nodes.Element) -> list[nodes.Node]:
    """Return the number of a box and the words of its title; a {hint} has no title of its own."""
    told, own = box.get("told", ""), isinstance(box.children[0], nodes.title)
    number = [element("span", "caption-number", f"{told} ")] if told else []
    words = box[0].children if own else [nodes.Text(admonitionlabels.get(box.tagname, ""))]
    return [*number, *words]


def without_title(box: nodes.Element) -> list[nodes.Node]:
    return box.children[isinstance(box.children[0], nodes.title) :]


def captioned(caption: nodes.Element) -> tag:
    """Return the caption of a figure, a table or a block of code, with its number."""
    name = "figcaption" if isinstance(caption.parent, nodes.figure) else "caption"
    name = "p" if isinstance(caption.parent, nodes.container) else name
    number = caption.parent.get("told", "")
    line = [element("span", "caption-number", f"{number} ")] if number else []
    line.append(element("span", "caption-text", *caption.children))
    return element(name, "", *([element("p", "", *line)] if name == "figcaption" else line))


def is_box(node: nodes.Node) -> bool:
    return isinstance(node, nodes.Admonition) and bool(node.children)


def is_caption(node: nodes.Node) -> bool:
    """Return whether a node is a caption to which Sphinx would write a number."""
    of_table = isinstance(node, nodes.title) and isinstance(node.parent, nodes.table)
    return of_table or isinstance(node, nodes.caption)


def is_dropped(node: nodes.Node) -> bool:
    """Return whether only what is in a node stays: a link, the node around a proof, a section.

    reveal.js would take a section for a slide.
    """
    link = isinstance(node, tag) and node["name"] == "a"
    return link or isinstance(node, (*REFERENCES, nodes.section, proof_node))


def is_of_pages(node: nodes.Node) -> bool:
    return isinstance(node, NOT_SHOWN) or (
        isinstance(node, nodes.Element) and bool(OF_PAGES.intersection(node.get("classes", ())))
    )
