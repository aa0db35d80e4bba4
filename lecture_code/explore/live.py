"""Sliders of ipywidgets, which draw the present frame of an explorable figure only.

Evenly rising numbers become a slider that also goes between them; other numbers a slider over just
these; strings a menu.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

import numpy as np

from lecture_code.explore.labels import text

Setting = dict[str, Any]


def sliders(
    title: str,
    values: Mapping[str, list[Any]],
    frame: Callable[[Setting], str],
    *,
    names: Mapping[str, str],
    opening: Setting,
) -> Any:
    """Return a box with a control for each name of ``values`` and the HTML of ``frame(setting)``.

    An error of the first frame is raised; a later one, which nobody could catch, is shown in the
    place of its frame.
    """
    widgets: Any = import_module("ipywidgets")
    controls = {
        name: _control(widgets, names[name], choice, opening[name])
        for name, choice in values.items()
    }
    shown = widgets.HTML()

    def draw() -> None:
        setting = {name: _chosen(control.value, values[name]) for name, control in controls.items()}
        shown.value = frame(setting)

    def follow(_change: Any) -> None:
        try:
            draw()
        except (RuntimeError, ValueError) as error:
            shown.value = html.escape(str(error))

    draw()
    for control in controls.values():
        control.observe(follow, names="value")
    heading = widgets.HTML(f"<b>{html.escape(title)}</b>")
    return widgets.VBox([heading, *controls.values(), shown])


def _chosen(value: Any, values: list[Any]) -> Any:
    """Return the listed value where there is one: 0.1 + 2 steps of 0.1 is 0.3."""
    if value in values or not isinstance(value, float):
        return value
    near = min(values, key=lambda listed: abs(listed - value))
    size = max(abs(values[0]), abs(values[-1]))
    return near if abs(near - value) <= 1e-9 * size else float(f"{value:.10g}")


def _control(widgets: Any, name: str, values: list[Any], chosen: Any) -> Any:
    common: dict[str, Any] = {"description": name, "style": {"description_width": "initial"}}
    common["value"] = chosen
    if isinstance(values[0], str):
        return widgets.Dropdown(options=values, **common)
    step = values[1] - values[0]
    even = step > 0 and np.allclose(np.diff(values), step, rtol=1e-9, atol=0)
    if not even or isinstance(values[0], bool):
        return widgets.SelectionSlider(options=[(text(value), value) for value in values], **common)
    common |= {"min": values[0], "max": values[-1]}
    if all(isinstance(value, int) for value in values):
        return widgets.IntSlider(**common)
    return widgets.FloatSlider(step=step / 10, readout_format=".4", **common)
