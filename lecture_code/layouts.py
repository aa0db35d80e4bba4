"""Layouts that frames of one figure share.

Where the axes of a figure go depends on what stands around them: numbers, names, titles.  The
frames of an explorable figure mostly have the same around them, and to find the places anew
takes as long as to draw the frame.  `settle` finds them once.
"""

from __future__ import annotations

from collections.abc import Hashable

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.text import Annotation, Text
from matplotlib.transforms import Bbox

from lecture_code.axis_drawings import Looks

Layouts = dict[Hashable, list[Bbox]]


def settle(figure: Figure, layouts: Layouts, found: Looks) -> None:
    """Give the axes of a figure their places: those of an earlier figure with the same around it.

    ``layouts`` is what is known of earlier figures, and learns of this one; ``found`` are the
    looks of its axes.  A figure without a
    layout engine stays as it is; one with something that may reach beyond its axes is always
    laid out anew.

    >>> from lecture_code.axis_drawings import looks
    >>> layouts = {}
    >>> for title in "once", "once", "again":
    ...     figure = Figure(layout="constrained")
    ...     drawn = figure.subplots().set_title(title)
    ...     settle(figure, layouts, looks(figure))
    >>> len(layouts)
    2
    """
    engine, key = figure.get_layout_engine(), surroundings(figure, found)
    if engine is None:
        return
    figure.set_layout_engine("none")
    if key in layouts:
        for ax, place in zip(figure.axes, layouts[key], strict=True):
            ax.set_position(place)
        return
    engine.execute(figure)
    if key is not None:
        layouts[key] = [ax.get_position(original=True).frozen() for ax in figure.axes]


def surroundings(figure: Figure, found: Looks) -> Hashable | None:
    """Return all that the places of the axes depend on; None where that is hard to tell.

    ``found`` are the looks of its axes.

    >>> from lecture_code.axis_drawings import looks
    >>> figure = Figure()
    >>> axes = figure.subplots()
    >>> before = surroundings(figure, looks(figure))
    >>> line = axes.plot([0, 1], [0, 1])  # the limits are now others, and the numbers
    >>> surroundings(figure, looks(figure)) == before
    False
    >>> words = figure.suptitle("above all axes")
    >>> surroundings(figure, looks(figure)) is None
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
    axes = [_around(ax, found) for ax in figure.axes]
    if any(own) or figure.subfigs or None in axes:
        return None
    return (*figure.get_size_inches(), figure.dpi, *axes)


def _around(ax: Axes, found: Looks) -> Hashable | None:
    place = ax.get_subplotspec()
    inside = [*ax.lines, *ax.collections, *ax.patches, *ax.images, *ax.artists, *ax.tables]
    stretched = ax.get_aspect() != "auto" and ax.get_adjustable() == "datalim"
    if place is None or ax.xaxis not in found or ax.child_axes or stretched:
        return None
    if any(map(_reaches_out, inside)):
        return None
    legend = ax.get_legend()
    words = [*ax.texts, ax.title, *(legend.get_texts() if legend else [])]
    return (
        (*place.get_gridspec().get_geometry(), place.num1, place.num2),
        (ax.get_visible(), ax.axison, ax.get_aspect(), ax.get_box_aspect()),
        (ax.get_title("left"), ax.get_title("right")),
        (found[ax.xaxis], found[ax.yaxis], ax.viewLim.bounds),
        (legend.get_bbox_to_anchor().bounds if legend else None, *map(_words, words)),
    )


def _reaches_out(artist: Artist) -> bool:
    return artist.get_visible() and artist.get_in_layout() and not artist.get_clip_on()


def _words(text: Text) -> Hashable:
    points_to = tuple(text.xy) if isinstance(text, Annotation) else ()
    look = (
        text.get_fontproperties(),
        text.get_rotation(),
        text.get_horizontalalignment(),
        text.get_verticalalignment(),
    )
    return (text.get_text(), text.get_visible(), text.get_position(), points_to, look)
