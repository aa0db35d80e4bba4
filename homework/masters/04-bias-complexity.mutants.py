"""Wrong solutions of homework 4 that its hidden tests must catch."""

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
