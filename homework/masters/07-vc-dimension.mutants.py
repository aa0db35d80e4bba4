"""Wrong solutions of homework 7 that its hidden tests must catch."""

MUTANTS = {
    "q1": {
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
