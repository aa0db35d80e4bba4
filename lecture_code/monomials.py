r"""Monomials of several variables, and the polynomial kernel as their weighted inner product.

For :math:`x, x'\in\mathbb R^d`, with :math:`x^a = x_1^{a_1}\cdots x_d^{a_d}`,

.. math:: (1+\langle x, x'\rangle)^k = \sum_{\lvert a\rvert\le k} c_a\,x^a x'^a,\qquad
          c_a = \frac{k!}{(k-\lvert a\rvert)!\,a_1!\cdots a_d!},

a sum over the :math:`\binom{d+k}k` exponents a of degree :math:`\lvert a\rvert = \sum_ja_j\le k`.

Source: chapter 12, the polynomial kernel.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import comb, factorial, prod

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.notation import Array, Integers, as_points, positive_integer

MOST = 1_000_000  # monomials that are listed


def exponents(d: int, k: int) -> Integers:
    r"""Return all exponents of degree at most k, by degree.

    .. math:: \{a\in\mathbb N^d : \lvert a\rvert\le k\}

    Returns shape (N, d) with N = C(d + k, k).  Raises ValueError unless d, k >= 1 and N is at most
    a million.

    >>> exponents(2, 2).tolist()
    [[0, 0], [1, 0], [0, 1], [2, 0], [1, 1], [0, 2]]

    Implements: prop-polynomial-kernel.
    Source: chapter 12, the polynomial kernel.
    """
    d, k = positive_integer(d, "d"), positive_integer(k, "k")
    if comb(d + k, k) > MOST:
        raise ValueError(f"k must leave at most {MOST} monomials; got {comb(d + k, k)}")
    rows = np.zeros((comb(d + k, k), d), dtype=np.int64)
    row = 0
    for n in range(k + 1):
        for factors in combinations_with_replacement(range(d), n):
            for j in factors:
                rows[row, j] += 1
            row += 1
    return rows


def multiplicities(d: int, k: int) -> list[int]:
    r"""Return :math:`c_a`, as Python integers, for the exponents in their order.

    >>> multiplicities(2, 2)
    [1, 2, 2, 1, 2, 1]

    Implements: prop-polynomial-kernel.
    Source: chapter 12, the polynomial kernel.
    """
    return [
        factorial(k) // (factorial(k - sum(a)) * prod(map(factorial, a)))
        for a in exponents(d, k).tolist()
    ]


def monomials(X: ArrayLike, k: int) -> Array:
    r"""Return the values :math:`x^a` of all monomials of degree at most k.

    ``X``: (m, d).  Returns (m, N); integers stay exact below 2^53.  Raises ValueError on bad input.

    >>> monomials([[2, 3]], 2)
    array([[1., 2., 3., 4., 6., 9.]])

    Source: chapter 12, the polynomial kernel.
    """
    X = as_points(X)
    powers = [np.ones_like(X)]
    for _ in range(positive_integer(k, "k")):  # products, where a power might round
        powers.append(powers[-1] * X)
    table = np.stack(powers)  # (k + 1, m, d)
    A = exponents(X.shape[1], k)
    values = np.ones((len(X), len(A)))
    for j in range(X.shape[1]):
        values *= table[A[:, j], :, j].T
    return values


def polynomial_features(X: ArrayLike, k: int) -> Array:
    r"""Return features whose inner products are the polynomial kernel.

    .. math:: \psi_a(x) = \sqrt{c_a}\,x^a,\qquad
              \langle\psi(x), \psi(x')\rangle = (1+\langle x, x'\rangle)^k

    ``X``: (m, d).  Returns (m, N).  Raises ValueError on bad input.

    >>> polynomial_features([[2, 3]], 1) @ polynomial_features([[1, 1]], 1).T
    array([[6.]])

    Implements: prop-polynomial-kernel.
    Source: chapter 12, the polynomial kernel.
    """
    values = monomials(X, k)
    return values * np.sqrt(np.array(multiplicities(np.shape(X)[1], k), dtype=np.float64))
