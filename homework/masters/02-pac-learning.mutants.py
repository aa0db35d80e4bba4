"""Wrong solutions of homework 2 that its hidden tests must catch."""

MUTANTS = {
    "q1": {
        "the farthest negative example": ("low - below.max()", "low - below.min()"),
        "padded by the whole way": ("(above.min() - high) / @{k}", "(above.min() - high)"),
        "negative examples inside are overlooked": (
            "if ((low <= negative) & (negative <= high)).any()",
            "if False",
        ),
        "negative examples on an end are overlooked": (
            "(low <= negative) & (negative <= high)",
            "(low < negative) & (negative < high)",
        ),
        "an interval although nothing is positive": (
            "        return None\n    low,",
            "        return 0.0, 0.0\n    low,",
        ),
        "infinite without negative examples": (
            "if len(above) else 0.0",
            "if len(above) else np.inf",
        ),
    },
    "q2": {
        "one basket": ("1 - (1 - one) ** @{baskets}", "one"),
        "the union bound instead of the probability": (
            "1 - (1 - one) ** @{baskets}",
            "@{baskets} * one",
        ),
        "the second term is lost": (
            "(1 - eps) ** m + m * eps * (1 - eps) ** (m - 1)",
            "(1 - eps) ** m",
        ),
        "light intervals fail, too": ("eps >= prob", "eps > 1"),
        "one example too many": ("    return m\n", "    return m + 1\n"),
        "the pieces weigh eps": (
            "@{2 * baskets} * (1 - eps / 2) ** m > delta",
            "@{2 * baskets} * (1 - eps) ** m > delta",
        ),
    },
    "q3": {
        "the costs are exchanged": (
            "@{accept} * P[:, 0], @{reject} * P[:, 1]",
            "@{reject} * P[:, 0], @{accept} * P[:, 1]",
        ),
        "all errors cost the same": (
            "@{accept} * P[:, 0], @{reject} * P[:, 1]",
            "P[:, 0], P[:, 1]",
        ),
        "equal costs give 0": ("ripe <= unripe", "ripe < unripe"),
        "the cost of the worst": (
            "np.where(labels == 1, ripe, unripe)",
            "np.where(labels == 0, ripe, unripe)",
        ),
        "the average over x, not the sum": (".sum())", ".mean())"),
    },
    "q5": {
        "not paired": (
            "(tightest, padded)]",
            "(tightest, padded) for X, y, l, r in [draw(rng, @{m})]]",
        ),
        "what is too much is forgotten": (
            "return (ends[1] - ends[0]) + (r - l) - 2 * overlap",
            "return (r - l) - overlap",
        ),
        "the order is exchanged": ("(tightest, padded)]", "(padded, tightest)]"),
        "no answer means no risk": ("return r - l\n", "return 0.0\n"),
        "chance of its own": ("    risks = []", "    risks, rng = [], np.random.default_rng(7)"),
        "too few trials": ('"trials": 1200', '"trials": 60'),
        "too many trials": ('"trials": 1200', '"trials": 5000'),
    },
}
