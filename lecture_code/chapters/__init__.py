"""Companions of one page and its exercises: no other module may import them."""
