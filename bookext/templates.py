"""The templates of what our steps write into pages, in book/_templates."""

from pathlib import Path

from jinja2 import Environment, FileSystemLoader

TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parents[1] / "book" / "_templates"),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
)
