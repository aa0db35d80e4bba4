"""Makes assignments out of masters, checks them, and grades what comes back."""
