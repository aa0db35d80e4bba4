"""Every statement, exercise and cell has a link to itself; figures and formulas have one anyway.

evidence.record says how a cell is called."""

import re
from html import unescape

from bookext.evidence.record import cell_name
from bookext.html.elements import end_of

BOX = re.compile(
    r'(<div class="(?:proof|exercise)\b[^"]*" id="([^"]+)">\s*'
    r'<p class="admonition-title">.*?)(?=</p>)',
    re.S,
)
CELL = re.compile(r'<div class="cell\b[^"]*">')
CODE = re.compile(r'<div class="cell_input\b.*?<pre>(.*?)</pre>', re.S)


def link(target: str, what: str) -> str:
    return f'<a class="headerlink" href="#{target}" title="Link to this {what}">#</a>'


def words_of(html: str) -> str:
    """The code that a page shows, without its colours."""
    return unescape(re.sub(r"<[^>]+>", "", html))


def with_links(body: str) -> str:
    body = BOX.sub(lambda box: box[1] + link(box[2], "statement"), body)
    parts, end, taken = [], 0, set()
    for cell in CELL.finditer(body):
        code = CODE.search(body, cell.start(), end_of(body, cell.start()))
        if code:
            name = cell_name(words_of(code[1]), taken)
            parts += [body[end : cell.end() - 1], f' id="{name}">{link(name, "cell")}']
            end = cell.end()
    return "".join([*parts, body[end:]])


def add_links(app, pagename, templatename, context, doctree):
    context["body"] = with_links(context.get("body", ""))
