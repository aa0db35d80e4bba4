"""Show which result uses which, by maps and tables.

```{theorem-map} chapters   each chapter: its statements with their neighbours, the same as a table
```{theorem-map} course     the claims of the first course
```{theorem-map} book       the claims of the whole book

All of them are folded.
"""

from collections.abc import Sequence

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

from bookext.evidence.statements import CLAIMS, LISTED
from bookext.labels import first_pages, with_commas
from bookext.nodes.tags import element
from bookext.theorems.drawing import draw, key
from bookext.theorems.graph import Graph
from bookext.theorems.reader import graph_of, titles

PARTS = ("chapters", "course", "book")
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
        self.graph = graph_of(app.env).without_circles()
        self.users, self.titles = self.graph.users(), titles(app.env)
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
        drawing = self.by_chapter(path, "course", "The results of the first course")
        return [fold("map-course", "The first course", f"{len(path)} results", raw(drawing))]

    def book(self) -> list[nodes.Node]:
        """Draw the claims of the whole book, a band for each chapter."""
        claims = [k for k, s in self.graph.statements.items() if s.kind in CLAIMS]
        drawing = self.by_chapter(claims, "book", "The results of the whole book", anchors=True)
        return [fold("map-book", "The whole book", f"{len(claims)} results", raw(drawing))]

    def by_chapter(self, labels: Sequence[str], name: str, title: str, anchors=False) -> str:
        graph = self.graph.only(labels)
        bands = [(self.heads[c], labels) for c, labels in graph.chapters().items()]
        return self.drawing(graph, bands, name, title, anchors)

    def chapters(self) -> list[nodes.Node]:
        """Show each chapter: how many statements it has, their map and their table."""
        legend = "".join(f"<li>{key(kind)} {kind}</li>" for kind in LISTED)
        found: list[nodes.Node] = [raw(f'<ul class="theorem-map-key">{legend}</ul>')]
        for chapter, labels in self.graph.chapters().items():
            count = f"{len(labels)} statement{'s' * (len(labels) != 1)}"
            inside = raw(self.neighbours(chapter)), self.table(labels)
            found.append(fold(f"map-chapter-{chapter}", self.heads[chapter], count, *inside))
        return found

    def neighbours(self, chapter: int) -> str:
        """Draw the statements of a chapter with what they use and what uses them."""
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
        return self.drawing(graph, bands, f"chapter-{chapter}", f"{head} and its neighbours")

    def drawing(self, graph: Graph, bands, name: str, title: str, anchors=False) -> str:
        drawn, height = draw(
            graph, bands, self.links, name=f"map-{name}", title=title, anchors=anchors
        )
        tall = " tall" * (height > TALL)
        return f'<div class="theorem-map-box{tall}">{drawn}</div>'

    def table(self, labels: Sequence[str]) -> nodes.container:
        """Write the table of a chapter: each statement, what it uses, and what uses it."""
        body = nodes.tbody()
        for label in labels:
            first = nodes.paragraph("", "", self.reference(label))
            if title := self.titles[label]:
                first += [nodes.Text(" "), *(part.deepcopy() for part in title)]
            row = nodes.row("", nodes.entry("", first), ids=[f"map-{label}"])
            row += [self.cell(self.graph.uses[label]), self.cell(self.users[label])]
            body += row
        heads = (nodes.paragraph("", words) for words in ("statement", "uses", "used by"))
        head = nodes.row("", *(nodes.entry("", words) for words in heads))
        columns = [nodes.colspec(colwidth=width) for width in (40, 30, 30)]
        group = nodes.tgroup("", *columns, nodes.thead("", head), body, cols=3)
        return nodes.container("", nodes.table("", group), classes=["theorem-table"])

    def reference(self, label: str) -> nodes.reference:
        name = self.graph.statements[label].name
        return nodes.reference("", name, internal=True, refuri=self.links[label])

    def cell(self, labels: Sequence[str]) -> nodes.entry:
        return nodes.entry("", nodes.paragraph("", "", *with_commas(map(self.reference, labels))))


def fold(name: str, head: str, count: str, *inside: nodes.Node) -> nodes.Element:
    """Return something that opens, with how much is in it."""
    summary = element("summary", "", nodes.Text(f"{head} "), element("span", "", count))
    made = element("details", "theorem-map-fold", summary, *inside)
    made["ids"].append(name)
    return made


def raw(html: str) -> nodes.raw:
    return nodes.raw("", html, format="html")


def fill(app, doctree, docname):
    if places := list(doctree.findall(map_part)):
        writer = MapWriter(app, docname)
        for place in places:
            place.replace_self(getattr(writer, place["part"])())


def setup(app):
    app.setup_extension("bookext.theorems.reader")
    app.setup_extension("bookext.nodes.tags")
    app.add_node(map_part)
    app.add_directive("theorem-map", MapDirective)
    app.connect("doctree-resolved", fill)
