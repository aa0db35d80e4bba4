"""Write the decks: slides/week-06.html for each week of the course, slides/chapter-06.html.

What a page gives to slides is kept beside its doctree when the page is written, so that a later
build makes the decks again without the pages that have not changed.  A deck says of what it is
made; tools/site/slides.py writes that down with the PDF, and a PDF of other slides is left out.
"""

import hashlib
import json
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from docutils import nodes
from docutils.core import publish_doctree
from myst_parser.docutils_ import Parser
from sphinx.errors import ExtensionError
from sphinx.util import logging

from bookext.course import weeks
from bookext.course.marks import listed
from bookext.course.page import shown
from bookext.course.sections import mark_of
from bookext.domain import to_write_again
from bookext.labels import first_pages
from bookext.slides import own
from bookext.slides.choose import Part, Piece, Slide, changed, choose
from bookext.slides.html import Press
from bookext.slides.read import Reader, slug
from bookext.source import chapter_of

logger = logging.getLogger(__name__)
FOLDER, TEMPLATE = "slides", "slides.html"
PRINTED = "dist/slides"  # of tools/site/slides.py
MADE_OF = "made-of.json"  # in that folder, says of what each PDF is made


def pieces_file(app, page: str) -> Path:
    return Path(app.doctreedir, FOLDER, f"{page.rpartition('/')[2]}.json")


def collect(app, pagename, templatename, context, doctree):
    """Keep the pieces of a page of the course."""
    if doctree is None or app.builder.format != "html" or mark_of(app.env, pagename) != "core":
        return
    pieces = [asdict(piece) for piece in Reader(app, pagename, doctree).pieces()]
    file = pieces_file(app, pagename)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(pieces), "utf-8")


def pieces_of(app, page: str) -> list[Piece]:
    file = pieces_file(app, page)
    if not file.exists():
        raise ExtensionError(f"the slides of {page} are missing: build all pages with --all")
    data = json.loads(file.read_text("utf-8"))
    of = ("parts", "answer")
    return [Piece(**each | {k: tuple(Part(**p) for p in each[k]) for k in of}) for each in data]


def decks(app) -> Iterator[tuple[str, str, str, list[str], str, Sequence[str]]]:
    """Yield name, over-title, title, pages, last words and what is left out of each deck."""
    course = weeks.read(Path(app.srcdir))
    for row in shown(app, f"{FOLDER}/index")["weeks"] if course.weeks else []:
        week = row["week"]
        numbers = ", ".join(exercise["number"] for exercise in row["exercises"])
        home = [f"Read: {', '.join(page['facts'].title for page in row['pages'])}."]
        home += [f"Exercises {numbers}."] * bool(numbers)
        home += [f"{week.handed_out}."] * bool(week.homework)
        text = "".join(f'<div class="said">{line}</div>' for line in home)
        over, pages = f"Week {week.number}", list(week.pages)
        yield week.deck, over, week.about, pages, text, week.left_out
    for chapter, first in sorted(first_pages(app.env).items()):
        pages = [page for page in course.path if chapter_of(page) == chapter]
        if pages:
            title = app.env.titles[first].astext()
            yield f"chapter-{chapter:02}", f"Chapter {chapter}", title, pages, "", ()


def own_slide(app, given: own.OwnSlide) -> Slide:
    """Make a slide that a lecturer wrote."""
    press = Press(app.builder)
    settings = {
        "myst_enable_extensions": app.config.myst_enable_extensions,
        "report_level": 2,
        "output_encoding": "unicode",
    }

    def blocks(text: str) -> Sequence[nodes.Node]:
        document = publish_doctree(text, parser=Parser(), settings_overrides=settings)
        for image in document.findall(nodes.image):
            if not Path(app.srcdir, own.FOLDER, image["uri"]).exists():
                logger.warning("%s has no picture %s", own.FOLDER, image["uri"])
            image["uri"] = f"my/{image['uri']}"
        return document.children

    html = "\n".join(part.html for part in press.parts(blocks(given.text)))
    notes = press.notes(*blocks(given.notes)) if given.notes else ""
    return Slide(slug(given.title), "", "own", "", press.said(given.title), html, notes, "")


def make(
    app, name: str, over: str, title: str, pages: list[str], last: str, left_out: Sequence[str]
) -> list[Slide]:
    slides = [Slide("title", "title", "cover", over, title, "", "", "")]
    for page in pages:
        drop = listed(app.env.metadata[page].get("drop_slides", []))
        slides += known(page, *changed(choose(pieces_of(app, page)), drop, []))
    slides = known(weeks.DATA, *changed(slides, left_out, []))
    if last:
        slides.append(Slide("at-home", "at-home", "own", over, "At home", last, "", ""))
    changes = own.read(Path(app.srcdir), name)
    add = [(each.after, own_slide(app, each)) for each in changes.add]
    slides = known(f"{own.FOLDER}/{name}.md", *changed(slides, changes.drop, add))
    return list(with_own_names(slides))


def known(file: str, slides: list[Slide], unknown: Sequence[str]) -> list[Slide]:
    if unknown:
        logger.warning(
            "%s names slides that do not exist: %s. The name of a slide is the end of its address.",
            file,
            ", ".join(unknown),
        )
    return slides


def with_own_names(slides: Sequence[Slide]) -> Iterator[Slide]:
    """Yield the slides under names of which no two are the same."""
    taken: set[str] = set()
    for slide in slides:
        name = slide.name
        while name in taken:
            name += "-again"
        taken.add(name)
        yield Slide(**{**asdict(slide), "name": name})


def write(app):
    if app.builder.format != "html":
        return
    for name, over, title, pages, last, left_out in decks(app):
        slides = make(app, name, over, title, pages, last, left_out)
        digest = fingerprint(slides)
        context = {
            "title": f"{over}: {title}",
            "slides": slides,
            "minutes": sum(slide.minutes for slide in slides),
            "back": pages[0] if pages else app.config.root_doc,
            "made_of": digest,
            "printed": copy_printed(app, name, digest),
        }
        yield f"{FOLDER}/{name}", context, TEMPLATE
    copy_own_files(app)


def fingerprint(slides: Sequence[Slide]) -> str:
    text = json.dumps([asdict(slide) for slide in slides])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def copy_printed(app, name: str, digest: str) -> str:
    """Copy the PDF of a deck beside it and return its name; empty if it has other slides."""
    printed, notes = Path(app.srcdir, PRINTED, f"{name}.pdf"), Path(app.srcdir, PRINTED, MADE_OF)
    made_of = json.loads(notes.read_text("utf-8")) if notes.exists() else {}
    target = Path(app.outdir, FOLDER, printed.name)
    if not printed.exists() or made_of.get(name) != digest:
        target.unlink(missing_ok=True)
        return ""
    target.parent.mkdir(exist_ok=True)
    shutil.copy(printed, target)
    return target.name


def copy_own_files(app):
    """Copy what stands beside the slides of a lecturer, pictures for example."""
    source = Path(app.srcdir, own.FOLDER)
    shutil.rmtree(Path(app.outdir, FOLDER, "my"), ignore_errors=True)
    for path in source.glob("*") if source.exists() else ():
        if path.is_file() and path.suffix != ".md":
            target = Path(app.outdir, FOLDER, "my", path.name)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, target)


def follow(app, env):
    """Write a page again when a lecturer has changed a deck: else no deck would be written."""
    files = [*Path(app.srcdir, own.FOLDER).glob("*"), Path(app.srcdir, PRINTED, MADE_OF)]
    made_of = {str(f): hashlib.sha256(f.read_bytes()).digest() for f in files if f.is_file()}
    return to_write_again(env, "own slides", {env.config.root_doc: made_of})


def setup(app):
    app.setup_extension("bookext.nodes.tags")
    app.setup_extension("bookext.slides.read")
    app.connect("env-get-updated", follow)
    app.connect("html-collect-pages", write)
