"""Wrong solutions of homework 10 that its hidden tests must catch."""

MUTANTS = {
    "q1": {
        "theta is forgotten": ("eta = @{theta} * (", "eta = ("),
        "the target is not subtracted": ("(values[-1] - target)", "values[-1]"),
        "the length of v is not squared": ("/ (v @ v)", "/ np.sqrt(v @ v)"),
        "another rule for ties": (
            'i = @{rule["code"]}',
            "i = np.flatnonzero(sizes == max(sizes))[@{-(rule['words'] != 'largest index')}]",
        ),
        "the sign is lost": ("np.sign(errors[i]) * X[i]", "X[i]"),
        "the largest error without absolute value": ("sizes = np.abs(errors)", "sizes = errors"),
        "one step too many": ("len(ws) > T", "len(ws) > T + 1"),
        "it does not stop at the target": ("values[-1] <= target or ", ""),
        "the start is not zero": ("w = np.zeros(X.shape[1])", "w = np.ones(X.shape[1])"),
    },
    "q2": {
        "theta for kappa": (
            "B / math.sqrt(@{theta} * (2 - @{theta}) * T)",
            "B / math.sqrt(@{theta} * T)",
        ),
        "the root of T is lost": (
            "B / math.sqrt(@{theta} * (2 - @{theta}) * T)",
            "B / (math.sqrt(@{theta} * (2 - @{theta})) * T)",
        ),
        "the number of steps is not squared": ("(rho * B / eps) ** 2", "(rho * B / eps)"),
        "rounded down": ("math.ceil(", "math.floor("),
        "rounded up twice": ("    return T\n", "    return T + 1\n"),
        "the ratio is not squared": ("(mu / rho) ** 2", "(mu / rho)"),
        "the square of the distance is bounded": ("shrink ** (T / 2)", "shrink ** T"),
        "a bound that is always true": ("shrink ** (T / 2)", "shrink ** (T / 200)"),
    },
    "q3": {
        "rows of length 1": ("X = @{rho} * np.eye(T)", "X = np.eye(T)"),
        "the solution has length B times the root of T": ("@{reach} / math.sqrt(T)", "@{reach}"),
        "one equation is the worst": (
            "np.full(T, @{reach} / math.sqrt(T))",
            "@{reach} * np.eye(T)[0]",
        ),
        "the same equation again and again": (
            "@{rho} * np.eye(T)",
            "np.full((T, T), @{rho} / math.sqrt(T))",
        ),
    },
    "q5": {
        "not paired": (
            "            w = np.zeros(10)",
            '            X, y, u = draw_sample(rng, design["steps"])\n            w = np.zeros(10)',
        ),
        "the length is not squared": ("/ (x @ x) * x", "/ np.linalg.norm(x) * x"),
        "the last example is left out": ("zip(X, y)", "zip(X[:-1], y[:-1])"),
        "the order of the two is exchanged": (
            "(@{theta}, @{short})",
            "(@{short}, @{theta})",
        ),
        "the natural logarithm": ("math.log10(", "math.log("),
        "chance of its own": (
            "    measures = []",
            "    measures, rng = [], np.random.default_rng(7)",
        ),
        "too few samples": ('"samples": 129', '"samples": 30'),
        "too few steps": ('"steps": 155', '"steps": 40'),
        "above the budget": ('"samples": 129', '"samples": 200'),
    },
}
