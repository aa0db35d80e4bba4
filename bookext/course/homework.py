"""Offer the sample homework at the end of a chapter: to run, to download, and its solution.

The line stands on the chapter's page of exercises and on its last page of the course.
tools/site/homework.py puts the notebooks into the site, tools/browser/lite.py beside those of the
pages, and book/assets/run_in_browser.js opens them.
"""

from pathlib import Path

from docutils import nodes

from bookext.course import weeks
from bookext.domain import to_write_again
from bookext.labels import first_pages, reading_order
from bookext.source import chapter_of
from bookext.templates import TEMPLATES

EXERCISES = "-exercises"  # ends the name of such a page


class homework_node(nodes.General, nodes.Element):
    """The place of the line, which holds its HTML."""


def pages_with_homework(env) -> dict[str, weeks.Assignment]:
    """Return the assignment that each page offers; of a chapter the page of exercises is first."""
    root, found = Path(env.srcdir), dict[str, weeks.Assignment]()
    path = weeks.read(root).path
    first = first_pages(env)
    for number, assignment in weeks.assignments(root).items():
        if number in first:
            pages = list(reading_order(env, first[number]))
            at_the_end = [page for page in pages if page.endswith(EXERCISES)][:1]
            at_the_end += [page for page in path if page in pages][-1:]
            found |= dict.fromkeys(at_the_end, assignment)
    return found


def links_to_homework(app, docname: str) -> dict[int, str]:
    """Return the address of the line of each assignment, as seen from a page."""
    found: dict[int, str] = {}
    for page, assignment in pages_with_homework(app.env).items():
        uri = app.builder.get_relative_uri(docname, page)
        found.setdefault(assignment.number, f"{uri}#{assignment.anchor}")
    return found


def offer(app, doctree, docname):
    if app.builder.format != "html" or chapter_of(docname) is None:
        return
    if assignment := pages_with_homework(app.env).get(docname):
        place = homework_node(html=TEMPLATES.get_template("homework.html").render(
            assignment=assignment,
            solutions=weeks.read(Path(app.srcdir)).solutions,
            folder=app.builder.get_relative_uri(docname, "index").rpartition("/")[0] or ".",
        ))  # fmt: skip
        next(doctree.findall(nodes.section)).append(place)


def follow(app, env):
    """Write a page again when what it offers has changed."""
    solutions = weeks.read(Path(app.srcdir)).solutions
    offered = {page: (each, solutions) for page, each in pages_with_homework(env).items()}
    return to_write_again(env, "homework", offered)


def visit(self, node):
    self.body.append(node["html"])
    raise nodes.SkipNode


def setup(app):
    app.add_node(homework_node, html=(visit, None))
    app.connect("doctree-resolved", offer)
    app.connect("env-get-updated", follow, priority=900)
