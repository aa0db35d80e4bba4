"""Build, record, measure and judge the book."""
