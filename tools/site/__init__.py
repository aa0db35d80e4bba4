"""Build the site, and print what is made of it."""
