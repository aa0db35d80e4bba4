"""Slides made of the pages of the book: a deck for each week of the course and each chapter."""
