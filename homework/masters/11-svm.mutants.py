"""Solutions of homework 11: wrong ones that its tests must catch, right ones they must accept."""

MUTANTS = {
    "q1": {
        "negative multipliers are allowed": (
            "max(0.0, alpha[i] + slope / curvature)",
            "alpha[i] + slope / curvature",
        ),
        "the multiplier's own term is lost in the slope": (" - m * alpha[i] / @{2 * c}", ""),
        "the margin wanted is 1": ("slope = @{a} - y", "slope = 1 - y"),
        "the curvature without its second part": (" / (2 * lam) + m / @{2 * c}", " / (2 * lam)"),
        "w is changed by the new value, not the difference": ("(new - alpha[i]) * y", "new * y"),
        "the multiplier is set twice as far": ("slope / curvature", "2 * slope / curvature"),
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
        "negative multipliers get a number": ("(alpha < 0).any()", "(alpha < 0).all()"),
        "the square of alpha without m": ("m / @{4 * c} * (alpha", "1 / @{4 * c} * (alpha"),
        "a lower bound that is always true": ("lower = float(", "lower = -1000 + float("),
        "zero multipliers are refused": ("(alpha < 0)", "(alpha <= 0)"),
    },
    "q3": {
        "multipliers too small": ("np.full(@{k}, 0.2 * @{a})", "np.full(@{k}, 1e-5)"),
        "short examples": ("100 * math.sqrt(lam)", "0.1 * math.sqrt(lam)"),
        "multipliers only a little too large": ("0.2 * @{a})", "0.0003 * @{a})"),
        "one multiplier only is too large": (
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

EQUIVALENT = {
    "q1": {
        "the matrix of the parabola, and w at the end": (
            "    for order in orders:\n"
            "        for i in order:\n"
            "            slope = @{a} - y[i] * (X[i] @ w) - m * alpha[i] / @{2 * c}\n"
            "            curvature = (X[i] @ X[i]) / (2 * lam) + m / @{2 * c}\n"
            "            new = max(0.0, alpha[i] + slope / curvature)\n"
            "            w = w + (new - alpha[i]) * y[i] * X[i] / (2 * lam)\n"
            "            alpha[i] = new\n"
            "    return alpha, w\n",
            "    Q = np.outer(y, y) * (X @ X.T) / lam / 2 + np.eye(m) * m / @{2 * c}\n"
            "    for order in orders:\n"
            "        for i in order:\n"
            "            alpha[i] = 0\n"
            "            alpha[i] = max(0, (@{a} - Q[i] @ alpha) / Q[i, i])\n"
            "    return alpha, X.T @ (alpha * y) / (2 * lam)\n",
        ),
        "the multiplier without its own part of w": (
            "            new = max(0.0, alpha[i] + slope / curvature)\n",
            "            rest = w - alpha[i] * y[i] * X[i] / lam / 2\n"
            "            new = max(0, @{a} - y[i] * sum(rest * X[i])) / curvature\n",
        ),
        "the step is cut off": (
            "max(0.0, alpha[i] + slope / curvature)",
            "alpha[i] + max(-alpha[i], slope / curvature)",
        ),
        "the zero of the slope by halving an interval": (
            "            new = max(0.0, alpha[i] + slope / curvature)\n",
            "            low, new = 0.0, alpha[i] + abs(slope) / (m / @{2 * c})\n"
            "            for _ in range(80):\n"
            "                middle = (low + new) / 2\n"
            "                if slope - (middle - alpha[i]) * curvature > 0:\n"
            "                    low = middle\n"
            "                else:\n"
            "                    new = middle\n",
        ),
    },
    "q2": {
        "a mean of squares": (
            "@{c} / m * (lack**2).sum()",
            "@{c} * np.mean(np.square(lack))",
        ),
        "multiplier by multiplier": (
            "float(@{a} * alpha.sum() - lam * (w @ w) - m / @{4 * c} * (alpha**2).sum())",
            "sum(p * (@{a} - m / @{4 * c} * p) for p in alpha) - np.linalg.norm(w) ** 2 * lam",
        ),
        "the lower bound without w": (
            "alpha.sum() - lam * (w @ w) -",
            "alpha.sum() - (alpha * y) @ (X @ X.T) @ (alpha * y) / 4 / lam -",
        ),
        "the gap example by example": (
            "    return lower, upper, math.sqrt(max(0.0, upper - lower) / (2 * lam))\n",
            "    gap = @{c} / m * (lack - m / @{2 * c} * alpha) ** 2\n"
            "    gap += alpha * (lack - @{a} + y * (X @ w))\n"
            "    return lower, upper, math.sqrt(max(0.0, gap.sum()) / 2 / lam)\n",
        ),
        "a quotient of roots": (
            "math.sqrt(max(0.0, upper - lower) / (2 * lam))",
            "max(0, upper - lower) ** 0.5 / (2 * lam) ** 0.5",
        ),
    },
    "q3": {
        "the longest allowed": ("100 * math.sqrt(lam)", "1e6"),
        "the dearest allowed": ("np.full(@{k}, 0.2 * @{a})", "np.full(@{k}, 1e6)"),
        "a length that does not follow lambda": ("100 * math.sqrt(lam)", "1000"),
        "nearly one direction": (
            "    X = 100 * math.sqrt(lam) * np.eye(@{k})\n"
            "    y = np.where(np.arange(@{k}) % 2 == 0, 1, -1)\n",
            "    y = np.where(np.arange(@{k}) % 2 == 0, 1, -1)\n"
            "    X = 100 * np.column_stack([y, y * np.arange(@{k}) / 10])\n",
        ),
        "one direction for the eye": (
            "    X = 100 * math.sqrt(lam) * np.eye(@{k})\n"
            "    y = np.where(np.arange(@{k}) % 2 == 0, 1, -1)\n",
            "    y = np.where(np.arange(@{k}) % 2 == 0, 1, -1)\n"
            "    X = 100 * np.column_stack([y, y * np.arange(@{k}) / 10**5])\n",
        ),
        "the longest and the cheapest allowed": (
            "    X = 100 * math.sqrt(lam) * np.eye(@{k})\n"
            "    y = np.where(np.arange(@{k}) % 2 == 0, 1, -1)\n"
            "    alpha = np.full(@{k}, 0.2 * @{a})\n",
            "    X, alpha = 1e6 * np.eye(@{k}), 1e-6 * np.ones(@{k})\n"
            "    y = (-1) ** np.arange(@{k})\n",
        ),
        "one example has a multiplier": (
            "np.full(@{k}, 0.2 * @{a})",
            "np.append(10.0 * @{a}, np.zeros(@{k - 1}))",
        ),
    },
    "q5": {
        "all samples and orders first": (
            '    for _ in range(design["samples"]):\n'
            "        X, y = draw_sample(rng, 30, 4)\n"
            '        file = [np.arange(30)] * design["sweeps"]\n'
            '        shuffled = [rng.permutation(30) for _ in range(design["sweeps"])]\n',
            "    drawn = []\n"
            '    for _ in range(design["samples"]):\n'
            "        drawn.append([draw_sample(rng, 30, 4), []])\n"
            '        for _ in range(design["sweeps"]):\n'
            "            drawn[-1][1].append(rng.permutation(30))\n"
            "    for (X, y), shuffled in drawn:\n"
            "        file = [list(range(30)) for _ in shuffled]\n",
        ),
        "one minus a quotient": ("(upper - lower) / upper)", "1 - lower / upper)"),
        "a difference of logarithms": (
            "math.log10((upper - lower) / upper)",
            "(math.log(upper - lower) - math.log(upper)) / math.log(10)",
        ),
        "fewer samples, more sweeps": (
            '"samples": 64, "sweeps": 9',
            '"samples": 60, "sweeps": 10',
        ),
    },
}
