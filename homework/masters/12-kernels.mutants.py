"""Solutions of homework 12: wrong ones that its tests must catch, right ones they must accept."""

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

EQUIVALENT = {
    "q1": {
        "a product of exponentials": (
            "np.exp(-np.abs(X[:, None, :] - Z[None, :, :]).sum(axis=2) / @{sigma})",
            "np.exp(-np.abs(X[:, None, :] - Z[None, :, :]) / @{sigma}).prod(axis=2)",
        ),
        "pair by pair": (
            "np.exp(-np.abs(X[:, None, :] - Z[None, :, :]).sum(axis=2) / @{sigma})",
            "[[math.exp(-np.linalg.norm(x - z, 1) / @{sigma}) for z in Z] for x in X]",
        ),
        "wave by wave": (
            "math.sqrt(2 / len(b)) * np.@{wave}(X @ omega.T + b)",
            "np.column_stack([np.@{wave}((X * w).sum(axis=1) + c) for w, c in zip(omega, b)])"
            " / math.sqrt(len(b) / 2)",
        ),
        "the other wave, a quarter turn away": (
            "np.@{wave}(X @ omega.T + b)",
            "np.@{'sin' if wave == 'cos' else 'cos'}"
            "(X @ omega.T + b @{'+' if wave == 'cos' else '-'} np.pi / 2)",
        ),
    },
    "q2": {
        "multiplied out": ("(1 - K**2 / 2) / D", "1 / D - K * K / D / 2"),
        "by the variance, in cases": (
            "    return min(1.0, (1 - K * K / 2) / (D * eps**2), hoeffding)\n",
            "    chebyshev = variance(K, D) / eps / eps\n"
            "    least = chebyshev if chebyshev < hoeffding else hoeffding\n"
            "    return 1 if least > 1 else least\n",
        ),
        "the exponential of a sum": (
            "2 * math.exp(-D * eps**2 / 8)",
            "math.exp(math.log(2) - D * (eps / 2) ** 2 / 2)",
        ),
        "whole waves first": (
            "math.ceil(8 / eps**2 * math.log(m * (m + 1) / delta) / @{chip})",
            "math.ceil(math.ceil(8 * (math.log(m) + math.log(m + 1) - math.log(delta)) / eps**2)"
            " / @{chip})",
        ),
        "chip by chip": (
            "    return math.ceil(8 / eps**2 * math.log(m * (m + 1) / delta) / @{chip})\n",
            "    chips, waves = 1, 8 * math.log(m * (m + 1) / delta) / eps**2\n"
            "    while chips * @{chip} < waves:\n        chips += 1\n    return chips\n",
        ),
    },
    "q3": {
        "the kernel first": (
            "    square = (r - 1) / (r - 0.5)\n    gap = -@{sigma} / 2 * math.log(square)\n",
            "    K = math.sqrt(2 * (r - 1) / (2 * r - 1))\n    gap = -@{sigma} * math.log(K)\n",
        ),
        "away from the origin, to the left": (
            "    return x, z\n",
            "    return x - 1, -1 - z\n",
        ),
        "other shares for the other coordinates": (
            "    z = np.full(@{d}, gap * (1 - @{far}) / @{d - 1})\n",
            "    z = gap * (1 - @{far}) * np.arange(@{d}) / @{d * (d - 1) / 2}\n",
        ),
        "lists, and signs in turn": (
            "    return x, z\n",
            "    return list(x), [(-1) ** j * number for j, number in enumerate(z)]\n",
        ),
    },
    "q5": {
        "the pairs by the differences of the points": (
            "        angles = X @ omega[: D // 2].T\n"
            "        pairs = math.sqrt(2 / D) * np.hstack([np.cos(angles), np.sin(angles)])\n"
            "        K = kernel(X, X)\n"
            "        errors.append([math.sqrt(((F @ F.T - K) ** 2).mean())"
            " for F in (phases, pairs)])\n",
            "        apart = X[:, None] - X[None]\n"
            "        found = phases @ phases.T, np.cos(apart @ omega[: D // 2].T).mean(axis=2)\n"
            "        K = np.exp(-np.abs(apart).sum(axis=2) / @{sigma})\n"
            "        errors.append([math.sqrt(((K - k) ** 2).mean()) for k in found])\n",
        ),
        "cosine and sine in turn": (
            "np.hstack([np.cos(angles), np.sin(angles)])",
            "np.dstack([np.cos(angles), np.sin(angles)]).reshape(@{points}, D)",
        ),
        "the length of the matrix of errors": (
            "math.sqrt(((F @ F.T - K) ** 2).mean())",
            "np.linalg.norm(F @ F.T - K) / @{points}",
        ),
        "fewer samples, more features": (
            '"samples": 190, "features": 100',
            '"samples": 166, "features": 120',
        ),
    },
}
