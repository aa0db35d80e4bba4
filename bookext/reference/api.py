"""Write the reference of the package, by autodoc and autosummary, from its docstrings.

`.. modules:: linear svm` writes a section for each module of these subpackages, in the order of
their names, and `.. overview:: linear svm` a table of them; the docstring of its `__init__.py` says
what a subpackage is. A module outside of the subpackages is named like one. A page in MyST says
both inside of `{eval-rst}`.

Docstrings are reStructuredText; implements.py makes links of their fields
":Implements: alg-perceptron." Types stand in a signature as the author wrote them, and those of the
package are links: autodoc_type_aliases would keep names such as Array, but not NDArray[np.bool_].
"""

import ast
import inspect
from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.util.docutils import SphinxDirective
from sphinx.util.inspect import stringify_signature
from sphinx.util.nodes import make_refnode

PACKAGE = "lecture_code"


def modules_of(package: Path, name: str) -> list[str]:
    """Return the modules of a subpackage, first what it exports itself; or the module of that name.

    A subpackage whose `__init__.py` is nothing but a docstring is no module.
    """
    if (package / f"{name}.py").exists():
        return [name]
    source = (package / name / "__init__.py").read_text("utf-8")
    own = [name] if len(ast.parse(source).body) > 1 else []
    inside = sorted(path.stem for path in (package / name).glob("[!_]*.py"))
    return own + [f"{name}.{module}" for module in inside]


def section(module: str) -> str:
    """Return the reStructuredText of the section about a module."""
    return f"""\
{module}
{"=" * len(module)}

.. automodule:: {PACKAGE}.{module}
   :members:
   :member-order: bysource
   :ignore-module-all:

"""


def is_unwanted(node: nodes.Node) -> bool:
    """Return whether a node is an entry for the index or says what an alias is short for.

    The index is of words, and an alias such as Array is explained elsewhere.
    """
    says_alias = isinstance(node, nodes.paragraph) and node.astext().startswith("alias of ")
    return says_alias or isinstance(node, addnodes.index)


class Packages(SphinxDirective):
    """A directive that says something of subpackages."""

    required_arguments = 1
    final_argument_whitespace = True

    def modules(self) -> list[str]:
        package = Path(self.env.srcdir, PACKAGE)
        names = self.arguments[0].split()
        unknown = [n for n in names if not list(package.glob(f"{n}.py")) + list(package.glob(n))]
        if unknown:
            raise self.error(f"{PACKAGE} has no subpackage or module {', '.join(unknown)}")
        found = [module for name in names for module in modules_of(package, name)]
        for module in found:
            path = package.joinpath(*module.split("."))
            file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
            self.env.note_dependency(str(file))
        return found


class Modules(Packages):
    """A section for each module."""

    def run(self) -> list[nodes.Node]:
        modules = self.modules()
        text = "\n".join(map(section, modules))
        made = self.parse_text_to_nodes(text, allow_section_headings=True)
        for module, node in zip(modules, made, strict=True):
            node["ids"] = [f"{module.replace('.', '-')}-module"]
            for unwanted in list(node.findall(is_unwanted)):
                unwanted.parent.remove(unwanted)
        return made


class Overview(Packages):
    """A table of the modules, each with the sentence its docstring begins with."""

    def run(self) -> list[nodes.Node]:
        names = "".join(f"   {module}\n" for module in self.modules())
        table = f".. currentmodule:: {PACKAGE}\n\n.. autosummary::\n\n{names}"
        return self.parse_text_to_nodes(table)


def as_written(app, what, name, obj, options, signature, returns):
    """Return the signature with the types as they stand in the source."""
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


def belong_to_the_page(app, doctree):
    """Make nodes from an {eval-rst} belong to the page.

    They still belong to the document of their own in which MyST parsed them, and through its
    settings to all of Sphinx's environment, which would be stored with the page.
    """
    for node in doctree.findall():
        node.document = doctree


def setup(app):
    app.connect("doctree-read", belong_to_the_page)
    app.add_directive("modules", Modules)
    app.add_directive("overview", Overview)
    app.connect("autodoc-process-signature", as_written)
    app.connect("missing-reference", find_type)
