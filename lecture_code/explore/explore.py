"""A figure with sliders: on a static page, in a running notebook, and as lines of text.

``explore(draw, title=..., n=[10, 20, 50])`` shows what ``draw(n=10)`` draws and lets the reader
choose.  It is one thing in four forms, chosen by the environment variable
``LECTURE_CODE_EXPLORE``:

* ``site``: all frames are drawn beforehand; the result is HTML with native sliders that needs
  no kernel and no network;
* ``page``: native sliders, and each frame is drawn when the page asks for it: "Run here";
* ``live``: sliders of ipywidgets that draw the present frame only and go between the listed
  values where these are evenly spaced numbers;
* ``record``: a small picture of the opening frame and a few lines of text, for the recorded
  notebook; the lines of all settings, which its test compares, lie beside them unseen.

Without the variable it is ``live`` in a notebook that has ipywidgets and ``record`` elsewhere.
"""

from __future__ import annotations

import importlib.util
import itertools
import math
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.figure import Figure
from numpy.typing import ArrayLike

from lecture_code.explore import on_demand
from lecture_code.explore.labels import label, readable, text
from lecture_code.explore.layout import Layout
from lecture_code.explore.live import Setting, sliders
from lecture_code.explore.static import by_hand, page, standing
from lecture_code.explore.svg import small_picture, svg
from lecture_code.plots import notebook

Draw = Callable[..., Any]
Describe = Callable[..., str]

MODES = ("site", "page", "live", "record")
MOST_FRAMES = 400
MOST_LINES = 60  # that the test of a notebook compares
SHOWN_LINES = 10  # that its reader sees
READOUTS = "application/vnd.lecture-code.readouts+json"


@dataclass(frozen=True, slots=True, eq=False)
class Exploration:
    """An explorable figure: its title, the lines of its record, and what a notebook shows."""

    title: str
    lines: tuple[str, ...]
    #: By mime type the site's HTML, the live sliders, or the lines that the test of a record
    #: compares.
    shown: dict[str, Any] = field(default_factory=dict, repr=False)
    #: The box of those sliders.
    widget: Any = field(default=None, repr=False)

    def __repr__(self) -> str:
        some = _thinned(self.lines, SHOWN_LINES)
        left_out = [f"({len(some)} of {len(self.lines)} settings)"] * (len(some) < len(self.lines))
        return "\n".join([self.title, *some, *left_out])

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        return self.shown | {"text/plain": repr(self)}


def explore(
    draw: Draw,
    *,
    title: str,
    describe: Describe | None = None,
    names: Mapping[str, str] | None = None,
    opens_at: Setting | None = None,
    touch: Mapping[str, Mapping[str, ArrayLike]] | None = None,
    **choices: Sequence[Any],
) -> Exploration:
    """Show ``draw`` with one slider (or, for strings, one menu) for each of the choices.

    The figure opens on the first value of each choice, or on the one that ``opens_at`` names.
    Live, ``draw`` and ``describe`` also get numbers between the listed ones.

    The record shows the opening frame and the lines of ten settings spread evenly from the first
    to the last; those of up to sixty are compared.  It draws the first, the last and the opening
    setting only, to see that ``draw`` works.

    * ``draw(**setting)`` draws on the current figure, which is fresh, or returns a figure.
      Give all frames one size and the same limits, and never call ``plt.show``.
    * ``describe(**setting)`` is what the figure shows, in one line of text, whose numbers are then
      printed with a real minus and powers of ten: a reader who sees no figure gets only this, and
      the test of the notebook compares it.  The default lists the values.
    * ``names`` maps some of the choices to the words beside their sliders.
    * ``touch={"perceptron": {"X": X, "y": y}}`` names a figure of the site that the reader takes in
      hand, ``book/assets/touch/perceptron.js``, and what it begins with.
    * Each other argument is a choice: at least two different numbers or strings, at most 400
      settings in all.

    Raises RuntimeError, which names the setting, if ``draw`` fails or draws nothing, or if
    ``describe`` fails or gives no single line.

    >>> def draw(n):
    ...     plt.plot(range(n))
    >>> explore(draw, title="A line of n points", n=[2, 5, 9])
    A line of n points
    n = 2
    n = 5
    n = 9
    """
    if not callable(draw):
        raise ValueError(f"draw must be a function; got {draw!r:.80}")
    if not isinstance(title, str):
        raise ValueError(f"title must be a text; got {title!r:.80}")
    values = {name: _values(name, choice) for name, choice in choices.items()}
    if not values:
        raise ValueError("explore needs at least one choice, such as n=[10, 20, 50]; got none")
    count = math.prod(len(choice) for choice in values.values())
    if count > MOST_FRAMES:
        raise ValueError(
            f"choices must give at most {MOST_FRAMES} settings, one frame each; got "
            f"{' x '.join(str(len(choice)) for choice in values.values())} = {count}"
        )
    told = _told(values, names or {})
    opening = _opening(values, opens_at or {})
    view = _View(draw, describe or (lambda **setting: _listing(told, setting)))
    hand = by_hand(touch or {})
    settings = [
        dict(zip(values, chosen, strict=True)) for chosen in itertools.product(*values.values())
    ]
    mode = _mode()
    if mode == "live":
        widget = sliders(title, values, view.standing, names=told, opening=opening)
        line = (view.readout(opening),)
        return Exploration(title, line, dict(widget._repr_mimebundle_()), widget)
    if mode == "page":
        shown = {"text/html": on_demand.figure(title, values, view.frame, told, opening, hand)}
        return Exploration(title, (view.readout(opening),), shown)
    if mode == "site":
        readouts = [view.readout(setting) for setting in settings]
        pictures = [view.picture(setting) for setting in settings]
        number = settings.index(opening)
        drawn = page(title, values, pictures, readouts, names=told, opening=number, hand=hand)
        shown = {"text/html": drawn}
        return Exploration(title, tuple(readouts), shown)
    for setting in (settings[0], settings[-1]):
        view.picture(setting)
    if notebook() is not None:
        small = view.drawn(opening, small_picture)
        show: Any = import_module("IPython.display").display
        show({"image/png": small, "text/plain": f"A picture: {title}"}, raw=True)
    elif opening not in (settings[0], settings[-1]):
        view.picture(opening)
    lines = tuple(view.readout(setting) for setting in _thinned(settings, MOST_LINES))
    return Exploration(title, lines, {READOUTS: list(lines)})


@dataclass(frozen=True, slots=True, eq=False)
class _View:
    draw: Draw
    describe: Describe
    layout: Layout = field(default_factory=Layout)

    def picture(self, setting: Setting, background: str = "none") -> str:
        """Return the SVG of one setting."""
        return self.drawn(
            setting, lambda figure: svg(figure, background=background, layout=self.layout)
        )

    def drawn(self, setting: Setting, made: Callable[[Figure], str]) -> str:
        """Return what is made of the figure of one setting, and leave no figure open."""
        others = set(plt.get_fignums())
        try:
            plt.figure()
            drawn = self.draw(**setting)
            figure = drawn if isinstance(drawn, Figure) else plt.gcf()
            if not figure.get_axes():
                raise ValueError(
                    "it must draw on the current figure or return a figure, and not call "
                    "plt.show; nothing was drawn"
                )
            return made(figure)
        except Exception as error:
            raise _failure("draw", setting, error) from error
        finally:
            for number in set(plt.get_fignums()) - others:
                plt.close(number)

    def readout(self, setting: Setting) -> str:
        try:
            told = self.describe(**setting)
            if not isinstance(told, str) or not told.strip() or "\n" in told:
                raise ValueError(f"it must return one line of text; got {told!r:.80}")
            return readable(told)
        except Exception as error:
            raise _failure("describe", setting, error) from error

    def frame(self, setting: Setting) -> tuple[str, str]:
        """Return the SVG of one setting and its readout."""
        return self.picture(setting), self.readout(setting)

    def standing(self, setting: Setting) -> str:
        """Return the HTML of one setting: the frame, on white, and its readout under it."""
        return standing(self.picture(setting, background="white"), self.readout(setting))


def _failure(name: str, setting: Setting, error: Exception) -> RuntimeError:
    where = _listing({known: label(known) for known in setting}, setting)
    return RuntimeError(f"{name} failed at {where}: {type(error).__name__}: {error}")


def _mode() -> str:
    shell = notebook()
    rich = shell is not None and type(shell).__name__ != "TerminalInteractiveShell"
    usual = "live" if rich and importlib.util.find_spec("ipywidgets") else "record"
    mode = os.environ.get("LECTURE_CODE_EXPLORE") or usual
    if mode not in MODES:
        raise ValueError(f"LECTURE_CODE_EXPLORE must be one of {', '.join(MODES)}; got {mode!r}")
    return mode


def _values(name: str, choice: Sequence[Any]) -> list[Any]:
    wanted = f"{name} must be a sequence of at least two different numbers or strings"
    if isinstance(choice, str) or not hasattr(choice, "__iter__"):
        raise ValueError(f"{wanted}; got {choice!r}")
    values = [value.item() if isinstance(value, np.generic) else value for value in choice]
    numbers = all(isinstance(v, (int, float)) and math.isfinite(v) for v in values)
    if not (numbers or all(isinstance(v, str) for v in values)):
        raise ValueError(f"{wanted}; got {values!r:.80}")
    if len(values) < 2 or len(set(values)) < len(values):
        raise ValueError(f"{wanted}; got {values!r:.80}")
    return values


def _told(values: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, str]:
    if strange := sorted(set(names) - set(values)):
        raise ValueError(f"names must name choices, {', '.join(values)}; got {', '.join(strange)}")
    return {name: names.get(name, label(name)) for name in values}


def _opening(values: Mapping[str, list[Any]], opens_at: Setting) -> Setting:
    for name, value in opens_at.items():
        if value not in values.get(name, []):
            raise ValueError(f"opens_at must name values of the choices; got {name} = {value!r}")
    return {name: opens_at.get(name, choice[0]) for name, choice in values.items()}


def _listing(names: Mapping[str, str], setting: Setting) -> str:
    return ", ".join(f"{names[name]} = {text(value)}" for name, value in setting.items())


def _thinned(items: Sequence[Any], most: int) -> list[Any]:
    count = len(items)
    if count <= most:
        return list(items)
    return [items[round(k * (count - 1) / (most - 1))] for k in range(most)]
