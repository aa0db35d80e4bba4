"""The five sets of notes: where the book treats each item, and their mistakes."""
