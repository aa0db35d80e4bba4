"""Wrong solutions of homework 1 that its hidden tests must catch."""

MUTANTS = {
    "q1": {
        "the other of two equal candidates": ("risk < least", "risk <= least"),
        "candidates in the order given": (
            'sorted(candidates, reverse="@{ties}" == "largest")',
            "candidates",
        ),
        "the number of errors, not the fraction": ("np.mean", "np.sum"),
        "the labels are exchanged": (") != y", ") == y"),
        "the last candidate is left out": ('== "largest"):', '== "largest")[:-1]:'),
    },
    "q2": {
        "the teams are forgotten": ("min(1.0, @{k} * size", "min(1.0, size"),
        "more than a probability": (
            "min(1.0, @{k} * size * (1 - eps) ** m)",
            "@{k} * size * (1 - eps) ** m",
        ),
        "the exponential instead of the power": ("(1 - eps) ** m)", "math.exp(-eps * m))"),
        "one example too many": ("    return m\n", "    return m + 1\n"),
        "rounded down": ("    while failure_bound(size, eps, m) > delta:\n        m += 1\n", ""),
    },
    "q3": {
        "a risk of exactly eps or less is bad": ("math.floor(eps * n) + 1", "math.floor(eps * n)"),
        "samples that mislead on both sides count twice": (" - (below and above) * both", ""),
        "both sides are always possible": ("s - 1 >= gap, n + 1 - s >= gap", "True, True"),
        "one side only": ("below * one + above * one - (below and above) * both", "one"),
        "the union bound": (
            "    return below",
            "    return (n + 1) * (1 - eps) ** m\n    return below",
        ),
    },
    "q5": {
        "a risk of one more number is needed": ("> @{eps} * @{n}]", "> @{eps} * @{n} + 1]"),
        "one side only": ("range(1, @{n + 2}) if", "range(1, @{n // 2}) if"),
        "chance of its own": ("    found = []", "    found, rng = [], np.random.default_rng(7)"),
        "the opposite": ("any(not np.any(", "all(np.any("),
        "too few trials": ('"trials": 2500', '"trials": 400'),
        "too many trials": ('"trials": 2500', '"trials": 9000'),
    },
}
