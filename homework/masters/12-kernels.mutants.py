"""Wrong solutions of homework 12 that its hidden tests must catch."""

MUTANTS = {
    "q1": {
        "the Euclidean length": (
            "np.abs(X[:, None, :] - Z[None, :, :]).sum(axis=2)",
            "np.linalg.norm(X[:, None, :] - Z[None, :, :], axis=2)",
        ),
        "the width is multiplied": (".sum(axis=2) / @{sigma}", ".sum(axis=2) * @{sigma}"),
        "the factor for one wave of a pair": ("math.sqrt(2 / len(b))", "math.sqrt(1 / len(b))"),
        "without the root": ("math.sqrt(2 / len(b))", "(2 / len(b))"),
        "the phase is forgotten": ("X @ omega.T + b", "X @ omega.T"),
        "normal frequencies": ("rng.standard_cauchy((D, d))", "rng.standard_normal((D, d))"),
        "the frequencies are not divided": ("cauchy((D, d)) / @{sigma}", "cauchy((D, d))"),
        "phases of half a turn": ("0, 2 * math.pi, D", "0, math.pi, D"),
    },
    "q2": {
        "the variance of pairs": ("(1 - K**2 / 2) / D", "(1 - K**2) / D"),
        "the variance is not divided": ("(1 - K**2 / 2) / D", "1 - K**2 / 2"),
        "the interval of the cosine": ("eps**2 / 8)", "eps**2 / 2)"),
        "only Hoeffding": ("(1 - K * K / 2) / (D * eps**2), ", ""),
        "no bound by 1": ("min(1.0, (", "min(("),
        "one side of Hoeffding": ("2 * math.exp(", "math.exp("),
        "pairs without the diagonal": ("m * (m + 1)", "m * (m - 1 + (m == 1))"),
        "rounded down": ("math.ceil(", "math.floor("),
        "far too many waves": ("math.ceil(8 /", "math.ceil(800 /"),
        "waves, not chips": ("/ delta) / @{chip})", "/ delta))"),
    },
    "q3": {
        "the root is forgotten": ("-@{sigma} / 2 * math.log", "-@{sigma} * math.log"),
        "the width is forgotten": ("-@{sigma} / 2 * math.log", "-1 / 2 * math.log"),
        "solved wrongly": ("(r - 1) / (r - 0.5)", "(r - 1) / r"),
        "the first coordinate like the others": (
            "    z[0] = @{far} * gap\n",
            "    z[0] = gap * (1 - @{far}) / @{d - 1}\n    z *= gap / z.sum() * (1 + 1e-3)\n",
        ),
        "the inverse ratio": ("square = (r - 1) / (r - 0.5)", "square = 2 / (r + 2)"),
    },
    "q5": {
        "pairs with twice as many features": ("omega[: D // 2]", "omega"),
        "other frequencies for the pairs": (
            "        angles = X @ omega[",
            "        omega, b = draw(D, 2, rng)\n        angles = X @ omega[",
        ),
        "the second half": ("omega[: D // 2]", "omega[D // 2 :]"),
        "the mean of the absolute errors": (
            "math.sqrt(((F @ F.T - K) ** 2).mean())",
            "np.abs(F @ F.T - K).mean()",
        ),
        "the order of the two is exchanged": ("(phases, pairs)", "(pairs, phases)"),
        "chance of its own": ("    for _ in", "    rng = np.random.default_rng(7)\n    for _ in"),
        "too few samples": ('"samples": 190', '"samples": 40'),
        "few samples, many features": (
            '"samples": 190, "features": 100',
            '"samples": 10, "features": 2000',
        ),
        "too few features": ('"features": 100', '"features": 30'),
        "above the budget": ('"samples": 190', '"samples": 300'),
    },
}
