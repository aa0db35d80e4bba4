"""Numerics behind certificates: an answer is verified before it is returned."""
