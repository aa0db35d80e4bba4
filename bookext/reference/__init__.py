"""Write the reference of the package, the tables of symbols and the index."""
