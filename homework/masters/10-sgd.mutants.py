"""Solutions of homework 10: wrong ones that its tests must catch, right ones they must accept."""

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

EQUIVALENT = {
    "q1": {
        "row by row": ("X @ w - y", "np.array([sum(x * w) for x in X]) - y"),
        "without a sign": (
            "        v = np.sign(errors[i]) * X[i]\n"
            "        eta = @{theta} * (values[-1] - target) / (v @ v)\n"
            "        w = w - eta * v\n",
            "        less = 1 - target / sizes[i]\n"
            "        w = w - @{theta} * less * errors[i] * (X[i] / np.linalg.norm(X[i]) ** 2)\n",
        ),
        "the largest by its size, then by its index": (
            "@{rule['code']}\n",
            "max(range(len(y)),"
            " key=lambda j: (sizes[j], @{-1 if rule['words'] == 'smallest index' else 1} * j))\n",
        ),
        "the values at the end": (
            "np.array(ws), np.array(values)",
            "ws, np.abs(np.array(ws) @ X.T - y).max(axis=1)",
        ),
    },
    "q2": {
        "kappa by its square": (
            "rho * B / math.sqrt(@{theta} * (2 - @{theta}) * T)",
            "rho / (1 - (1 - @{theta}) ** 2) ** 0.5 * B / T**0.5",
        ),
        "step by step": (
            "    T = math.ceil((rho * B / eps) ** 2 / (@{theta} * (2 - @{theta})))\n",
            "    T = 1\n    while value_bound(rho, B, T) > eps:\n        T += 1\n",
        ),
        "one division after the other": (
            "math.ceil((rho * B / eps) ** 2 / (@{theta} * (2 - @{theta})))",
            "max(1, int(np.ceil(rho**2 * B**2 / eps**2 / @{theta} / (2 - @{theta}))))",
        ),
        "the power of a root": ("B * shrink ** (T / 2)", "math.sqrt(shrink) ** T * B"),
        "the exponential of a logarithm": (
            "B * shrink ** (T / 2)",
            "math.exp(math.log(B) + T * math.log(shrink) / 2)",
        ),
    },
    "q3": {
        "signs alternate": (
            "@{reach} / math.sqrt(T))\n",
            "@{reach} / math.sqrt(T)) * (-1) ** np.arange(T)\n",
        ),
        "a rotation": (
            "    X = @{rho} * np.eye(T)\n    u = np.full(T, @{reach} / math.sqrt(T))\n",
            "    X = @{rho} * np.linalg.qr(np.random.default_rng(0).normal(size=(T, T)))[0]\n"
            "    u = np.linalg.solve(X, np.full(T, @{rho * reach} / math.sqrt(T)))\n",
        ),
        "a reflection": (
            "    X = @{rho} * np.eye(T)\n",
            "    X = @{rho} * (np.eye(T) - 2 / T)\n",
        ),
    },
    "q5": {
        "both at once": (
            "        row = []\n"
            "        for theta in (@{theta}, @{short}):\n"
            "            w = np.zeros(10)\n"
            "            for x, label in zip(X, y):\n"
            "                w = w - theta * (x @ w - label) / (x @ x) * x\n"
            "            row.append(math.log10(np.linalg.norm(w - u)))\n"
            "        measures.append(row)\n",
            "        W, theta = np.zeros((2, 10)), np.array([@{theta}, @{short}])\n"
            "        for x, label in zip(X, y):\n"
            "            W += np.outer(theta * (label - W @ x), x / np.linalg.norm(x) ** 2)\n"
            "        measures.append(np.log10(((W - u) ** 2).sum(axis=1)) / 2)\n",
        ),
        "half the logarithm of the square": (
            "math.log10(np.linalg.norm(w - u))",
            "0.5 * math.log(sum((u - w) ** 2)) / math.log(10)",
        ),
        "fewer samples, more steps": (
            '"samples": 129, "steps": 155',
            '"samples": 125, "steps": 160',
        ),
    },
}
