"""Write what a reference refers to, ready to be shown beside it.

For each page a script in _static/previews holds its statements, exercises, formulas, figures and
errata by label.  book/assets/previews.js loads it when a reader first points at a reference to that
page: a script and not data, because a page that was opened from a file can load only scripts.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path

from docutils import nodes

from bookext.course.sections import is_further, mark_of
from bookext.html.formulas import unbroken
from bookext.nodes.boxes import boxes
from bookext.nodes.detached import detached
from bookext.nodes.tags import element, tag
from bookext.source import chapter_of

FRAME = re.compile(r'<div class="explore-frame".*?</svg>\s*</div>', re.S)
FURTHER = '<p class="preview-mark">Optional</p>'
OF_WIDGETS = re.compile(r' role="img"| tabindex="\d"')


def figure_of(figure: nodes.figure) -> tag:
    """Return a figure, of a slider the first frame, over its caption."""
    copy = detached(figure)
    pictures: list[nodes.Node] = list(copy.findall(nodes.image))
    for raw in copy.findall(nodes.raw):
        for frame in FRAME.findall(raw.astext()):
            pictures.append(nodes.raw("", OF_WIDGETS.sub("", frame), format="html"))
    captions = [each for each in copy.findall(tag) if each["name"] == "figcaption"]
    return element("figure", " ".join(figure["classes"]), *pictures[:1], *captions[:1])


def shown(env, page: str, doctree: nodes.document) -> Iterator[tuple[str, nodes.Element, tag]]:
    """Yield label, place and look of what a reference to the page may name."""
    figures = env.toc_fignumbers.get(page, {}).get("figure", {})
    for box in boxes(doctree):
        yield box["label"], box, detached(box)
    for figure in doctree.findall(nodes.figure):
        if (label := next(iter(figure["ids"]), "")) in figures:
            yield label, figure, figure_of(figure)
    for formula in doctree.findall(nodes.math_block):
        for label in formula["ids"]:
            yield label, formula, detached(formula)
    for entry in doctree.findall(nodes.container):
        if "erratum" in entry["classes"]:
            yield entry["ids"][0], entry, detached(entry)


def collect(app, pagename, templatename, context, doctree):
    if doctree is None or app.builder.format != "html":
        return
    further = chapter_of(pagename) and mark_of(app.env, pagename) != "core"
    images, parts = f'src="{app.builder.imgpath}/', {}
    for label, place, look in shown(app.env, pagename, doctree):
        html = unbroken(app.builder.render_partial(look)["fragment"])
        html = html.replace(images, 'src="{root}_images/')
        parts[label] = FURTHER + html if further or is_further(place) else html
    # written even if there is nothing to show: a page that refers here loads it
    file = Path(app.outdir, "_static", "previews", f"{pagename}.js")
    file.parent.mkdir(parents=True, exist_ok=True)
    page, data = (json.dumps(it, ensure_ascii=False) for it in (pagename, parts))
    file.write_text(f"bookPreview({page}, {data});\n")
