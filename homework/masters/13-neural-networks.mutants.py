"""Solutions of homework 13: wrong ones that its tests must catch, right ones they must accept."""

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

EQUIVALENT = {
    "q1": {
        "the activation by the absolute value": (
            "np.maximum(z, @{a} * z)",
            "(@{1 + a} * z + @{1 - a} * abs(z)) / 2",
        ),
        "the activation in two parts, a list of rows": (
            "        hs.append(hs[-1] + alpha * B_t @ np.maximum(z, @{a} * z))\n"
            "    return np.array(hs)\n",
            "        phi = np.maximum(z, 0) + @{a} * np.minimum(z, 0)\n"
            "        hs.append(hs[-1] + (B_t @ phi) * alpha)\n"
            "    return hs\n",
        ),
        "a copy that grows": (
            "    hs = [np.array(x, dtype=float)]\n"
            "    for A_t, B_t in zip(A, B):\n"
            "        z = A_t @ hs[-1]\n"
            "        hs.append(hs[-1] + alpha * B_t @ np.maximum(z, @{a} * z))\n"
            "    return np.array(hs)\n",
            "    hs = np.tile(1.0 * x, (len(A) + 1, 1))\n"
            "    for t in range(len(A)):\n"
            "        z = [sum(row * hs[t]) for row in A[t]]\n"
            "        r = np.array([number if number > 0 else @{a} * number for number in z])\n"
            "        hs[t + 1 :] += alpha * (B[t] * r).sum(axis=1)\n"
            "    return hs\n",
        ),
        "rows instead of columns, sums of products": (
            "alpha * A[t].T @ (slope * (B[t].T @ g))",
            "np.einsum('i,i,ij->j', np.einsum('i,ij->j', alpha * g, B[t]), slope, A[t])",
        ),
    },
    "q2": {
        "block by block": (
            "(1 + v * alpha**2) ** L",
            "math.prod([1 + v * alpha * alpha] * L)",
        ),
        "the exponential of a logarithm": (
            "(1 + v * alpha**2) ** L",
            "math.exp(L * math.log(1 + v * alpha**2))",
        ),
        "the logarithm of F": (
            "math.sqrt((F ** (1 / L) - 1) * 2 / (1 + @{a} ** 2))",
            "(2 * math.expm1(math.log(F) / L) / (1 + @{a} * @{a})) ** 0.5",
        ),
        "by halving an interval": (
            "    return math.sqrt((F ** (1 / L) - 1) * 2 / (1 + @{a} ** 2))\n",
            "    low, high = 0.0, math.sqrt(2 * F)\n"
            "    for _ in range(100):\n"
            "        middle = (low + high) / 2\n"
            "        if mean_size(middle, L) <= F:\n"
            "            low = middle\n"
            "        else:\n"
            "            high = middle\n"
            "    return low\n",
        ),
    },
    "q3": {
        "the share": (
            "mean_size(@{c} / math.sqrt(L), L) < s * size_bounds(@{c})[1]",
            "mean_size(@{c} * L**-0.5, L) / size_bounds(@{c})[1] < s",
        ),
        "logarithms": (
            "mean_size(@{c} / math.sqrt(L), L) < s * size_bounds(@{c})[1]",
            "L * math.log1p(size_bounds(@{c})[0] / L - 1 / L)"
            " - math.log(size_bounds(@{c})[1]) < math.log(s)",
        ),
        "by halving an interval": (
            "    L = 1\n"
            "    while mean_size(@{c} / math.sqrt(L), L) < s * size_bounds(@{c})[1]:\n"
            "        L += 1\n",
            "    def enough(L):\n"
            "        return mean_size(@{c} / L**0.5, L) >= s * size_bounds(@{c})[1]\n"
            "\n"
            "    low, L = 0, 1\n"
            "    while not enough(L):\n"
            "        low, L = L, 2 * L\n"
            "    while L - low > 1:\n"
            "        middle = (low + L) // 2\n"
            "        if enough(middle):\n"
            "            L = middle\n"
            "        else:\n"
            "            low = middle\n",
        ),
    },
    "q5": {
        "beta first": (
            "B_t @ np.maximum(z, @{a} * z) / math.sqrt((1 + @{a} ** 2) / 2)",
            "math.sqrt(2 / (1 + @{a * a})) * B_t @ np.where(z > 0, z, @{a} * z)",
        ),
        "twice the logarithm of the length": (
            "math.log((last @ last) / (x @ x))",
            "2 * (math.log(np.linalg.norm(last)) - math.log(np.linalg.norm(x)))",
        ),
        "fewer samples, more depth": (
            '"samples": 290, "depth": 10',
            '"samples": 330, "depth": 9',
        ),
    },
}
