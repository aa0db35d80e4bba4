"""Where students' code runs: the sandbox, its self-test, and the process of one notebook."""
