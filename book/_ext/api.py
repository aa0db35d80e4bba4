"""The reference of the package, from its docstrings by sphinx.ext.autodoc.

`{modules} part` writes one section for each module of a part of book/data/api.yml, in that order;
`{overview} part` a table of them.

Docstrings stay as they are, with two habits: "Source: chapter 06." becomes a field, and so does
"Implements: alg-perceptron.", of which in_code.py makes links. Types stand in a signature as the
author wrote them, and those of the package are links.
"""

import ast
import inspect
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import yaml
from docutils import nodes
from docutils.utils import new_document
from myst_parser.mocking import MockRSTParser
from sphinx import addnodes
from sphinx.util.docutils import SphinxDirective
from sphinx.util.inspect import stringify_signature
from sphinx.util.nodes import make_refnode

PACKAGE = "lecture_code"
FIELD = re.compile(r"^(?P<before>\S.*?[.:)]\s+)?(?P<name>Implements|Source): (?P<rest>.*)$")


def section(module: str) -> str:
    """The reStructuredText of the section about a module."""
    return f"""\
{module}
{"=" * len(module)}

.. automodule:: {PACKAGE}.{module}
   :members:
   :member-order: bysource
   :ignore-module-all:

"""


def row(module: str, sentence: str) -> str:
    """The row of a module in the overview."""
    return f"   * - :mod:`{module} <{PACKAGE}.{module}>`\n     - {sentence}\n"


def is_unwanted(node: nodes.Node) -> bool:
    """Entries for the index, which is of words, and what an alias such as Array is short for."""
    says_alias = isinstance(node, nodes.paragraph) and node.astext().startswith("alias of ")
    return says_alias or isinstance(node, addnodes.index)


class Part(SphinxDirective):
    """What the modules of one part of the package have in common: finding and parsing."""

    required_arguments = 1

    def modules(self) -> list[str]:
        path = Path(self.env.srcdir, "book", "data", "api.yml")
        self.env.note_dependency(str(path))
        parts = yaml.safe_load(path.read_text("utf-8"))
        name = self.arguments[0]
        if name not in parts:
            raise self.error(f"book/data/api.yml has no part {name!r}; it has {', '.join(parts)}")
        return parts[name]

    def parsed(self, text: str) -> list[nodes.Node]:
        made = new_document(self.state.document["source"], self.state.document.settings)
        made.reporter = self.state.document.reporter
        MockRSTParser().parse(text, made)
        return list(made.children)


class Modules(Part):
    """One section a module."""

    def run(self) -> list[nodes.Node]:
        modules = self.modules()
        made = self.parsed("\n".join(map(section, modules)))
        for module, node in zip(modules, made, strict=True):
            node["ids"] = [f"{module}-module"]
            for unwanted in list(node.findall(is_unwanted)):
                unwanted.parent.remove(unwanted)
        return made


class Overview(Part):
    """A table of the modules, each with the sentence its docstring begins with."""

    def run(self) -> list[nodes.Node]:
        rows = []
        for module in self.modules():
            path = Path(self.env.srcdir, PACKAGE, f"{module}.py")
            self.env.note_dependency(str(path))
            said = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
            rows.append(row(module, said.partition("\n\n")[0].replace("\n", " ")))
        table = ".. list-table::\n   :header-rows: 1\n\n   * - module\n     - what it is\n"
        return self.parsed(table + "".join(rows))


def with_fields(lines: Iterable[str]) -> Iterator[str]:
    """The docstring with "Source: ..." and "Implements: ..." as fields.

    >>> list(with_fields(["It is so.  Source: chapter 06.", "A paper.", "", "More."]))
    ['It is so.', '', ':Source: chapter 06.', '   A paper.', '', 'More.']
    """
    inside = False
    for line in lines:
        if found := FIELD.match(line):
            if found["before"]:
                yield found["before"].rstrip()
            if not inside:
                yield ""
            inside = True
            yield f":{found['name']}: {found['rest']}"
        else:
            inside = inside and bool(line.strip())
            yield f"   {line}" if inside else line


def rewrite_docstring(app, what, name, obj, options, lines):
    lines[:] = list(with_fields(lines))


def as_written(app, what, name, obj, options, signature, returns):
    """The signature with the types that stand in the source, not with what they stand for."""
    if signature is None or what not in ("function", "class", "method"):
        return None
    written = inspect.signature(obj)
    if inspect.isclass(obj) or what == "method":
        parameters = [p for p in written.parameters.values() if p.name != "self"]
        returned = inspect.Signature.empty if inspect.isclass(obj) else written.return_annotation
        written = written.replace(parameters=parameters, return_annotation=returned)
    text = stringify_signature(written, unqualified_typehints=True)
    arguments, arrow, result = text.partition(") -> ")
    return arguments + (")" if arrow else ""), result or None


def find_type(app, env, node, shown):
    """Link a type to its entry; those of Python, numpy and others stay words."""
    if node.get("refdomain") != "py" or node.get("reftype") != "class":
        return None
    target = node["reftarget"]
    if target.startswith(f"{PACKAGE}."):
        return None  # a reference written in a docstring that leads nowhere
    known = env.get_domain("py").objects
    found = [name for name in known if name.endswith(f".{target}")]
    if len(found) != 1:
        return shown
    entry = known[found[0]]
    return make_refnode(app.builder, node["refdoc"], entry.docname, entry.node_id, shown, found[0])


def setup(app):
    app.add_directive("modules", Modules)
    app.add_directive("overview", Overview)
    app.connect("autodoc-process-docstring", rewrite_docstring)
    app.connect("autodoc-process-signature", as_written)
    app.connect("missing-reference", find_type)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
