"""Link an item of the notes to where the book treats it, when all pages have been read.

The pages errata and concordance put a mark (see ``treated``) in the place of the links. A label in
concordance.yml that does not exist, or an id that the notes do not have, fails the build.
"""

from pathlib import Path

from docutils import nodes
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from bookext.domain import to_write_again
from bookext.evidence.collect import results_of
from bookext.labels import first_pages, link, places, repository, tests, with_commas
from bookext.notes.data import (
    CONCORDANCE,
    ERRATA,
    ERRATUM,
    LEDGER,
    read_concordance,
    read_errata,
    read_ledger,
)

logger = logging.getLogger(__name__)
DATA = Path("book", "data")
MARK, CHAPTER = "treated", "treated-chapter"


def treated(name: str, chapter: str, labels=()) -> nodes.inline:
    """Make the mark for an item or erratum."""
    mark = nodes.inline(classes=[MARK])
    mark.attributes |= {"name": name, "chapter": chapter, "labels": list(labels)}
    return mark


def chapter_named(chapter: str, words: str) -> nodes.inline:
    """Make the mark for a link to a chapter, if it is written."""
    mark = nodes.inline("", words, classes=[CHAPTER])
    mark["chapter"] = chapter
    return mark


def refuted(env) -> dict[str, list[tuple[str, str, str]]]:
    """Return for each erratum the cells that refute it as printed: page, anchor, label refuted."""
    found: dict[str, list[tuple[str, str, str]]] = {}
    for result in results_of(env):
        for cell in result.refutes:
            for name in ERRATUM.findall(cell.words):
                found.setdefault(name, []).append((cell.page, cell.anchor, cell.label))
    return found


def data_folder(app) -> Path:
    return Path(app.srcdir, DATA)


class NotesDirective(SphinxDirective):
    """A directive made of book/data."""

    def depend(self) -> Path:
        """Have the page read again when the data change; return their folder."""
        folder = data_folder(self.env.app)
        for name in (LEDGER, CONCORDANCE, ERRATA):
            if (folder / name).exists():
                self.env.note_dependency(str(folder / name))
        return folder

    def inline(self, text: str) -> list[nodes.Node]:
        """Return the nodes of a line of Markdown."""
        return self.state.inline_text(text, self.lineno)[0]

    def heading(self, *content: nodes.Node) -> nodes.rubric:
        """Make a heading that is not listed beside the page."""
        return nodes.rubric("", "", *content, level=3)


class Links:
    """The links of one page."""

    def __init__(self, app, docname: str):
        self.app, self.docname = app, docname
        self.places, self.chapters = places(app.env), first_pages(app.env)
        self.tests, self.refuted = tests(Path(app.srcdir)), refuted(app.env)
        url, branch = repository(Path(app.srcdir))
        self.files = f"{url}/blob/{branch}/" if url else ""

    def to(self, page: str, anchor: str, words: str) -> nodes.reference:
        return link(self.app, self.docname, page, anchor, words)

    def label(self, label: str) -> nodes.Node:
        if place := self.places.get(label):
            return self.to(place.page, place.anchor, place.words)
        name = nodes.literal("", label)
        if self.files and label in self.tests:
            return nodes.reference("", "", name, refuri=self.files + self.tests[label])
        return nodes.inline("", "", nodes.Text("the test "), name)

    def chapter(self, chapter: str) -> list[nodes.Node]:
        """Return what there is to say when no passage is named."""
        if not chapter.isdigit():
            return [nodes.Text("our convention: "), self.to(f"book/{chapter}", "", chapter)]
        words = f"chapter {int(chapter)}"
        if int(chapter) not in self.chapters:
            return [nodes.inline("", f"{words} is not written yet", classes=["to-come"])]
        return [self.to(self.chapters[int(chapter)], "", words), nodes.Text(" is being written")]

    def cells(self, name: str) -> list[nodes.Node]:
        found: list[nodes.Node] = []
        for page, anchor, label in dict.fromkeys(self.refuted.get(name, ())):
            of = f" on {self.places[label].words}" if label in self.places else ""
            joint = nodes.Text(" and " if found else "; broken by ")
            found += [joint, self.to(page, anchor, f"a cell{of}")]
        return found

    def replace(self, mark: nodes.inline) -> None:
        found = list(with_commas(map(self.label, mark["labels"])))
        mark += [*(found or self.chapter(mark["chapter"])), *self.cells(mark["name"])]
        for name in ("name", "chapter", "labels"):
            del mark[name]

    def replace_chapter(self, mark: nodes.inline) -> None:
        chapter, words = int(mark.attributes.pop("chapter")), mark.astext()
        if chapter in self.chapters:
            mark.children = []
            mark += self.to(self.chapters[chapter], "", words)
        else:
            mark += nodes.inline("", " (not written yet)", classes=["to-come"])


def resolve(app, doctree, docname):
    marks = [node for node in doctree.findall(nodes.inline) if "chapter" in node]
    if marks:
        links = Links(app, docname)
        for mark in marks:
            replace = links.replace if MARK in mark["classes"] else links.replace_chapter
            replace(mark)


def check(app, env):
    """Warn of every entry of concordance.yml that leads nowhere."""
    folder = data_folder(app)
    if not (folder / CONCORDANCE).exists():
        return
    ledger, labels = read_ledger(folder), {*places(env), *tests(Path(app.srcdir))}
    known = {entry.id for entry in [*ledger.items(), *read_errata(folder)]}
    for name, wanted in read_concordance(folder).items():
        if name not in known:
            logger.warning(
                "%s: %s is neither in ledger.yml nor in errata.yml; correct the id",
                DATA / CONCORDANCE, name,
            )  # fmt: skip
        for label in wanted:
            if label not in labels:
                logger.warning(
                    "%s: %s -> %s: no statement, exercise, figure, formula, section or test has "
                    "this name; correct the label, or remove it until the passage is written",
                    DATA / CONCORDANCE, name, label,
                )  # fmt: skip


def write_again(app, env):
    """Return the pages with such links, if what they lead to has changed."""
    with_links = (
        page for page, files in env.dependencies.items() if any(CONCORDANCE in f for f in files)
    )
    leads_to = (places(env), first_pages(env), tests(Path(app.srcdir)), refuted(env))
    return to_write_again(env, "coverage", dict.fromkeys(with_links, leads_to))


def setup(app):
    app.connect("doctree-resolved", resolve)
    app.connect("env-check-consistency", check)
    app.connect("env-get-updated", write_again, priority=900)  # when all is numbered
