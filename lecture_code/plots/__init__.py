"""The look of the figures, and the shapes of plane geometry."""

from lecture_code.plots.axes import (
    log_axis,
    name_curves,
    plane,
)
from lecture_code.plots.shapes import (
    circle,
    draw_arrow,
    draw_line,
    ring,
    scatter_signs,
    shade_halfspace,
    shade_hull,
)
from lecture_code.plots.style import (
    BLACK,
    BLUE,
    DASHES,
    GREEN,
    GREY,
    NO_EDGE,
    ORANGE,
    PALETTE,
    PURPLE,
    SKY,
    SMALL,
    VERMILION,
    notebook,
    use_style,
)

__all__ = [
    "BLACK", "BLUE", "DASHES", "GREEN", "GREY", "NO_EDGE", "ORANGE", "PALETTE", "PURPLE", "SKY",
    "SMALL", "VERMILION", "circle", "draw_arrow", "draw_line", "log_axis", "name_curves",
    "notebook", "plane", "ring", "scatter_signs", "shade_halfspace", "shade_hull", "use_style",
]  # fmt: skip
