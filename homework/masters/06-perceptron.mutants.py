"""Solutions of homework 6: wrong ones that its tests must catch, right ones they must accept."""

MUTANTS = {
    "q1": {
        "an example exactly at beta counts as right": ("scores <= beta", "scores < beta"),
        "beta is forgotten": ("scores <= beta", "scores <= 0"),
        "the label is forgotten in the update": ("w + y[i] * X[i]", "w + X[i]"),
        "the start is not zero": ("np.zeros(X.shape[1])", "np.ones(X.shape[1])"),
        "one update too many is allowed": ("len(chosen) < max", "len(chosen) <= max"),
        "another rule of choice": ('int(@{rule["code"]})', "int(mistaken[len(mistaken) // 2])"),
        "X is scaled in place": ("w, chosen = np", "X /= X.max(); w, chosen = np"),
        "updates are recorded twice": ("chosen.append(i)", "chosen += [i, i]"),
    },
    "q2": {
        "the factor 2 is lost": ("R2 + 2 * beta", "R2 + beta"),
        "the square of the margin is lost": ("(length / least) ** 2", "(length / least)"),
        "the length of u is forgotten": ("(length / least) ** 2", "(1 / least) ** 2"),
        "the smallest length instead of the largest": (".sum(axis=1).max()", ".sum(axis=1).min()"),
        "the largest margin instead of the smallest": ("(X @ u)).min()", "(X @ u)).max()"),
        "a u that is wrong about an example gets a number": ("least <= 0", "least == 0"),
        "a bound so large that it always holds": ("return float(", "return float(1000 * "),
        "updates, not cents": ("@{price} * (R2", "(R2"),
    },
    "q3": {
        "rows of length 1": ("@{length} * np.eye(k)", "np.eye(k)"),
        "u finds only the first example": ("np.ones(k)\n", "np.eye(k)[0]\n"),
        "the margin is not the widest": ("np.ones(k)\n", "np.arange(1.0, k + 1)\n"),
        "one example again and again": ("@{length} * np.eye(k)", "@{length} * np.eye(k)[[0] * k]"),
    },
    "q5": {
        "not paired": (
            "for beta in (0, @{c})]",
            "for beta in (0, @{c}) for X, y, u in [draw_sample(rng, 40, 5)]]",
        ),
        "w is not divided by its length": (" / np.linalg.norm(w)", ""),
        "the order of the two is exchanged": ("(0, @{c})]", "(@{c}, 0)]"),
        "chance of its own": ("    ratios = []", "    ratios, rng = [], np.random.default_rng(7)"),
        "too few samples": ('"samples": 60', '"samples": 4'),
        "too many samples": ('"samples": 60', '"samples": 500'),
        "another dimension": ("draw_sample(rng, 40, 5)", "draw_sample(rng, 40, 4)"),
    },
}

EQUIVALENT = {
    "q1": {
        "products, then sums": ("y * (X @ w)", "y * (X * w).sum(axis=1)"),
        "sums of Python": (
            "y * (X @ w)",
            "np.array([sum(a * b for a, b in zip(x, w)) for x in X]) * y",
        ),
        "labels within the products, from the other end": (
            "y * (X @ w)",
            "(y[:, None] * X)[:, ::-1] @ w[::-1]",
        ),
        "w is summed anew": (
            "        w = w + y[i] * X[i]\n        chosen.append(i)\n",
            "        chosen.append(i)\n        w = y[chosen] @ X[chosen]\n",
        ),
    },
    "q2": {
        "the margin as defined": (
            "    least = (y * (X @ u)).min()\n"
            "    if length == 0 or least <= 0:\n"
            "        return math.inf\n"
            "    R2 = (X**2).sum(axis=1).max()\n"
            "    return float(@{price} * (R2 + 2 * beta) * (length / least) ** 2)",
            "    if not length:\n"
            "        return math.inf\n"
            "    margin = (y * (X @ (u / length))).min()\n"
            "    R = max(np.linalg.norm(X, axis=1))\n"
            "    bound = (R**2 + 2 * beta) / margin**2 if margin > 0 else math.inf\n"
            "    return bound * @{price}",
        ),
        "sums of Python": (
            "(y * (X @ u)).min()",
            "min(b * sum(s * t for s, t in zip(x, u)) for x, b in zip(X, y))",
        ),
        "the squared length of u": ("(length / least) ** 2", "(u @ u) / least**2"),
        "the longest row": ("(X**2).sum(axis=1).max()", "max(math.hypot(*x) for x in X) ** 2"),
    },
    "q3": {
        "all labels are -1": (
            "@{length} * np.eye(k), np.ones(k, dtype=int)",
            "-@{length} * np.eye(k), -np.ones(k, dtype=int)",
        ),
        "both labels": (
            "    X, y = @{length} * np.eye(k), np.ones(k, dtype=int)\n    return X, y, np.ones(k)",
            "    y = [(-1) ** i for i in range(k)]\n"
            "    X = [[@{length} * y[i] * (i == j) for j in range(k)] for i in range(k)]\n"
            "    return X, y, [0.3] * k",
        ),
        "the sample is turned": (
            "    X, y = @{length} * np.eye(k), np.ones(k, dtype=int)\n    return X, y, np.ones(k)",
            "    Q, _ = np.linalg.qr(np.random.default_rng(k).normal(size=(k, k)))\n"
            "    y = np.where(np.arange(k) % 3, 1, -1)\n"
            "    return @{length} * Q, y, y @ Q",
        ),
    },
    "q5": {
        "everything in another unit": (
            "cautious_perceptron(X, y, beta)[0]",
            "cautious_perceptron(1.1 * X, y, 1.21 * beta)[0]",
        ),
        "w is divided by its length first": (
            "(y * (X @ w)).min() / np.linalg.norm(w)",
            "min(y[i] * (X[i] @ (w / np.sqrt(w @ w))) for i in range(len(y)))",
        ),
        "as many samples as there may be": ('"samples": 60', '"samples": 100'),
    },
}
