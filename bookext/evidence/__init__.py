"""Collect what is stated, proved, checked and broken, and show it."""
