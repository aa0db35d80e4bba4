"""The number of a chapter is the number in its file name: book/06-perceptron.md is chapter 6.

Sphinx counts the chapters it finds, so the first one written would be chapter 1. It counts first,
and we put the number of the file name in the place of the first figure of every section number;
theorems, figures, equations and exercises take theirs from there.
"""

import re
from pathlib import PurePosixPath

from docutils import nodes
from sphinx.environment import BuildEnvironment
from sphinx_external_toc.collectors import TocTreeCollectorWithStyles

count_sections = TocTreeCollectorWithStyles.assign_section_numbers


def chapter_of(docname: str) -> int | None:
    """6 for book/06-perceptron and book/06-perceptron-noise, None for book/notation."""
    found = re.match(r"(\d\d)-", PurePosixPath(docname).name)
    return int(found[1]) if found else None


def renumber(env: BuildEnvironment, docname: str, chapter: int) -> None:
    numbers = env.toc_secnumbers[docname]
    for anchor, number in numbers.items():
        if number:
            numbers[anchor] = (chapter, *number[1:])
    for node in [env.titles[docname], *env.tocs[docname].findall(nodes.reference)]:
        if node.get("secnumber"):
            node["secnumber"] = [chapter, *node["secnumber"][1:]]


def assign_section_numbers(self: TocTreeCollectorWithStyles, env: BuildEnvironment) -> list[str]:
    before = env.toc_secnumbers
    count_sections(self, env)
    for docname in env.toc_secnumbers:
        if (chapter := chapter_of(docname)) is not None:
            renumber(env, docname, chapter)
    return [name for name, new in env.toc_secnumbers.items() if new != before.get(name)]


def setup(app):
    TocTreeCollectorWithStyles.assign_section_numbers = assign_section_numbers
    return {"parallel_read_safe": True, "parallel_write_safe": True}
