"""Turn our MyST into the plain Markdown of a notebook for any Jupyter."""
