"""How long the book takes: its pages, and the first course."""
