"""Show any frame of an explorable figure, without kernel or network, from one piece of HTML.

Sixty frames of one figure share most of their ink: axes, letters, points.  So they are cut into
*pieces*, every piece is kept once, and a frame is a list of piece numbers.  The opening frame
stands in the page; a script of thirty lines puts the chosen one in its place.  Script, data and
style are all inside: the output works in the site, in a notebook, or alone in a file, and several
on a page do not disturb each other.
"""

from __future__ import annotations

import hashlib
import html
import json
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.explore.labels import label, text
from lecture_code.explore.svg import distinct_ids

MOST_TICKS = 16  # beyond this the ticks of a slider say nothing


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

    ``values`` maps the name of each choice to its numbers (a slider) or strings (a menu), ``names``
    to what the reader is told instead of the name.  ``frames`` (SVG) and ``readouts`` follow the
    product of the values, the last choice fastest; ``opening`` is the number of the first one
    shown, ``hand`` holds the attributes of a figure that can be taken in hand.

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
    <div class="explore-frame" translate="no" role="img" aria-label="n = 1"><svg/></div>
    <output translate="no" aria-live="polite">n = 1</output>
    """
    words = html.escape(readout)
    return f"""\
<div class="explore-frame" translate="no" role="img" aria-label="{words}">{frame}</div>
<output translate="no" aria-live="polite">{words}</output>"""


def control(name: str, values: Sequence[Any], chosen: int, ticks: str) -> str:
    """Return the slider of numbers or the menu of strings, with its ``name`` and its value.

    It opens at place ``chosen``; ``ticks`` is an id for its ticks.

    >>> control("rule", ["first", "last"], 0, "t")[:35]
    '<label translate="no">rule <select '
    """
    words = [html.escape(text(value)) for value in values]
    if isinstance(values[0], str):
        options = "".join(
            f"<option{' selected' * (k == chosen)}>{word}</option>" for k, word in enumerate(words)
        )
        menu = f'<select autocomplete="off">{options}</select>'
        return f'<label translate="no">{html.escape(name)} {menu}</label>'
    marks = listed = ""
    if len(words) <= MOST_TICKS:
        listed = f' list="{ticks}"'
        places = "".join(f'<option value="{k}">' for k in range(len(words)))
        marks = f'<datalist id="{ticks}">{places}</datalist>'
    return (
        f'<label translate="no">{html.escape(name)} '
        f'<input type="range" min="0" max="{len(words) - 1}" '
        f'value="{chosen}" step="1"{listed} autocomplete="off" aria-valuetext="{words[chosen]}"> '
        f'<span aria-hidden="true">{words[chosen]}</span>{marks}</label>'
    )


def _share(frames: Sequence[str]) -> tuple[list[str], list[list[int]]]:
    """Return pieces and, for each frame, the numbers of the pieces that make it up.

    Lines that follow one another wherever they occur are one piece.
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


def _places(number: int, sizes: Sequence[int]) -> list[int]:
    """Return the places that make up a number of the product of so many values each."""
    places: list[int] = []
    for size in reversed(sizes):
        number, place = divmod(number, size)
        places.insert(0, place)
    return places


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
