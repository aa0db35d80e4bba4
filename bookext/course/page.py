"""Show the course: the directives `{course} weeks`, `{course} plan` and `{course} cards`.

* `weeks`: the twelve weeks for a student, with minutes, pages and exercises;
* `plan`: the same weeks as the table of a lecturer;
* `cards`: the chapters, each with a picture, a promise and its pages.

All three are made of book/data/course.yml and of what the pages say of themselves; their HTML
stands in bookext/templates/course-*.html.
"""

import base64
import shutil
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import nbformat
from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective

from bookext.course import marks, weeks
from bookext.course.sections import in_hours, in_minutes, mark_of, source_of
from bookext.domain import read_of, to_write_again
from bookext.evidence.record import INSTALL
from bookext.labels import first_pages, places, reading_order
from bookext.source import cells, parse
from bookext.source import directives as directives_of
from bookext.templates import TEMPLATES

PARTS = ("weeks", "plan", "cards")
PICTURES = "_static/cards"


class course_node(nodes.General, nodes.Element):
    """The place of a part, which holds its HTML in the end."""


class CourseParts(SphinxDirective):
    """The directive, with the name of a part."""

    required_arguments = 1

    def run(self):
        part = directives.choice(self.arguments[0], PARTS)
        read_of(self.env, "shows the course")[self.env.docname] = True
        self.env.note_dependency(weeks.DATA)
        return [course_node(part=part, html="")]


@dataclass(frozen=True, slots=True)
class Facts:
    """What the course says of a page."""

    page: str
    title: str
    mark: str
    minutes: int

    @property
    def time(self) -> str:
        return in_minutes(self.minutes)


def facts(env, page: str) -> Facts:
    read = minutes_of(source_of(env, page), page)
    return Facts(page, env.titles[page].astext(), mark_of(env, page), read)


@cache
def minutes_of(source: str, page: str) -> int:
    return marks.minutes(marks.path(source, page))


@cache
def minutes_of_exercise(source: str, label: str) -> int:
    """Return the minutes for an exercise by the stars in its title: 10, 20 or 40."""
    found = (each for each in directives_of(parse(source, label)) if each.label == label)
    return 5 << max(1, next(found).title.count("★"))


def shown(app, docname: str) -> dict:
    """Return what the templates need: weeks and chapters with facts and links."""
    env = app.env
    course, known = weeks.read(Path(app.srcdir)), places(env)

    def of(page: str) -> dict:
        found = facts(env, page)
        return {"href": app.builder.get_relative_uri(docname, page), "facts": found, "page": page}

    def times(week: weeks.Week) -> dict[str, str]:
        """Return the hours of a student's week, in its parts and in all."""
        parts = {
            "pages": sum(facts(env, page).minutes for page in week.pages),
            "exercises": sum(
                minutes_of_exercise(source_of(env, known[label].page), label)
                for label in week.exercises
            ),
            "homework": course.minutes_of_homework(week, Path(app.srcdir)),
        }
        return {key: in_hours(each) for key, each in {**parts, "all": sum(parts.values())}.items()}

    def exercise(label: str) -> dict:
        if label not in known:
            raise ExtensionError(f"{weeks.DATA}: there is no exercise {label}")
        place = known[label]
        uri = app.builder.get_relative_uri(docname, place.page)
        return {"href": f"{uri}#{place.anchor}", "number": place.words.removeprefix("Exercise ")}

    first = first_pages(env)
    return {
        "weeks": [
            {
                "week": week,
                "pages": [of(page) for page in week.pages],
                "times": times(week),
                "slides": app.builder.get_relative_uri(docname, f"slides/{week.deck}"),
                "exercises": [exercise(label) for label in week.exercises],
            }
            for week in course.weeks
        ],
        "chapters": [
            {
                "card": card,
                "pages": [of(page) for page in reading_order(env, first[card.chapter])],
                "picture": app.builder.get_relative_uri(docname, "index").rpartition("/")[0]
                + f"/{PICTURES}/{card.chapter}.png",
            }
            for card in course.cards
            if card.chapter in first
        ],
    }


def fill(app, doctree, docname):
    found = list(doctree.findall(course_node))
    if not found or app.builder.format != "html":
        return
    context = shown(app, docname)
    for place in found:
        place["html"] = TEMPLATES.get_template(f"course-{place['part']}.html").render(context)


def picture_of(root: Path, page: str, label: str) -> bytes:
    """Return the small picture of a figure, from the record of its page."""
    record = nbformat.read(root / f"{page}.ipynb", as_version=4)
    run = [
        cell
        for cell in record.cells
        if cell.cell_type == "code" and INSTALL not in cell.metadata.get("tags", [])
    ]
    source = (root / f"{page}.md").read_text("utf-8")
    for written, cell in zip(cells(source, page), run, strict=True):
        if (written.options.get("mystnb") or {}).get("figure", {}).get("name") == label:
            for output in cell.outputs:
                if picture := output.get("data", {}).get("image/png"):
                    return base64.b64decode(picture)
    raise ExtensionError(f"{weeks.DATA}: the record of {page} has no picture of {label}")


def write_pictures(app):
    root, folder = Path(app.srcdir), Path(app.outdir, PICTURES)
    shutil.rmtree(folder, ignore_errors=True)
    for card in weeks.read(root).cards:
        folder.mkdir(parents=True, exist_ok=True)
        page, label = card.picture.split()
        (folder / f"{card.chapter}.png").write_bytes(picture_of(root, f"book/{page}", label))


def follow(app, env):
    """Write the pages that show the course again when its pages have changed."""
    course = weeks.read(Path(app.srcdir))
    if missing := [page for page in course.path if page not in env.found_docs]:
        raise ExtensionError(f"{weeks.DATA}: there is no page {missing[0]}")
    marked = {page for page in env.found_docs if mark_of(env, page) == "core"}
    if course.weeks and (odd := marked.symmetric_difference(course.path)):
        raise ExtensionError(
            f"{weeks.DATA} and the mark `course: core` disagree about {', '.join(sorted(odd))}"
        )
    named = places(env)
    state = (
        [facts(env, page) for page in reading_order(env, env.config.root_doc)],
        first_pages(env),
        [named.get(label) for week in course.weeks for label in week.exercises],
    )
    return to_write_again(env, "course", dict.fromkeys(read_of(env, "shows the course"), state))


def visit(self, node):
    self.body.append(node["html"])
    raise nodes.SkipNode


def setup(app):
    app.add_node(course_node, html=(visit, None))
    app.add_directive("course", CourseParts)
    app.connect("doctree-resolved", fill)
    app.connect("env-get-updated", follow, priority=900)
    app.connect("builder-inited", write_pictures)
