"""What is installed or kept beside our code: other people's packages, settings and data."""
