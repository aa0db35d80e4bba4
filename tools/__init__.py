"""Building, recording, measuring and judging the book."""
