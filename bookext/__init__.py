"""What the site of the book needs installed: Sphinx and its like find it by entry points."""
