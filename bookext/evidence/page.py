"""Show what the book states and its evidence: the directives `{results} summary` and `list`.

The words come from formatting.py, the HTML from bookext/templates/results-*.html.
"""

from itertools import groupby

from docutils import nodes
from docutils.parsers.rst import directives
from markupsafe import Markup
from sphinx.addnodes import compact_paragraph, pending_xref
from sphinx.util.docutils import SphinxDirective

from bookext.domain import read_of, to_write_again
from bookext.evidence.collect import results_of
from bookext.evidence.formatting import counts, mark, row
from bookext.evidence.panel import in_short
from bookext.evidence.results import hypotheses
from bookext.labels import name_of, statements
from bookext.nodes.tags import inline
from bookext.source import chapter_of
from bookext.templates import TEMPLATES

PARTS = ("summary", "list")
KINDS = {"check": "Checked", "refute": "Broken on purpose"}


class results_node(nodes.General, nodes.Element):
    """The place of a part of the page, which holds its HTML in the end."""


class Results(SphinxDirective):
    """The directive, with the name of a part."""

    required_arguments = 1

    def run(self):
        part = directives.choice(self.arguments[0], PARTS)
        read_of(self.env, "shows the results")[self.env.docname] = True
        return [results_node(part=part, html="")]


def html_of(app, children):
    inline = nodes.inline("", "", *children)
    return Markup(app.builder.render_partial(inline)["fragment"].strip())


def title_html(app, title):
    return html_of(app, inline(title)) if "$" in title else title


def sources_html(app, page, keys):
    """Return the citation of what a statement is quoted from."""
    domain, target = app.env.get_domain("cite"), ",".join(keys)
    place = pending_xref("", reftarget=target)
    return html_of(
        app, [domain.resolve_xref(app.env, page, app.builder, "t", target, place, place)]
    )


def shown(app, page, result, names):
    """Return what the templates need of a statement."""
    made, label = result.statement, result.statement.label
    groups = [
        (title, [{"href": e.link_from(page), **row(e)} for e in found])
        for kind, title in KINDS.items()
        if (found := result.of_kind(kind))
    ]
    uri = app.builder.get_relative_uri
    return {
        "label": label,
        "kind": made.kind,
        "name": names.get(label, made.kind.capitalize()),
        "title": title_html(app, made.title),
        "href": f"{uri(page, result.page)}#{label}",
        "proof": f"{uri(page, result.proof[0])}#{result.proof[1]}" if result.proof else "",
        "sources": sources_html(app, page, made.quoted) if result.standing == "quoted" else "",
        "standing": result.standing or ("" if result.claims else "agreed"),
        "mark": mark(result),
        "hypotheses": [
            each._replace(broken=in_short(each.broken))
            for each in hypotheses(app.srcdir).get(label, ())
        ],
        "groups": groups,
        "excuses": [(e.link_from(page), e.fields["reason"]) for e in result.excuses],
    }


def chapter_key(page):
    """Return the number of a chapter as text, or the name of a page outside of chapters."""
    return str(chapter_of(page) or page.rpartition("/")[2])


def chapters(app):
    """Yield key, title and results of each chapter."""
    for key, group in groupby(results_of(app.env), key=lambda result: chapter_key(result.page)):
        found = list(group)
        own = [page for page in app.env.found_docs if chapter_key(page) == key]
        first = min(own, key=lambda name: (len(name), name))
        words = app.env.titles[first].astext()
        yield key, f"{key}. {words}" if key.isdigit() else words, found


def names_of(env):
    """Return the name of every label, for example Theorem 6.9."""
    return {label: name_of(kind, number) for label, _, kind, number in statements(env)}


def fill(app, doctree, docname):
    places = list(doctree.findall(results_node))
    if not places or app.builder.format != "html":
        return
    names = names_of(app.env)
    book = [
        {
            "key": key,
            "title": title,
            "counts": counts(found),
            "results": [shown(app, docname, result, names) for result in found],
        }
        for key, title, found in chapters(app)
    ]
    for place in places:
        template = TEMPLATES.get_template(f"results-{place['part']}.html")
        place["html"] = template.render(chapters=book, total=counts(results_of(app.env)))


def follow(app, env):
    """Write the page again when what it shows changes, and list its chapters in its contents."""
    page = next(iter(read_of(env, "shows the results")), None)
    if page is None:
        return []
    top = env.tocs[page][0]
    for old in [child for child in top if child.get("results")]:
        top.remove(old)
    links = nodes.bullet_list(results=True)
    for key, title, _ in chapters(app):
        link = nodes.reference("", title, internal=True, refuri=page, anchorname=f"#chapter-{key}")
        links += nodes.list_item("", compact_paragraph("", "", link))
    top += links
    told = [(k, t) for k, t, _ in chapters(app)]
    state = repr([sorted(names_of(env).items()), told, results_of(env), hypotheses(app.srcdir)])
    return to_write_again(env, "results", {page: state})


def visit(self, node):
    self.body.append(node["html"])
    raise nodes.SkipNode


def setup(app):
    app.add_node(results_node, html=(visit, None))
    app.add_directive("results", Results)
    app.connect("env-get-updated", follow, priority=900)  # when numbers and results are known
    app.connect("doctree-resolved", fill)
