"""Install or keep what stands beside our code: packages of others, settings and data."""
