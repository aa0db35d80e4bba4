"""Neural networks: evaluation, backpropagation, training, and the broken lines of ReLU."""
