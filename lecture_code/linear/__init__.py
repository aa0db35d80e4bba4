"""Linear predictors: separators, perceptrons, regression, and the surrogates of the 0-1 loss."""
