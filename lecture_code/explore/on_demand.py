"""Draw each frame of an explorable figure when the page asks for it.

The HTML has the native sliders of the static form and the opening frame, and knows its figure by
a number.  The page on which cells run in their places sends this number and the positions of the
sliders, and puts what ``frame`` returns where the opening frame stood.
"""

from __future__ import annotations

import html
import itertools
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from lecture_code.explore.labels import text
from lecture_code.explore.static import control, standing
from lecture_code.explore.svg import distinct_ids

Frame = Callable[[dict[str, Any]], tuple[str, str]]

_numbers = itertools.count(1)
_figures: dict[int, tuple[Mapping[str, Sequence[Any]], Frame]] = {}


def figure(
    title: str,
    values: Mapping[str, Sequence[Any]],
    draw: Frame,
    names: Mapping[str, str],
    opening: Mapping[str, Any],
    hand: str = "",
) -> str:
    """Return the HTML of a figure at its ``opening``, and keep what draws its other frames.

    ``draw(setting)`` gives the SVG and the readout of a setting; ``names`` has the words beside
    each slider, ``hand`` the attributes of a figure that can be taken in hand.

    >>> shown = figure("Squares", {"n": [1, 2]}, lambda s: ("<svg/>", f"n = {s['n']}"),
    ...                {"n": "n"}, {"n": 2})
    >>> number = max(numbers())
    >>> f'data-asks="{number}"' in shown, frame(number, [0])
    (True, ('<svg/>', 'n = 1'))
    >>> forget([number])
    """
    number = next(_numbers)
    places = [list(choice).index(opening[name]) for name, choice in values.items()]
    _figures[number] = values, draw
    drawn, readout = frame(number, places)
    controls = "\n".join(
        control(names[name], choice, place, f"asks{number}-ticks{i}")
        for i, ((name, choice), place) in enumerate(zip(values.items(), places, strict=True))
    )
    words = html.escape(title)
    told = html.escape(json.dumps([[text(value) for value in c] for c in values.values()]))
    return f"""\
<div class="explore" role="group" aria-label="{words}" data-asks="{number}" data-values="{told}"
{hand} data-ready>
<p class="explore-title">{words}</p>
{controls}
{standing(drawn, readout)}
</div>"""


def frame(number: int, places: Sequence[int]) -> tuple[str, str]:
    """Return the SVG and the readout of a figure whose sliders stand at these places.

    Raises KeyError if there is no figure of that number, and what ``draw`` raises.

    >>> frame(0, [])
    Traceback (most recent call last):
    KeyError: 0
    """
    values, draw = _figures[number]
    chosen = zip(values.items(), places, strict=True)
    drawn, readout = draw({name: choice[place] for (name, choice), place in chosen})
    return distinct_ids([drawn], f"asks{number}-")[0], readout


def numbers() -> set[int]:
    """Return the numbers of the figures that can be asked for frames.

    >>> 0 in numbers()
    False
    """
    return set(_figures)


def forget(gone: Iterable[int]) -> None:
    """Keep these figures no longer.

    >>> forget(numbers())
    >>> numbers()
    set()
    """
    for number in gone:
        _figures.pop(number, None)
