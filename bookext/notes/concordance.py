"""Set the notes and the book side by side, on the page concordance.

```{reading-order} 002           which chapters to read, in the order of the note
```{concordance} 002             its items in its order, each with where the book treats it
```{concordance-by-chapter}      what each chapter takes from which note
"""

from collections import Counter
from itertools import groupby

from docutils import nodes

from bookext.notes.coverage import NotesDirective, chapter_named, treated
from bookext.notes.data import BETWEEN, Item, Section, read_concordance, read_errata, read_ledger


def anchor(item: Item) -> str:
    return f"item-{item.id.lower().replace('.', '-')}"


def items_of(count: int) -> str:
    return f"{count} item{'s' * (count != 1)}"


class LedgerDirective(NotesDirective):
    """A directive that reads the ledger."""

    def read(self) -> None:
        folder = self.depend()
        self.ledger, self.labels = read_ledger(folder), read_concordance(folder)
        self.errata = read_errata(folder)

    def note(self) -> tuple[Section, ...]:
        self.read()
        if self.arguments[0] not in self.ledger.notes:
            raise self.error(f"ledger.yml has no note {self.arguments[0]!r}")
        return self.ledger.notes[self.arguments[0]]

    def chapter(self, chapter: str, words: str) -> nodes.inline:
        return chapter_named(chapter, words.format(int(chapter), self.ledger.chapters[chapter]))

    def row(self, item: Item) -> nodes.list_item:
        """Return title and kind of an item, and where the book treats it."""
        name = nodes.inline("", f"{item.kind} {item.id}", classes=["item-id"])
        title = nodes.inline("", "", *self.inline(item.title), nodes.Text(" "), name)
        where = treated(item.id, item.chapter, self.labels.get(item.id, ()))
        line = nodes.paragraph("", "", title, nodes.Text(" "), where)
        return nodes.list_item("", line, ids=[anchor(item)])

    def rows(self, items) -> nodes.bullet_list:
        return nodes.bullet_list("", *map(self.row, items), classes=["concordance"])


class ConcordanceDirective(LedgerDirective):
    """The items of one note in its order, under the titles of its sections."""

    required_arguments = 1

    def run(self):
        sections = [part for part in self.note() if part.items]
        return [
            node
            for part in sections
            for node in (self.heading(*self.inline(part.title)), self.rows(part.items))
        ]


class ReadingOrderDirective(LedgerDirective):
    """The chapters in which the book treats the sections of a note, in the order of the note."""

    required_arguments = 1

    def run(self):
        placed = [(item.chapter, part.title) for part in self.note() for item in part.items]
        steps = []
        for chapter, run in groupby(placed, key=lambda pair: pair[0]):
            sections = [title for _, title in run]
            first, last = sections[0], sections[-1]
            span = f"“{first}”" if first == last else f"“{first}” to “{last}”"
            line = nodes.paragraph("", "", self.chapter(chapter, "Chapter {}, {}"))
            line += self.inline(f": {span}, {items_of(len(sections))}")
            steps.append(nodes.list_item("", line))
        return [nodes.enumerated_list("", *steps, enumtype="arabic", classes=["reading-order"])]


class ByChapterDirective(LedgerDirective):
    """For each chapter: sections of the notes, errata, and what goes beyond the notes."""

    def run(self):
        self.read()
        found: list[nodes.Node] = []
        for chapter in self.ledger.chapters:
            found += [self.heading(self.chapter(chapter, "{}. {}")), self.summary(chapter)]
            beyond = [item for item in self.ledger.beyond if item.chapter == chapter]
            found += [nodes.paragraph("", "Beyond the notes:"), self.rows(beyond)]
        return found

    def summary(self, chapter: str) -> nodes.bullet_list:
        lines = [
            nodes.list_item("", nodes.paragraph("", "", *self.inline(text)))
            for text in [*self.taken(chapter), self.corrected(chapter)]
            if text
        ]
        return nodes.bullet_list("", *lines)

    def taken(self, chapter: str):
        """Yield a sentence for each note from which the chapter takes something."""
        for note, parts in self.ledger.notes.items():
            count = Counter(
                part.title for part in parts for item in part.items if item.chapter == chapter
            )
            if count:
                sections = ", ".join(f"“{title}”" for title in count)
                yield f"Note {note}: {sections} ({items_of(count.total())})."

    def corrected(self, chapter: str) -> str:
        names = [e.id for e in self.errata if e.chapter == chapter and e.note != BETWEEN]
        return f"Mistakes corrected: {', '.join(names)}." if names else ""


def setup(app):
    app.add_directive("concordance", ConcordanceDirective)
    app.add_directive("reading-order", ReadingOrderDirective)
    app.add_directive("concordance-by-chapter", ByChapterDirective)
