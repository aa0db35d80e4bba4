"""Link the names of the package in the cells of a page to their entries in its reference.

A name imported from lecture_code is a link where a cell uses it first, until a cell uses the name
for something else.  The Tab key stops at the first link of a page to an entry only; the others, for
the mouse, lead to the same place.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from html import escape, unescape

PACKAGE = "lecture_code"
CELL = re.compile(
    r'(?s)(<div class="cell_input[^>]*>\s*<div class="highlight-\w+ notranslate">'
    r'<div class="highlight"><pre>)(.*?)(</pre>)'
)
DOT = r'<span class="o">\.</span>'
NAME = re.compile(  # a name, or a module and a name, that is not an attribute of what stands before
    rf'(?<!{DOT})(?P<before><span class="n">(?P<module>\w+)</span>{DOT})?'
    r'<span class="n">(?P<name>\w+)</span>(?!\s*<span class="o">=</span>)'
)
TAG = re.compile(r"<[^>]*>")


def imported(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """Yield what a cell calls a part of the package, and its full name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == PACKAGE:
            for alias in node.names:
                yield alias.asname or alias.name, f"{node.module}.{alias.name}"


def bound(tree: ast.AST) -> Iterator[str]:
    """Yield the names that a cell gives to something of its own."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg


class Links:
    """The links of one page, cell by cell; ``address`` gives the place of an entry, or nothing."""

    def __init__(self, address: Callable[[str], str | None]) -> None:
        self.address = address
        self.names: dict[str, str] = {}  # as the page calls it -> its full name
        self.made: set[str] = set()

    def cell(self, html: str) -> str:
        """Return the highlighted code of the next cell with its links."""
        try:
            tree = ast.parse(unescape(TAG.sub("", html)))
        except SyntaxError:  # a command of the shell
            return html
        for name in bound(tree):
            self.names.pop(name, None)
        self.names.update(imported(tree))
        here: set[str] = set()

        def link(found: re.Match[str]) -> str:
            before, module, name = found["before"] or "", found["module"], found["name"]
            if not before and name in self.names:
                return self.span(name, self.names[name], here)
            if module in self.names:
                whole, dot = self.names[module], before.partition("</span>")[2]
                first, last = (module, whole), (name, f"{whole}.{name}")
                return self.span(*first, here) + dot + self.span(*last, here)
            return found[0]

        return NAME.sub(link, html)

    def span(self, name: str, whole: str, here: set[str]) -> str:
        """Return a name, with a link if it has an entry and none yet in this cell."""
        address = self.address(whole)
        if address is None or whole in here:
            return plain(name)
        skipped = ' tabindex="-1"' if whole in self.made else ""
        here.add(whole)
        self.made.add(whole)
        return plain(f'<a class="api"{skipped} href="{escape(address)}">{name}</a>')


def plain(content: str) -> str:
    return f'<span class="n">{content}</span>'


def entries(objects: Mapping[str, tuple[str, ...]]) -> Callable[[str], tuple[str, str] | None]:
    """Return a function that finds an entry by its full name or by a last part that is unique."""
    shown = {name: entry[:2] for name, entry in objects.items() if entry[2] != "module"}
    same = defaultdict(list)
    for name in shown:
        if found := re.fullmatch(rf"{PACKAGE}(?:\.[a-z]\w*)+\.(\w+)", name):
            same[found[1]].append(shown[name])

    def find(name: str) -> tuple[str, str] | None:
        others = same.get(name.rpartition(".")[2], [])
        return shown.get(name) or (others[0] if len(others) == 1 else None)

    return find


def add_links(app, pagename, templatename, context, doctree):
    if doctree is None or "body" not in context:
        return
    find = entries(app.env.get_domain("py").objects)

    def address(name: str) -> str | None:
        entry = find(name)
        return entry and f"{app.builder.get_relative_uri(pagename, entry[0])}#{entry[1]}"

    links = Links(address)
    context["body"] = CELL.sub(lambda c: c[1] + links.cell(c[2]) + c[3], context["body"])
