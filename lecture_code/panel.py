"""One piece of HTML that shows any frame of an explorable figure, without kernel or network.

The first frame stands in the page; a script of thirty lines puts the chosen one in its place, so
that the frames not shown cost no layout.  Script, data and the one style a frame cannot do
without are all inside: the output works in the site, in a notebook, or alone in a file, and
several on a page do not disturb each other.  A style sheet may dress the classes ``explore``,
``explore-title`` and ``explore-frame``.
"""

from __future__ import annotations

import hashlib
import html
import json
from collections.abc import Mapping, Sequence
from typing import Any

from lecture_code.frames import distinct_ids, share

GREEK = {
    "alpha": "α", "delta": "δ", "eps": "ε", "eta": "η",
    "gamma": "γ", "lam": "λ", "rho": "ρ", "sigma": "σ",
}  # fmt: skip


def label(name: str) -> str:
    """Return the name of a choice as the reader sees it: ``lam`` is λ, ``max_updates`` two words.

    >>> label("eps"), label("max_updates")
    ('ε', 'max updates')
    """
    return GREEK.get(name, name.replace("_", " "))


def text(value: Any) -> str:
    """Return a value of a choice as the reader sees it, with at most four significant digits.

    >>> text(0.1 + 0.2), text(10_000), text("first")
    ('0.3', '10000', 'first')
    """
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def page(
    title: str, values: Mapping[str, Sequence[Any]], frames: Sequence[str], readouts: Sequence[str]
) -> str:
    """Return the HTML of an explorable figure that needs no kernel.

    ``values`` maps the name of each choice to its numbers (a slider) or strings (a menu);
    ``frames`` (SVG) and ``readouts`` follow the product of the values, the last choice fastest.

    >>> '<input type="range" min="0" max="1"' in page("Title", {"n": [1, 2]}, ["", ""], ["a", "b"])
    True
    """
    digest = hashlib.sha256("".join([title, *readouts, *frames]).encode()).hexdigest()
    pieces, recipes = share(distinct_ids(frames, f"x{digest[:6]}-"))
    first = "".join(pieces[i] for i in recipes[0])
    if not any("'" in piece for piece in pieces):  # each " would cost a backslash in JSON
        pieces = [piece.replace('"', "'") for piece in pieces]
    data = {
        "values": [[text(value) for value in choice] for choice in values.values()],
        "readouts": list(readouts),
        "pieces": pieces,
        "frames": recipes,
    }
    packed = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    controls = "\n".join(_control(name, choice) for name, choice in values.items())
    words = html.escape(title)
    return f"""\
<div class="explore" role="group" aria-label="{words}" data-lm-suppress-shortcuts="true">
<p class="explore-title">{words}</p>
{controls}
{standing(first, readouts[0])}
<script type="application/json">{packed}</script>
<script>{SCRIPT}</script>
</div>"""


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


def _control(name: str, values: Sequence[Any]) -> str:
    words = [html.escape(text(value)) for value in values]
    if isinstance(values[0], str):
        options = "".join(f"<option>{word}</option>" for word in words)
        entry = f'<select autocomplete="off">{options}</select>'
    else:
        entry = (
            f'<input type="range" min="0" max="{len(words) - 1}" value="0" step="1" '
            f'autocomplete="off" aria-valuetext="{words[0]}"> '
            f'<span aria-hidden="true">{words[0]}</span>'
        )
    return f"<label>{html.escape(label(name))} {entry}</label>"


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
