"""Python in the browser of a reader."""
