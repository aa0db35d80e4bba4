"""Finding an element in the HTML of a page, for the steps of the pipeline."""

import re


def end_of(html: str, start: int) -> int:
    """Where the element that begins at ``start`` ends.

    >>> html = '<div id="a"><div></div></div><p>'
    >>> html[: end_of(html, 0)]
    '<div id="a"><div></div></div>'
    """
    name = re.compile(r"<(\w+)").match(html, start)[1]
    depth = 0
    for tag in re.compile(rf"<(/?){name}\b").finditer(html, start):
        depth += -1 if tag[1] else 1
        if depth == 0:
            return html.index(">", tag.start()) + 1
    raise ValueError(f"<{name}> is never closed: {html[start : start + 80]}")
