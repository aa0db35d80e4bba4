"""A function that implements an algorithm box carries the numbers of the box's steps.

The comments `# 1.`, `# 2.1` stand at the lines that take these steps, in the function itself or in
one of its own module that it uses and that has no other box of its own.
"""

import ast
import inspect
import io
import re
import sys
import textwrap
import tokenize

from book_source import blocks, pages
from markdown_it import MarkdownIt
from package_names import METHODS, PUBLIC

from bookext.reference.fields import labels_implemented

#: Steps without a line of their own, by box, and why.
ELSEWHERE = {
    "it returns the longer vector, the one with margins of at least 1, and says so": {
        "alg-hard-svm": {"2"},
    },
    "it is the rule of one step: descend goes on and gives out the last vector": {
        "alg-adadelta": {"3"},
        "alg-adagrad": {"3"},
        "alg-adam": {"3"},
        "alg-momentum": {"3"},
    },
}


def steps_of(box):
    """Return the numbers of the steps of a box, 2.1 for the first one within the second."""
    found, path = set(), []
    for token in MarkdownIt().parse(box.text):
        if token.type == "list_item_open":
            path.append(token.info)  # the number, nothing in a list without
            found.add(".".join(path))
        elif token.type == "list_item_close":
            path.pop()
    return {step for step in found if re.fullmatch(r"\d+(\.\d+)*", step)}


def steps_in(code):
    """Return the numbers with which comments begin: `# 2.1`, `# 1. and 4.` or `# 1. to 5.`."""
    tokens = tokenize.generate_tokens(io.StringIO(code).readline)
    said = [token.string for token in tokens if token.type == tokenize.COMMENT]
    heads = [re.match(r"# (\d+\.\d*( (and|to) \d+\.\d*)*)(?=[\s:]|$)", c) for c in said]
    found = {n.strip(".") for head in heads if head for n in re.findall(r"[\d.]+", head[1])}
    runs = [re.match(r"# (\d+)\. to (\d+)\.", comment) for comment in said]
    return found.union(*(map(str, range(int(run[1]), int(run[2]))) for run in runs if run))


def code_of(value):
    return textwrap.dedent(inspect.getsource(inspect.unwrap(value)))


def boxes_of(value):
    """Return the labels of the algorithm boxes that a function implements."""
    return {name for name in labels_implemented(value.__doc__ or "") if name.startswith("alg-")}


def with_helpers(value):
    """Return the code of a function, and of those of its module that it names."""
    home = vars(sys.modules[value.__module__])
    names = {node.id for node in ast.walk(ast.parse(code_of(value))) if isinstance(node, ast.Name)}
    near = [home[name] for name in sorted(names & home.keys()) if inspect.isfunction(home[name])]
    own = [helper for helper in near if helper.__module__ == value.__module__]
    helpers = [helper for helper in own if boxes_of(helper) <= boxes_of(value)]
    return "\n".join(map(code_of, [value, *helpers]))


def test_every_step_of_a_box_is_numbered_in_its_functions():
    found = [box for page in pages() for box in blocks(page) if box.name == "prf:algorithm"]
    boxes = {box.label: steps for box in found if (steps := steps_of(box))}
    assert len(boxes) >= 30
    missing, odd = {}, {}
    for name, value in (PUBLIC | METHODS).items():
        labels = boxes.keys() & labels_implemented(value.__doc__ or "")
        for label in labels:
            if lacking := boxes[label] - steps_in(with_helpers(value)):
                missing[label] = missing.get(label, set()) | lacking
        if labels and (strange := steps_in(code_of(value)) - set().union(*map(boxes.get, labels))):
            odd[name] = strange
    assert odd == {}, "these numbers are no steps of the box: correct them"
    excused = {label: steps for rows in ELSEWHERE.values() for label, steps in rows.items()}
    assert missing == excused, "write `# 2.1` at the line that takes step 2.1, or a reason above"
