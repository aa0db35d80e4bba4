"""Under each statement a line such as "proved · all evidence (5)", which leads to its place on
the page of results; and a name for each proof, so that it can be linked to.
"""

import re
from html import escape

from sphinx.util import logging

from bookext.evidence.statements import proof_names
from bookext.evidence.words import mark_on_page
from bookext.html.elements import end_of

logger = logging.getLogger(__name__)
PROOF = re.compile(r'<details class="the-proof"(?= open>)')


def named_proofs(body, names):
    """The page with a name on each proof; ``names`` are as many as there are proofs."""
    left = iter(names)
    return PROOF.sub(lambda proof: f'{proof[0]} id="{next(left)}"', body)


def marked(body, label, href, words):
    """The page with a mark at the end of the box of a statement."""
    box = re.search(rf'<div class="proof [^"]*" id="{re.escape(label)}">', body)
    if not box:
        return body
    end = end_of(body, box.start()) - len("</div>")
    line = (
        f'<p class="result-mark"><a href="{escape(href)}" title="The evidence for it">{words}</a>'
        "</p>\n"
    )
    return body[:end] + line + body[end:]


def add_marks(app, pagename, templatename, context, doctree):
    outline = getattr(app.env, "outlines", {}).get(pagename)
    if doctree is None or outline is None:
        return
    body, names = context.get("body", ""), proof_names(outline)
    if len(PROOF.findall(body)) == len(names):
        body = named_proofs(body, names)
    else:
        logger.warning(
            "the page has %d proofs, its source %d: write each as a directive of its own, "
            "{prf:proof}",
            len(PROOF.findall(body)),
            len(names),
            location=pagename,
        )
    if page := getattr(app.env, "results_page", None):
        uri = app.builder.get_relative_uri(pagename, page)
        for result in app.env.results:
            if result.page == pagename and (words := mark_on_page(result)):
                label = result.statement.label
                body = marked(body, label, f"{uri}#{label}", words)
    context["body"] = body
