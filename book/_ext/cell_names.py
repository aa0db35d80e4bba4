"""The name of a cell on its page: the fragment of its address."""

import hashlib


def cell_name(code: str, taken: set[str]) -> str:
    """A hash of the code, so that the name stays when cells are added before the cell.

    ``taken`` holds the names that the page has given, and gets this one; a cell whose code the
    page has before is called otherwise.

    >>> taken = set()
    >>> cell_name("x = 1", taken), cell_name("x = 1\\n", taken)
    ('cell-8ff436', 'cell-8ff436-again')
    """
    name = f"cell-{hashlib.sha256(code.strip().encode()).hexdigest()[:6]}"
    while name in taken:
        name += "-again"
    taken.add(name)
    return name
