r"""Fill the tables of symbols: where each symbol stands first, and what it is called in the code.

The last column of such a table is headed "first used", and is filled here. A row's pattern is its
symbol, or what stands in backquotes in that column; a number there is the chapter from which the
symbol is used. The chapters are searched in reading order, token by token (tex_tokens.py), and the
first formula that holds the pattern is linked by the statement, exercise or section around it.
A symbol that stands nowhere fails the build, unless its chapter is not written yet.

In the column "in code" a name of the package leads to its reference.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from docutils import nodes
from sphinx.util import logging
from sphinx.util.nodes import get_node_line

from bookext.domain import read_of, to_write_again
from bookext.labels import anchor_of, link, names, reading_order, with_commas, words_for
from bookext.reference.tex_tokens import contains, tokens
from bookext.source import chapter_of

logger = logging.getLogger(__name__)
HEADING = "first used"


class Formula(NamedTuple):
    """The tokens of a formula of a chapter, and the label or section it stands in."""

    tokens: tuple[str, ...]
    anchor: str


class Symbol(NamedTuple):
    """A row of a table: patterns as written, the chapter it waits for (or 0), its line."""

    patterns: tuple[str, ...]
    chapter: int
    line: int


def rows(doctree: nodes.document) -> Iterator[tuple[int, list[nodes.entry], int]]:
    """Yield the rows of all tables of symbols: line, cells, and place of the column "in code"."""
    for table in doctree.findall(nodes.table):
        head, body = (next(iter(table.findall(part)), None) for part in (nodes.thead, nodes.tbody))
        titles = [cell.astext() for cell in head.findall(nodes.entry)] if head else []
        if body and titles[-1:] == [HEADING]:
            table["classes"].append("symbols")
            first = (get_node_line(table) or 0) + 2  # below the heading and the rule
            for line, row in enumerate(body.findall(nodes.row), start=first):
                yield line, list(row.findall(nodes.entry)), titles.index("in code")


def symbol_of(line: int, cells: list[nodes.entry]) -> Symbol:
    said = cells[-1].astext()
    written = [literal.astext() for literal in cells[-1].findall(nodes.literal)]
    patterns = written or [math.astext() for math in cells[0].findall(nodes.math)]
    chapter = re.match(r"\d+", said)
    return Symbol(tuple(patterns), int(chapter[0]) if chapter else 0, line)


def collect(app, doctree):
    page = app.env.docname
    read_of(app.env, "symbols")[page] = [symbol_of(line, cells) for line, cells, _ in rows(doctree)]
    if chapter_of(page) is not None:
        found = doctree.findall(lambda node: isinstance(node, nodes.math | nodes.math_block))
        read_of(app.env, "formulas")[page] = [
            Formula(tokens(n.astext()), anchor_of(n)) for n in found
        ]


def first_use(env, symbol: Symbol, pattern: str) -> tuple[str, str] | None:
    """Return the page and the place of the first formula that holds the pattern."""
    wanted = tokens(pattern)
    for page in reading_order(env, env.config.root_doc):
        if (chapter_of(page) or -1) >= symbol.chapter:
            for formula in read_of(env, "formulas").get(page, []):
                if contains(formula.tokens, wanted):
                    return page, formula.anchor
    return None


def uses(env) -> dict[str, list[list[tuple[str, str] | None]]]:
    """Return the first use of each pattern, page by page, symbol by symbol."""
    return {
        page: [[first_use(env, symbol, p) for p in symbol.patterns] for symbol in symbols]
        for page, symbols in read_of(env, "symbols").items()
    }


def changed_pages(app, env):
    """Return the pages whose tables lead to other places than when they were written last."""
    named = names(env)
    said = {
        page: [[(use, use and words_for(env, named, *use)) for use in symbol] for symbol in symbols]
        for page, symbols in uses(env).items()
    }
    return to_write_again(env, "symbols", said)


def check(app, env):
    written = {chapter_of(page) for page in env.found_docs}
    for page, found in uses(env).items():
        for symbol, places in zip(read_of(env, "symbols")[page], found, strict=True):
            for pattern, place in zip(symbol.patterns, places, strict=True):
                if place is None and (symbol.chapter in written or not symbol.chapter):
                    logger.warning(
                        "the symbol %s appears in no formula of the book%s: correct the row, or "
                        "write in its last column the number of the chapter it waits for",
                        pattern,
                        f" from chapter {symbol.chapter} on" if symbol.chapter else "",
                        location=(page, symbol.line),
                    )


def fill(app, doctree, docname):
    """Write the last column, and the links of the column "in code"."""
    named = names(app.env)
    for line, cells, code in rows(doctree):
        symbol = symbol_of(line, cells)
        links: dict[str, nodes.Node] = {}
        for place in (first_use(app.env, symbol, pattern) for pattern in symbol.patterns):
            if place:
                words, anchor = words_for(app.env, named, *place)
                links[words] = link(app, docname, place[0], anchor, words)
        to_come = nodes.emphasis("", f"chapter {symbol.chapter}, to come")
        cells[-1].children = []
        cells[-1] += nodes.paragraph("", "", *with_commas(links.values() or [to_come]))
        for literal in list(cells[code].findall(nodes.literal)):
            link_to_package(app, docname, literal)


def link_to_package(app, docname, literal):
    name = re.match(r"\w+", literal.astext())
    known = app.env.get_domain("py").objects
    found = [
        full
        for full, entry in known.items()
        if name and full.endswith(f".{name[0]}") and entry.objtype != "module"
    ]
    if len(found) == 1:
        entry = known[found[0]]
        literal.replace_self(link(app, docname, entry.docname, entry.node_id, literal.deepcopy()))


def setup(app):
    app.connect("doctree-read", collect)
    app.connect("env-get-updated", changed_pages, priority=900)  # when all is numbered
    app.connect("env-check-consistency", check)
    app.connect("doctree-resolved", fill)
