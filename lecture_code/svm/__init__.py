"""Support vector machines without a kernel: the shortest separator, and the cost of mistakes."""
