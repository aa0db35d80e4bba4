"""Fold what the first course leaves out of its pages under its heading, with its minutes."""

from collections.abc import Iterator
from pathlib import Path

from docutils import nodes

from bookext.course.marks import further_sections, minutes
from bookext.nodes.tags import element


def source_of(env, page: str) -> str:
    return Path(env.doc2path(page)).read_text("utf-8")


def mark_of(env, page: str) -> str:
    """Return core, further, reference, or nothing."""
    return env.metadata[page].get("course", "")


def folded(document: nodes.Element) -> Iterator[nodes.section]:
    """Yield the sections marked as further that are not part of another one."""
    for child in document.children:
        if isinstance(child, nodes.section):
            if "further" in child["classes"]:
                yield child
            else:
                yield from folded(child)


def is_further(node: nodes.Node) -> bool:
    """Return whether a node stands in a section marked as further."""
    while node is not None:
        if isinstance(node, nodes.section) and "further" in node["classes"]:
            return True
        node = node.parent
    return False


def in_minutes(number: int) -> str:
    """Write a number of minutes in words.

    >>> in_minutes(1), in_minutes(6)
    ('1 minute', '6 minutes')
    """
    return f"{number} minute{'s' * (number != 1)}"


def in_hours(number: int) -> str:
    """Write a number of minutes to the next quarter of an hour.

    >>> in_hours(20), in_hours(52), in_hours(95)
    ('¼ h', '¾ h', '1½ h')
    """
    hours, quarters = divmod(round(number / 15), 4)
    return f"{hours or ''}{('', '¼', '½', '¾')[quarters]} h" if hours + quarters else "0 h"


def fold(app, doctree, docname):
    sections = list(folded(doctree))
    if not sections:
        return
    lengths = [
        minutes(blocks) for _, blocks in further_sections(source_of(app.env, docname), docname)
    ]
    for section, length in zip(sections, lengths, strict=True):
        inside = section[1:]
        del section[1:]
        words = ("Optional, ", in_minutes(length))
        section += element("details", "further-part", element("summary", "", *words), *inside)


def setup(app):
    app.connect("doctree-resolved", fold)
