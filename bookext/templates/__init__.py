"""Load the templates of what is written into pages (those of pages are in book/_templates)."""

from jinja2 import Environment, PackageLoader

TEMPLATES = Environment(
    loader=PackageLoader("bookext", "templates"),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
)
