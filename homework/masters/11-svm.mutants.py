"""Wrong solutions of homework 11 that its hidden tests must catch."""

MUTANTS = {
    "q1": {
        "negative prices are allowed": (
            "max(0.0, alpha[i] + slope / curvature)",
            "alpha[i] + slope / curvature",
        ),
        "the price's own term is lost in the slope": (" - m * alpha[i] / @{2 * c}", ""),
        "the margin wanted is 1": ("slope = @{a} - y", "slope = 1 - y"),
        "the curvature without its second part": (" / (2 * lam) + m / @{2 * c}", " / (2 * lam)"),
        "w is changed by the new price, not the difference": ("(new - alpha[i]) * y", "new * y"),
        "the price is set twice as far": ("slope / curvature", "2 * slope / curvature"),
        "the order given is ignored": ("for i in order:", "for i in range(m):"),
        "the labels are used up": (
            "m, d = X.shape",
            "X, y[:] = X * y[:, None], 1; m, d = X.shape",
        ),
        "w is scaled as in the hard machine": ("X[i] / (2 * lam)\n", "X[i]\n"),
    },
    "q2": {
        "the mean of the squares is their sum": ("@{c} / m * (lack", "@{c} * (lack"),
        "the lack is not cut off at zero": (
            "np.maximum(0, @{a} - y * (X @ w))",
            "@{a} - y * (X @ w)",
        ),
        "the lack is not squared": ("(lack**2).sum()", "lack.sum()"),
        "the factor 2 under the root is lost": (
            "upper - lower) / (2 * lam))",
            "upper - lower) / lam)",
        ),
        "negative prices get a number": ("(alpha < 0).any()", "(alpha < 0).all()"),
        "the square of the prices without m": ("m / @{4 * c} * (alpha", "1 / @{4 * c} * (alpha"),
        "a lower bound that is always true": ("lower = float(", "lower = -1000 + float("),
        "zero prices are refused": ("(alpha < 0)", "(alpha <= 0)"),
    },
    "q3": {
        "prices too small": ("np.full(@{k}, 0.2 * @{a})", "np.full(@{k}, 1e-5)"),
        "short examples": ("100 * math.sqrt(lam)", "0.1 * math.sqrt(lam)"),
        "prices only a little too large": ("0.2 * @{a})", "0.0003 * @{a})"),
        "one price only is too large": (
            "np.full(@{k}, 0.2 * @{a})",
            "0.0002 * @{a} * np.eye(@{k})[0]",
        ),
        "length that does not follow lambda": ("100 * math.sqrt(lam)", "0.3"),
    },
    "q5": {
        "one random order for all sweeps": (
            '[rng.permutation(30) for _ in range(design["sweeps"])]',
            '[rng.permutation(30)] * design["sweeps"]',
        ),
        "not paired": (
            "            alpha, w = dual",
            "            X, y = draw_sample(rng, 30, 4)\n            alpha, w = dual",
        ),
        "the natural logarithm": ("math.log10(", "math.log("),
        "the gap is not relative": ("(upper - lower) / upper)", "upper - lower)"),
        "the two ways are exchanged": ("(file, shuffled)", "(shuffled, file)"),
        "chance of its own": (
            "    measures = []",
            "    measures, rng = [], np.random.default_rng(7)",
        ),
        "too few sweeps": ('"sweeps": 9', '"sweeps": 4'),
        "few samples, many sweeps": (
            '"samples": 64, "sweeps": 9',
            '"samples": 4, "sweeps": 40',
        ),
        "above the budget": ('"samples": 64', '"samples": 80'),
    },
}
