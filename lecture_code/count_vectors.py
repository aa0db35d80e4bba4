r"""How often each atom was drawn: all that a learner which ignores order can see of a sample.

Of n atoms, m draws give one of :math:`\binom{m+n-1}{n-1}` count vectors, far fewer than the n^m
samples; so laws on a few atoms are computed exactly for dozens of draws, and 10^5 random samples
are one call.  Source: chapters 01-04.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import gammaln, xlogy

from lecture_code.arguments import as_numbers
from lecture_code.notation import (
    Array,
    Integers,
    as_generator,
    positive_integer,
    probability_vector,
)

MOST_VECTORS = 2_000_000


def count_vectors(n: int, m: int) -> Integers:
    r"""Return all ways to draw m times from n atoms, the order forgotten.

    .. math:: \{c\in\mathbb N_0^n : c_1 + \dots + c_n = m\}

    ``n``: number of atoms, at least 1; ``m``: number of draws, at least 0.  Returns (N, n) with
    :math:`N=\binom{m+n-1}{n-1}`.  Raises ValueError if N exceeds two million.

    >>> count_vectors(2, 2)
    array([[0, 2],
           [1, 1],
           [2, 0]])

    Source: chapter 02, exact failure probabilities.
    """
    n, m = positive_integer(n, "n"), positive_integer(m, "m", least=0)
    size = math.comb(m + n - 1, n - 1)
    if size > MOST_VECTORS:
        raise ValueError(f"m must leave at most {MOST_VECTORS} count vectors; got {size}")
    counts, left = np.zeros((1, 0), dtype=np.int64), np.array([m])
    for _ in range(n - 1):  # each row branches into 0..left draws of the next atom
        parent = np.repeat(np.arange(len(left)), left + 1)
        starts = np.concatenate([[0], np.cumsum(left + 1)[:-1]])
        drawn = np.arange(len(parent)) - starts[parent]
        counts, left = np.column_stack([counts[parent], drawn]), left[parent] - drawn
    return np.column_stack([counts, left])


def count_probabilities(counts: ArrayLike, p: ArrayLike) -> NDArray[Any]:
    r"""Return the probability of each count vector under m i.i.d. draws.

    .. math:: \mathbb P[c] = \frac{m!}{c_1!\cdots c_n!}\,p_1^{c_1}\cdots p_n^{c_n}

    ``counts``: (N, n) whole numbers >= 0, each row with the same sum m; ``p``: (n,)
    probabilities.  Returns (N,): Fractions if p holds Fractions, else floats with a relative error
    of about m log(m) roundings.  Raises ValueError on other shapes or entries.

    >>> [str(q) for q in count_probabilities(count_vectors(2, 2), [Fraction(1, 3), Fraction(2, 3)])]
    ['4/9', '4/9', '1/9']

    Source: chapter 02, exact failure probabilities.
    """
    as_numbers(counts, "counts")
    weights, c = probability_vector(p), np.asarray(counts)
    if c.ndim != 2 or c.shape[1] != len(weights) or not np.issubdtype(c.dtype, np.integer):
        raise ValueError(
            f"counts must be integers of shape (N, {len(weights)}); got {c.dtype}, {c.shape}"
        )
    if not c.size or (c < 0).any() or (c.sum(axis=1) != c[0].sum()).any():
        raise ValueError("counts must be rows of whole numbers >= 0 with one sum")
    m = int(c[0].sum())
    if weights.dtype == object:
        factorial = [math.factorial(i) for i in range(m + 1)]
        powers = [[Fraction(q) ** i for i in range(m + 1)] for q in weights]
        exact = [
            math.prod(
                (powers[j][i] / factorial[i] for j, i in enumerate(row)),
                start=Fraction(factorial[m]),
            )
            for row in c.tolist()
        ]
        return np.array(exact, dtype=object)
    logs = gammaln(m + 1) + (xlogy(c, weights) - gammaln(c + 1)).sum(axis=1)
    probabilities: Array = np.exp(logs)
    return probabilities


def probability_of(happens: ArrayLike, counts: ArrayLike, p: ArrayLike) -> Fraction | float:
    r"""Return the probability of an event that depends on the count vector alone.

    .. math:: \mathbb P[E] = \sum_{c\in E} \mathbb P[c]

    ``happens``: (N,) booleans, one for each row of ``counts`` (N, n), which lists all count
    vectors; ``p``: (n,) probabilities.  Returns a Fraction if p holds Fractions.  Raises
    ValueError on other lengths and as ``count_probabilities`` does.

    >>> counts = count_vectors(2, 2)
    >>> probability_of(counts[:, 0] == 1, counts, [Fraction(1, 3), Fraction(2, 3)])
    Fraction(4, 9)

    Source: chapter 02, exact failure probabilities.
    """
    as_numbers(counts, "counts")
    event, rows = as_numbers(happens, "happens") != 0, np.asarray(counts)
    if event.shape != rows.shape[:1]:
        raise ValueError(f"happens must have one entry per row of counts; got {event.shape}")
    terms = count_probabilities(rows[event], p) if event.any() else probability_vector(p)[:0]
    return sum(terms, Fraction(0)) if terms.dtype == object else min(1.0, math.fsum(terms))


def draw_counts(p: ArrayLike, m: int, trials: int, *, rng: np.random.Generator) -> Integers:
    r"""Return the count vectors of many independent samples of m i.i.d. draws.

    ``p``: (n,) probabilities; ``m``: draws a sample, at least 1; ``trials``: number of samples.
    Returns (trials, n).  Raises ValueError outside.

    >>> draw_counts([0.5, 0.5], 10, 3, rng=np.random.default_rng(0)).sum(axis=1)
    array([10, 10, 10])

    Source: chapter 01, simulated failure probabilities.
    """
    weights = probability_vector(p).astype(float)
    m, trials = positive_integer(m, "m"), positive_integer(trials, "trials")
    return as_generator(rng).multinomial(m, weights / weights.sum(), size=trials)
