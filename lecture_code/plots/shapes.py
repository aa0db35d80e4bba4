r"""Draw points, lines, halfspaces and vectors of the plane.

The shapes take the vectors of the text: the line of ``w, b`` is
:math:`\{x : \langle w, x\rangle + b = 0\}`.  All of them draw on given axes and return None, so
that a cell may end in one; ``**style`` is what the function of matplotlib takes.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Circle
from matplotlib.transforms import Bbox, TransformedBbox

from lecture_code.core import validate
from lecture_code.core.types import Array, Points, Signs, Vector
from lecture_code.plots.style import BLACK, BLUE, GREY, NO_EDGE, VERMILION

MANY = 2000  # marks: beyond this a picture is smaller than the list of its shapes


def scatter_signs(
    ax: Axes, X: Points, y: Signs, *, size: float = 70.0, legend: bool = False, **style: Any
) -> None:
    """Mark the points of label +1 by a blue plus and those of label -1 by a vermilion minus.

    ``size`` is the area of a mark in square points.  Above 2000 points the marks become a picture
    inside the figure.

    >>> from lecture_code.plots import plane
    >>> figure, ax = plane(2)
    >>> scatter_signs(ax, [[1, 1], [0, 1], [-1, 0]], [1, 1, -1])
    >>> [len(marks.get_offsets()) for marks in ax.collections]
    [2, 1]
    """
    points = validate.points(X, d=2)
    labels = validate.labels(y, len(points))
    common = {
        "s": validate.number(size, "size", above=0),
        "linewidths": 2.0,
        "rasterized": len(points) > MANY,
    }
    for label, marker, colour, name in ((1, "+", BLUE, "+1"), (-1, "_", VERMILION, "−1")):
        x, z = points[labels == label].T
        look: dict[str, Any] = common | {"marker": marker, "color": colour, "label": name} | style
        ax.scatter(x, z, **look).set_clip_box(_roomy(ax))
    if legend:
        ax.legend()


def ring(ax: Axes, X: Points, *, size: float = 200.0) -> None:
    """Circle the points ``X`` (m, 2), which may be none: mistakes, say, or support vectors.

    >>> from lecture_code.plots import plane
    >>> figure, ax = plane(2)
    >>> ring(ax, [[1, 1]])
    """
    if validate.array(X, "X").size == 0:
        return
    points, size = validate.points(X, d=2), validate.number(size, "size", above=0)
    look: dict[str, Any] = {"facecolors": "none", "edgecolors": "k"}
    ax.scatter(points[:, 0], points[:, 1], size, **look).set_clip_box(_roomy(ax))


def draw_line(ax: Axes, w: Vector, b: float = 0.0, **style: Any) -> None:
    r"""Draw the line :math:`\{x : \langle w, x\rangle + b = 0\}` from edge to edge of the axes.

    >>> from lecture_code.plots import plane
    >>> figure, ax = plane(2)
    >>> draw_line(ax, [1, 0], -1.0, label="x = 1")
    >>> draw_line(ax, [0, 0])
    Traceback (most recent call last):
    ValueError: w must not be the zero vector: it has no line
    """
    normal = _normal(w)
    foot = -validate.number(b, "b") * normal / (normal @ normal)  # next to the origin
    along = foot + [-normal[1], normal[0]]
    look: dict[str, Any] = {"color": BLACK, "linewidth": 1.8, "linestyle": "-"} | style
    ax.axline(tuple(foot), tuple(along), **look)


def shade_halfspace(ax: Axes, w: Vector, b: float = 0.0, **style: Any) -> None:
    r"""Shade :math:`\{x : \langle w, x\rangle + b > 0\}` within the current limits of the axes.

    >>> from lecture_code.plots import plane
    >>> figure, ax = plane(2)
    >>> shade_halfspace(ax, [1, 0])
    >>> ax.patches[0].get_xy()[:4].tolist()
    [[0.0, -2.0], [2.0, -2.0], [2.0, 2.0], [0.0, 2.0]]
    """
    normal = _normal(w)
    (left, right), (bottom, top) = ax.get_xlim(), ax.get_ylim()
    corners = np.array([(left, bottom), (right, bottom), (right, top), (left, top)])
    scores = corners @ normal + validate.number(b, "b")  # (4, 2) @ (2,) -> (4,)
    region = []
    for k in range(4):  # walk round the box: keep inner corners, cut the edges that cross the line
        p, q, at_p, at_q = corners[k - 1], corners[k], scores[k - 1], scores[k]
        if at_p * at_q < 0:
            region.append(p + (q - p) * at_p / (at_p - at_q))
        if at_q >= 0:
            region.append(q)
    if len(region) > 2:
        look: dict[str, Any] = {"color": BLUE, "alpha": 0.12, **NO_EDGE} | style
        ax.fill(*np.transpose(region), **look)


def shade_hull(ax: Axes, X: Points, **style: Any) -> None:
    """Shade the convex hull of the points ``X`` (m, 2), which do not lie on one line.

    >>> from lecture_code.plots import plane
    >>> figure, ax = plane(2)
    >>> shade_hull(ax, [[0, 0], [1, 0], [0, 1], [0.2, 0.2]])
    >>> len(ax.patches[0].get_xy()) - 1
    3
    """
    spatial: Any = import_module("scipy.spatial")  # only here: it takes a fifth of a second
    points = validate.points(X, d=2)
    corners = points[spatial.ConvexHull(points).vertices]
    look: dict[str, Any] = {"color": BLUE, "alpha": 0.12, **NO_EDGE} | style
    ax.fill(*corners.T, **look)


def draw_arrow(
    ax: Axes, start: Vector, end: Vector, *, label: str = "", color: str = BLACK
) -> None:
    """Draw the vector from ``start`` to ``end``, both (2,), with its name at the tip.

    A vector of length zero is a dot.

    >>> from lecture_code.plots import plane
    >>> figure, ax = plane(2)
    >>> draw_arrow(ax, [0, 0], [1, 1], label="$w_1$")
    """
    tail = tuple(validate.vector(start, 2, name="start").tolist())
    tip = tuple(validate.vector(end, 2, name="end").tolist())
    if tail == tip:
        ax.plot(*tip, marker="o", markersize=5, color=color)
    else:
        line = {"arrowstyle": "-|>", "shrinkA": 0, "shrinkB": 0, "linewidth": 1.8, "color": color}
        ax.annotate("", tip, xytext=tail, arrowprops=line | {"mutation_scale": 14})
    if label:
        ax.annotate(label, tip, xytext=(5, 5), textcoords="offset points", color=color)


def circle(ax: Axes, radius: float, centre: Vector = (0.0, 0.0), **style: Any) -> None:
    """Draw the circle of the given ``centre`` (2,) and ``radius``, unfilled.

    >>> from lecture_code.plots import plane
    >>> figure, ax = plane(2)
    >>> circle(ax, 1.5, linestyle="--")
    """
    x, y = validate.vector(centre, 2, name="centre")
    style = {"fill": False, "edgecolor": GREY, "linewidth": 1.2} | style
    ax.add_patch(Circle((x, y), validate.number(radius, "radius", above=0), **style))


def _roomy(ax: Axes) -> TransformedBbox:
    """Return a box a little larger than the axes: marks on their edge are not cut."""
    return TransformedBbox(Bbox([[-0.05, -0.05], [1.05, 1.05]]), ax.transAxes)


def _normal(w: Vector) -> Array:
    normal = validate.vector(w, 2)
    if not normal.any():
        raise ValueError("w must not be the zero vector: it has no line")
    return normal
