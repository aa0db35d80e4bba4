"""The package behind *Learning Theory You Can Run*, room by room.

* ``core``: the nouns; ``data``: samples;
* ``linear``, ``svm``, ``kernels``, ``networks``: the learners;
* ``optimise``, ``select``: descent, and the choice of a model;
* ``theory``: the numbers of the theorems; ``chapters``: what only one page uses;
* ``solvers``: numerics behind certificates, private to the package;
* ``checks``, ``plots``, ``explore`` (with ``figures``): evidence and figures.

A room knows those before it only, and import-linter keeps it so (``pyproject.toml``).
"""
