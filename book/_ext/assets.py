"""Every style sheet and script that stands in book/assets itself is loaded by every page."""

from pathlib import Path


def add_own_files(app):
    folder = Path(app.srcdir, "book", "assets")
    for path in sorted(folder.glob("*.css")):
        app.add_css_file(path.name, priority=900)
    for path in sorted(folder.glob("*.js")):
        app.add_js_file(path.name, loading_method="defer")


def setup(app):
    app.connect("builder-inited", add_own_files)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
