"""Join each result of the book with its proof and its evidence, and find what is missing."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import NamedTuple

import yaml

from bookext.evidence.record import Evidence
from bookext.evidence.statements import CLAIMS, LISTED, Outline, Statement, proof_names

HYPOTHESES = "book/data/hypotheses.yml"


@dataclass(frozen=True)
class Result:
    """A statement with its page, the place of its proof (page and name), and its evidence."""

    statement: Statement
    page: str
    proof: tuple[str, str] | None
    evidence: tuple[Evidence, ...]

    def of_kind(self, kind: str) -> list[Evidence]:
        return [each for each in self.evidence if each.kind == kind]

    @cached_property
    def checks(self) -> list[Evidence]:
        return self.of_kind("check")

    @cached_property
    def simulated(self) -> int:
        """How many of the checks are simulated."""
        return sum(each.fields.get("basis") == "simulated" for each in self.checks)

    @cached_property
    def refutes(self) -> list[Evidence]:
        return self.of_kind("refute")

    @cached_property
    def excuses(self) -> list[Evidence]:
        return self.of_kind("excuse")

    @property
    def claims(self) -> bool:
        """Whether it needs a proof."""
        return self.statement.kind in CLAIMS

    @property
    def standing(self) -> str:
        """Whether it is proved or quoted; empty if it needs neither, or lacks both."""
        if not self.claims:
            return ""
        return "proved" if self.proof else "quoted" if self.statement.quoted else ""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that is missing, the page and line where, and what to do."""

    page: str
    line: int
    text: str


class Hypothesis(NamedTuple):
    """A hypothesis in words, and what drops it.

    ``broken`` is the text of a refutation, of the statement itself or of ``of``; ``test`` is the
    name of a test.
    """

    says: str
    broken: str = ""
    of: str = ""
    test: str = ""


def results(outlines: Mapping[str, Outline], evidence: Sequence[Evidence]) -> list[Result]:
    """Return what the pages state, in their order.

    That is all that a reader may look for, and what else (an exercise, an example) has evidence.
    """
    proofs: dict[str, tuple[str, str]] = {}
    for page, outline in outlines.items():
        for name, proof in zip(proof_names(outline), outline.proofs, strict=True):
            for label in proof.of:
                proofs.setdefault(label, (page, name))
    by_label: dict[str, list[Evidence]] = {}
    for each in evidence:
        by_label.setdefault(each.label, []).append(each)
    return [
        Result(s, page, proofs.get(s.label), tuple(by_label.get(s.label, ())))
        for page, outline in outlines.items()
        for s in outline.statements
        if s.kind in LISTED or s.label in by_label
    ]


def unproved(outlines: Mapping[str, Outline]) -> Iterator[Fault]:
    """Yield the statements that are neither proved nor quoted, and the proofs of nothing."""
    for result in results(outlines, []):
        if result.claims and not result.standing:
            label = result.statement.label
            yield Fault(
                result.page,
                result.statement.line,
                f"{label} is neither proved nor quoted: write a prf:proof after it (or one "
                f"elsewhere that begins with *Of {{prf:ref}}`{label}`.*), or a sentence after it "
                "that says that we quote it and cites ({cite:t}) where it is proved",
            )
    for page, outline in outlines.items():
        for proof in outline.proofs:
            if not proof.of:
                yield Fault(
                    page,
                    proof.line,
                    "this proof belongs to no statement: put it after its statement, or "
                    "begin it with *Of {prf:ref}`label`.*",
                )


def unchecked(outlines: Mapping[str, Outline], evidence: Sequence[Evidence]) -> Iterator[Fault]:
    """Yield the statements that lack a check or a refutation and have no excuse."""
    for result in results(outlines, evidence):
        wanted = [
            name
            for name, found in [("check", result.checks), ("refute", result.refutes)]
            if not found
        ]
        if result.claims and wanted and not result.excuses:
            label = result.statement.label
            yield Fault(
                result.page,
                result.statement.line,
                f"{label} has no {' and no '.join(wanted)}: add "
                + " and ".join(f'{name}("{label}", ...)' for name in wanted)
                + f' to a cell, or cannot_check("{label}", reason=...) if no computation can '
                "tell, and run `make record`",
            )


def unknown(outlines: Mapping[str, Outline], evidence: Sequence[Evidence]) -> Iterator[Fault]:
    """Yield the evidence that names a label of no statement."""
    known = {s.label for outline in outlines.values() for s in outline.statements}
    for each in evidence:
        if each.label not in known:
            yield Fault(
                each.page,
                0,
                f"a {each.kind} in cell {each.cell} of the record names {each.label}, which is "
                "the label of no statement: correct it in the source and run `make record` "
                f'("{each.words}")',
            )


def stale(page: str, source: Sequence[str], record: Sequence[str]) -> Iterator[Fault]:
    """Yield a fault if the code of a page is not that of its record, both given cell by cell."""
    if [code.strip() for code in source] == [code.strip() for code in record]:
        return
    pairs = zip(source, record, strict=False)
    same = next((k for k, (a, b) in enumerate(pairs) if a.strip() != b.strip()), None)
    what = (
        f"they have {len(source)} and {len(record)} cells"
        if same is None
        else f"they differ first in cell {same + 1}, which begins {source[same].strip()[:40]!r}"
    )
    yield Fault(
        page, 0, f"the record is older than the source ({what}): run `make record` and commit it"
    )


def hypotheses(root: str | Path) -> dict[str, tuple[Hypothesis, ...]]:
    """Return the hypotheses of each statement; ``root`` is the folder of _toc.yml."""
    path = Path(root, HYPOTHESES)
    return load(path, path.stat().st_mtime_ns) if path.exists() else {}


@cache
def load(file: Path, changed: int) -> dict[str, tuple[Hypothesis, ...]]:
    """Load a file; ``changed``, the time of its last change, keeps the cache true."""
    kept = yaml.safe_load(file.read_text("utf-8")) or {}
    return {label: tuple(Hypothesis(**each) for each in found) for label, found in kept.items()}
