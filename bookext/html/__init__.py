"""What is done to the HTML of every page."""
