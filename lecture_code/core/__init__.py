"""The nouns of the book: distributions, hypotheses, losses, risks, and what an argument may be."""
