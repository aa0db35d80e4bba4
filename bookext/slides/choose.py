"""Choose what of a page goes on which slide.

A page is a list of pieces in their order, which read.py finds.  What the course says goes on slides
by itself; the author adds a piece with the mark `slide`, gives a statement a short form, and names
in the head of the page what is left out.  Does not import Sphinx.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

MOST_WORDS = 40  # on a slide, without formulas, code and what stands in a figure
MOST_BUILT = 64  # on a proof or an answer that builds up: only what is new is read
MOST_DISPLAYS = 3  # formulas on lines of their own
BUILT = "fragment"  # the class of what reveal.js shows at the next key
#: What builds up, part by part.
BUILDS_UP = ("idea", "step", "own")
#: What a slide takes in a lecture, by its kind: a statement is read out and put into other words, a
#: figure is moved, and a task leaves time to talk to the neighbour.
MINUTES = {
    **dict.fromkeys(("cover", "page", "line", "breaks"), 1),
    **dict.fromkeys(("own", "definition"), 1.5),
    **{"figure": 2.5, "task": 4},
}
MINUTES_OF_OTHERS = 2  # and as much for a proof on the slide of its statement
PROOF = "proof-of-"  # how the name of a proof begins that builds up
#: A statement of these kinds is read out, and what breaks it is shown.
STRONG = ("theorem", "proposition", "corollary")
STATED = (*STRONG, "lemma")
IDEA = "idea-of-"  # how the name of the idea of a proof begins
HERE = "here"  # the kind of a mark: the piece of its name is shown there
#: Pieces of these kinds are shown only if their author says so.
ON_DEMAND = ("line", "code")


@dataclass(frozen=True, slots=True)
class Part:
    """A sentence, an item or a row as HTML: it is never cut."""

    html: str
    words: int
    displays: int = 0
    breaks: bool = False  # a row that shows something broken


@dataclass(frozen=True, slots=True)
class Piece:
    """Something that may become a slide, or several.

    ``kind``: page, definition, theorem, ..., idea, step, breaks, figure, task, line, code, own,
    short; ``name``: the end of its address, ``over``: the words over its ``title``, ``place``:
    where it stands in the book; ``about``: the kind of the statement that an idea or a
    breaking is about; ``answer``: to a task.
    """

    kind: str
    name: str
    title: str
    parts: tuple[Part, ...]
    over: str = ""
    notes: str = ""
    place: str = ""
    marked: bool = False
    about: str = ""
    answer: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class Slide:
    """One slide; ``piece`` is the name of what it is made of."""

    name: str
    piece: str
    kind: str
    over: str
    title: str
    html: str
    notes: str
    place: str

    @property
    def minutes(self) -> float:
        proof = self.kind in STATED and builds_up(self.html)
        return MINUTES.get(self.kind, MINUTES_OF_OTHERS) + MINUTES_OF_OTHERS * proof


def builds_up(html: str) -> bool:
    return f'class="{BUILT}"' in html


def is_shown(piece: Piece) -> bool:
    if piece.kind == "breaks":
        return piece.about in STRONG
    return piece.marked or piece.kind not in ON_DEMAND


def portions(parts: Sequence[Part], most: int = MOST_WORDS) -> list[list[Part]]:
    """Return the parts, in order, on as few slides as they need, on each about as many words.

    >>> [len(portion) for portion in portions([Part("", 20), Part("", 19), Part("", 8)])]
    [1, 2]
    """
    fewest = len(filled(parts, most))
    limits = range(1, most + 1)
    return next((found for n in limits if len(found := filled(parts, n)) <= fewest), [])


def filled(parts: Iterable[Part], most: int) -> list[list[Part]]:
    """Fill one slide after the other."""
    every: list[list[Part]] = []
    for part in parts:
        together = [*every[-1], part] if every else []
        words, displays = sum(p.words for p in together), sum(p.displays for p in together)
        if not every or words > most or displays > MOST_DISPLAYS:
            every.append([part])
        else:
            every[-1].append(part)
    return every


def built(part: Part) -> Part:
    return replace(part, html=f'<div class="{BUILT}">{part.html}</div>')


def with_answer(piece: Piece) -> tuple[Part, ...]:
    """Return a task with its answer, if there is room for it, to be shown at the next key."""
    every = *piece.parts, *map(built, piece.answer)
    return every if len(filled(every, MOST_BUILT)) == 1 else piece.parts


def slides_of(piece: Piece) -> Iterator[Slide]:
    """Yield the slides of a piece; what is said of it stands in the notes of the last one."""
    parts = with_answer(piece)
    later = piece.kind == "step" or any(builds_up(part.html) for part in parts)
    every = portions(parts, MOST_BUILT if later else MOST_WORDS) or [[]]
    if piece.kind == "page":  # the rest is for those who read
        every = filled(piece.parts, MOST_WORDS)[:1] or [[]]
    if piece.kind == "breaks":  # one slide is enough, the first that shows something broken
        every = filled(piece.parts, MOST_WORDS)
        every = [portion for portion in every if any(part.breaks for part in portion)][:1]
    for number, portion in enumerate(every, start=1):
        name = piece.name if number == 1 else f"{piece.name}-{number}"
        several = len(every) > 1 and piece.over
        over = f"{piece.over} ({number} of {len(every)})" if several else piece.over
        if piece.kind in BUILDS_UP:
            portion = [*portion[:1], *map(built, portion[1:])]
        html = "\n".join(part.html for part in portion)
        notes = piece.notes if number == len(every) else ""
        yield Slide(name, piece.name, piece.kind, over, piece.title, html, notes, piece.place)


def shortened(pieces: Sequence[Piece]) -> Iterator[Piece]:
    """Yield the pieces in their short forms, if any; the full text goes into the notes."""
    short = {piece.name: piece for piece in pieces if piece.kind == "short"}
    for piece in moved([piece for piece in pieces if piece.kind != "short"]):
        if form := short.get(piece.name):
            full = "\n".join(part.html for part in piece.parts if form.parts)
            notes = "\n".join(filter(None, [form.notes, full, piece.notes]))
            piece = replace(piece, parts=form.parts or piece.parts, notes=notes)
        yield piece


def moved(pieces: Sequence[Piece]) -> Iterator[Piece]:
    """Yield the pieces, those that are wanted elsewhere in the places marked for them."""
    wanted = {piece.name for piece in pieces if piece.kind == HERE}
    there = {piece.name: piece for piece in pieces if piece.kind != HERE}
    for piece in pieces:
        if piece.kind == HERE and piece.name not in there:
            raise ValueError(f"{{slide}} :here: {piece.name}: the page has no such figure")
        if piece.kind == HERE:
            yield there[piece.name]
        elif piece.name not in wanted:
            yield piece


def joined(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Yield the pieces, a short proof on the slide of its statement."""
    last: Piece | None = None
    for piece in pieces:
        if last and piece.kind == "step" and piece.name == PROOF + last.name:
            together = (*last.parts, *map(built, piece.parts))
            if len(filled(together, MOST_BUILT)) == 1:
                piece = replace(last, parts=together)
                last = None
        if last:
            yield last
        last = piece
    if last:
        yield last


def choose(pieces: Sequence[Piece]) -> list[Slide]:
    """Return the slides of a page."""
    shown = filter(is_shown, joined(shortened(pieces)))
    return [slide for piece in shown for slide in slides_of(piece)]


def changed(
    slides: Iterable[Slide], drop: Sequence[str], add: Sequence[tuple[str, Slide]]
) -> tuple[list[Slide], list[str]]:
    """Return a deck as a lecturer wants it, and the names of slides that it does not have.

    ``drop`` names slides or pieces, ``add`` has slides and the name after which each stands; with
    an empty name it stands at the end.
    """
    deck = list(slides)
    known = {name for slide in deck for name in (slide.name, slide.piece)}
    unknown = [name for name in (*drop, *(after for after, _ in add)) if name and name not in known]
    for after, slide in reversed(add):
        ends = [at for at, each in enumerate(deck, start=1) if after in (each.name, each.piece)]
        deck.insert(ends[-1] if ends else len(deck), slide)
    proofs = {slide.piece: slide.notes for slide in deck if slide.piece in drop and slide.notes}
    left = [slide for slide in deck if not {slide.name, slide.piece} & set(drop)]
    return [with_proof(slide, proofs.get(IDEA + slide.name, "")) for slide in left], unknown


def with_proof(slide: Slide, proof: str) -> Slide:
    """Keep the proof of a statement in its notes, if no slide has the idea of the proof."""
    return replace(slide, notes="\n".join(filter(None, [slide.notes, proof])))
