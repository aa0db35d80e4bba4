"""The package behind *Learning Theory You Can Run*.

Names, formulas and shapes are those of the text; a docstring says which box its function
implements.  The layers of the packages are in ARCHITECTURE.md, and import-linter keeps them.
"""
