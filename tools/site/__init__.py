"""The site and what is printed of it."""
