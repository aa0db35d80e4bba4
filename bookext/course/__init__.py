"""The first course inside the book: what is on its path, and how a reader is led along it."""
