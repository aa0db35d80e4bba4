"""Solutions of homework 3: wrong ones that its tests must catch, right ones they must accept."""

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
        "each loss is divided by their number, so that rounding breaks ties": (
            "losses[:, checked].mean(axis=1)",
            "(losses[:, checked] / sum(checked)).sum(axis=1)",
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

EQUIVALENT = {
    "q1": {
        "sums divided by their number": (
            "    sample = losses[:, checked].mean(axis=1)\n"
            "    rest = losses[:, ~checked].mean(axis=1)\n",
            "    sums = losses[:, S].sum(axis=1)\n"
            "    sample = sums / len(S)\n"
            "    rest = (losses.sum(axis=1) - sums) / (losses.shape[1] - len(S))\n",
        ),
        "case by case": (
            "    rest = losses[:, ~checked].mean(axis=1)\n",
            "    others = [i for i in range(losses.shape[1]) if i not in S]\n"
            "    rest = [sum(row[i] for i in others) / len(others) for row in losses]\n"
            "    rest = np.array(rest)\n",
        ),
        "the gap to the archive from the gap to the rest": (
            "np.abs(sample - losses.mean(axis=1)).max()",
            "np.abs(sample - rest).max() * np.mean(~checked)",
        ),
        "ties up to rounding": (
            "sample[h] == sample.min()",
            "sample[h] < sample.min() + 1e-9",
        ),
    },
    "q2": {
        "two cases instead of the larger size": (
            "max(m, m * m / (N - m))",
            "(m if 2 * m <= N else m**2 / (N - m))",
        ),
        "the smaller of two bounds, by logarithms": (
            "    effective = max(m, m * m / (N - m))\n"
            "    return min(1.0, 2 * k * math.exp(-2 * eps**2 * effective))",
            "    first = math.log(2 * k) - 2 * m * eps * eps\n"
            "    second = math.log(2 * k) - 2 * (m * eps) ** 2 / (N - m)\n"
            "    return math.exp(min(0, first, second))",
        ),
        "the boxes in closed form": (
            "    boxes = 1\n"
            "    while gap_bound(N, min(N, @{box} * boxes), k, eps) > delta:\n"
            "        boxes += 1\n"
            "    return boxes\n",
            "    size = math.log(2 * k / delta) / (2 * eps**2)\n"
            "    mirrored = (math.sqrt(size**2 + 4 * size * N) - size) / 2\n"
            "    return math.ceil(min(N, math.ceil(min(size, mirrored))) / @{box})\n",
        ),
        "the boxes by halving": (
            "    boxes = 1\n"
            "    while gap_bound(N, min(N, @{box} * boxes), k, eps) > delta:\n"
            "        boxes += 1\n"
            "    return boxes\n",
            "    few, enough = 0, -(-N // @{box})\n"
            "    while enough - few > 1:\n"
            "        middle = (few + enough) // 2\n"
            "        large = gap_bound(N, @{box} * middle, k, eps) > delta\n"
            "        few, enough = (middle, enough) if large else (few, middle)\n"
            "    return enough\n",
        ),
        "the complement": (
            "        if abs(N * x - m * K) >= r\n    )\n    return hits / math.comb(N, m)",
            "        if -r < N * x - m * K < r\n    )\n    return 1 - hits / math.comb(N, m)",
        ),
        "case after case": (
            "    hits = sum(\n"
            "        math.comb(K, x) * math.comb(N - K, m - x)\n"
            "        for x in range(0, min(K, m) + 1)\n"
            "        if abs(N * x - m * K) >= r\n"
            "    )\n"
            "    return hits / math.comb(N, m)",
            "    chances = np.eye(m + 2)[0]\n"
            "    for drawn in range(m):\n"
            "        errs = np.clip((K - np.arange(m + 2)) / (N - drawn), 0, 1)\n"
            "        chances = chances * (1 - errs) + np.append(0, (chances * errs)[:-1])\n"
            "    far = abs(N * np.arange(m + 2) - m * K) >= r\n"
            "    return chances[far].sum()",
        ),
    },
    "q3": {
        "first the errors, then the others": (
            "np.arange(@{cases}) % 2, @{cases - 1}, 0.49",
            "[1] * @{cases // 2} + [0] * @{cases - cases // 2}, @{cases - 1}, 0.48",
        ),
        "truth values": ("np.arange(@{cases}) % 2", "np.arange(@{cases}) % 2 == 0"),
        "the smallest epsilon for which the friend guarantees enough": (
            "0.49",
            "math.sqrt(math.log(200) / (2 * @{cases - 1}))",
        ),
    },
    "q5": {
        "cases are counted": (
            "np.abs(losses[:, cases].mean(axis=1) - losses.mean(axis=1)).max()",
            "np.abs(losses @ (np.bincount(cases, minlength=@{N}) / len(cases) - 1 / @{N})).max()",
        ),
        "program by program": (
            "np.abs(losses[:, cases].mean(axis=1) - losses.mean(axis=1)).max()",
            "max(abs(sum(row[i] for i in cases) / len(cases) - sum(row) / @{N}) for row in losses)",
        ),
    },
}
