"""Wrong solutions of homework 11 that its hidden tests must catch."""

MUTANTS = {
    "q1": {
        "the margin of the usual hinge": ("np.maximum(0, @{c} - y", "np.maximum(0, 1 - y"),
        "lambda without its half": ("lam / 2 * (w @ w)", "lam * (w @ w)"),
        "the sum of the losses": (".mean())", ".sum())"),
        "products equal to the margin pull": ("< @{c}\n", "<= @{c}\n"),
        "the last vector, not the average": ("return total / T", "return w"),
        "steps of the square root": ("slope / (lam * t)", "slope / (lam * t**0.5)"),
        "the average starts with zero": (
            "        w = w - slope / (lam * t)\n        total += w\n",
            "        total += w\n        w = w - slope / (lam * t)\n",
        ),
    },
    "q2": {
        "the factor of the linear part": ("float(@{c} * alpha.sum()", "float(alpha.sum()"),
        "the half is lost": ("v @ v / (2 * lam)", "v @ v / lam"),
        "large alphas are allowed": (" or (alpha > 1 / len(y) + 1e-12).any()", ""),
        "negative alphas are allowed": ("(alpha < -1e-12).any() or ", ""),
        "not clipped from above": ("min(max(top, 0.0), 1 / len(y))", "max(top, 0.0)"),
        "not clipped from below": ("min(max(top, 0.0), 1 / len(y))", "min(top, 1 / len(y))"),
        "the others before the round": ("            v = rest + alpha[i] * y[i] * X[i]\n", ""),
        "the gap has the wrong sign": (
            "objective(w, X, y, lam) - dual_value",
            "-objective(w, X, y, lam) + dual_value",
        ),
    },
    "q3": {
        "the number, not the fraction": (".mean())", ".sum())"),
        "those that are no support vectors": ("alpha > 1e-9", "alpha <= 1e-9"),
        "only those at the upper limit": ("alpha > 1e-9", "alpha > 1 / len(y) - 1e-9"),
        "too few rounds": ("500", "1"),
    },
    "q5": {
        "not paired": (
            "        for lam in (0.01, 1.0):\n",
            "        for lam in (0.01, 1.0):\n            X, y = draw(rng, @{m})\n",
        ),
        "the order is exchanged": ("(0.01, 1.0)", "(1.0, 0.01)"),
        "another number of rounds": ('design["rounds"])', "50)"),
        "another size": ("draw(rng, @{m})", "draw(rng, @{m} + 1)"),
        "chance of its own": ("    errors = []", "    errors, rng = [], np.random.default_rng(7)"),
        "too few trials": ('"trials": 80', '"trials": 8'),
        "too expensive": ('"trials": 80', '"trials": 200'),
    },
}
