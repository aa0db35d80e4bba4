"""The mistakes of the notes, on the page errata.

    ```{errata} 002           the entries of a note, its misprints in one list at the end
    ```{errata-in-short}      how many there are, in a sentence

A cell refutes what is printed when one of its refutations names the id (``because`` or ``note``).
"""

from collections import Counter

from docutils import nodes
from errata_links import anchor
from notes_data import BETWEEN, ERRATA, SEVERITIES, Erratum, read_concordance, read_errata
from notes_pages import NotesDirective
from treated import treated

FIELDS = {"printed": "Printed", "correct": "Right", "why": "Why"}
MISPRINT = "T"


class ErrataDirective(NotesDirective):
    """The entries of one note: each by itself, the misprints in one list at the end."""

    required_arguments = 1

    def run(self):
        folder, note = self.depend(), self.arguments[0]
        entries = [entry for entry in read_errata(folder) if entry.note == note]
        if not entries:
            raise self.error(f"{ERRATA} has no note {note!r}")
        self.labels = read_concordance(folder)
        self.refuted = self.refutations()
        shown = getattr(self.env, "errata_pages", {})
        self.env.errata_pages = shown | {entry.id: self.env.docname for entry in entries}
        found: list[nodes.Node] = [self.entry(e) for e in entries if e.severity != MISPRINT]
        if misprints := [self.misprint(e) for e in entries if e.severity == MISPRINT]:
            found += [self.heading(nodes.Text("Misprints"))]
            found += [nodes.bullet_list("", *misprints, classes=["misprints"])]
        return found

    def links(self, entry: Erratum) -> nodes.inline:
        labels, cells = self.labels.get(entry.id, ()), self.refuted.get(entry.id, ())
        return treated(entry.id, entry.chapter, labels, cells)

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


class InShortDirective(NotesDirective):
    """How many entries of which kind, and how many are executed."""

    def run(self):
        entries = [entry for entry in read_errata(self.depend()) if entry.note != BETWEEN]
        count = Counter(entry.severity for entry in entries)
        refuted = self.refutations()
        broken = sum(entry.id in refuted for entry in entries)
        text = (
            f"Of the {len(entries)} entries {count['M']} are wrong as printed, {count['S']} are "
            f"imprecise, {count['G']} are gaps, {count['X']} are clashes of conventions within or "
            f"between the notes, {count['H']} is a matter of history and {count['T']} are "
            f"misprints. So far {broken} of the printed forms are refuted by a cell."
        )
        return [nodes.paragraph("", "", *self.inline(text))]


def forget(app, env, docname):
    shown = getattr(env, "errata_pages", {})
    env.errata_pages = {name: page for name, page in shown.items() if page != docname}


def setup(app):
    app.add_directive("errata", ErrataDirective)
    app.add_directive("errata-in-short", InShortDirective)
    app.connect("env-purge-doc", forget)
    return {"parallel_read_safe": False, "parallel_write_safe": True}
