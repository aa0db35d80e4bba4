"""From our MyST to the plain Markdown of a notebook for any Jupyter."""
