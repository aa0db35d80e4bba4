"""Show a picture whose tones mean something as it is, also on dark pages.

Line drawings are turned from dark on light to light on dark (book/assets/book.css).  A picture
that holds pixels or a scale of colours would then say the opposite of what it shows: such a figure
stands on a light plate.
"""

import re
from pathlib import Path

from docutils import nodes

FILL = re.compile(r"fill:\s*(#[0-9a-f]{6})")
MANY = 8  # colours of surfaces: a palette has fewer, a scale more


def has_tones(drawing: str) -> bool:
    """Return whether the tones of an SVG drawing mean something."""
    pixels = re.search(r"<svg class=\"plate\"|<image\b|\bdata:image/png", drawing)
    return pixels is not None or len(set(FILL.findall(drawing))) > MANY


def light_plates(app, doctree, docname):
    for figure in doctree.findall(nodes.figure):
        drawn = [raw.astext() for raw in figure.findall(nodes.raw)]
        files = [Path(app.srcdir, image["uri"]) for image in figure.findall(nodes.image)]
        drawn += [file.read_text("utf-8") for file in files if file.suffix == ".svg"]
        if has_tones("".join(drawn)):
            figure["classes"].append("by-daylight")


def setup(app):
    app.connect("doctree-resolved", light_plates)
