"""What is stated, proved, checked and broken: the record, the statements, the page of results."""
