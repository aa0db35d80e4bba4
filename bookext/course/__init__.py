"""Lead a reader along the first course: what is on its path, and how to go on."""
