"""Choosing a model: fresh examples, cross-validation, learning curves."""
