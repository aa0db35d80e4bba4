"""Remove from the site what no page has any more: pages, their sources, previews, pictures.

Sphinx writes what it is told to, and leaves what earlier builds have written.
"""

from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from bookext.slides.deck import FOLDER

WITH_PAGES = ("_sources", "_static/previews")  # files there are called as their pages
PICTURES = "_images"


class Sweep:
    """What removes them at the end of a build."""

    def __init__(self) -> None:
        self.beside: set[str] = set()  # pages that are none of the book: the search, the decks

    def note(self, app, pagename, templatename, context, doctree):
        if doctree is None:
            self.beside.add(pagename)

    def remove(self, app, error):
        if app.builder.format == "html" and not error and self.beside:  # else nothing was written
            for file in leftovers(app, self.beside):
                file.unlink()


def leftovers(app, beside: set[str]) -> Iterator[Path]:
    """Yield the files of the site that belong to no page, of the book or beside it."""
    site, book = Path(app.outdir), app.env.found_docs
    pages = book | beside
    for top in WITH_PAGES:
        yield from others(site / top, site.joinpath(top).rglob("*.*"), pages)
    for folder in {*(str(PurePosixPath(page).parent) for page in book), FOLDER}:
        yield from others(site, site.joinpath(folder).glob("*.html"), pages)
    yield from others(site, site.joinpath(FOLDER).glob("*.pdf"), pages)
    known = {name for _, name in app.env.images.values()}
    yield from (file for file in site.joinpath(PICTURES).glob("*") if file.name not in known)


def others(top: Path, files: Iterator[Path], pages: set[str]) -> Iterator[Path]:
    for file in files:
        name = file.relative_to(top)
        if name.with_name(name.name.partition(".")[0]).as_posix() not in pages:
            yield file


def setup(app):
    sweep = Sweep()
    app.connect("html-page-context", sweep.note)
    app.connect("build-finished", sweep.remove)
