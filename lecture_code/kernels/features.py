r"""The features behind kernels: monomials, the Gaussian's expansion, random Fourier features.

**Monomials of several variables.**  For :math:`x, x'\in\mathbb R^d`, with
:math:`x^a = x_1^{a_1}\cdots x_d^{a_d}`,

.. math:: (1+\langle x, x'\rangle)^k = \sum_{\lvert a\rvert\le k} c_a\,x^a x'^a,\qquad
          c_a = \frac{k!}{(k-\lvert a\rvert)!\,a_1!\cdots a_d!},

a sum over the :math:`\binom{d+k}k` exponents a of degree :math:`\lvert a\rvert = \sum_ja_j\le k`.

**The features of the Gaussian kernel** are all monomials, damped; to stop at a degree costs an
error.  With :math:`a! = a_1!\cdots a_d!`

.. math:: \psi_a(x) = e^{-\lVert x\rVert^2/(2\sigma^2)}\,x^a/(\sqrt{a!}\,\sigma^{\lvert a\rvert}),
          \qquad \sum_a\psi_a(x)\psi_a(x') = e^{-\lVert x-x'\rVert^2/(2\sigma^2)} .

**Random Fourier features.**  The Gaussian kernel is a mean of cosines: for
:math:`\omega\sim N(0, I/\sigma^2)`

.. math:: \mathbb E\cos\langle\omega, x-x'\rangle = e^{-\lVert x-x'\rVert^2/(2\sigma^2)},

so the mean of D independent cosines is near the kernel, and it is an inner product of 2 D features.

σ is a standard deviation, a length, as in ``kernel.Gaussian``.

:Source: chapter 12, the polynomial and the Gaussian kernel.  A. Rahimi and B. Recht, Random
    features for large-scale kernel machines, NIPS 20 (2007).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from math import factorial, prod

import numpy as np
from scipy.special import gammaln, xlogy

from lecture_code.core import validate
from lecture_code.core.enumeration import choose, few
from lecture_code.core.records import Record
from lecture_code.core.scale import unit
from lecture_code.core.types import Array, Integers, Points


def exponents(d: int, k: int) -> Integers:
    r"""Return all exponents of d variables of degree at most k, by degree, one per row.

    .. math:: \{a\in\mathbb N^d : \lvert a\rvert\le k\}

    >>> exponents(2, 2).tolist()
    [[0, 0], [1, 0], [0, 1], [2, 0], [1, 1], [0, 2]]

    :Implements: prop-polynomial-kernel.
    """
    d, k = validate.whole(d, "d"), validate.whole(k, "k")
    count = choose(d + k, k)
    few(count, "k", "monomials", each=max(32, d))
    rows = np.zeros((count, d), dtype=np.int64)
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

    :Implements: prop-polynomial-kernel.
    """
    return [
        factorial(k) // (factorial(k - sum(a)) * prod(map(factorial, a)))
        for a in exponents(d, k).tolist()
    ]


def monomials(X: Points, k: int) -> Array:
    r"""Return the values :math:`x^a` of all monomials of degree at most k, a column for each.

    Integers stay exact below 2^53.

    >>> monomials([[2, 3]], 2)
    array([[1., 2., 3., 4., 6., 9.]])

    :Source: chapter 12, the polynomial kernel.
    """
    X = validate.points(X)
    few(choose(X.shape[1] + validate.whole(k, "k"), k) * len(X), "k", "values of monomials")
    powers = [np.ones_like(X)]
    for _ in range(k):  # products, where a power might round
        powers.append(powers[-1] * X)
    table = np.stack(powers)  # (k + 1, m, d)
    A = exponents(X.shape[1], k)
    values = np.ones((len(X), len(A)))
    for j in range(X.shape[1]):
        values *= table[A[:, j], :, j].T
    return values


def gaussian_features(X: Points, *, sigma: float, N: int) -> Array:
    r"""Return the features of degree at most N, in the order of ``exponents``.

    .. math:: \psi_a(x) = e^{-\lVert x\rVert^2/(2\sigma^2)}\,
              \frac{x^a}{\sqrt{a!}\,\sigma^{\lvert a\rvert}}

    >>> gaussian_features([[0.0], [1.0]], sigma=1.0, N=2).round(4)
    array([[1.    , 0.    , 0.    ],
           [0.6065, 0.6065, 0.4289]])

    :Implements: thm-gaussian-expansion.
    """
    X, sigma = validate.points(X), validate.number(sigma, "sigma", above=0)
    few(choose(X.shape[1] + validate.whole(N, "N"), N) * len(X), "N", "values of features")
    A, size = exponents(X.shape[1], N), unit(np.array([sigma]))
    X, sigma = X / size, sigma / size  # whose squares are in the range of floats
    # In logarithms: a monomial may overflow where its damped feature is at most 1.
    sizes = sum(xlogy(a, np.abs(x)[:, None]) for a, x in zip(A.T, X.T, strict=True))
    signs = 1.0 - 2.0 * ((X < 0).astype(int) @ (A.T % 2) % 2)
    weights = gammaln(A + 1).sum(axis=1) / 2 + np.log(sigma) * A.sum(axis=1)
    damped = (X**2).sum(axis=1) / (2 * sigma**2)
    return np.asarray(signs * np.exp(sizes - weights - damped[:, None]))


@dataclass(frozen=True, slots=True, eq=False)
class RandomFeatures(Record):
    r"""The map to cosines and sines of D frequencies; as a kernel, ``features.kernel``.

    .. math:: \varphi(x) = \frac1{\sqrt D}\bigl(\cos\langle\omega_i, x\rangle,\
              \sin\langle\omega_i, x\rangle\bigr)_{i\le D}

    >>> RandomFeatures([[0.0], [2.0]])([[0.0]]).round(4)
    array([[0.7071, 0.7071, 0.    , 0.    ]])

    :Implements: thm-random-features.
    """

    #: ``(D, d)``, one frequency a row.
    omega: Array = field(repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "omega", validate.points(self.omega, "omega"))
        Record.__post_init__(self)

    def __call__(self, X: Points) -> Array:
        """Return the features (m, 2 D) of the rows of ``X`` (m, d)."""
        phases = validate.points(X, d=self.omega.shape[1]) @ self.omega.T
        waves = np.hstack([np.cos(phases), np.sin(phases)])
        return np.asarray(waves / np.sqrt(len(self.omega)))

    def kernel(self, X: Points, Z: Points) -> Array:
        r"""Return :math:`\hat K(x, z) = \frac1D\sum_i\cos\langle\omega_i, x-z\rangle`, (m, n)."""
        return self(X) @ self(Z).T


def random_features(d: int, D: int, *, sigma: float, rng: np.random.Generator) -> RandomFeatures:
    r"""Return D random frequencies for the Gaussian kernel on :math:`\mathbb R^d`.

    .. math:: \omega_1,\dots,\omega_D \sim N(0, I/\sigma^2) \text{ independent}

    >>> random_features(3, 5, sigma=2.0, rng=np.random.default_rng(0)).omega.shape
    (5, 3)

    :Implements: thm-random-features.
    """
    d, D = validate.whole(d, "d"), validate.whole(D, "D")
    sigma = validate.number(sigma, "sigma", above=0)
    return RandomFeatures(validate.generator(rng).normal(size=(D, d)) / sigma)
