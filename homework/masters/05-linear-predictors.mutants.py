"""Solutions of homework 5: wrong ones that its tests must catch, right ones they must accept."""

MUTANTS = {
    "q1": {
        "the root of the weight is forgotten": (
            "np.sqrt(np.where(y > 0, a, 1.0))",
            "np.where(y > 0, a, 1.0)",
        ),
        "the other label has the weight": ("y > 0", "y < 0"),
        "no bias": ("np.ones(len(X))", "np.zeros(len(X))"),
        "the bias comes last": ("[np.ones(len(X)), X]", "[X, np.ones(len(X))]"),
        "the labels are not weighted": ("@{theta} * root * y", "@{theta} * y"),
        "the scores come near 1": ("@{theta} * root * y", "root * y"),
        "a minimiser that is not the shortest": (
            "rcond=None)[0]",
            "rcond=None)[0] + (np.linalg.matrix_rank(lifted) < lifted.shape[1])"
            " * np.linalg.svd(lifted)[2][-1]",
        ),
        "the normal equations, which may be singular": (
            "np.linalg.lstsq(root[:, None] * lifted, @{theta} * root * y, rcond=None)[0]",
            "np.linalg.inv(lifted.T @ (root[:, None] ** 2 * lifted))"
            " @ lifted.T @ (@{theta} * root**2 * y)",
        ),
        "X is weighted in place": ("    lifted =", "    X *= 1.5; lifted ="),
    },
    "q2": {
        "the score 0 is read as the other label": (
            "scores @{zero['op']} 0",
            "scores @{zero['wrong']} 0",
        ),
        "miss and false alarm are exchanged": (
            "np.where(scores @{zero['op']} 0, minus, plus)",
            "np.where(scores @{zero['op']} 0, plus, minus)",
        ),
        "the cost is not an excess": (" - np.minimum(plus, minus)", ""),
        "the best score without weights": ("(plus - minus) / total) ** 2", "(2 * eta - 1)) ** 2"),
        "the best score of the target 1": ("@{theta} * (plus - minus)", "(plus - minus)"),
        "the bound of the target 1": ("[1]) / @{theta}", "[1])"),
        "the curvature is forgotten": ("squared = total * (", "squared = ("),
        "the share of +1 among the points": ("share = mu @ eta", "share = eta.mean()"),
        "the bound of equal costs": ("(a * share + 1 - share) * ", ""),
        "the root is forgotten": ("math.sqrt(", "("),
        "a instead of the mean weight": ("(a * share + 1 - share) * ", "max(a, 1) * "),
    },
    "q3": {
        "the score 1": ("np.zeros(3)", "np.ones(3)"),
        "the wrong chance": ("(1 @{zero['sign']} t) / (1 + a)", "t / (1 + a)"),
        "the points are not alike": ("np.full(3, eta)", "np.array([eta, eta, eta / 2])"),
        "the score -1": ("np.zeros(3)", "-np.ones(3)"),
        "a chance that the weights call even": ("np.array([0.5])", "np.array([1 / (1 + a)])"),
        "a chance above one half": ("np.array([0.5])", "np.array([0.51])"),
        "a chance below one half": ("np.array([0.5])", "np.array([0.49])"),
    },
    "q5": {
        "not paired": (
            "[mean_cost(fit(X, y, a)) for a in (1, @{a})]",
            "[mean_cost(fit(*draw_sample(rng, 80), a)) for a in (1, @{a})]",
        ),
        "the order of the two is exchanged": ("(1, @{a})]", "(@{a}, 1)]"),
        "another sample size": ("draw_sample(rng, 80)", "draw_sample(rng, 40)"),
        "chance of its own": ("    costs = []", "    costs, rng = [], np.random.default_rng(7)"),
        "too few samples": ('"samples": 60', '"samples": 3'),
        "too many samples": ('"samples": 60', '"samples": 300'),
        "costs on the sample": (
            "mean_cost(fit(X, y, a))",
            "(np.sign(X @ fit(X, y, a)[1:]) != y).mean()",
        ),
    },
}

EQUIVALENT = {
    "q1": {
        "the pseudo-inverse": (
            "np.linalg.lstsq(root[:, None] * lifted, @{theta} * root * y, rcond=None)[0]",
            "np.linalg.pinv(root[:, None] * lifted) @ (@{theta} * root * y)",
        ),
        "the normal equations, solved by lstsq": (
            "np.linalg.lstsq(root[:, None] * lifted, @{theta} * root * y, rcond=None)[0]",
            "np.linalg.lstsq(lifted.T @ (root[:, None] ** 2 * lifted),"
            " @{theta} * lifted.T @ (root**2 * y), rcond=None)[0]",
        ),
        "singular values one by one": (
            "    return np.linalg.lstsq(root[:, None] * lifted, @{theta} * root * y,"
            " rcond=None)[0]",
            "    U, sizes, V = np.linalg.svd(root[:, None] * lifted, full_matrices=False)\n"
            "    kept = sizes > 1e-10 * sizes[0]\n"
            "    return V[kept].T @ (U.T[kept] @ (@{theta} * root * y) / sizes[kept])",
        ),
        "the scores come near 1 and are multiplied": (
            "np.linalg.lstsq(root[:, None] * lifted, @{theta} * root * y, rcond=None)[0]",
            "@{theta} * np.linalg.lstsq(np.diag(root) @ lifted, root * y, rcond=None)[0]",
        ),
        "weights divided by the size of the sample": (
            "np.sqrt(np.where(y > 0, a, 1.0))",
            "np.where(y > 0, a / len(y), 1 / len(y)) ** 0.5",
        ),
    },
    "q2": {
        "the difference of two risks, as defined": (
            "    total = plus + minus\n"
            "    squared = total * (scores - @{theta} * (plus - minus) / total) ** 2\n"
            "    return float(mu @ cost), float(mu @ squared)",
            "    def risk(s):\n"
            "        return sum(mu * (plus * (@{theta} - s) ** 2 + minus * (@{theta} + s) ** 2))\n"
            "\n"
            "    best = @{theta} * (plus - minus) / (plus + minus)\n"
            "    return float(mu @ cost), max(0.0, float(risk(scores) - risk(best)))",
        ),
        "the least risk in closed form": (
            "    squared = total * (scores - @{theta} * (plus - minus) / total) ** 2\n"
            "    return float(mu @ cost), float(mu @ squared)",
            "    squared = plus * (@{theta} - scores) ** 2 + minus * (@{theta} + scores) ** 2\n"
            "    least = 4 * @{theta} ** 2 * plus * minus / total\n"
            "    return float(mu @ cost), max(0.0, float(mu @ squared - mu @ least))",
        ),
        "the costs of wrong predictions": (
            "np.where(scores @{zero['op']} 0, minus, plus) - np.minimum(plus, minus)",
            "abs(plus - minus) * ((scores @{zero['op']} 0) != (plus > minus))",
        ),
        "the weight of a point": ("(a * share + 1 - share)", "sum(mu * (1 + (a - 1) * eta))"),
        "the root of each factor": (
            "math.sqrt((a * share + 1 - share) * excesses(mu, eta, scores, a)[1]) / @{theta}",
            "np.sqrt(a * share + 1 - share) / @{theta} * np.sqrt(excesses(mu, eta, scores, a)[1])",
        ),
    },
    "q3": {
        "a sum of two fractions": (
            "(1 @{zero['sign']} t) / (1 + a)",
            "1 / (1 + a) @{zero['sign']} t / (1 + a)",
        ),
        "the other points share alike": (
            "np.array([@{heavy}, 1, @{9 - heavy}]) / 10",
            "[@{heavy / 10}, @{0.5 - heavy / 20}, @{0.5 - heavy / 20}]",
        ),
        "whole numbers as scores": ("np.zeros(3)", "[0, 0, 0]"),
        "two points": (
            "np.array([1.0]), np.array([0.5])",
            "np.array([0.3, 0.7]), np.array([0.5, 0.5])",
        ),
        "whole numbers and a fraction": (
            "np.array([1.0]), np.array([0.5])",
            "[1], [__import__('fractions').Fraction(1, 2)]",
        ),
    },
    "q5": {
        "examples repeated instead of weighted": (
            "        costs.append([mean_cost(fit(X, y, a)) for a in (1, @{a})])",
            "        times = np.where(y > 0, @{a}, 1)\n"
            "        longer = np.repeat(X, times, axis=0), np.repeat(y, times)\n"
            "        costs.append([mean_cost(fit(X, y, 1)), mean_cost(fit(*longer, 1))])",
        ),
        "scores near 1": ("mean_cost(fit(X, y, a))", "mean_cost(fit(X, y, a) / @{theta})"),
    },
}
