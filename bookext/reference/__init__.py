"""The reference of the package, the tables of symbols, the index, the times."""
