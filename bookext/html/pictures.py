"""Pictures whose tones mean something are shown as they are, also on dark pages.

Line drawings are turned from dark on light to light on dark (book/assets/book.css).  A picture
that holds pixels or a scale of colours would then say the opposite of what it shows: such a figure
stands on a light plate.
"""

import re
from pathlib import Path

from bookext.html.elements import end_of

FIGURE = re.compile(r'<figure class="align-\w+')
SOURCE = re.compile(r'<img\b[^>]*\bsrc="(?:[^"]*/)?([^"/]+\.svg)"')
FILL = re.compile(r"fill:\s*(#[0-9a-f]{6})")
MANY = 8  # colours of surfaces: a palette has fewer, a scale more


def has_tones(html: str, drawn: str) -> bool:
    """Whether a figure means its tones: its HTML, and the drawing if that is a file."""
    return bool(
        re.search(r"<svg class=\"plate\"|<image\b|\bdata:image/png", html + drawn)
        or len(set(FILL.findall(html + drawn))) > MANY
    )


def light_plates(app, pagename, templatename, context, doctree):
    body = context.get("body", "")
    files = {name: Path(app.srcdir, path) for path, name in app.builder.images.items()}
    for found in reversed(list(FIGURE.finditer(body))):
        html = body[found.start() : end_of(body, found.start())]
        file = SOURCE.search(html)
        drawn = files[file[1]].read_text("utf-8") if file else ""
        if has_tones(html, drawn):
            body = f"{body[: found.end()]} by-daylight{body[found.end() :]}"
    context["body"] = body
