"""Kernels, the features behind them, and the learners that need nothing else."""
