"""Wrong solutions of homework 3 that its hidden tests must catch."""

MUTANTS = {
    "q1": {
        "the gap has a sign": (
            "np.abs(sample - losses.mean(axis=1))",
            "(sample - losses.mean(axis=1))",
        ),
        "the gap to the rest": ("np.abs(sample - losses.mean(axis=1))", "np.abs(sample - rest)"),
        "the lack on the archive": (
            "rest[choice] - rest.min()",
            "losses.mean(axis=1)[choice] - losses.mean(axis=1).min()",
        ),
        "another rule for ties": (
            '@{tie["code"]}',
            "best[len(best) // 2]",
        ),
        "the best on the archive is recommended": (
            '@{tie["code"]}',
            "np.argmin(losses.mean(axis=1))",
        ),
        "the gap of the recommended program only": (
            "np.abs(sample - losses.mean(axis=1)).max()",
            "np.abs(sample - losses.mean(axis=1))[sample.argmin()]",
        ),
        "the sample is sorted in place": ("checked = np", "S.sort(); checked = np"),
    },
    "q2": {
        "the mirror is forgotten": ("max(m, m * m / (N - m))", "m"),
        "only the mirror": ("max(m, m * m / (N - m))", "m * m / (N - m)"),
        "the two are exchanged": ("max(m, m * m / (N - m))", "min(m, m * m / (N - m))"),
        "the factor k is lost": ("2 * k * math", "2 * math"),
        "one side only": ("2 * k * math", "k * math"),
        "not cut at 1": (
            "min(1.0, 2 * k * math.exp(-2 * eps**2 * effective))",
            "2 * k * math.exp(-2 * eps**2 * effective)",
        ),
        "a bound below delta instead of at most": ("<= delta)", "<= delta / 2)"),
        "one side of the event": ("if abs(N * x - m * K) >= r", "if N * x - m * K >= r"),
        "equality does not count": ("if abs(N * x - m * K) >= r", "if abs(N * x - m * K) > r"),
        "with replacement": (
            "math.comb(K, x) * math.comb(N - K, m - x)\n",
            "math.comb(m, x) * (K / N) ** x * (1 - K / N) ** (m - x) * math.comb(N, m)\n",
        ),
    },
    "q3": {
        "half of the cases are left": ("19, 0.45", "10, 0.55"),
        "too small an epsilon": ("19, 0.45", "19, 0.05"),
        "a program that never errs": ("[0, 1] * 10", "[0, 0] * 10"),
        "a program that errs once": ("[0, 1] * 10", "[0] * 19 + [1]"),
    },
    "q5": {
        "a case drawn twice counts once": (
            "largest_gap(losses, careless)]",
            "largest_gap(losses, np.unique(careless))]",
        ),
        "the gap of the first program": (
            "losses.mean(axis=1)).max()",
            "losses.mean(axis=1))[0]",
        ),
        "not paired": (
            "        careless = ",
            "        losses = draw_archive(rng)\n        careless = ",
        ),
        "the order of the two is exchanged": (
            "[largest_gap(losses, careful), largest_gap(losses, careless)]",
            "[largest_gap(losses, careless), largest_gap(losses, careful)]",
        ),
        "chance of its own": ("    rows = []", "    rows, rng = [], np.random.default_rng(7)"),
        "too few archives": ('"archives": 1150', '"archives": 100'),
        "too many archives": ('"archives": 1150', '"archives": 5000'),
    },
}
