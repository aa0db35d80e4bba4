"""Write the head of a page: where it stands, how long it takes, what it needs and what it teaches.

The front matter of a page may hold its mark (`course: core`, `further` or `reference`), what the
reader will be able to do (`able`, a list) and what the page `needs`: pages, labels, or words.
What is not given is not shown, except what an optional page needs, which the theorem map tells.
Over the title stands the chapter; the title of the window and the description for search engines
and previews say more than the heading alone.

Sphinx numbers the pages of a chapter as its sections, and statements after the chapter: the latter
is wanted, but a page 5.7 beside a Definition 5.7 is not.  So only chapters show their number.
"""

import re
from pathlib import Path

from docutils import nodes
from markupsafe import Markup

from bookext.course import weeks
from bookext.course.marks import listed
from bookext.course.navigation import in_contents
from bookext.course.page import facts
from bookext.course.sections import mark_of
from bookext.labels import parent_of, places, titled
from bookext.nodes.tags import inline
from bookext.source import chapter_of
from bookext.templates import TEMPLATES
from bookext.theorems.plain_math import plain
from bookext.theorems.reader import graph_of, titles

MARKS = {"core": "First course", "further": "Optional", "reference": "Reference"}
LONG_ENOUGH = 70  # letters of a description
OF_SECTION = re.compile(r'<span class="section-number">[^<]*</span>')
OF_CHAPTER = re.compile(r'<span class="section-number">\d+ ?</span>')
IN_CONTENTS = re.compile(r"(?<=>)\d+(?:\.\d+)+ ")
MOST_NEEDS = 4  # at most so many are taken from the theorem map


def described(page: nodes.document) -> str:
    """Return the first sentences of the text, until they say enough."""
    text = ""
    for paragraph in page.findall(nodes.paragraph):
        if isinstance(paragraph.parent, nodes.section):
            for sentence in plain(list(paragraph.findall(is_leaf))).split("\n"):
                text = f"{text} {sentence}".strip()
                if len(text) >= LONG_ENOUGH:
                    return text
    return text


def is_leaf(node: nodes.Node) -> bool:
    """Return whether a node is a formula, or a text that is not in one."""
    return isinstance(node, nodes.math) or (
        isinstance(node, nodes.Text) and not isinstance(node.parent, nodes.math)
    )


def describe(app, doctree, docname):
    """Give every page but the first a description of its own."""
    if docname != app.config.root_doc and (text := described(doctree)):
        for node in doctree.findall(nodes.meta):
            if node.get("name") == "description":
                node["content"] = text


def add_head(app, pagename, templatename, context, doctree):
    address = app.config.html_baseurl  # empty if _config.yml names none
    context["site_url"] = address and address.rstrip("/") + "/"
    if doctree is None:
        return
    env = app.env

    def html(text: str) -> str:
        part = nodes.inline("", "", *inline(text))
        return Markup(app.builder.render_partial(part)["fragment"].strip())

    def need(name: str) -> str:
        page, anchor, words = f"book/{name}", "", ""
        if page in env.titles:
            words = titled(env, page)
        elif place := known.get(name):
            page, anchor, words = place.page, f"#{place.anchor}", place.words
            if title := plain(called.get(name, [])):
                words += f" ({title})"
        else:
            return html(name)
        uri = app.builder.get_relative_uri(pagename, page)
        link = '<a class="reference internal" href="{}">{}</a>'
        return Markup(link).format(uri + anchor, words)

    def slides() -> str:
        """Return the address of the first slide of the page."""
        week = weeks.read(Path(app.srcdir)).week_of(pagename)
        if week is None or "bookext.slides.deck" not in app.extensions:
            return ""
        uri = app.builder.get_relative_uri(pagename, f"slides/{week.deck}")
        return f"{uri}#/{pagename.rpartition('/')[2]}"

    given = env.metadata[pagename]
    wanted = listed(given.get("needs", []))
    if not wanted and "able" in given and mark_of(env, pagename) == "further":
        wanted = graph_of(env).needs(pagename, MOST_NEEDS)
    known, called = (places(env), titles(env)) if wanted else ({}, {})
    parent = parent_of(env, pagename)
    pages = in_contents(env, parent or pagename)
    head = {
        "parent": parent and titled(env, parent),
        "href": parent and app.builder.get_relative_uri(pagename, parent),
        "course": mark_of(env, pagename),
        "mark": MARKS.get(mark_of(env, pagename)),
        "minutes": facts(env, pagename).minutes if chapter_of(pagename) else 0,
        "exercises": sum(
            "exercise" in node["classes"] for node in doctree.findall(nodes.Admonition)
        ),
        "at": pages.index(pagename) + 1,
        "pages": len(pages),
        "slides": slides(),
        "able": [html(text) for text in listed(given.get("able", []))],
        "needs": [need(name) for name in wanted],
        "run_here": context["run_here"],
    }
    over, _, under = TEMPLATES.get_template("page-head.html").render(head).partition("<h1/>")
    body = re.sub(r"(?=<h1>)", lambda _: over.strip(), context["body"], count=1)
    context["body"] = body.replace("</h1>", f"</h1>{under.strip()}", 1)
    above, own = titled(env, parent) if parent else "", env.titles[pagename].astext()
    context["window_title"] = f"{above} › {own}" if above else titled(env, pagename)
    about = (
        node["content"] for node in doctree.findall(nodes.meta) if node["name"] == "description"
    )
    context["description"] = next(about, "")


def only_chapters(html: str) -> str:
    """Return the HTML without the numbers of sections that are not chapters.

    >>> only_chapters('<h1><span class="section-number">6 </span>The perceptron')
    '<h1><span class="section-number">6 </span>The perceptron'
    >>> only_chapters('<h1><span class="section-number">6.3 </span>The proof')
    '<h1>The proof'
    """
    return OF_SECTION.sub(lambda found: found[0] if OF_CHAPTER.match(found[0]) else "", html)


def number_chapters(app, pagename, templatename, context, doctree):
    context["body"] = only_chapters(context.get("body", ""))
    context["toc"] = IN_CONTENTS.sub("", context.get("toc", ""))


def setup(app):
    app.connect("doctree-resolved", describe)
