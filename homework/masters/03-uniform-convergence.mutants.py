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
        "half of delta": ("eps) > delta", "eps) > delta / 2"),
        "cases, not boxes": ("min(N, @{box} * boxes)", "min(N, boxes)"),
        "one side of the event": ("if abs(N * x - m * K) >= r", "if N * x - m * K >= r"),
        "equality does not count": ("if abs(N * x - m * K) >= r", "if abs(N * x - m * K) > r"),
        "with replacement": (
            "math.comb(K, x) * math.comb(N - K, m - x)\n",
            "math.comb(m, x) * (K / N) ** x * (1 - K / N) ** (m - x) * math.comb(N, m)\n",
        ),
    },
    "q3": {
        "half of the cases are left": ("@{cases - 1}, 0.49", "@{cases // 2}, 0.65"),
        "too small an epsilon": ("0.49", "0.05"),
        "a program that never errs": ("np.arange(@{cases}) % 2", "np.zeros(@{cases})"),
        "a program that errs once": ("np.arange(@{cases}) % 2", "np.eye(@{cases})[0]"),
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
