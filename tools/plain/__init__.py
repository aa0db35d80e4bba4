"""From our MyST, as bookext.source reads it, to the plain Markdown of a notebook for any Jupyter.

numbering   the number of every theorem, exercise, figure and equation of the book
inline      what stands inside a line: roles, citations, math
render      blocks to plain Markdown
names       what the lines of checks call a statement
notebook    a page and its outputs to a notebook
"""
