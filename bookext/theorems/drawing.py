"""A map of results as SVG: shapes, words and lines.  theorem_map.css gives the colours."""

from collections.abc import Mapping, Sequence
from html import escape

from bookext.theorems.graph import Graph, Statement
from bookext.theorems.layout import Grid, lay_out, routes

LETTER = 10.5  # the size of a title in theorem_map.css, in pixels
PADDING = 5
NARROW, WIDE = "iljtfrI.,:;'|!()[]¹² ", "mwMWOQGD@%…—"


def width_of(text: str) -> float:
    """The width of a title in pixels, in letters as wide as those of DejaVu Sans.

    Which letters the reader has is not known; few are wider.
    """
    sizes = (
        0.4 if c in NARROW else 0.9 if c in WIDE else 0.7 if c.isupper() else 0.62 for c in text
    )
    return LETTER * sum(sizes)


def lines_of(title: str, room: float) -> list[str]:
    """A title on at most two lines; what does not fit becomes dots.

    >>> lines_of("The perceptron stops exactly on separable samples", 102)
    ['The perceptron', 'stops exactly o…']
    """
    lines, words = [""], title.split()
    for word in words:
        longer = f"{lines[-1]} {word}".strip()
        if width_of(longer) <= room or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    shown = lines[:2]
    if len(lines) > 2:
        shown[-1] += "…"
    return [shortened(line, room) for line in shown if line]


def shortened(line: str, room: float) -> str:
    if width_of(line) <= room:
        return line
    words = line.removesuffix("…")
    while width_of(f"{words}…") > room:
        words = words[:-1]
    return f"{words.rstrip()}…"


def shape(kind: str, w: int, h: int) -> str:
    """The outline of a kind: each has its own, so that colour is never needed."""
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


def box(statement: Statement, number: int, x: int, y: int, grid: Grid, link: str) -> str:
    """A statement as a link: outline, name, title; its full name is read out and pops up."""
    lines = lines_of(statement.title, grid.width - 2 * PADDING)
    middle, first = grid.width // 2, grid.height // 2 + 4 - 6 * len(lines)
    words = "".join(
        f'<tspan x="{middle}" y="{first + 12 * i + 1}">{escape(line)}</tspan>'
        for i, line in enumerate(lines, start=1)
    )
    return (
        f'<a class="{statement.kind}" href="{escape(link)}" data-n="{number}" '
        f'transform="translate({x} {y})"><title>{escape(statement.full_name)}</title>'
        f'<path d="{shape(statement.kind, grid.width, grid.height)}"/>'
        f'<text><tspan class="name" x="{middle}" y="{first}">{escape(statement.name)}</tspan>'
        f"{words}</text></a>"
    )


def draw(
    graph: Graph,
    bands: Sequence[tuple[str, Sequence[str]]],
    links: Mapping[str, str],
    *,
    name: str,
    title: str,
    grid: Grid,
) -> tuple[str, int]:
    """The map of a graph, and its height in pixels.

    ``bands`` are heads and labels, from top to bottom; ``links`` says where each label leads.
    """
    bands = [(head, labels) for head, labels in bands if labels]
    layout = lay_out([labels for _, labels in bands], graph.uses, grid.columns)
    edges, tops = grid.tops(layout.heights)
    number = {label: at for at, label in enumerate(graph.statements)}
    width, height = grid.total_width, edges[-1] + grid.margin
    lines = "".join(
        f'<path d="{path}" data-from="{number[used]}" data-to="{number[user]}"'
        + ' class="back"' * (layout.places[user] < layout.places[used])
        + "/>"
        for user, used, path in routes(layout, graph.uses, grid)
    )
    groups = []
    for (head, labels), top, bottom in zip(bands, edges, edges[1:], strict=False):
        boxes = "".join(
            box(
                graph.statements[label],
                number[label],
                grid.left(layout.places[label][1]),
                tops[layout.places[label][0]],
                grid,
                links[label],
            )
            for label in labels
        )
        groups.append((head, top, bottom, boxes))
    stripes = "".join(
        f'<rect y="{top}" width="{width}" height="{bottom - top}"/>'
        for _, top, bottom, _ in groups[::2]
    )
    shown = "".join(
        f'<g role="group" aria-label="{escape(head)}"><text class="head" aria-hidden="true" '
        f'x="{grid.margin}" y="{top + 22}">{escape(head)}</text>{boxes}</g>'
        for head, top, _, boxes in groups
    )
    drawn = f"""<svg class="theorem-map" role="group" aria-label="{escape(title)}" width="{width}" \
height="{height}" viewBox="0 0 {width} {height}">
<marker id="{name}-tip" viewBox="0 0 6 6" refX="6" refY="3" markerWidth="6" markerHeight="6" \
orient="auto"><path d="M0 0L6 3L0 6Z"/></marker>
<g class="bands">{stripes}</g><g class="uses" marker-end="url(#{name}-tip)">{lines}</g>
{shown}</svg>"""
    return drawn, height


def key(kind: str) -> str:
    """The outline of a kind in small, for the legend."""
    return (
        f'<svg class="theorem-map key" aria-hidden="true" width="34" height="20" '
        f'viewBox="-2 -2 34 20"><g class="{kind}"><path d="{shape(kind, 30, 16)}"/></g></svg>'
    )
