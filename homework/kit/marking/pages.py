"""A plain page of HTML, which loads nothing and runs nothing."""

from __future__ import annotations

import html

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem;
       color: #1a1a1a; background: #fff; }
pre { white-space: pre-wrap; background: #f3f3f3; padding: .8rem; overflow-wrap: anywhere; }
table { border-collapse: collapse; } td, th { padding: .2rem .8rem; text-align: left; }
tr { border-bottom: 1px solid #ccc; } .no { color: #9b1c1c; } .yes { color: #14642b; }
"""


def page(title: str, body: str) -> str:
    """Return a page with this title and this body (already HTML)."""
    title = html.escape(title)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        "style-src 'unsafe-inline'\">"
        '<meta name="viewport" content="width=device-width">'
        f"<title>{title}</title><style>{STYLE}</style></head>\n"
        f"<body><h1>{title}</h1>\n{body}\n</body></html>\n"
    )
