"""The download button of a chapter gives its recorded notebook, beside the source."""

import shutil
from pathlib import Path


def offer_record(app, pagename, templatename, context, doctree):
    record = Path(app.srcdir, pagename).with_suffix(".ipynb")
    if doctree is None or not record.exists():
        return
    copy = Path(app.outdir, "_sources", pagename).with_suffix(".ipynb")
    copy.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(record, copy)
    context["ipynb_source"] = f"{pagename}.ipynb"


def setup(app):
    app.connect("html-page-context", offer_record, priority=400)  # before the theme's buttons
    return {"parallel_read_safe": True, "parallel_write_safe": True}
