"""Read the field of a docstring that says what a function implements.

Does not import Sphinx.
"""

import re

IMPLEMENTS = re.compile(r"^[ \t]*:Implements: (.*?)\.?$", re.M)


def labels_implemented(docstring: str) -> list[str]:
    """Return the labels that a docstring names.

    >>> labels_implemented("w.\\n:Implements: alg-perceptron, thm-novikoff.")
    ['alg-perceptron', 'thm-novikoff']
    """
    said = IMPLEMENTS.findall(docstring)
    return [label.strip() for labels in said for label in labels.split(",")]
