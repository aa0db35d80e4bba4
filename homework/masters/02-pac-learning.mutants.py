"""Solutions of homework 2: wrong ones that its tests must catch, right ones they must accept."""

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

EQUIVALENT = {
    "q1": {
        "ticks are counted": (
            "(accepted == 1).all(axis=0)",
            "accepted.sum(axis=0) == len(accepted)",
        ),
        "boxes are struck out form by form": (
            "    return (accepted == 1).all(axis=0)",
            "    left = np.ones(d, dtype=bool)\n"
            "    for form in accepted:\n"
            "        left &= form.astype(bool)\n"
            "    return left",
        ),
        "a product with the checklist": (
            "(X[:, T].all(axis=1) != y)",
            "((X @ T == T.sum()) != y)",
        ),
        "from the largest number downwards": (
            "    for code in range(2**d):\n",
            "    for code in reversed(range(2**d)):\n",
        ),
        "the first of a sorted list": (
            "    best, least = None, None\n"
            "    for code in range(2**d):\n"
            "        T = np.array([code >> (d - 1 - j) & 1 for j in range(d)], dtype=bool)\n"
            "        errors = int((X[:, T].all(axis=1) != y).sum())\n"
            "        key = (errors, -int(T.sum()), -code)\n"
            "        if least is None or key < least:\n"
            "            best, least = T, key\n"
            "    return best",
            "    every = [format(code, f'0{d}b') for code in range(2**d)]\n"
            "    lists = [np.array([box == '1' for box in word]) for word in every]\n"
            "    lists.sort(key=lambda T: (-T.sum(), *(~T)))\n"
            "    rates = [np.mean([all(x[T]) != b for x, b in zip(X, y)]) for T in lists]\n"
            "    return lists[int(np.argmin(rates))]",
        ),
    },
    "q2": {
        "the pads in closed form": (
            "    pads = max(1, math.floor(m / @{pad}) - 1)\n"
            "    while d * (1 - eps / d) ** (@{pad} * pads) > delta:\n"
            "        pads += 1\n"
            "    return pads\n",
            "    return max(1, math.ceil(m / @{pad}))\n",
        ),
        "the bound by logarithms": (
            "while d * (1 - eps / d) ** (@{pad} * pads) > delta:",
            "while math.log(d) + @{pad} * pads * math.log(1 - eps / d) > math.log(delta):",
        ),
        "one pad after the other, a product": (
            "    pads = max(1, math.floor(m / @{pad}) - 1)\n"
            "    while d * (1 - eps / d) ** (@{pad} * pads) > delta:\n"
            "        pads += 1\n",
            "    pads, bound = 1, d * (1 - eps / d) ** @{pad}\n"
            "    while bound > delta:\n"
            "        pads, bound = pads + 1, bound * (1 - eps / d) ** @{pad}\n",
        ),
        "the risk by logarithms": (
            "1 - p[T].prod() > eps + 1e-9",
            "-math.expm1(np.log(p[T]).sum()) > eps + 1e-9",
        ),
        "the complement": (
            "        if 1 - p[T].prod() > eps + 1e-9:\n"
            "            total += stays[T].prod() * (1 - stays[~T]).prod()\n"
            "    return float(total)",
            "        if p[T].prod() >= 1 - eps - 1e-9:\n"
            "            total += np.where(T, stays, 1 - stays).prod()\n"
            "    return 1 - total",
        ),
        "box after box": (
            "    for code in range(2**d):\n"
            "        T = np.array([code >> j & 1 for j in range(d)], dtype=bool)\n"
            "        if 1 - p[T].prod() > eps + 1e-9:\n"
            "            total += stays[T].prod() * (1 - stays[~T]).prod()\n",
            "    lists = [(1.0, 1.0)]\n"
            "    for q in p:\n"
            "        left = [(chance * q**m, passes * q) for chance, passes in lists]\n"
            "        lists = left + [(chance * (1 - q**m), passes) for chance, passes in lists]\n"
            "    total = sum(chance for chance, passes in lists if 1 - passes - eps > 1e-9)\n",
        ),
    },
    "q3": {
        "boxes only just too risky, and twice as many forms": (
            "np.full(@{boxes}, @{round(0.999 - risk / 100, 3)}), 30",
            "1 - @{risk / 100} - 1e-5 * np.arange(1, @{boxes + 1}), 60",
        ),
        "one box is far too risky": (
            "np.full(@{boxes}, @{round(0.999 - risk / 100, 3)}), 30",
            "[0.3] + [@{round(0.9999 - risk / 100, 4)}] * @{boxes - 1}, 60",
        ),
        "as near as the question allows": (
            "np.full(@{boxes}, @{round(0.999 - risk / 100, 3)}), 30",
            "np.full(@{boxes}, 1 - @{risk / 100} - 2e-6), 1000",
        ),
    },
    "q5": {
        "two ways of disagreeing": (
            "passes_T + passes_R - 2 * both",
            "(passes_T - both) + (passes_R - both)",
        ),
        "the difference of two risks": (
            "        return (1 - 2 * @{noise}) * (passes_T + passes_R - 2 * both)",
            "        apart = passes_T + passes_R - 2 * both\n"
            "        return apart * (1 - @{noise}) + (1 - apart) * @{noise} - @{noise}",
        ),
        "a sum over all 32 forms": (
            "        passes_T, passes_R = TICKED[T].prod(), TICKED[REQUIRED].prod()\n"
            "        both = TICKED[T | REQUIRED].prod()\n"
            "        return (1 - 2 * @{noise}) * (passes_T + passes_R - 2 * both)",
            "        forms = np.array([[code >> j & 1 for j in range(5)] for code in range(32)])\n"
            "        chances = np.where(forms, TICKED, 1 - TICKED).prod(axis=1)\n"
            "        wrong = forms[:, T].all(axis=1) ^ forms[:, REQUIRED].all(axis=1)\n"
            "        return (1 - 2 * @{noise}) * chances[wrong].sum()",
        ),
    },
}
