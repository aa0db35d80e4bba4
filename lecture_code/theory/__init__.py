"""The numbers that theorems speak of, exact wherever that is possible."""
