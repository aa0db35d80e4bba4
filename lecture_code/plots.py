r"""One look for all figures, and the few shapes that plane geometry needs.

``use_style()`` stands in the setup cell of every chapter.  Colours are those of Okabe and Ito,
which readers with any colour vision can tell apart; curves differ in their dashes as well, and
labels in their marker (a plus is +1, a minus is -1), so that nothing is said by colour alone.
Figures are 5.8 inches wide with 12 point type in the face of the site's labels, which comes along
as ``figures/LectureSans-Regular.ttf`` (Source Sans 3, cut to the letters that figures use), and
formulas with the italics of STIX: on a phone their words are still read.

The shapes take the vectors of the text: the line of ``w, b`` is
:math:`\{x : \langle w, x\rangle + b = 0\}`.  All of them draw on given axes and return None,
so that a cell may end in one.

:Source: M. Okabe and K. Ito, "Color Universal Design", 2008.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from importlib.resources import as_file, files
from typing import Any

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
from cycler import cycler
from matplotlib.axes import Axes
from matplotlib.axis import XAxis, YAxis
from matplotlib.figure import Figure
from matplotlib.font_manager import fontManager
from matplotlib.patches import Circle
from matplotlib.ticker import NullLocator
from matplotlib.transforms import Bbox, TransformedBbox
from numpy.typing import ArrayLike

from lecture_code.core import validate
from lecture_code.core.types import Array, Signs, Vector

BLUE, VERMILION, GREEN, PURPLE = "#0072B2", "#D55E00", "#009E73", "#CC79A7"
SKY, ORANGE, BLACK, GREY = "#56B4E9", "#E69F00", "#000000", "#767676"
PALETTE = (BLUE, VERMILION, GREEN, PURPLE, SKY, ORANGE)
DASHES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (8, 2)))
NO_EDGE: dict[str, Any] = {"linewidth": 0, "linestyle": "-"}  # a dash of width 0 is an error
FONT = "Lecture Sans"
SMALL = 72  # dots per inch of a picture in a record
MANY = 2000  # marks: beyond this a picture is smaller than the list of its shapes


def notebook() -> Any:
    """Return the IPython in which this runs, or None; nothing is loaded to find out.

    >>> notebook() is None
    True
    """
    loaded = sys.modules.get("IPython")
    return loaded.get_ipython() if loaded else None


def use_style() -> None:
    """Give all figures of the session the look of the book.

    Call it once, in the setup cell.  Figures are PNG on white, since a reader's notebook may be
    dark.  With ``LECTURE_CODE_FIGURES=svg`` in the environment, as on the site, they are
    transparent SVG, and while the book is recorded they are small PNG; in both forms the same
    drawing always gives the same bytes.

    >>> use_style()
    >>> plt.rcParams["axes.prop_cycle"].by_key()["color"][0]
    '#0072B2'
    """
    svg = os.environ.get("LECTURE_CODE_FIGURES") == "svg"
    if FONT not in fontManager.get_font_names():
        with as_file(files("lecture_code") / "fonts/LectureSans-Regular.ttf") as face:
            fontManager.addfont(face)
    mpl.rcParams.update(
        {
            "figure.figsize": (5.8, 3.7),
            "figure.constrained_layout.use": True,
            "figure.facecolor": "none" if svg else "white",
            "axes.facecolor": "none",
            "axes.prop_cycle": cycler(color=PALETTE) + cycler(linestyle=DASHES),
            "axes.spines.top": False,
            "axes.spines.right": False,
            "axes.titlesize": "medium",
            "font.family": [FONT, "DejaVu Sans"],
            "font.size": 12,
            "legend.fontsize": 11,
            "legend.frameon": False,
            "lines.linewidth": 1.8,
            "mathtext.fontset": "custom",
            "mathtext.rm": FONT,
            "mathtext.it": "STIXGeneral:italic",
            "mathtext.bf": "STIXGeneral:bold",
            "mathtext.cal": "STIXGeneral:italic",
            "mathtext.fallback": "stix",
            "svg.fonttype": "path",
            "svg.hashsalt": "lecture_code",
        }
    )
    if notebook() is not None:
        form, look = "retina", dict[str, Any]()
        if svg:
            form, look = "svg", {"metadata": {"Date": None, "Creator": None}}
        elif os.environ.get("LECTURE_CODE_EXPLORE") == "record":
            form, look = "png", {"metadata": {"Software": None}, "dpi": SMALL}
        inline: Any = import_module("matplotlib_inline.backend_inline")
        inline.set_matplotlib_formats(form, bbox_inches=None, **look)


def plane(lim: float | tuple[float, float, float, float] = 1.0) -> tuple[Figure, Axes]:
    """Return a figure of the plane: equal scales, light axes through the origin, no frame.

    Parameters
    ----------
    lim : float or (left, right, bottom, top)
        A float is the half-width r of the square [-r, r]².

    >>> figure, ax = plane((0, 4, 0, 2))
    >>> ax.get_aspect(), str(ax.viewLim)
    (1.0, 'Bbox(x0=0.0, y0=0.0, x1=4.0, y1=2.0)')
    >>> plt.close(figure)
    """
    box = lim if isinstance(lim, tuple) else (-validate.number(lim, "lim", above=0), lim, -lim, lim)
    if len(box) != 4 or not (box[0] < box[1] and box[2] < box[3]):
        raise ValueError(f"lim must be (left, right, bottom, top), increasing; got {lim!r}")
    height = 0.6 + 5.2 * (box[3] - box[2]) / (box[1] - box[0])  # inches; 0.6 are for the words
    figure, ax = plt.subplots(figsize=(5.8, min(height, 5.4)))
    ax.set(aspect="equal", xlim=box[:2], ylim=box[2:])
    ax.axhline(0, color=GREY, linewidth=0.6, linestyle="-", zorder=0)
    ax.axvline(0, color=GREY, linewidth=0.6, linestyle="-", zorder=0)
    ax.spines[:].set_visible(False)
    ax.tick_params(color=GREY, length=3)
    return figure, ax


def log_axis(axis: XAxis | YAxis, ticks: Vector) -> None:
    """Make an axis logarithmic, with plain numbers at these ticks only.

    >>> figure, ax = plt.subplots()
    >>> log_axis(ax.xaxis, [0.01, 1, 100])
    >>> ax.get_xscale(), [tick.get_text() for tick in ax.get_xticklabels()]
    ('log', ['0.01', '1', '100'])
    >>> plt.close(figure)
    """
    places = validate.vector(ticks, name="ticks")
    if not (places > 0).all():
        raise ValueError(f"ticks of a logarithmic axis must be positive; got {ticks!r:.80}")
    axis.axes.set(**{f"{axis.axis_name}scale": "log"})
    plain = [f"{place:g}" for place in places]
    powers = [f"$10^{{{np.log10(place):.0f}}}$" for place in places]
    words = [q if "e" in p else p for p, q in zip(plain, powers, strict=True)]
    axis.set_ticks(places, words)
    axis.set_minor_locator(NullLocator())


def name_curves(ax: Axes) -> None:
    """Write the name of each labelled line at its right end, in its colour, instead of a legend.

    Names that would lie on each other move apart; a line across the axes (``axhline``) counts.

    >>> figure, ax = plt.subplots()
    >>> _ = ax.plot([0, 9], [0, 1], label="rising"), ax.plot([0, 9], [0, 0.99], label="too")
    >>> _ = ax.axhline(0.5, label="half")
    >>> name_curves(ax)
    >>> [name.get_text() for name in ax.texts]
    ['half', 'too', 'rising']
    >>> plt.close(figure)
    """
    figure = ax.get_figure(root=True)
    if figure is None:
        raise ValueError("ax must stand in a figure")
    figure.draw_without_rendering()  # now the axes have their place
    apart = 1.15 * float(mpl.rcParams["font.size"])
    ends = []
    for line in ax.get_lines():
        data = np.asarray(line.get_xydata())
        points = line.get_transform().transform(data)
        inside = (ax.bbox.x0 - 0.5 < points[:, 0]) & (points[:, 0] < ax.bbox.x1 + 0.5)
        seen = np.isfinite(points).all(axis=1) & inside
        if not str(line.get_label()).startswith("_") and seen.any():
            k = np.where(seen, points[:, 0], -np.inf).argmax()
            # The value tells apart what is too low to have a height.
            ends.append((points[k, 1] * 72 / figure.dpi, data[k, 1], line))
    ends.sort(key=lambda end: end[:2])
    bottom, top = ax.bbox.get_points()[:, 1] * 72 / figure.dpi
    steps = apart * np.arange(len(ends))
    heights = np.clip([y for y, _, _ in ends], bottom, top)
    heights = np.maximum.accumulate(heights - steps) + steps  # each above the one before
    heights = np.minimum(heights, top - apart / 2 - steps[::-1])  # and none above the axes
    for height, (_, _, line) in zip(heights, ends, strict=True):
        spot = (1.0, (height - bottom) / (top - bottom))
        ax.annotate(
            str(line.get_label()), spot, xytext=(5, 0), xycoords="axes fraction",
            textcoords="offset points", va="center", color=line.get_color(),
        )  # fmt: skip


def scatter_signs(
    ax: Axes, X: ArrayLike, y: Signs, *, size: float = 70.0, legend: bool = False, **style: Any
) -> None:
    """Mark the points of label +1 by a blue plus and those of label -1 by a vermilion minus.

    Above 2000 points the marks become a picture inside the figure.

    Parameters
    ----------
    X : array (m, 2)
    size : float
        The area of a mark in square points.
    **style
        What ``Axes.scatter`` takes.

    >>> figure, ax = plane(2)
    >>> scatter_signs(ax, [[1, 1], [0, 1], [-1, 0]], [1, 1, -1])
    >>> [len(marks.get_offsets()) for marks in ax.collections]
    [2, 1]
    >>> plt.close(figure)
    """
    points, labels = validate.sample(X, y)
    _in_plane(points.shape[1], "X")
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


def ring(ax: Axes, X: ArrayLike, *, size: float = 200.0) -> None:
    """Circle the points ``X`` (m, 2), which may be none: mistakes, say, or support vectors.

    Parameters
    ----------
    X : array (m, 2)
    size : float
        The area of a ring in square points.

    >>> figure, ax = plane(2)
    >>> ring(ax, [[1, 1]])
    >>> plt.close(figure)
    """
    if validate.array(X, "X").size == 0:
        return
    points, size = validate.points(X), validate.number(size, "size", above=0)
    _in_plane(points.shape[1], "X")
    look: dict[str, Any] = {"facecolors": "none", "edgecolors": "k"}
    ax.scatter(points[:, 0], points[:, 1], size, **look).set_clip_box(_roomy(ax))


def draw_line(ax: Axes, w: ArrayLike, b: float = 0.0, **style: Any) -> None:
    r"""Draw the line :math:`\{x : \langle w, x\rangle + b = 0\}` from edge to edge of the axes.

    Parameters
    ----------
    w : array (2,)
        Not zero.
    **style
        What ``Axes.plot`` takes (color, linestyle, label, ...).

    >>> figure, ax = plane(2)
    >>> draw_line(ax, [1, 0], -1.0, label="x = 1")
    >>> draw_line(ax, [0, 0])
    Traceback (most recent call last):
    ValueError: w must not be the zero vector: it has no line
    >>> plt.close(figure)
    """
    normal = _normal(w)
    foot = (
        -validate.number(b, "b") * normal / (normal @ normal)
    )  # the point of the line next to the origin
    along = foot + [-normal[1], normal[0]]
    look: dict[str, Any] = {"color": BLACK, "linewidth": 1.8, "linestyle": "-"} | style
    ax.axline(tuple(foot), tuple(along), **look)


def shade_halfspace(ax: Axes, w: ArrayLike, b: float = 0.0, **style: Any) -> None:
    r"""Shade :math:`\{x : \langle w, x\rangle + b > 0\}` within the present limits of the axes.

    Parameters
    ----------
    w : array (2,)
        Not zero.
    **style
        What ``Axes.fill`` takes.

    >>> figure, ax = plane(2)
    >>> shade_halfspace(ax, [1, 0])
    >>> ax.patches[0].get_xy()[:4].tolist()
    [[0.0, -2.0], [2.0, -2.0], [2.0, 2.0], [0.0, 2.0]]
    >>> plt.close(figure)
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


def shade_hull(ax: Axes, X: ArrayLike, **style: Any) -> None:
    """Shade the convex hull of the points ``X`` (m, 2), which do not lie on one line.

    Parameters
    ----------
    X : array (m, 2)
    **style
        What ``Axes.fill`` takes.

    >>> figure, ax = plane(2)
    >>> shade_hull(ax, [[0, 0], [1, 0], [0, 1], [0.2, 0.2]])
    >>> len(ax.patches[0].get_xy()) - 1
    3
    >>> plt.close(figure)
    """
    spatial: Any = import_module("scipy.spatial")  # only here: it takes a fifth of a second
    points = validate.points(X)
    _in_plane(points.shape[1], "X")
    corners = points[spatial.ConvexHull(points).vertices]
    look: dict[str, Any] = {"color": BLUE, "alpha": 0.12, **NO_EDGE} | style
    ax.fill(*corners.T, **look)


def draw_arrow(
    ax: Axes, start: ArrayLike, end: ArrayLike, *, label: str = "", color: str = BLACK
) -> None:
    """Draw the vector from ``start`` to ``end``, both (2,), with its name at the tip.

    A vector of length zero is a dot.

    Parameters
    ----------
    start, end : array (2,)

    >>> figure, ax = plane(2)
    >>> draw_arrow(ax, [0, 0], [1, 1], label="$w_1$")
    >>> plt.close(figure)
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


def circle(ax: Axes, radius: float, centre: ArrayLike = (0.0, 0.0), **style: Any) -> None:
    """Draw the circle of the given ``centre`` (2,) and ``radius``, unfilled.

    Parameters
    ----------
    centre : array (2,)
    **style
        What the patch ``Circle`` takes.

    >>> figure, ax = plane(2)
    >>> circle(ax, 1.5, linestyle="--")
    >>> plt.close(figure)
    """
    x, y = validate.vector(centre, 2, name="centre")
    style = {"fill": False, "edgecolor": GREY, "linewidth": 1.2} | style
    ax.add_patch(Circle((x, y), validate.number(radius, "radius", above=0), **style))


def _roomy(ax: Axes) -> TransformedBbox:
    """Return a box a little larger than the axes: marks on their edge are not cut."""
    return TransformedBbox(Bbox([[-0.05, -0.05], [1.05, 1.05]]), ax.transAxes)


def _normal(w: ArrayLike) -> Array:
    normal = validate.vector(w, 2)
    if not normal.any():
        raise ValueError("w must not be the zero vector: it has no line")
    return normal


def _in_plane(d: int, name: str) -> None:
    if d != 2:
        raise ValueError(f"{name} must have points of the plane, shape (m, 2); got d = {d}")
