"""Wrong solutions of homework 2 that its hidden tests must catch."""

MUTANTS = {
    "q1": {
        "boxes ticked on all forms, whatever their label": ("X[y == 1]", "X[y >= 0]"),
        "boxes ticked on some accepted form": (
            "(accepted == 1).all(axis=0)",
            "(accepted == 1).any(axis=0)",
        ),
        "only the last three accepted forms count": ("X[y == 1]", "X[y == 1][-3:]"),
        "a box may be blank on a few accepted forms": (
            "(accepted == 1).all(axis=0)",
            "accepted.mean(axis=0) >= 0.9",
        ),
        "boxes blank on all refused forms are kept": (
            "(accepted == 1).all(axis=0)",
            "(accepted == 1).all(axis=0) | (X[y == 0] == 0).all(axis=0)",
        ),
        "ties are not broken by length": (
            "(errors, -int(T.sum()), -code)",
            "(errors, -code)",
        ),
        "the shortest of several": ("-int(T.sum())", "int(T.sum())"),
        "the smallest number of several": ("-int(T.sum()), -code", "-int(T.sum()), code"),
        "the empty checklist is left out": ("range(2**d)", "range(1, 2**d)"),
        "one ticked box is enough": ("X[:, T].all(axis=1)", "X[:, T].any(axis=1)"),
    },
    "q2": {
        "epsilon is not divided among the boxes": (
            "while d * (1 - eps / d) **",
            "while d * (1 - eps) **",
        ),
        "one pad fewer": ("    return pads\n", "    return max(1, pads - 1)\n"),
        "forms, not pads": ("** (@{pad} * pads)", "** pads"),
        "the exponential instead of the power": (
            "max(1, math.floor(m / @{pad}) - 1)",
            "math.ceil(d / eps * math.log(d / delta) / @{pad})",
        ),
        "the finite class instead": (
            "while d * (1 - eps / d) **",
            "while 2**d * (1 - eps) **",
        ),
        "boxes that are left may also be gone": (" * (1 - stays[~T]).prod()", ""),
        "a sum of gaps instead of the risk": ("1 - p[T].prod()", "(1 - p[T]).sum()"),
        "one form instead of m": ("stays = p**m", "stays = p"),
        "the union bound instead of the truth": (
            "return float(total)",
            "return float(stays[1 - p > eps].sum())",
        ),
        "a risk of exactly eps counts as above it": ("eps + 1e-9", "eps - 1e-9"),
    },
    "q3": {
        "two boxes": ("np.full(@{boxes}, ", "np.full(2, "),
        "all boxes but two are nearly always ticked": (
            "np.full(@{boxes}, @{round(0.999 - risk / 100, 3)})",
            "np.append(np.full(@{boxes - 2}, 1 - 1e-4), [@{round(0.999 - risk / 100, 3)}] * 2)",
        ),
        "so few forms that even the friend's bound is large": ("), 30\n", "), 5\n"),
        "the boxes are far too risky": ("@{round(0.999 - risk / 100, 3)}", "0.5"),
    },
    "q5": {
        "only false rejects are counted": ("passes_T + passes_R - 2 * both", "passes_R - both"),
        "only false accepts are counted": ("passes_T + passes_R - 2 * both", "passes_T - both"),
        "the factor of the noise is lost": ("(1 - 2 * @{noise})", "1"),
        "the order of the two is exchanged": (
            "[excess(longest_checklist(X, y)), excess(best_checklist(X, y))]",
            "[excess(best_checklist(X, y)), excess(longest_checklist(X, y))]",
        ),
        "not paired": (
            "excess(best_checklist(X, y))",
            "excess(best_checklist(*draw_forms(rng, @{m})))",
        ),
        "chance of its own": ("    rows = []", "    rows, rng = [], np.random.default_rng(7)"),
        "too few samples": ('"samples": 280', '"samples": 20'),
        "too many samples": ('"samples": 280', '"samples": 1000'),
    },
}
