"""Keep the axes of an explorable figure where they stand from frame to frame.

To make room for the words around the axes, matplotlib's constrained layout measures all of them
several times.  That takes a third of the time of a frame and nearly always finds the same room, so
it is asked only where a frame has other words, or reaches further beyond its axes, than one before.
"""

from __future__ import annotations

from collections.abc import Hashable
from io import StringIO
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import RendererSVG
from matplotlib.figure import Figure
from matplotlib.transforms import Bbox

from lecture_code.core.types import Array

SAME = 0.5  # points by which what reaches beyond the axes may differ


class Layout:
    """The places that the axes of one figure were given in the frames drawn so far."""

    def __init__(self) -> None:
        self._known: dict[Hashable, tuple[list[Bbox], list[Array]]] = {}

    def place(self, figure: Figure) -> None:
        r"""Give the axes the places that the layout engine of the figure gives them.

        >>> import matplotlib.pyplot as plt
        >>> layout, widths = Layout(), []
        >>> for label in ("n", "n", "m\nm"):
        ...     figure, ax = plt.subplots(layout="constrained")
        ...     _ = ax.set_ylabel(label)
        ...     layout.place(figure)
        ...     widths.append(float(ax.get_position().width))
        ...     plt.close(figure)
        >>> widths[0] == widths[1], widths[0] > widths[2]
        (True, True)
        """
        engine = figure.get_layout_engine()
        plain = all(ax.name == "rectilinear" for ax in figure.axes)
        if engine is None or not plain or figure.texts or figure.legends or figure.subfigs:
            return  # the engine works when the figure is drawn
        words = tuple(figure.get_size_inches()), *map(_words, figure.axes)
        before = _boxes(figure)
        if words in self._known:
            boxes, reach = self._known[words]
            _move(figure, boxes)
            if np.allclose(reach, _reach(figure), rtol=0, atol=SAME):
                figure.set_layout_engine("none")
                return
            _move(figure, before)
        engine.execute(figure)
        figure.set_layout_engine("none")
        boxes = _boxes(figure)
        _move(figure, boxes)
        self._known[words] = boxes, _reach(figure)


def _boxes(figure: Figure) -> list[Bbox]:
    return [ax.get_position(original=True) for ax in figure.axes]


def _move(figure: Figure, boxes: list[Bbox]) -> None:
    for ax, box in zip(figure.axes, boxes, strict=True):
        laid_out = ax.get_in_layout()
        ax.set_position(box, which="original")  # takes the axes from the layout
        ax.set_in_layout(laid_out)
        ax.apply_aspect()


def _words(ax: Axes) -> Hashable:
    """Return what decides on the room that the words of the axes themselves take."""
    spec = ax.get_subplotspec()
    axes = (ax.xaxis, ax.yaxis)
    return (
        spec and (spec.rowspan, spec.colspan),
        ax.axison,
        *(ax.get_title(side) for side in ("left", "center", "right")),
        *(axis.get_label_text() for axis in axes),
        *(axis.get_visible() for axis in axes),
        *(axis.get_scale() for axis in axes),
        *(tuple(axis.get_view_interval()) for axis in axes),
        *(
            tuple(axis.get_major_formatter().format_ticks(list(axis.get_majorticklocs())))
            for axis in axes
        ),
    )


def _reach(figure: Figure) -> list[Array]:
    """Return how far beyond each of the axes reaches what is drawn in them, on each side."""
    renderer: Any = RendererSVG(*figure.bbox.size, StringIO())  # type: ignore[no-untyped-call]
    found = []
    for ax in figure.axes:
        artists = ax.get_default_bbox_extra_artists()
        boxes = [box for artist in artists if (box := artist.get_tightbbox(renderer))]
        seen = [box for box in boxes if np.isfinite(box.extents).all() and box.width and box.height]
        found.append(np.subtract(Bbox.union([ax.bbox, *seen]).extents, ax.bbox.extents))
    return found
