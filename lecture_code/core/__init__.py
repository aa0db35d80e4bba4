"""The nouns of the book: laws, hypotheses, losses and risks, and what an argument may be."""
