"""Solutions of homework 8: wrong ones that its tests must catch, right ones they must accept."""

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

EQUIVALENT = {
    "q1": {
        "wins and failures are counted one by one": (
            "        lead = errors[:, champions[-1]].astype(int) - errors[:, j]\n"
            "        counted = np.count_nonzero(lead) if sharp else n\n"
            "        if counted >= 1 and lead.sum() >= math.sqrt(counted * factor):\n",
            "        met = list(zip(errors[:, champions[-1]], errors[:, j]))\n"
            "        wins, failures = met.count((1, 0)), met.count((0, 1))\n"
            "        counted = wins + failures if sharp else n\n"
            "        if counted and wins - failures >= (counted * factor) ** 0.5:\n",
        ),
        "the squares are compared": (
            "lead.sum() >= math.sqrt(counted * factor)",
            "lead.sum() > 0 and lead.sum() ** 2 / counted >= factor",
        ),
        "the chances are compared": (
            "lead.sum() >= math.sqrt(counted * factor)",
            "lead.sum() > 0 and "
            "math.exp(-(lead.sum() ** 2) / (2 * counted)) <= 2 * delta / k / (k + 1)",
        ),
        "a sum of logarithms": (
            "2 * math.log(k * (k + 1) / 2 / delta)",
            "2 * (math.log(k) + math.log(k + 1) - math.log(2) - math.log(delta))",
        ),
    },
    "q2": {
        "exact fractions": (
            "sum(math.comb(N, heads) for heads in range(least, N + 1)) / 2**N",
            "float(sum(__import__('fractions').Fraction(math.comb(N, heads), 2**N)"
            " for heads in range(least, N + 1)))",
        ),
        "logarithms of factorials, from N heads down": (
            "sum(math.comb(N, heads) for heads in range(least, N + 1)) / 2**N",
            "sum(math.exp(math.lgamma(N + 1) - math.lgamma(heads + 1) - math.lgamma(N - heads + 1)"
            " - N * math.log(2)) for heads in range(N, least - 1, -1))",
        ),
        "the distribution flip by flip": (
            "    return sum(math.comb(N, heads) for heads in range(least, N + 1)) / 2**N\n",
            "    distribution = np.ones(1)\n"
            "    for _ in range(N):\n"
            "        distribution = np.convolve(distribution, [0.5, 0.5])\n"
            "    return distribution[::-1].cumsum()[N - least] if least <= N else 0\n",
        ),
        "the power of a power": ("math.exp(-(t**2) / (2 * N))", "math.exp(-t / 2 / N) ** t"),
        "from above": (
            "    t = 0\n    while @{pairs} * chance(N, t) > alpha:\n        t += 1\n",
            "    t = N + 1\n"
            "    while t > 0 and chance(N, t - 1) <= alpha / @{pairs}:\n        t -= 1\n",
        ),
        "by halving an interval": (
            "    t = 0\n    while @{pairs} * chance(N, t) > alpha:\n        t += 1\n",
            "    low, t = -1, N + 1\n"
            "    while t - low > 1:\n"
            "        middle = (low + t) // 2\n"
            "        if chance(N, middle) * @{pairs} > alpha:\n"
            "            low = middle\n"
            "        else:\n"
            "            t = middle\n",
        ),
    },
    "q3": {
        "tried one after the other": (
            "math.ceil(2 * math.log(1 / delta))",
            "next(N for N in range(1, n) if N >= math.sqrt(2 * N * math.log(1 / delta)))",
        ),
        "minus a logarithm": (
            "math.ceil(2 * math.log(1 / delta))",
            "math.ceil(-2 * np.log(delta))",
        ),
        "column by column, of floats": (
            "    errors = np.full((n, 2), @{1 - seed % 2})\n",
            "    errors = np.column_stack([np.full(n, @{1.0 - seed % 2})] * 2)\n",
        ),
    },
    "q5": {
        "column by column": (
            "    return np.array(reached)\n",
            "    first, second = zip(*reached)\n    return np.column_stack([first, second])\n",
        ),
        "truth for one": (
            "        errors, risks = draw_results(rng, 600)\n",
            "        errors, risks = draw_results(rng, 600)\n        errors = errors == 1\n",
        ),
    },
}
