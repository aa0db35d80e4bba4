"""Read what the sources say of the first course: pages, sections, words and minutes.

The front matter of a page says `course: core`, `further` or `reference`.  On a core page a section
that the course leaves out has `{.further}` in the line above its heading; what stands below a
further heading is further too.  Does not import Sphinx.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import yaml

from bookext.source import Block, Directive, Display, Text, is_cell, parse

SPEED = 130  # words a minute, of prose with formulas, by a student who wants to understand
PROOF, LONG_PROOF, LONG = 3, 6, 120  # minutes more than its words; a long one has so many words
FIGURE, TASK = 2.5, 8  # minutes: a figure that moves is moved, and "your turn" is tried
YOUR_TURN = "your-turn"  # the class of such a task
FOLDED = ("solution", "hint", "dropdown", "slide")
NOWHERE = 9  # deeper than any heading
HEADING = re.compile(r"(#+) +(.*)")
FURTHER = "{.further}"
NOT_WORDS = re.compile(r"^%.*|^\([\w-]+\)=$|^\|[-:| ]+\|$|^\[\^\w+\]:|\{\.[\w. -]+\}|^-{3,}$", re.M)
ROLE = re.compile(r"\{[\w:]+\}`[^`]*`")
FORMULA = re.compile(r"\$[^$]+\$")


@dataclass(frozen=True, slots=True)
class Part:
    """What stands under one heading of a page, without what is under the headings below it."""

    title: str
    level: int
    further: bool
    line: int
    blocks: tuple[Block, ...]


def front_matter(source: str) -> dict[str, Any]:
    """Return what stands between the first two lines of dashes.

    >>> front_matter("---\\ncourse: core\\n---\\n# A")
    {'course': 'core'}
    """
    if not source.startswith("---\n"):
        return {}
    return yaml.safe_load(source[4 : source.index("\n---", 4)]) or {}


def listed(value: str | list[str]) -> list[str]:
    """Return a list of the front matter, of which MyST-NB may have kept the JSON."""
    return json.loads(value) if isinstance(value, str) and value.startswith("[") else list(value)


def parts(source: str, page: str) -> list[Part]:
    """Return the parts of a page in order.

    >>> page = "# A\\nOne.\\n{.further}\\n## B\\n### C\\nTwo.\\n## D\\n"
    >>> [(part.title, part.level, part.further) for part in parts(page, "a.md")]
    [('A', 1, False), ('B', 2, True), ('C', 3, True), ('D', 2, False)]
    """
    found, title, level, line = list[Part](), "", 0, 1
    further_from, inside = NOWHERE, list[Block]()

    def close() -> None:
        if level:
            found.append(Part(title, level, level >= further_from, line, tuple(inside)))

    for block in parse(source, page):
        if not isinstance(block, Text):
            inside.append(block)
            continue
        marked, rows, start = False, list[str](), block.line
        for at, row in enumerate([*block.lines, None], start=block.line):
            heading = HEADING.match(row) if row is not None else None
            if row is None or heading:
                inside += [Text(rows, start)] if any(map(str.strip, rows)) else []
                rows, start = [], at
            if heading:
                close()
                title, level, line, inside = heading[2], len(heading[1]), at, []
                if level <= further_from:
                    further_from = level if marked else NOWHERE
            elif row == FURTHER:
                marked = True
                continue
            elif row is not None:
                rows.append(row)
            marked = False
    close()
    return found


def words(blocks: Sequence[Block]) -> int:
    """Count the words that are read: a formula is one; code and what is folded do not count.

    >>> words(parse("So $a^2 = b$, by {prf:ref}`thm-a`.\\n\\n$$ x + 1 $$\\n", "a.md"))
    5
    """
    return sum(map(words_of, open_blocks(blocks)))


def open_blocks(blocks: Sequence[Block]) -> Iterator[Block]:
    """Yield the blocks that do not stand between the beginning and the end of a solution."""
    inside = False
    for block in blocks:
        name = block.name if isinstance(block, Directive) else ""
        inside = name == "solution-start" or (inside and name != "solution-end")
        if not inside:
            yield block


def words_of(block: Block) -> int:
    if isinstance(block, Text):
        plain = NOT_WORDS.sub("", "\n".join(block.lines))
        return len(FORMULA.sub("x", ROLE.sub("x", plain)).replace("|", " ").split())
    if isinstance(block, Display):
        return 1
    if isinstance(block, Directive):
        if is_cell(block):
            caption = (block.options.get("mystnb") or {}).get("figure") or {}
            return words_of(Text(str(caption.get("caption", "")).splitlines(), block.line))
        classes = str(block.options.get("class", ""))
        if block.name.startswith(FOLDED) or "dropdown" in classes or "correction" in classes:
            return 0
        return len(FORMULA.sub("x", block.title).split()) + words(block.body)
    return 0


def minutes(blocks: Sequence[Block]) -> int:
    """Count the minutes of a student: for words, proofs, figures that move, and tasks."""
    return max(1, round(words(blocks) / SPEED + sum(map(work_of, open_blocks(blocks)))))


def work_of(block: Block) -> float:
    """Return the minutes that a block takes beyond its words."""
    if not isinstance(block, Directive):
        return 0
    if block.name == "prf:proof":
        return LONG_PROOF if words(block.body) > LONG else PROOF
    if is_cell(block):
        return FIGURE if "explore(" in block.text else 0
    return TASK if YOUR_TURN in str(block.options.get("class", "")) else 0


def path(source: str, page: str) -> list[Block]:
    """Return what a first course reads of a page."""
    return [block for part in parts(source, page) if not part.further for block in part.blocks]


def further_sections(source: str, page: str) -> Iterator[tuple[Part, list[Block]]]:
    """Yield the sections that are folded, each with all that is in it."""
    top, blocks = None, list[Block]()
    for part in parts(source, page):
        if top and part.level <= top.level:
            yield top, blocks
            top = None
        if part.further and not top:
            top, blocks = part, []
        if top:
            blocks += part.blocks
    if top:
        yield top, blocks
