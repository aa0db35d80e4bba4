r"""All samples at once: what a learner can see of m draws, counted instead of enumerated.

**How often each atom was drawn: all that a learner which ignores order can see of a sample.**  Of n
atoms, m draws give one of :math:`\binom{m+n-1}{n-1}` count vectors, far fewer than the n^m samples.
Therefore distributions on a few atoms are computed exactly for dozens of draws.

**The set of atoms a sample has seen: exact failure probabilities without enumerating samples.**  A
hypothesis is consistent with a sample iff it is right on every atom *seen*, however often and in
whatever order.  The 2^n subsets of the atoms decide, not the n^m samples, and a distribution on
n <= 20 atoms is computed for every sample size m.  Subsets are numbers: bit i of A says that atom i
is in A.

**All sequences, and all vectors of signs**, where nothing is left but to run through them.

**One limit for all that enumerates**: how many there would be is known, and refused, beforehand.

Where p holds Fractions the results are Fractions, else floats.

:Source: chapters 01-04 and 13.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import gammaln, xlogy

from lecture_code.core import validate
from lecture_code.core.types import Array, Integers

#: The probabilities of n atoms, ``(n,)``.
Probabilities: TypeAlias = ArrayLike

MOST = 1 << 25  # numbers that are held or run through: a quarter of a gigabyte, or some seconds
COUNTED = 10**18  # larger numbers are not worked out


def count_vectors(n: int, m: int) -> Integers:
    r"""Return all ways to draw m times from n atoms, regardless of order, one per row.

    .. math:: \{c\in\mathbb N_0^n : c_1 + \dots + c_n = m\}

    Too many of them are refused.

    >>> count_vectors(2, 2)
    array([[0, 2],
           [1, 1],
           [2, 0]])

    :Source: chapter 02, exact failure probabilities.
    """
    n, m = validate.whole(n, "n"), validate.whole(m, "m", at_least=0)
    few(choose(m + n - 1, n - 1), "m", "count vectors", each=max(n, 16))
    counts, left = np.zeros((1, 0), dtype=np.int64), np.array([m])
    for _ in range(n - 1):  # each row branches into 0..left draws of the next atom
        parent = np.repeat(np.arange(len(left)), left + 1)
        starts = np.concatenate([[0], np.cumsum(left + 1)[:-1]])
        drawn = np.arange(len(parent)) - starts[parent]
        counts, left = np.column_stack([counts[parent], drawn]), left[parent] - drawn
    return np.column_stack([counts, left])


def count_probabilities(counts: ArrayLike, p: Probabilities) -> NDArray[Any]:
    r"""Return the probability of each count vector, a row each, under m i.i.d. draws.

    .. math:: \mathbb P[c] = \frac{m!}{c_1!\cdots c_n!}\,p_1^{c_1}\cdots p_n^{c_n}

    Floats have a relative error of about m log(m) roundings.

    >>> [str(q) for q in count_probabilities(count_vectors(2, 2), [Fraction(1, 3), Fraction(2, 3)])]
    ['4/9', '4/9', '1/9']

    :Source: chapter 02, exact failure probabilities.
    """
    p = validate.probabilities(p)
    shape, most = f"(N, {len(p)})", 2**53  # the largest whole numbers that floats tell apart
    given = validate.array(counts, "counts", shape, at_least=0, at_most=most, whole=True)
    c = given.astype(np.int64)
    m = int(c[0].sum())
    if (c.sum(axis=1) != m).any():
        raise ValueError("counts must have rows with the same sum")
    if p.dtype == object:
        factorial = [math.factorial(i) for i in range(m + 1)]
        powers = [[Fraction(q) ** i for i in range(m + 1)] for q in p]
        exact = [
            math.prod(
                (powers[j][i] / factorial[i] for j, i in enumerate(row)),
                start=Fraction(factorial[m]),
            )
            for row in c.tolist()
        ]
        return np.array(exact, dtype=object)
    logs = gammaln(m + 1) + (xlogy(c, p) - gammaln(c + 1)).sum(axis=1)
    probabilities: Array = np.exp(logs)
    return probabilities


def probability_of(happens: ArrayLike, counts: ArrayLike, p: Probabilities) -> Fraction | float:
    r"""Return the probability of an event that depends on the count vector alone.

    .. math:: \mathbb P[E] = \sum_{c\in E} \mathbb P[c]

    ``counts`` lists all count vectors, and ``happens`` says of each row whether it is in E.

    >>> counts = count_vectors(2, 2)
    >>> probability_of(counts[:, 0] == 1, counts, [Fraction(1, 3), Fraction(2, 3)])
    Fraction(4, 9)

    :Source: chapter 02, exact failure probabilities.
    """
    rows, event = validate.array(counts, "counts"), validate.array(happens, "happens") != 0
    if event.shape != rows.shape[:1]:
        raise ValueError(f"happens must have one entry per row of counts; got {event.shape}")
    terms = count_probabilities(rows[event], p) if event.any() else validate.probabilities(p)[:0]
    return sum(terms, Fraction(0)) if terms.dtype == object else min(1.0, math.fsum(terms))


def probability_some_consistent(errors: ArrayLike, p: Probabilities, m: int) -> Fraction | float:
    r"""Return the probability that some hypothesis errs on none of m >= 0 i.i.d. examples.

    ``errors`` is the (k, n) table of booleans that says which of k >= 0 hypotheses errs on which
    atom; without a hypothesis the answer is 0.  Let :math:`C_h` be the set of atoms on which h is
    right.  Then h is consistent with the sample iff every atom seen lies in :math:`C_h`, so that
    only the set of seen atoms matters:

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

    >>> probability_some_consistent([[True, False]], [Fraction(1, 4), Fraction(3, 4)], 2)
    Fraction(9, 16)

    :Implements: lem-misleading.
    """
    p, m = _few_atoms(p), validate.whole(m, "m", at_least=0)
    n, wrong = len(p), validate.array(errors, "errors")
    if wrong.ndim != 2 or wrong.shape[1] != n:
        raise ValueError(f"errors must have shape (k, {n}); got shape {wrong.shape}")
    if (odd := ~np.isin(wrong, (0, 1))).any():
        raise ValueError(f"errors must hold booleans; got {wrong[odd][0]:g}")
    bit = 1 << np.arange(n, dtype=np.int64)
    right = (wrong == 0) @ bit  # (k, n) @ (n,) -> (k,): the sets C_h
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
    if p.dtype == object:
        size = max(q.denominator.bit_length() for q in p)
        few(len(needed) * m * size, "m", "digits", each=1 / 8)
    terms = _masses(p)[needed] ** m * c[needed]
    return sum(terms, Fraction(0)) if terms.dtype == object else min(1.0, math.fsum(terms))


def all_sequences(n: int, m: int) -> Integers:
    r"""Return all n^m sequences of m atoms out of n, one per row, in lexicographic order.

    Sequence number :math:`\sum_i s_i n^{m-i}` is :math:`(s_1,\dots,s_m)`.  Too many sequences
    are refused.

    >>> all_sequences(2, 2).tolist()
    [[0, 0], [0, 1], [1, 0], [1, 1]]

    :Source: chapters 09 and 10, exact enumeration.
    """
    n, m = validate.whole(n, "n"), validate.whole(m, "m")
    few(power(n, m), "m", "sequences", each=m)
    return np.stack(np.unravel_index(np.arange(n**m), (n,) * m), axis=1)


def all_signs(m: int) -> Integers:
    r"""Return all 2^m sign vectors of length m, one per row, in lexicographic order.

    .. math:: \{-1, +1\}^m

    >>> all_signs(2).tolist()
    [[-1, -1], [-1, 1], [1, -1], [1, 1]]

    :Source: chapter 03, Rademacher complexity; chapter 13, Boolean functions.
    """
    m = validate.whole(m, "m")
    few(power(2, m), "m", "sign vectors", each=m)
    bits = np.arange(1 << m)[:, None] >> np.arange(m)[::-1] & 1
    return 2 * bits - 1


def few(count: int, name: str, what: str, *, each: float = 1) -> None:
    """Refuse to enumerate too many things, each as costly as ``each`` numbers of an array.

    >>> few(10**6, "m", "runs of the learner", each=256)
    Traceback (most recent call last):
    ValueError: m must leave at most 131072 runs of the learner to enumerate; got 1000000
    """
    most = int(MOST / each)
    if count > most:
        got = f"{count}" if count < COUNTED else "more than 10^18"
        raise ValueError(f"{name} must leave at most {most} {what} to enumerate; got {got}")


def power(n: int, m: int) -> int:
    """Return n^m for n >= 1 and m >= 0, or a number beyond every limit.

    >>> power(3, 4), power(2, 10**9) >= COUNTED
    (81, True)
    """
    return n**m if (n - 1).bit_length() * m < 128 else COUNTED


def choose(n: int, *sizes: int) -> int:
    """Return how many subsets of n things have one of the sizes, or a number beyond every limit.

    >>> choose(5, 0, 1, 2), choose(10**9, 5 * 10**8) >= COUNTED
    (16, True)
    """
    total = 0
    for size in sizes:
        found, k = 1, min(size, n - size)
        for i in range(k):
            if found >= COUNTED:
                break
            found = found * (n - i) // (i + 1)
        total += found if k >= 0 else 0
    return min(total, COUNTED)


def _few_atoms(p: Probabilities) -> NDArray[Any]:
    """Return the probabilities of at most 20 atoms."""
    p = validate.probabilities(p)
    few(power(2, len(p)), "p", "subsets of its atoms", each=32)
    return p


def _masses(p: NDArray[Any]) -> NDArray[Any]:
    """Return p(B) for all subsets B of the atoms; bit i of the index B says that i is in B."""
    masses = p[:1] * 0
    for q in p:
        masses = np.concatenate([masses, masses + q])
    shares: NDArray[Any] = masses / masses[-1]  # floats may miss 1 by a rounding
    return shares


def _cube(n: int) -> list[tuple[int, int, int]]:
    """Return, for each atom i, the shape that splits 2^n subsets into those without and with i."""
    return [(1 << (n - 1 - i), 2, 1 << i) for i in range(n)]
