"""Which world "the same" is: on a chapter's page the line above says it, in a list nothing does."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from evidence_record import Evidence

SAME = re.compile(r"the same(?=$|[,:] )")


def spelt_out(notes: Iterable[str]) -> Iterator[str]:
    """Yield the notes of a page, in order, with "the same" spelt out.

    A world ends at a colon. "The same" alone is the world just before; "the same, ..." and
    "the same: ..." go on from the last one that was named in full.

    >>> list(spelt_out(["ten points: sum", "the same: norm", "the same, m = 3", "the same"]))
    ['ten points: sum', 'ten points: norm', 'ten points, m = 3', 'ten points, m = 3']
    """
    named = before = "the same"
    for note in notes:
        found = SAME.match(note)
        if not found:
            named = note.partition(": ")[0]
        elif note == found[0]:
            note = before
        else:
            note = named + note[found.end() :]
        before = note.partition(": ")[0]
        yield note


def with_worlds(evidence: Iterable[Evidence]) -> list[Evidence]:
    """Return the evidence of a page with every note spelt out."""
    found = list(evidence)
    notes = spelt_out(each.fields["note"] for each in found if "note" in each.fields)
    return [spelt(each, notes) for each in found]


def spelt(evidence: Evidence, notes: Iterator[str]) -> Evidence:
    """Return the evidence with the next of the notes; an excuse has none."""
    if "note" not in evidence.fields:
        return evidence
    return replace(evidence, fields={**evidence.fields, "note": next(notes)})
