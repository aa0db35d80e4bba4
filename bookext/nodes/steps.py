"""Mark in a proof where a step begins at which a reader may stop: `` {step}`walk/step` ``.

The mark is empty, and reaches to the next mark or the end of the proof.  What the step shows is in
``book/assets/steps/WALK.js``; on paper and in a notebook there is no mark.
"""

from docutils import nodes

from bookext.nodes.tags import element, tag

MARK = "step-mark"


def role(name, rawtext, text, lineno, inliner, options=None, content=None):
    return [element("span", MARK, data_step=text)], []


def is_mark(node: nodes.Node) -> bool:
    """Return whether a node is the mark of a step."""
    return isinstance(node, tag) and MARK in node["classes"]


def setup(app):
    app.add_role("step", role)
