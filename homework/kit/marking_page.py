"""The page on which homework is marked: one file that talks to nobody but its own small server.

What students wrote comes into it in two ways only: as data, which the page shows as text, and as
HTML that ``answer_html`` made of their Markdown.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.amsmath import amsmath_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin

HERE = Path(__file__).resolve().parent / "page"
KATEX = HERE.parents[2] / "node_modules" / "katex" / "dist"
LONGEST = 50_000  # signs; some Markdown takes the square of its length
HANDED_IN = r"handed-in(/\w[\w.-]*)+"
LINK = re.compile(rf"https?://.*|mailto:.*|{HANDED_IN}", re.IGNORECASE)

POLICY = (
    "default-src 'none'; script-src 'self' file: 'sha256-{}'; style-src 'self' file: "
    "'unsafe-inline'; img-src 'self' file: data:; font-src 'self' file:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)
PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="page/katex.min.css">
<style>{style}</style></head>
<body><noscript>This page needs JavaScript: it loads and sends nothing elsewhere.</noscript>
<script type="application/json" id="data">{data}</script>
<script src="page/katex.min.js"></script>
<script>{script}</script></body></html>
"""


def marking_page(data: dict[str, Any]) -> str:
    """Return the page for one assignment, with all its answers and the marks given so far."""
    script = (HERE / "marking.js").read_text(encoding="utf-8")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return PAGE.format(
        policy=POLICY.format(digest),
        title=html.escape(data["title"]),
        style=(HERE / "marking.css").read_text(encoding="utf-8"),
        data=json.dumps(data).replace("<", "\\u003c"),
        script=script,
    )


def copy_katex(folder: Path) -> bool:
    """Put what draws formulas beside the page; returns whether it is there."""
    if not (KATEX / "katex.min.js").exists():
        return (folder / "page" / "katex.min.js").exists()
    (folder / "page" / "fonts").mkdir(parents=True, exist_ok=True)
    for path in [*KATEX.glob("katex.min.*s"), *KATEX.glob("fonts/*.woff2")]:
        shutil.copyfile(path, folder / "page" / path.relative_to(KATEX))
    return True


def answer_html(markdown: str) -> str:
    """Return the answer of a student as HTML that can do no harm; formulas stay TeX."""
    if len(markdown) > LONGEST:
        return f"<pre>{html.escape(markdown)}</pre>"
    return str(_READER.render(markdown))


class _Reader(MarkdownIt):
    """Accepts every address: what becomes of it is decided when it is written."""

    def validateLink(self, url: str) -> bool:
        return True


def _link(_: Any, tokens: Sequence[Token], at: int, *__: Any) -> str:
    href = str(tokens[at].attrs["href"])
    if not LINK.fullmatch(href):
        return "<a>"
    return f'<a href="{html.escape(href)}" target="_blank" rel="noreferrer noopener">'


def _image(_: Any, tokens: Sequence[Token], at: int, *__: Any) -> str:
    src, alt = str(tokens[at].attrs["src"]), html.escape(tokens[at].content)
    if not re.fullmatch(HANDED_IN, src):
        return f"{alt} (picture not handed in)"
    return f'<img src="{src}" alt="{alt}">'


_READER = _Reader("js-default", {"html": False})
_READER.use(dollarmath_plugin, allow_labels=False, double_inline=True).use(amsmath_plugin)
_READER.add_render_rule("link_open", _link)
_READER.add_render_rule("image", _image)
