"""The templates of what our steps write into pages; those of whole pages are in book/_templates."""

from jinja2 import Environment, PackageLoader

TEMPLATES = Environment(
    loader=PackageLoader("bookext", "templates"),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
)
