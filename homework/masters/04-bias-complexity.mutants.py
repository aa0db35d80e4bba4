"""Solutions of homework 4: wrong ones that its tests must catch, right ones they must accept."""

MUTANTS = {
    "q1": {
        "another example decides": (
            '@{rule["code"]}',
            "at[len(at) // 2]",
        ),
        "the majority of the block decides": (
            'labels[@{rule["code"]}]',
            "2 * labels[at].sum() > len(at)",
        ),
        "another answer where there is no example": (
            "np.full(n, @{other})",
            "np.full(n, @{1 - other})",
        ),
        "the remainder instead of the quotient": ("houses // b == j", "houses % b == j"),
        "only the house seen gets the label": (
            "answers[j * b : (j + 1) * b] = labels",
            "answers[houses[at]] = labels",
        ),
        "the ones are always the minority": ("np.minimum(ones, b - ones)", "ones"),
        "a minority of the whole town": (
            "np.minimum(ones, b - ones).sum()",
            "min(ones.sum(), len(f) - ones.sum())",
        ),
        "the risk for the estimation error": ("(h != f).mean() - approximation", "(h != f).mean()"),
    },
    "q2": {
        "unvisited blocks cost everything": ("0.5 * missed", "missed"),
        "the deciding house itself is forgotten": (" * (1 - 1 / b)", ""),
        "a visited block costs rho": ("2 * rho * (1 - rho)", "rho"),
        "the factor 2 is lost": ("2 * rho * (1 - rho)", "rho * (1 - rho)"),
        "not multiplied by the visited share": ("(1 - missed) * (1 - 1", "(1 - 1"),
        "sizes that do not divide g": ("if g % b == 0", "if b <= g"),
        "the largest of equal sizes": ("return min(b for", "return max(b for"),
        "the largest block is never tried": ("range(1, g + 1)", "range(1, max(2, g))"),
        "days, not examples": ("m = @{day} * days", "m = days"),
        "the floor of the memoriser": (
            "0.5 * street + rho * (house - street)",
            "0.5 * house",
        ),
        "the floor counts unvisited streets twice": ("rho * (house - street)", "rho * house"),
        "the floor forgets the deviations": (
            "0.5 * street + rho * (house - street)",
            "0.5 * street",
        ),
    },
    "q3": {
        "all blocks are divided": ("(block % @{c} == 0)", "(block >= 0)"),
        "every other house": ("np.arange(n) % b >= b // 2", "np.arange(n) % 2 == 1"),
        "only one block is divided": ("block % @{c} == 0", "block == 0"),
        "whole blocks are of one label": (
            "np.arange(n) % b >= b // 2",
            "np.ones(n, dtype=bool)",
        ),
    },
    "q5": {
        "ties go the other way": (
            "2 * ones == votes, @{other},",
            "2 * ones == votes, @{1 - other},",
        ),
        "a house drawn twice votes once": (
            "        ones = np.bincount(houses",
            "        houses = np.unique(houses)\n        ones = np.bincount(houses",
        ),
        "not paired": (
            "        one = block",
            "        houses = rng.integers(0, 60, @{m})\n        one = block",
        ),
        "houses that were seen are left out": (
            "(one != f).mean()",
            "np.delete(one != f, houses).mean()",
        ),
        "another town for the vote": (
            "(np.repeat(majority, @{street['g']}) != f)",
            "(np.repeat(majority, @{street['g']}) != draw_town(rng))",
        ),
        "chance of its own": ("    rows = []", "    rows, rng = [], np.random.default_rng(7)"),
        "too few towns": ('"towns": 800', '"towns": 50'),
        "too many towns": ('"towns": 800', '"towns": 5000'),
    },
}

EQUIVALENT = {
    "q1": {
        "house by house": (
            "    answers = np.full(n, @{other})\n"
            "    for j in range(n // b):\n"
            "        at = np.flatnonzero(houses // b == j)\n"
            "        if len(at):\n"
            "            answers[j * b : (j + 1) * b] = labels[@{rule['code']}]\n"
            "    return answers\n",
            "    answers = []\n"
            "    for i in range(n):\n"
            "        at = [t for t, house in enumerate(houses) if int(house / b) == int(i / b)]\n"
            "        answers.append(labels[@{rule['code']}] if at else @{other})\n"
            "    return np.array(answers)\n",
        ),
        "the majority of each block": (
            "np.minimum(ones, b - ones).sum() / len(f)",
            "1 - np.maximum(ones, b - ones).sum() / len(f)",
        ),
        "the mean of shares": (
            "np.minimum(ones, b - ones).sum() / len(f)",
            "np.mean([min(share, 1 - share) for share in f.reshape(-1, b).mean(axis=1)])",
        ),
        "the estimation error from whole numbers": (
            "(h != f).mean() - approximation",
            "(sum(h != f) - np.minimum(ones, b - ones).sum()) / len(f)",
        ),
    },
    "q2": {
        "what the block learner gains over a coin": (
            "0.5 * missed + (1 - missed) * (1 - 1 / b) * 2 * rho * (1 - rho)",
            "0.5 - (1 - missed) * (0.5 - (b - 1) / b * (2 * rho - 2 * rho**2))",
        ),
        "a product of shares": (
            "missed = (1 - b / n) ** m",
            "missed = np.prod([(n - b) / n] * m)",
        ),
        "fractions": (
            "missed = (1 - b / n) ** m",
            "missed = float(__import__('fractions').Fraction(n - b, n) ** m)",
        ),
        "the first of a sorted list": (
            "    return min(b for b in risks if risks[b] <= min(risks.values()) + 1e-12)",
            "    least = risks[min(risks, key=risks.get)]\n"
            "    return next(b for b in sorted(risks) if risks[b] - least <= 1e-12)",
        ),
        "the floor in another order": (
            "0.5 * street + rho * (house - street)",
            "rho * house + (0.5 - rho) * street",
        ),
    },
    "q3": {
        "other halves of other blocks": (
            "second_half & (block % @{c} == 0)",
            "~second_half & (block % @{c} == @{c} - 1)",
        ),
        "the first blocks are divided": ("block % @{c} == 0", "block < n // (@{c} * b)"),
        "a pattern again and again, mostly ones": (
            "(second_half & (block % @{c} == 0)).astype(int)",
            "np.tile([0] * (b // 2) + [1] * (@{c} * b - b // 2), n // (@{c} * b))",
        ),
        "other blocks have labels of their own": (
            "(second_half & (block % @{c} == 0)).astype(int)",
            "np.where(block % @{c} == 0, second_half, block % 2)",
        ),
    },
    "q5": {
        "shares of a street": (
            "np.where(2 * ones == votes, @{other}, 2 * ones > votes)",
            "np.where(votes == 0, 0.5, ones / np.maximum(votes, 1))\n"
            "        majority[majority == 0.5] = @{other}\n"
            "        majority = np.round(majority)",
        ),
        "votes for and against": (
            "np.where(2 * ones == votes, @{other}, 2 * ones > votes)",
            "np.select([ones > votes - ones, ones < votes - ones], [1, 0], @{other})",
        ),
        "street by street": (
            "majority = np.where(2 * ones == votes, @{other}, 2 * ones > votes)",
            "told = [f[houses[houses // @{street['g']} == j]] for j in range(len(votes))]\n"
            "        middle = [np.median(own) if len(own) else 0.5 for own in told]\n"
            "        majority = np.array([@{other} if m == 0.5 else int(m) for m in middle])",
        ),
    },
}
