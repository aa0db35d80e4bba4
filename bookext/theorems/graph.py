"""Represent as a graph which result uses which, and find its circles and its parts.

Does not import Sphinx.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter

Uses = Mapping[str, Collection[str]]  # label of a statement: labels of those it uses


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement as the map knows it.

    ``title`` is without TeX, ``chapter`` is 0 outside of chapters, and ``on_path`` says whether the
    first course has it.
    """

    label: str
    kind: str
    page: str
    chapter: int
    number: tuple[int, ...]
    title: str
    on_path: bool = False

    @property
    def name(self) -> str:
        """For example Theorem 6.9."""
        return f"{self.kind.capitalize()} {'.'.join(map(str, self.number))}".strip()

    @property
    def full_name(self) -> str:
        """For example Theorem 6.9 (Novikoff)."""
        return f"{self.name} ({self.title})" if self.title else self.name


@dataclass(frozen=True, slots=True)
class Graph:
    """Statements by label, in book order, and what each uses, in the same order."""

    statements: Mapping[str, Statement]
    uses: Mapping[str, tuple[str, ...]]

    @classmethod
    def of(cls, statements: Iterable[Statement], pairs: Collection[tuple[str, str]]) -> "Graph":
        """Make the graph of the pairs (user, used), without those of a statement with itself."""
        ordered = sorted(statements, key=lambda s: (s.chapter, s.number, s.page, s.label))
        known = {statement.label: statement for statement in ordered}
        used: dict[str, set[str]] = {label: set() for label in known}
        for user, target in pairs:
            if user != target and user in known and target in known:
                used[user].add(target)
        place = {label: at for at, label in enumerate(known)}
        return cls(known, {u: tuple(sorted(used[u], key=place.__getitem__)) for u in known})

    def users(self) -> dict[str, list[str]]:
        """Return what uses each statement, in book order."""
        found: dict[str, list[str]] = {label: [] for label in self.statements}
        for user, targets in self.uses.items():
            for target in targets:
                found[target].append(user)
        return found

    def needs(self, page: str, most: int) -> list[str]:
        """Return what the statements of a page use most of other pages, in book order."""
        used = Counter(
            target
            for label, statement in self.statements.items()
            for target in self.uses[label]
            if statement.page == page != self.statements[target].page
        )
        chosen = {label for label, _ in used.most_common(most)}
        return [label for label in self.statements if label in chosen]

    def chapters(self) -> dict[int, list[str]]:
        """Return the labels of each chapter, in book order."""
        found: dict[int, list[str]] = {}
        for label, statement in self.statements.items():
            found.setdefault(statement.chapter, []).append(label)
        return found

    def only(self, labels: Collection[str]) -> "Graph":
        """Return the graph of these statements; a use through others left out is a use."""
        kept = {label: s for label, s in self.statements.items() if label in labels}
        reached = {user: list(self._reached(user, kept)) for user in kept}
        return Graph(kept, {user: tuple(t for t in kept if t in reached[user]) for user in kept})

    def _reached(self, user: str, kept: Collection[str]) -> Iterator[str]:
        seen, todo = {user}, [user]
        while todo:
            for target in self.uses[todo.pop()]:
                if target not in seen:
                    seen.add(target)
                    if target in kept:
                        yield target
                    else:
                        todo.append(target)

    def around(self, chapter: int) -> "Graph":
        """Return a chapter, what it uses, and what uses it; nothing between those outside."""
        inside = set(self.chapters()[chapter])
        pairs = [
            (user, target)
            for user, targets in self.uses.items()
            for target in targets
            if user in inside or target in inside
        ]
        shown = inside.union(*pairs)
        return Graph.of([s for label, s in self.statements.items() if label in shown], pairs)

    def without_circles(self) -> "Graph":
        """Return what can be drawn although the build has failed."""
        around = {step for c in circles(self.uses) for step in zip(c, c[1:] + c[:1], strict=True)}
        pairs = [(user, used) for user, targets in self.uses.items() for used in targets]
        return Graph.of(self.statements.values(), [p for p in pairs if p not in around])


def circles(uses: Uses) -> Iterator[list[str]]:
    """Yield circles that share no use: each label uses the next, and the last the first.

    >>> list(circles({"a": ["b"], "b": ["c"], "c": ["a"], "d": ["a"]}))
    [['a', 'b', 'c']]
    """
    left = {user: set(targets) for user, targets in uses.items()}
    while True:
        try:
            TopologicalSorter(left).prepare()
        except CycleError as error:
            # in the list of graphlib each label is used by the next
            circle = error.args[1][:0:-1]
            start = circle.index(min(circle))
            circle = circle[start:] + circle[:start]
            yield circle
            for user, target in zip(circle, circle[1:] + circle[:1], strict=True):
                left[user].discard(target)
        else:
            return
