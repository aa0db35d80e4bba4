"""Wrong solutions of homework 5 that its hidden tests must catch."""

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
