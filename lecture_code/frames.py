"""The frames of an explorable figure as small SVG.

Sixty frames of one figure share most of their ink: axes, letters, points.  So they are cut into
*pieces*, every piece is kept once, and a frame is a list of piece numbers.
"""

from __future__ import annotations

import io
import re
from collections import defaultdict
from collections.abc import Sequence
from typing import Any
from xml.etree import ElementTree

import matplotlib as mpl
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure


def svg(figure: Figure, *, background: str = "none") -> str:
    """Return the figure as SVG to put inside HTML, one element a line, of deterministic bytes.

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
        canvas.print_svg(file, metadata={"Date": None})  # savefig would draw twice
    plain = re.sub(r'\sxmlns(:xlink)?="[^"]*"', "", file.getvalue()).replace("xlink:href", "href")
    root = ElementTree.fromstring(plain)
    width, height = (float(size) for size in root.attrib["viewBox"].split()[2:])
    root.attrib = {
        "viewBox": f"0 0 {width:g} {height:g}",
        "width": f"{width * 4 / 3:.0f}",  # CSS pixels of so many points
        "style": "display:block;max-width:100%;height:auto",
        "stroke-linejoin": "round",
        "stroke-linecap": "butt",
        "aria-hidden": "true",
    }
    _tidy(root)
    return ElementTree.tostring(root, encoding="unicode").strip()


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


def share(frames: Sequence[str]) -> tuple[list[str], list[list[int]]]:
    """Return pieces and, for each frame, the numbers of the pieces that make it up.

    Lines that follow one another wherever they occur are one piece.

    >>> pieces, recipes = share(["axes\\n1\\nlegend\\nend\\n", "axes\\n2\\nlegend\\nend\\n"])
    >>> pieces
    ['axes\\n', '1\\n', 'legend\\nend\\n', '2\\n']
    >>> recipes
    [[0, 1, 2], [0, 3, 2]]
    """
    lines = [re.split(r"(?<=\n)(?!</)", frame) for frame in frames]  # a closing tag opens no line
    before, after = defaultdict(set), defaultdict(set)
    for frame in lines:
        for line, following in zip([None, *frame], [*frame, None], strict=True):
            after[line].add(following)
            before[following].add(line)
    numbers: dict[str, int] = {}
    recipes = []
    for frame in lines:
        pieces: list[str] = []
        last = None
        for line in frame:
            if last is not None and len(after[last]) == len(before[line]) == 1:
                pieces[-1] += line
            else:
                pieces.append(line)
            last = line
        recipes.append([numbers.setdefault(piece, len(numbers)) for piece in pieces])
    return list(numbers), recipes


def distinct_ids(frames: Sequence[str], prefix: str) -> list[str]:
    """Return the frames with short ids that begin with ``prefix``: equal things, equal ids.

    >>> distinct_ids(['<path id="m1"/><use href="#m1"/>'], "a")
    ['<path id="a0"/><use href="#a0"/>']
    """
    numbers: dict[str, int] = {}

    def rename(match: re.Match[str]) -> str:
        return f"{match[1]}{prefix}{numbers.setdefault(match[2], len(numbers))}"

    return [re.sub(r'(\bid="|\bhref="#|url\(#)([\w-]+)', rename, frame) for frame in frames]
