"""Whether an assignment is sound: its master, its tests, and what its files tell students."""
