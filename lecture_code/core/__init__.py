"""The nouns of the book: laws, samples, hypotheses, losses and risks, and what one argument may be."""
