"""The button "Run in browser" of a chapter page: it opens the page's own notebook in JupyterLite.

tools/lite.py puts the notebooks beside the pages; book/assets/run_in_browser.js says what to expect
and does the rest.
"""

from pathlib import Path


def add_button(app, pagename, templatename, context, doctree):
    record = Path(app.srcdir, pagename).with_suffix(".ipynb")
    if doctree is None or not record.exists() or "header_buttons" not in context:
        return
    button = {
        "type": "javascript",
        "javascript": f"runInBrowser('{record.name}')",
        "text": "Run in browser",
        "icon": "fas fa-play",
        "label": "run-in-browser",
    }
    context["header_buttons"].insert(0, button)


def setup(app):
    app.connect("html-page-context", add_button, priority=502)  # after the theme's own buttons
    return {"parallel_read_safe": True, "parallel_write_safe": True}
