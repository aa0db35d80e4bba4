"""Who is who: one place decides to which student a submission belongs.

``grades/COURSE/roster.csv`` has the columns id, name, group and section; only id is needed.
Without it a student is who the learning platform, or the name of a file, says.
"""

from __future__ import annotations

import copy
import itertools
import re
import unicodedata
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from homework.kit.grading.result import NOTHING, Result
from homework.kit.grading.submission import Submission, identity
from homework.kit.marking.marks import MarkError, read

FILE = "roster.csv"


@dataclass(frozen=True)
class Person:
    """A line of the roster."""

    id: str
    name: str = ""
    group: str = ""
    section: str = ""


@dataclass(frozen=True)
class Roster:
    """The students of a course; with none of them everybody is who the platform says."""

    people: tuple[Person, ...] = ()

    def find(self, label: str) -> str:
        """Return the id of the student, or the group, that a platform's name belongs to.

        A number or name counts if it is one person's alone, whatever its case, accents' form, zeros
        in front and signs between words.  Of anybody else the id is what the platform says.

        >>> roster = Roster((Person("007", "Bond, James", "M"), Person("8", "Ada Lovelace")))
        >>> [roster.find(name) for name in ("7", "lovelaceada_99_100_hw", "james bond", "M", "eve")]
        ['007', '8', '007', 'M', 'eve']
        """
        number, name, _ = identity(label)
        by_number, by_name = self._matches(number), self._matches(name)
        if number != name and by_number:  # of a platform, whose numbers may be other ones
            person = next((one for one in self.people if one.id == by_number), None)
            if person and person.name and plain_id(name) not in _names(person):
                return by_name or label
        return by_number or by_name or number

    def _matches(self, words: str) -> str:
        """Return the one id, or else the group, that these words name; or ""."""
        exact = [one.id for one in self.people if one.id == words]
        plain = plain_id(words)
        loose = exact or [
            one.id for one in self.people if plain and plain in (plain_id(one.id), *_names(one))
        ]
        if loose:
            return loose[0] if len(set(loose)) == 1 else ""
        return next((one.group for one in self.people if one.group and one.group == words), "")

    def known(self, submissions: Iterable[Submission]) -> list[Submission]:
        """Give submissions to their students; two of one student are a problem of both."""
        by: defaultdict[str, list[Submission]] = defaultdict(list)
        for one in submissions:
            by[self.find(one.student)].append(replace(one, who=self.find(one.student)))
        for group in (group for group in by.values() if len(group) > 1):
            names = " and ".join(repr(one.student) for one in group)
            problem = f"in the roster, {names} are one student: leave only one of these here"
            group[:] = [replace(one, problem=problem) for one in group]
        return [one for group in by.values() for one in group]

    def doubts(self, results: Sequence[Result]) -> Iterator[str]:
        """Say who is not in the roster, and which ids may be one student."""
        ids = [result.id for result in results]
        known = {name for one in self.people for name in (one.id, one.group)}
        for student in ids if self.people else ():
            if student not in known:
                yield f"not in {FILE}: {student!r}"
        for first, second in itertools.combinations(sorted(ids), 2):
            if plain_id(first) == plain_id(second):
                yield f"{first!r} and {second!r} may be one student, but count as two ({FILE})"

    def everybody(self, results: Sequence[Result], withdrawn: Collection[str] = ()) -> list[Result]:
        """Return a result for each student of the roster, and for those who are not in it.

        Whoever handed in nothing has the newest result of the group, under its name or a member's.
        ``withdrawn`` are those whose work was taken back.
        """
        by = {result.id: result for result in results}
        found = []
        for one in self.people:
            members = {other.id for other in self.people if one.group and other.group == one.group}
            of_group = [by[key] for key in (one.group, *sorted(members)) if key in by]
            if one.id in by:
                mine = by[one.id]
            elif of_group and one.id not in withdrawn:
                mine = copy.deepcopy(max(of_group, key=lambda result: result.graded_at))
                mine.notes.insert(0, f"handed in by the group {one.group}")
                mine.student = one.id
            else:
                mine = Result(one.id, reason=NOTHING)
            mine.id, mine.name, mine.section = one.id, one.name, one.section
            found.append(mine)
        known = {name for one in self.people for name in (one.id, one.group)}
        found += [result for result in results if result.id not in known]
        return sorted(found, key=lambda result: (result.name or result.student).lower())


def read_roster(folder: Path) -> Roster:
    """Read the roster in the folder of a course; raises MarkError with the line at fault."""
    path = folder / FILE
    rows = [row for row in read(path) if any(row.values())] if path.exists() else []
    if rows and "id" not in rows[0]:
        raise MarkError(f"{FILE}, line 1: there is no column 'id'")
    people: list[Person] = []
    for line, row in enumerate(rows, start=2):
        fields = {
            name: (row.get(name) or "").strip() for name in ("id", "name", "group", "section")
        }
        if not fields["id"] or fields["id"] in {one.id for one in people}:
            raise MarkError(f"{FILE}, line {line}: each student needs an id that nobody else has")
        people.append(Person(**fields))
    return Roster(tuple(people))


def plain_id(text: str) -> str:
    """Return a name or number without what systems change in it.

    >>> plain_id("J\u00f6rg_Mayer") == plain_id("jo\u0308rg mayer"), plain_id("007")
    (True, '7')
    """
    whole = unicodedata.normalize("NFKC", text).casefold()
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFC", whole)).lstrip("0")


def _names(one: Person) -> Collection[str]:
    """Return a person's name as first and last name may be put together."""
    words = re.split(r"[\s,]+", one.name.strip())
    orders = {tuple(words), (words[-1], *words[:-1]), (*words[1:], words[0])}
    return {plain_id("".join(order)) for order in orders} - {""}
