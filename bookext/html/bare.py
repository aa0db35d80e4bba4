"""A part of a page as it is shown elsewhere: beside a reference, on a slide, in the line of a fold.

There nothing leads elsewhere and nothing has a name of its own: there are references without links,
and no evidence.
"""

from docutils import nodes
from sphinx import addnodes

from bookext.html.tags import tag

NOT_SHOWN = (nodes.target, nodes.comment, addnodes.index)
OF_PAGES = {"evidence", "quiet", "headerlink", "under-box"}


def bare(node: nodes.Node) -> nodes.Node:
    """A copy without links, names and what belongs to a page only.

    >>> title = nodes.title("", "", nodes.reference("", "Ann", refuri="#ann"), ids=["a"])
    >>> print(bare(title))
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
    return nodes.container("", *copy.children) if isinstance(copy, nodes.section) else copy


def bare_line(*parts: nodes.Node) -> nodes.inline:
    """What stands inside a line, so."""
    return bare(nodes.inline("", "", *(part.deepcopy() for part in parts)))


def is_dropped(node: nodes.Node) -> bool:
    """Whether only what is in a node stays: a link, or a section, which reveal.js takes for a
    slide."""
    link = isinstance(node, tag) and node["name"] == "a"
    return link or isinstance(node, (nodes.reference, nodes.section))


def is_of_pages(node: nodes.Node) -> bool:
    return isinstance(node, NOT_SHOWN) or (
        isinstance(node, nodes.Element) and bool(OF_PAGES.intersection(node.get("classes", ())))
    )
