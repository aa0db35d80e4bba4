"""What a reference refers to, ready to be shown beside it.

For each page a script in _static/previews holds its statements, exercises, formulas, figures and
errata by label.  book/assets/previews.js loads it when a reader first points at a reference to that
page: a script and not data, because a page that was opened from a file may load scripts only.
"""

import json
import re
from pathlib import Path

from bookext.course.sections import mark_of
from bookext.html.elements import end_of
from bookext.html.folds import replaced
from bookext.source import chapter_of

TARGET = re.compile(
    r'<(?:div|figure) class="(?P<kind>proof|exercise|math|align|erratum)\b[^"]*"'
    r' id="(?P<label>[^"]+)"'
)
PICTURE = re.compile(r'<div class="explore-frame".*?</svg>\s*</div>|<img\b[^>]*>', re.S)
CAPTION = re.compile(r"<figcaption>.*?</figcaption>", re.S)
DROPPED = re.compile(
    r'<a class="headerlink".*?</a>|<div class="under-box">.*?</div>|</?a\b[^>]*>'
    r'|<script.*?</script>| role="img"| tabindex="\d"',
    re.S,
)
FOLDS = re.compile(r'<details class="(?:evidence|quiet)')
FOLDED = re.compile(r'<details class="further-part">')
FURTHER = '<p class="preview-mark">Further reading</p>'
ID = re.compile(r'(<(?:div|figure|span|p|section|details)\b[^>]*?) id="[^"]*"')


def shown(html: str, kind: str) -> str:
    """An element as it is shown beside a reference: nothing to click, no names of its own."""
    if kind == "align":
        found = [PICTURE.search(html), CAPTION.search(html)]
        figure = html[: html.index(">")].replace(f"{kind}-default", "")
        html = f"{figure}>" + "".join(part[0] for part in found if part) + "</figure>"
    html = replaced(html, FOLDS, lambda fold: "")
    html = ID.sub(r"\1", DROPPED.sub("", html))
    return re.sub(r'(src=")(?:\.\./)+', r"\1{root}", html)


def collect(app, pagename, templatename, context, doctree):
    if doctree is None or app.builder.format != "html":
        return
    body, core = context.get("body", ""), mark_of(app.env, pagename) == "core"
    folded = [range(f.start(), end_of(body, f.start())) for f in FOLDED.finditer(body)]
    parts = {}
    for found in TARGET.finditer(body):
        html = shown(body[found.start() : end_of(body, found.start())], found["kind"])
        on_path = core and not any(found.start() in fold for fold in folded)
        parts[found["label"]] = html if on_path or not chapter_of(pagename) else FURTHER + html
    # also if there is nothing to show
    file = Path(app.outdir, "_static", "previews", f"{pagename}.js")
    file.parent.mkdir(parents=True, exist_ok=True)
    page, data = (json.dumps(it, ensure_ascii=False) for it in (pagename, parts))
    file.write_text(f"bookPreview({page}, {data});\n")
