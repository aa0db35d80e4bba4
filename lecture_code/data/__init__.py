"""Data sets that come with the package, and samples made for one purpose."""
