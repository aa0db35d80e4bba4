"""Where students' code runs: the sandbox, its walls, and the process of one notebook."""
