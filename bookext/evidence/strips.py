"""How evidence looks: a strip such as "Tested ✓✓ broken ✗", which opens to a table and code."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from docutils import nodes

from bookext.evidence.words import case
from bookext.html.tags import element, tag

MANY = 8  # more signs than these are counted, not drawn
ERRATUM = re.compile(r"\s*\((?:E-[\w-]+(?:, )?)+\)")
SIGNS = {  # of a row: its sign, and the words for who does not see it
    "check": ("✓", "holds"),
    "simulated": ("≈", "holds, by simulation"),
    "refute": ("✗", "broken on purpose"),
    "excuse": ("–", "cannot be computed"),
}


class Finding(NamedTuple):
    """One row: what the cell wrote, the world and the rest of its note, what it claims."""

    fields: dict[str, Any]
    world: str
    words: str
    claim: str

    @property
    def label(self) -> str:
        return self.fields["theorem"]

    @property
    def sign(self) -> str:
        simulated = self.fields.get("basis") == "simulated" and self.fields["kind"] == "check"
        return "simulated" if simulated else self.fields["kind"]


def fold(kind: str, title: str, inside: Sequence[nodes.Node], **attributes: str) -> tag:
    """Code that is one click away, under a quiet line."""
    return element("details", f"quiet {kind}", element("summary", "", title), *inside, **attributes)


def strip(
    rows: Sequence[Finding],
    code: Sequence[nodes.Node] = (),
    *,
    about: str = "",
    notion: bool = False,
    opened: bool = False,
) -> tag:
    """The strip of a statement (``about`` is its label), or of the tests in one place."""
    parts = list(tallies(rows, notion))
    if about:
        parts += lead(rows)
    else:
        for label in dict.fromkeys(row.label for row in rows):
            parts.append(named("span", label))
    panel = element("div", "ev-panel", table(rows, about), *code)
    state = {"open": ""} if opened else {}
    classes = "evidence" if about else "evidence here"
    line = element("summary", "", *(piece for part in parts for piece in (part, " ")))
    return element("details", classes, line, panel, **state)


def tallies(rows: Sequence[Finding], notion: bool) -> Iterator[tag]:
    """ "Tested ✓✓", "broken ✗": a word and a sign for each kind that there is."""
    tested = "Agrees with the code" if notion else "Tested"
    words = [("check", tested), ("simulated", "simulated"), ("refute", "broken")]
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
    """What the line says of a statement: how it breaks, else what holds, else why neither."""
    if broken := [row for row in rows if row.sign == "refute"]:
        words = ERRATUM.sub("", broken[0].fields["because"])
    elif rows[0].sign != "excuse":
        words = rows[0].world
    else:
        return [element("span", "ev-why", rows[0].fields["reason"])]
    number = element("span", "ev-number", case(*kind_and_fields((broken or rows)[0]))[0])
    return [element("span", "ev-why", f"{words}: ", number)]


def kind_and_fields(row: Finding) -> tuple[str, dict[str, Any]]:
    return row.fields["kind"], row.fields


def named(kind: str, label: str) -> tag:
    """The place of "Theorem 6.8", which stands in it when all is numbered; an "a" leads there."""
    node = element(kind, "ev-of reference internal" if kind == "a" else "ev-of")
    node["statement"] = label
    return node


def table(rows: Sequence[Finding], about: str) -> tag:
    body = element("tbody", "")
    for world, found in groupby(rows, key=lambda row: row.world):
        if world:
            head = element("th", "", world, colspan="3", scope="rowgroup")
            body += element("tr", "world", head)
        body += [row_of(each, about) for each in found]
    heads = (element("th", "", word, scope="col") for word in ("Verdict", "Claim", "Closest case"))
    top = element("thead", "visually-hidden", element("tr", "", *heads))
    return element("table", "ev-table", top, body)


def row_of(row: Finding, about: str) -> tag:
    sign, word = SIGNS[row.sign]
    seen = element("span", "", sign, aria_hidden="true")
    mark = element("td", "ev-sign", seen, element("span", "visually-hidden", word))
    claim = element("td", "ev-claim")
    if not about:
        claim += [named("a", row.label), nodes.Text(" ")]
    words = [row.words, row.fields.get("because", ""), row.fields.get("reason", "")]
    if said := ", ".join(filter(None, words)):
        claim += element("span", "ev-words", said)
    if row.claim:
        claim += [nodes.Text(" "), nodes.literal("", row.claim, classes=["ev-code"])]
    shown = element("td", "ev-case")
    if row.sign != "excuse":
        said, count = case(*kind_and_fields(row))
        shown += element("span", "ev-number", said)
        trials = row.fields["trials"]
        details = [count, f"{trials:,} trials" if trials else ""]
        if small := ", ".join(filter(None, details)):
            shown += [nodes.Text(" "), element("small", "", small)]
    return element("tr", row.sign, mark, claim, shown)
