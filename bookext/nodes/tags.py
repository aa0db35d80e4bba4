"""Represent an element of HTML as a node, so that it passes through Sphinx like the rest of a page.

Its formulas are written by KaTeX, its references resolved and its errata linked as everywhere.
"""

import re
from collections.abc import Iterable

from docutils import nodes


class tag(nodes.General, nodes.TextElement):
    """An element, `<name class=... key=...>`, around its children."""

    def astext(self) -> str:
        """Return the text inside; the sign of a link to its own place does not count."""
        return "" if "headerlink" in self["classes"] else super().astext()


class slide_node(nodes.General, nodes.Element):
    """What stands on a slide and not on the page."""


def element(name: str, classes: str, *children: nodes.Node | str, **attributes: str) -> tag:
    """Make an element; texts among the children may have formulas between dollars."""
    node = tag("", name=name, attributes=attributes, classes=classes.split())
    for child in children:
        node += inline(child) if isinstance(child, str) else [child]
    return node


def inline(text: str) -> list[nodes.Node]:
    r"""Split a text at its formulas.

    >>> [type(node).__name__ for node in inline(r"at most $\sqrt t$ steps")]
    ['Text', 'math', 'Text']
    """
    parts: Iterable[str] = re.split(r"\$([^$]+)\$", text)
    return [
        nodes.math("", part) if odd else nodes.Text(part)
        for odd, part in ((k % 2, part) for k, part in enumerate(parts))
        if part
    ]


def visit(self, node):
    attributes = {key.replace("_", "-"): value for key, value in node["attributes"].items()}
    self.body.append(self.starttag(node, node["name"], "", **attributes))


def depart(self, node):
    self.body.append(f"</{node['name']}>")


def setup(app):
    app.add_node(tag, html=(visit, depart))
