"""Draw a figure as small SVG or PNG, the same bytes for the same figure."""

from __future__ import annotations

import base64
import io
import re
from collections.abc import Sequence
from typing import Any
from xml.etree import ElementTree

import matplotlib as mpl
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.collections import QuadMesh
from matplotlib.contour import ContourSet
from matplotlib.figure import Figure
from matplotlib.image import AxesImage
from PIL import Image

from lecture_code.explore.layout import Layout
from lecture_code.plots import SMALL

INKS = 64  # colours of a small picture


def svg(figure: Figure, *, background: str = "none", layout: Layout | None = None) -> str:
    """Return the figure as SVG to put inside HTML, one element per line, of deterministic bytes.

    Coordinates are rounded to a hundredth of a point.  Dropped are metadata, comments, and the
    style sheet matplotlib adds, which would change other pictures of the page.

    >>> blank = Figure(figsize=(1, 1))
    >>> svg(blank).startswith('<svg viewBox="0 0 72 72" width="96" style="display:block')
    True
    """
    file = io.StringIO()
    figure.set_facecolor(background)
    with mpl.rc_context({"svg.fonttype": "path", "svg.hashsalt": "lecture_code"}):
        canvas: Any = FigureCanvasSVG(figure)
        figure.dpi = canvas.fixed_dpi
        (layout or Layout()).place(figure)
        canvas.print_svg(file, metadata={"Date": None})  # savefig would draw twice
    plain = re.sub(r'\sxmlns(:xlink)?="[^"]*"', "", file.getvalue()).replace("xlink:href", "href")
    root = ElementTree.fromstring(plain)
    width, height = (float(size) for size in root.attrib["viewBox"].split()[2:])
    plate = {"class": "plate"} if _shows_numbers_by_colour(figure) else {}
    root.attrib = plate | {
        "viewBox": f"0 0 {width:g} {height:g}",
        "width": f"{width * 4 / 3:.0f}",  # CSS pixels of so many points
        "style": "display:block;max-width:100%;height:auto",
        "stroke-linejoin": "round",
        "stroke-linecap": "butt",
        "aria-hidden": "true",
    }
    _tidy(root)
    return ElementTree.tostring(root, encoding="unicode").strip()


def _shows_numbers_by_colour(figure: Figure) -> bool:
    """Tell whether the figure shows numbers by colours, which must not be inverted at night."""

    def mapped(artist: Any) -> bool:
        if isinstance(artist, ContourSet):
            return bool(artist.filled and artist.colors is None)
        return isinstance(artist, (AxesImage, QuadMesh))

    return bool(figure.findobj(mapped))


def small_picture(figure: Figure) -> str:
    """Return the figure on white as a small PNG of few colours, in base64.

    The same figure gives the same bytes: nothing in it tells when or by what it was made.

    >>> small_picture(Figure())[:8]
    'iVBORw0K'
    """
    file, smaller = io.BytesIO(), io.BytesIO()
    figure.savefig(file, format="png", dpi=SMALL, facecolor="white", metadata={"Software": None})
    with Image.open(file) as picture:
        picture.convert("RGB").quantize(INKS, dither=Image.Dither.NONE).save(
            smaller, format="png", optimize=True
        )
    return base64.b64encode(smaller.getvalue()).decode("ascii")


def _tidy(node: ElementTree.Element) -> None:
    children: list[ElementTree.Element] = []
    for child in node:
        if child.tag in ("metadata", "style"):
            continue
        if node.tag != "defs":  # to nothing else a picture refers
            child.attrib.pop("id", None)
        _tidy(child)
        if child.tag in ("g", "defs") and not len(child):
            continue
        if child.tag == "g" and not child.attrib:  # a group that groups nothing
            children.extend(child)
        else:
            children.append(child)
    node[:] = children
    node.text = "\n" if children else None
    node.tail = "\n"
    for name, value in node.attrib.items():
        if name == "d":
            tight = re.sub(r"\s*([MLCQz])\s*", r"\1", value)
            node.attrib[name] = _rounded(" ".join(tight.split()))
        elif name in ("x", "y", "points"):
            node.attrib[name] = _rounded(value)
        elif name == "transform":  # a scale must keep its digits
            node.attrib[name] = re.sub(r"translate\(.*?\)", lambda t: _rounded(t[0]), value)
        elif name == "style":
            node.attrib[name] = value.replace(": ", ":").replace("; ", ";")


def _rounded(text: str) -> str:
    return re.sub(r"-?\d+\.\d+", lambda number: f"{round(float(number[0]), 2) + 0.0:.6g}", text)


def distinct_ids(frames: Sequence[str], prefix: str) -> list[str]:
    """Return the frames with short ids that begin with ``prefix``: equal things, equal ids.

    >>> distinct_ids(['<path id="m1"/><use href="#m1"/>'], "a")
    ['<path id="a0"/><use href="#a0"/>']
    """
    numbers: dict[str, int] = {}

    def rename(match: re.Match[str]) -> str:
        return f"{match[1]}{prefix}{numbers.setdefault(match[2], len(numbers))}"

    return [re.sub(r'(\bid="|\bhref="#|url\(#)([\w-]+)', rename, frame) for frame in frames]
