"""A figure with sliders as a page shows it: its frames, and the words beside them."""
