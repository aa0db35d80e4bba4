"""Solutions of homework 1: wrong ones that its tests must catch, right ones they must accept."""

MUTANTS = {
    "q1": {
        "a hypothesis with exactly t mistakes is crossed out": ("mistakes <= t", "mistakes < t"),
        "only consistent ones, whatever t": ("mistakes <= t", "mistakes <= 0"),
        "repeated examples are counted once": (
            "(H[:, seen] != labels).sum(axis=1)",
            "np.array([len({x for x, b in zip(seen, labels) if row[x] != b}) for row in H])",
        ),
        "a majority is enough": (
            "(possible == possible[0]).all(axis=0)",
            "(possible == possible[0]).mean(axis=0) > 0.5",
        ),
        "the whole table is asked": ("possible = H[mistakes <= t]", "possible = H"),
        "nothing possible is answered with the first row": (
            "return np.full(H.shape[1], @{unsure})",
            "return H[0]",
        ),
        "labels are changed in place": ("mistakes = (", "labels[:] = 0; mistakes = ("),
    },
    "q2": {
        "epsilon is not halved": ("2 * (1 - eps / 2) ** m", "2 * (1 - eps) ** m"),
        "the factor 2 is lost": ("2 * (1 - eps / 2)", "1 * (1 - eps / 2)"),
        "not cut at 1": ("min(1.0, 2 * (1 - eps / 2) ** m)", "2 * (1 - eps / 2) ** m"),
        "one crate fewer": ("    return crates\n", "    return max(1, crates - 1)\n"),
        "parcels, not crates": ("failure_bound(@{crate} * crates", "failure_bound(crates"),
        "the exponential instead of the power": (
            "math.ceil(math.log(delta / 2) / math.log1p(-eps / 2)) // @{crate} - 1",
            "math.ceil(2 / eps * math.log(2 / delta) / @{crate})",
        ),
        "one side only": (" + m * eps * (1 - eps) ** (m - 1)", ""),
        "the power of the second term": ("(1 - eps) ** (m - 1)", "(1 - eps) ** m"),
        "the bound instead of the truth": (
            "(1 - eps) ** m + m * eps * (1 - eps) ** (m - 1)",
            "min(1.0, 2 * (1 - eps / 2) ** m)",
        ),
    },
    "q3": {
        "risks of 1/k": ("n = @{factor} * k", "n = k"),
        "only two rows": ("np.eye(n, dtype=int)]", "np.eye(n, dtype=int)[:1]]"),
        "rows that say 1 at more and more points": (
            "np.eye(n, dtype=int)]",
            "np.tri(n, dtype=int)]",
        ),
        "the risk is hidden in points of probability 0": (
            "np.full(n, 1 / n)",
            "np.eye(n)[0]",
        ),
        "the target is another row": ("H[0]\n", "H[1]\n"),
    },
    "q5": {
        "lengths instead of probabilities": (
            "abs(t ** (1 / @{power}) - s ** (1 / @{power}))",
            "abs(t - s)",
        ),
        "not paired": (
            "        rows.append(",
            "        fresh = draw_weights(rng, m)\n"
            "        low = max([w for w in fresh if w <= @{limit}], default=0.0)\n"
            "        rows.append(",
        ),
        "the order of the two is exchanged": (
            "[mass(low, high), mass(@{limit}, (low + high) / 2)]",
            "[mass(@{limit}, (low + high) / 2), mass(low, high)]",
        ),
        "the largest accepted instead of the middle": ("(low + high) / 2", "low"),
        "chance of its own": ("    rows = []", "    rows, rng = [], np.random.default_rng(7)"),
        "the extremes of the whole sample": (
            "min([w for w in x if w > @{limit}], default=1.0)",
            "max(x)",
        ),
        "no parcel is accepted: the lightest one stands in": ("default=0.0", "default=min(x)"),
        "no parcel is refused: the heaviest one stands in": ("default=1.0", "default=max(x)"),
        "always the usual number of parcels": ("draw_weights(rng, m)", "draw_weights(rng, @{m})"),
        "too few samples": ('"samples": 1300', '"samples": 100'),
        "too many samples": ('"samples": 1300', '"samples": 5000'),
    },
}

EQUIVALENT = {
    "q1": {
        "mistakes are counted row by row": (
            "(H[:, seen] != labels).sum(axis=1)",
            "np.array([sum(row[x] != b for x, b in zip(seen, labels)) for row in H])",
        ),
        "the votes for 1 are counted": (
            "    agreed = (possible == possible[0]).all(axis=0)\n"
            "    return np.where(agreed, possible[0], @{unsure})",
            "    ones = possible.sum(axis=0)\n"
            "    answers = np.full(H.shape[1], @{unsure})\n"
            "    answers[ones == 0], answers[ones == len(possible)] = 0, 1\n"
            "    return answers",
        ),
        "a set of labels at each point": (
            "    agreed = (possible == possible[0]).all(axis=0)\n"
            "    return np.where(agreed, possible[0], @{unsure})",
            "    votes = [set(column) for column in possible.T.tolist()]\n"
            "    return np.array([vote.pop() if len(vote) == 1 else @{unsure} for vote in votes])",
        ),
    },
    "q2": {
        "the bound by logarithms": (
            "2 * (1 - eps / 2) ** m)",
            "math.exp(math.log(2) + m * math.log1p(-eps / 2)))",
        ),
        "a product, and the whole number 1": (
            "min(1.0, 2 * (1 - eps / 2) ** m)",
            "min(1, 2 * math.prod([1 - eps / 2] * m))",
        ),
        "the crates in closed form": (
            "    crates = max(1, math.ceil(math.log(delta / 2) / math.log1p(-eps / 2))"
            " // @{crate} - 1)\n"
            "    while failure_bound(@{crate} * crates, eps) > delta:\n"
            "        crates += 1\n"
            "    return crates\n",
            "    return max(1, math.ceil(math.log(delta / 2, 1 - eps / 2) / @{crate}))\n",
        ),
        "the crates by halving": (
            "    crates = max(1, math.ceil(math.log(delta / 2) / math.log1p(-eps / 2))"
            " // @{crate} - 1)\n"
            "    while failure_bound(@{crate} * crates, eps) > delta:\n"
            "        crates += 1\n"
            "    return crates\n",
            "    few, enough = 0, 1\n"
            "    while 2 * (1 - eps / 2) ** (@{crate} * enough) > delta:\n"
            "        few, enough = enough, 2 * enough\n"
            "    while enough - few > 1:\n"
            "        middle = (few + enough) // 2\n"
            "        if 2 * (1 - eps / 2) ** (@{crate} * middle) <= delta:\n"
            "            enough = middle\n"
            "        else:\n"
            "            few = middle\n"
            "    return enough\n",
        ),
        "a common factor": (
            "(1 - eps) ** m + m * eps * (1 - eps) ** (m - 1)",
            "(1 - eps) ** (m - 1) * (1 + (m - 1) * eps)",
        ),
        "the complement, term by term": (
            "(1 - eps) ** m + m * eps * (1 - eps) ** (m - 1)",
            "1 - sum(math.comb(m, i) * eps**i * (1 - eps) ** (m - i) for i in range(2, m + 1))",
        ),
    },
    "q3": {
        "the labels exchanged": (
            "np.vstack([np.zeros(n, dtype=int), np.eye(n, dtype=int)])",
            "1 - np.vstack([np.zeros(n, dtype=int), np.eye(n, dtype=int)])",
        ),
        "any target, as the last row": (
            "    H = np.vstack([np.zeros(n, dtype=int), np.eye(n, dtype=int)])\n"
            "    return H, np.full(n, 1 / n), H[0]",
            "    f = np.arange(n) % 2\n"
            "    H = [[*f[:j], 1 - f[j], *f[j + 1 :]] for j in range(n)] + [[*f]]\n"
            "    return H, np.ones(n) / n, f",
        ),
        "fractions": (
            "np.full(n, 1 / n)",
            "[__import__('fractions').Fraction(1, n)] * n",
        ),
    },
    "q5": {
        "two parts of the abstention": (
            "mass(low, high)",
            "mass(low, @{limit}) + mass(@{limit}, high)",
        ),
        "the largest and the smallest of an array": (
            "        low = max([w for w in x if w <= @{limit}], default=0.0)\n"
            "        high = min([w for w in x if w > @{limit}], default=1.0)\n",
            "        low = np.where(x <= @{limit}, x, 0).max()\n"
            "        high = np.where(x > @{limit}, x, 1).min()\n",
        ),
        "neighbours in sorted order": (
            "        low = max([w for w in x if w <= @{limit}], default=0.0)\n"
            "        high = min([w for w in x if w > @{limit}], default=1.0)\n",
            "        x = np.concatenate([[0.0], np.sort(x), [1.0]])\n"
            "        at = np.searchsorted(x, @{limit}, side='right')\n"
            "        low, high = x[at - 1], x[at]\n",
        ),
    },
}
