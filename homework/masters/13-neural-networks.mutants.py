"""Wrong solutions of homework 13 that its hidden tests must catch."""

MUTANTS = {
    "q1": {
        "no shortcut": ("hs.append(hs[-1] + alpha", "hs.append(alpha"),
        "no leak": ("np.maximum(z, @{a} * z)", "np.maximum(z, 0)"),
        "alpha is forgotten": ("hs[-1] + alpha * B_t", "hs[-1] + B_t"),
        "the slope is 1 at zero": ("A[t] @ hs[t] > 0", "A[t] @ hs[t] >= 0"),
        "the slope is taken one block later": ("A[t] @ hs[t] >", "A[t] @ hs[t + 1] >"),
        "from the input to the output": ("in reversed(range(len(A)))", "in range(len(A))"),
        "A is not transposed": ("A[t].T", "A[t]"),
        "B is not transposed": ("B[t].T", "B[t]"),
        "the shortcut passes nothing back": ("g = g + alpha", "g = alpha"),
    },
    "q2": {
        "the leak is not squared": ("v = (1 + @{a} ** 2) / 2", "v = (1 + @{a}) / 2"),
        "half is forgotten": ("v = (1 + @{a} ** 2) / 2", "v = 1 + @{a} ** 2"),
        "alpha is not squared": ("v * alpha**2", "v * alpha"),
        "gamma is not squared": ("/ 2 * gamma**2", "/ 2 * gamma"),
        "an upper bound that always holds": ("math.exp(growth)", "math.exp(2 * growth)"),
        "the lower bound 1": ("return 1 + growth, ", "return 1, "),
        "the root of the depth": ("F ** (1 / L)", "F ** (1 / math.sqrt(L))"),
        "the square of alpha": ("math.sqrt((F", "abs((F"),
    },
    "q3": {
        "one block too many": ("    return L\n", "    return L + 1\n"),
        "one block too few": ("    return L\n", "    return max(1, L - 1)\n"),
        "alpha does not follow the depth": ("@{c} / math.sqrt(L), L)", "@{c}, L)"),
        "the lower bound": ("size_bounds(@{c})[1]", "size_bounds(@{c})[0]"),
        "only even depths": ("L += 1", "L += 2"),
    },
    "q5": {
        "not paired": (
            "        h = forward(",
            "        x, A, B = draw_network(rng, L)\n        h = forward(",
        ),
        "alpha does not follow the depth": ("@{c} / math.sqrt(L))", "@{c})"),
        "beta for a ReLU without leak": ("(1 + @{a} ** 2) / 2)", "1 / 2)"),
        "the length is not squared": ("math.log((last", "0.5 * math.log((last"),
        "not divided by the input": (" / (x @ x))", ")"),
        "the two are exchanged": ("in (p, h)]", "in (h, p)]"),
        "chance of its own": ("    for _ in", "    rng = np.random.default_rng(7)\n    for _ in"),
        "too few samples": ('"samples": 290', '"samples": 40'),
        "too shallow": ('"depth": 10', '"depth": 1'),
        "above the budget": ('"samples": 290', '"samples": 500'),
    },
}
