"""The static form of a figure with sliders."""
