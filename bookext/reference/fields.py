"""The field of a docstring that says what a function implements.

Knows nothing of Sphinx.
"""

import re

IMPLEMENTS = re.compile(r"^[ \t]*:Implements: (.*?)\.?$", re.M)


def labels_implemented(docstring: str) -> list[str]:
    """The labels that a docstring names.

    >>> labels_implemented("w.\\n:Implements: alg-perceptron, thm-novikoff.")
    ['alg-perceptron', 'thm-novikoff']
    """
    said = IMPLEMENTS.findall(docstring)
    return [label.strip() for labels in said for label in labels.split(",")]
