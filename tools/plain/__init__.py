"""From our MyST to the plain Markdown of a notebook that reads well in any Jupyter.

blocks      the markup of a page as a tree of blocks (what directives it has, where)
numbering   the number of every theorem, exercise, figure and equation of the book
inline      what stands inside a line: roles, citations, math
render      blocks to plain Markdown
notebook    a page and its outputs to a notebook
"""
