"""Neural networks: evaluation, backpropagation, training, and what they can represent."""
