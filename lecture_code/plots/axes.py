"""Make axes: the plane, logarithmic ticks, curves with their names."""

from __future__ import annotations

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import XAxis, YAxis
from matplotlib.figure import Figure
from matplotlib.ticker import NullLocator

from lecture_code.core import validate
from lecture_code.core.types import Vector
from lecture_code.plots.style import GREY


def plane(lim: float | tuple[float, float, float, float] = 1.0) -> tuple[Figure, Axes]:
    """Return a figure of the plane: equal scales, light axes through the origin, no frame.

    ``lim`` is (left, right, bottom, top), or the half-width r of the square [-r, r]².

    >>> figure, ax = plane((0, 4, 0, 2))
    >>> ax.get_aspect(), str(ax.viewLim)
    (1.0, 'Bbox(x0=0.0, y0=0.0, x1=4.0, y1=2.0)')
    >>> plt.close(figure)
    """
    box = lim if isinstance(lim, tuple) else (-validate.number(lim, "lim", above=0), lim, -lim, lim)
    if len(validate.vector(box, name="lim")) != 4 or not (box[0] < box[1] and box[2] < box[3]):
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
    places = validate.array(ticks, "ticks", "(n,)", above=0)
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
        raise ValueError("ax must belong to a figure")
    if engine := figure.get_layout_engine():
        engine.execute(figure)  # now the axes have their place
    ax.apply_aspect()
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
