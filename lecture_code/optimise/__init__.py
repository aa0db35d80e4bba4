"""Descent: gradients, subgradients, random gradients, and the steps they take."""
