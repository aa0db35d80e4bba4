"""How long "Run here" and the first course take."""
