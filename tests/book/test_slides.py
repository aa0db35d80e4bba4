"""What of a page goes on slides: chosen, changed by a lecturer, and written by a small build."""

import json
import re
from dataclasses import replace

import pytest
import small_book
import small_site
from bs4 import BeautifulSoup, Tag
from docutils import nodes
from site_pages import ROOT

from bookext.course import weeks
from bookext.html.folds import SHORT
from bookext.slides import own
from bookext.slides.choose import MOST_WORDS, Part, Piece, Slide, changed, choose, portions
from bookext.slides.html import sentences
from bookext.source import directives, parse

PARTS = [
    "bookext.domain",
    "bookext.evidence.collect",
    "bookext.evidence.placement",
    "bookext.evidence.marks",
    "bookext.html.formulas",  # puts a full stop into one element with the formula before it
    "bookext.html.pipeline",
    "bookext.nodes.proof_ideas",
    "bookext.html.folds",
    "bookext.slides.deck",
]
TEMPLATES = [ROOT / "book/_templates" / name for name in ("slides.html", "light-or-dark.html")]
CORE = weeks.read(ROOT).path


def piece(kind: str, name: str, *counts: int, **more) -> Piece:
    return Piece(kind, name, name.title(), tuple(Part(f"<p>{n}</p>", n) for n in counts), **more)


def broken(name: str, words: int, **more) -> Piece:
    return Piece("breaks", name, name, (Part("<p></p>", words, breaks=True),), **more)


def names(slides: list[Slide]) -> list[str]:
    return [slide.name for slide in slides]


def test_what_the_course_says_is_shown_and_the_rest_when_it_is_marked():
    page = [
        piece("page", "start", 10),
        piece("line", "prose", 10),
        piece("line", "said", 10, marked=True),
        piece("code", "cell-1", 0),
        piece("theorem", "thm-a", 10),
        broken("breaks-of-thm-a", 10, about="theorem"),
        piece("lemma", "lem-a", 10),
        broken("breaks-of-lem-a", 10, about="lemma"),
    ]
    assert names(choose(page)) == ["start", "said", "thm-a", "breaks-of-thm-a", "lem-a"]


def test_a_long_statement_is_several_slides_and_the_notes_stand_at_the_last():
    slides = choose([piece("theorem", "thm-a", 30, 20, 15, over="Theorem 1.2", notes="Clear.")])
    assert names(slides) == ["thm-a", "thm-a-2"]
    assert [slide.over for slide in slides] == ["Theorem 1.2 (1 of 2)", "Theorem 1.2 (2 of 2)"]
    assert [slide.notes for slide in slides] == ["", "Clear."]
    assert [slide.html for slide in slides] == ["<p>30</p>", "<p>20</p>\n<p>15</p>"]


def test_a_portion_has_at_most_forty_words_or_is_one_sentence():
    found = list(portions([Part("", n) for n in (39, 1, 41, 2, 38, 1)]))
    assert [[part.words for part in each] for each in found] == [[39, 1], [41], [2, 38], [1]]
    assert all(len(each) == 1 or sum(p.words for p in each) <= MOST_WORDS for each in found)


def test_a_short_form_takes_the_place_and_the_full_text_goes_into_the_notes():
    full = piece("theorem", "thm-a", 55, notes="Proof.")
    (slide,) = choose([piece("short", "thm-a", 7, notes="Say it."), full])
    assert (slide.html, slide.notes) == ("<p>7</p>", "Say it.\n<p>55</p>\nProof.")


@pytest.mark.parametrize(("check", "shown"), [(20, [20, 15]), (30, [15, 16])])
def test_what_breaks_a_statement_is_one_slide_that_shows_something_broken(check, shown):
    rows = [Part(f"<p>{n}</p>", n, breaks=n < 20) for n in (check, 15, 16)]
    told = Piece("breaks", "breaks-of-thm-a", "A", tuple(rows), about="theorem")
    (slide,) = choose([told])
    assert slide.html == "\n".join(f"<p>{n}</p>" for n in shown)
    assert choose([replace(told, parts=tuple(rows[:1]))]) == []


def test_a_picture_stands_where_a_mark_wants_it():
    page = [Piece("here", "fig-b", "", ()), *(piece("figure", f"fig-{a}", 5) for a in "abc")]
    assert names(choose(page)) == ["fig-b", "fig-a", "fig-c"]
    with pytest.raises(ValueError, match=":here: fig-d: the page has no such figure"):
        choose([Piece("here", "fig-d", "", ()), *page])


def slide(name: str) -> Slide:
    return Slide(name, re.sub(r"-\d$", "", name), "own", "", name, "", "", "")


def test_a_lecturer_drops_and_adds_slides():
    deck = list(map(slide, ["title", "thm-a", "thm-a-2", "fig-a", "fig-b"]))
    add = [("thm-a", slide("mine")), ("thm-a", slide("second")), ("", slide("last"))]
    found, unknown = changed(deck, ["fig-a"], add)
    assert names(found) == ["title", "thm-a", "thm-a-2", "mine", "second", "fig-b", "last"]
    assert unknown == []
    assert names(changed(deck, ["thm-a", "fig-b"], [])[0]) == ["title", "fig-a"]
    assert changed(deck, ["fig-c"], [("thm-z", slide("mine"))])[1] == ["fig-c", "thm-z"]


def test_own_slides_are_read_from_a_file(tmp_path):
    assert own.read(tmp_path, "week-06") == own.Changes()
    (tmp_path / own.FOLDER).mkdir()
    file = tmp_path / own.FOLDER / "week-06.md"
    file.write_text("---\ndrop: [fig-a]\n---\n# Mine\nafter: thm-a\n\nLook.\n\n# Last\nWait.\n")
    first, last = own.OwnSlide("Mine", "thm-a", "Look.", ""), own.OwnSlide("Last", "", "Wait.", "")
    assert own.read(tmp_path, "week-06") == own.Changes(("fig-a",), (first, last))
    file.write_text("---\nleave: [fig-a]\n---\n")
    with pytest.raises(own.OwnSlidesError, match=r"my-slides/week-06.md: its head can only be"):
        own.read(tmp_path, "week-06")
    file.write_text("---\ndrop: [fig-a]\n---\n# Mine\n\nafter: thm-a\n\nLook.\n\n```\n# open\n")
    with pytest.raises(own.OwnSlidesError, match=r"^my-slides/week-06.md:10: the fence"):
        own.read(tmp_path, "week-06")
    file.write_text("# Mine\n\nafter: thm-a\n\nLook.\n")
    assert own.read(tmp_path, "week-06") == own.Changes((), (first,))


COURSE = """\
weeks:
  - {about: All of it, pages: [06-one], homework: [3]}
chapters: {}
"""
PAGE = """\
---
jupytext:
  text_representation: {extension: .md, format_name: myst}
kernelspec: {display_name: Python 3, language: python, name: python3}
course: core
drop_slides: [def-agreed]
---
# The chapter

It opens so.
How come?

:::{prf:definition} Agreed
:label: def-agreed
A definition.
:::

```{slide}
:of: thm-first
In short, $m$ things of {prf:ref}`def-agreed`.
```

:::{prf:theorem} The first of $m$ things
:label: thm-first
It holds
$$ x = y $$
for every $m$.
And more.
:::

:::{prf:proof}
:class: slide
*Of {prf:ref}`thm-first`.*
Count them up to $m$.
Then add.
MANY_WORDS
:::

## A section

{.slide}
A sentence about $x$.
Another one.

Not on a slide.

```{slide} Said aloud
Only here.

Notes:
Take your time.
```

```{exercise} ★ Your turn: count
:label: ex-count
:class: your-turn
How many?
```

```{hint}
:class: dropdown
More than two.
```

```{code-cell} ipython3
check(1)
```

{.further}
## More of it

{.slide}
Not in the course.
""".replace("MANY_WORDS", "Add. " * SHORT)


@pytest.fixture
def decks(tmp_path):
    """Build a course of one page, with a lecturer's file; return what was said and the slides."""

    def built(changes: str = "") -> tuple[str, dict[str, Tag]]:
        files = {"book/06-one.md": PAGE, "book/data/course.yml": COURSE}
        files[f"{own.FOLDER}/week-01.md"] = changes
        (tmp_path / "book").mkdir(exist_ok=True)
        (tmp_path / "book/06-one.md").write_text(PAGE)
        found = [small_book.check("thm-first"), small_book.refute("thm-first")]
        small_book.write_record(tmp_path / "book", "06-one.md", [found])
        files |= {f"templates/{path.name}": path.read_text("utf-8") for path in TEMPLATES}
        settings = {
            "myst_dmath_double_inline": True,
            "templates_path": ["templates"],
            "exclude_patterns": ["**.ipynb", "out", own.FOLDER],
        }
        _, said = small_site.build(tmp_path, files, PARTS, **settings)
        deck = BeautifulSoup((tmp_path / "out/slides/week-01.html").read_text(), "html.parser")
        assert (tmp_path / "out/slides/chapter-06.html").exists()
        return said, {section["id"]: section for section in deck.find_all("section")}

    return built


def test_a_proof_that_names_its_statement_says_so_in_its_first_words(decks, tmp_path):
    decks()
    page = BeautifulSoup((tmp_path / "out/book/06-one.html").read_text(), "html.parser")
    proof = page.select_one("details.the-proof")
    assert text(proof.summary).startswith("Proof of Theorem 1.2. Count them up to")
    assert text(proof.p).startswith("Proof of Theorem 1.2 . Count them up to")


def text(tag: Tag) -> str:
    return " ".join(tag.get_text(" ").split())


def test_a_page_becomes_a_deck(decks):
    said, slides = decks()
    assert said == ""
    assert list(slides) == [
        *("title", "06-one", "thm-first", "idea-of-thm-first", "a-sentence-about-x-another"),
        *("said-aloud", "ex-count", "breaks-of-thm-first", "at-home"),
    ]
    assert text(slides["title"].header) == "Week 1 All of it"
    assert text(slides["06-one"].select_one(".inside")) == "It opens so. How come?"
    theorem = slides["thm-first"]
    assert text(theorem.header).startswith("Theorem 1.2 The first of")
    assert text(theorem.select_one(".inside")).startswith("In short,")
    assert text(theorem.select_one(".inside")).endswith("things of Definition 1.1.")
    assert not theorem.select(".inside a")
    assert "And more." in text(theorem.aside)
    assert "Then add." not in text(theorem.aside)
    assert "Then add." in text(slides["idea-of-thm-first"].aside)
    idea = text(slides["idea-of-thm-first"].select_one(".inside"))
    assert re.fullmatch(r"Count them up to .*m.*\.", idea)
    assert text(slides["said-aloud"].header) == "Said aloud"
    assert text(slides["said-aloud"].aside) == "1½ minutes Take your time."
    assert text(slides["ex-count"].header) == "Your turn · Exercise 1.1 Count"
    assert text(slides["ex-count"].aside) == "4 minutes More than two."
    assert "it was spoilt" in text(slides["breaks-of-thm-first"])
    assert "Homework 3." in text(slides["at-home"])
    links = {name: each.select_one(".place a") for name, each in slides.items()}
    assert links["thm-first"]["href"] == "../book/06-one.html#thm-first"
    assert links["said-aloud"]["href"] == "../book/06-one.html#a-section"


def test_a_sentence_goes_on_after_a_formula():
    parts = [
        nodes.Text("It holds\n"),
        nodes.math_block("", "x = y"),
        nodes.Text("\nfor every "),
        x(),
    ]
    text = nodes.paragraph("", "", *parts, nodes.Text(".\nAnd more.\nIf so,\n"), x())
    found = ["".join(node.astext() for node in sentence) for sentence in sentences(text)]
    assert found == ["It holds x = y for every x.", "And more.", "If so, x"]


def x() -> nodes.math:
    return nodes.math("", "x")


def test_a_lecturer_changes_a_deck_without_touching_the_book(decks):
    mine = "---\ndrop: [ex-count, at-home, idea-of-thm-first]\n---\n"
    mine += "# Mine\nafter: thm-first\n\nLook at $x$.\n"
    said, slides = decks(mine + "\nNotes:\nAnd wait.\n")
    assert said == ""
    assert list(slides)[2:4] == ["thm-first", "mine"]
    assert "ex-count" not in slides
    assert text(slides["mine"].aside) == "1½ minutes And wait."
    assert "Then add." in text(slides["thm-first"].aside)
    said, slides = decks("# Mine\nafter: nowhere\n")
    assert "my-slides/week-01.md names slides that do not exist: nowhere" in said
    said, slides = decks("# Mine\n\n![a cell](cell.png)\n")
    assert "my-slides has no picture cell.png" in said
    said, slides = decks()
    assert "mine" not in slides


def test_a_pdf_of_other_slides_is_left_out(decks, tmp_path):
    deck, target = tmp_path / "out/slides/week-01.html", tmp_path / "out/slides/week-01.pdf"
    decks()
    made_of = BeautifulSoup(deck.read_text(), "html.parser").html["data-made-of"]
    (tmp_path / "dist/slides").mkdir(parents=True)
    (tmp_path / "dist/slides/week-01.pdf").write_bytes(b"%PDF")
    assert not target.exists()
    (tmp_path / "dist/slides/made-of.json").write_text(json.dumps({"week-01": made_of}))
    decks()
    assert target.exists()
    assert 'href="week-01.pdf"' in deck.read_text()
    decks("# Another slide\n\nIt is not on paper.\n")
    assert not target.exists()
    assert "week-01.pdf" not in deck.read_text()


def test_every_mark_of_the_book_names_what_is_there():
    """`:of:` names a statement or a task of its page, and `:here:` a figure of it; a page that is
    not core has no slides."""
    for page in sorted((ROOT / "book").glob("[0-9]*.md")):
        source = page.read_text("utf-8")
        blocks = directives(parse(source, page.name))
        forms = [block.options.get("of") for block in blocks if block.name == "slide"]
        labels = {b.label for b in blocks if b.name.startswith("prf:") or b.name == "exercise"}
        assert {form for form in forms if form} <= labels, page.name
        moved = {block.options["here"] for block in blocks if "here" in block.options}
        assert moved <= set(re.findall(r"^ +name: (fig-\S+)$", source, re.M)), page.name
        if f"book/{page.stem}" not in CORE:
            assert not forms, page.name
            assert "{.slide}" not in source, page.name
