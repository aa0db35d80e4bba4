"""Wrong solutions of homework 6 that its hidden tests must catch."""

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
