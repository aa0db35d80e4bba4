"""Finish every page: head, formulas, pictures, folds, buttons, links, previews and search."""
