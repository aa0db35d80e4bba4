"""Make slides of the pages: a deck for each week of the course and each chapter."""
