r"""Give all figures one look.

Colours are those of Okabe and Ito, which readers with any colour vision can tell apart; curves
differ in their dashes as well, and labels in their marker (a plus is +1, a minus is -1), so that
nothing is said by colour alone.  Figures are 5.8 inches wide with 12 point type, in Source Sans 3
cut to the letters that figures use, and formulas in the italics of STIX: on a phone their words are
still legible.

:Source: M. Okabe and K. Ito, "Color Universal Design", 2008.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from importlib.resources import as_file, files
from typing import Any

import matplotlib as mpl
from cycler import cycler
from matplotlib.font_manager import fontManager

BLUE, VERMILION, GREEN, PURPLE = "#0072B2", "#D55E00", "#009E73", "#CC79A7"
SKY, ORANGE, BLACK, GREY = "#56B4E9", "#E69F00", "#000000", "#767676"
PALETTE = (BLUE, VERMILION, GREEN, PURPLE, SKY, ORANGE)
DASHES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (8, 2)))
NO_EDGE: dict[str, Any] = {"linewidth": 0, "linestyle": "-"}  # a dash of width 0 is an error
FONT = "Lecture Sans"
SMALL = 72  # dots per inch of a picture in a record


def use_style() -> None:
    """Give all figures of the session the look of the book.

    Call it once, in the setup cell.  Figures are PNG on white, since a reader's notebook may be
    dark.  With ``LECTURE_CODE_FIGURES=svg`` in the environment, as on the site, they are
    transparent SVG, and while the book is recorded they are small PNG; in both forms the same
    drawing always gives the same bytes.

    >>> use_style()
    >>> mpl.rcParams["axes.prop_cycle"].by_key()["color"][0]
    '#0072B2'
    """
    svg = os.environ.get("LECTURE_CODE_FIGURES") == "svg"
    if FONT not in fontManager.get_font_names():
        with as_file(files("lecture_code") / "fonts/LectureSans-Regular.ttf") as face:
            fontManager.addfont(face)
    mpl.rcParams.update(
        {
            "figure.figsize": (5.8, 3.7),
            "figure.constrained_layout.use": True,
            "figure.facecolor": "none" if svg else "white",
            "axes.facecolor": "none",
            "axes.prop_cycle": cycler(color=PALETTE) + cycler(linestyle=DASHES),
            "axes.spines.top": False,
            "axes.spines.right": False,
            "axes.titlesize": "medium",
            "font.family": [FONT, "DejaVu Sans"],
            "font.size": 12,
            "legend.fontsize": 11,
            "legend.frameon": False,
            "lines.linewidth": 1.8,
            "mathtext.fontset": "custom",
            "mathtext.rm": FONT,
            "mathtext.it": "STIXGeneral:italic",
            "mathtext.bf": "STIXGeneral:bold",
            "mathtext.cal": "STIXGeneral:italic",
            "mathtext.fallback": "stix",
            "svg.fonttype": "path",
            "svg.hashsalt": "lecture_code",
        }
    )
    if notebook() is not None:
        form, look = "retina", dict[str, Any]()
        if svg:
            form, look = "svg", {"metadata": {"Date": None, "Creator": None}}
        elif os.environ.get("LECTURE_CODE_EXPLORE") == "record":
            form, look = "png", {"metadata": {"Software": None}, "dpi": SMALL}
        inline: Any = import_module("matplotlib_inline.backend_inline")
        inline.set_matplotlib_formats(form, bbox_inches=None, **look)


def notebook() -> Any:
    """Return the IPython in which this runs, or None; nothing is loaded to find out.

    >>> notebook() is None
    True
    """
    loaded = sys.modules.get("IPython")
    return loaded.get_ipython() if loaded else None
