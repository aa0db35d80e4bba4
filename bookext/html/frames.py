"""Keep the frames of a figure once for the whole site, in _static/figures.

A page holds the opening frame; the others are one file, which book/assets/figures.js loads when the
figure comes near.  Pages and slides that show the figure share it.  It is a script and not data,
because a page that was opened from a file can load only scripts.  The page also holds the longest
readout, unseen, so that the figure keeps its height while it moves (book/assets/explore.css).
"""

import hashlib
import html as markup
import json
import re
from pathlib import Path

from docutils import nodes

from bookext.html.formulas import unbroken
from lecture_code.explore.static import SCRIPT

FOLDER = "_static/figures"
BEGIN = '<div class="explore"'
PACKED = re.compile(r'\n<script type="application/json">(.*?)</script>\n<script>.*?</script>', re.S)


def apart(html: str) -> tuple[str, dict[str, str]]:
    """Return a figure without its frames, and the file that has them, by its name.

    >>> html, files = apart(f'{BEGIN}>\\n<script type="application/json">{{}}</script>\\n'
    ...                     '<script>1</script>\\n</div>')
    >>> (name,) = files
    >>> html == f'{BEGIN} data-ready data-frames="{name}">\\n</div>'
    True
    """
    html = unbroken(html)
    packed = PACKED.search(html)
    if packed is None:
        return html, {}
    data = packed[1]
    name = hashlib.sha256(f"{data}{SCRIPT}".encode()).hexdigest()[:12]
    begin = f'{BEGIN} data-ready data-frames="{name}"'
    script = f'bookFrames("{name}", {data});\n{SCRIPT.strip()}\n'
    longest = max(json.loads(data).get("readouts", [""]), key=len)
    room = f'<output data-longest="{markup.escape(longest)}"'
    html = PACKED.sub("", html).replace(BEGIN, begin, 1).replace("<output", room, 1)
    return html, {name: script}


def take_apart(app, doctree, docname):
    if app.builder.format != "html":
        return
    folder = Path(app.outdir, FOLDER)
    for raw in doctree.findall(nodes.raw):
        if BEGIN in (text := raw.astext()):
            html, files = apart(text)
            raw.rawsource, raw.children = html, [nodes.Text(html)]
            for name, script in files.items():
                folder.mkdir(parents=True, exist_ok=True)
                (folder / f"{name}.js").write_text(script, "utf-8")


def setup(app):
    app.connect("doctree-resolved", take_apart)
