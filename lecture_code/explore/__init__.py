"""Figures with sliders: on a static page, in a running notebook, and as lines of text."""

from lecture_code.explore.explore import READOUTS, Exploration, explore

__all__ = ["READOUTS", "Exploration", "explore"]
