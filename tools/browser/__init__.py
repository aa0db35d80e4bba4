"""Bring Python into the browser of a reader."""
