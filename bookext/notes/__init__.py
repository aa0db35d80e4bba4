"""Show where the book treats each item of the five sets of notes, and their mistakes."""
