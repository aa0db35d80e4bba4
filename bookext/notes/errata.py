"""Show the mistakes of the notes on the page errata.

    ```{errata} 002           the entries of a note, its misprints in one list at the end
    ```{errata-in-short}      how many there are, in a sentence

A cell refutes what is printed when one of its refutations names the id (``because`` or ``note``).

Every id of an erratum, in the text of any page, is a link to its entry. An id that errata.yml does
not have fails the build, in the text as well as in a check.
"""

from collections import Counter

from docutils import nodes
from sphinx.util import logging

from bookext.domain import read_of
from bookext.evidence.collect import results_of
from bookext.labels import link
from bookext.notes.coverage import DATA, NotesDirective, data_folder, refuted, treated
from bookext.notes.data import (
    BETWEEN,
    ERRATA,
    ERRATUM,
    SEVERITIES,
    Erratum,
    read_concordance,
    read_errata,
)

logger = logging.getLogger(__name__)
FIELDS = {"printed": "Printed", "correct": "Right", "why": "Why"}
MISPRINT = "T"
LINK = "erratum-link"
HOW_TO_MEND = "correct the id, or add the entry to book/data/errata.yml"
CLOSED = (
    nodes.reference, nodes.literal, nodes.literal_block, nodes.math, nodes.math_block,
    nodes.title, nodes.raw, nodes.comment,
)  # fmt: skip


def anchor(name: str) -> str:
    """Return the fragment of the address of an entry."""
    return name.lower()


class ErrataDirective(NotesDirective):
    """The entries of one note: each by itself, the misprints in one list at the end."""

    required_arguments = 1

    def run(self):
        folder, note = self.depend(), self.arguments[0]
        entries = [entry for entry in read_errata(folder) if entry.note == note]
        if not entries:
            raise self.error(f"{ERRATA} has no note {note!r}")
        self.labels = read_concordance(folder)
        read_of(self.env, "errata").setdefault(self.env.docname, []).extend(e.id for e in entries)
        found: list[nodes.Node] = [self.entry(e) for e in entries if e.severity != MISPRINT]
        if misprints := [self.misprint(e) for e in entries if e.severity == MISPRINT]:
            found += [self.heading(nodes.Text("Misprints"))]
            found += [nodes.bullet_list("", *misprints, classes=["misprints"])]
        return found

    def links(self, entry: Erratum) -> nodes.inline:
        return treated(entry.id, entry.chapter, self.labels.get(entry.id, ()))

    def number(self, entry: Erratum) -> nodes.strong:
        return nodes.strong("", entry.id, classes=["erratum-id"])

    def entry(self, entry: Erratum) -> nodes.container:
        head = nodes.paragraph("", "", self.number(entry), classes=["erratum-head"])
        kind = "" if entry.note == BETWEEN else f"{SEVERITIES[entry.severity]} · "
        head += [nodes.Text(f" · {kind}"), *self.inline(entry.where)]
        fields = {**FIELDS, "printed": "In the notes", "correct": "Here"}
        names = fields if entry.note == BETWEEN else FIELDS
        rows = [(names[key], self.inline(getattr(entry, key))) for key in FIELDS]
        rows += [("In the book", [self.links(entry)])]
        listed = [
            nodes.definition_list_item(
                "", nodes.term("", word), nodes.definition("", nodes.paragraph("", "", *content))
            )
            for word, content in rows
        ]
        body = nodes.definition_list("", *listed)
        return nodes.container("", head, body, classes=["erratum"], ids=[anchor(entry.id)])

    def misprint(self, entry: Erratum) -> nodes.list_item:
        line = nodes.paragraph("", "", self.number(entry), nodes.Text(" · "))
        line += [*self.inline(entry.where), nodes.Text(": "), *self.inline(entry.printed)]
        line += [nodes.Text(" · Right: "), *self.inline(entry.correct), nodes.Text(" (")]
        line += [self.links(entry), nodes.Text(")")]
        return nodes.list_item("", line, ids=[anchor(entry.id)])


class broken(nodes.Inline, nodes.Element):  # noqa: N801 (docutils names nodes so)
    """The place of a number: how many of the ``entries`` are refuted by a cell."""


class InShortDirective(NotesDirective):
    """How many entries of which kind, and how many are executed."""

    def run(self):
        entries = [entry for entry in read_errata(self.depend()) if entry.note != BETWEEN]
        count = Counter(entry.severity for entry in entries)
        kinds = nodes.Text(
            f"Of the {len(entries)} entries {count['M']} are wrong as printed, {count['S']} are "
            f"imprecise, {count['G']} are gaps, {count['X']} are clashes of conventions within or "
            f"between the notes, {count['H']} is a matter of history and {count['T']} are "
            "misprints. So far "
        )
        number = broken(entries=[entry.id for entry in entries])
        rest = nodes.Text(" of the printed forms are refuted by a cell.")
        return [nodes.paragraph("", "", kinds, number, rest)]


def count_broken(app, doctree, docname):
    for place in list(doctree.findall(broken)):
        place.replace_self(nodes.Text(str(len(refuted(app.env).keys() & place["entries"]))))


def link_ids(app, doctree, docname):
    """Make each id in running text a link to its entry."""
    shown = {name: page for page, names in read_of(app.env, "errata").items() for name in names}
    for text in list(doctree.findall(nodes.Text)):
        if not ERRATUM.search(text) or not linkable(text):
            continue
        parts, end = [], 0
        for found in ERRATUM.finditer(text):
            if found[0] not in shown:
                warn_unknown(app, found[0], text)
                continue
            entry = link(app, docname, shown[found[0]], anchor(found[0]), found[0])
            entry["classes"].append(LINK)
            parts += [nodes.Text(text[end : found.start()]), entry]
            end = found.end()
        text.parent.replace(text, [*parts, nodes.Text(text[end:])])


def linkable(text: nodes.Text) -> bool:
    """Return whether a link may stand here: not in code, formulas, titles or links."""
    node = text.parent
    if "erratum-id" in node.get("classes", []):
        return False
    while node is not None:
        if isinstance(node, CLOSED):
            return False
        node = node.parent
    return True


def warn_unknown(app, name: str, where: nodes.Node) -> None:
    known = {entry.id for entry in read_errata(data_folder(app))}
    remedy = "put its note on the page errata" if name in known else HOW_TO_MEND
    logger.warning("%s is not on the page of errata: %s", name, remedy, location=where.parent)


def check_record(app, env):
    """Warn of a check that names an unknown id."""
    known = {entry.id for entry in read_errata(data_folder(app))}
    for found in (evidence for result in results_of(env) for evidence in result.evidence):
        for name in ERRATUM.findall(found.words):
            if name not in known:
                logger.warning(
                    "%s.md: a %s of %s names %s, which %s does not have: %s",
                    found.page, found.kind, found.label, name, DATA / ERRATA, HOW_TO_MEND,
                )  # fmt: skip


def setup(app):
    app.add_node(broken)
    app.add_directive("errata", ErrataDirective)
    app.add_directive("errata-in-short", InShortDirective)
    app.connect("env-check-consistency", check_record)
    app.connect("doctree-resolved", count_broken)
    app.connect("doctree-resolved", link_ids)
