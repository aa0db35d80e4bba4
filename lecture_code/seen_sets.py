r"""The set of atoms a sample has seen: exact failure probabilities without enumerating samples.

A hypothesis is consistent with a sample iff it is right on every atom *seen*, however often and in
whatever order.  So the 2^n subsets of the atoms decide, not the n^m samples, and a law on n <= 20
atoms is computed for every sample size m.  Subsets are numbers: bit i of A says that atom i is
in A.  Source: chapter 01, finite classes in the realizable case.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lecture_code.notation import positive_integer, probability_vector

MOST_ATOMS = 20  # a million subsets


def _cube(n: int) -> list[tuple[int, int, int]]:
    """Return, for each atom i, the shape that splits 2^n subsets into those without and with i."""
    return [(1 << (n - 1 - i), 2, 1 << i) for i in range(n)]


def _few_atoms(p: ArrayLike) -> NDArray[Any]:
    weights = probability_vector(p)
    if len(weights) > MOST_ATOMS:
        raise ValueError(f"p must have at most {MOST_ATOMS} entries; got {len(weights)}")
    return weights


def _masses(p: NDArray[Any]) -> NDArray[Any]:
    """Return p(B) for all subsets B of the atoms; bit i of the index B says that i is in B."""
    masses = p[:1] * 0
    for q in p:
        masses = np.concatenate([masses, masses + q])
    shares: NDArray[Any] = masses / masses[-1]  # floats may miss 1 by a rounding
    return shares


def seen_set_probabilities(p: ArrayLike, m: int) -> NDArray[Any]:
    r"""Return the probability of each subset of atoms to be the set seen in m i.i.d. draws.

    .. math:: \mathbb P[\text{seen} = A] = \sum_{B\subseteq A} (-1)^{\lvert A\setminus B\rvert}
              \,p(B)^m

    since :math:`\mathbb P[\text{seen}\subseteq A] = p(A)^m = \sum_{B\subseteq A}
    \mathbb P[\text{seen} = B]`, which Möbius inversion solves, one atom at a time.

    ``p``: (n,) probabilities, n <= 20; ``m``: number of draws, at least 0.  Returns (2^n,); bit i
    of the index A says that atom i is in A.  Fractions stay exact; with floats an entry may err
    by :math:`2^{\lvert A\rvert}` roundings.  Raises ValueError on another p or m.

    >>> [str(q) for q in seen_set_probabilities([Fraction(1, 3), Fraction(2, 3)], 2)]
    ['0', '1/9', '4/9', '4/9']

    Implements: lem-seen.
    Source: chapter 01, exact failure probabilities.
    """
    weights, m = _few_atoms(p), positive_integer(m, "m", least=0)
    seen = _masses(weights) ** m
    for shape in _cube(len(weights)):
        halves = seen.reshape(shape)
        halves[:, 1] -= halves[:, 0]
    return seen if seen.dtype == object else np.maximum(seen, 0)


def probability_some_consistent(errors: ArrayLike, p: ArrayLike, m: int) -> Fraction | float:
    r"""Return the probability that some hypothesis errs on none of m i.i.d. examples.

    Let :math:`C_h` be the set of atoms on which h is right.  Then h is consistent with the sample
    iff every atom seen lies in :math:`C_h`, so that only the set of seen atoms matters:

    .. math:: \mathbb P[\exists h:\ L_S(h) = 0] = \sum_A g(A)\,\mathbb P[\text{seen} = A],
              \qquad g(A) = 1[\exists h:\ A \subseteq C_h].

    Inserting :math:`\mathbb P[\text{seen} = A] = \sum_{B\subseteq A}
    (-1)^{\lvert A\setminus B\rvert}\,p(B)^m` and summing over A first,

    .. math:: \mathbb P[\exists h:\ L_S(h) = 0] = \sum_B c(B)\,p(B)^m, \qquad
              c(B) = \sum_{A\supseteq B} (-1)^{\lvert A\setminus B\rvert}\,g(A).

    The coefficients c are whole numbers, free of rounding, and found by two sweeps over the
    atoms (g: "or" over supersets; c: Möbius inversion over supersets) in :math:`n 2^n` steps.
    They vanish outside the intersections of the :math:`C_h` (the formula is inclusion-exclusion
    over hypotheses, sorted), so no term :math:`p(B)^m` exceeds the result, and the relative error
    with floats is at most about :math:`10^{-16} (n m + \sum_B \lvert c(B)\rvert)`.

    ``errors``: (k, n) booleans, does hypothesis h err on atom i; k = 0 is allowed and gives 0.
    ``p``: (n,) probabilities of the atoms, n <= 20.  ``m``: sample size, at least 0.  Returns a
    Fraction if p holds Fractions, else a float.  Raises ValueError on bad shapes or p.

    >>> probability_some_consistent([[True, False]], [Fraction(1, 4), Fraction(3, 4)], 2)
    Fraction(9, 16)

    Implements: lem-misleading.
    Source: chapter 01, finite classes (the misleading samples, computed exactly).
    """
    weights, m = _few_atoms(p), positive_integer(m, "m", least=0)
    n = len(weights)
    try:
        wrong = np.asarray(errors)
    except ValueError as error:
        raise ValueError(f"errors must have shape (k, {n}); got rows of unequal length") from error
    if wrong.ndim != 2 or wrong.shape[1] != n:
        raise ValueError(f"errors must have shape (k, {n}); got shape {wrong.shape}")
    if wrong.dtype != np.bool_ and not np.isin(wrong, (0, 1)).all():
        raise ValueError(f"errors must hold booleans; got {wrong.dtype} entries other than 0 and 1")
    right = ~wrong.astype(bool) @ (1 << np.arange(n))  # (k, n) @ (n,) -> (k,): the sets C_h
    g = np.zeros(1 << n, dtype=bool)
    g[right] = True
    for shape in _cube(n):
        halves = g.reshape(shape)
        halves[:, 0] |= halves[:, 1]
    c = g.astype(np.int64)
    for shape in _cube(n):
        signed = c.reshape(shape)
        signed[:, 0] -= signed[:, 1]
    needed = np.flatnonzero(c)
    terms = _masses(weights)[needed] ** m * c[needed]
    return sum(terms, Fraction(0)) if terms.dtype == object else min(1.0, math.fsum(terms))
