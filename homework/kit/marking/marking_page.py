"""The page on which homework is marked, which connects to no server but its own.

What students wrote enters it in two ways only: as data, which the page shows as text, and as HTML
that ``answer_html`` made of their Markdown.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
import shutil
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent / "page"
KATEX = HERE.parents[3] / "node_modules" / "katex" / "dist"

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
<body><noscript>This page needs JavaScript; it uses no network.</noscript>
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
    """Copy KaTeX, which draws formulas, beside the page; return whether it is there."""
    if not (KATEX / "katex.min.js").exists():
        return (folder / "page" / "katex.min.js").exists()
    (folder / "page" / "fonts").mkdir(parents=True, exist_ok=True)
    for path in [*KATEX.glob("katex.min.*s"), *KATEX.glob("fonts/*.woff2")]:
        shutil.copyfile(path, folder / "page" / path.relative_to(KATEX))
    return True
