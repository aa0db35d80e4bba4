"""Link a statement and the functions of the package that implement it, both ways.

A docstring that says ":Implements: alg-perceptron, thm-novikoff." links there from the reference of
the package, and the boxes of these statements end with a quiet line "in code: ...".
A label may also be that of an exercise or a section; one that no page has fails the build.
"""

from collections.abc import Iterator

from docutils import nodes
from sphinx.util import logging

from bookext.domain import read_of, to_write_again
from bookext.labels import link, name_of, statements, with_commas
from bookext.nodes.boxes import write_under
from bookext.reference.fields import labels_implemented

logger = logging.getLogger(__name__)


class Named(nodes.inline):
    """The place of a link to a statement, whose number is known when all pages are read."""


def collect(app, what, name, obj, options, lines):
    """Take the labels out of the docstring of a function, and leave a role for each."""
    for number, line in enumerate(lines):
        if labels := labels_implemented(line):
            said = read_of(app.env, "implements").setdefault(app.env.docname, {})
            for label in labels:
                said.setdefault(label, []).append(name)
            lines[number] = ":Implements: " + ", ".join(f":named:`{label}`" for label in labels)


def role(name, rawtext, text, lineno, inliner, options=None, content=None):
    return [Named("", text, label=text)], []


def implementations(env) -> Iterator[tuple[str, str, str]]:
    """Yield each label with the full name of a function and the page that says so."""
    for page, said in sorted(read_of(env, "implements").items()):
        for label, names in said.items():
            for name in names:
                yield label, name, page


def functions_of(env) -> dict[str, list[tuple[str, str]]]:
    """Return the functions of each label, with the pages that say so."""
    found: dict[str, list[tuple[str, str]]] = {}
    for label, name, page in implementations(env):
        found.setdefault(label, []).append((name, page))
    return found


def targets(env) -> dict[str, tuple[str, str]]:
    """Return the page of every label that a docstring may name, and the words of a link to it."""
    labels = env.domaindata["std"]["labels"].items()
    found = {name: (page, title) for name, (page, _, title) in labels if name.startswith("sec-")}
    for label, page, kind, number in statements(env):
        found[label] = page, name_of(kind, number)
    return found


def check(app, env):
    known = targets(env)
    for label, name, page in implementations(env):
        if label not in known:
            logger.warning(
                "the docstring of %s says that it implements %r, a label that no statement, no "
                "exercise and no section (sec-...) has: correct or remove its field Implements",
                name, label, location=page,
            )  # fmt: skip


def resolve(app, doctree, docname):
    """Put the links into a page, in its entries and in its boxes."""
    known = targets(app.env)
    for node in list(doctree.findall(Named)):
        if node["label"] in known:
            page, words = known[node["label"]]
            node.replace_self(link(app, docname, page, node["label"], words))
    functions = functions_of(app.env)
    for box in doctree.findall(lambda node: isinstance(node, nodes.Element) and "label" in node):
        if box["label"] in functions and box["label"] in box["ids"]:
            write_under(box, line_of(app, docname, functions[box["label"]]))


def line_of(app, docname, functions):
    """Write the line under a statement: "in code: `batch_perceptron`, `cyclic_perceptron`"."""
    links = (
        link(app, docname, page, name, nodes.literal("", within_module(name)))
        for name, page in functions
    )
    return nodes.paragraph("", "in code: ", *with_commas(links), classes=["in-code"])


def within_module(name: str) -> str:
    """Return what stands behind the module in a full name: a function, class or method.

    >>> within_module("lecture_code.svm.hard.HardSVM.dual")
    'HardSVM.dual'
    >>> within_module("lecture_code.checks.check")
    'check'
    """
    first, _, last = name.rpartition(".")
    owner = first.rpartition(".")[2]
    return f"{owner}.{last}" if owner[:1].isupper() else last


def changed_boxes(app, env):
    """Return the pages whose boxes name other functions than when they were written last."""
    functions, said = functions_of(env), {}
    for label, page, *_ in statements(env):
        if label in functions:
            said.setdefault(page, {})[label] = functions[label]
    return to_write_again(env, "implements", said)


def setup(app):
    app.setup_extension("bookext.nodes.tags")
    app.add_role("named", role)
    app.add_node(Named)
    app.connect("autodoc-process-docstring", collect)
    app.connect("env-get-updated", changed_boxes, priority=900)  # when all is numbered
    app.connect("env-check-consistency", check)
    app.connect("doctree-resolved", resolve)
