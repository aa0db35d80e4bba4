"""The drawings of an axis that frames of one figure share.

An axis, its ticks and its numbers take matplotlib longer to draw than all that stands between
them, and most frames of an explorable figure have the same.  So an axis that looks like an
earlier one is left open when the frame is drawn, and filled with the earlier drawing.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping
from functools import partial
from types import FunctionType
from typing import Any
from xml.etree.ElementTree import Element

import numpy as np
from matplotlib.artist import Artist, allow_rasterization
from matplotlib.axes import Axes
from matplotlib.axis import Axis, Tick, Ticker
from matplotlib.cbook import CallbackRegistry
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.lines import Line2D
from matplotlib.markers import MarkerStyle
from matplotlib.path import Path
from matplotlib.scale import ScaleBase
from matplotlib.text import Text
from matplotlib.transforms import TransformNode

Looks = dict[Axis, Hashable]
Definitions = dict[str, Element]
AxisDrawings = dict[Hashable, tuple[list[Element], Definitions]]
PLAIN = (str, bytes, int, float, complex, np.generic, FontProperties, type(None))
AT_THE_EDGE = ("outward", 0.0)  # the place of a spine if nobody moves it
SEEN_ELSEWHERE = (
    *(Axes, CallbackRegistry, Figure, FunctionType, Line2D, Path),
    *(ScaleBase, Text, Tick, Ticker, TransformNode),
)


def looks(figure: Figure) -> Looks:
    """Return, for each axis that may share its drawing, all that this depends on but its place.

    >>> figure = Figure()
    >>> axes = figure.subplots()
    >>> before = looks(figure)
    >>> axes.tick_params("x", color="red")
    >>> [before[axis] == look for axis, look in looks(figure).items()]
    [False, True]
    """
    usual = [ax for ax in figure.axes if ax.name == "rectilinear" and ax.get_axes_locator() is None]
    return {axis: _look(axis) for ax in usual for axis in (ax.xaxis, ax.yaxis)}


def leave_open(found: Looks, known: AxisDrawings) -> dict[str, Hashable]:
    """Let each axis of a known look draw an empty group only; return all looks by their groups.

    The figure must be laid out: to what was ``found`` the places are added here.

    >>> figure = Figure()
    >>> axes = figure.subplots()
    >>> list(leave_open(looks(figure), {}))
    ['axis-0', 'axis-1']
    """
    groups: dict[str, Hashable] = {}
    for axis, look in found.items():
        ax, group = axis.axes, f"axis-{len(groups)}"
        ax.apply_aspect()
        tied = any(spine.get_position() != AT_THE_EDGE for spine in ax.spines.values())
        limits = ax.viewLim.bounds if tied else tuple(axis.get_view_interval())
        groups[group] = (look, ax.bbox.bounds, limits)
        axis.set_gid(group)
        if groups[group] in known:
            stand_in: Any = axis  # a method of this one axis is replaced
            stand_in.draw = partial(_open_group, axis)
    return groups


@allow_rasterization  # type: ignore[untyped-decorator]  # it ends what is rasterized before
def _open_group(axis: Axis, renderer: Any) -> None:
    renderer.open_group("axis", gid=axis.get_gid())
    renderer.close_group("axis")


def fill(root: Element, groups: Mapping[str, Hashable], known: AxisDrawings) -> None:
    """Fill the open groups of a picture with what is known, and learn of the others.

    The definitions to which the picture refers by an id are brought together at its beginning.

    >>> from xml.etree import ElementTree
    >>> known = {}
    >>> for body in '<defs><path id="m"/></defs><use href="#m"/>', "":
    ...     root = ElementTree.fromstring(f'<svg><g id="axis-0">{body}</g></svg>')
    ...     fill(root, {"axis-0": "a look"}, known)
    >>> ElementTree.tostring(root)
    b'<svg><defs><path id="m" /></defs><g id="axis-0"><use href="#m" /></g></svg>'
    """
    definitions = _taken_out(root)
    for node in root.iter("g"):
        look = groups.get(node.attrib.get("id", ""))
        if look is None:
            continue
        if look not in known:
            known[look] = (list(node), _used(node, definitions))
        drawing, used = known[look]
        node[:] = drawing
        definitions |= used
    first = Element("defs")
    first.extend(definitions[name] for name in sorted(definitions))
    root.insert(0, first)


def _taken_out(root: Element) -> Definitions:
    found: Definitions = {}
    for node in [node for node in root.iter() if node.find("defs") is not None]:
        for inner in node.findall("defs"):
            found |= {child.attrib["id"]: child for child in inner if "id" in child.attrib}
            node.remove(inner)
    return found


def _used(node: Element, definitions: Definitions) -> Definitions:
    values = " ".join(value for part in node.iter() for value in part.attrib.values())
    return {
        name: definitions[name] for name in re.findall(r"#([\w-]+)", values) if name in definitions
    }


def _look(axis: Axis) -> Hashable:
    major, minor = axis.get_major_formatter(), axis.get_minor_formatter()
    large = [float(place) for place in axis.get_majorticklocs()]
    small = [float(place) for place in axis.get_minorticklocs()]
    words = (*major.format_ticks(large), *minor.format_ticks(small), major.get_offset())
    places = axis.get_transform().transform([*large, *small, *axis.get_view_interval()])
    spines = axis.axes.spines
    made = [*vars(axis).get("majorTicks", ()), *vars(axis).get("minorTicks", ())]
    parts = ("label1", "label2", "tick1line", "tick2line", "gridline")
    return (
        (type(axis), len(large), words, tuple(places), axis.axes.axison),
        tuple(_plain(spine.get_position()) for spine in spines.values()),
        *map(_words, (axis.label, axis.offsetText)),
        *map(_state, (axis, *made)),
        *(_state(getattr(tick, part)) for tick in made for part in parts),
    )


def _words(text: Text) -> Hashable:
    return (*text.get_transform().transform(text.get_position()), _state(text))


def _state(artist: Artist) -> Hashable:
    return tuple((name, _plain(value)) for name, value in vars(artist).items())


def _plain(value: Any) -> Hashable:
    if isinstance(value, PLAIN):
        return value
    if isinstance(value, (tuple, list)):
        return tuple(map(_plain, value))
    if isinstance(value, dict):
        return tuple((_plain(name), _plain(entry)) for name, entry in value.items())
    if isinstance(value, np.ndarray):
        return (value.shape, value.tobytes())
    if isinstance(value, MarkerStyle):
        return (_plain(value.get_marker()), value.get_fillstyle())
    return type(value) if isinstance(value, SEEN_ELSEWHERE) else object()  # equal to nothing
