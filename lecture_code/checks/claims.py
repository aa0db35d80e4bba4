"""One claim: a statement of the book in one world, and what of it holds and what breaks.

:Source: the book's page on how its checks work.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from lecture_code.checks.compare import Number, Side
from lecture_code.checks.report import Evidence, Finding
from lecture_code.checks.verdicts import Relation, check, refute, text_of


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Claim(Evidence):
    """A statement in a world, with its findings so far: each finding makes another claim."""

    theorem: str
    world: str

    def holds(
        self,
        measured: Side,
        relation: Relation,
        bound: Side,
        words: str = "",
        *,
        says: str = "",
        within: Number | None = None,
    ) -> Claim:
        """Return the claim with one ``check`` more, or raise as ``check`` does.

        Parameters: as for ``check``; ``words`` say what of the statement is looked at.

        >>> claim("thm-a", "ten points").holds(0.5, "<=", 1, "none beats it")
        thm-a ✓ none beats it: 0.5 ≤ 1 · ten points
        """
        more: dict[str, Any] = {"note": self.note(words), "says": says, "within": within}
        return self.and_also(check(self.theorem, measured, relation, bound, **more))

    def breaks(
        self,
        measured: Side,
        relation: Relation,
        bound: Side,
        words: str = "",
        *,
        because: str,
        says: str = "",
        within: Number | None = None,
    ) -> Claim:
        """Return the claim with one ``refute`` more, or raise as ``refute`` does.

        Parameters: as for ``refute``; ``words`` say what of the statement is looked at.

        >>> claim("thm-a", "ten points").breaks(2, "<=", 1, because="without the square")
        thm-a ✗ without the square: 2 > 1 · ten points
        """
        more: dict[str, Any] = {"note": self.note(words), "says": says, "within": within}
        return self.and_also(
            refute(self.theorem, measured, relation, bound, because=because, **more)
        )

    def note(self, words: str) -> str:
        """Return the world, and after a colon the words."""
        return f"{self.world}: {words}" if words else self.world

    def and_also(self, finding: Finding) -> Claim:
        """Return the claim with one finding more."""
        return replace(self, findings=(*self.findings, finding))


def claim(theorem: str, world: str) -> Claim:
    """Return a claim, of which ``holds`` and ``breaks`` say what is true and what is not.

    Parameters: ``theorem``, a label such as "thm-novikoff"; ``world``, which D, which m, which A.
    Raises ValueError for empty texts and for a world with a colon: what follows one is no world.

    >>> points = claim("thm-a", "exponential family, d = 3")
    >>> points.holds(21, "<=", 63).breaks(21, "<=", 63**0.5, because="the bound without its square")
    thm-a · exponential family, d = 3
      ✓ 21 ≤ 63
      ✗ the bound without its square: 21 > 7.937
    """
    named, where = text_of(theorem, "theorem"), text_of(world, "world")
    if ": " in where:
        raise ValueError(f"world must be a world alone, without words after a colon; got {world!r}")
    return Claim((), named, where)
