"""Layouts that frames of one figure share.

Where the axes of a figure go depends on what stands around them: numbers, names, titles.  The
frames of an explorable figure mostly have the same around them, and to find the places anew
takes as long as to draw the frame.  `settle` finds them once.
"""

from __future__ import annotations

from collections.abc import Hashable

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure
from matplotlib.text import Annotation, Text
from matplotlib.transforms import Bbox

Layouts = dict[Hashable, list[Bbox]]


def settle(figure: Figure, layouts: Layouts) -> None:
    """Give the axes of a figure their places: those of an earlier figure with the same around it.

    ``layouts`` is what is known of earlier figures, and learns of this one.  A figure without a
    layout engine, or with something that may reach beyond its axes, is left to itself.

    >>> layouts = {}
    >>> for title in "once", "once", "again":
    ...     figure = Figure(layout="constrained")
    ...     drawn = figure.subplots().set_title(title)
    ...     settle(figure, layouts)
    >>> len(layouts)
    2
    """
    engine, key = figure.get_layout_engine(), surroundings(figure)
    if engine is None or key is None:
        return
    if key not in layouts:
        engine.execute(figure)
        layouts[key] = [ax.get_position(original=True).frozen() for ax in figure.axes]
    figure.set_layout_engine("none")
    for ax, place in zip(figure.axes, layouts[key], strict=True):
        ax.set_position(place)


def surroundings(figure: Figure) -> Hashable | None:
    """Return all that the places of the axes depend on; None where that is hard to tell.

    >>> figure = Figure()
    >>> axes = figure.subplots()
    >>> before = surroundings(figure)
    >>> line = axes.plot([0, 1], [0, 1])  # the limits are now others, and the numbers
    >>> surroundings(figure) == before
    False
    >>> words = figure.suptitle("above all axes")
    >>> surroundings(figure) is None
    True
    """
    own = [
        figure.texts,
        figure.legends,
        figure.lines,
        figure.patches,
        figure.images,
        figure.artists,
    ]
    axes = [_around(ax) for ax in figure.axes]
    if any(own) or figure.subfigs or None in axes:
        return None
    return (*figure.get_size_inches(), figure.dpi, *axes)


def _around(ax: Axes) -> Hashable | None:
    place = ax.get_subplotspec()
    inside = [*ax.lines, *ax.collections, *ax.patches, *ax.images, *ax.artists, *ax.tables]
    if place is None or ax.child_axes or any(map(_reaches_out, inside)):
        return None
    legend = ax.get_legend()
    words = [*ax.texts, *(legend.get_texts() if legend else [])]
    return (
        (*place.get_gridspec().get_geometry(), place.num1, place.num2),
        (ax.get_visible(), ax.axison, ax.get_aspect(), ax.get_box_aspect()),
        tuple(ax.get_title(side) for side in ("left", "center", "right")),
        (ax.get_xlabel(), ax.get_xlim(), ax.get_xscale(), _ticks(ax.xaxis)),
        (ax.get_ylabel(), ax.get_ylim(), ax.get_yscale(), _ticks(ax.yaxis)),
        tuple(map(_words, words)),
    )


def _reaches_out(artist: Artist) -> bool:
    return artist.get_visible() and artist.get_in_layout() and not artist.get_clip_on()


def _ticks(axis: Axis) -> Hashable:
    places = [float(place) for place in axis.get_majorticklocs()]  # an array or a list
    words = axis.get_major_formatter().format_ticks(places)
    return (tuple(places), tuple(words), tuple(axis.get_minorticklocs()))


def _words(text: Text) -> Hashable:
    points_to = tuple(text.xy) if isinstance(text, Annotation) else ()
    look = (
        text.get_fontsize(),
        text.get_rotation(),
        text.get_horizontalalignment(),
        text.get_verticalalignment(),
    )
    return (text.get_text(), text.get_visible(), text.get_position(), points_to, look)
