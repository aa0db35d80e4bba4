"""The package behind *Learning Theory You Can Run*: one module for each concept of the book."""
