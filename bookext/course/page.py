"""Show the course: the directives `{course} weeks`, `{course} plan` and `{course} cards`.

* `weeks`: the twelve weeks for a student, with minutes, pages and exercises;
* `plan`: the same weeks as the table of a lecturer;
* `cards`: the chapters, each with a picture, one sentence and its pages.

All three are made of book/data/course.yml and of what the pages say of themselves; their HTML
stands in bookext/templates/course-*.html.
"""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective

from bookext.course import marks, weeks
from bookext.course.cards import picture
from bookext.course.homework import links_to_homework, pages_with_homework
from bookext.course.sections import in_hours, in_minutes, mark_of
from bookext.domain import read_of, to_write_again
from bookext.labels import first_pages, places, reading_order
from bookext.source import MarkupError, parse
from bookext.source import directives as directives_of
from bookext.templates import TEMPLATES

PARTS = ("weeks", "plan", "cards")


class course_node(nodes.General, nodes.Element):
    """The place of a part, which holds its HTML in the end."""


class CourseParts(SphinxDirective):
    """The directive, with the name of a part."""

    required_arguments = 1

    def run(self):
        part = directives.choice(self.arguments[0], PARTS)
        read_of(self.env, "shows the course")[self.env.docname] = True
        self.env.note_dependency(weeks.DATA)
        for master in Path(self.env.srcdir, weeks.MASTERS).glob("[0-9][0-9]-*.md"):
            self.env.note_dependency(str(master))  # which says how many hours it takes
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


def read_source(app, docname, source):
    """Note how long it takes to read a page."""
    with suppress(MarkupError):  # of which evidence.collect warns
        path = marks.path(source[0], docname)
        read_of(app.env, "minutes")[docname] = marks.minutes(path)
        exercises = (d for d in directives_of(parse(source[0], docname)) if d.name == "exercise")
        read_of(app.env, "stars")[docname] = {d.label: d.title.count("★") for d in exercises}


def facts(env, page: str) -> Facts:
    read = read_of(env, "minutes").get(page, 0)
    return Facts(page, env.titles[page].astext(), mark_of(env, page), read)


def minutes_of_exercise(env, page: str, label: str) -> int:
    """Return the minutes for an exercise by the stars in its title: 10, 20 or 40."""
    return 5 << max(1, read_of(env, "stars").get(page, {}).get(label, 1))


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
                minutes_of_exercise(env, known[label].page, label) for label in week.exercises
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

    first, handed_out = first_pages(env), links_to_homework(app, docname)
    return {
        "homework": handed_out,
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
                "picture": picture(card.chapter),
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
        sorted(read_of(env, "stars").items()),
        pages_with_homework(env),
    )
    return to_write_again(env, "course", dict.fromkeys(read_of(env, "shows the course"), state))


def visit(self, node):
    self.body.append(node["html"])
    raise nodes.SkipNode


def setup(app):
    app.add_node(course_node, html=(visit, None))
    app.add_directive("course", CourseParts)
    app.connect("source-read", read_source)
    app.connect("doctree-resolved", fill)
    app.connect("env-get-updated", follow, priority=900)
