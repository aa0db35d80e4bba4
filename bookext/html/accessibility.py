"""Repair the HTML of the theme and of the extensions, each time for one complaint of axe."""

import re


def parameters(found: re.Match[str]) -> str:
    """Return the lines of a signature as spans."""
    lines = found[1].replace("<dd>", '<span class="sig-line">').replace("</dd>", "</span>")
    return f'<span class="sig-lines">{lines}</span>'


IN_THE_BODY = [
    # roles of DPUB-ARIA that have been withdrawn, and a list without list items
    (re.compile(r' role="doc-(?:biblioentry|backlink)"'), ""),
    (re.compile(r'<div role="list" class="citation-list"'), '<div class="citation-list"'),
    # the list of sources: what a package holds stands beside its item, not in it
    (re.compile(r"</li>\n<ul>(.*?)</ul>", re.S), r"\n<ul>\1</ul></li>"),
    # the parameters of a function, one a line, in a list of definitions without terms
    (re.compile(r'(?<=<span class="sig-paren">\(</span>)\s*<dl>\s*(.*?)</dl>', re.S), parameters),
]


def repair(app, pagename, templatename, context, doctree):
    for pattern, replacement in IN_THE_BODY:
        context["body"] = pattern.sub(replacement, context.get("body", ""))
