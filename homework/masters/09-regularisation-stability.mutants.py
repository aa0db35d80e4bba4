"""Wrong solutions of homework 9 that its hidden tests must catch."""

MUTANTS = {
    "q1": {
        "the derivative of the square is halved": (
            "gradient = 2 * rope * w",
            "gradient = rope * w",
        ),
        "the sum of the losses instead of the mean": (
            "X.T @ (y * slope) / len(y)\n",
            "X.T @ (y * slope)\n",
        ),
        "all ropes are alike": ("gradient = 2 * rope * w", "gradient = 2 * rope.mean() * w"),
        "the strengths divide": ("gradient = 2 * rope * w", "gradient = 2 * rope / a**2 * w"),
        "lambda has another factor": (
            "rope = @{pull['code']} * a",
            "rope = 3 * @{pull['code']} * a",
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
        "a large weight has a strong rope": ("s / np.abs(w)", "s * np.abs(w)"),
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
