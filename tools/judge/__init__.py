"""Judge whether the tests and the evidence of the book notice a fault."""
