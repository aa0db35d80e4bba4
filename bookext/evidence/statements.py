"""Find what a page states, and whether each statement is proved or quoted.

The rules stand here and nowhere else:

* A proof belongs to the statements that it names in its first line, "*Of {prf:ref}`thm-a`.*", and
  otherwise to the last theorem, lemma, proposition or corollary before it on its page.
* A statement is quoted if, before the next one, a sentence says so ("We quote this from ...") or a
  box does (`:class: quote`), and that sentence or box cites where from.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bookext.source import Block, Directive, Text, directives, parse, roles, walk

CLAIMS = ("theorem", "lemma", "proposition", "corollary")  # what needs a proof
LISTED = (*CLAIMS, "definition", "algorithm")  # what the page of results lists in any case

OF = re.compile(r"^\*Of [^*]*\*", re.M)
TARGET = re.compile(r"[\w-]+(?=>?$)")
QUOTE = re.compile(r"\bquoted?\b", re.I)
CITE = ("cite", "cite:p", "cite:t")


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement: its label, its kind ("theorem"), its title as MyST, its line in the source.

    ``quoted`` names the works from which it is quoted.
    """

    label: str
    kind: str
    title: str
    line: int
    quoted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Proof:
    """A proof: its line and the labels of the statements it proves."""

    line: int
    of: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Outline:
    """Statements and proofs of a page in order."""

    statements: tuple[Statement, ...]
    proofs: tuple[Proof, ...]


def outline(source: str, page: Path) -> Outline:
    """Return what a page states and proves.

    >>> page = outline(
    ...     ":::{prf:lemma} A\\n:label: lem-a\\n:::\\n"
    ...     ":::{prf:lemma} B\\n:label: lem-b\\n:::\\nWe quote it from {cite:t}`b1960`.\\n"
    ...     ":::{prf:proof}\\n*Of {prf:ref}`lem-a`.*\\nClear.\\n:::\\n", Path("a.md"))
    >>> [(each.label, each.quoted) for each in page.statements], page.proofs
    ([('lem-a', ()), ('lem-b', ('b1960',))], (Proof(line=8, of=('lem-a',)),))
    """
    tree = parse(source, page.name)
    blocks = directives(tree)
    stated = [block for block in blocks if is_statement(block)]
    claims = [block for block in stated if block.name.removeprefix("prf:") in CLAIMS]
    quoted = {
        claim.line: sources_after(claim, following, tree)
        for claim, following in zip(claims, [*claims, None][1:], strict=True)
    }
    statements = [
        Statement(
            block.label,
            block.name.removeprefix("prf:"),
            block.title.strip(),
            block.line,
            quoted.get(block.line, ()),
        )
        for block in stated
    ]
    return Outline(tuple(statements), tuple(proofs(blocks, claims)))


def proof_names(page: Outline) -> list[str]:
    """Return the names of the proofs of a page: the fragments of their addresses.

    >>> proof_names(Outline((), (Proof(3, ("lem-a",)), Proof(9, ("lem-a",)), Proof(12, ()))))
    ['proof-of-lem-a', 'proof-of-lem-a-again', 'proof-of-nothing']
    """
    names: list[str] = []
    for proof in page.proofs:
        name = f"proof-of-{proof.of[0] if proof.of else 'nothing'}"
        while name in names:
            name += "-again"
        names.append(name)
    return names


def is_statement(block: Directive) -> bool:
    """Return whether a directive is something that has a number and can be checked."""
    return block.name == "exercise" or (block.name.startswith("prf:") and block.name != "prf:proof")


def proofs(blocks: Sequence[Directive], claims: Sequence[Directive]) -> Iterator[Proof]:
    for block in blocks:
        if block.name == "prf:proof":
            named = OF.search(block.text)
            before = [claim.label for claim in claims if claim.end < block.line][-1:]
            yield Proof(block.line, tuple(references(named[0]) if named else before))


def references(text: str) -> list[str]:
    """Return the labels that a piece of text refers to."""
    return [TARGET.findall(said)[-1] for _, said in roles(parse(text, ""), "prf:ref")]


def sources_after(
    claim: Directive, following: Directive | None, tree: Sequence[Block]
) -> tuple[str, ...]:
    """Return the works named where the text after a statement says that it is quoted."""
    said: list[Block] = []
    for block in walk(tree):
        if claim.end < block.line and not (following and block.line >= following.line):
            if isinstance(block, Text):
                said += [Text([row], 0) for row in block.lines if QUOTE.search(row)]
            elif isinstance(block, Directive) and "quote" in block.options.get("class", "").split():
                said.append(block)
    keys = (key.strip() for _, several in roles(said, *CITE) for key in several.split(","))
    return tuple(dict.fromkeys(keys))
