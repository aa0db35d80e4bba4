"""Convert students' Markdown to safe HTML."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.amsmath import amsmath_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin

LONGEST = 50_000  # characters; some Markdown takes the square of its length
HANDED_IN = r"handed-in(/\w[\w.-]*)+"
LINK = re.compile(rf"https?://.*|mailto:.*|{HANDED_IN}", re.IGNORECASE)


def answer_html(markdown: str, files: Mapping[str, str] | None = None) -> str:
    """Return a student's Markdown as safe HTML; formulas stay TeX.

    ``files`` are the paths of the files handed in beside it, by their names.
    """
    if len(markdown) > LONGEST:
        return f"<pre>{html.escape(markdown)}</pre>"
    return str(_READER.render(markdown, {"files": files or {}}))


class _Reader(MarkdownIt):
    """Accept every address: ``_link`` and ``_image`` decide what is written."""

    def validateLink(self, url: str) -> bool:
        return True


def _link(_: Any, tokens: Sequence[Token], at: int, *__: Any) -> str:
    href = str(tokens[at].attrs["href"])
    if not LINK.fullmatch(href):
        return "<a>"
    return f'<a href="{html.escape(href)}" target="_blank" rel="noreferrer noopener">'


def _image(_: Any, tokens: Sequence[Token], at: int, __: Any, env: dict[str, Any]) -> str:
    src, alt = str(tokens[at].attrs["src"]), html.escape(tokens[at].content)
    src = env.get("files", {}).get(unquote(src.rpartition("/")[2]), src)
    if not re.fullmatch(HANDED_IN, src):
        return f"{alt} (picture not handed in)"
    return f'<img src="{src}" alt="{alt}">'


_READER = _Reader("js-default", {"html": False})
_READER.use(dollarmath_plugin, allow_labels=False, double_inline=True).use(amsmath_plugin)
_READER.add_render_rule("link_open", _link)
_READER.add_render_rule("image", _image)
