"""Wrong solutions of homework 8 that its hidden tests must catch."""

MUTANTS = {
    "q1": {
        "the number of challengers for that of pairs": ("k * (k + 1) / 2 / delta", "k / delta"),
        "every challenger meets the first champion": ("errors[:, champions[-1]]", "errors[:, 0]"),
        "the factor 2 is lost": ("factor = 2 * math", "factor = math"),
        "always the coarse rule": (" if sharp else n", " * 0 + n"),
        "the two rules are exchanged": ("if sharp else n", "if not sharp else n"),
        "a challenger that does not differ wins": ("counted >= 1 and ", ""),
        "all errors count, not the differences": (
            "np.count_nonzero(lead)",
            "np.count_nonzero(errors[:, champions[-1]])",
        ),
        "the other order": (
            "for j in @{order['code']}:",
            "for j in list(@{order['code']})[::-1]:",
        ),
        "unsigned numbers are subtracted": (".astype(int) - errors[:, j]", " - errors[:, j]"),
    },
    "q2": {
        "the lead t itself does not count": ("(N + t + 1) // 2", "(N + t + 2) // 2"),
        "an odd sum is rounded down": ("(N + t + 1) // 2", "(N + t) // 2"),
        "t heads instead of a lead of t": ("least = (N + t + 1) // 2", "least = t"),
        "both sides": (") / 2**N", ") * 2 / 2**N"),
        "the bound for heads, not for the lead": ("-(t**2) / (2 * N)", "-2 * (t**2) / N"),
        "the bound without the factor 2": ("-(t**2) / (2 * N)", "-(t**2) / N"),
        "a bound that always holds": ("math.exp(-(t**2) / (2 * N))", "1.0"),
        "the threshold of Hoeffding": (
            "t = 0\n",
            "t = math.ceil(math.sqrt(2 * N * math.log(@{pairs} / alpha)))\n",
        ),
        "the steps are too long": ("        t += 1\n", "        t += 2\n"),
        "a single pair": ("@{pairs} * chance", "chance"),
    },
    "q3": {
        "one example too many": ("1 / delta))\n", "1 / delta)) + 1\n"),
        "rounded down": ("math.ceil(2", "math.floor(2"),
        "the factor 2 is forgotten": ("math.ceil(2 * ", "math.ceil("),
        "the champion wins": ("[1, 0]", "[0, 1]"),
        "as many as the coarse rule needs": (
            "math.ceil(2 * math.log(1 / delta))",
            "math.ceil(math.sqrt(2 * n * math.log(1 / delta)))",
        ),
    },
    "q5": {
        "not paired": (
            "[risks[tournament(errors, @{delta}, s)[-1]] for s in (False, True)]",
            "[r[tournament(e, @{delta}, s)[-1]] for s in (False, True)"
            " for e, r in [draw_results(rng, 600)]]",
        ),
        "the errors on the validation set": ("[risks[", "[errors.mean(axis=0)["),
        "the best champion instead of the last": (
            "risks[tournament(errors, @{delta}, s)[-1]]",
            "risks.min() + 0 * tournament(errors, @{delta}, s)[-1]",
        ),
        "the order of the two is exchanged": ("(False, True)]", "(True, False)]"),
        "fewer examples": ("draw_results(rng, 600)", "draw_results(rng, 300)"),
        "chance of its own": (
            "    reached = []",
            "    reached, rng = [], np.random.default_rng(7)",
        ),
        "too few draws": ('"samples": 80', '"samples": 5'),
        "too many draws": ('"samples": 80', '"samples": 500'),
    },
}
