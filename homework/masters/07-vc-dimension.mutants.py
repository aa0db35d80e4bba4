"""Solutions of homework 7: wrong ones that its tests must catch, right ones they must accept."""

MUTANTS = {
    "q1": {
        "whole numbers of pennies": (
            "return cost * wrong if y[i] == @{costly} else @{cheap} * wrong",
            "return wrong * round(100 * (cost if y[i] == @{costly} else @{cheap}))",
        ),
        "the circle is cut open": ("best = {(b, 0, b)", "best = {(b, b, b)"),
        "the closing change is always counted": ("changes + (last != first)", "changes + 1"),
        "the points are not sorted": ("np.argsort(x)", "np.arange(len(x))"),
        "the wrong mistake is dear": (
            "if y[i] == @{costly} else",
            "if y[i] == @{1 - costly} else",
        ),
        "all mistakes pay the same": ("return cost * wrong", "return wrong"),
        "only the dear mistakes pay": ("else @{cheap} * wrong", "else 0"),
        "the cost is squared": ("cost * wrong", "cost**2 * wrong"),
        "half a unit is lost": ("cost * wrong", "int(cost) * wrong"),
        "changes are taken for runs": ("state[1] <= 2 * k", "state[1] <= k"),
        "the labels come in sorted order": ("fitted[order] =", "fitted[:] ="),
        "the first label is always zero": ("for b in (0, 1)}", "for b in (0,)}"),
        "x is sorted in place": ("order = np.argsort(x)", "order = np.argsort(x); x.sort()"),
    },
    "q2": {
        "one change is counted with one label": ("2 * sum(", "sum("),
        "the sum ends too early": ("range(k + 1)", "range(k)"),
        "odd numbers of changes as well": ("math.comb(n, 2 * j)", "math.comb(n, j)"),
        "the points are on a line": ("math.comb(n, 2 * j)", "math.comb(n + 1, 2 * j)"),
        "the number is rounded": ("2 * sum(", "2.0 * sum("),
        "the bound of Sauer, Shelah and Perles": (
            "2 * sum(math.comb(n, 2 * j) for j in range(k + 1))",
            "sum(math.comb(n, i) for i in range(2 * k + 2))",
        ),
    },
    "q3": {
        "m trials": (
            "math.comb(m - 1, i) * eps**i * (1 - eps) ** (m - 1 - i)",
            "math.comb(m, i) * eps**i * (1 - eps) ** (m - i)",
        ),
        "one term too many": ("for i in range(k))", "for i in range(k + 1))"),
        "only the first term": ("for i in range(k))", "for i in range(1))"),
        "no union bound": ("math.comb(m, k) * few", "few"),
        "only neighbouring gaps": ("math.comb(m, k) * few", "m * few"),
        "not cut at one": ("min(1.0, math.comb(m, k) * few)", "math.comb(m, k) * few"),
        "a bound so large that it always holds": ("math.comb(m, k) * few", "m**k * 100 * few"),
        "the bound must be clearly below delta": ("> delta", "> 0.98 * delta"),
        "one batch too many": ("    return batches\n", "    return batches + 1\n"),
        "points, not batches": ("quiet_bound(@{batch} * batches", "quiet_bound(batches"),
        "a start that is too late": ("math.ceil(k / @{batch})", "2 * k + 60"),
    },
    "q5": {
        "not paired": (
            "[fit(x, y, k, @{cheap}) for k in (@{k}, @{3 * k})]",
            "[fit(x, y, k, @{cheap}) for k in (@{k}, @{3 * k})"
            " for x, y, truth in [draw_sample(rng, 50)]]",
        ),
        "the fits are compared with the truth": (
            "(labels != y).mean()",
            "(labels != truth).mean()",
        ),
        "the errors of the truth are left out": ("(truth != y).mean() - (", "0 - ("),
        "chance of its own": (
            "    optimism = []",
            "    optimism, rng = [], np.random.default_rng(7)",
        ),
        "the order of the two is exchanged": ("(@{k}, @{3 * k})]", "(@{3 * k}, @{k})]"),
        "too few samples": ('"samples": 45', '"samples": 4'),
        "too many samples": ('"samples": 45', '"samples": 200'),
        "fewer points": ("draw_sample(rng, 50)", "draw_sample(rng, 40)"),
    },
}

EQUIVALENT = {
    "q1": {
        "another of the labellings that pay the same": (
            "    fitted[order] = min(closed)[1]",
            "    least = min(closed)[0]\n"
            "    fitted[order] = max(labels for paid, labels in closed if paid == least)",
        ),
        "the later of two ways that pay the same": (
            "total < longer[state][0]",
            "total <= longer[state][0]",
        ),
        "the walk begins elsewhere": ("np.argsort(x)", "np.roll(np.argsort(x), 1)"),
        "the walk goes the other way": ("np.argsort(x)", "np.argsort(-x)"),
        "tables, one walk for each first label": (
            "    best = {(b, 0, b): (price(b, order[0]), [b]) for b in (0, 1)}\n"
            "    for i in order[1:]:\n"
            "        longer = {}\n"
            "        for (first, changes, last), (paid, labels) in best.items():\n"
            "            for b in (0, 1):\n"
            "                state = (first, changes + (b != last), b)\n"
            "                total = paid + price(b, i)\n"
            "                if state[1] <= 2 * k and (state not in longer or"
            " total < longer[state][0]):\n"
            "                    longer[state] = total, [*labels, b]\n"
            "        best = longer\n"
            "    closed = [\n"
            "        found\n"
            "        for (first, changes, last), found in best.items()\n"
            "        if changes + (last != first) <= 2 * k\n"
            "    ]\n"
            "    fitted = np.empty(len(order), dtype=int)\n"
            "    fitted[order] = min(closed)[1]\n"
            "    return fitted",
            "    closed, most = [], 2 * k\n"
            "    for first in (0, 1):\n"
            "        paid = np.full((len(order), most + 1, 2), np.inf)\n"
            "        paid[0, 0, first] = price(first, order[0])\n"
            "        for t in range(1, len(order)):\n"
            "            for c in range(most + 1):\n"
            "                for b in (0, 1):\n"
            "                    stay = paid[t - 1, c, b]\n"
            "                    turn = paid[t - 1, c - 1, 1 - b] if c else np.inf\n"
            "                    paid[t, c, b] = min(stay, turn) + price(b, order[t])\n"
            "        c, b = min(\n"
            "            ((c, b) for c in range(most + 1) for b in (0, 1)"
            " if c + (b != first) <= most),\n"
            "            key=lambda end: paid[-1][end],\n"
            "        )\n"
            "        way, least = [b], paid[-1, c, b]\n"
            "        for t in range(len(order) - 1, 0, -1):\n"
            "            if c and paid[t - 1, c - 1, 1 - b] < paid[t - 1, c, b]:\n"
            "                c, b = c - 1, 1 - b\n"
            "            way.append(b)\n"
            "        closed.append((least, way[::-1]))\n"
            "    return np.array(min(closed)[1])[np.argsort(order)]",
        ),
    },
    "q2": {
        "by the triangle of Pascal": (
            "2 * sum(math.comb(n, 2 * j) for j in range(k + 1))",
            "2 * sum(math.comb(n - 1, i) for i in range(2 * k + 1))",
        ),
        "by the bound of Sauer, Shelah and Perles": (
            "2 * sum(math.comb(n, 2 * j) for j in range(k + 1))",
            "sum(math.comb(n, i) for i in range(2 * k + 2)) - math.comb(n - 1, 2 * k + 1)",
        ),
        "term by term, each from the last one": (
            "    attained = 2 * sum(math.comb(n, 2 * j) for j in range(k + 1))\n",
            "    attained, term = 0, 2\n"
            "    for i in range(0, 2 * k + 1, 2):\n"
            "        attained += term\n"
            "        term = term * (n - i) * (n - i - 1) // ((i + 1) * (i + 2))\n",
        ),
        "point after point": (
            "    attained = 2 * sum(math.comb(n, 2 * j) for j in range(k + 1))\n",
            "    ways = [1] + [0] * (2 * k + 1)\n"
            "    for _ in range(n - 1):\n"
            "        ways = [a + b for a, b in zip(ways, [0, *ways])]\n"
            "    attained = 2 * sum(ways[: 2 * k + 1])\n",
        ),
    },
    "q3": {
        "by logarithms": (
            "    few = sum(math.comb(m - 1, i) * eps**i * (1 - eps) ** (m - 1 - i)"
            " for i in range(k))\n"
            "    return float(min(1.0, math.comb(m, k) * few))",
            "    logs = [math.log(math.comb(m - 1, i)) + i * math.log(eps)"
            " + (m - 1 - i) * math.log1p(-eps) for i in range(k)]\n"
            "    few = sum(math.exp(one + math.log(math.comb(m, k))) for one in logs)\n"
            "    return min(1, few)",
        ),
        "term by term, each from the last one": (
            "    few = sum(math.comb(m - 1, i) * eps**i * (1 - eps) ** (m - 1 - i)"
            " for i in range(k))\n",
            "    few, term = 0.0, (1 - eps) ** (m - 1)\n"
            "    for i in range(k):\n"
            "        few += term\n"
            "        term *= (m - 1 - i) / (i + 1) * eps / (1 - eps)\n",
        ),
        "trial after trial": (
            "    few = sum(math.comb(m - 1, i) * eps**i * (1 - eps) ** (m - 1 - i)"
            " for i in range(k))\n",
            "    distribution = np.eye(m)[0]\n"
            "    for _ in range(m - 1):\n"
            "        shifted = np.append(0, distribution[:-1])\n"
            "        distribution = distribution * (1 - eps) + shifted * eps\n"
            "    few = np.cumsum(distribution)[k - 1]\n",
        ),
        "by doubling and halving": (
            "    batches = math.ceil(k / @{batch})\n"
            "    while quiet_bound(@{batch} * batches, k, eps) > delta:\n"
            "        batches += 1\n"
            "    return batches\n",
            "    def enough(batches):\n"
            "        m = @{batch} * batches\n"
            "        return m >= k and quiet_bound(m, k, eps) <= delta\n"
            "\n"
            "    few, many = 0, 1\n"
            "    while not enough(many):\n"
            "        few, many = many, 2 * many\n"
            "    while many - few > 1:\n"
            "        middle = (few + many) // 2\n"
            "        few, many = (few, middle) if enough(middle) else (middle, many)\n"
            "    return many\n",
        ),
    },
    "q5": {
        "errors are counted": (
            "(truth != y).mean() - (labels != y).mean()",
            "(sum(truth != y) - sum(labels != y)) / 50",
        ),
        "differences of labels": (
            "(truth != y).mean() - (labels != y).mean()",
            "np.mean(abs(truth - y) - abs(np.array(labels) - y))",
        ),
        "the circle is turned first": (
            "        fitted = [fit(x, y, k, @{cheap}) for k in (@{k}, @{3 * k})]\n",
            "        turned = (x + 0.5) % 1\n"
            "        fitted = [fit(turned, y, k, @{cheap}) for k in (@{k}, @{3 * k})]\n",
        ),
    },
}
