"""Companions of a single page: nobody else may import them."""
