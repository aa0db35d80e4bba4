"""The buttons above a page: its recorded notebook to download or to run, Binder, Colab, repository.

The theme makes those of the repository once _config.yml has `repository: url:`, and for a page that
has a recorded notebook beside it they lead to that.  "Run here" wakes the cells of the page
(book/assets/run_here.js).  "Run as notebook" opens the notebook in JupyterLite:
tools/browser/lite.py puts the notebooks beside the pages, and book/assets/run_in_browser.js says
what to expect and does the rest.
"""

import shutil
from pathlib import Path

import yaml

FOR_A_REPOSITORY = {
    "launch_buttons": {
        "notebook_interface": "jupyterlab",
        "binderhub_url": "https://mybinder.org",
        "colab_url": "https://colab.research.google.com",
    },
    "use_repository_button": True,
}
#: What the theme calls by the ending of a file.
DOWNLOADS = {
    ".ipynb": "Notebook (.ipynb)",
    ".md": "Source (.md)",
    ".pdf": "Print, or save as PDF",
}
PAPER = "dist/learning-theory-you-can-run.pdf"  # of tools/site/pdf.py


def repository(folder: Path) -> tuple[str, str]:
    """The address of the repository, empty if _config.yml has none, and its branch."""
    file = folder / "_config.yml"
    settings = yaml.safe_load(file.read_text("utf-8")) if file.exists() else {}
    found = settings.get("repository") or {}
    return (found.get("url") or "").rstrip("/"), found.get("branch") or "main"


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
        shutil.copy(record, copy)


def offer_pdf(app, pagename, templatename, context, doctree):
    """Name the book on paper where `make pdf` has printed it: the site takes it along."""
    if (printed := Path(app.srcdir, PAPER)).exists():
        context["book_pdf"] = printed.name
        if pagename == app.config.root_doc:
            shutil.copy(printed, app.outdir)


def say_what_is_downloaded(app, pagename, templatename, context, doctree):
    """Words instead of the endings of files in the theme's menu."""
    for group in context.get("header_buttons", []):
        for button in group.get("buttons", []):
            button["text"] = DOWNLOADS.get(button.get("text"), button.get("text"))


def run_in_browser(app, pagename, templatename, context, doctree):
    """Add the buttons "Run here" and "Run as notebook" to those of the theme."""
    record = record_of(app, pagename, doctree)
    if record and "header_buttons" in context:
        here = {
            "type": "javascript",
            "javascript": "runHere()",
            "text": "Run here",
            "icon": "fas fa-play",
            "label": "run-here",
        }
        notebook = {
            "type": "javascript",
            "javascript": f"runInBrowser('{record.name}')",
            "text": "Run as notebook",
            "icon": "fas fa-book",
            "label": "run-in-browser",
        }
        context["header_buttons"][:0] = [here, notebook]
