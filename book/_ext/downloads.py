"""The download button of a chapter gives its recorded notebook, beside the source."""

import shutil
from pathlib import Path


def record_of(app, pagename, doctree):
    record = Path(app.srcdir, pagename).with_suffix(".ipynb")
    return record if doctree is not None and record.exists() else None


def offer_record(app, pagename, templatename, context, doctree):
    if record_of(app, pagename, doctree):
        context["ipynb_source"] = f"{pagename}.ipynb"


def copy_record(app, pagename, templatename, context, doctree):
    if record := record_of(app, pagename, doctree):
        copy = Path(app.outdir, "_sources", pagename).with_suffix(".ipynb")
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(record, copy)


def setup(app):
    app.connect("html-page-context", offer_record, priority=400)  # before the theme's buttons
    app.connect("html-page-context", copy_record, priority=900)  # in place of the theme's copy
    return {"parallel_read_safe": True, "parallel_write_safe": True}
