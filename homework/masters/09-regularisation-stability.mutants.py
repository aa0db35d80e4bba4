"""Solutions of homework 9: wrong ones that its tests must catch, right ones they must accept."""

MUTANTS = {
    "q1": {
        "the derivative of the square is halved": (
            "gradient = 2 * penalty * w",
            "gradient = penalty * w",
        ),
        "the sum of the losses instead of the mean": (
            "X.T @ (y * slope) / len(y)\n",
            "X.T @ (y * slope)\n",
        ),
        "all penalties are alike": (
            "gradient = 2 * penalty * w",
            "gradient = 2 * penalty.mean() * w",
        ),
        "the strengths divide": ("gradient = 2 * penalty * w", "gradient = 2 * penalty / a**2 * w"),
        "lambda has another factor": (
            "penalty = @{pull['code']} * a",
            "penalty = 3 * @{pull['code']} * a",
        ),
        "the label is forgotten": ("X.T @ (y * slope)", "X.T @ slope"),
        "too few steps": ("range(100)", "range(2)"),
        "the exponential overflows": (
            "np.exp(-np.logaddexp(0, y * (X @ w)))",
            "1 - np.exp(y * (X @ w)) / (1 + np.exp(y * (X @ w)))",
        ),
        "a step is never halved": ("value(w - step) > value(w) + 1e-13", "False"),
        "a is changed in place": ("w = np.zeros(X.shape[1])", "w = np.zeros(X.shape[1]); a *= 1.1"),
    },
    "q2": {
        "the strengths multiply": ("X**2 / a", "X**2 * a"),
        "divided by the squares of the strengths": ("X**2 / a", "(X / a) ** 2"),
        "the shortest row": (".max()))", ".min()))"),
        "the mean row": (".max()))", ".mean()))"),
        "the radius is not squared in the bound": ("radius(X, a) ** 2", "radius(X, a)"),
        "a quarter of the bound": ("(@{pull['code']} * len(X))", "(4 * @{pull['code']} * len(X))"),
        "the sample size is forgotten": ("(@{pull['code']} * len(X))", "(@{pull['code']})"),
        "a bound so large that it always holds": ("radius(X, a) ** 2", "10 * radius(X, a) ** 2"),
    },
    "q3": {
        "the size does not matter": ("* s / np.abs(w)", "* s**2 / s.mean() / np.abs(w)"),
        "a large weight has a strong penalty": ("s / np.abs(w)", "s * np.abs(w)"),
        "the sign is forgotten": ("s / np.abs(w)", "s / w"),
        "R is not what it should be": ("(s * np.abs(w)).sum() * s", "s"),
        "R is 1": (" / @{R * R}", ""),
        "only the units are evened out": (
            "(s * np.abs(w)).sum() * s / np.abs(w)",
            "len(s) * s**2 * np.ones(len(w))",
        ),
    },
    "q5": {
        "fresh examples for each strength": (
            "        for a in (np.ones(6), best_strengths(s, w_star)):\n",
            "        for a in (np.ones(6), best_strengths(s, w_star)):\n"
            "            fresh, labels = draw_sample(rng, 500)\n",
        ),
        "one lambda for both": ("(s**2 / a).sum() / (a * w_star**2).sum()", "1.0"),
        "lambda is not divided by the root of m": (".sum() / @{m})", ".sum())"),
        "judged on the sample itself": (
            "-labels * (fresh @ fit(X, y, a, lam))",
            "-y * (X @ fit(X, y, a, lam))",
        ),
        "the order of the two is exchanged": (
            "(np.ones(6), best_strengths(s, w_star))",
            "(best_strengths(s, w_star), np.ones(6))",
        ),
        "chance of its own": ("    losses = []", "    losses, rng = [], np.random.default_rng(7)"),
        "too few rounds": ('"samples": 58', '"samples": 3'),
        "too many rounds": ('"samples": 58', '"samples": 300'),
    },
}

EQUIVALENT = {
    "q1": {
        "it stops as soon as it may": ("gradient).max() < 1e-11", "gradient).max() <= 1e-7"),
        "it is no more exact than asked": (
            "    return w\n",
            "    bent = X.T @ ((slope * (1 - slope))[:, None] * X) / len(y)"
            " + np.diag(2 * penalty)\n"
            "    return w + np.linalg.solve(bent, 9e-8 * (-1) ** np.arange(len(a)))\n",
        ),
        "it starts elsewhere": ("w = np.zeros(X.shape[1])", "w = np.ones(X.shape[1])"),
        "the slope by a hyperbolic tangent": (
            "np.exp(-np.logaddexp(0, y * (X @ w)))",
            "(1 - np.tanh(y * (X @ w) / 2)) / 2",
        ),
        "an exponential that may overflow to infinity": (
            "np.exp(-np.logaddexp(0, y * (X @ w)))",
            "1 / (1 + np.exp(y * (X @ w)))",
        ),
        "in units in which all strengths are 1": (
            "    penalty = @{pull['code']} * a\n",
            "    if (a != 1).any():\n"
            "        return fit(X / np.sqrt(a), y, np.ones(len(a)), lam) / np.sqrt(a)\n"
            "    penalty = @{pull['code']} * a\n",
        ),
        "a step must fall as far as its slope guarantees": (
            "> value(w) + 1e-13",
            "> value(w) - 1e-4 * (gradient @ step) + 1e-12",
        ),
        "sums example by example, and an inverse": (
            "        gradient = 2 * penalty * w - X.T @ (y * slope) / len(y)\n"
            "        if np.abs(gradient).max() < 1e-11:\n"
            "            break\n"
            "        curvature = (slope * (1 - slope))[:, None] * X\n"
            "        step = np.linalg.solve("
            "X.T @ curvature / len(y) + np.diag(2 * penalty), gradient)\n",
            "        gradient, bend = 2 * penalty * w, np.diag(2 * penalty)\n"
            "        for x, label, p in zip(X, y, slope):\n"
            "            gradient = gradient - label * p * x / len(y)\n"
            "            bend = bend + p * (1 - p) * np.outer(x, x) / len(y)\n"
            "        if np.linalg.norm(gradient) < 1e-10:\n"
            "            break\n"
            "        step = np.linalg.inv(bend) @ gradient\n",
        ),
    },
    "q2": {
        "the points in units in which all strengths are 1": (
            "np.sqrt((X**2 / a).sum(axis=1).max())",
            "np.linalg.norm(X / np.sqrt(a), axis=1).max()",
        ),
        "row by row": (
            "float(np.sqrt((X**2 / a).sum(axis=1).max()))",
            "max(math.sqrt(sum(x_j**2 / a_j for x_j, a_j in zip(x, a))) for x in X)",
        ),
        "a product of matrices": (
            "np.sqrt((X**2 / a).sum(axis=1).max())",
            "np.diag(X @ np.diag(1 / a) @ X.T).max() ** 0.5",
        ),
        "one division after the other": (
            "radius(X, a) ** 2 / (@{pull['code']} * len(X))",
            "radius(X, a) / len(X) / (@{pull['code']}) * radius(X, a)",
        ),
    },
    "q3": {
        "made right at the end": (
            "    return (s * np.abs(w)).sum() * s / np.abs(w) / @{R * R}\n",
            "    a = s / np.abs(w)\n    return a * (s**2 / a).sum() / @{R} ** 2\n",
        ),
        "roots of squares": (
            "(s * np.abs(w)).sum() * s / np.abs(w) / @{R * R}",
            "np.sqrt(s**2 / w**2) * (s @ np.sqrt(w**2) / @{R} / @{R})",
        ),
        "one strength after the other": (
            "(s * np.abs(w)).sum() * s / np.abs(w) / @{R * R}",
            "np.array([sum(s_i * abs(w_i) for s_i, w_i in zip(s, w)) * s_j / abs(w_j) / @{R * R}"
            " for s_j, w_j in zip(s, w)])",
        ),
    },
    "q5": {
        "R and the length of w for lambda": (
            "math.sqrt((s**2 / a).sum() / (a * w_star**2).sum() / @{m})",
            "(math.sqrt(sum(s * s / a)) / np.linalg.norm(np.sqrt(a) * w_star) * @{m} ** -0.5)",
        ),
        "the logarithm of a probability": (
            "np.logaddexp(0, -labels * (fresh @ fit(X, y, a, lam))).mean()",
            "-np.mean(np.log(1 / (1 + np.exp(-labels * (fresh @ fit(X, y, a, lam))))))",
        ),
    },
}
