"""Lead a reader on: the contents at the side, and the pages before and after.

On the path of the first course the next page is the next one of the path; the book's own order
stands beside it.  In the contents of a chapter what is on the path comes first.
"""

from pathlib import Path

from docutils import nodes
from markupsafe import Markup
from sphinx import addnodes
from sphinx.environment import BuildEnvironment

from bookext.course import weeks
from bookext.course.sections import mark_of
from bookext.labels import parent_of, reading_order, titled


def in_contents(env: BuildEnvironment, page: str) -> list[str]:
    """Return a page of the contents and the pages below it, as they stand there."""
    _, *below = reading_order(env, page)
    return [page, *sorted(below, key=lambda page: mark_of(env, page) != "core")]


def add_contents(app, pagename, templatename, context, doctree):
    """Prepare contents.html: the parts of _toc.yml, and the pages below each of their pages."""
    env = app.env

    def entry(page: str) -> dict:
        return {
            "page": page,
            "href": app.builder.get_relative_uri(pagename, page),
            "title": titled(env, page),
            "mark": mark_of(env, page),
            "current": page == pagename,
        }

    def under(page: str) -> dict:
        below = in_contents(env, page)[1:]
        inside = pagename in [page, *below]
        return {**entry(page), "pages": list(map(entry, below)), "open": inside}

    parts = list(env.tocs[env.config.root_doc].findall(addnodes.toctree))
    context["contents"] = [
        {"title": part["caption"], "entries": list(map(under, part["includefiles"]))}
        for part in parts
    ]
    context["sections"] = sections(app, pagename)
    context["on_the_course"] = len(weeks.read(Path(app.srcdir)).path)


def sections(app, page: str) -> Markup:
    """Return the list of the sections of a page, for its place in the contents."""
    if page not in app.env.tocs or len(top := app.env.tocs[page].deepcopy()[0]) < 2:
        return Markup()
    for tree in list(top.findall(addnodes.toctree)):
        tree.parent.remove(tree)
    inside = [each for each in top[1:] if each.children]
    for link in top.findall(nodes.reference):
        link["refuri"] = link["anchorname"] or "#"
        link["classes"].append("here-section")
    html = "".join(app.builder.render_partial(each)["fragment"] for each in inside)
    return Markup(f'<div class="here-sections">{html}</div>') if html else Markup()


def lead_on(app, pagename, templatename, context, doctree):
    """Prepare prev-next.html: the pages before and after, on the path and in the book."""
    env, course = app.env, weeks.read(Path(app.srcdir))

    def link(page: str) -> dict:
        return {"link": app.builder.get_relative_uri(pagename, page), "title": named(page)}

    def named(page: str) -> str:
        parent = parent_of(env, page)
        elsewhere = parent and parent not in (pagename, parent_of(env, pagename))
        return f"{titled(env, parent)} › {titled(env, page)}" if elsewhere else titled(env, page)

    order = ["", *reading_order(env, env.config.root_doc), ""]
    if pagename not in order:
        return
    at = order.index(pagename)
    beside = {"prev": order[at - 1], "next": order[at + 1]}
    on_path = pagename in course.path
    if on_path:
        path = dict(zip(("prev", "next"), course.beside(pagename), strict=True))
    for name, page in beside.items():
        chosen = path[name] if on_path else page
        context[name] = link(chosen) if chosen else None
        context[f"{name}_in_book"] = link(page) if on_path and page and page != chosen else None
    context["on_path"] = on_path
