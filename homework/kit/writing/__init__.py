"""What a lecturer writes, a master and the settings of a course, and what is made of it."""
