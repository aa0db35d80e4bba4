"""An explorable figure as one piece of HTML: its frames as small SVG, and the sliders.

Sixty frames of one figure share most of their ink: axes, letters, points.  So they are cut into
*pieces*, every piece is kept once, and a frame is a list of piece numbers.

**One piece of HTML that shows any frame of an explorable figure, without kernel or network.**  The
opening frame stands in the page; a script of thirty lines puts the chosen one in its place, so that
the frames not shown cost no layout.  Script, data and the one style a frame cannot do without are
all inside: the output works in the site, in a notebook, or alone in a file, and several on a page
do not disturb each other.  A style sheet may dress the classes ``explore``, ``explore-title`` and
``explore-frame``.


"""

from __future__ import annotations

import base64
import hashlib
import html
import io
import json
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any
from xml.etree import ElementTree

import matplotlib as mpl
import numpy as np
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.collections import QuadMesh
from matplotlib.contour import ContourSet
from matplotlib.figure import Figure
from matplotlib.image import AxesImage
from numpy.typing import ArrayLike
from PIL import Image

from lecture_code.explore.labels import label, text
from lecture_code.plots import SMALL

INKS = 64  # colours of such a picture
MOST_TICKS = 16  # beyond this the ticks of a slider say nothing


def svg(figure: Figure, *, background: str = "none") -> str:
    """Return the figure as SVG to put inside HTML, one element a line, of deterministic bytes.

    Coordinates are rounded to a hundredth of a point.  Dropped are metadata, comments, and the
    style sheet matplotlib adds, which would change other pictures of the page.

    Parameters
    ----------
    background : str
        A colour of matplotlib.

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
    """Whether the figure holds an image or a map of colours, which must not be inverted at night."""

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


def _share(frames: Sequence[str]) -> tuple[list[str], list[list[int]]]:
    r"""Return pieces and, for each frame, the numbers of the pieces that make it up."""
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


def page(
    title: str,
    values: Mapping[str, Sequence[Any]],
    frames: Sequence[str],
    readouts: Sequence[str],
    *,
    names: Mapping[str, str] | None = None,
    opening: int = 0,
    hand: str = "",
) -> str:
    """Return the HTML of an explorable figure that needs no kernel.

    Parameters
    ----------
    values : dictionary
        Maps the name of each choice to its numbers (a slider) or strings (a menu).
    frames : strings
        SVG.  They follow the product of the values, the last choice fastest.
    readouts : strings
        They follow the product of the values, too.
    names : dictionary or None
        Maps the name of each choice to what the reader is told instead of the name.
    opening : int
        The number of the frame that is shown first.
    hand : str
        The attributes of a figure that can be taken in hand.

    >>> '<input type="range" min="0" max="1"' in page("Title", {"n": [1, 2]}, ["", ""], ["a", "b"])
    True
    """
    digest = hashlib.sha256("".join([title, *readouts, *frames]).encode()).hexdigest()
    own = f"x{digest[:6]}-"  # before the ids of this figure
    pieces, recipes = _share(distinct_ids(frames, own))
    first = "".join(pieces[i] for i in recipes[opening])
    if not any("'" in piece for piece in pieces):  # each " would cost a backslash in JSON
        pieces = [piece.replace('"', "'") for piece in pieces]
    data = {
        "values": [[text(value) for value in choice] for choice in values.values()],
        "readouts": list(readouts),
        "pieces": pieces,
        "frames": recipes,
    }
    packed = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    told = {name: (names or {}).get(name) or label(name) for name in values}
    chosen = _places(opening, [len(choice) for choice in values.values()])
    controls = "\n".join(
        control(told[name], values[name], k, f"{own}ticks{i}")
        for i, (name, k) in enumerate(zip(values, chosen, strict=True))
    )
    words = html.escape(title)
    return f"""\
<div class="explore" role="group" aria-label="{words}"{hand} data-lm-suppress-shortcuts="true">
<p class="explore-title">{words}</p>
{controls}
{standing(first, readouts[opening])}
<script type="application/json">{packed}</script>
<script>{SCRIPT}</script>
</div>"""


def by_hand(touch: Mapping[str, Mapping[str, ArrayLike]]) -> str:
    """Return the attributes that name a module of ``book/assets/touch`` and what it begins with.

    Parameters
    ----------
    touch : dictionary
        By the name of each module, the arrays that it begins with.

    >>> by_hand({"street": {"y": np.array([1, -1])}})
    ' data-touch="street" data-start="{&quot;y&quot;: [1, -1]}"'
    """
    return "".join(
        f' data-touch="{html.escape(name)}" data-start="{html.escape(json.dumps(plain))}"'
        for name, start in touch.items()
        for plain in [{key: np.asarray(value).tolist() for key, value in start.items()}]
    )


def standing(frame: str, readout: str) -> str:
    """Return the HTML of one frame, an image for screen readers too, with its readout under it.

    >>> print(standing("<svg/>", "n = 1"))
    <div class="explore-frame" role="img" aria-label="n = 1"><svg/></div>
    <output aria-live="polite">n = 1</output>
    """
    words = html.escape(readout)
    return f"""\
<div class="explore-frame" role="img" aria-label="{words}">{frame}</div>
<output aria-live="polite">{words}</output>"""


def _places(number: int, sizes: Sequence[int]) -> list[int]:
    """Return the places that make up a number of the product of so many values each."""
    places: list[int] = []
    for size in reversed(sizes):
        number, place = divmod(number, size)
        places.insert(0, place)
    return places


def control(name: str, values: Sequence[Any], chosen: int, ticks: str) -> str:
    """Return the slider of numbers or the menu of strings, with its ``name`` and its value.

    Parameters
    ----------
    chosen : int
        The place that it opens at.
    ticks : str
        An id for its ticks.

    >>> control("rule", ["first", "last"], 0, "t")[:20]
    '<label>rule <select '
    """
    words = [html.escape(text(value)) for value in values]
    if isinstance(values[0], str):
        options = "".join(
            f"<option{' selected' * (k == chosen)}>{word}</option>" for k, word in enumerate(words)
        )
        return f'<label>{html.escape(name)} <select autocomplete="off">{options}</select></label>'
    marks = listed = ""
    if len(words) <= MOST_TICKS:
        listed = f' list="{ticks}"'
        places = "".join(f'<option value="{k}">' for k in range(len(words)))
        marks = f'<datalist id="{ticks}">{places}</datalist>'
    return (
        f'<label>{html.escape(name)} <input type="range" min="0" max="{len(words) - 1}" '
        f'value="{chosen}" step="1"{listed} autocomplete="off" aria-valuetext="{words[chosen]}"> '
        f'<span aria-hidden="true">{words[chosen]}</span>{marks}</label>'
    )


SCRIPT = """
for (const figure of document.querySelectorAll(".explore:not([data-ready])")) {
  figure.dataset.ready = "";
  const data = JSON.parse(figure.querySelector("script[type='application/json']").textContent);
  const controls = [...figure.querySelectorAll("input, select")];
  const frame = figure.querySelector(".explore-frame");
  const chosen = (control) => control.matches("select") ? control.selectedIndex : +control.value;
  const show = () => {
    let setting = 0;
    controls.forEach((control, i) => {
      const k = chosen(control), text = data.values[i][k];
      setting = setting * data.values[i].length + k;
      if (control.matches("input")) {
        control.setAttribute("aria-valuetext", text);
        control.nextElementSibling.textContent = text;
      }
    });
    frame.innerHTML = data.frames[setting].map((piece) => data.pieces[piece]).join("");
    frame.setAttribute("aria-label", data.readouts[setting]);
    figure.querySelector("output").textContent = data.readouts[setting];
  };
  for (const control of controls) {
    control.addEventListener("input", show);
    control.addEventListener("keydown", (event) => event.stopPropagation());
  }
}
"""
