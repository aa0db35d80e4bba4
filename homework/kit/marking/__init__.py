"""What a person marks, and what comes of it: marks, records, grades and feedback."""
