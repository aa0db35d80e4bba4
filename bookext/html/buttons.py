"""Offer what one can do with a page: "Run here", its recorded notebook, Binder, Colab, repository.

The theme makes those of the repository once _config.yml has `repository: url:`; if a page has a
recorded notebook, they lead to that.  "Run here" wakes the cells of the page
(book/assets/run_here.js).  "Open as a notebook" opens it in JupyterLite: tools/browser/lite.py puts
the notebooks beside the pages, and book/assets/run_in_browser.js says what to expect and does the
rest.  All of it stands in book/_templates/article-tools.html.
"""

import json
import shutil
from pathlib import Path

from bookext.labels import repository

FOR_A_REPOSITORY = {
    "launch_buttons": {
        "notebook_interface": "jupyterlab",
        "binderhub_url": "https://mybinder.org",
        "colab_url": "https://colab.research.google.com",
    },
    "use_repository_button": True,
}
#: What the menu says for the ending of a file, which is all that the theme says.
DOWNLOADS = {
    ".ipynb": "Notebook (.ipynb)",
    ".md": "Source (.md)",
    ".pdf": "Print, or save as PDF",
}
FOR_TESTS = "application/vnd.lecture-code."  # begins the kinds of outputs that no reader sees
PAPER = "dist/learning-theory-you-can-run.pdf"  # of tools/site/pdf.py


def offer_repository(app, config):
    # Read here: our html_theme_options take the place of those Jupyter Book makes of it.
    url, branch = repository(Path(app.confdir))
    if url and config.html_theme == "sphinx_book_theme":
        config.html_theme_options.update(
            FOR_A_REPOSITORY, repository_url=url, repository_branch=branch
        )


def record_of(app, pagename, doctree):
    record = Path(app.srcdir, pagename).with_suffix(".ipynb")
    return record if doctree is not None and record.exists() else None


def offer_record(app, pagename, templatename, context, doctree):
    """Tell the theme of the notebook, so that its buttons lead there."""
    if record_of(app, pagename, doctree):
        context["ipynb_source"] = f"{pagename}.ipynb"


def copy_record(app, pagename, templatename, context, doctree):
    """Put the notebook in the place of the theme's copy."""
    if record := record_of(app, pagename, doctree):
        copy = Path(app.outdir, "_sources", pagename).with_suffix(".ipynb")
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(as_seen(record.read_text("utf-8")), "utf-8")


def as_seen(notebook: str) -> str:
    """Return a notebook, in few bytes, without what only the tests of the book read.

    >>> data = {"text/plain": "1", f"{FOR_TESTS}check+json": []}
    >>> as_seen(json.dumps({"cells": [{"outputs": [{"data": data}]}]}))
    '{"cells":[{"outputs":[{"data":{"text/plain":"1"}}]}]}'
    """
    whole = json.loads(notebook)
    for output in (each for cell in whole["cells"] for each in cell.get("outputs", [])):
        for kind in [kind for kind in output.get("data", {}) if kind.startswith(FOR_TESTS)]:
            del output["data"][kind]
    return json.dumps(whole, ensure_ascii=False, separators=(",", ":"))


def offer_pdf(app, pagename, templatename, context, doctree):
    """Name the printed book if `make pdf` has made it, and copy it into the site."""
    if (printed := Path(app.srcdir, PAPER)).exists():
        context["book_pdf"] = printed.name
        if pagename == app.config.root_doc:
            shutil.copy(printed, app.outdir)


def offer_tools(app, pagename, templatename, context, doctree):
    """Tell article-tools.html which notebook the page has, and what else the theme offers."""
    record = record_of(app, pagename, doctree)
    context["run_here"] = record.name if record else ""
    offered = []
    for button in context.get("header_buttons", []):
        offered += button.get("buttons", [button])
    context["downloads"] = [
        {
            "text": DOWNLOADS.get(button["text"], button["text"]),
            "url": button.get("url"),
            "javascript": button.get("javascript"),
            "kept": "download" in button.get("label", ""),  # a file, no other site
        }
        for button in offered
        if button.get("text")
    ]
