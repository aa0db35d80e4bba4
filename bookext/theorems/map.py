"""Show which result uses which, by maps and tables.

```{theorem-map} course     the claims of the first course
```{theorem-map} book       the claims of the whole book
```{theorem-map} chapters   each chapter with its definitions and its neighbours, folded
```{theorem-map} table      the same in words
"""

from collections.abc import Sequence
from html import escape

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

from bookext.evidence.statements import CLAIMS, LISTED
from bookext.labels import first_pages, with_commas
from bookext.theorems.drawing import draw, key
from bookext.theorems.graph import Graph
from bookext.theorems.reader import graph_of, titles

PARTS = ("course", "book", "chapters", "table")
TALL = 1600  # pixels; a higher map cannot be read when it is shrunk to a page of paper


class map_part(nodes.General, nodes.Element):  # noqa: N801 (docutils names nodes so)
    """Where a part of the map will stand."""


class MapDirective(SphinxDirective):
    """The directive, with the name of a part."""

    required_arguments = 1

    def run(self):
        return [map_part(part=directives.choice(self.arguments[0], PARTS))]


class MapWriter:
    """A writer of the parts for one page."""

    def __init__(self, app, page: str) -> None:
        self.env, self.graph = app.env, graph_of(app.env).without_circles()
        first = first_pages(app.env)  # statements on other pages count as those of a chapter 0
        self.heads = {
            c: f"{c} {app.env.titles[first[c]].astext()}" if c else "Other pages"
            for c in self.graph.chapters()
        }
        self.links = {
            label: f"{app.builder.get_relative_uri(page, statement.page)}#{label}"
            for label, statement in self.graph.statements.items()
        }

    def course(self) -> list[nodes.Node]:
        """Draw the claims of the first course, a band for each chapter."""
        path = [k for k, s in self.graph.statements.items() if s.kind in CLAIMS and s.on_path]
        legend = "".join(f"<li>{key(kind)} {kind}</li>" for kind in LISTED)
        drawing = self.by_chapter(path, "course", "The results of the first course")
        return [raw(f'<ul class="theorem-map-key">{legend}</ul>{drawing}')]

    def book(self) -> list[nodes.Node]:
        """Draw the claims of the whole book, a band for each chapter."""
        claims = [k for k, s in self.graph.statements.items() if s.kind in CLAIMS]
        title = "The results of the whole book"
        return [raw(self.by_chapter(claims, "book", title, anchors=True))]

    def by_chapter(self, labels: Sequence[str], name: str, title: str, anchors=False) -> str:
        graph = self.graph.only(labels)
        bands = [(self.heads[c], labels) for c, labels in graph.chapters().items()]
        return self.drawing(graph, bands, name, title, anchors)

    def chapters(self) -> list[nodes.Node]:
        """Draw each chapter with its neighbours, folded."""
        return [raw("".join(self.neighbours(chapter) for chapter in self.heads))]

    def neighbours(self, chapter: int) -> str:
        graph = self.graph.around(chapter)
        own = set(self.graph.chapters()[chapter])
        used = {target for label in own for target in self.graph.uses[label]} - own
        users = [label for label in graph.statements if label not in own | used]
        bands = [
            ("From other chapters", [label for label in graph.statements if label in used]),
            (self.heads[chapter], [label for label in graph.statements if label in own]),
            ("In other chapters", users),
        ]
        head = self.heads[chapter]
        drawing = self.drawing(graph, bands, f"chapter-{chapter}", f"{head} and its neighbours")
        title = f"<summary>{escape(head)}</summary>"
        return f'<details class="theorem-map-fold">{title}{drawing}</details>'

    def drawing(self, graph: Graph, bands, name: str, title: str, anchors=False) -> str:
        drawn, height = draw(
            graph, bands, self.links, name=f"map-{name}", title=title, anchors=anchors
        )
        tall = " tall" * (height > TALL)
        return f'<div class="theorem-map-box{tall}">{drawn}</div>'

    def table(self) -> list[nodes.Node]:
        """Write a table for each chapter: each statement, what it uses, and what uses it."""
        users, named = self.graph.users(), titles(self.env)
        found = []
        for chapter, labels in self.graph.chapters().items():
            body = nodes.tbody()
            for label in labels:
                first = nodes.paragraph("", "", self.reference(label))
                if named[label]:
                    first += [nodes.Text(" "), *(part.deepcopy() for part in named[label])]
                row = nodes.row("", nodes.entry("", first), ids=[f"map-{label}"])
                row += [self.cell(self.graph.uses[label]), self.cell(users[label])]
                body += row
            heads = (nodes.paragraph("", words) for words in ("result", "uses", "used by"))
            head = nodes.row("", *(nodes.entry("", words) for words in heads))
            columns = [nodes.colspec(colwidth=width) for width in (40, 30, 30)]
            group = nodes.tgroup("", *columns, nodes.thead("", head), body, cols=3)
            caption = nodes.title("", self.heads[chapter])
            table = nodes.table("", caption, group, ids=[f"map-table-{chapter}"])
            found.append(nodes.container("", table, classes=["theorem-table"]))
        return found

    def reference(self, label: str) -> nodes.reference:
        name = self.graph.statements[label].name
        return nodes.reference("", name, internal=True, refuri=self.links[label])

    def cell(self, labels: Sequence[str]) -> nodes.entry:
        return nodes.entry("", nodes.paragraph("", "", *with_commas(map(self.reference, labels))))


def raw(html: str) -> nodes.raw:
    return nodes.raw("", html, format="html")


def fill(app, doctree, docname):
    if places := list(doctree.findall(map_part)):
        writer = MapWriter(app, docname)
        for place in places:
            place.replace_self(getattr(writer, place["part"])())


def setup(app):
    app.setup_extension("bookext.theorems.reader")
    app.add_node(map_part)
    app.add_directive("theorem-map", MapDirective)
    app.connect("doctree-resolved", fill)
