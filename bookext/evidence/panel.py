"""Draw evidence: a line in words, which opens to a table and code."""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from docutils import nodes

from bookext.evidence.formatting import typeset
from bookext.nodes.tags import element, tag

NOTIONS = ("def-", "alg-", "example-", "xmp-")  # how their labels begin
LONGEST = 72  # letters of a claim read off the code; beside words a longer one is left out
HELP = "results.html#how-to-read-a-row"
CLAUSE = re.compile(r"(?:[^$;]|\$[^$]*\$)*")  # up to the first semicolon that is not in a formula
ERRATUM = re.compile(r"\s*\((?:E-[\w-]+(?:, )?)+\)")
SIGNS = {  # of a row: its sign, and the words for readers who cannot see it
    "check": ("✓", "holds"),
    "simulated": ("≈", "holds, by simulation"),
    "refute": ("✗", "fails, as it should"),
    "excuse": ("–", "cannot be computed"),
}

HELD = {  # what the line of a statement says
    "check": ("holds in every case tested", "✓"),
    "simulated": ("holds in simulation", "≈"),
}
READ = {  # under the table, for each sign in it
    "check": "✓ holds in every case tested; the closest one is shown.",
    "simulated": "≈ holds in simulation, up to a stated probability of error.",
    "refute": "✗ a hypothesis was dropped or a constant changed on purpose;"
    " a case where the statement then fails.",
}


class Finding(NamedTuple):
    """A row: what the cell wrote, what its code claims, and the name of the cell."""

    fields: dict[str, Any]
    claim: str
    cell: str = ""

    @property
    def label(self) -> str:
        return self.fields["theorem"]

    @property
    def world(self) -> str:
        return typeset(self.fields.get("note", "")).partition(": ")[0]

    @property
    def words(self) -> str:
        """What the author says of it: the rest of the note, what was spoilt, why there is none."""
        rest = self.fields.get("note", "").partition(": ")[2]
        words = filter(None, [rest, *map(self.fields.get, ("because", "reason"))])
        return typeset(": ".join(words))

    @property
    def about_a_notion(self) -> bool:
        """Whether it is about a definition, an algorithm, an example, with which code agrees."""
        return self.label.startswith(NOTIONS)

    @property
    def sign(self) -> str:
        simulated = self.fields.get("basis") == "simulated" and self.fields["kind"] == "check"
        return "simulated" if simulated else self.fields["kind"]


def in_short(words: str) -> str:
    """Return what an author says of a check or a refutation, without the numbers of errata."""
    return typeset(ERRATUM.sub("", words))


def fold(kind: str, title: str, inside: Sequence[nodes.Node], **attributes: str) -> tag:
    """Fold code under a quiet line."""
    return element("details", f"quiet {kind}", element("summary", "", title), *inside, **attributes)


def panel(
    rows: Sequence[Finding],
    code: Sequence[nodes.Node] = (),
    *,
    about: str = "",
    lead: str = "",
    opened: bool = False,
    told: bool = False,
) -> tag:
    """Return the panel of a statement (``about`` is its label), or of the tests in one place.

    ``lead`` is the reason of the refutation that its line shows, by default the first.  Without a
    table, because the panels of the statements have ``told`` all of it, and about a notion, which
    is neither true nor false, it leaves no line on the page unless the reader asks for code.
    """
    shown = [] if told else [table(rows, about), reading(rows)]
    inside = element("div", "ev-panel", *shown, *code)
    labels = [] if about else dict.fromkeys(row.label for row in rows)
    parts = [named("span", label) for label in labels]
    parts += [element("span", "ev-why", "Code of these tests")] if told else line_of(rows, lead)
    state = {"open": ""} if opened else {}
    away = told or all(row.about_a_notion for row in rows)
    classes = ["evidence", *([] if about else ["here"]), *(["away"] if away else [])]
    line = element("summary", "", *(piece for part in parts for piece in (part, " ")))
    return element("details", " ".join(classes), line, inside, **state)


def line_of(rows: Sequence[Finding], lead: str = "") -> list[tag]:
    """Return what the line says, in words: what holds, then one way to break it.

    "Holds in every case tested ✓ · fails when the square is left out ✗ and after 5 other changes"
    """
    kinds = {row.sign for row in rows}
    said = [(f"ev-{kind}", *HELD[kind]) for kind in HELD if kind in kinds]
    if said and all(row.about_a_notion for row in rows):
        said = [("ev-check", "agrees with the code", "✓")]
    elif len(said) == 2:
        said[1] = ("ev-simulated", "and in simulation", "≈")
    reasons = [row.fields["because"] for row in rows if row.sign == "refute"]
    if len(reasons) == len(rows) > 1:  # the lesson of "Break it"
        said = [("ev-refute", f"changed in {len(rows)} ways, fails each time", "✗")]
    elif reasons:
        because = in_short(CLAUSE.match(lead if lead in reasons else reasons[0])[0])
        said.append(("ev-refute", f"fails when {because}", "✗"))
        if more := len(reasons) - 1:
            others = "one other change" if more == 1 else f"{more} other changes"
            said.append(("ev-more", f"and after {others}", ""))
    if "excuse" in kinds:
        reason = next(row.fields["reason"] for row in rows if row.sign == "excuse")
        said.append(("ev-excuse", f"cannot be computed: {reason}", "–"))
    kind, words, sign = said[0]
    said[0] = (kind, words[0].upper() + words[1:], sign)
    return [part(*each) for each in said]


def part(kind: str, words: str, sign: str) -> tag:
    """Return words with their sign, if any, which need not be heard."""
    if not sign:
        return element("span", kind, words)
    drawn = element("span", "sign", sign, aria_hidden="true")
    return element("span", kind, f"{words}\N{NO-BREAK SPACE}", drawn)


def named(kind: str, label: str) -> tag:
    """Make the place of "Theorem 6.8", written when all is numbered; an "a" leads there."""
    node = element(kind, "ev-of reference internal" if kind == "a" else "ev-of")
    node["statement"] = label
    return node


def table(rows: Sequence[Finding], about: str) -> tag:
    body = element("tbody", "")
    for world in dict.fromkeys(row.world for row in rows):
        if world:
            head = element("th", "", world, colspan="3", scope="rowgroup")
            body += element("tr", "world", head)
        body += [row_of(row, about) for row in rows if row.world == world]
    heads = (element("th", "", word, scope="col") for word in ("Verdict", "Claim", "Closest case"))
    top = element("thead", "visually-hidden", element("tr", "", *heads))
    return element("table", "ev-table", top, body)


def reading(rows: Sequence[Finding]) -> tag:
    """Return the line that says what the signs in a table mean, and where to read more."""
    said = " ".join(READ[sign] for sign in READ if any(row.sign == sign for row in rows))
    link = element("a", "reference internal", "How to read a row", href=HELP)
    return element("p", "ev-read", *([said, " "] if said else []), link)


def row_of(row: Finding, about: str) -> tag:
    sign, word = SIGNS[row.sign]
    if row.about_a_notion:
        word = word.replace("holds", "agrees").replace("fails", "disagrees")
    seen = element("span", "", sign, aria_hidden="true")
    mark = element("td", "ev-sign", seen, element("span", "visually-hidden", word))
    claim = element("td", "ev-claim")
    if not about:
        claim += [named("a", row.label), nodes.Text(" ")]
    if row.words:
        claim += element("span", "ev-words", row.words)
    if formula := row.fields.get("says"):
        claim += [nodes.Text(" "), nodes.math("", formula)]
    elif row.claim and (not row.words or len(row.claim) <= LONGEST):
        claim += [nodes.Text(" "), nodes.literal("", row.claim, classes=["ev-code"])]
    shown = element("td", "ev-case")
    if row.sign != "excuse":
        to_code = {"href": f"#{row.cell}", "title": "To the code that found this"}
        shown += element("a", "ev-number", row.fields["case"], translate="no", **to_code)
        trials = row.fields["trials"]
        details = [row.fields.get("of", ""), f"{trials:,} trials" if trials else ""]
        if small := ", ".join(filter(None, details)):
            shown += [nodes.Text(" "), element("small", "", small)]
    return element("tr", row.sign, mark, claim, shown)
