"""Run, step by step, what is done when a page is HTML, and load its styles and scripts.

What can be done to its document was done before, in the order of `bookext.PARTS`.
"""

from pathlib import Path

import sphinx_exercise
import sphinx_proof
from myst_nb import sphinx_ext as myst_nb

from bookext.course import navigation
from bookext.html import (
    accessibility,
    buttons,
    code_links,
    folds,
    formulas,
    head,
    previews,
)
from bookext.slides import deck

#: Pages with a style sheet and a script that no other page needs.
APART = {
    "book/intro": "start",
    "book/results": "results",
    "book/theorem-map": "theorem_map",
    "search": "find_page",
}


def load_apart(app, pagename, templatename, context, doctree):
    """Tell the template what this page needs alone."""
    context["apart"] = APART.get(pagename)


#: Before the theme drops templates that are empty and makes its buttons.
BEFORE_THE_THEME = [
    navigation.add_contents,
    navigation.lead_on,
    head.number_chapters,
    folds.note_folds,
    buttons.offer_record,
    buttons.offer_pdf,
]
#: When the theme has done its part.  Each step finds what the steps before it have written.
AFTER_THE_THEME = [
    load_apart,
    buttons.offer_tools,
    head.add_head,
    formulas.bind_powers,
    code_links.add_links,
    buttons.copy_record,
    accessibility.repair,
    previews.collect,
    deck.collect,
]


#: What copies the style sheet of an extension when all pages are written.
COPIED_LATE = {
    "myst_nb": myst_nb.add_global_html_resources,
    "sphinx_proof": sphinx_proof.copy_asset_files,
    "sphinx_exercise": sphinx_exercise.copy_asset_files,
}


def copy_early(app):
    """Copy these style sheets before: Sphinx adds the sum of a file that is there to its address.

    Else the pages of the first build would have other addresses than those of a later one.
    """
    if app.builder.format == "html":
        Path(app.outdir, "_static").mkdir(parents=True, exist_ok=True)
        for extension, copy in COPIED_LATE.items():
            if extension in app.extensions:
                copy(app, None)


def add_own_files(app):
    """Let every page load the style sheets and scripts that stand in book/assets itself."""
    folder = Path(app.srcdir, "book", "assets")
    for path in sorted(folder.glob("*.*")):
        if path.stem in APART.values():
            continue
        if path.suffix == ".css":
            app.add_css_file(path.name, priority=900)
        if path.suffix == ".js":
            app.add_js_file(path.name, loading_method="defer")


def setup(app):
    app.setup_extension("bookext.domain")  # of which the head of a page asks its minutes
    app.connect("config-inited", buttons.offer_repository)
    app.connect("builder-inited", add_own_files)
    app.connect("builder-inited", copy_early)
    for step in BEFORE_THE_THEME:
        app.connect("html-page-context", step, priority=300)
    for step in AFTER_THE_THEME:
        app.connect("html-page-context", step, priority=900)
