"""Draw a map of results as SVG: shapes, words and lines.  theorem_map.css gives the colours."""

import re
from collections.abc import Mapping, Sequence
from html import escape
from itertools import pairwise

from bookext.theorems.graph import Graph, Statement
from bookext.theorems.layout import MARGIN, WIDTH, Box, lay_out, left, routes

LETTER = 10.5  # the size of a title in theorem_map.css, in pixels
PADDING = 5
COLUMNS = 6
NARROW, WIDE = "iljtfrI.,:;'|!()[]¹² ", "mwMWOQGD@%…—"


def width_of(text: str) -> float:
    """Estimate the width of a title in pixels, in letters as wide as those of DejaVu Sans.

    Which letters the reader has is not known; few are wider.
    """
    sizes = (
        0.4 if c in NARROW else 0.9 if c in WIDE else 0.7 if c.isupper() else 0.62 for c in text
    )
    return LETTER * sum(sizes)


def lines_of(title: str, room: float) -> list[str]:
    """Break a title into lines, between words and behind hyphens.

    >>> lines_of("Stability of convex-Lipschitz-bounded problems", 124)
    ['Stability of convex-', 'Lipschitz-bounded', 'problems']
    """
    lines = [""]
    for word in re.findall(r".+?(?:\s|-(?=\w)|$)", title):
        if lines[-1] and width_of(lines[-1] + word.rstrip()) > room:
            lines.append("")
        lines[-1] += word
    return [line.rstrip() for line in lines if line]


def shape(kind: str, w: int, h: int) -> str:
    """Return the outline of a kind: each has its own, so that colour is never needed."""
    r, c, half = h // 3, 6, h // 2
    return {
        "theorem": f"M0 0H{w}V{h}H0Z",
        "lemma": (
            f"M{r} 0H{w - r}Q{w} 0 {w} {half}Q{w} {h} {w - r} {h}H{r}Q0 {h} 0 {half}Q0 0 {r} 0Z"
        ),
        "proposition": f"M{c} 0H{w - c}L{w} {half}L{w - c} {h}H{c}L0 {half}Z",
        "corollary": f"M{c} 0H{w}V{h - c}L{w - c} {h}H0V{c}Z",
        "definition": f"M0 0H{w - c}L{w} {c}V{h}H0ZM{w - c} 0V{c}H{w}",
        "algorithm": f"M0 0H{w}V{h}H0ZM4 0V{h}M{w - 4} 0V{h}",
    }[kind]


def drawn_box(
    statement: Statement, number: int, lines: list[str], box: Box, link: str, anchor: str = ""
) -> str:
    """Draw a statement as a link: outline, name, title; the full name is read out and pops up."""
    middle, first = WIDTH // 2, box.height // 2 + 4 - 6 * len(lines)
    words = "".join(
        f'<tspan x="{middle}" y="{first + 12 * i + 1}">{escape(line)}</tspan>'
        for i, line in enumerate(lines, start=1)
    )
    name = f"● {statement.name}" if statement.on_path else statement.name
    return (
        f'<a class="{statement.kind}" href="{escape(link)}" data-n="{number}"{anchor} '
        f'transform="translate({box.x} {box.y})"><title>{escape(statement.full_name)}</title>'
        f'<path d="{shape(statement.kind, WIDTH, box.height)}"/>'
        f'<text><tspan class="name" x="{middle}" y="{first}">{escape(name)}</tspan>'
        f"{words}</text></a>"
    )


def draw(
    graph: Graph,
    bands: Sequence[tuple[str, Sequence[str]]],
    links: Mapping[str, str],
    *,
    name: str,
    title: str,
    anchors: bool = False,
) -> tuple[str, int]:
    """Draw the map of a graph, and return it with its height in pixels.

    ``bands`` are heads and labels, from top to bottom; ``links`` says where each label leads.  With
    ``anchors``, a box can be linked to: #of-thm-novikoff.
    """
    bands = [(head, labels) for head, labels in bands if labels]
    number = {label: at for at, label in enumerate(graph.statements)}
    titles = {k: lines_of(s.title, WIDTH - 2 * PADDING) for k, s in graph.statements.items()}
    heights = {label: 24 + 12 * len(lines) for label, lines in titles.items()}
    boxes, edges = lay_out([labels for _, labels in bands], graph.uses, heights, COLUMNS)
    width, height = left(COLUMNS) + MARGIN, edges[-1] + MARGIN
    lines = "".join(
        f'<path d="{path}" data-from="{number[used]}" data-to="{number[user]}"'
        + ' class="back"' * (boxes[user].row < boxes[used].row)
        + "/>"
        for user, used, path in routes(boxes, graph.uses, COLUMNS)
    )
    stripes = "".join(
        f'<rect y="{top}" width="{width}" height="{bottom - top}"/>'
        for top, bottom in list(pairwise(edges))[::2]
    )
    shown = ""
    for (head, labels), top in zip(bands, edges, strict=False):
        inside = "".join(
            drawn_box(
                graph.statements[k],
                number[k],
                titles[k],
                boxes[k],
                links[k],
                f' id="of-{k}"' * anchors,
            )
            for k in labels
        )
        shown += (
            f'<g role="group" aria-label="{escape(head)}"><text class="head" aria-hidden="true" '
            f'x="{MARGIN}" y="{top + 22}">{escape(head)}</text>{inside}</g>'
        )
    drawn = f"""<svg class="theorem-map" role="group" aria-label="{escape(title)}" width="{width}" \
height="{height}" viewBox="0 0 {width} {height}">
<marker id="{name}-tip" viewBox="0 0 6 6" refX="6" refY="3" markerWidth="6" markerHeight="6" \
orient="auto"><path d="M0 0L6 3L0 6Z"/></marker>
<g class="bands">{stripes}</g><g class="uses" marker-end="url(#{name}-tip)">{lines}</g>
{shown}</svg>"""
    return drawn, height


def key(kind: str) -> str:
    """Draw the outline of a kind in small, for the legend."""
    return (
        f'<svg class="theorem-map key" aria-hidden="true" width="34" height="20" '
        f'viewBox="-2 -2 34 20"><g class="{kind}"><path d="{shape(kind, 30, 16)}"/></g></svg>'
    )
