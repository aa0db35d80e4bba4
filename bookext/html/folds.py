"""What folds on a page does so without a script.

Hints and solutions are <details>, closed until the reader opens them, also on paper.
Proofs are <details> too, and open; corrections of the notes are one quiet line.
"""

import re

from bookext.html.elements import end_of

HIDDEN = re.compile(r'<div class="(?=[^"]*\badmonition\b)[^"]*\bdropdown\b')
SLIP = re.compile(r'<div class="(?=[^"]*\badmonition\b)[^"]*\bcorrection\b')
CLASSES = re.compile(r'class="[^"]*"')
PROOF = re.compile(r'<div class="(?=proof admonition" id="proof")')
IDEA = re.compile(r'<span class="idea">')
TITLE = re.compile(r'<p class="admonition-title">(.*?)</p>', re.S)
LINK = re.compile(r"</?a\b[^>]*>| id=\"[^\"]*\"")
FIRST_WORDS = re.compile(r"(<p\b[^>]*>)Proof\.?\s*")


def summary(title: re.Match[str]) -> str:
    """The title as what opens the fold, so without links in it."""
    return f'<summary class="admonition-title">{LINK.sub("", title[1])}</summary>'


def fold_hidden(html: str) -> str:
    html = TITLE.sub(summary, html, count=1)
    return f"<details{html.removeprefix('<div').removesuffix('</div>')}</details>"


def fold_slip(html: str) -> str:
    html = fold_hidden(html.replace("Correction: ", "A slip in the notes: ", 1))
    return CLASSES.sub('class="correction"', html, count=1)  # no box of the theme


def fold_proof(html: str) -> str:
    inside = html[html.index(">") + 1 :].removesuffix("</div>")
    inside = FIRST_WORDS.sub(r"\1<em>Proof.</em> ", inside, count=1)
    idea = IDEA.search(inside)
    words = LINK.sub("", inside[idea.start() : end_of(inside, idea.start())]) if idea else ""
    title = f"<summary><span>Proof{'. ' * bool(words)}{words}</span></summary>"  # seen while folded
    return f'<details class="the-proof" open>{title}{inside}</details>'


def replaced(body: str, beginning: re.Pattern[str], rewrite) -> str:
    """The HTML with every element that begins so rewritten, from the last to the first."""
    for found in reversed(list(beginning.finditer(body))):
        end = end_of(body, found.start())
        body = body[: found.start()] + rewrite(body[found.start() : end]) + body[end:]
    return body


def fold(app, pagename, templatename, context, doctree):
    body = replaced(context.get("body", ""), HIDDEN, fold_hidden)
    context["has_proofs"] = bool(PROOF.search(body))  # for folds-control.html
    body = replaced(body, SLIP, fold_slip)
    context["has_further"] = '<details class="further-part"' in body
    context["has_code"] = '<details class="quiet' in body
    context["body"] = replaced(body, PROOF, fold_proof)
