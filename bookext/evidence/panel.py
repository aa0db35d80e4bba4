"""Draw evidence: a line such as "Tested ✓✓ broken ✗", which opens to a table and code."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from docutils import nodes

from bookext.evidence.formatting import typeset
from bookext.nodes.tags import element, tag

NOTIONS = ("def-", "alg-", "example-", "xmp-")  # how their labels begin
LONGEST = 72  # letters of a claim read off the code; beside words a longer one is left out
HELP = "results.html#how-to-read-a-row"
MANY = 8  # more signs than these are counted, not drawn
ERRATUM = re.compile(r"\s*\((?:E-[\w-]+(?:, )?)+\)")
SIGNS = {  # of a row: its sign, and the words for readers who cannot see it
    "check": ("✓", "holds"),
    "simulated": ("≈", "holds, by simulation"),
    "refute": ("✗", "broken on purpose"),
    "excuse": ("–", "cannot be computed"),
}


READ = {  # under the table, for each sign in it
    "check": "✓ so in all cases, shown is the closest",
    "simulated": "≈ so in random trials, but for a small chance",
    "refute": "✗ spoilt on purpose, shown is where it fails",
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
    notion: bool = False,
    opened: bool = False,
    told: bool = False,
) -> tag:
    """Return the panel of a statement (``about`` is its label), or of the tests in one place.

    It has no table if the panels of the statements have ``told`` all of it.
    """
    parts = list(tallies(rows, notion))
    if about:
        parts += lead(rows)
    else:
        parts += [named("span", label) for label in dict.fromkeys(row.label for row in rows)]
    if told:
        parts.append(element("span", "ev-why", "the code of these tests"))
    shown = [] if told else [table(rows, about), reading(rows, notion)]
    inside = element("div", "ev-panel", *shown, *code)
    state = {"open": ""} if opened else {}
    classes = "evidence" if about else "evidence here"
    line = element("summary", "", *(piece for part in parts for piece in (part, " ")))
    return element("details", classes, line, inside, **state)


def tallies(rows: Sequence[Finding], notion: bool) -> Iterator[tag]:
    """Yield a word and its signs for each kind that there is: "Tested ✓✓", "broken ✗".

    A notion, which is neither true nor false, "agrees with the code" or is "misread".
    """
    tested, broken = ("Agrees with the code", "misread") if notion else ("Tested", "broken")
    words = [("check", tested), ("simulated", "simulated"), ("refute", broken)]
    said = False
    for sign, word in [*words, ("excuse", "not computed")]:
        count = sum(row.sign == sign for row in rows)
        if count:
            word = word if said else word[0].upper() + word[1:]
            yield element("span", f"ev-{sign}", f"{word} ", *tally(SIGNS[sign][0], count))
            said = True


def tally(sign: str, count: int) -> list[nodes.Node]:
    drawn = sign * count if count <= MANY else f"{sign} × {count}"
    times = element("span", "visually-hidden", " once" if count == 1 else f" {count} times")
    return [element("span", "tally", drawn, aria_hidden="true"), times]


def lead(rows: Sequence[Finding]) -> list[nodes.Node]:
    """Return what the line says of a statement: how it breaks, or what holds, or why neither."""
    if broken := [row for row in rows if row.sign == "refute"]:
        words = in_short(broken[0].fields["because"])
    elif rows[0].sign != "excuse":
        words = rows[0].world
    else:
        return [element("span", "ev-why", rows[0].fields["reason"])]
    number = element("span", "ev-number", (broken or rows)[0].fields["case"], translate="no")
    return [element("span", "ev-why", f"{words}: ", number)]


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


def reading(rows: Sequence[Finding], notion: bool) -> tag:
    """Return the line that says what the signs in a table mean, and where to read more."""
    said = " · ".join(READ[sign] for sign in READ if any(row.sign == sign for row in rows))
    said = said.replace("spoilt", "misread") if notion else said
    link = element("a", "reference internal", "How to read a row", href=HELP)
    return element("p", "ev-read", *([said, " · "] if said else []), link)


def row_of(row: Finding, about: str) -> tag:
    sign, word = SIGNS[row.sign]
    if row.about_a_notion:
        word = word.replace("holds", "agrees").replace("broken", "misread")
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
